"""The folder of a library: where one may begin, how it is known again, and which names in it are its own.

A library begins in a new or an empty folder only, and a small file says from then on that it is one. A folder
may come from anywhere (a USB stick, an archive, a share), so nothing in it is followed out of it: a library
with a link, a pipe or a device among its own files is not opened. BriefBank deletes in it what carries one of
its own names, and nothing else.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

from briefbank.errors import NotALibrary, StoreError, StoreLinked
from briefbank.files import delete, is_junction, open_regular, read_json, store_error, write_atomically
from briefbank.paths import LEFT, LibraryPaths

SENTINEL = "briefbank-library.json"
_KEY, _FORMAT = "briefbank_library", 1
_SENTINEL_BYTES = 1024

_CLUTTER = frozenset(
    {
        *(".ds_store", ".fseventsd", ".spotlight-v100", ".temporaryitems", ".trashes", "desktop.ini"),
        *("lost+found", "system volume information", "thumbs.db"),
    }
)
"""What systems leave in folders that a person would call empty, in small letters; and ``.Trash-1000``."""
_TRASH = re.compile(r"\.trash-\d+")

_FOLDERS = frozenset({"files", "reading", "lexical", "dense", "work", "summaries", "restoring"})
_OWN = re.compile(
    r"catalogue\.sqlite(-wal|-shm|-journal)?|thesaurus\.txt|audit\.(log|lock)|(writer|intake)\.lock"
    r"|backups\.json|lease\.json|before-upgrade-\w+\.sqlite(\.part)?(-journal|-wal|-shm)?"
    rf"|(before-restore|damaged)-\w+(-\d+)?|{LEFT}|{re.escape(SENTINEL)}"
)
_WORK = re.compile(rf"[0-9a-f]{{64}}|(desk|draft|member)-[0-9a-f]{{32}}|{LEFT}")
"""What BriefBank makes in ``work``."""
_DOCUMENT = re.compile(r"[0-9a-f]{64}")
_DEEPEST = 32
"""Folders in folders; LanceDB's take six."""
_NAMES_ANOTHER = bytes.fromhex("d9d505f920a163d7")
"""The end of a journal that names the one of several catalogues (https://sqlite.org/fileformat2.html)."""
_TABLES = {"alembic_version", "document", "passage"}


def admit(paths: LibraryPaths) -> bool:
    """Whether a library is in a folder; if not, one may begin there.

    Raises NotALibrary where other files are, StoreLinked, and StoreError. Nothing is changed.
    """
    try:
        if is_library(paths):
            refuse_links(paths.root)
            _refuse_naming_journal(paths.catalogue)
            return True
        if not is_free(paths.root):
            raise NotALibrary(detail="other files")
        return False
    except OSError as error:
        raise store_error(error) from error


def furnish(paths: LibraryPaths) -> None:
    """Make what every library has, in a folder that was admitted. Raises StoreError."""
    try:
        paths.create()
    except OSError as error:
        raise store_error(error) from error
    if not _has_sentinel(paths.root):
        write_atomically(paths.root / SENTINEL, json.dumps({_KEY: _FORMAT}).encode("ascii"))


def is_library(paths: LibraryPaths) -> bool:
    """Whether a library is in a folder, whole or damaged.

    One of an older release has no sentinel yet: it is known by its catalogue, and a damaged one by holding
    nothing but a library's own names. Never raises.
    """
    try:
        if _has_sentinel(paths.root):
            return True
        if paths.catalogue.is_symlink() or not paths.catalogue.is_file():
            return False
        return _is_catalogue(paths.catalogue) or all(_is_own(path) for path in paths.root.iterdir())
    except OSError:
        return False


def is_free(folder: Path) -> bool:
    """Whether a folder is not there yet, or a person would call it empty. Raises OSError."""
    try:
        return all(is_clutter(path.name) for path in folder.iterdir())
    except FileNotFoundError:
        return True


def is_clutter(name: str) -> bool:
    """Whether a system leaves files or folders of this name without being asked."""
    return name.lower() in _CLUTTER or bool(_TRASH.fullmatch(name.lower()))


def refuse_links(root: Path) -> None:
    """Raise StoreLinked where one of a library's own files or folders is neither: a link, a second name of a
    file elsewhere, a pipe, a device; and StoreError for folders in folders, deeper than in any library.

    Files that are not the library's own, and what children left on their desks, are passed over. Some hundred
    thousand a second. Raises OSError.
    """
    waiting = [(entry, entry.name, 1) for entry in _entries(root) if _is_own(Path(entry.path))]
    while waiting:
        entry, top, depth = waiting.pop()
        if entry.is_dir(follow_symlinks=False) and not is_junction(entry):
            if depth > _DEEPEST:
                raise StoreError(
                    "This library holds folders in folders, deeper than any that BriefBank makes.",
                    StoreLinked.default_remedy,
                    detail="too deep",
                )
            if (top, depth) != ("work", 2) or _DOCUMENT.fullmatch(entry.name):
                waiting += ((inside, top, depth + 1) for inside in _entries(Path(entry.path)))
        elif _leads_elsewhere(entry, is_changed=depth == 1 or top == "lexical"):
            raise StoreLinked(detail=f"in {top}")


def delete_folder(folder: Path, is_own: Callable[[str], bool] = lambda name: True) -> None:
    """Delete of a folder's contents what ``is_own`` says of their names, and the folder if it is empty then.

    A link is never followed. What cannot be deleted stays. Never raises.
    """
    with suppress(OSError):
        for entry in _entries(folder):
            if is_own(entry.name):
                delete(Path(entry.path))
        folder.rmdir()


def work_in(folder: Path) -> list[Path]:
    """What BriefBank made in a library's folder for work that goes on or was stopped. Raises OSError."""
    return [Path(entry.path) for entry in _entries(folder) if _WORK.fullmatch(entry.name)]


def _has_sentinel(root: Path) -> bool:
    path = root / SENTINEL
    try:
        untrusted = read_json(path, _SENTINEL_BYTES)
    except (OSError, ValueError):
        return False
    return isinstance(untrusted, dict) and _KEY in untrusted


def _is_catalogue(path: Path) -> bool:
    """Read from the file as it is, without its log and without locks: nothing is made beside it."""
    try:
        address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
        with closing(sqlite3.connect(address, uri=True)) as connection:
            query = "SELECT name FROM sqlite_schema WHERE type = 'table'"
            return {name for (name,) in connection.execute(query)} >= _TABLES
    except sqlite3.Error:
        return False


def _refuse_naming_journal(catalogue: Path) -> None:
    """Raise StoreLinked where the catalogue’s journal names another file: once SQLite has rolled the journal
    back, it deletes that file, wherever it is. BriefBank writes no such journal. Raises OSError."""
    try:
        with open_regular(catalogue.with_name(f"{catalogue.name}-journal")) as file:
            file.seek(-min(len(_NAMES_ANOTHER), file.seek(0, os.SEEK_END)), os.SEEK_END)
            if file.read() == _NAMES_ANOTHER:
                raise StoreLinked(detail="in a journal")
    except FileNotFoundError:
        return


def _is_own(path: Path) -> bool:
    return path.name in _FOLDERS or bool(_OWN.fullmatch(path.name)) or is_clutter(path.name)


def _leads_elsewhere(entry: os.DirEntry[str], *, is_changed: bool) -> bool:
    """Whether a file is none, or has another name elsewhere, under which it would be changed, too.

    Those that are not changed in place may have second names: for children that read them, and for the copy
    that a restore keeps.
    """
    if not entry.is_file(follow_symlinks=False):
        return os.path.lexists(entry.path)
    return is_changed and entry.stat(follow_symlinks=False).st_nlink > 1


def _entries(folder: Path) -> Iterator[os.DirEntry[str]]:
    """Nothing where another program took the folder away meanwhile. Raises OSError."""
    try:
        with os.scandir(folder) as entries:
            yield from list(entries)
    except FileNotFoundError:
        return
