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


_GROUPS = {
    "program": "exe dll com bat cmd msi sys ocx so dylib jar class pyc apk deb rpm iso img cab",
    "spreadsheet": "xls xlsx xlsm xlsb xlt xltx ods numbers wk1 wks wq1 wb1 qpw 123",
    "presentation": "ppt pptx pptm pps ppsx pot odp key",
    "database": "mdb accdb dbf sqlite sqlite3 db ldb mdf pst ost fp5 fp7 fmp12 qbw",
    "sound_or_film": "mp3 wav wma m4a ogg flac aac dss ds2 mp4 avi mov wmv mpg mpeg mkv m4v 3gp",
    "picture": "gif bmp webp heic heif psd ai eps svg ico wmf emf raw cr2 nef dwg",
    "mail": "eml msg mbox emlx",
    "word_processor": "doc dot wpd wp wp5 wpt rtf odt ott docm dotm wps lwp pages sam",
}
_GROUP_OF = {extension: group for group, names in _GROUPS.items() for extension in names.split()}


def extension_group(suffix: str) -> str:
    """Return to which programs files with this suffix belong, such as 'spreadsheet'; empty where it is not
    known."""
    return _GROUP_OF.get(suffix.lower().lstrip("."), "")
