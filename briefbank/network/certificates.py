"""Makes X.509 certificates: of a server by itself, of an authority, and what that authority issues."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

YEARS = 10
"""The time for which a certificate is good: nobody checks it but programs of the office, which know it, or
its authority."""

MOST_LETTERS = 64
"""The limit of a common name (RFC 5280, ub-common-name)."""


@dataclass(frozen=True, slots=True)
class Certified:
    """A certificate and its key, in PEM."""

    certificate: bytes
    key: bytes


def make(name: str, issuer: Certified | None = None, *, is_authority: bool = False) -> Certified:
    """Return a new certificate for a name, signed by an issuer, or by itself. Raises ValueError where the
    issuer's cannot be read."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import (
        Encoding,
        NoEncryption,
        PrivateFormat,
        load_pem_private_key,
    )
    from cryptography.x509.oid import NameOID

    secret = ec.generate_private_key(ec.SECP256R1())
    subject = issued_by = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name[:MOST_LETTERS])])
    signing = secret
    if issuer is not None:
        issued_by = x509.load_pem_x509_certificate(issuer.certificate).subject
        loaded = load_pem_private_key(issuer.key, None)
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
    """Raise ValueError unless the certificate can be read and the key is its own."""
    from cryptography import x509
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        certificate = x509.load_pem_x509_certificate(untrusted.certificate)
        key = load_pem_private_key(untrusted.key, None)
        is_own = key.public_key() == certificate.public_key()
    except (TypeError, UnsupportedAlgorithm) as error:
        raise ValueError("another kind of key") from error
    if not is_own:
        raise ValueError("the key of another")
