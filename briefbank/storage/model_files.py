"""Errors that come from a lack of memory, and checks of whether the files of models are unchanged.

A changed model would return other passages, or write other sentences, and nobody would notice. The models
that come with BriefBank are compared with a shipped list of hashes, those that an office chose with the
hashes recorded at their first test. ``python -m installer.model_hashes`` makes the list of the shipped model
when its package changes.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
from collections.abc import Mapping
from datetime import UTC, date, datetime
from pathlib import Path

import msgspec

from briefbank import paths
from briefbank.errors import NotReadable
from briefbank.files import hash_file, write_atomically

_MESSAGES = (
    *("cannot allocate memory", "failed to map segment", "can't start new thread", "std::bad_alloc"),
    *("bad allocation", "memory allocation of"),
)
"""Messages of loaders and libraries, in lower case, that lack memory and raise errors of any type."""


def lacks_memory(error: BaseException) -> bool:
    """Return whether a lack of memory caused an error of the system or of a library."""
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        if isinstance(cause, MemoryError) or (isinstance(cause, OSError) and cause.errno == errno.ENOMEM):
            return True
        if any(message in str(cause).lower() for message in _MESSAGES):
            return True
        seen.add(id(cause))
        cause = cause.__cause__ or cause.__context__
    return False


LIST = "model_hashes.json"
NOTES = "model-files.json"
_IGNORED_FILES = {".gitattributes", "README.md"}  # The files beside a model that do not affect it


def shipped_list() -> dict[str, str]:
    return dict(json.loads((paths.resources_folder() / LIST).read_text("utf-8")))


def hashes(model: Path) -> dict[str, str]:
    """Return the SHA-256 of each file of a model, by path: one file, or all in a folder. Reads them whole.
    Raises NotReadable."""
    if model.is_file():
        return {"": hash_file(model)}
    try:
        files = sorted(
            path
            for path in model.rglob("*")
            if path.is_file() and path.name not in _IGNORED_FILES and ".git" not in path.parts
        )
    except OSError as error:
        raise NotReadable(detail=f"model: errno {error.errno}") from error
    if not files:
        raise NotReadable(detail="model: no files")
    return {path.relative_to(model).as_posix(): hash_file(path) for path in files}


def differing(actual: Mapping[str, str], expected: Mapping[str, str]) -> int:
    return sum(actual.get(name) != expected.get(name) for name in {*actual, *expected})


class _Note(msgspec.Struct):
    sha256: str
    noted: date


class ModelNotes:
    """Hashes of the models that an office chose, keyed by a hash of their path, in the user's data folder.

    Any thread. Unreadable records are made anew.
    """

    def __init__(self) -> None:
        self._file = paths.data_folder() / NOTES

    def changed_since(self, model: Path) -> date | None:
        """Return the day on which a model was recorded that has changed since; None for an unchanged one.

        A model without a record gets one. Reads all of it: a second for a gigabyte. Raises NotReadable for
        the model and StoreError where the record cannot be written.
        """
        digest = hashlib.sha256(json.dumps(hashes(model), sort_keys=True).encode()).hexdigest()
        known = self._load()
        key = _path_hash(model)
        if key in known:
            return None if known[key].sha256 == digest else known[key].noted
        known[key] = _Note(digest, datetime.now(UTC).date())
        write_atomically(self._file, msgspec.json.encode(known))
        return None

    def forget(self, *models: Path) -> None:
        """Forget models that were chosen or made anew. Raises StoreError."""
        known = self._load()
        if [known.pop(key) for key in map(_path_hash, models) if key in known]:
            write_atomically(self._file, msgspec.json.encode(known))

    def _load(self) -> dict[str, _Note]:
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=dict[str, _Note])
        except (OSError, ValueError, RecursionError):
            return {}


def _path_hash(model: Path) -> str:
    """Return the key of a model: a hash of its path, so that no folder names are stored."""
    return hashlib.sha256(os.fsencode(model.absolute())).hexdigest()
