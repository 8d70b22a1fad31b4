"""Follows a folder down to the devices that it lies on, by the Linux kernel's tables, to find encryption.

Everybody can read these tables (proc_pid_mountinfo(5), sysfs). A device is encrypted when it is one of
dm-crypt (LUKS, and plain), or when all its parts are: partitions, LVM, RAID, multipath, a file behind a loop
device. A file system is encrypted when all its devices are, or when it encrypts by itself: ZFS, fscrypt, and
those that live in another one (eCryptfs, gocryptfs, EncFS, CryFS).
"""

from __future__ import annotations

import array
import os
import re
import struct
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from briefbank.domain.encryption import DiskEncryption, EncryptionState

_ENCRYPTING = {
    "ecryptfs": "eCryptfs",
    "fuse.gocryptfs": "gocryptfs",
    "fuse.encfs": "EncFS",
    "fuse.cryfs": "CryFS",
    "fuse.securefs": "securefs",
}
_VIRTUAL = re.compile(r"(vd|xvd|nbd|rbd|drbd|pmem|mtdblock)")
"""Disks that another computer, or the host of a virtual machine, provides: it may encrypt them."""
_IN_MEMORY = re.compile(r"zram\d+$")
_ENCRYPTED_FLAG, _GET_FLAGS = 0x800, 0x80086601
"""The constants FS_ENCRYPT_FL and FS_IOC_GETFLAGS of linux/fs.h, for 64-bit processors."""
_ESCAPED = re.compile(r"\\([0-7]{3})")
_DEEPEST = 16
"""The limit of layers of devices, so that a table with a cycle ends."""

_State = tuple[EncryptionState, str]
_UNKNOWN: _State = (EncryptionState.UNKNOWN, "")
_PLAIN: _State = (EncryptionState.NO, "")


@dataclass(frozen=True, slots=True)
class Mount:
    """A line of /proc/self/mountinfo."""

    device: str
    """The major and minor number, such as ``8:1``."""
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

    # --- folders ---------------------------------------------------------------------------------

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
        found = [mount for mount in map(Mount.of_line, lines) if mount and folder.is_relative_to(mount.point)]
        return max(reversed(found), key=lambda mount: len(mount.point.parts), default=None)

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

    # --- devices ---------------------------------------------------------------------------------

    def _device_state(self, device: Path, depth: int) -> _State:
        if depth > _DEEPEST:
            return _UNKNOWN
        if _read(device / "dm" / "uuid").startswith("CRYPT-"):
            return EncryptionState.YES, "LUKS" if "LUKS" in _read(device / "dm" / "uuid") else "dm-crypt"
        if below := _listed(device / "slaves"):
            return _combined(self._device_state(each, depth + 1) for each in below)
        if file := _read(device / "loop" / "backing_file").strip():
            return self._folder_state(Path(file), depth + 1)
        name = Path(os.path.realpath(device)).name
        return _UNKNOWN if _VIRTUAL.match(name) or not name else _PLAIN

    # --- memory ----------------------------------------------------------------------------------

    def _swap_state(self) -> EncryptionState:
        table = self._proc / "swaps"
        if not table.exists():
            return EncryptionState.UNKNOWN
        kept = [line.split() for line in _read(table).splitlines()[1:]]
        found = [self._swap_area_state(_unescaped(words[0]), words[1]) for words in kept if len(words) > 1]
        return _combined(each for each in found if each)[0] if any(found) else EncryptionState.NOTHING

    def _swap_area_state(self, name: str, kind: str) -> _State | None:
        """Return the state of one swap area; None for compressed memory without a disk behind it."""
        if kind == "file":
            return self._folder_state(Path(name).parent, 0)
        device = self._sys / "class" / "block" / Path(os.path.realpath(self._root / name.lstrip("/"))).name
        if _IN_MEMORY.match(device.name):
            behind = _read(device / "backing_dev").strip()
            return None if behind in ("", "none") else _UNKNOWN
        return self._device_state(device, 0) if device.exists() else _UNKNOWN


def _combined(found: Iterable[_State]) -> _State:
    """Combine the states of several parts: one unencrypted means no, else one unknown means unknown."""
    each = list(found)
    states = {state for state, _ in each}
    if EncryptionState.NO in states:
        return _PLAIN
    return each[0] if states == {EncryptionState.YES} else _UNKNOWN


def _inode_flags(folder: Path) -> int:
    """Return the flags of the folder's inode; 0 where it has none."""
    import fcntl

    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return 0
    try:
        flags = array.array("b", bytes(8))
        fcntl.ioctl(descriptor, _GET_FLAGS, flags)
        return int(struct.unpack("=I", flags.tobytes()[:4])[0])
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
