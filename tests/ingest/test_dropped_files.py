"""Tests of which files are in what is dropped, and of the survey of them."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from briefbank.domain.ingest import FILE_S, NoUse, PassedOver, Survey, SurveyedFile
from briefbank.ingest.dropped_files import DroppedFiles
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.text.file_names import LeaveOut
from tests.extraction import pdfs
from tests.stand_ins.encoders import Buckets
from tests.test_files import raising


def make(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def test_folders_are_opened_up_in_order_of_name_and_each_file_appears_once(tmp_path: Path) -> None:
    make(tmp_path, "b.pdf", "A.pdf", "c/2.pdf", "c/1.pdf", "c/d/0.txt", "e.docx")
    inside = ["c/1.pdf", "c/2.pdf", "c/d/0.txt"]
    for dropped, expected in (
        ([""], ["A.pdf", "b.pdf", *inside, "e.docx"]),
        (["b.pdf", "c", "c", "c/1.pdf", "b.pdf"], ["b.pdf", *inside]),
    ):
        names = [path.relative_to(tmp_path) for path in DroppedFiles(tmp_path / name for name in dropped)]
        assert [name.as_posix() for name in names] == expected


def test_hidden_and_lock_files_are_left_out_unless_dropped_themselves(tmp_path: Path) -> None:
    make(tmp_path, ".hidden.pdf", "~$brief.docx", "Thumbs.db", ".git/config", "brief.docx")
    os.mkfifo(tmp_path / "pipe")
    assert list(DroppedFiles([tmp_path])) == [tmp_path / "brief.docx"]
    assert list(DroppedFiles([tmp_path / ".hidden.pdf"])) == [tmp_path / ".hidden.pdf"]


def test_links_within_the_dropped_folder_and_those_that_a_person_dropped_are_followed(
    tmp_path: Path,
) -> None:
    make(tmp_path, "1/a.pdf", "2/b.pdf", "outside/c.pdf", "outside/d.pdf")
    (tmp_path / "1" / "loop").symlink_to(tmp_path / "1")
    (tmp_path / "1" / "parent").symlink_to(tmp_path)
    (tmp_path / "1" / "link").symlink_to(tmp_path / "2")
    dropped = DroppedFiles([tmp_path])
    assert sorted(path.name for path in dropped) == ["a.pdf", "b.pdf", "c.pdf", "d.pdf"]
    assert not dropped.passed_over
    (tmp_path / "file").symlink_to(tmp_path / "outside" / "c.pdf")
    (tmp_path / "folder").symlink_to(tmp_path / "outside")
    dropped = DroppedFiles([tmp_path / "file", tmp_path / "folder"])
    assert [path.name for path in dropped] == ["file", "c.pdf", "d.pdf"]
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


def test_libraries_backups_and_the_data_folder_of_briefbank_are_passed_over_and_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BRIEFBANK_HOME", str(tmp_path / "data"))
    make(tmp_path, "library/briefbank-library.json", "library/files/1.pdf", "data/window.pdf", "a.pdf")
    make(tmp_path, "backups/monday/catalogue-0123456789abcdef.sqlite", "backups/monday/files/1.pdf")
    make(tmp_path, "box/manifest.json", "box/catalogue-old.sqlite", "box/files/b.pdf")
    dropped = DroppedFiles([tmp_path])
    assert {path.name for path in dropped} == {"a.pdf", "manifest.json", "catalogue-old.sqlite", "b.pdf"}
    assert dropped.passed_over == PassedOver(own=3)
    itself = DroppedFiles([tmp_path / "library"])
    assert list(itself) == [] and itself.passed_over == PassedOver(own=1)


def test_leftovers_of_systems_and_programs_are_skipped_and_counted_once(tmp_path: Path) -> None:
    left = str.split("Thumbs.db|desktop.ini|~$draft.docx|.DS_Store|._brief.pdf|brief.pdf.lnk|scan.tmp", "|")
    taken = str.split(
        "brief.pdf|Initial.docx|Motion in limine.pdf|state.v.ini.pdf|Thumbs.pdf|tmp|~a.docx", "|"
    )
    make(tmp_path, "$RECYCLE.BIN/deleted.pdf", *taken, *left, *(f"sub/{name}" for name in left))
    dropped = DroppedFiles([tmp_path, *(tmp_path / name for name in left)])
    assert [path.name for path in dropped] == taken
    assert dropped.passed_over == PassedOver(left_behind=2 * len(left))


def test_a_folder_that_cannot_be_opened_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tmp_path, "locked/a.pdf", "z.pdf")
    (tmp_path / "broken.pdf").symlink_to("nowhere.pdf")
    scandir = os.scandir

    def refuse_locked(folder: Path) -> Any:
        return raising(errno.EACCES)() if str(folder).endswith("locked") else scandir(folder)

    monkeypatch.setattr(os, "scandir", refuse_locked)
    files = list(DroppedFiles([tmp_path, tmp_path / "missing.pdf"]))
    assert files == [tmp_path / name for name in ("broken.pdf", "locked", "z.pdf", "missing.pdf")]


QUIET = QuietReporter()
NOTHING = LeaveOut()


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library.open(tmp_path_factory.mktemp("library"), encoder=Buckets()) as opened:
        yield opened


def text(folder: Path, name: str, words: str = "The officer had no warrant.") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{words} {name!a}")
    return path


def surveyed(library: Library, *paths: Path) -> Survey:
    survey = library.ingest.survey(paths, QUIET)
    assert survey is not None
    return survey


def test_files_are_classified_by_content_and_unusable_ones_by_their_kind(
    library: Library, tmp_path: Path
) -> None:
    pdfs.write(tmp_path / "a.pdf", [["The officer had no warrant to search the car of the defendant."]])
    shutil.copy(tmp_path / "a.pdf", tmp_path / "named wrongly.exe")
    text(tmp_path, "b.txt")
    (tmp_path / "setup.exe").write_bytes(b"MZ\0\0\1\2\3")
    (tmp_path / "fees.xls").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600))
    (tmp_path / "empty.pdf").touch()
    Image.new("L", (16, 16)).save(tmp_path / "logo.png")
    Image.new("L", (1700, 2200)).save(tmp_path / "page.png")
    text(tmp_path, "Thumbs.db")
    survey = surveyed(library, tmp_path)
    totals = survey.totals(NOTHING)
    assert {name: amount.files for name, amount in totals.formats.items()} == {
        ".pdf": 2,
        ".txt": 1,
        ".png": 1,
    }
    assert {reason: amount.files for reason, amount in totals.no_use.items()} == {
        NoUse.PROGRAM: 1,
        NoUse.SPREADSHEET: 1,
        NoUse.EMPTY: 1,
        NoUse.SMALL_PICTURE: 1,
    }
    assert survey.passed_over == PassedOver(left_behind=1)
    assert totals.copies == 1
    assert totals.formats[".png"].scans == 1 and not totals.formats[".pdf"].scans


def test_pages_and_scans_are_estimated_from_some_of_the_files(library: Library, tmp_path: Path) -> None:
    pages = [[f"The witness testified on day {n} that the light was red."] for n in range(7)]
    pdfs.write(tmp_path / "brief.pdf", pages)
    pdfs.scan(tmp_path / "scan.pdf", [["A page that is a picture."]] * 3, dpi=50)
    (tmp_path / "scan.plain.pdf").unlink()  # what the scan was made of
    totals = surveyed(library, tmp_path).totals(NOTHING)
    assert (totals.taken.pages, totals.taken.scans) == (10, 3)
    assert totals.scans_s > totals.words_s > 0
    assert totals.needed_bytes > totals.taken.bytes


def test_files_left_out_by_patterns_are_counted_per_pattern_and_in_no_sum(
    library: Library, tmp_path: Path
) -> None:
    office = tmp_path / "Appeals"
    for name in ("2010/a.txt", "2010/Billing/b.txt", "2011/billing/c.wbk.txt", "2011/d.txt"):
        text(office, name)
    survey = surveyed(library, office)
    totals = survey.totals(LeaveOut(["*/Billing/*", "*.wbk.txt", "*.none"]))
    assert totals.taken.files == 2
    assert totals.left_out == {"*/Billing/*": 1, "*.wbk.txt": 1, "*.none": 0}
    assert dict(totals.folders).keys() == {"Appeals/2010", "Appeals/2011"}


def test_a_small_drop_needs_no_survey_and_nothing_is_added_by_one(library: Library, tmp_path: Path) -> None:
    text(tmp_path, "a.txt")
    assert library.ingest.survey([tmp_path], QUIET, large_only=True) is None
    assert surveyed(library, tmp_path).totals(NOTHING).taken.files == 1
    assert library.ingest.waiting() == [] and library.ingest.history() == []


def test_loops_links_out_and_names_that_are_no_text_do_no_harm(library: Library, tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    text(inside, "a.txt")
    text(outside, "secret.txt")
    (inside / "loop").symlink_to(inside)
    (inside / "out").symlink_to(outside)
    os.mkfifo(inside / "pipe")
    (inside / "nothing.pdf").symlink_to(inside / "gone.pdf")
    (inside / "\udce9t\udce9.txt").write_text("The name is not UTF-8.")
    survey = surveyed(library, inside)
    assert survey.passed_over == PassedOver(links=1)
    pipe = surveyed(library, inside / "pipe").totals(NOTHING)
    assert pipe.no_use[NoUse.UNREADABLE].files == 1
    assert sorted(file.path for file in survey.files) == [
        "inside/a.txt",
        "inside/nothing.pdf",
        "inside/\udce9t\udce9.txt",
    ]
    assert survey.totals(LeaveOut(["\udce9*"])).left_out == {"\udce9*": 1}


def test_malformed_files_end_as_what_they_claim_and_never_the_look(library: Library, tmp_path: Path) -> None:
    whole = pdfs.write(tmp_path / "a.pdf", [["The officer had no warrant to search the car."]]).read_bytes()
    for number in range(50):
        broken = bytearray(whole)
        broken[20 + number * 7 : 40 + number * 7] = os.urandom(20)
        (tmp_path / f"{number}.pdf").write_bytes(broken[: 60 + number * 9])
    (tmp_path / "b.docx").write_bytes(b"PK\3\4" + os.urandom(500))
    (tmp_path / "c.zip").write_bytes(b"PK\3\4" + os.urandom(500))
    (tmp_path / "d.tif").write_bytes(b"II*\0" + os.urandom(500))
    assert len(surveyed(library, tmp_path).files) == 54


def test_times_and_room_grow_with_what_is_there() -> None:
    file = SurveyedFile("A/a.pdf", 1000, ".pdf", None, 10, 10)
    one, many = (Survey((file,) * count, processors=1).totals(NOTHING) for count in (1, 50))
    assert one.words_s == pytest.approx(FILE_S)
    assert many.scans_s == pytest.approx(50 * one.scans_s)
    assert many.needed_bytes == 50 * one.needed_bytes
    halved = Survey((file,), processors=2).totals(NOTHING)
    assert halved.scans_s == pytest.approx(one.scans_s / 2)
