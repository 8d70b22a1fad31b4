"""What the disks say of a library: its size, whether they are encrypted, and what other users can open.

There are three answers on encryption: yes, no and unknown. On Linux the kernel says which devices lie under a
folder and which of them are encrypted; macOS and Windows answer a question that needs no administrator. What
cannot be known from here, such as a disk of a virtual machine, which its host may encrypt, is not guessed.
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
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PureWindowsPath

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
    """Measure the files on the disk: a tenth of a second for a thousand documents. Any thread. Raises
    StoreError."""
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
    """Return the size of all files under a folder. Files that vanish meanwhile, or a missing folder, count
    0."""
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


# Linux: a folder is followed down to the devices that it lies on, by tables of the kernel that everybody can
# read (proc_pid_mountinfo(5), sysfs). A device is encrypted when it is one of dm-crypt (LUKS, and plain), or
# when all its parts are: partitions, LVM, RAID, multipath, a file behind a loop device. A file system is
# encrypted when all its devices are, or when it encrypts by itself: ZFS, fscrypt, and those that live in
# another one.

_ENCRYPTING = {
    f"{'fuse.' if name != 'eCryptfs' else ''}{name.lower()}": name
    for name in ("eCryptfs", "gocryptfs", "EncFS", "CryFS", "securefs")
}
"""File systems that encrypt, with their names."""
_VIRTUAL = re.compile(r"(vd|xvd|nbd|rbd|drbd|pmem|mtdblock)")
"""Disks that another computer, or the host of a virtual machine, provides: it may encrypt them."""
_IN_MEMORY = re.compile(r"zram\d+$")
_ENCRYPTED_FLAG, _GET_FLAGS = 0x800, 0x80086601
"""The constants FS_ENCRYPT_FL and FS_IOC_GETFLAGS of linux/fs.h, for 64-bit processors."""
_ESCAPED = re.compile(r"\\([0-7]{3})")
_DEEPEST = 16  # The limit of layers of devices, so that a table with a cycle ends

_State = tuple[EncryptionState, str]
_UNKNOWN: _State = (EncryptionState.UNKNOWN, "")
_PLAIN: _State = (EncryptionState.NO, "")


@dataclass(frozen=True, slots=True)
class Mount:
    """A line of /proc/self/mountinfo."""

    device: str  # The major and minor number, such as ``8:1``
    point: Path
    system: str
    source: str
    options: str

    @staticmethod
    def of_line(line: str) -> Mount | None:
        """Parse a line; None for anything else."""
        before, separator, after = line.partition(" - ")
        fields, rest = before.split(" "), after.split(" ")
        if not separator or len(fields) < 6 or len(rest) < 3:
            return None
        return Mount(
            fields[2], Path(_unescaped(fields[4])), rest[0], _unescaped(rest[1]), _unescaped(rest[2])
        )


class LinuxDisks:
    """The disks as the kernel describes them. Tests pass another ``root`` and ``flags``."""

    def __init__(
        self,
        ask: Callable[[Sequence[str]], str],
        root: Path = Path("/"),
        flags: Callable[[Path], int] | None = None,
    ) -> None:
        self._ask = ask
        self._proc, self._sys, self._root = root / "proc", root / "sys", root
        self._flags = flags or _inode_flags

    def encryption_of(self, folder: Path) -> DiskEncryption:
        """Return the encryption of the folder's disk and of swap. Never raises; unreadable is unknown.
        Milliseconds."""
        state, by = self._folder_state(folder, 0)
        return DiskEncryption(state, self._swap_state(), by)

    def _folder_state(self, folder: Path, depth: int) -> _State:
        mount = self._mount_of(folder)
        if mount is None or depth > _DEEPEST:
            return _UNKNOWN
        if name := _ENCRYPTING.get(mount.system):
            return EncryptionState.YES, name
        if self._flags(folder) & _ENCRYPTED_FLAG:
            return EncryptionState.YES, "fscrypt"
        if mount.system == "zfs":
            return self._zfs_state(mount.source)
        if mount.system == "overlay":
            upper = re.search(r"(?:^|,)upperdir=([^,]+)", mount.options)
            return self._folder_state(Path(upper[1]), depth + 1) if upper else _UNKNOWN
        return _combined(self._device_state(device, depth) for device in self._devices(mount))

    def _mount_of(self, folder: Path) -> Mount | None:
        """Return the mount that holds the folder; of several at one place, the one that was put over the
        others."""
        lines = _read(self._proc / "self" / "mountinfo").splitlines()
        mounts = [
            mount for mount in map(Mount.of_line, lines) if mount and folder.is_relative_to(mount.point)
        ]
        return max(reversed(mounts), key=lambda mount: len(mount.point.parts), default=None)

    def _zfs_state(self, dataset: str) -> _State:
        """Ask a pool. One without its own encryption may still lie on encrypted disks, which only root can
        ask."""
        answer = self._ask(["zfs", "get", "-H", "-o", "value", "encryption", dataset]).strip()
        return (EncryptionState.YES, "ZFS") if answer.startswith("aes-") else _UNKNOWN

    def _devices(self, mount: Mount) -> list[Path]:
        """Return the sysfs entries of the devices that a file system lies on; Btrfs may have several."""
        if mount.system == "btrfs":
            named = Path(mount.source).name
            real = Path(os.path.realpath(self._root / mount.source.lstrip("/"))).name
            for devices in sorted(self._sys.glob("fs/btrfs/*/devices")):
                listed = sorted(devices.iterdir())
                if {named, real} & {device.name for device in listed}:
                    return listed
            return []
        device = self._sys / "dev" / "block" / mount.device
        return [device] if device.exists() else []

    def _device_state(self, device: Path, depth: int) -> _State:
        if depth > _DEEPEST:
            return _UNKNOWN
        if _read(device / "dm" / "uuid").startswith("CRYPT-"):
            return EncryptionState.YES, "LUKS" if "LUKS" in _read(device / "dm" / "uuid") else "dm-crypt"
        if below := _listed(device / "slaves"):
            return _combined(self._device_state(part, depth + 1) for part in below)
        if file := _read(device / "loop" / "backing_file").strip():
            return self._folder_state(Path(file), depth + 1)
        name = Path(os.path.realpath(device)).name
        return _UNKNOWN if _VIRTUAL.match(name) or not name else _PLAIN

    def _swap_state(self) -> EncryptionState:
        table = self._proc / "swaps"
        if not table.exists():
            return EncryptionState.UNKNOWN
        kept = [line.split() for line in _read(table).splitlines()[1:]]
        states = [self._swap_area_state(_unescaped(words[0]), words[1]) for words in kept if len(words) > 1]
        return _combined(state for state in states if state)[0] if any(states) else EncryptionState.NOTHING

    def _swap_area_state(self, name: str, kind: str) -> _State | None:
        """Return the state of one swap area; None for compressed memory without a disk behind it."""
        if kind == "file":
            return self._folder_state(Path(name).parent, 0)
        device = self._sys / "class" / "block" / Path(os.path.realpath(self._root / name.lstrip("/"))).name
        if _IN_MEMORY.match(device.name):
            behind = _read(device / "backing_dev").strip()
            return None if behind in ("", "none") else _UNKNOWN
        return self._device_state(device, 0) if device.exists() else _UNKNOWN


def _combined(states: Iterable[_State]) -> _State:
    """Combine the states of several parts: one unencrypted means no, else one unknown means unknown."""
    parts = list(states)
    kinds = {state for state, _ in parts}
    if EncryptionState.NO in kinds:
        return _PLAIN
    return parts[0] if kinds == {EncryptionState.YES} else _UNKNOWN


def _inode_flags(folder: Path) -> int:
    """Return the flags of the folder's inode; 0 where it has none."""
    import fcntl

    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return 0
    try:
        flags = fcntl.ioctl(descriptor, _GET_FLAGS, bytes(8))
        return int.from_bytes(flags[:4], sys.byteorder)
    except OSError:
        return 0
    finally:
        os.close(descriptor)


def _unescaped(text: str) -> str:
    """Undo the kernel's octal escapes for blanks and other signs in names."""
    return _ESCAPED.sub(lambda match: chr(int(match[1], 8)), text)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _listed(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


Ask = Callable[[Sequence[str]], str]
"""Runs a program of the system; returns its output, empty where it is missing or did not answer."""

WAIT_S = 10.0
_FILEVAULT = (
    (re.compile(r"(Encryption|Decryption) in progress"), EncryptionState.UNKNOWN),
    (re.compile(r"FileVault is On\b"), EncryptionState.YES),
    (re.compile(r"FileVault is Off\b"), EncryptionState.NO),
)
"""The output of ``fdesetup status``. While FileVault is being switched on, both of the first two match."""
_BITLOCKER = {1: EncryptionState.YES, 2: EncryptionState.NO, 5: EncryptionState.NO, 8: EncryptionState.NO}
"""Values of the property System.Volume.BitLockerProtection: on, off, suspended, waiting for activation. Under
the last two the key lies in the open beside the data. Other values mean a change in progress, or are not
known."""
_SHELL_PROPERTY = (
    "(New-Object -ComObject Shell.Application).NameSpace('{drive}:').Self"
    ".ExtendedProperty('System.Volume.BitLockerProtection')"
)


def encryption_of(folder: Path) -> DiskEncryption:
    """Return the encryption of the disk that ``folder`` is on. Never raises. Takes seconds on macOS and
    Windows, where a program is asked."""
    try:
        whole = folder.resolve()  # of a folder that does not exist yet its nearest existing parent counts
        where = next(parent for parent in (whole, *whole.parents) if parent.exists())
    except (OSError, RuntimeError, StopIteration):
        where = folder
    if sys.platform == "linux":
        return LinuxDisks(ask=ask).encryption_of(where)
    if sys.platform == "darwin":
        return of_macos(where, ask)
    return of_windows(str(where), ask)


def of_macos(folder: Path, ask: Ask) -> DiskEncryption:
    """Ask for FileVault, which covers the startup disk and its swap. Other volumes cannot be asked."""
    written = ask(["/usr/bin/fdesetup", "status"])
    state = next((state for pattern, state in _FILEVAULT if pattern.search(written)), EncryptionState.UNKNOWN)
    elsewhere = folder.parts[:2] == ("/", "Volumes")
    by = "FileVault" if state is EncryptionState.YES and not elsewhere else ""
    return DiskEncryption(EncryptionState.UNKNOWN if elsewhere else state, state, by)


def of_windows(folder: str, ask: Ask) -> DiskEncryption:
    """Ask for BitLocker, or device encryption, of the folder's drive. Swap is not asked for."""
    drive = PureWindowsPath(folder).drive
    if not re.fullmatch(r"[A-Za-z]:", drive):
        return DiskEncryption(EncryptionState.UNKNOWN, EncryptionState.UNKNOWN)
    question = _SHELL_PROPERTY.format(drive=drive[0].upper())
    written = ask(["powershell.exe", "-NoProfile", "-NonInteractive", "-Command", question]).strip()
    state = (
        _BITLOCKER.get(int(written), EncryptionState.UNKNOWN)
        if written.isdecimal()
        else EncryptionState.UNKNOWN
    )
    return DiskEncryption(state, EncryptionState.UNKNOWN, "BitLocker" if state is EncryptionState.YES else "")


def ask(command: Sequence[str]) -> str:
    """Run a program; see ``Ask``."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=WAIT_S, check=False, cwd=guard.FOLDER
        )
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return ""
    return done.stdout if done.returncode == 0 else ""


_OTHERS = 0o077


def open_to_others(roots: Iterable[Path]) -> list[Path]:
    """Return folders and files below ``roots`` that group or others can open, the roots included. The
    contents of a folder that is closed to them cannot be reached, whatever their own rights are."""
    return _open_below(roots, into_closed=False)


def wide(roots: Iterable[Path]) -> list[Path]:
    """Return all paths with rights for group or others, in closed folders too: they would count in a copy.
    Symbolic links are not followed. Paths that cannot be read are left out. Tens of thousands a second."""
    return _open_below(roots, into_closed=True)


def close_to_others(roots: Iterable[Path]) -> None:
    """Take every right of group and others away. Raises StoreError where that is refused."""
    for path in wide(roots):
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


def _open_below(roots: Iterable[Path], *, into_closed: bool) -> list[Path]:
    """Return each path once: the library may lie among the user's data."""
    if os.name == "nt":
        return []
    below = (path for root in roots for path in _all(root, into_closed=into_closed))
    return list(dict.fromkeys(path for path in below if _is_open(path)))


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
    """Tell whether others have rights. A file with another name is left out: its rights are those of that
    name."""
    try:
        status = path.lstat()
    except OSError:
        return False
    if stat.S_ISLNK(status.st_mode) or (stat.S_ISREG(status.st_mode) and status.st_nlink > 1):
        return False
    return bool(status.st_mode & _OTHERS)
