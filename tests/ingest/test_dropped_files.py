"""Tests of which files are found among dropped paths."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from briefbank.domain.ingest import PassedOver
from briefbank.ingest.dropped_files import DroppedFiles
from tests.test_files import raising


def make(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def test_folders_are_opened_up_in_order_of_name(tmp_path: Path) -> None:
    make(tmp_path, "b.pdf", "A.pdf", "c/2.pdf", "c/1.pdf", "c/d/0.txt", "e.docx")
    names = [path.relative_to(tmp_path).as_posix() for path in DroppedFiles([tmp_path])]
    assert names == ["A.pdf", "b.pdf", "c/1.pdf", "c/2.pdf", "c/d/0.txt", "e.docx"]


def test_dropped_files_keep_their_order_and_appear_once(tmp_path: Path) -> None:
    make(tmp_path, "b.pdf", "a/1.pdf", "a/2.pdf")
    dropped = [tmp_path / "b.pdf", tmp_path / "a", tmp_path / "a", tmp_path / "a/1.pdf", tmp_path / "b.pdf"]
    names = [path.name for path in DroppedFiles(dropped)]
    assert names == ["b.pdf", "1.pdf", "2.pdf"]


def test_hidden_and_lock_files_are_left_out_unless_dropped_themselves(tmp_path: Path) -> None:
    make(tmp_path, ".hidden.pdf", "~$brief.docx", "Thumbs.db", ".git/config", "brief.docx")
    os.mkfifo(tmp_path / "pipe")
    assert list(DroppedFiles([tmp_path])) == [tmp_path / "brief.docx"]
    assert list(DroppedFiles([tmp_path / ".hidden.pdf"])) == [tmp_path / ".hidden.pdf"]


def test_links_within_the_dropped_folder_are_followed_and_loops_end(tmp_path: Path) -> None:
    make(tmp_path, "1/a.pdf", "2/b.pdf")
    (tmp_path / "1" / "loop").symlink_to(tmp_path / "1")
    (tmp_path / "1" / "parent").symlink_to(tmp_path)
    (tmp_path / "1" / "link").symlink_to(tmp_path / "2")
    dropped = DroppedFiles([tmp_path])
    assert sorted(path.name for path in dropped) == ["a.pdf", "b.pdf"]
    assert not dropped.passed_over


def test_links_out_of_the_dropped_folder_are_skipped_and_counted(tmp_path: Path) -> None:
    make(tmp_path, "inside/a.pdf", "outside/secret.txt", "inside-too/b.pdf")
    inside = tmp_path / "inside"
    (inside / "passwd.txt").symlink_to("/etc/passwd")
    (inside / "file.txt").symlink_to(tmp_path / "outside" / "secret.txt")
    (inside / "folder").symlink_to(tmp_path / "outside")
    (inside / "relative").symlink_to("../inside-too")
    (inside / "parent").symlink_to(tmp_path)
    (inside / "broken.pdf").symlink_to(tmp_path / "nowhere.pdf")
    dropped = DroppedFiles([inside])
    assert list(dropped) == [inside / "a.pdf"]
    assert dropped.passed_over == PassedOver(links=6)


def test_a_link_that_a_person_dropped_is_followed(tmp_path: Path) -> None:
    make(tmp_path, "outside/a.pdf", "outside/b.pdf")
    (tmp_path / "file").symlink_to(tmp_path / "outside" / "a.pdf")
    (tmp_path / "folder").symlink_to(tmp_path / "outside")
    dropped = DroppedFiles([tmp_path / "file", tmp_path / "folder"])
    assert [path.name for path in dropped] == ["file", "a.pdf", "b.pdf"]
    assert not dropped.passed_over


def test_leftovers_of_systems_and_programs_are_skipped_and_counted_once(tmp_path: Path) -> None:
    left = (
        "Thumbs.db",
        "desktop.ini",
        "~$draft.docx",
        ".DS_Store",
        "._brief.pdf",
        "brief.pdf.lnk",
        "scan.tmp",
    )
    make(
        tmp_path,
        "brief.pdf",
        "Initial.docx",
        "$RECYCLE.BIN/deleted.pdf",
        *left,
        *(f"sub/{name}" for name in left),
    )
    dropped = DroppedFiles([tmp_path, *(tmp_path / name for name in left)])
    assert [path.name for path in dropped] == ["brief.pdf", "Initial.docx"]
    assert dropped.passed_over == PassedOver(left_behind=2 * len(left))


@pytest.mark.parametrize(
    "name", ["Motion in limine.pdf", "tmp", "state.v.ini.pdf", "Thumbs.pdf", "~draft.docx"]
)
def test_a_document_whose_name_is_like_a_leftover_is_taken(tmp_path: Path, name: str) -> None:
    make(tmp_path, name)
    assert list(DroppedFiles([tmp_path])) == [tmp_path / name]


def test_a_folder_that_cannot_be_opened_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tmp_path, "locked/a.pdf", "z.pdf")
    (tmp_path / "broken.pdf").symlink_to("nowhere.pdf")
    scandir = os.scandir

    def refuse_locked(folder: Path) -> Any:
        return raising(errno.EACCES)() if str(folder).endswith("locked") else scandir(folder)

    monkeypatch.setattr(os, "scandir", refuse_locked)
    files = list(DroppedFiles([tmp_path, tmp_path / "missing.pdf"]))
    assert files == [tmp_path / name for name in ("broken.pdf", "locked", "z.pdf", "missing.pdf")]
