"""Certificates of a server that follow one another: each is vouched for by the key of the one before.

A renewed certificate has an extension of our own with the certificate before it and that one's signature of
the new public key. Who knows the fingerprint of an earlier certificate, as computers of an office do, thereby
knows the newest one without asking anybody. A key that was stolen can vouch, too: then a server needs a
certificate without a predecessor, and new invitations.
"""

from __future__ import annotations

import hashlib

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

EXTENSION = x509.ObjectIdentifier("2.25.314898791259582268086060934247959689462")
"""An identifier made of a random UUID (ITU-T X.667), which nobody else uses."""
MOST = 10  # The renewals that are followed, the last ones: each certificate contains all before it
_LENGTH = 2  # The bytes of the signature's length


def vouched(
    before: x509.Certificate, key: ec.EllipticCurvePrivateKey, public_key: ec.EllipticCurvePublicKey
) -> x509.UnrecognizedExtension:
    """Return the extension of a new certificate, for which the one before vouches with its key."""
    signature = key.sign(_signed(public_key), ec.ECDSA(hashes.SHA256()))
    value = len(signature).to_bytes(_LENGTH) + signature + before.public_bytes(Encoding.DER)
    return x509.UnrecognizedExtension(EXTENSION, value)


def follows(untrusted: x509.Certificate, pin: str) -> bool:
    """Tell whether a certificate follows the one with the SHA-256 ``pin`` (64 hexadecimals), by the word of
    each one in between."""
    for _ in range(MOST):
        try:
            value = untrusted.extensions.get_extension_for_oid(EXTENSION).value
            assert isinstance(value, x509.UnrecognizedExtension)
            length = int.from_bytes(value.value[:_LENGTH])
            signature, der = value.value[_LENGTH:][:length], value.value[_LENGTH:][length:]
            before = x509.load_der_x509_certificate(der)
            key, public_key = before.public_key(), untrusted.public_key()
            if not isinstance(key, ec.EllipticCurvePublicKey):
                return False
            key.verify(signature, _signed(public_key), ec.ECDSA(hashes.SHA256()))
        except (x509.ExtensionNotFound, x509.DuplicateExtension, ValueError, InvalidSignature):
            return False
        if hashlib.sha256(der).hexdigest() == pin:
            return True
        untrusted = before
    return False


def _signed(public_key: object) -> bytes:
    """Return what is signed. Raises ValueError for another kind of key."""
    if not isinstance(public_key, ec.EllipticCurvePublicKey):
        raise ValueError("another kind of key")
    return b"BriefBank succession\0" + public_key.public_bytes(
        Encoding.DER, PublicFormat.SubjectPublicKeyInfo
    )
