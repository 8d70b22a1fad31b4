"""The folder of a document as it is kept and compared: the names of the folders from the dropped one down,
joined by "/".

The way to the dropped folder is not kept: it names the user and the computer, and nobody searches for it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from briefbank.text.accents import without_accents

LONGEST = 500
"""The characters of a folder that are kept, its end before its beginning: deeper ones say nothing more."""
_WORD = re.compile(r"[^\W_]+")


def folder_of(file: Path, roots: Collection[Path], home: Path | None = None) -> str:
    """Return the folder of a file: from the outermost of ``roots`` that holds it, this one's own name
    included; for a file outside all of them the name of its parent folder alone.

    All paths are absolute. A folder that is the user's ``home`` goes without its name. Nothing is read from
    the disk.
    """
    around = [parent for parent in file.parents if parent in roots]
    root = around[-1] if around else file.parent
    names = [root.name if root != home else "", *file.parent.relative_to(root).parts]
    return _clipped("/".join(name.replace("/", " ") for name in names if name not in ("", os.curdir)))


def _clipped(folder: str) -> str:
    if len(folder) <= LONGEST:
        return folder
    return folder[-LONGEST:].partition("/")[2] or folder[-LONGEST:]


def is_in(folder: str, other: str) -> bool:
    """Tell whether a folder is another one or lies in it."""
    return folder == other or folder.startswith(f"{other}/")


def levels(folder: str) -> list[str]:
    """Return a folder and those around it, the outermost first: 'a/b' has 'a' and 'a/b'."""
    parts = folder.split("/") if folder else []
    return ["/".join(parts[: n + 1]) for n in range(len(parts))]


def telling_levels(counts: Mapping[str, int], total: int) -> set[str]:
    """Return the levels that tell ``total`` documents apart, of those with their numbers of documents: not
    those in which all lie, nor those whose documents all lie in one deeper folder, which says more."""
    empty = {
        folder.rpartition("/")[0]
        for folder, n in counts.items()
        if counts.get(folder.rpartition("/")[0]) == n
    }
    return {folder for folder in counts.keys() - empty if counts[folder] < total}


def has_words(folder: str, typed: str) -> bool:
    """Tell whether the typed words stand side by side in the names of a folder, in any case, whatever stands
    between them: "appeals/2010" and "smith john" are in "Appeals/2010/Smith, John"."""
    wanted, there = _words(typed), _words(folder)
    if not wanted:
        return False
    width = len(wanted)
    return any(there[at : at + width] == wanted for at in range(len(there) - width + 1))


@lru_cache(maxsize=8192)
def _words(text: str) -> Sequence[str]:
    return tuple(_WORD.findall(without_accents(text)))
