"""What the disks say of a library: its size, whether they are encrypted, and what other users can open.

There are three answers on encryption: yes, no and unknown. Programs of Linux say which devices lie under a
folder and which of them are encrypted; Windows answers a question that needs no administrator. What cannot
be known from here, such as a disk of a virtual machine, which its host may encrypt, is not guessed, and
neither is a file system that encrypts by itself, but ext4's own.
Why BriefBank does not encrypt a library itself is said in the docstring of this package.

Files that other users can open are counted and never named. Windows does not use these permission bits:
nothing is found there, and the files are protected by lying in the user's own profile.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path, PureWindowsPath

import msgspec

from briefbank.catalogue import document_rows, library_facts
from briefbank.catalogue.database import Database
from briefbank.domain.maintenance import DiskEncryption, EncryptionState, LibrarySizes
from briefbank.errors import StoreError
from briefbank.files import store_error
from briefbank.paths import LibraryPaths
from briefbank.sandbox import guard

LAST_CHECK, LAST_BACKUP = "last check", "last backup"
"""The keys under which the catalogue keeps these moments."""
KEPT_ASIDE = "before-restore-"
"""The start of the names of folders in which a restore leaves the library that was there before."""


def sizes(paths: LibraryPaths, catalogue: Database) -> LibrarySizes:
    """Measure the files on the disk: 0.1 s for a thousand documents. Any thread. Raises StoreError."""
    documents, passages = document_rows.totals(catalogue)
    try:
        return LibrarySizes(
            originals=bytes_of(paths.files),
            reading_copies=bytes_of(paths.reading),
            catalogue=catalogue.size(),
            word_index=bytes_of(paths.lexical),
            meaning_index=bytes_of(paths.dense),
            free=shutil.disk_usage(paths.root).free,
            documents=documents,
            passages=passages,
            last_check=moment(catalogue, LAST_CHECK),
            last_backup=moment(catalogue, LAST_BACKUP),
        )
    except OSError as error:
        raise store_error(error) from error


def bytes_of(folder: Path) -> int:
    """Return the size of all files under a folder; files that vanish and a missing folder count 0."""
    total, waiting = 0, [str(folder)]
    while waiting:
        try:
            entries = os.scandir(waiting.pop())
        except OSError:
            continue
        with entries:
            for entry in entries:  # it knows their kinds; os.walk forgets them again
                if not entry.is_dir():
                    with suppress(FileNotFoundError):
                        total += entry.stat().st_size
                elif not entry.is_symlink():
                    waiting.append(entry.path)
    return total


def moment(catalogue: Database, key: str) -> datetime | None:
    """Return a moment that ``note`` kept; None also for a value that is not one."""
    try:
        return datetime.fromisoformat(library_facts.get(catalogue, key)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def note(catalogue: Database, key: str) -> None:
    """Keep the present moment; a library that cannot be written to simply does not remember it."""
    with suppress(StoreError):
        library_facts.put(catalogue, key, datetime.now(UTC).isoformat())


_State = tuple[EncryptionState, str]
_UNKNOWN: _State = (EncryptionState.UNKNOWN, "")
_VIRTUAL = re.compile(r"(vd|xvd|nbd|rbd|drbd|pmem|loop)")
"""Devices behind which another computer, the host of a virtual machine or a file may be: it may encrypt."""

Ask = Callable[[Sequence[str]], str]
"""Runs a program of the system; returns its output, empty where it is missing or did not answer."""

WAIT_S = 10.0
_BITLOCKER = {1: EncryptionState.YES, 2: EncryptionState.NO, 5: EncryptionState.NO, 8: EncryptionState.NO}
"""Values of the property System.Volume.BitLockerProtection: on, off, suspended, waiting for activation. Under
the last two the key lies open beside the data. Other values mean a change in progress, or are not known."""
_SHELL_PROPERTY = (
    "(New-Object -ComObject Shell.Application).NameSpace('{drive}:').Self"
    ".ExtendedProperty('System.Volume.BitLockerProtection')"
)


def encryption_of(folder: Path) -> DiskEncryption:
    """Return the encryption of the disk that ``folder`` is on. Never raises. Takes seconds on Windows, where
    a program is asked."""
    try:
        whole = folder.resolve()  # of a folder that does not exist yet its nearest existing parent counts
        where = next(parent for parent in (whole, *whole.parents) if parent.exists())
    except (OSError, RuntimeError, StopIteration):
        where = folder
    if sys.platform == "linux":
        return of_linux(where, ask)
    if sys.platform == "win32":
        return of_windows(str(where), ask)
    return DiskEncryption(EncryptionState.UNKNOWN, EncryptionState.UNKNOWN)


def of_linux(folder: Path, ask: Ask, swaps: Path = Path("/proc/swaps")) -> DiskEncryption:
    """Ask ``findmnt`` and ``lsblk``, and the kernel for its swap space."""
    state, by = _folder_state(folder, ask)
    try:
        areas = [line.split() for line in swaps.read_text("utf-8", "replace").splitlines()[1:]]
    except OSError:
        return DiskEncryption(state, EncryptionState.UNKNOWN, by)
    states = [
        _folder_state(Path(name).parent, ask) if kind == "file" else _device_state(name, ask)
        for name, kind, *_ in areas
        if not name.startswith("/dev/zram")  # compressed memory
    ]
    return DiskEncryption(state, _combined(states)[0] if states else EncryptionState.NOTHING, by)


def _folder_state(folder: Path, ask: Ask) -> _State:
    answer = ask(["findmnt", "-n", "-v", "-o", "FSTYPE,SOURCE", "--target", str(folder)])
    system, _, source = answer.strip().partition(" ")
    if "E" in ask(["lsattr", "-d", str(folder)]).partition(" ")[0]:
        return EncryptionState.YES, "fscrypt"
    device = Path(os.path.realpath(source.strip()))
    if system == "btrfs":  # it may lie on several devices
        groups = (list(group.iterdir()) for group in Path("/sys/fs/btrfs").glob("*/devices"))
        group = next((group for group in groups if device.name in [path.name for path in group]), [])
        return _combined([_device_state(f"/dev/{path.name}", ask) for path in group])
    return _device_state(str(device), ask) if source.strip().startswith("/dev/") else _UNKNOWN


class _Device(msgspec.Struct):
    """A device as ``lsblk`` describes it, with those that it lies on."""

    name: str
    type: str
    children: list[_Device] = []  # msgspec copies it

    def state(self) -> _State:
        """A device is encrypted when dm-crypt makes it (LUKS, and plain), or when all that it lies on are."""
        if self.type == "crypt":
            return EncryptionState.YES, "dm-crypt"
        if self.children:
            return _combined([child.state() for child in self.children])
        return _UNKNOWN if _VIRTUAL.match(self.name) else (EncryptionState.NO, "")


class _Devices(msgspec.Struct):
    blockdevices: list[_Device]


def _device_state(device: str, ask: Ask) -> _State:
    try:
        answer = ask(["lsblk", "-J", "-s", "-o", "NAME,TYPE", device])
        return _combined([root.state() for root in msgspec.json.decode(answer, type=_Devices).blockdevices])
    except (msgspec.MsgspecError, RecursionError):
        return _UNKNOWN


def _combined(states: Sequence[_State]) -> _State:
    """Combine the states of several parts: one unencrypted means no, else one unknown means unknown."""
    kinds = {state for state, _ in states}
    if EncryptionState.NO in kinds:
        return EncryptionState.NO, ""
    return states[0] if kinds == {EncryptionState.YES} else _UNKNOWN


def of_windows(folder: str, ask: Ask) -> DiskEncryption:
    """Ask for BitLocker, or device encryption, of the folder's drive. Swap is not asked for."""
    drive = PureWindowsPath(folder).drive
    if not re.fullmatch(r"[A-Za-z]:", drive):
        return DiskEncryption(EncryptionState.UNKNOWN, EncryptionState.UNKNOWN)
    question = _SHELL_PROPERTY.format(drive=drive[0].upper())
    written = ask(["powershell.exe", "-NoProfile", "-NonInteractive", "-Command", question]).strip()
    unknown = EncryptionState.UNKNOWN
    state = _BITLOCKER.get(int(written), unknown) if written.isdecimal() else unknown
    return DiskEncryption(state, EncryptionState.UNKNOWN, "BitLocker" if state is EncryptionState.YES else "")


def ask(command: Sequence[str]) -> str:
    """Run a program; see ``Ask``."""
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=WAIT_S,
            check=False,
            cwd=guard.FOLDER,
            creationflags=guard.NO_WINDOW,
        )
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return ""
    return done.stdout if done.returncode == 0 else ""


_OTHERS = 0o077


def open_to_others(roots: Iterable[Path], *, into_closed: bool = False) -> list[Path]:
    """Return folders and files below ``roots`` that group or others can open, each once, the roots included.

    What is in a folder that is closed to them cannot be reached, whatever its own rights are: it is only
    returned with ``into_closed``, since its rights would count in a copy. Symbolic links are not followed,
    and paths that cannot be read are left out. Tens of thousands a second.
    """
    if os.name == "nt":
        return []
    below = (path for root in roots for path in _all(root, into_closed=into_closed))
    return list(dict.fromkeys(path for path in below if _is_open(path)))


def close_to_others(roots: Iterable[Path]) -> None:
    """Take every right of group and others away. Raises StoreError where that is refused."""
    for path in open_to_others(roots, into_closed=True):
        try:
            path.chmod(stat.S_IMODE(path.stat().st_mode) & ~_OTHERS)
        except FileNotFoundError:
            continue
        except OSError as error:
            raise store_error(error) from error


def close_doors(folders: Iterable[Path]) -> None:
    """Close the folders themselves to others, and thereby their contents, which a copy may
    have left open. Where that is refused they stay as they are, and the check says so."""
    for folder in folders:
        with suppress(OSError):
            if os.name != "nt" and _is_open(folder):
                folder.chmod(stat.S_IMODE(folder.stat().st_mode) & ~_OTHERS)


def _all(root: Path, *, into_closed: bool) -> Iterator[Path]:
    waiting = [root]
    while waiting:
        yield (folder := waiting.pop())
        if not into_closed and not _is_open(folder):
            continue
        try:
            with os.scandir(folder) as entries:
                inside = list(entries)
        except OSError:
            continue
        for entry in inside:
            if entry.is_dir(follow_symlinks=False):
                waiting.append(Path(entry.path))
            else:
                yield Path(entry.path)


def _is_open(path: Path) -> bool:
    """Tell whether others have rights. A file with another name is left out: that name gives its rights."""
    try:
        status = path.lstat()
    except OSError:
        return False
    if stat.S_ISLNK(status.st_mode) or (stat.S_ISREG(status.st_mode) and status.st_nlink > 1):
        return False
    return bool(status.st_mode & _OTHERS)
