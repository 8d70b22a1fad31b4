"""The certificate of an office server that has none of the office's own. Desks pin its fingerprint."""

from __future__ import annotations

import hashlib
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

from briefbank.files import write_atomically

YEARS = 10
"""The time for which it is good: nobody checks it but desks, which know this very one."""


def make(certificate: Path, key: Path, host: str) -> None:
    """Write a new self-signed certificate and its key, for the server's user alone. Raises StoreError."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
    from cryptography.x509.oid import NameOID

    secret = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host[:64])])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(secret.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=365 * YEARS))
        .sign(secret, hashes.SHA256())
    )
    write_atomically(key, secret.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    write_atomically(certificate, made.public_bytes(Encoding.PEM))


def is_good(certificate: Path) -> bool:
    """Tell whether the first certificate in a PEM file is good today. Raises OSError and ValueError."""
    from cryptography import x509

    found = x509.load_pem_x509_certificate(certificate.read_bytes())
    return found.not_valid_before_utc <= datetime.now(UTC) <= found.not_valid_after_utc


def fingerprint(certificate: Path) -> str:
    """Return the SHA-256 of the first certificate in a PEM file, as 64 hexadecimals. Raises OSError and
    ValueError."""
    pem = certificate.read_text(encoding="ascii")
    end = "-----END CERTIFICATE-----"
    first = pem[pem.index("-----BEGIN CERTIFICATE-----") : pem.index(end) + len(end)]
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(first)).hexdigest()
