"""Display names for the files in a container: a ZIP archive, a mail, a mailbox, a PDF.

Names in a container are untrusted. They may be absolute, contain "..", use Windows separators, contain
bidirectional control characters, be missing, or be the same for several files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import TypeVar

T = TypeVar("T")

UNNAMED = "unnamed"
_LONGEST_PART = 150
"""The maximum number of characters of a folder's or file's name; the last ones are kept."""


def clean_part(part: str) -> str:
    """Return the name of one folder or file without what a file system or a screen interprets."""
    shown = "".join(letter for letter in part if letter.isprintable()).replace(":", "-")
    return shown.strip()[-_LONGEST_PART:]


def clean_path(name: str) -> str:
    """Return a name that has "/" between folders, and none that leads elsewhere."""
    parts = [clean_part(part) for part in name.replace("\\", "/").split("/")]
    return "/".join(part for part in parts if part not in ("", ".", "..")) or UNNAMED


def clean_name(name: str) -> str:
    """Return the name of a file without its folders."""
    return clean_path(name).rpartition("/")[2]


def distinct(named: Iterable[tuple[str, T]]) -> Iterator[tuple[str, T]]:
    """Yield the pairs in order, with a number in each name that came before."""
    taken: dict[str, int] = {}
    for name, value in named:
        taken[name] = taken.get(name, 0) + 1
        while taken[name] > 1:
            name = _numbered(name, taken[name])
            taken[name] = taken.get(name, 0) + 1
        yield name, value


def _numbered(name: str, number: int) -> str:
    path = PurePosixPath(name)
    return str(path.with_name(f"{path.stem} ({number}){path.suffix}"))
