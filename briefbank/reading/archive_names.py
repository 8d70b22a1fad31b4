"""Names inside an archive: made fit to be shown, and told from what systems leave behind.

They are untrusted and of any kind: absolute, with "..", with Windows' separators, in an encoding that nobody
named, with characters that turn a line of text round, or the same for several files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from zipfile import ZipInfo

from briefbank.files import CLUTTER

_UTF8 = 0x800
"""The flag of a name that is UTF-8 (APPNOTE.TXT 6.3.10, 4.4.4)."""
_LONGEST_PART = 150
"""Characters of a folder's or file's name; the last ones are kept."""
UNNAMED = "unnamed"


def named(infos: Iterable[ZipInfo]) -> Iterator[tuple[str, ZipInfo]]:
    """The files that count, in order, each under a name of its own with "/" between folders; no folders."""
    taken: dict[str, int] = {}
    for info in infos:
        name = _shown(info)
        if info.filename.endswith(("/", "\\")) or _is_clutter(name):
            continue
        taken[name] = taken.get(name, 0) + 1
        while taken[name] > 1:
            name = _numbered(name, taken[name])
            taken[name] = taken.get(name, 0) + 1
        yield name, info


def _shown(info: ZipInfo) -> str:
    """A member's name as it was meant, without anything that would mean something to a disk or a screen.

    Many programs write UTF-8 without saying so; ``zipfile`` then reads it as the old code page 437.
    """
    name = info.filename
    if not info.flag_bits & _UTF8:
        try:
            name = name.encode("cp437").decode("utf-8")
        except UnicodeError:
            name = info.filename
    parts = [_cleaned(part) for part in name.replace("\\", "/").split("/")]
    return "/".join(part for part in parts if part not in ("", ".", "..")) or UNNAMED


def _cleaned(part: str) -> str:
    shown = "".join(letter for letter in part if letter.isprintable()).replace(":", "-")
    return shown.strip()[-_LONGEST_PART:]


def _numbered(name: str, number: int) -> str:
    path = PurePosixPath(name)
    return str(path.with_name(f"{path.stem} ({number}){path.suffix}"))


def _is_clutter(name: str) -> bool:
    """Hidden files, Office's lock files and what macOS and Windows leave behind, in a folder or as one."""
    parts = name.split("/")
    hidden = any(part.startswith((".", "~$")) or part == "__MACOSX" for part in parts)
    return hidden or parts[-1].casefold() in CLUTTER
