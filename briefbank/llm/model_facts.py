"""A cache of facts about models' files, some of which take minutes to find out.

A small JSON file in the user's data folder holds the hash of each file that was inspected, and how the model
of each hash did as a second reader. A hash counts as long as the file's size and modification time are
unchanged. What cannot be read of the list is found out again; when two programs write at once, what one of
them wrote is found out again too.
"""

from __future__ import annotations

import json
import logging
import re
from dataclasses import asdict, fields
from pathlib import Path
from threading import Lock
from typing import Any

from briefbank.domain.local_models import Fitness
from briefbank.errors import StoreError
from briefbank.files import write_atomically

log = logging.getLogger(__name__)

_MOST = 50
"""The number of newest facts of each kind that the list holds."""
_SHA256 = re.compile(r"[0-9a-f]{64}")
_HASHES, _SECOND_READERS = "hashes", "second_readers"
_COUNTS = tuple(field.name for field in fields(Fitness) if field.name != "fit")


Sign = tuple[Path, int, int]
"""The identity of a file: its absolute path, and its size in bytes and modification time, which stand for its
contents."""


def sign_of(model: Path) -> Sign | None:
    """Return a file's identity; None where there is no such file."""
    try:
        found = model.stat()
    except OSError:
        return None
    return model.absolute(), found.st_size, found.st_mtime_ns


class ModelFacts:
    """The cache, for any thread. A failed write is only logged: the next program finds out again."""

    def __init__(self, file: Path) -> None:
        self._file, self._lock = file, Lock()

    def sha256(self, sign: Sign | None) -> str:
        """Return the hash as 64 hexadecimal digits, or an empty string where it is not known."""
        known = self._all()[_HASHES].get(_key(sign)) if sign else None
        return known if isinstance(known, str) and _SHA256.fullmatch(known) else ""

    def keep_sha256(self, sign: Sign, sha256: str) -> None:
        """Store a file's hash. A file that was moved is known by its new place alone."""
        with self._lock:
            known = self._all()
            hashes = {key: each for key, each in known[_HASHES].items() if each != sha256}
            self._write(known | {_HASHES: _with(hashes, _key(sign), sha256)})

    def fitness(self, sha256: str, questions: str) -> Fitness | None:
        """Return how the model of that hash did on this version of the questions; None if unknown."""
        return _fitness(self._all()[_SECOND_READERS].get(f"{sha256} {questions}"))

    def keep_fitness(self, sha256: str, questions: str, fitness: Fitness) -> None:
        """Store how a model did; results for other versions of the questions are dropped as obsolete."""
        with self._lock:
            known = self._all()
            others = {key: each for key, each in known[_SECOND_READERS].items() if key[:64] != sha256}
            kept = _with(others, f"{sha256} {questions}", asdict(fitness))
            self._write(known | {_SECOND_READERS: kept})

    def _all(self) -> dict[str, dict[str, Any]]:
        """Return both lists, empty where there is none. Their values are not validated yet."""
        try:
            read = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            read = None
        whole = read if isinstance(read, dict) else {}
        lists = {kind: whole.get(kind) for kind in (_HASHES, _SECOND_READERS)}
        return {kind: facts if isinstance(facts, dict) else {} for kind, facts in lists.items()}

    def _write(self, known: dict[str, dict[str, Any]]) -> None:
        try:
            write_atomically(self._file, json.dumps(known).encode())
        except StoreError as error:
            log.warning("facts about models not kept: %s", type(error).__name__)


def _with(facts: dict[str, Any], key: str, fact: object) -> dict[str, Any]:
    """Return ``facts`` with one more, which is the newest."""
    others = {former: each for former, each in facts.items() if former != key}
    return dict([*others.items(), (key, fact)][-_MOST:])


def _fitness(kept: object) -> Fitness | None:
    """Return the stored result, or None for one that makes no sense."""
    if not isinstance(kept, dict) or type(kept.get("fit")) is not bool:
        return None
    counts: dict[str, Any] = {name: kept.get(name) for name in _COUNTS}
    if any(type(count) is not int or count < 0 for count in counts.values()):
        return None
    found = Fitness(**counts, fit=kept["fit"])
    return found if found.caught <= found.wrong and found.passed <= found.right else None


def _key(sign: Sign) -> str:
    path, size, changed = sign
    return f"{path}|{size}|{changed}"
