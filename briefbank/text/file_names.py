"""What the names of files and folders say: left-overs of systems, kinds of programs, folders as they are
kept, patterns that leave files out, and versions.
"""

from __future__ import annotations

import fnmatch
import os
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from briefbank.text.characters import without_accents

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
    folded = name.casefold()
    return folded in _SYSTEM_NAMES or _TRASH.fullmatch(folded) is not None


def is_left_behind(name: str) -> bool:
    """Tell whether a file of this name was left by a system or a program, and is no person's document."""
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
    """Return to which programs files with this suffix belong, such as 'spreadsheet'; empty if not known."""
    return _GROUP_OF.get(suffix.lower().lstrip("."), "")


LONGEST = 500
"""The characters of a folder that are kept, its end before its beginning: deeper ones say nothing more."""
_WORD = re.compile(r"[^\W_]+")


def folder_of(file: Path, roots: Collection[Path], home: Path | None = None) -> str:
    """Return the folder of a file: from the outermost of ``roots`` that holds it, this one's own name
    included; for a file outside all of them the name of its parent folder alone. All paths are absolute. A
    folder that is the user's ``home`` goes without its name. Nothing is read from the disk."""
    around = [parent for parent in file.parents if parent in roots]
    root = around[-1] if around else file.parent
    names = [root.name if root != home else "", *file.parent.relative_to(root).parts]
    folder = "/".join(name.replace("/", " ") for name in names if name not in ("", os.curdir))
    if len(folder) <= LONGEST:
        return folder
    return folder[-LONGEST:].partition("/")[2] or folder[-LONGEST:]


def levels(folder: str) -> list[str]:
    """Return a folder and those around it, the outermost first: 'a/b' has 'a' and 'a/b'."""
    parts = folder.split("/") if folder else []
    return ["/".join(parts[: n + 1]) for n in range(len(parts))]


def telling_levels(counts: Mapping[str, int], total: int) -> set[str]:
    """Return the levels that tell ``total`` documents apart, of those with their numbers of documents: not
    those in which all lie, nor those whose documents all lie in one deeper folder, which says more."""
    parents = {folder: folder.rpartition("/")[0] for folder in counts}
    empty = {parents[folder] for folder, n in counts.items() if counts.get(parents[folder]) == n}
    return {folder for folder in counts.keys() - empty if counts[folder] < total}


def has_words(folder: str, typed: str) -> bool:
    """Tell whether the typed words stand side by side in the names of a folder, in any case, whatever stands
    between them: "appeals/2010" and "smith john" are in "Appeals/2010/Smith, John"."""
    sought, there = _words(typed), _words(folder)
    places = range(len(there) - len(sought) + 1) if sought else ()
    return any(there[at : at + len(sought)] == sought for at in places)


@lru_cache(maxsize=8192)
def _words(text: str) -> Sequence[str]:
    return tuple(_WORD.findall(without_accents(text)))


MOST_PATTERNS = 200


class LeaveOut:
    """The patterns of one list, ready for many places. Any thread."""

    def __init__(self, patterns: Iterable[str] = ()) -> None:
        self.patterns = cleaned(patterns)
        self._names: list[tuple[str, re.Pattern[str]]] = []
        self._places: list[tuple[str, re.Pattern[str]]] = []
        for pattern in self.patterns:
            # The expressions of ``fnmatch`` never try a star twice, so that none takes long.
            place = pattern.replace("\\", "/")
            if "/" in place:
                whole = place.lstrip("/")
                whole += "*" * whole.endswith("/")
                rule = re.compile(f"(?:.*?/)?{fnmatch.translate(whole.casefold())}", re.DOTALL)
                self._places.append((pattern, rule))
            else:
                self._names.append((pattern, re.compile(fnmatch.translate(pattern.casefold()))))
        self._of_folder = lru_cache(maxsize=4096)(self._named)

    def __bool__(self) -> bool:
        return bool(self.patterns)

    def match(self, path: str) -> str:
        """Return a pattern that leaves out the file at this place, such as ``Appeals/2010/brief.pdf``; empty
        for none. The first name in a place is that of the added folder itself, which a person has chosen, and
        is not compared alone."""
        if not self.patterns:
            return ""
        path = path.replace("\\", "/").casefold()
        folder, _, name = path.rpartition("/")
        inner = folder.partition("/")[2]
        if pattern := self._named(name) or (self._of_folder(inner) if inner else ""):
            return pattern
        return next((pattern for pattern, rule in self._places if rule.match(path)), "")

    def _named(self, names: str) -> str:
        """Return the first pattern that is one of some names with slashes between."""
        parts = names.split("/")
        return next((pattern for pattern, rule in self._names if any(map(rule.match, parts))), "")


def cleaned(patterns: Iterable[str]) -> tuple[str, ...]:
    """Return the patterns that say something, each once, within the limits."""
    kept = dict.fromkeys(text for pattern in patterns if (text := pattern.strip()) and len(text) <= LONGEST)
    return tuple(kept)[:MOST_PATTERNS]


LONGEST_NAME = 300  # The characters of a name that are examined: no system has longer names of files
_ORDINALS = {"first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5"}
_NUMBER = r"(?P<{}>\d{{1,2}}(?:\.\d{{1,2}})?)"
_WORD_END = r"(?![^\W\d_])"
_FILED = re.compile(
    rf"(?<![^\W_])(?:e-?)?(?:filed|file[- ]?stamped|stamped|conformed|served){_WORD_END}", re.IGNORECASE
)
_FINAL = re.compile(
    rf"(?<![^\W_])(?:final|fnl){_WORD_END}(?!\W*(?:order|judg|decision|decree|restrain|arg|report|rule|agency))"
    r"(?:\s?(?P<number>\d)(?![\w.-]))?",
    re.IGNORECASE,
)
_DRAFT = re.compile(
    rf"(?<![^\W_])(?:(?P<ordinal>first|second|third|fourth|fifth|(?P<counted>[1-9])(?:st|nd|rd|th)|final|rough)"
    rf"\s)?(?:draft|dft|drft){_WORD_END}(?:\s?(?:no\.?\s?|#)?{_NUMBER.format('number')}(?![\w/-]))?",
    re.IGNORECASE,
)
_VERSION = re.compile(
    rf"(?<![^\W_])(?:v|ver|vers|version|rev|revision)[.\s]?{_NUMBER.format('number')}(?![\w/-])",
    re.IGNORECASE,
)
_SPACED = str.maketrans("_+,;()[]{}", " " * 10)
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


class VersionState(StrEnum):
    """How far a version came."""

    FILED = "filed"
    FINAL = "final"
    DRAFT = "draft"


@dataclass(frozen=True, slots=True)
class VersionWords:
    """What a name or a person says of a version; both parts may be empty."""

    state: VersionState | None = None
    number: str = ""  # The number of the version or draft, as in '3' or '1.2'

    def __str__(self) -> str:
        """Return it as people write it: 'Final, version 3', 'Draft 2', 'Version 1.2'."""
        if not self.state:
            return f"Version {self.number}" if self.number else ""
        name = self.state.value.capitalize()
        if not self.number:
            return name
        between = " " if self.state is VersionState.DRAFT else ", version "
        return f"{name}{between}{self.number}"

    @property
    def counted(self) -> tuple[int, ...]:
        """Return the number for comparison: '1.10' comes after '1.9'; empty for none."""
        return tuple(map(int, self.number.split("."))) if self.number else ()


@lru_cache(maxsize=4096)
def version_words(text: str) -> VersionWords:
    """Return what a text says of its version. Pure, linear; never raises. ``text`` is a name without its
    suffix, or what ``str`` made of such words."""
    plain = _CAMEL.sub(" ", text[:LONGEST_NAME].translate(_SPACED))
    filed, final, draft = (pattern.search(plain) for pattern in (_FILED, _FINAL, _DRAFT))
    version = _VERSION.search(plain)
    number = version["number"] if version else ""
    if filed:
        return VersionWords(VersionState.FILED, number)
    if draft:
        ordinal = (draft["ordinal"] or "").lower()
        counted = draft["number"] or draft["counted"] or _ORDINALS.get(ordinal, "")
        return VersionWords(VersionState.DRAFT, counted or number)
    if final:
        return VersionWords(VersionState.FINAL, number or final["number"] or "")
    return VersionWords(None, number)
