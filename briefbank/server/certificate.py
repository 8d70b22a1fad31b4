"""The certificate of an office server that has none of the office's own. Desks pin its fingerprint."""

from __future__ import annotations

import hashlib
import ssl
from datetime import UTC, datetime
from pathlib import Path

from briefbank.files import write_atomically
from briefbank.network import certificates


def make(certificate: Path, key: Path, host: str) -> None:
    """Write a new self-signed certificate and its key, for the server's user alone. Raises StoreError."""
    made = certificates.make(host)
    write_atomically(key, made.key)
    write_atomically(certificate, made.certificate)


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
