"""Display names for the files in an archive, and the filter for files that operating systems leave behind.

Names in an archive are untrusted. They may be absolute, contain "..", use Windows separators, be in an
undeclared encoding, contain bidirectional control characters, or be the same for several files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from zipfile import ZipInfo

from briefbank.text.file_names import is_left_behind, is_system_name

_UTF8 = 0x800
"""The flag of a name in UTF-8 (APPNOTE.TXT 6.3.10, 4.4.4)."""
_LONGEST_PART = 150
"""The maximum number of characters of a folder's or file's name; the last ones are kept."""
UNNAMED = "unnamed"


def unique_names(infos: Iterable[ZipInfo]) -> Iterator[tuple[str, ZipInfo]]:
    """Yield each file that is not clutter, in order, with a unique name that has "/" between folders.

    Folders are left out.
    """
    taken: dict[str, int] = {}
    for info in infos:
        name = _display_name(info)
        if info.filename.endswith(("/", "\\")) or _is_clutter(name):
            continue
        taken[name] = taken.get(name, 0) + 1
        while taken[name] > 1:
            name = _numbered(name, taken[name])
            taken[name] = taken.get(name, 0) + 1
        yield name, info


def _display_name(info: ZipInfo) -> str:
    """Return a member's name in its intended encoding, without parts that a file system or a screen
    interprets.

    Many programs write UTF-8 without setting the flag; ``zipfile`` then decodes it as code page 437.
    """
    name = info.filename
    if not info.flag_bits & _UTF8:
        try:
            name = name.encode("cp437").decode("utf-8")
        except UnicodeError:
            name = info.filename
    parts = [_clean_part(part) for part in name.replace("\\", "/").split("/")]
    return "/".join(part for part in parts if part not in ("", ".", "..")) or UNNAMED


def _clean_part(part: str) -> str:
    shown = "".join(letter for letter in part if letter.isprintable()).replace(":", "-")
    return shown.strip()[-_LONGEST_PART:]


def _numbered(name: str, number: int) -> str:
    path = PurePosixPath(name)
    return str(path.with_name(f"{path.stem} ({number}){path.suffix}"))


def _is_clutter(name: str) -> bool:
    """Tell whether a name is that of a hidden file or one left behind, or lies in such a folder."""
    *folders, last = name.split("/")
    hidden = any(part.startswith(".") or is_system_name(part) for part in folders)
    return hidden or last.startswith(".") or is_left_behind(last)
