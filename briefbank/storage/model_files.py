"""Checks whether the files of models are unchanged.

The models that come with BriefBank are compared with a shipped list of hashes, those that an office chose
with the hashes recorded at their first test. A changed model would find other passages, or write other
sentences, and nobody would notice. ``python -m installer.model_hashes`` makes the list of the shipped model
when its package changes.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from briefbank import paths
from briefbank.errors import NotReadable
from briefbank.files import hash_file, write_atomically

LIST = "model_hashes.json"
NOTES = "model-files.json"
_IGNORED_FILES = {".gitattributes", "README.md"}
"""The files beside a model that do not affect it."""


def shipped_list() -> dict[str, str]:
    """Return the SHA-256 of each file of the model that comes with BriefBank, by path."""
    return dict(json.loads((paths.resources_folder() / LIST).read_text("utf-8")))


def hashes(model: Path) -> dict[str, str]:
    """Return the SHA-256 of each file of a model, by path: one file, or all in a folder. Reads them whole.
    Raises NotReadable."""
    if model.is_file():
        return {"": hash_file(model)}
    try:
        found = sorted(path for path in model.rglob("*") if path.is_file() and _is_part(path))
    except OSError as error:
        raise NotReadable(detail=f"model: errno {error.errno}") from error
    if not found:
        raise NotReadable(detail="model: no files")
    return {path.relative_to(model).as_posix(): hash_file(path) for path in found}


def _is_part(path: Path) -> bool:
    return path.name not in _IGNORED_FILES and ".git" not in path.parts


def differing(found: Mapping[str, str], expected: Mapping[str, str]) -> int:
    """Count the files that are missing, added or changed."""
    return sum(found.get(name) != expected.get(name) for name in {*found, *expected})


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
        found, known = _combined_hash(hashes(model)), self._load()
        note = known.get(_path_hash(model))
        if isinstance(note, dict) and isinstance(note.get("sha256"), str):
            return None if note["sha256"] == found else _date_or_min(note.get("noted"))
        self._record(known, model, found)
        return None

    def forget(self, *models: Path) -> None:
        """Forget models that were chosen or made anew, so that the next test records them. Raises
        StoreError."""
        known = self._load()
        if [known.pop(key) for key in map(_path_hash, models) if key in known]:
            write_atomically(self._file, json.dumps(known).encode())

    def _record(self, known: dict[str, Any], model: Path, found: str) -> None:
        noted = datetime.now(UTC).date().isoformat()
        note = {_path_hash(model): {"sha256": found, "noted": noted}}
        write_atomically(self._file, json.dumps(known | note).encode())

    def _load(self) -> dict[str, Any]:
        try:
            read = json.loads(self._file.read_text("utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return read if isinstance(read, dict) else {}


def _combined_hash(found: Mapping[str, str]) -> str:
    return hashlib.sha256(json.dumps(dict(found), sort_keys=True).encode()).hexdigest()


def _path_hash(model: Path) -> str:
    """Return the key of a model: a hash of its path, so that no folder names are stored."""
    return hashlib.sha256(os.fsencode(model.absolute())).hexdigest()


def _date_or_min(noted: object) -> date:
    try:
        return date.fromisoformat(str(noted))
    except ValueError:
        return date.min
