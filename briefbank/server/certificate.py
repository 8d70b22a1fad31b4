"""The certificate of an office server that has none of the office's own. Desks pin its fingerprint."""

from __future__ import annotations

import hashlib
import ssl
from datetime import UTC, datetime
from pathlib import Path

from briefbank.errors import BriefBankError
from briefbank.files import write_atomically
from briefbank.network import certificates


def make(certificate: Path, key: Path, host: str) -> None:
    """Write a new self-signed certificate and its key, for the server's user alone. Raises StoreError."""
    made = certificates.make(host)
    write_atomically(key, made.key)
    write_atomically(certificate, made.certificate)


class CertificateUnusable(BriefBankError):
    """Raised for files that are no certificate and key, or do not belong together."""

    default_title = "The certificate of this office server, or its key, cannot be used."
    default_remedy = (
        "Put those of your office in their place again, in the form PEM and without a password. Or delete "
        "both and prepare the server again, which makes new ones; then invite all computers again."
    )


def is_good(certificate: Path, key: Path) -> bool:
    """Tell whether the first certificate in a PEM file is good today. Raises CertificateUnusable where it is
    none, or good without its key."""
    from cryptography import x509

    try:
        found = x509.load_pem_x509_certificate(certificate.read_bytes())
        if not found.not_valid_before_utc <= datetime.now(UTC) <= found.not_valid_after_utc:
            return False
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, password="")
    except (OSError, ValueError) as error:
        raise CertificateUnusable(detail=type(error).__name__) from error
    return True


def names(certificate: Path) -> list[str]:
    """Return the names and numbers of the computer that the first certificate in a PEM file is made for.
    Raises OSError and ValueError."""
    from cryptography import x509
    from cryptography.x509.oid import NameOID

    read = x509.load_pem_x509_certificate(certificate.read_bytes())
    common = read.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
    listed = [str(attribute.value) for attribute in common]
    try:
        other = read.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return listed
    listed += other.get_values_for_type(x509.DNSName)
    listed += map(str, other.get_values_for_type(x509.IPAddress))
    return list(dict.fromkeys(listed))


def is_for(certificate: Path, host: str) -> bool:
    """Tell whether a certificate is made for a computer, by its name or by that of its domain. Raises OSError
    and ValueError."""
    name = host.lower()
    fitting = {name[: certificates.MOST_LETTERS], name, f"*.{name.partition('.')[2]}"}
    return not fitting.isdisjoint(listed.lower() for listed in names(certificate))


def fingerprint(certificate: Path) -> str:
    """Return the SHA-256 of the first certificate in a PEM file, as 64 hexadecimals. Raises OSError and
    ValueError."""
    pem = certificate.read_text(encoding="ascii")
    end = "-----END CERTIFICATE-----"
    first = pem[pem.index("-----BEGIN CERTIFICATE-----") : pem.index(end) + len(end)]
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(first)).hexdigest()
