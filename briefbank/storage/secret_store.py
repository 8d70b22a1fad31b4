"""Keeps the secrets of this computer's membership in an office: in the system's key ring, where it has one.

Without one they are in a file for this user alone, as a browser keeps its cookies.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from briefbank.errors import StoreError
from briefbank.files import write_atomically
from briefbank.paths import data_folder

log = logging.getLogger(__name__)

T = TypeVar("T")

_SERVICE = "BriefBank"
_FILE = "office-secrets.json"


def keep(name: str, secret: str) -> None:
    """Keep a secret under a name. Raises StoreError."""

    def put(ring: ModuleType) -> bool:
        ring.set_password(_SERVICE, name, secret)
        return True

    in_ring = _with_ring(put)
    _write(_others(name) if in_ring else _others(name) | {name: secret})


def kept(name: str) -> str:
    """Return the secret under a name; empty where there is none."""
    return _with_ring(lambda ring: ring.get_password(_SERVICE, name)) or _read().get(name, "")


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
    """Return the secrets in the file but the one of a name."""
    return {each: value for each, value in _read().items() if each != name}


def _path() -> Path:
    return data_folder() / _FILE


def _read() -> dict[str, str]:
    try:
        untrusted = json.loads(_path().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    pairs = untrusted.items() if isinstance(untrusted, dict) else ()
    return {name: value for name, value in pairs if isinstance(value, str)}


def _write(secrets: dict[str, str]) -> None:
    if secrets:
        write_atomically(_path(), json.dumps(secrets).encode())
    else:
        try:
            _path().unlink(missing_ok=True)
        except OSError as error:
            raise StoreError(detail=f"errno {error.errno}") from error
