"""Tests of finding, counting and closing files that other users of the computer could open."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from briefbank.embedding.encoders import Encoder
from briefbank.files import delete_tree
from briefbank.library import Library
from briefbank.maintenance import disks
from briefbank.maintenance.self_test import _permissions
from tests.support.trees import nest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has other means than these bits")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    (root / "in").mkdir(parents=True)
    (root / "in" / "file").touch()
    for path, mode in ((root / "in" / "file", 0o644), (root / "in", 0o755), (root, 0o700)):
        path.chmod(mode)
    return root


def test_files_in_a_closed_folder_are_listed_as_open_only_on_request(tree: Path) -> None:
    assert disks.open_to_others([tree]) == []
    assert set(disks.open_to_others([tree], into_closed=True)) == {tree / "in", tree / "in" / "file"}


def test_files_in_an_open_folder_are_listed_as_open_once(tree: Path) -> None:
    tree.chmod(0o711)
    assert len(disks.open_to_others([tree, tree / "in"])) == 3


def test_a_link_to_what_others_may_read_is_no_finding_and_is_not_followed(tree: Path, tmp_path: Path) -> None:
    disks.close_to_others([tree])
    (tmp_path / "outside").touch()
    (tmp_path / "outside").chmod(0o644)
    (tree / "link").symlink_to(tmp_path / "outside")
    assert disks.open_to_others([tree], into_closed=True) == []
    disks.close_to_others([tree])
    assert (tmp_path / "outside").stat().st_mode & 0o044


def test_a_file_with_a_hard_link_elsewhere_keeps_its_permissions(tree: Path, tmp_path: Path) -> None:
    disks.close_to_others([tree])
    (tmp_path / "outside").touch()
    (tmp_path / "outside").chmod(0o644)
    os.link(tmp_path / "outside", tree / "file")
    disks.close_to_others([tree])
    assert (
        disks.open_to_others([tree], into_closed=True) == [] and (tmp_path / "outside").stat().st_mode & 0o044
    )


def test_folders_nested_without_end_are_looked_through(tree: Path) -> None:
    nest(tree / "in", 3000)
    disks.close_to_others([tree])
    assert disks.open_to_others([tree], into_closed=True) == []
    delete_tree(tree / "in")


def test_mending_closes_a_library_to_others_and_says_so(tmp_path: Path, encoder: Encoder) -> None:
    with Library.open(tmp_path / "library", encoder=encoder) as library:
        library.folder.chmod(0o755)
        (library.folder / "files").chmod(0o777)
        assert not _permissions(library.folder)[0]
        report = library.maintenance.check()
        assert any("can open" in problem for problem in report.problems)
        assert library.maintenance.check(repair=True).healthy
        assert _permissions(library.folder)[0]
        everything = [library.folder, *library.folder.rglob("*")]
    assert [path for path in everything if path.exists() and stat.S_IMODE(path.stat().st_mode) & 0o077] == []


def test_opening_closes_what_a_copy_left_open(
    tmp_path: Path, encoder: Encoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    monkeypatch.setattr("briefbank.maintenance.health.data_folder", lambda: data)
    with Library.open(tmp_path / "library", encoder=encoder):
        pass
    for folder in (data, tmp_path / "library"):
        folder.chmod(0o755)
    with Library.open(tmp_path / "library", encoder=encoder) as library:
        assert disks.open_to_others([data, library.folder]) == []
        assert library.maintenance.check().healthy
