"""Tests of the remarks on a folder before a library is begun in it, and on the room and memory for it."""

from __future__ import annotations

import shutil
from pathlib import Path, PurePosixPath, PureWindowsPath
from types import SimpleNamespace

import psutil
import pytest

from briefbank.domain.maintenance import Caution
from briefbank.storage import library_folder


@pytest.mark.parametrize(
    ("folder", "program"),
    [
        (PureWindowsPath(r"C:\Users\Ann\OneDrive - County of Essex\Briefs"), "OneDrive"),
        (PurePosixPath("/home/ann/Dropbox (Personal)/library"), "Dropbox"),
        (PurePosixPath("/Users/ann/Library/Mobile Documents/com~apple~CloudDocs/b"), "iCloud Drive"),
        (PurePosixPath("/Users/ann/Library/CloudStorage/GoogleDrive-ann@example.org/x"), "Google Drive"),
        (PurePosixPath("/home/ann/Nextcloud2"), "Nextcloud"),
        (PurePosixPath("/home/ann/Box Sync/x"), "Box"),
    ],
)
def test_a_synchronised_folder_is_recognised_by_its_names(
    folder: PurePosixPath | PureWindowsPath, program: str
) -> None:
    assert library_folder.synchroniser(folder) == program


def mounts(monkeypatch: pytest.MonkeyPatch, *disks: tuple[str, str, str]) -> None:
    partitions = [
        SimpleNamespace(mountpoint=mountpoint, fstype=kind, opts=opts) for mountpoint, kind, opts in disks
    ]
    monkeypatch.setattr(psutil, "disk_partitions", lambda all: partitions)


def test_a_network_share_is_recognised_by_the_innermost_mount_of_the_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    inside = tmp_path / "local"
    mounts(monkeypatch, ("/", "ext4", "rw"), (str(tmp_path), "nfs4", "rw"), (str(inside), "ext4", "rw"))
    assert library_folder.describe_folder(tmp_path / "library").caution is Caution.NETWORK
    assert library_folder.describe_folder(inside / "library").caution is Caution.NONE


def test_a_disk_that_does_not_answer_is_no_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def broken(_path: object) -> object:
        raise OSError(5, "input/output error")

    monkeypatch.setattr(shutil, "disk_usage", broken)
    assert library_folder.describe_folder(tmp_path).free_bytes is None
    assert not library_folder.describe_folder(tmp_path).is_tight


def test_a_library_is_begun_in_an_empty_folder_or_in_one_of_its_own(tmp_path: Path) -> None:
    assert library_folder.place_for(tmp_path / "new").folder == tmp_path / "new"
    assert library_folder.place_for(tmp_path).folder == tmp_path
    (tmp_path / "photographs").mkdir()
    inside = library_folder.place_for(tmp_path)
    assert inside.folder.parent == tmp_path and not inside.folder.exists()


def test_a_network_share_behind_a_link_or_mounted_below_a_disk_is_recognised(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    share, link = tmp_path / "share", tmp_path / "office"
    share.mkdir()
    link.symlink_to(share)
    mounts(monkeypatch, ("/", "ext4", "rw"), (str(share), "ext4", "rw"), (str(share), "fuse.glusterfs", "rw"))
    assert library_folder.on_network(link / "library")
    assert not library_folder.on_network(tmp_path)
    mounts(monkeypatch, ("/", "ext4", "rw"), (str(share), "fuse.gocryptfs", "rw"))
    assert not library_folder.on_network(link)
