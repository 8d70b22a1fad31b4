"""Display names for the files in a ZIP archive, and the filter for files that operating systems leave behind.

Names may be in an undeclared encoding; see ``member_names`` for what else may be wrong with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from zipfile import ZipInfo

from briefbank.extraction.member_names import clean_path, distinct
from briefbank.text.file_names import is_left_behind, is_system_name

_UTF8 = 0x800
"""The flag of a name in UTF-8 (APPNOTE.TXT 6.3.10, 4.4.4)."""


def unique_names(infos: Iterable[ZipInfo]) -> Iterator[tuple[str, ZipInfo]]:
    """Yield each file that is not clutter, in order, with a unique name that has "/" between folders.

    Folders are left out.
    """
    named = ((_display_name(info), info) for info in infos if not info.filename.endswith(("/", "\\")))
    return distinct((name, info) for name, info in named if not _is_clutter(name))


def _display_name(info: ZipInfo) -> str:
    """Return a member's name in its intended encoding, cleaned.

    Many programs write UTF-8 without setting the flag; ``zipfile`` then decodes it as code page 437.
    """
    name = info.filename
    if not info.flag_bits & _UTF8:
        try:
            name = name.encode("cp437").decode("utf-8")
        except UnicodeError:
            name = info.filename
    return clean_path(name)


def _is_clutter(name: str) -> bool:
    """Tell whether a name is that of a hidden file or one left behind, or lies in such a folder."""
    *folders, last = name.split("/")
    hidden = any(part.startswith(".") or is_system_name(part) for part in folders)
    return hidden or last.startswith(".") or is_left_behind(last)
