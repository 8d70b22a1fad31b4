"""Checks before a library is created: the folder for it, and the components on this computer."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path, PurePath

from briefbank.domain.maintenance import Caution, Equipment, LibraryPlace
from briefbank.errors import BriefBankError
from briefbank.paths import APP, LibraryPaths
from briefbank.storage.library_folder import is_free, is_library
from briefbank.text.messages import NO_MESSAGE, Message


def check_equipment(
    recognition_problem: Callable[[], Message], find_encoder: Callable[[], object]
) -> Equipment:
    """Check the text recognition engine, and whether the embedding model can be found. Loads no model."""
    meaning = NO_MESSAGE
    try:
        find_encoder()
    except BriefBankError as error:
        meaning = error.message
    return Equipment(recognition_problem(), meaning)


def place_for(chosen: Path) -> LibraryPlace:
    """Return the folder for a library where a person chose ``chosen``.

    It is ``chosen`` where that is a library, empty or missing, otherwise a new folder in it. Asks the disk;
    never raises.
    """
    fits = is_library(LibraryPaths(chosen)) or _is_free(chosen)
    return describe_folder(chosen if fits else chosen / f"{APP} library")


def describe_folder(folder: Path) -> LibraryPlace:
    """Describe a folder, which may not exist yet. Asks the disk; never raises."""
    by = synchroniser(folder)
    elsewhere = Caution.NETWORK if on_network(folder) else Caution.NONE
    caution = Caution.SYNCHRONISED if by else elsewhere
    return LibraryPlace(folder, _free_bytes(folder), caution, by, is_library(LibraryPaths(folder)))


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
"""Programs that synchronise folders, with the names of these."""


def synchroniser(folder: PurePath) -> str:
    """Return the program that copies a folder to other computers, by the names on its path; empty for
    none."""
    for part in reversed(folder.parts):
        for name, pattern in _SYNCHRONISERS:
            if pattern.fullmatch(part):
                return name
    return ""


_NETWORK_SYSTEMS = (
    "9p afpfs afs ceph cifs davfs fuse gfs2 glusterfs lustre ncpfs nfs nfs4 ocfs2 prl_fs smb3 smbfs vboxsf "
    "virtiofs vmhgfs webdav"
)
_LOCAL_FUSE_SYSTEMS = {
    "fuse.encfs",
    "fuse.gocryptfs",
    "fuse.cryfs",
    "fuse.exfat",
    "fuse.ntfs-3g",
    "fuse.mergerfs",
}
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
        return kind not in _LOCAL_FUSE_SYSTEMS
    return kind in _NETWORK_SYSTEMS.split() or "remote" in mount.opts.split(",")


def _free_bytes(folder: Path) -> int | None:
    """Return the bytes free on the disk of a folder, or of its nearest existing parent."""
    for existing in (folder, *folder.parents):
        try:
            return shutil.disk_usage(existing).free
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
