"""What is looked at before a library is begun: the folder it would stand in, and what is there for it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path, PurePath

from briefbank.errors import BriefBankError
from briefbank.paths import APP, LibraryPaths
from briefbank.storage.library_folder import is_free, is_library

ENOUGH_BYTES = 2 * 1024**3
"""Less than this fills up with the first few hundred scanned briefs."""


class Caution(Enum):
    """Why a folder is no good place for a library."""

    NONE = "none"
    SYNCHRONISED = "synchronised"
    """A program copies it to other computers: briefs would leave this one."""
    NETWORK = "network"
    """It is on another computer: slow, and away when that is."""


@dataclass(frozen=True, slots=True)
class Place:
    """A folder for a library."""

    folder: Path
    free_bytes: int | None
    """On its disk; None where the system does not say."""
    caution: Caution
    by: str = ""
    """The name of the program that synchronises the folder."""
    is_library: bool = False
    """A library is there already."""

    @property
    def is_tight(self) -> bool:
        return self.free_bytes is not None and self.free_bytes < ENOUGH_BYTES


@dataclass(frozen=True, slots=True)
class Equipment:
    """What is ready on this computer: a sentence on what is wrong, empty where nothing is."""

    recognition: str
    meaning: str


def equipment(recognition_problem: Callable[[], str], choose_encoder: Callable[[], object]) -> Equipment:
    """Ask the engine of text recognition, and whether the model of meaning can be found. Loads no model."""
    meaning = ""
    try:
        choose_encoder()
    except BriefBankError as error:
        meaning = str(error)
    return Equipment(recognition_problem(), meaning)


def place_for(chosen: Path) -> Place:
    """The place that a library would have in a folder that a person chose.

    A library's own files go into a folder of their own: the chosen one where it is a library, empty or not
    there yet, else one in it. Asks the disk; never raises.
    """
    fits = is_library(LibraryPaths(chosen)) or _is_free(chosen)
    return look_at(chosen if fits else chosen / f"{APP} library")


def look_at(folder: Path) -> Place:
    """What is to be said of a folder, which need not be there yet. Asks the disk; never raises."""
    by = synchroniser(folder)
    elsewhere = Caution.NETWORK if on_network(folder) else Caution.NONE
    caution = Caution.SYNCHRONISED if by else elsewhere
    return Place(folder, _free(folder), caution, by, is_library(LibraryPaths(folder)))


# --- folders that are copied elsewhere ---------------------------------------------------------------

_SYNCHRONISERS = (
    ("OneDrive", re.compile(r"onedrive\b.*", re.IGNORECASE)),
    ("Dropbox", re.compile(r"dropbox\b.*", re.IGNORECASE)),
    ("Google Drive", re.compile(r"google ?drive\b.*", re.IGNORECASE)),
    ("iCloud Drive", re.compile(r"mobile documents|com~apple~clouddocs|icloud ?drive", re.IGNORECASE)),
    ("Box", re.compile(r"box|box sync|box-box", re.IGNORECASE)),
    ("Nextcloud", re.compile(r"nextcloud\d*", re.IGNORECASE)),
    ("ownCloud", re.compile(r"owncloud\d*", re.IGNORECASE)),
    ("Proton Drive", re.compile(r"proton ?drive\b.*", re.IGNORECASE)),
    ("Synology Drive", re.compile(r"synology ?drive\b.*", re.IGNORECASE)),
)
"""Programs by the names that they give their folders."""


def synchroniser(folder: PurePath) -> str:
    """The program that copies a folder to other computers, told by the names on its path; empty for none."""
    for part in reversed(folder.parts):
        for name, pattern in _SYNCHRONISERS:
            if pattern.fullmatch(part):
                return name
    return ""


_NETWORK_SYSTEMS = {
    *("9p", "afpfs", "afs", "ceph", "cifs", "davfs", "fuse", "gfs2", "glusterfs", "lustre", "ncpfs", "nfs"),
    *("nfs4", "ocfs2", "prl_fs", "smb3", "smbfs", "vboxsf", "virtiofs", "vmhgfs", "webdav"),
}
_ON_THIS_DISK = {"fuse.encfs", "fuse.gocryptfs", "fuse.cryfs", "fuse.exfat", "fuse.ntfs-3g", "fuse.mergerfs"}
"""Of the systems behind FUSE those that keep their files on a disk of this computer; most others bring them
from elsewhere."""


def on_network(folder: Path) -> bool:
    """Whether a folder stands on another computer's disk, as far as the system says so."""
    import psutil  # only now: it is not needed to open a library

    if str(folder).startswith("\\\\"):
        return True
    whole = folder.resolve()
    mounts = [mount for mount in psutil.disk_partitions(all=True) if whole.is_relative_to(mount.mountpoint)]
    if not mounts:
        return False
    mount = max(reversed(mounts), key=lambda each: len(each.mountpoint))  # the last one lies on the others
    kind = mount.fstype.casefold()
    if kind.startswith("fuse."):
        return kind not in _ON_THIS_DISK
    return kind in _NETWORK_SYSTEMS or "remote" in mount.opts.split(",")


# --- the disk ----------------------------------------------------------------------------------------


def _free(folder: Path) -> int | None:
    """Bytes free on the disk of a folder, or of the nearest one above it that is there."""
    for each in (folder, *folder.parents):
        try:
            return shutil.disk_usage(each).free
        except FileNotFoundError:
            continue
        except OSError:
            return None
    return None


def _is_free(folder: Path) -> bool:
    try:
        return is_free(folder)
    except OSError:
        return False
