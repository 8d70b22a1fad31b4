"""A secret of this user on this computer, and what only its holder can write: keyed hashes (HMAC-SHA-256).

Libraries and backups come from strangers. What this user agreed to is marked with a keyed hash in them, which
nobody else can make; and a name that may not stay can be known again by its keyed hash without being there.
The secret never leaves the user's data folder: it is in no library and in no backup, so a library that was
made on another computer carries no mark that counts here.
"""

from __future__ import annotations

import hmac
import logging
import os
import secrets
from pathlib import Path

from briefbank.errors import StoreError
from briefbank.files import write_atomically
from briefbank.paths import data_folder

log = logging.getLogger(__name__)

FILE = "user-secret"
_BYTES = 32
_held: dict[Path, bytes] = {}
"""By file, so that another data folder (tests, portable use) has another secret."""


def keyed_hash(purpose: str, *values: str) -> str:
    """64 hexadecimal digits that only this user's programs can make of these values for this purpose.

    Lists of values that differ have hashes that differ. Any thread.
    """
    message = "\0".join(f"{len(value)}:{value}" for value in (purpose, *values))
    return hmac.digest(_secret(), message.encode("utf-8", "surrogatepass"), "sha256").hex()


def is_keyed_hash(untrusted: str, purpose: str, *values: str) -> bool:
    """Whether ``untrusted`` is the keyed hash of these values."""
    expected = keyed_hash(purpose, *values).encode("ascii")
    return hmac.compare_digest(untrusted.encode("utf-8", "surrogatepass"), expected)


def _secret() -> bytes:
    """Read the secret, or make it. Where it cannot be kept, it lasts as long as this program."""
    path = data_folder() / FILE
    if path not in _held:
        _held[path] = _read(path) or _made(path)
    return _held[path]


def _made(path: Path) -> bytes:
    """A new secret. What was marked with a lost or damaged one is asked about anew."""
    made = secrets.token_bytes(_BYTES)
    try:
        write_atomically(path, made)
    except StoreError as error:
        log.warning("the user's secret cannot be kept: %s", error.detail)
    return _read(path) or made  # another program may have been quicker


def _read(path: Path) -> bytes | None:
    """None where there is none, or none that can be used."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0))
        with os.fdopen(descriptor, "rb") as file:
            secret = file.read(_BYTES + 1)
    except OSError:
        return None
    return secret if len(secret) == _BYTES else None
