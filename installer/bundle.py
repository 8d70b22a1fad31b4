"""Checks a folder that PyInstaller made: each library in it belongs to a component whose licence is known.

PyInstaller also takes libraries from the system on which it runs. Therefore a file passes only when a Python
package that the locks name has it at the same place, or when its name is listed in ``components.toml``. All
other files fail, as do those that must not be shipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path, PurePosixPath

from installer import components

_LIBRARY = re.compile(r"\.(so(\.[0-9.]+)?|dll|pyd|dylib)$")
_INSIDE = "_internal"


def problems(folder: Path) -> list[str]:
    """Return one line for each file that may not be shipped or that belongs to no known component."""
    inside = folder / _INSIDE if (folder / _INSIDE).is_dir() else folder
    found: list[str] = []
    for file in sorted(path for path in inside.rglob("*") if path.is_file()):
        found += reasons_against(PurePosixPath(file.relative_to(inside).as_posix()))
    return found


def reasons_against(file: PurePosixPath) -> Iterator[str]:
    """Find reasons against shipping a file, which is named by its place in the folder."""
    for pattern, why in components.written_statements()["left_out"].items():
        if _matches(file, pattern):
            yield f"{file}: must be left out: {why}."
            return
    if _LIBRARY.search(file.name) and not _is_known(file):
        yield f"{file}: a library of no known part. Leave it to the system, or name it in components.toml."


def _is_known(file: PurePosixPath) -> bool:
    return str(file) in packaged_places() or any(_matches(file, pattern) for pattern in _patterns())


def _matches(file: PurePosixPath, pattern: str) -> bool:
    return fnmatch(str(file), pattern) or fnmatch(file.name, pattern)


def _patterns() -> Iterator[str]:
    for entry in components.written_statements()["native"]:
        yield from entry.get("files", ())


@cache
def packaged_places() -> frozenset[str]:
    """Return the places of all files of the packages that the locks name."""
    files = (file for package in components.shipped_distributions() for file in package.files or ())
    return frozenset(file.as_posix() for file in files if file.parts[0] != "..")
