"""X.509 certificates of an office: of the server by itself, of an authority, and what that authority issues.

Clients pin the fingerprint of a certificate that the server made by itself.
"""

from __future__ import annotations

import hashlib
import ssl
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING

from briefbank.errors import BriefBankError
from briefbank.files import publish_file, write_atomically
from briefbank.network import succession
from briefbank.text.messages import Message

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

WARNING_DAYS = 30  # The days before its end from which the server warns of it
YEARS = 10
"""The time for which a certificate is good: nobody checks it but programs of the office, which know it, or
its authority."""

MOST_LETTERS = 64  # The limit of a common name (RFC 5280, ub-common-name)


@dataclass(frozen=True, slots=True)
class Certified:
    certificate: bytes
    key: bytes


def make(
    name: str, issuer: Certified | None = None, *, is_authority: bool = False, before: Certified | None = None
) -> Certified:
    """Return a new certificate for a name, signed by an issuer, or by itself; ``before`` vouches for it
    (``network.succession``). Raises ValueError where that of the issuer or the one before cannot be read."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
    from cryptography.x509.oid import NameOID

    secret = ec.generate_private_key(ec.SECP256R1())
    subject = issued_by = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name[:MOST_LETTERS])])
    signing = secret
    if issuer is not None:
        issued_by = x509.load_pem_x509_certificate(issuer.certificate).subject
        signing = _private_key(issuer)
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
    if before is not None:
        own = x509.load_pem_x509_certificate(before.certificate)
        vouched = succession.vouched(own, _private_key(before), secret.public_key())
        builder = builder.add_extension(vouched, critical=False)
    return Certified(
        builder.sign(signing, hashes.SHA256()).public_bytes(Encoding.PEM),
        secret.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
    )


def _private_key(certified: Certified) -> EllipticCurvePrivateKey:
    """Return the key of a certificate. Raises ValueError where it cannot be read or is of another kind."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = serialization.load_pem_private_key(certified.key, None)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise ValueError("another kind of key")
    return key


def check(untrusted: Certified) -> None:
    """Raise OSError unless the certificate can be read and the key is its own."""
    with NamedTemporaryFile() as pem:
        pem.write(untrusted.certificate + b"\n" + untrusted.key)
        pem.flush()
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_cert_chain(pem.name, password="")


def renew(certificate: Path, key: Path, host: str) -> bool:
    """Write a new self-signed certificate and its key, for the server's user alone, in place of those that
    are there. Return whether the one before vouches for it: computers that know that one know the new one,
    too. Raises StoreError, and CertificateUnusable where the key is not that of the certificate.

    Both are written beside, and the key takes its place first: a certificate that waits alone is that of the
    key, and the next start finishes what a stop interrupted.
    """
    finish_renewal(certificate, key)
    before = None
    with suppress(OSError):
        before = Certified(certificate.read_bytes(), key.read_bytes())
    try:
        if before is not None:
            check(before)
    except OSError as error:
        raise CertificateUnusable(detail=type(error).__name__) from error
    try:
        made = make(host, before=before)
    except (ValueError, TypeError):  # one that BriefBank did not make
        before, made = None, make(host)
    write_atomically(_beside(key), made.key)
    write_atomically(_beside(certificate), made.certificate)
    publish_file(_beside(key), key)
    finish_renewal(certificate, key)
    return before is not None


def finish_renewal(certificate: Path, key: Path) -> None:
    """Put the certificate of the key into its place, where a renewal stopped in between. Raises
    StoreError."""
    waiting = _beside(certificate)
    if waiting.exists() and not _beside(key).exists():
        publish_file(waiting, certificate)


def _beside(file: Path) -> Path:
    return file.with_name(f"{file.name}.new")


def days_left(certificate: Path) -> int:
    """Return for how many days the first certificate in a PEM file is still good. Raises OSError and
    ValueError."""
    from cryptography import x509

    loaded = x509.load_pem_x509_certificate(certificate.read_bytes())
    return (loaded.not_valid_after_utc - datetime.now(UTC)).days


class CertificateUnusable(BriefBankError):
    default_title = Message("The certificate of this office server, or its key, cannot be used.")
    default_remedy = Message(
        "Put those of your office in their place again, in the form PEM and without a password. Or delete "
        "both and prepare the server again, which makes new ones; then invite all computers again."
    )


def is_good(certificate: Path, key: Path) -> bool:
    """Tell whether the first certificate in a PEM file is good today. Raises CertificateUnusable where it is
    none, or good without its key, and StoreError.

    Finishes a renewal that stopped in between."""
    from cryptography import x509

    finish_renewal(certificate, key)
    try:
        loaded = x509.load_pem_x509_certificate(certificate.read_bytes())
        if not loaded.not_valid_before_utc <= datetime.now(UTC) <= loaded.not_valid_after_utc:
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
