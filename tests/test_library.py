"""Tests of the main journey on real parts: add, search, open, remove, repair."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.ingest import FileProgress, FileStatus, Stage
from briefbank.domain.searches import Filters, Hit, Order, SearchRequest, Verdict
from briefbank.embedding.encoders import Encoder
from briefbank.errors import Cancelled, CorrectionRefused, NotInLibrary
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.paths import LibraryPaths
from tests.stand_ins.ocr import NamedEngine
from tests.stand_ins.reporters import RecordingReporter

TEXT = (
    "STATE v. HYPOTHETICAL\n\nPOINT I\n\nTHE ZEBRA EVIDENCE SHOULD HAVE BEEN SUPPRESSED\n\n"
    "The officer stopped the wagon because a zebra was seen in it. Nothing in the record supports the stop. "
    "The trial court relied on a hunch, and a hunch is not reasonable suspicion. "
    "The order should be reversed.\n"
)


@pytest.fixture
def library(closed_sample: Path, encoder: Encoder, tmp_path: Path) -> Iterator[Library]:
    folder = tmp_path / "library"
    shutil.copytree(closed_sample, folder)
    with Library.open(folder, encoder=encoder) as opened:
        opened.warm()
        yield opened


@pytest.fixture(scope="module")
def shown(
    closed_sample: Path, encoder: Encoder, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Library]:
    """The same, opened once for the tests that only read."""
    folder = tmp_path_factory.mktemp("shown") / "library"
    shutil.copytree(closed_sample, folder)
    with Library.open(folder, encoder=encoder) as opened:
        opened.warm()
        yield opened


@pytest.fixture
def empty(encoder: Encoder, tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "new", encoder=encoder) as opened:
        yield opened


@pytest.fixture
def text_file(tmp_path: Path) -> Path:
    path = tmp_path / "zebra.txt"
    path.write_text(TEXT)
    return path


def best(library: Library, query: str) -> Hit:
    answer = library.search(SearchRequest(query, order=Order.BEST))
    assert answer.hits, answer.advice
    return answer.hits[0]


def test_a_plain_question_finds_the_brief_that_argues_the_point(shown: Library) -> None:
    assert (
        "inevitable discovery"
        in best(shown, "Find me briefs about inevitable discovery").passage.text.lower()
    )
    assert "803(c)(27)" in best(shown, "803(c)(27)").passage.text


def test_words_are_searchable_as_soon_as_a_file_is_reported_added(empty: Library, text_file: Path) -> None:
    result: list[int] = []

    def search(event: FileProgress) -> None:
        if event.outcome is not None:
            result.append(empty.search(SearchRequest("zebra")).total)

    empty.ingest.add([text_file], RecordingReporter(on_file=search))
    assert result == [1]


def test_every_file_reports_its_stages_and_ends_once(empty: Library, text_file: Path) -> None:
    reporter = RecordingReporter()
    empty.ingest.add([text_file], reporter)
    stages = list(dict.fromkeys(event.stage for event in reporter.events))
    assert stages == [Stage.WAITING, Stage.COPYING, Stage.READING, Stage.CUTTING, Stage.INDEXING, Stage.DONE]
    assert sum(event.outcome is not None for event in reporter.events) == 1


def test_a_failing_file_does_not_stop_the_others(empty: Library, text_file: Path, tmp_path: Path) -> None:
    nothing, junk = tmp_path / "a-empty.pdf", tmp_path / "b-junk.pdf"
    nothing.write_bytes(b"")
    junk.write_bytes(b"%PDF-1.7\nthis is not a pdf at all")
    outcomes = empty.ingest.add([nothing, junk, text_file], QuietReporter())
    assert [o.status for o in outcomes] == [FileStatus.REFUSED, FileStatus.REFUSED, FileStatus.ADDED]
    assert all(len(o.reason.split(".")) >= 2 for o in outcomes[:2])
    assert [p.name for p in LibraryPaths(empty.folder).files.iterdir()] == [
        LibraryPaths(empty.folder).original(next(empty.documents.each()).sha256, ".txt").name
    ]


NOT_INSTALLED = NamedEngine("Tesseract", "Text recognition is not installed.")


class FaultyRecognition(NamedEngine):
    """Text recognition with a bug of our own in it."""

    def recognise(self, *_: object, **__: object) -> None:
        raise ZeroDivisionError


def scan_of(sample_files: list[Path]) -> Path:
    return next(path for path in sample_files if "Ravenel" in path.name)


def test_even_a_fault_of_our_own_costs_one_file_only(
    short_scan: Path, text_file: Path, encoder: Encoder, tmp_path: Path
) -> None:
    with Library.open(tmp_path / "new", encoder=encoder, ocr=FaultyRecognition("faulty")) as library:
        outcomes = library.ingest.add([short_scan, text_file], QuietReporter())
        assert [outcome.status for outcome in outcomes] == [FileStatus.REFUSED, FileStatus.ADDED]
        assert "made a mistake" in outcomes[0].reason
        assert library.maintenance.check().healthy


def test_a_scan_without_text_recognition_is_refused_and_not_added_empty(
    sample_files: list[Path], encoder: Encoder, tmp_path: Path
) -> None:
    with Library.open(tmp_path / "new", encoder=encoder, ocr=NOT_INSTALLED) as library:
        (outcome,) = library.ingest.add([scan_of(sample_files)], QuietReporter())
        assert outcome.status is FileStatus.REFUSED
        assert outcome.reason.startswith("Text recognition is not installed.")
        assert list(library.documents.each()) == []


def test_a_refused_file_leaves_nothing_behind(empty: Library, tmp_path: Path) -> None:
    junk = tmp_path / "junk.pdf"
    junk.write_bytes(b"%PDF-1.7\n" + b"x" * 5000)
    empty.ingest.add([junk], QuietReporter())
    stored = [
        path
        for path in empty.folder.rglob("*")
        if path.is_file() and path.parent.name in ("files", "reading", "work")
    ]
    assert stored == []
    assert [o.status for o in empty.ingest.history()] == [FileStatus.REFUSED]


def test_the_same_file_under_another_name_is_recognised(
    empty: Library, text_file: Path, tmp_path: Path
) -> None:
    again = tmp_path / "renamed.txt"
    shutil.copy(text_file, again)
    (first,), (second,) = (empty.ingest.add([path], QuietReporter()) for path in (text_file, again))
    assert (first.status, second.status) == (FileStatus.ADDED, FileStatus.ALREADY_HERE)
    assert second.document == first.document
    assert empty.documents.totals()[0] == 1


def test_a_stopped_intake_keeps_what_was_finished_and_the_rest_waits(
    empty: Library, text_file: Path, tmp_path: Path
) -> None:
    files = [text_file]
    for number in range(8):
        files.append(tmp_path / f"zz-{number}.txt")
        files[-1].write_text(TEXT.replace("zebra", f"heron {number}"))

    reporter = RecordingReporter(on_file=lambda event: event.outcome is not None and reporter.cancel())
    with pytest.raises(Cancelled):
        empty.ingest.add(files, reporter)
    added = {document.file_name for document in empty.documents.each()}
    waiting = {waits.path.name for waits in empty.ingest.waiting()}
    assert added and waiting and added | waiting == {path.name for path in files} and not added & waiting
    assert empty.maintenance.check().problems == ()
    empty.ingest.run(QuietReporter())
    assert empty.documents.totals()[0] == len(files)


def test_a_hit_opens_at_the_very_words_on_text_and_on_scans(shown: Library) -> None:
    for document in shown.documents.each():
        hit = best_in(shown, document.id)
        words = {hit.passage.text[start:end].lower() for start, end in hit.marks}
        assert words
        on_page = words_on_page(shown, hit)
        assert on_page and on_page <= {word for mark in words for word in (mark, *mark.split())}, (
            document.title,
            on_page,
            words,
        )


def best_in(library: Library, document_id: int) -> Hit:
    """Return a hit in one document, by a query made of its own words."""
    passage = max(
        library.documents.passages(document_id), key=lambda p: len(p.text) if p.role.value == "body" else 0
    )
    query = " ".join(passage.text.split()[20:32])
    answer = library.search(SearchRequest(query, limit=50, order=Order.BEST))
    return next(hit for hit in answer.hits if hit.document.id == document_id)


def words_on_page(library: Library, hit: Hit) -> set[str]:
    """The words that PDFium finds under the centre of each highlighted range."""
    result: set[str] = set()
    with pypdfium2.PdfDocument(library.reader.pdf_path(hit.document.id)) as pdf:
        for highlight in library.reader.highlights(hit):
            text = pdf[highlight.page].get_textpage()
            for start, end in highlight.words:
                result.add(text.get_text_range(start, end - start).lower())
    return result


def test_boxes_of_the_highlighted_words_lie_on_the_page(shown: Library) -> None:
    hit = best(shown, "inevitable discovery")
    pages = shown.reader.open_pages(hit.document.id)
    try:
        highlight = shown.reader.highlights(hit)[0]
        width, height = pages.sizes()[highlight.page]
        boxes = pages.boxes(highlight.page, highlight.words)
        assert boxes
        assert all(0 <= b.x0 < b.x1 <= width and 0 <= b.y0 < b.y1 <= height for b in boxes)
    finally:
        pages.close()


def test_newest_order_puts_the_newest_of_the_relevant_first(shown: Library) -> None:
    answer = shown.search(SearchRequest("“new trial”", limit=50))
    dates = [hit.document.filed for hit in answer.close if hit.document.filed]
    assert len(set(dates)) > 1
    assert dates == sorted(dates, reverse=True)


def test_feedback_is_stored_shown_changed_and_cleared(library: Library) -> None:
    query = "inevitable discovery"
    hit = best(library, query)
    for verdict in (Verdict.UP, Verdict.DOWN, None):
        library.feedback.give(hit.passage.id, query, verdict)
        again = library.search(SearchRequest("  Inevitable   DISCOVERY", order=Order.BEST, limit=50))
        assert next(h for h in again.hits if h.passage.id == hit.passage.id).verdict is verdict


def test_a_correction_shows_wherever_the_document_does_and_outlives_reading_it_again(
    empty: Library, text_file: Path
) -> None:
    empty.ingest.add([text_file], QuietReporter())
    (document,) = list(empty.documents.each())
    assert empty.documents.caption(document.id)[0].value == document.title
    empty.documents.correct(document.id, CaptionField.FILED, "5 March 2021")
    empty.documents.correct(document.id, CaptionField.TITLE, "State v. Okapi")
    empty.ingest.read_again(document.id)
    empty.ingest.run(QuietReporter())
    in_2021 = Filters(filed_from=date(2021, 1, 1), filed_to=date(2021, 12, 31))
    hit = empty.search(SearchRequest("zebra", filters=in_2021)).hits[0]
    assert hit.document == next(empty.documents.each()) == empty.documents.get(document.id)
    assert (hit.document.title, hit.document.filed) == ("State v. Okapi", date(2021, 3, 5))
    assert best(empty, "okapi").document.id == document.id
    assert empty.documents.correct(document.id, CaptionField.TITLE, None).title == document.title
    with pytest.raises(CorrectionRefused):
        empty.documents.correct(document.id, CaptionField.KIND, "poem")


def test_a_removed_document_is_gone_from_everything(library: Library) -> None:
    document = best(library, "inevitable discovery").document
    library.documents.remove(document.id)
    assert document.id not in {
        h.document.id for h in library.search(SearchRequest("inevitable discovery", limit=50)).hits
    }
    assert not list(library.folder.rglob(f"{document.sha256}*"))
    assert library.maintenance.check().problems == ()
    with pytest.raises(NotInLibrary):
        library.documents.get(document.id)


def test_check_agrees_and_rebuild_finds_the_same(library: Library) -> None:
    report = library.maintenance.check()
    assert report.healthy and report.waiting_for_meaning == 0
    assert report.lexical_passages == report.dense_passages
    request = SearchRequest("identification of the defendant", order=Order.BEST)
    before = [hit.passage.id for hit in library.search(request).hits]
    assert library.maintenance.rebuild(QuietReporter()).healthy
    assert [hit.passage.id for hit in library.search(request).hits] == before


def test_a_missing_lexical_index_is_rebuilt_at_opening(
    closed_sample: Path, encoder: Encoder, tmp_path: Path
) -> None:
    folder = tmp_path / "library"
    shutil.copytree(closed_sample, folder)
    for path in LibraryPaths(folder).lexical.glob("*"):
        if path.is_file():
            path.write_bytes(b"damaged")
    with Library.open(folder, encoder=encoder) as library:
        assert library.search(SearchRequest("inevitable discovery")).hits


@pytest.mark.nightly
def test_a_lost_meaning_index_is_reported_and_repaired(
    closed_sample: Path, encoder: Encoder, tmp_path: Path
) -> None:
    folder = tmp_path / "library"
    shutil.copytree(closed_sample, folder)
    shutil.rmtree(LibraryPaths(folder).dense)
    with Library.open(folder, encoder=encoder) as library:
        assert not library.maintenance.check().healthy
        assert library.maintenance.check(repair=True).healthy
        assert library.maintenance.check().dense_passages == library.maintenance.check().lexical_passages


@pytest.mark.nightly
def test_a_kill_in_the_middle_leaves_the_files_waiting_for_the_next_start(
    short_scan: Path, text_file: Path, encoder: Encoder, tmp_path: Path
) -> None:
    folder = tmp_path / "new"
    command = [sys.executable, "-m", "briefbank", "--library", str(folder), "add"]
    with subprocess.Popen([*command, str(short_scan)]) as adding:
        while not any((folder / "files").glob("*.pdf")):  # it is copied, and recognised next
            assert adding.poll() is None
        adding.kill()
    with Library.open(folder, encoder=encoder) as library:
        assert list(library.documents.each()) == [] and library.ingest.history() == []
        assert [waits.path for waits in library.ingest.waiting()] == [short_scan]
        outcomes = library.ingest.add([text_file], QuietReporter())
        assert {outcome.path: outcome.status for outcome in outcomes} == {
            short_scan: FileStatus.ADDED,
            text_file: FileStatus.ADDED,
        }
    assert list((folder / "work").iterdir()) == []


def test_a_lost_reading_copy_is_mended_by_the_check(empty: Library, text_file: Path) -> None:
    (first,) = empty.ingest.add([text_file], QuietReporter())
    assert first.document is not None
    empty.embedding.embed_pending(QuietReporter())
    empty.reader.pdf_path(first.document.id).unlink()
    assert not empty.maintenance.check().healthy
    assert empty.maintenance.check(repair=True).repaired
    assert empty.reader.pdf_path(first.document.id).is_file()
    empty.embedding.embed_pending(QuietReporter())
    assert empty.maintenance.check().problems == ()


@pytest.mark.nightly
def test_a_lost_reading_copy_is_made_again_by_adding_the_file_again(empty: Library, text_file: Path) -> None:
    (first,) = empty.ingest.add([text_file], QuietReporter())
    assert first.document is not None
    empty.reader.pdf_path(first.document.id).unlink()
    assert any("Add the file again" in problem for problem in empty.maintenance.check().problems)
    (again,) = empty.ingest.add([text_file], QuietReporter())
    assert again.status is FileStatus.ADDED and again.document is not None
    assert empty.reader.pdf_path(again.document.id).is_file()
    empty.embedding.embed_pending(QuietReporter())
    assert empty.maintenance.check().problems == ()
    assert empty.documents.totals()[0] == 1


@pytest.mark.nightly
def test_gaps_left_for_want_of_text_recognition_are_filled_by_adding_the_file_again(
    mixed_file: Path, encoder: Encoder, tmp_path: Path
) -> None:
    with Library.open(tmp_path / "new", encoder=encoder, ocr=NOT_INSTALLED) as library:
        (outcome,) = library.ingest.add([mixed_file], QuietReporter())
        assert outcome.status is FileStatus.ADDED_WITH_GAPS
        assert "Text recognition is not installed." in outcome.reason
    with Library.open(tmp_path / "new", encoder=encoder) as library:
        (outcome,) = library.ingest.add([mixed_file], QuietReporter())
        assert outcome.status is FileStatus.ADDED
        assert outcome.document is not None and outcome.document.ocr_pages == 1


@pytest.fixture
def mixed_file(sample_files: list[Path], tmp_path: Path) -> Path:
    """A brief of which the last page is a scan."""
    path = tmp_path / "mixed.pdf"
    with pikepdf.open(sample_files[1]) as text, pikepdf.open(scan_of(sample_files)) as scan:
        text.pages.append(scan.pages[3])
        text.save(path)
    return path


def test_two_programs_do_not_add_to_one_library_at_once(
    empty: Library, text_file: Path, encoder: Encoder
) -> None:
    def run_second(event: FileProgress) -> None:
        if event.stage is Stage.READING:
            command = [sys.executable, "-m", "briefbank", "--library", str(empty.folder)]
            completed = subprocess.run([*command, "add", str(text_file)], capture_output=True, text=True)
            assert (completed.returncode, "Another BriefBank" in completed.stderr) == (3, True)

    assert empty.ingest.add([text_file], RecordingReporter(on_file=run_second))[0].status is FileStatus.ADDED
