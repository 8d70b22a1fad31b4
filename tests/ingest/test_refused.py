"""Tests of refused files and their next steps: repair, password, exclusion, inclusion."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence, Set
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from briefbank import errors
from briefbank.domain.ingest import NEXT_STEPS, FileOutcome, FileStatus, NextStep, PassedOver, Refusal
from briefbank.domain.pages import OcrSetting, PageOrder
from briefbank.domain.searches import SearchRequest
from briefbank.extraction.pdfium import opened
from briefbank.ingest import originals
from briefbank.ingest.file_reading import FileMetadata, FileReading, read_file
from briefbank.ingest.progress import refusal_of
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.ocr.tesseract import Tesseract
from briefbank.sandbox.child import Tell
from tests.extraction import pdfs
from tests.stand_ins.encoders import Buckets

QUIET = QuietReporter()
LINES = [
    "The officer stopped the wagon because a zebra was seen in it.",
    "Nothing in the record supports the stop, and a hunch is not",
    "reasonable suspicion. The order below should be reversed, and",
    "the evidence should have been suppressed before the trial began.",
]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library", encoder=Buckets()) as opened_library:
        yield opened_library


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    appeals = tmp_path / "Appeals 2004"
    appeals.mkdir()
    return appeals


def crash_on_text(
    tell: Tell, path: Path, skipped: Set[int], name: FileMetadata, recognise: bool
) -> FileReading:
    """End the child like a crash in a parser, unless the pages are pictures."""
    with opened(path) as document:
        if document[0].get_textpage().count_chars():
            os._exit(139)
    return read_file(tell, path, skipped, name, recognise)


def refused(library: Library, path: Path, **how: Any) -> FileOutcome:
    (outcome,) = library.ingest.add([path], QUIET, **how)
    assert outcome.status is FileStatus.REFUSED
    return outcome


def locked(path: Path, password: str, word: str) -> Path:
    plain = pdfs.write(path.with_suffix(".plain"), [[word, *LINES]])
    with pikepdf.open(plain) as pdf:
        pdf.save(path, encryption=pikepdf.Encryption(user=password, owner="o"))
    plain.unlink()
    return path


def kinds_of(base: type[errors.BriefBankError]) -> Iterator[type[errors.BriefBankError]]:
    for kind in base.__subclasses__():
        if kind.__module__ == errors.__name__:
            yield kind
            yield from kinds_of(kind)


def test_every_reason_of_a_refusal_offers_a_step_and_can_be_left_out() -> None:
    assert set(NEXT_STEPS) == set(Refusal)
    assert all(steps[-1] is NextStep.LEAVE_OUT and len(steps) > 1 for steps in NEXT_STEPS.values())


def test_every_error_that_refuses_a_file_has_a_reason_of_its_own_kind() -> None:
    manifest = {kind.__name__: refusal_of(kind()) for kind in kinds_of(errors.FileRefused)}
    assert [name for name, reason in manifest.items() if reason is Refusal.OTHER] == []
    assert manifest["OutOfMemory"] is Refusal.MEMORY and manifest["Crashed"] is Refusal.DAMAGED


@pytest.mark.nightly
def test_a_file_that_crashes_the_reader_is_drawn_and_recognised_when_it_is_tried_with_repair(
    library: Library, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(originals, "read_file", crash_on_text)
    path = pdfs.write(folder / "brief.pdf", [LINES, LINES[::-1]])
    outcome = refused(library, path)
    assert outcome.refusal is Refusal.DAMAGED and outcome.next_steps[0] is NextStep.REPAIR
    (added,) = library.ingest.add([path], QUIET, thorough=True)
    assert added.status is FileStatus.ADDED_WITH_GAPS and added.document is not None
    assert "recognised them as pictures" in added.reason
    assert added.document.pages == added.document.ocr_pages == 2
    assert library.search(SearchRequest("zebra wagon")).total


def test_an_irreparable_file_is_refused_and_offers_no_repair_again(library: Library, folder: Path) -> None:
    path = folder / "torn.pdf"
    path.write_bytes(b"%PDF-1.7 nothing")
    outcome = refused(library, path, thorough=True)
    assert outcome.refusal is Refusal.BEYOND_REPAIR
    assert NextStep.REPAIR not in outcome.next_steps
    assert list((library.folder / "work").iterdir()) == []
    assert list((library.folder / "files").iterdir()) == []


def test_a_password_is_tried_on_each_file_and_unopened_files_stay(library: Library, folder: Path) -> None:
    paths = [locked(folder / f"{word}.pdf", "geheim", word) for word in ("walrus", "badger")]
    paths.append(locked(folder / "other.pdf", "else", "lemur"))
    assert {item.refusal for item in library.ingest.add([folder], QUIET)} == {Refusal.PROTECTED}
    ended = library.ingest.add(paths, QUIET, passwords=dict.fromkeys(paths, "geheim"))
    assert [item.status.value for item in ended] == ["added", "added", "refused"]
    assert "does not open" in ended[2].reason and ended[2].next_steps[0] is NextStep.PASSWORD


def test_an_excluded_file_is_skipped_in_its_folder_also_after_a_restart(tmp_path: Path, folder: Path) -> None:
    bad = folder / "bad.pdf"
    bad.write_bytes(b"%PDF-1.7 nothing")
    with Library.open(tmp_path / "library", encoder=Buckets()) as library:
        assert [item.path for item in library.ingest.add([folder], QUIET)] == [bad]
        library.ingest.leave_out([bad])
    with Library.open(tmp_path / "library", encoder=Buckets()) as library:
        queued = library.ingest.enqueue([folder], QUIET)
        assert queued.new == 0 and queued.passed_over == PassedOver(left_out=1)
        library.ingest.clear_refused()
        (known,) = library.ingest.history()
        assert known.left_out and known.next_steps == (NextStep.TAKE_BACK,)


def test_an_excluded_file_is_tried_again_once_included_or_dropped_itself(
    library: Library, folder: Path
) -> None:
    bad = folder / "bad.pdf"
    bad.write_bytes(b"%PDF-1.7 nothing")
    for take_back in (True, False):
        library.ingest.add([folder], QUIET)
        library.ingest.leave_out([bad])
        if take_back:
            library.ingest.leave_out([bad], skip=False)
            assert not library.ingest.history()[0].left_out
            assert library.ingest.enqueue([folder], QUIET).new == 1
        else:
            assert library.ingest.enqueue([bad], QUIET).new == 1
        library.ingest.run(QUIET)
        assert not any(item.left_out for item in library.ingest.history())


class SettingsEngine(Tesseract):
    """Tesseract, with a note of the page and setting of each order."""

    def __init__(self) -> None:
        super().__init__()
        self.recognised: list[tuple[int, OcrSetting]] = []

    def recognise(self, source: Path, orders: Sequence[PageOrder], work: Path, **how: Any) -> None:
        self.recognised += [(order.index, order.setting) for order in orders]
        super().recognise(source, orders, work, **how)


@pytest.mark.nightly
def test_a_thorough_reading_recognises_only_pages_without_words_again(tmp_path: Path, folder: Path) -> None:
    path = pdfs.scan(folder / "scan.pdf", [LINES, []])
    engine = SettingsEngine()
    with Library.open(tmp_path / "library", encoder=Buckets(), ocr=engine) as library:
        (added,) = library.ingest.add([path], QUIET, thorough=True)
    engine.close()
    assert added.document is not None and added.document.gaps == 1
    careful = (1, OcrSetting.CAREFUL)
    assert engine.recognised == [(0, OcrSetting.STANDARD), (1, OcrSetting.STANDARD), careful]
