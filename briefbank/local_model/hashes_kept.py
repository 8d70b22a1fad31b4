"""The hashes of models that were looked at: a model of some gigabytes takes up to a minute to hash.

A small JSON file in the user's data folder. A hash counts as long as the file has the size and the time of
change that it had; what cannot be read of the list is hashed again.
"""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path
from threading import Lock

from briefbank.errors import StoreError
from briefbank.files import write_atomically

log = logging.getLogger(__name__)

_MOST = 50
"""Files that the list names, the newest."""
_SHA256 = re.compile(r"[0-9a-f]{64}")


class HashesKept:
    """Any thread."""

    def __init__(self, file: Path) -> None:
        self._file, self._lock = file, Lock()

    def of(self, model: Path) -> str:
        """64 hexadecimal digits, or empty where they are not known."""
        return self._all().get(_as_it_is(model), "")

    def keep(self, model: Path, sha256: str) -> None:
        """A list that cannot be written is only logged: the next program hashes again."""
        with self._lock:
            known = {sign: each for sign, each in self._all().items() if each != sha256}
            known[_as_it_is(model)] = sha256
            try:
                write_atomically(self._file, json.dumps(dict(list(known.items())[-_MOST:])).encode())
            except StoreError as error:
                log.warning("hashes of models not kept: %s", type(error).__name__)

    def _all(self) -> dict[str, str]:
        try:
            read = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        if not isinstance(read, dict):
            return {}
        return {
            sign: each for sign, each in read.items() if isinstance(each, str) and _SHA256.fullmatch(each)
        }


def _as_it_is(model: Path) -> str:
    """Changes when the file does. Raises nothing: a file that is gone has a sign of its own."""
    try:
        found = model.stat()
    except OSError:
        return f"{model}|gone"
    return f"{model.absolute()}|{found.st_size}|{found.st_mtime_ns}"
