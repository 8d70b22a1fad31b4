"""A secret of this user on this computer, and keyed hashes with it (HMAC-SHA-256), which nobody else can
make.

Libraries and backups may come from strangers. Everything in them that this user agreed to carries a keyed
hash. A name that may not be stored can be recognised by its keyed hash. The secret never leaves the user's
data folder: it is in no library and in no backup, so a library that was made on another computer has no valid
mark here.
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
_cache: dict[Path, bytes] = {}
"""The secrets by file; another data folder (tests, portable use) has another secret."""


def keyed_hash(purpose: str, *values: str) -> str:
    """Return 64 hexadecimal digits that only this user's programs can compute from these values for this
    purpose.

    Different lists of values have different hashes. Any thread.
    """
    message = "\0".join(f"{len(value)}:{value}" for value in (purpose, *values))
    return hmac.digest(_secret(), message.encode("utf-8", "surrogatepass"), "sha256").hex()


def is_keyed_hash(untrusted: str, purpose: str, *values: str) -> bool:
    """Tell whether ``untrusted`` is the keyed hash of these values."""
    expected = keyed_hash(purpose, *values).encode("ascii")
    return hmac.compare_digest(untrusted.encode("utf-8", "surrogatepass"), expected)


def _secret() -> bytes:
    """Read the secret, or make it. A secret that cannot be stored lasts as long as this program."""
    path = data_folder() / FILE
    if path not in _cache:
        _cache[path] = _read(path) or _created(path)
    return _cache[path]


def _created(path: Path) -> bytes:
    """Make a new secret. What was marked with a lost or damaged one needs a new confirmation."""
    secret = secrets.token_bytes(_BYTES)
    try:
        write_atomically(path, secret)
    except StoreError as error:
        log.warning("the user's secret cannot be kept: %s", error.detail)
    return _read(path) or secret  # another program may have been quicker


def _read(path: Path) -> bytes | None:
    """Return the stored secret; None where there is none, or none that can be used."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0))
        with os.fdopen(descriptor, "rb") as file:
            secret = file.read(_BYTES + 1)
    except OSError:
        return None
    return secret if len(secret) == _BYTES else None
