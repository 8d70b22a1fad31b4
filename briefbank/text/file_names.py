"""Names of files and folders that systems and programs leave behind."""

from __future__ import annotations

import re

_SYSTEM_NAMES = frozenset(
    (
        *("$recycle.bin", ".ds_store", ".fseventsd", ".localized", ".spotlight-v100", ".temporaryitems"),
        *(".trashes", "@eadir", "__macosx", "desktop.ini", "ehthumbs.db", "lost+found"),
        *("system volume information", "thumbs.db"),
    )
)
"""Names, in lower case, that systems and network drives create in folders that a person would call empty."""
_TRASH = re.compile(r"\.trash-\d+")
_LEFT_BEHIND = re.compile(
    r"~\$.*|\._.*|\.~lock\..*|~wrl\d+\.tmp"
    r"|.*\.(?:ini|lnk|url|webloc|desktop|tmp|temp|part|partial|crdownload|download|bak|swp|asd|wbk)"
)
"""Names, in lower case, of lock files, shortcuts, settings and half-written or saved older files, as Office,
LibreOffice, browsers and editors leave them."""


def is_system_name(name: str) -> bool:
    """Tell whether a system creates files or folders of this name by itself."""
    folded = name.casefold()
    return folded in _SYSTEM_NAMES or _TRASH.fullmatch(folded) is not None


def is_left_behind(name: str) -> bool:
    """Tell whether a file of this name is no document of a person's, but was left by a system or a
    program."""
    return is_system_name(name) or _LEFT_BEHIND.fullmatch(name.casefold()) is not None
