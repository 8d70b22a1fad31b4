"""X.509 certificates of an office: of the server by itself, of an authority, and what that authority issues.

Clients pin the fingerprint of a certificate that the server made by itself.
"""

from __future__ import annotations

import hashlib
import ssl
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import NamedTemporaryFile

from briefbank.errors import BriefBankError
from briefbank.files import write_atomically
from briefbank.text.messages import Message

YEARS = 10
"""The time for which a certificate is good: nobody checks it but programs of the office, which know it, or
its authority."""


MOST_LETTERS = 64  # The limit of a common name (RFC 5280, ub-common-name)


@dataclass(frozen=True, slots=True)
class Certified:
    certificate: bytes
    key: bytes


def make(name: str, issuer: Certified | None = None, *, is_authority: bool = False) -> Certified:
    """Return a new certificate for a name, signed by an issuer, or by itself. Raises ValueError where the
    issuer's cannot be read."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
    from cryptography.x509.oid import NameOID

    secret = ec.generate_private_key(ec.SECP256R1())
    subject = issued_by = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name[:MOST_LETTERS])])
    signing = secret
    if issuer is not None:
        issued_by = x509.load_pem_x509_certificate(issuer.certificate).subject
        loaded = serialization.load_pem_private_key(issuer.key, None)
        if not isinstance(loaded, ec.EllipticCurvePrivateKey):
            raise ValueError("another kind of key")
        signing = loaded
    now = datetime.now(UTC)
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issued_by)
        .public_key(secret.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=365 * YEARS))
    )
    if is_authority:
        builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    return Certified(
        builder.sign(signing, hashes.SHA256()).public_bytes(Encoding.PEM),
        secret.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
    )


def check(untrusted: Certified) -> None:
    """Raise OSError unless the certificate can be read and the key is its own."""
    with NamedTemporaryFile() as pem:
        pem.write(untrusted.certificate + b"\n" + untrusted.key)
        pem.flush()
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_cert_chain(pem.name, password="")


def make_self_signed(certificate: Path, key: Path, host: str) -> None:
    """Write a new self-signed certificate and its key, for the server's user alone. Raises StoreError."""
    made = make(host)
    write_atomically(key, made.key)
    write_atomically(certificate, made.certificate)


class CertificateUnusable(BriefBankError):
    default_title = Message("The certificate of this office server, or its key, cannot be used.")
    default_remedy = Message(
        "Put those of your office in their place again, in the form PEM and without a password. Or delete "
        "both and prepare the server again, which makes new ones; then invite all computers again."
    )


def is_good(certificate: Path, key: Path) -> bool:
    """Tell whether the first certificate in a PEM file is good today. Raises CertificateUnusable where it is
    none, or good without its key."""
    from cryptography import x509

    try:
        loaded = x509.load_pem_x509_certificate(certificate.read_bytes())
        if not loaded.not_valid_before_utc <= datetime.now(UTC) <= loaded.not_valid_after_utc:
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


def fingerprint(certificate: Path) -> str:
    """Return the SHA-256 of the first certificate in a PEM file, as 64 hexadecimals. Raises OSError and
    ValueError."""
    pem = certificate.read_text(encoding="ascii")
    end = "-----END CERTIFICATE-----"
    first = pem[pem.index("-----BEGIN CERTIFICATE-----") : pem.index(end) + len(end)]
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(first)).hexdigest()
