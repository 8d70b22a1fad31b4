"""Whether the files of models are still what they were: those that come with BriefBank against a list of
hashes that is shipped with it, those that an office chose against what was noted when they were first tested.

A model that somebody has changed would find other passages, or write other sentences, and nobody would see
it. The list of the shipped model is made by ``python -m installer.model_hashes`` when its package changes.
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
_NOT_PART = {".gitattributes", "README.md"}
"""What lies beside a model and decides nothing."""


def shipped_list() -> dict[str, str]:
    """SHA-256 by path, of the files of the model that comes with BriefBank."""
    return dict(json.loads((paths.resources_folder() / LIST).read_text("utf-8")))


def hashes(model: Path) -> dict[str, str]:
    """SHA-256 by path of a model: one file, or all in a folder. Reads them whole. Raises NotReadable."""
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
    return path.name not in _NOT_PART and ".git" not in path.parts


def differing(found: Mapping[str, str], expected: Mapping[str, str]) -> int:
    """How many files are missing, added or changed."""
    return sum(found.get(name) != expected.get(name) for name in {*found, *expected})


class ModelNotes:
    """Hashes of the models that an office chose, by a hash of where they are, in the user's data folder.

    Any thread. What cannot be read of the notes is noted anew.
    """

    def __init__(self) -> None:
        self._file = paths.data_folder() / NOTES

    def changed_since(self, model: Path) -> date | None:
        """The day on which a model was noted that is another one now; None for one that is the same.

        One that was never noted is noted. Reads all of it: a second for a gigabyte. Raises NotReadable for
        the model and StoreError where the note cannot be written.
        """
        found, known = _of_all(hashes(model)), self._all()
        note = known.get(_key(model))
        if isinstance(note, dict) and isinstance(note.get("sha256"), str):
            return None if note["sha256"] == found else _day(note.get("noted"))
        self._keep(known, model, found)
        return None

    def forget(self, *models: Path) -> None:
        """Chosen or made anew: the next test notes them as they are then. Raises StoreError."""
        known = self._all()
        if [known.pop(key) for key in map(_key, models) if key in known]:
            write_atomically(self._file, json.dumps(known).encode())

    def _keep(self, known: dict[str, Any], model: Path, found: str) -> None:
        noted = datetime.now(UTC).date().isoformat()
        note = {_key(model): {"sha256": found, "noted": noted}}
        write_atomically(self._file, json.dumps(known | note).encode())

    def _all(self) -> dict[str, Any]:
        try:
            read = json.loads(self._file.read_text("utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return read if isinstance(read, dict) else {}


def _of_all(found: Mapping[str, str]) -> str:
    return hashlib.sha256(json.dumps(dict(found), sort_keys=True).encode()).hexdigest()


def _key(model: Path) -> str:
    """Without its path: names of folders are nobody's business."""
    return hashlib.sha256(os.fsencode(model.absolute())).hexdigest()


def _day(noted: object) -> date:
    try:
        return date.fromisoformat(str(noted))
    except ValueError:
        return date.min
