"""Reads the searches with their judged passages, and puts texts in a form in which passages are found."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

OPEN = Path(__file__).with_name("searches-open.jsonl")
SEALED = Path(__file__).with_name("searches-sealed.jsonl")
SEED = "defenders"
_WORD = re.compile(r"[^\W_]+")


class SearchKind(StrEnum):
    """What a search is like."""

    FIELD = "field"
    FACTS = "facts"
    TERMS = "terms"
    RULE = "rule"
    CASE = "case"
    ABSENT = "absent"  # Its subject is not in the library: the right answer is that nothing is close
    QUESTION = "question"
    MISSPELT = "misspelt"


@dataclass(frozen=True, slots=True)
class Judged:
    """A passage: its document, and words enough to find it there."""

    document: str
    quote: str


@dataclass(frozen=True, slots=True)
class Search:
    """A search as somebody types it, with its relevant passages."""

    id: str
    kind: SearchKind
    query: str
    right: tuple[Judged, ...]  # The passages that answer it; each is enough
    also: tuple[Judged, ...]  # The other passages on the point
    note: str

    @property
    def relevant(self) -> tuple[Judged, ...]:
        return self.right + self.also


def read(path: Path) -> tuple[Search, ...]:
    """Return the searches of one half, ``OPEN`` or ``SEALED``."""
    return tuple(_search(line) for line in path.read_text(encoding="utf-8").splitlines())


def in_halves(ids: Iterable[str]) -> tuple[set[str], set[str]]:
    """Return the open and the sealed ones of the ids of one kind."""
    drawn = sorted(ids, key=lambda item: hashlib.sha256(f"{SEED} {item}".encode()).digest())
    middle = (len(drawn) + 1) // 2
    return set(drawn[:middle]), set(drawn[middle:])


def plain(text: str) -> str:
    """Return the words of a text without case, marks and lines, each between blanks."""
    return f" {' '.join(_WORD.findall(text.casefold()))} "


def _search(line: str) -> Search:
    row = json.loads(line)
    right, also = (tuple(Judged(**item) for item in row[name]) for name in ("right", "also"))
    return Search(row["id"], SearchKind(row["kind"]), row["query"], right, also, row["note"])
