"""A mistake of ours in citations, headings or caption costs neither file nor search nor the check of a draft.

It is counted, said, and gone once a release that does not make it has read the document again.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from briefbank.catalogue import library_facts
from briefbank.domain.documents import Annotation
from briefbank.domain.ingest import FileStatus
from briefbank.domain.maintenance import AlertKind, LibraryAlert
from briefbank.domain.searches import SearchRequest
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.drafts.office import brief
from tests.stand_ins.encoders import Buckets
from tests.support.annotation_mistakes import MistakenReaders, failing

pytestmark = pytest.mark.forces_mistakes
QUIET = QuietReporter()
TEXT = brief(
    "STATE OF NEW JERSEY v. JOHN ZEBRA",
    (
        "THE ZEBRA WAS STOPPED WITHOUT ANY SUSPICION",
        "The zebra was stopped on a hunch. State v. Carty, 170 N.J. 632, 647 (2002), forbids that. "
        + "Nobody who saw it had any reason to believe that a crime had been committed there. " * 10,
    ),
    (
        "THE SENTENCE IS EXCESSIVE",
        "The court counted the elements of the offence twice. State v. Yarbough, 100 N.J. 627 (1985). "
        + "It gave no other reason for a sentence at the top of the range. " * 12,
    ),
)
ALL = (Annotation.CAPTION, Annotation.HEADINGS, Annotation.CITATIONS)


@pytest.fixture
def mistaken(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Reading processes that make mistakes, until this is undone."""
    monkeypatch.setattr("briefbank.extraction.worker_pool.WorkerPool", MistakenReaders)
    return monkeypatch


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "zebra.txt"
    path.write_text(TEXT)
    return path


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library whose one document was read with mistakes."""
    folder = tmp_path_factory.mktemp("mistaken")
    (folder / "zebra.txt").write_text(TEXT)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("briefbank.extraction.worker_pool.WorkerPool", MistakenReaders)
        with Library.open(folder / "library", encoder=Buckets()) as library:
            (outcome,) = library.ingest.add([folder / "zebra.txt"], QUIET)
            assert (outcome.status, outcome.reason) == (FileStatus.ADDED, "")
    return folder / "library"


@pytest.fixture
def folder(closed: Path, tmp_path: Path) -> Path:
    """The same for one test; those that open it make no mistakes."""
    return Path(shutil.copytree(closed, tmp_path / "library"))


def alert(library: Library, matter: AlertKind) -> LibraryAlert | None:
    return next((alert for alert in library.maintenance.alerts() if alert.kind is matter), None)


def cited(library: Library) -> set[str]:
    return {item.authority.canonical for item in library.authorities.of_document(1)}


def test_a_file_is_added_with_all_its_words_and_without_what_failed(folder: Path) -> None:
    with Library.open(folder, encoder=Buckets()) as library:
        (document,) = list(library.documents.each())
        assert (document.gaps, document.court, document.docket) == (0, "", "")
        assert cited(library) == {"100 N.J. 627"}, "another passage keeps its citations"
        (hit,) = library.search(SearchRequest('"zebra was stopped on a hunch"')).hits
        assert not hit.passage.heading_path


def test_the_gaps_are_an_alert_and_a_number_of_the_check_and_no_problem(folder: Path) -> None:
    with Library.open(folder, encoder=Buckets()) as library:
        assert alert(library, AlertKind.ANNOTATIONS) == LibraryAlert(
            AlertKind.ANNOTATIONS, 1, (1,), annotations=ALL
        )
        library.embedding.embed_pending(QUIET)
        report = library.maintenance.check(thorough=True)
        assert (report.healthy, report.annotation_gaps) == (True, 1)
        assert library.ingest.run(QUIET) == [], "the same release would read it the same way"


def test_a_later_release_reads_it_again_and_the_gaps_go(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library_facts, "__version__", "99.0")
    with Library.open(folder, encoder=Buckets()) as library:
        (outcome,) = library.ingest.run(QUIET)
        assert outcome.status is FileStatus.ADDED
        assert alert(library, AlertKind.ANNOTATIONS) is None
        assert cited(library) == {"100 N.J. 627", "170 N.J. 632"}
        assert next(library.documents.each()).court


def test_gaps_that_a_later_release_has_too_wait_for_the_one_after_it(
    mistaken: pytest.MonkeyPatch, file: Path, tmp_path: Path
) -> None:
    with Library.open(tmp_path / "library", encoder=Buckets()) as library:
        library.ingest.add([file], QUIET)
        mistaken.setattr(library_facts, "__version__", "99.0")
        assert len(library.ingest.run(QUIET)) == 1
        assert library.ingest.run(QUIET) == []
        assert alert(library, AlertKind.ANNOTATIONS) is not None


def test_a_removed_document_leaves_no_gap(folder: Path) -> None:
    with Library.open(folder, encoder=Buckets()) as library:
        library.documents.remove(1)
        assert library.maintenance.alerts() == ()
    with closing(sqlite3.connect(folder / "catalogue.sqlite")) as catalogue:
        assert catalogue.execute("SELECT count(*) FROM annotation_gap").fetchone() == (0,)


@pytest.mark.parametrize("change", ["UPDATE annotation_gap SET places = 9", "DELETE FROM annotation_gap"])
def test_a_thorough_check_notices_gaps_that_were_altered(folder: Path, change: str) -> None:
    with Library.open(folder, encoder=Buckets()) as library:
        library.embedding.embed_pending(QUIET)
    with closing(sqlite3.connect(folder / "catalogue.sqlite")) as catalogue, catalogue:
        catalogue.execute(change)
    with Library.open(folder, encoder=Buckets()) as library:
        assert library.maintenance.check().healthy
        assert not library.maintenance.check(thorough=True).healthy


def test_a_draft_whose_passage_cannot_be_read_for_citations_is_checked_and_says_so(
    mistaken: pytest.MonkeyPatch, file: Path, tmp_path: Path
) -> None:
    with Library.open(tmp_path / "library", encoder=Buckets()) as library:
        report = library.drafts.check(file, QUIET)
    assert {citation.canonical for citation in report.cited} <= {"100 N.J. 627"} and report.sections
    assert report.coverage.unread_citations >= 1
    assert any("could not be read and were not compared" in note for note in report.notes)


@pytest.mark.parametrize(
    "function_path", ["briefbank.drafts.quotations.all_quotations", "briefbank.drafts.check.find_faults"]
)
def test_quotations_and_slips_that_cannot_be_looked_for_do_not_end_the_check_of_a_draft(
    function_path: str, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, name = function_path.rsplit(".", 1)
    monkeypatch.setattr(function_path, failing(getattr(__import__(module, fromlist=[name]), name)))
    with Library.open(tmp_path / "library", encoder=Buckets()) as library:
        report = library.drafts.check(file, QUIET)
    assert report.sections and report.coverage.unread_citations >= 1


def test_a_search_whose_citations_cannot_be_read_says_so_and_finds_by_words(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("briefbank.citations.citations.find", failing(lambda _text: ()))
    with Library.open(folder, encoder=Buckets()) as library:
        answer = library.search(SearchRequest("zebra stopped on a hunch 170 N.J. 632"))
    assert answer.hits and "the citations in the text could not be read" in answer.interpretation
