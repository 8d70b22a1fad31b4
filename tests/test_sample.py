"""Tests of the sample briefs: each page says that it is made up, and they are offered once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pypdfium2
import pytest

from briefbank.domain.documents import Document
from briefbank.domain.ingest import FileOutcome, FileStatus
from briefbank.errors import StoreFull
from briefbank.jobs import QuietReporter, Reporter
from briefbank.sample import MARKER, ensure_sample, was_offered
from installer.sample_briefs import LABEL, Brief, read_all, set_brief
from tests.summary.factory import DOCUMENT

BRIEFS = {brief.name: brief for brief in read_all()}


@pytest.fixture(scope="module")
def written(sample_files: list[Path]) -> dict[str, Path]:
    return {path.stem: path for path in sample_files}


def pages_of(path: Path) -> list[str]:
    with pypdfium2.PdfDocument(path) as document:
        return [" ".join(page.get_textpage().get_text_bounded().split()) for page in document]


def set_briefs(written: dict[str, Path]) -> list[tuple[Brief, list[str]]]:
    return [(BRIEFS[name], pages_of(path)) for name, path in written.items() if not BRIEFS[name].scan]


def test_there_are_enough_briefs_of_a_real_length_and_exactly_one_scan(written: dict[str, Path]) -> None:
    assert 6 <= len(written) <= 8
    assert all(4 <= len(pages_of(path)) <= 9 for path in written.values())
    assert sum(brief.scan for brief in BRIEFS.values()) == 1
    years = [brief.filed.year for brief in BRIEFS.values()]
    assert min(years) == 2009 and max(years) == 2024


def test_every_page_and_title_says_that_the_brief_is_made_up(written: dict[str, Path]) -> None:
    for brief, pages in set_briefs(written):
        assert all(page.startswith(LABEL) for page in pages)
        assert "(FICTIONAL)" in pages[0] and "are invented" in pages[0]
        with pypdfium2.PdfDocument(written[brief.name]) as document:
            assert document.get_metadata_value("Title").startswith(LABEL)


def test_the_scan_has_pictures_and_no_text(written: dict[str, Path]) -> None:
    path = next(path for name, path in written.items() if BRIEFS[name].scan)
    assert not any(pages_of(path))
    with pypdfium2.PdfDocument(path) as document:
        assert LABEL in document.get_metadata_value("Title")
        assert all(len(list(page.get_objects())) == 1 for page in document)


def test_setting_a_brief_twice_gives_the_same_bytes_with_the_text_that_ships(
    written: dict[str, Path], tmp_path: Path
) -> None:
    brief = next(brief for brief in BRIEFS.values() if not brief.scan)
    again = tmp_path / "again.pdf"
    again.write_bytes(set_brief(brief))
    assert set_brief(brief) == again.read_bytes()
    assert pages_of(again) == pages_of(written[brief.name])


class _Library:
    """A library that keeps what it is given, and can fail while adding; its own documents and ingest."""

    def __init__(self, folder: Path, documents: Sequence[Document] = ()) -> None:
        self.folder = folder
        self.added: list[Path] = []
        self.full = False
        self.documents = self.ingest = self
        self.kept = list(documents)

    def totals(self) -> tuple[int, int]:
        return len(self.kept), sum(document.passages for document in self.kept)

    def clear(self) -> None:
        self.kept.clear()

    def add(self, dropped: Sequence[Path], reporter: Reporter, *, sample: bool = False) -> list[FileOutcome]:
        assert sample
        self.kept.append(DOCUMENT)
        if self.full:
            raise StoreFull()
        self.added += dropped
        return [FileOutcome(path, FileStatus.ADDED) for path in dropped]


@pytest.fixture
def library(tmp_path: Path, written: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> _Library:
    """Offered the sample that was written already: setting it takes seconds."""
    monkeypatch.setattr("briefbank.sample.write_sample", lambda folder: list(written.values()))
    return _Library(tmp_path)


def test_a_new_library_gets_the_sample_and_only_once(library: _Library) -> None:
    assert not was_offered(library.folder)
    outcomes = ensure_sample(library, QuietReporter())
    assert [outcome.path for outcome in outcomes] == library.added and len(library.added) == len(BRIEFS)
    assert was_offered(library.folder)
    assert ensure_sample(library, QuietReporter()) == []


def test_a_library_with_briefs_of_its_own_is_left_alone(library: _Library) -> None:
    library.kept.append(DOCUMENT)
    assert ensure_sample(library, QuietReporter()) == []
    assert not (library.folder / MARKER).exists()


def test_a_sample_that_was_cut_off_is_added_to_its_end_the_next_time(library: _Library) -> None:
    library.full = True
    with pytest.raises(StoreFull):
        ensure_sample(library, QuietReporter())
    assert not was_offered(library.folder)
    library.full = False
    assert len(ensure_sample(library, QuietReporter())) == len(BRIEFS)
