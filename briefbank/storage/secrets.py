"""The user's secret with keyed hashes (HMAC-SHA-256), and the secrets of an office on this computer.

Libraries and backups are untrusted. Everything in them that this user confirmed carries a keyed hash, and a
name that may not be stored can be recognised by its keyed hash. The user's secret never leaves the data
folder: it is in no library or backup, so a library from another computer has no valid hash here.

The secrets of an office are in the system's key ring. Without one they are in a file for this user alone.
"""

from __future__ import annotations

import hmac
import json
import logging
import os
import secrets
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from briefbank.errors import StoreError
from briefbank.files import write_atomically
from briefbank.paths import data_folder

log = logging.getLogger(__name__)

FILE = "user-secret"
DEVICE = "device"  # The name of the secret by which an office knows this computer
_BYTES = 32
_cache: dict[Path, bytes] = {}
"""The secrets by file; another data folder (tests, portable use) has another secret."""


def keyed_hash(purpose: str, *values: str) -> str:
    """Return 64 hexadecimal digits that only this user's programs can compute. Any thread."""
    message = "\0".join(f"{len(value)}:{value}" for value in (purpose, *values))
    return hmac.digest(_secret(), message.encode("utf-8", "surrogatepass"), "sha256").hex()


def is_keyed_hash(untrusted: str, purpose: str, *values: str) -> bool:
    expected = keyed_hash(purpose, *values).encode("ascii")
    return hmac.compare_digest(untrusted.encode("utf-8", "surrogatepass"), expected)


def _secret() -> bytes:
    """Read the secret, or make a new one: then everything needs a new confirmation. A secret that cannot be
    stored lasts as long as this program."""
    path = data_folder() / FILE
    if path not in _cache and (stored := _read(path)):
        _cache[path] = stored
    if path not in _cache:
        secret = secrets.token_bytes(_BYTES)
        try:
            write_atomically(path, secret)
        except StoreError as error:
            log.warning("the user's secret cannot be kept: %s", error.detail)
        _cache[path] = _read(path) or secret  # another program may have been quicker
    return _cache[path]


def _read(path: Path) -> bytes | None:
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0))
        with os.fdopen(descriptor, "rb") as file:
            secret = file.read(_BYTES + 1)
    except OSError:
        return None
    return secret if len(secret) == _BYTES else None


T = TypeVar("T")

_SERVICE = "BriefBank"
_FILE = "office-secrets.json"


def keep(name: str, secret: str) -> None:
    """Keep a secret under a name. Raises StoreError."""

    def put(ring: ModuleType) -> bool:
        ring.set_password(_SERVICE, name, secret)
        return bool(ring.get_password(_SERVICE, name) == secret)  # one that is switched off keeps nothing

    _write(_others(name) if _with_ring(put) else _others(name) | {name: secret})


def kept(name: str) -> str:
    return _with_ring(lambda ring: ring.get_password(_SERVICE, name)) or _read_secret().get(name, "")


def forget(name: str) -> None:
    """Forget a secret, wherever it is. Raises StoreError."""

    def drop(ring: ModuleType) -> None:
        if ring.get_password(_SERVICE, name) is not None:
            ring.delete_password(_SERVICE, name)

    _with_ring(drop)
    _write(_others(name))


def _with_ring(step: Callable[[ModuleType], T]) -> T | None:
    """Return the result of a step with the key ring; None where there is none, or it refuses."""
    import keyring
    from keyring.errors import KeyringError

    try:
        return step(keyring)
    except (KeyringError, RuntimeError, OSError) as error:
        log.info("no key ring: %s", type(error).__name__)
        return None


def _others(name: str) -> dict[str, str]:
    return {other: value for other, value in _read_secret().items() if other != name}


def _read_secret() -> dict[str, str]:
    try:
        untrusted = json.loads((data_folder() / _FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    pairs = untrusted.items() if isinstance(untrusted, dict) else ()
    return {name: value for name, value in pairs if isinstance(value, str)}


def _write(secrets: dict[str, str]) -> None:
    path = data_folder() / _FILE
    if secrets:
        write_atomically(path, json.dumps(secrets).encode())
        return
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(detail=f"errno {error.errno}") from error
