"""The folder of a library: where one may begin, whether it can be reached, and which names are its own.

A network share may go away, and come back, while the library is open. Operations then fail in many ways, and
each error would wrongly report a damaged file or index. Checking once whether the library can be reached
tells the two cases apart.

A library is created in a new or an empty folder only, and a small sentinel file marks it from then on. A
folder may come from anywhere (a USB stick, an archive, a share), so nothing in it is followed out of it: a
library with a link, a pipe or a device among its own files is not opened. BriefBank deletes only files and
folders with one of its own names.

The folder of an offline copy has a lease, which says until when it may be opened. After that it stays closed;
some days later the next opening begins by deleting what belongs to the office (``assembly``).
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path, PurePath

import msgspec

from briefbank.domain.maintenance import Caution, LibraryPlace
from briefbank.domain.office import OfflineChoice, OfflineLease
from briefbank.errors import (
    BriefBankError,
    Cancelled,
    FileAway,
    NotALibrary,
    OfflineEnded,
    OnlyServerOpens,
    StoreAway,
    StoreError,
    StoreLinked,
)
from briefbank.files import (
    delete,
    is_junction,
    open_regular,
    read_json,
    sqlite_address,
    store_error,
    write_out,
)
from briefbank.paths import APP, UNFINISHED, LibraryPaths
from briefbank.storage import secrets
from briefbank.text.file_names import is_system_name
from briefbank.text.messages import Message


def is_unreachable(paths: LibraryPaths) -> bool:
    """Return whether neither catalogue nor sentinel can be reached (an office server's catalogue is
    elsewhere). Blocks as long as the disk or share does."""
    for path in (paths.stored_catalogue, paths.root / SENTINEL):
        try:
            path.stat()
            return False
        except OSError:
            continue
    return True


@contextmanager
def require_reachable(paths: LibraryPaths) -> Iterator[None]:
    """Raise StoreAway in place of other errors while the library cannot be reached. Any thread."""
    try:
        yield
    except (StoreAway, Cancelled):
        raise
    except (BriefBankError, OSError) as error:
        if is_unreachable(paths):
            raise StoreAway(detail=f"instead of {type(error).__name__}") from error
        raise


def require_readable(path: Path, library: LibraryPaths) -> Path:
    """Return the path once its first byte was read. Blocks as long as the disk or share does.

    Raises StoreAway when the library itself cannot be reached, and FileAway when only the file cannot.
    """
    try:
        with path.open("rb") as file:
            file.read(1)
    except OSError as error:
        away = StoreAway if is_unreachable(library) else FileAway
        raise away(detail=type(error).__name__) from error
    return path


SENTINEL = "briefbank-library.json"
_KEY, _FORMAT = "briefbank_library", 1
_OF_OFFICE = "catalogue_in_database"
"""The key in the sentinel of a library whose catalogue is no file, but in an office server's database."""
_SENTINEL_BYTES = 1024

_OWN_FOLDERS = frozenset({"files", "reading", "lexical", "dense", "work", "summaries", "restoring"})
_OWN_NAME = re.compile(
    r"catalogue\.sqlite(-wal|-shm|-journal)?|thesaurus\.txt|audit\.(log|lock)|(writer|intake|backup|serving)\.lock"
    rf"|backups\.json|lease\.json|offline\.json|{re.escape(SENTINEL)}"
    rf"|(before-restore|damaged)-\w+(-\d+)?|{UNFINISHED}"
)
_WORK_NAME = re.compile(
    r"[0-9a-f]{64}|(desk|draft)-[0-9a-f]{32}|member-[0-9a-f]{32}(\.[a-z0-9]{1,8})?"
    rf"|moved-(files|reading)-[0-9a-f]{{64}}\.\w+|{UNFINISHED}"
)
"""The names that BriefBank creates in ``work``."""
_DOCUMENT_HASH = re.compile(r"[0-9a-f]{64}")
_MAX_DEPTH = 32  # The limit on the depth of nested folders; LanceDB's reach six
_SUPER_JOURNAL_END = bytes.fromhex("d9d505f920a163d7")
"""The last bytes of a super-journal, which names another file (https://sqlite.org/fileformat2.html)."""
_CATALOGUE_TABLES = {"alembic_version", "document", "passage"}


def admit(paths: LibraryPaths, *, of_office: bool = False) -> bool:
    """Return whether a folder holds a library; if not, one may be created there. ``of_office``: its
    catalogue is looked for in a database.

    Raises NotALibrary where other files are, OnlyServerOpens, StoreLinked, OfflineEnded, and StoreError.
    Nothing is changed.
    """
    try:
        if is_library(paths):
            if not of_office and _OF_OFFICE in _sentinel(paths.root):
                raise OnlyServerOpens(detail="catalogue in a database")
            refuse_links(paths.root)
            lease = offline_lease(paths.root)
            if lease is not None and lease.is_over() and not lease.is_forfeited():
                raise OfflineEnded(detail="lease")
            _refuse_super_journal(paths.catalogue)
            return True
        if not is_free(paths.root):
            raise NotALibrary(detail="other files")
        return False
    except OSError as error:
        raise store_error(error) from error


def furnish(paths: LibraryPaths, *, of_office: bool = False) -> None:
    """Create the folders and the sentinel of a library in a folder that was admitted. Raises StoreError."""
    try:
        paths.create()
    except OSError as error:
        raise store_error(error) from error
    content = {_KEY: _FORMAT} | ({_OF_OFFICE: True} if of_office else {})
    if not content.keys() <= _sentinel(paths.root).keys():
        write_out(paths.root / SENTINEL, json.dumps(content).encode("ascii"))


def is_library(paths: LibraryPaths) -> bool:
    """Return whether a folder holds a library, intact or damaged. Never raises.

    A library that lost its sentinel is recognised by its catalogue, or, when that is damaged, by having only
    names of a library's own.
    """
    try:
        if _KEY in _sentinel(paths.root):
            return True
        if paths.catalogue.is_symlink() or not paths.catalogue.is_file():
            return False
        # Read without log and locks, so that nothing is created beside it.
        address = sqlite_address(paths.catalogue, "mode=ro&immutable=1")
        with suppress(sqlite3.Error), closing(sqlite3.connect(address, uri=True)) as connection:
            query = "SELECT name FROM sqlite_schema WHERE type = 'table'"
            if {name for (name,) in connection.execute(query)} >= _CATALOGUE_TABLES:
                return True
        return all(_is_own(path) for path in paths.root.iterdir())
    except OSError:
        return False


def is_free(folder: Path) -> bool:
    """Return whether a folder does not exist, or has only files of the system. Raises OSError."""
    try:
        return all(is_system_name(path.name) for path in folder.iterdir())
    except FileNotFoundError:
        return True


def refuse_links(root: Path) -> None:
    """Raise StoreLinked where one of a library's own entries is neither file nor folder (a link, a hard link
    to a file elsewhere, a pipe, a device), and StoreError for folders nested deeper than in any library.

    Skips files that are not the library's own, and the workspaces of worker processes. Checks some hundred
    thousand entries a second. Raises OSError.
    """
    waiting = [(entry, entry.name, 1) for entry in _entries(root) if _is_own(Path(entry.path))]
    while waiting:
        entry, top, depth = waiting.pop()
        if entry.is_dir(follow_symlinks=False) and not is_junction(entry):
            if depth > _MAX_DEPTH:
                raise StoreError(
                    Message("This library holds folders in folders, deeper than any that BriefBank makes."),
                    StoreLinked.default_remedy,
                    detail="too deep",
                )
            if (top, depth) != ("work", 2) or _DOCUMENT_HASH.fullmatch(entry.name):
                waiting += ((inside, top, depth + 1) for inside in _entries(Path(entry.path)))
        elif _is_link_or_special(entry, is_changed=depth == 1 or top == "lexical"):
            raise StoreLinked(detail=f"in {top}")


def delete_folder(folder: Path, is_own: Callable[[str], bool] = lambda name: True) -> None:
    """Delete entries by their names, following no link, and the folder if it is empty. Never raises."""
    with suppress(OSError):
        for entry in _entries(folder):
            if is_own(entry.name):
                delete(Path(entry.path))
        folder.rmdir()


def work_in(folder: Path) -> list[Path]:
    """Return the files and folders of unfinished work in a library's folder. Raises OSError."""
    return [Path(entry.path) for entry in _entries(folder) if _WORK_NAME.fullmatch(entry.name)]


def _sentinel(root: Path) -> Mapping[str, object]:
    try:
        untrusted = read_json(root / SENTINEL, _SENTINEL_BYTES)
    except (OSError, ValueError):
        return {}
    return untrusted if isinstance(untrusted, dict) else {}


def _refuse_super_journal(catalogue: Path) -> None:
    """Raise StoreLinked where the catalogue's journal names another file.

    Once SQLite has rolled such a journal back, it deletes that file, wherever it is. BriefBank writes none.
    Raises OSError.
    """
    try:
        with open_regular(catalogue.with_name(f"{catalogue.name}-journal")) as file:
            file.seek(-min(len(_SUPER_JOURNAL_END), file.seek(0, os.SEEK_END)), os.SEEK_END)
            if file.read() == _SUPER_JOURNAL_END:
                raise StoreLinked(detail="in a journal")
    except FileNotFoundError:
        return


def _is_own(path: Path) -> bool:
    return path.name in _OWN_FOLDERS or bool(_OWN_NAME.fullmatch(path.name)) or is_system_name(path.name)


def _is_link_or_special(entry: os.DirEntry[str], *, is_changed: bool) -> bool:
    """Return whether an entry is no file, or a file that is changed in place and has another hard link.
    Others may have them: for processes that read them, and the copy that a restore keeps."""
    if not entry.is_file(follow_symlinks=False):
        return os.path.lexists(entry.path)
    return is_changed and entry.stat(follow_symlinks=False).st_nlink > 1


def _entries(folder: Path) -> Iterator[os.DirEntry[str]]:
    """Yield a folder's entries; none where another program removed it meanwhile. Raises OSError."""
    try:
        with os.scandir(folder) as entries:
            yield from list(entries)
    except FileNotFoundError:
        return


OFFLINE_LEASE = "offline.json"
_LARGEST = 1 << 20
_CLOCK = timedelta(hours=1)  # By so much a clock may be put back
_BEGINNING, _LAST_YEAR = datetime(1970, 1, 2, tzinfo=UTC), 9000
_DAMAGED = OfflineLease("", "", _BEGINNING, OfflineChoice())
"""The lease for a damaged file: it is over, and the documents are to be deleted."""


def offline_lease(root: Path) -> OfflineLease | None:
    """Return the lease of an offline copy; None for any other library. Raises OSError.

    One that the office's server did not sign for this computer is over, whatever it says: since it was
    written, so that an edited one lasts no longer than any other. Without the secret it is over just now,
    since the key ring may be locked; so it is while the clock is behind the last opening of the folder.
    """
    file = root / OFFLINE_LEASE
    try:
        lease = msgspec.convert(read_json(file, _LARGEST), OfflineLease)
        written, used = (datetime.fromtimestamp(path.stat().st_mtime, UTC) for path in (file, root))
    except FileNotFoundError:
        return None
    except ValueError:
        return _DAMAGED
    if not is_possible_end(lease.until):
        return _DAMAGED
    secret = secrets.kept(secrets.DEVICE)
    expected = lease.signed(hashlib.sha256(secret.encode()).hexdigest())
    now = datetime.now(UTC)
    if secret and hmac.compare_digest(lease.signature.encode("utf-8", "replace"), expected.encode()):
        return lease if used <= now + _CLOCK else replace(lease, until=min(lease.until, now))
    return replace(lease, until=min(lease.until, written if secret else now, now))


def is_possible_end(until: datetime) -> bool:
    return until.tzinfo is not None and until >= _BEGINNING and until.year <= _LAST_YEAR


def keep_offline_lease(root: Path, lease: OfflineLease) -> None:
    write_out(root / OFFLINE_LEASE, json.dumps(msgspec.to_builtins(lease), indent=2).encode())


def end_offline_lease(root: Path) -> None:
    """Have the time of an offline copy, if there is one, end now: it was given for another secret of this
    computer, and the next exchange renews it."""
    with suppress(OSError):
        os.utime(root / OFFLINE_LEASE)


def forfeit_offline_lease(root: Path, lease: OfflineLease) -> None:
    """Make the next opening delete what belongs to the office. Raises StoreError."""
    keep_offline_lease(root, replace(lease, until=_BEGINNING))


def place_for(chosen: Path) -> LibraryPlace:
    """Return the folder for a library where a person chose ``chosen``.

    It is ``chosen`` where that is a library, empty or missing, otherwise a new folder in it. Asks the disk;
    never raises.
    """
    fits = is_library(LibraryPaths(chosen))
    with suppress(OSError):
        fits = fits or is_free(chosen)
    return describe_folder(chosen if fits else chosen / f"{APP} library")


def describe_folder(folder: Path) -> LibraryPlace:
    """Describe a folder, which may not exist yet. Asks the disk; never raises."""
    by = synchroniser(folder)
    elsewhere = Caution.NETWORK if on_network(folder) else Caution.NONE
    caution = Caution.SYNCHRONISED if by else elsewhere
    free = None  # on the disk of the folder, or of its nearest existing parent
    for existing in (folder, *folder.parents):
        try:
            free = shutil.disk_usage(existing).free
        except FileNotFoundError:
            continue
        except OSError:
            pass
        break
    return LibraryPlace(folder, free, caution, by, is_library(LibraryPaths(folder)))


_SYNCHRONISERS = {
    "OneDrive": r"onedrive\b.*",
    "Dropbox": r"dropbox\b.*",
    "Google Drive": r"google ?drive\b.*",
    "iCloud Drive": r"mobile documents|com~apple~clouddocs|icloud ?drive",
    "Box": r"box|box sync|box-box",
    "Nextcloud": r"nextcloud\d*",
    "ownCloud": r"owncloud\d*",
    "Proton Drive": r"proton ?drive\b.*",
    "Synology Drive": r"synology ?drive\b.*",
}
"""Programs that synchronise folders, with the names of these."""


def synchroniser(folder: PurePath) -> str:
    """Return the program that copies a folder elsewhere, by the names on its path; empty for none."""
    for part in reversed(folder.parts):
        for name, pattern in _SYNCHRONISERS.items():
            if re.fullmatch(pattern, part, re.IGNORECASE):
                return name
    return ""


_NETWORK_SYSTEMS = (
    "9p afpfs afs ceph cifs davfs fuse gfs2 glusterfs lustre ncpfs nfs nfs4 ocfs2 prl_fs smb3 smbfs vboxsf "
    "virtiofs vmhgfs webdav"
)
_LOCAL_FUSE_SYSTEMS = "encfs gocryptfs cryfs exfat ntfs-3g mergerfs"
"""The FUSE file systems that keep their files on a disk of this computer."""


def on_network(folder: Path) -> bool:
    """Return whether a folder is on another computer's disk, as far as the system says so."""
    import psutil  # not needed to open a library

    if str(folder).startswith("\\\\"):
        return True
    whole = folder.resolve()
    mounts = [mount for mount in psutil.disk_partitions(all=True) if whole.is_relative_to(mount.mountpoint)]
    if not mounts:
        return False
    mount = max(reversed(mounts), key=lambda mount: len(mount.mountpoint))  # it covers earlier ones
    kind = mount.fstype.casefold()
    if kind.startswith("fuse."):
        return kind.removeprefix("fuse.") not in _LOCAL_FUSE_SYSTEMS.split()
    return kind in _NETWORK_SYSTEMS.split() or "remote" in mount.opts.split(",")
