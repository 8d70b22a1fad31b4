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


def fingerprint(certificate: Path) -> str:
    """Return the SHA-256 of the first certificate in a PEM file, as 64 hexadecimals. Raises OSError and
    ValueError."""
    pem = certificate.read_text(encoding="ascii")
    end = "-----END CERTIFICATE-----"
    first = pem[pem.index("-----BEGIN CERTIFICATE-----") : pem.index(end) + len(end)]
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(first)).hexdigest()
