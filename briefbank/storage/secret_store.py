"""Keeps the secrets of this computer's membership in an office: in the system's key ring, where it has one.

Without one they are in a file for this user alone, as a browser keeps its cookies.
"""

from __future__ import annotations

import json
import logging
from pathlib import Path

from briefbank.errors import StoreError
from briefbank.files import write_atomically
from briefbank.paths import data_folder

log = logging.getLogger(__name__)

_SERVICE = "BriefBank"
_FILE = "office-secrets.json"


def keep(name: str, secret: str) -> bool:
    """Keep a secret under a name; tell whether the key ring has it. Raises StoreError."""
    import keyring
    from keyring.errors import KeyringError

    try:
        keyring.set_password(_SERVICE, name, secret)
        _write({each: value for each, value in _read().items() if each != name})
        return True
    except (KeyringError, RuntimeError, OSError) as error:
        log.info("no key ring: %s", type(error).__name__)
    _write(_read() | {name: secret})
    return False


def kept(name: str) -> str:
    """Return the secret under a name; empty where there is none."""
    import keyring
    from keyring.errors import KeyringError

    try:
        found = keyring.get_password(_SERVICE, name)
    except (KeyringError, RuntimeError, OSError):
        found = None
    return found or _read().get(name, "")


def forget(name: str) -> None:
    """Forget a secret, wherever it is. Raises StoreError."""
    import keyring
    from keyring.errors import KeyringError

    try:
        if keyring.get_password(_SERVICE, name) is not None:
            keyring.delete_password(_SERVICE, name)
    except (KeyringError, RuntimeError, OSError) as error:
        log.info("no key ring: %s", type(error).__name__)
    _write({each: value for each, value in _read().items() if each != name})


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
