"""Tests of the intake on real parts: waiting files survive an interruption, and each file ends once."""

from __future__ import annotations

import errno
import shutil
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from briefbank.catalogue import ingest_ledger, intake_notes
from briefbank.domain.ingest import FileOutcome, FileProgress, FileStatus, Stage
from briefbank.domain.pages import OcrSetting, PageOrder, PageSource
from briefbank.domain.searches import SearchRequest
from briefbank.errors import Cancelled, StoreBusy, StoreFull
from briefbank.extraction import fonts
from briefbank.ingest.ingestion import MOST_ATTEMPTS
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.ocr.tesseract import Tesseract
from briefbank.paths import LibraryPaths
from tests.extraction import pdfs
from tests.stand_ins.encoders import Buckets
from tests.stand_ins.ocr import NamedEngine
from tests.stand_ins.reporters import RecordingReporter

LINES = [
    "The officer stopped the wagon because a zebra was seen in it.",
    "Nothing in the record supports the stop, and a hunch is not",
    "reasonable suspicion. The order below should be reversed, and",
    "the evidence should have been suppressed before the trial began.",
]


class RecordingEngine:
    """Tesseract that records every requested page; its processes stay for the next library."""

    name = "Tesseract"

    def __init__(self, recognised_pages: list[PageOrder], real: Tesseract) -> None:
        self._asked, self._real = recognised_pages, real

    def problem(self) -> str:
        return self._real.problem()

    def recognise(self, source: Path, orders: Sequence[PageOrder], work: Path, **how: Any) -> None:
        self._asked += orders
        self._real.recognise(source, orders, work, **how)

    def close(self) -> None:
        return


def lines(page: int) -> list[str]:
    """Lines that differ on every page: equal lines would be taken for a running head."""
    witness = ("carpenter", "gardener", "librarian", "plumber")[page % 4]
    return [
        f"The {witness} testified on day {page + 1}.",
        *(line.replace("the", f"that {witness}'s") for line in LINES),
    ]


def text_file(folder: Path, name: str, word: str = "zebra") -> Path:
    path = folder / name
    path.write_text("POINT I\n\n" + " ".join(LINES).replace("zebra", word) + f"\n\n{name!a}\n")
    return path


def scan_file(folder: Path, pages: int = 3) -> Path:
    return pdfs.scan(folder / "scan.pdf", [lines(number) for number in range(pages)], dpi=150)


@pytest.fixture
def recognised_pages() -> list[PageOrder]:
    """The pages for which text recognition was requested."""
    return []


@pytest.fixture(scope="module")
def tesseract() -> Iterator[Tesseract]:
    engine = Tesseract()
    yield engine
    engine.close()


@pytest.fixture
def open_library(
    tmp_path: Path, recognised_pages: list[PageOrder], tesseract: Tesseract
) -> Callable[[], Library]:
    return lambda: Library.open(
        tmp_path / "library", encoder=Buckets(), ocr=RecordingEngine(recognised_pages, tesseract)
    )


@pytest.fixture
def library(open_library: Callable[[], Library]) -> Iterator[Library]:
    with open_library() as opened:
        yield opened


def statuses(outcomes: Sequence[FileOutcome]) -> list[str]:
    return [outcome.status.value for outcome in outcomes]


@pytest.mark.nightly
def test_a_paused_intake_continues_at_the_next_start_from_its_copy_without_repeating_a_page(
    open_library: Callable[[], Library], recognised_pages: list[PageOrder], tmp_path: Path
) -> None:
    scan = scan_file(tmp_path)
    finished: list[int] = []

    def stop(event: FileProgress) -> None:
        if event.stage is Stage.OCR and event.done:
            finished.append(event.done)
            reporter.cancel()

    reporter = RecordingReporter(on_file=stop)
    with open_library() as library:
        with pytest.raises(Cancelled):
            library.ingest.add([scan], reporter)
        assert [waits.path for waits in library.ingest.waiting()] == [scan]
        assert list(library.documents.each()) == [] and library.ingest.history() == []
        kept = set(
            intake_notes.packed_pages(library.catalogue, ingest_ledger.waiting(library.catalogue)[0].sha256)
        )
    assert kept
    recognised_pages.clear()
    scan.unlink()
    with open_library() as library:
        (outcome,) = library.ingest.run(QuietReporter())
        assert outcome.status is FileStatus.ADDED and outcome.document is not None
        assert outcome.document.ocr_pages == 3
        assert {order.index for order in recognised_pages} == {0, 1, 2} - kept
        assert library.maintenance.check().problems == ()


def test_a_file_can_be_cancelled_while_it_waits_or_is_recognised_and_the_others_are_added(
    library: Library, tmp_path: Path
) -> None:
    scan, waiting, other = scan_file(tmp_path), text_file(tmp_path, "a.txt"), text_file(tmp_path, "other.txt")
    library.ingest.enqueue([waiting], QuietReporter())
    (cancelled,) = library.ingest.cancel([waiting])
    assert (cancelled.path, cancelled.status) == (waiting, FileStatus.REFUSED)
    ended: list[FileOutcome] = []

    def act(event: FileProgress) -> None:
        if event.outcome is not None:
            ended.append(event.outcome)
        if event.path == scan and event.stage is Stage.OCR and event.done == 1:
            library.ingest.cancel([scan])

    library.ingest.add([scan, other], RecordingReporter(on_file=act))
    assert {outcome.path: outcome.status.value for outcome in ended} == {scan: "refused", other: "added"}
    assert [document.file_name for document in library.documents.each()] == ["other.txt"]
    assert library.ingest.waiting() == []


def test_cancelling_all_leaves_nothing_waiting_and_nothing_on_the_disk(
    open_library: Callable[[], Library], tmp_path: Path
) -> None:
    scan = scan_file(tmp_path)
    reporter = RecordingReporter(
        on_file=lambda event: reporter.cancel() if event.stage is Stage.OCR and event.done else None
    )
    with open_library() as library:
        with pytest.raises(Cancelled):
            library.ingest.add([scan], reporter)
        assert len(library.ingest.cancel()) == 1
    with open_library() as library:
        paths = LibraryPaths(library.folder)
        assert library.ingest.waiting() == []
        assert [*paths.files.iterdir(), *paths.reading.iterdir(), *paths.work.iterdir()] == []


def test_files_dropped_during_an_intake_are_taken_by_it(library: Library, tmp_path: Path) -> None:
    first, second = text_file(tmp_path, "a.txt"), text_file(tmp_path, "b.txt")
    dropped: list[int] = []

    def drop(event: FileProgress) -> None:
        if event.path == first and event.stage is Stage.READING and not dropped:
            dropped.append(library.ingest.enqueue([second], QuietReporter()))

    outcomes = library.ingest.add([first], RecordingReporter(on_file=drop))
    assert [outcome.path for outcome in outcomes] == [first, second]


def test_search_and_removal_work_while_files_are_added(library: Library, tmp_path: Path) -> None:
    (before,) = library.ingest.add([text_file(tmp_path, "before.txt", "giraffe")], QuietReporter())
    assert before.document is not None
    result: list[int] = []

    def act(event: FileProgress) -> None:
        if event.stage is Stage.OCR and event.done == 1:
            result.append(library.search(SearchRequest("giraffe")).total)
            library.documents.remove(before.document.id)  # type: ignore[union-attr]
            result.append(library.search(SearchRequest("giraffe")).total)

    library.ingest.add([scan_file(tmp_path)], RecordingReporter(on_file=act))
    assert result == [1, 0]
    assert [document.file_name for document in library.documents.each()] == ["scan.pdf"]
    library.embedding.embed_pending(QuietReporter())
    assert library.maintenance.check().problems == ()


def test_a_file_over_which_the_program_keeps_dying_is_set_aside(library: Library, tmp_path: Path) -> None:
    bad, good = text_file(tmp_path, "bad.txt"), text_file(tmp_path, "good.txt")
    library.ingest.enqueue([bad, good], QuietReporter())
    row = ingest_ledger.waiting(library.catalogue)[0].row
    for _ in range(MOST_ATTEMPTS):
        ingest_ledger.begin(library.catalogue, row)
    outcomes = library.ingest.run(QuietReporter())
    assert statuses(outcomes) == ["refused", "added"]
    assert "set aside" in outcomes[0].reason


def test_a_disk_that_fills_up_while_a_scan_is_written_loses_no_recognised_page(
    library: Library, recognised_pages: list[PageOrder], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("briefbank.ingest.steps.compose_in_child", full)
        with pytest.raises(StoreFull):
            library.ingest.add([scan_file(tmp_path)], QuietReporter())
    assert len(library.ingest.waiting()) == 1
    recognised_pages.clear()
    assert statuses(library.ingest.run(QuietReporter())) == ["added"]
    assert recognised_pages == []


def test_a_document_removed_while_it_is_read_again_stays_removed(library: Library, tmp_path: Path) -> None:
    (added,) = library.ingest.add([scan_file(tmp_path, 2)], QuietReporter())
    assert added.document is not None
    number = added.document.id

    def remove(event: FileProgress) -> None:
        if event.stage is Stage.OCR and event.done == 1:
            library.documents.remove(number)

    library.ingest.read_again(number)
    library.ingest.run(RecordingReporter(on_file=remove))
    paths = LibraryPaths(library.folder)
    assert list(library.documents.each()) == [] and library.ingest.waiting() == []
    assert [*paths.files.iterdir(), *paths.reading.iterdir(), *paths.work.iterdir()] == []


def test_a_pause_is_remembered_and_a_relative_path_means_the_same_file_at_the_next_start(
    open_library: Callable[[], Library], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text_file(tmp_path, "a.txt")
    monkeypatch.chdir(tmp_path)
    with open_library() as library:
        assert not library.ingest.paused
        library.ingest.paused = True
        library.ingest.enqueue([Path("a.txt")], QuietReporter())
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    with open_library() as library:
        assert library.ingest.paused
        library.ingest.paused = False
        assert statuses(library.ingest.run(QuietReporter())) == ["added"]


@pytest.fixture
def locked(tmp_path: Path) -> Path:
    plain = pdfs.write(tmp_path / "plain.pdf", [LINES])
    path = tmp_path / "locked.pdf"
    with pikepdf.open(plain) as pdf:
        pdf.save(path, encryption=pikepdf.Encryption(user="geheim", owner="o"))
    return path


@pytest.mark.nightly
def test_a_protected_scan_is_read_again_with_its_password_and_keeps_what_was_recognised(
    library: Library, tmp_path: Path
) -> None:
    upright = pdfs.scan(
        tmp_path / "1.pdf", [["The officer stopped the wagon without any reason at all."] * 9]
    )
    sideways = pdfs.scan(tmp_path / "2.pdf", [["The light was red when the car came to the corner."] * 9])
    locked = tmp_path / "locked.pdf"
    with pikepdf.open(upright) as pdf, pikepdf.open(sideways) as second:
        pdf.pages.extend(second.pages)
        pdf.pages[1].rotate(90, relative=True)
        pdf.save(locked, encryption=pikepdf.Encryption(user="geheim", owner="x"))
    [added] = library.ingest.add([locked], QuietReporter(), passwords={locked: "geheim"})
    assert added.document, added
    before = library.documents.pages(added.document.id)
    assert [page.source for page in before] == [PageSource.OCR] * 2
    library.ingest.read_again(added.document.id, [0])
    [refused] = library.ingest.run(QuietReporter())
    assert refused.needs_password and library.documents.pages(added.document.id) == before
    [again] = library.ingest.add([locked], QuietReporter(), passwords={locked: "geheim"})
    assert again.document and again.document.id == added.document.id
    after = library.documents.pages(added.document.id)
    assert [page.source for page in after] == [PageSource.OCR] * 2
    assert [page.raw.split() for page in after] == [page.raw.split() for page in before]
    assert after[1].confidence == before[1].confidence
    with pikepdf.open(LibraryPaths(library.folder).reading_copy(again.document.sha256)) as copy:
        assert [page.obj.get("/Rotate", 0) for page in copy.pages] == [0, 0]


def test_a_protected_file_is_added_with_its_password_which_is_written_nowhere(
    library: Library, locked: Path, home: Path
) -> None:
    library.ingest.enqueue([locked], QuietReporter(), passwords={locked: "geheim"})
    library.ingest.cancel()
    (refused,) = library.ingest.add([locked], QuietReporter())
    assert refused.status is FileStatus.REFUSED and refused.needs_password, "cancelling forgets the password"
    assert library.ingest.history()[0].needs_password
    (wrong,) = library.ingest.add([locked], QuietReporter(), passwords={locked: "wrong"})
    assert wrong.needs_password and "does not open" in wrong.reason
    (added,) = library.ingest.add([locked], QuietReporter(), passwords={locked: "geheim"})
    assert added.status is FileStatus.ADDED and added.document is not None
    assert library.search(SearchRequest("zebra")).total == 1
    with library.reader.open_pages(added.document.id) as pages:  # type: ignore[attr-defined]
        assert pages.sizes()
    library.close()
    for folder in (library.folder, home):
        for path in folder.rglob("*"):
            assert not path.is_file() or b"geheim" not in path.read_bytes(), path.name


def test_the_members_of_an_archive_are_files_of_their_own(library: Library, tmp_path: Path) -> None:
    archive = tmp_path / "briefs.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.write(pdfs.write(tmp_path / "x.pdf", [LINES]), "2015/brief.pdf")
        packed.write(text_file(tmp_path, "y.txt", "giraffe"), "note.txt")
        packed.writestr("broken.pdf", b"%PDF-1.7 nothing")
    outcomes = library.ingest.add([archive], QuietReporter())
    ended = {str(outcome.path.relative_to(archive)): outcome.status.value for outcome in outcomes}
    assert ended == {"2015/brief.pdf": "added", "note.txt": "added", "broken.pdf": "refused"}
    assert {document.file_name for document in library.documents.each()} == {"brief.pdf", "note.txt"}


@pytest.mark.nightly
def test_a_page_is_read_again_with_another_setting_and_the_document_keeps_its_number(
    library: Library, recognised_pages: list[PageOrder], tmp_path: Path
) -> None:
    scan, written = scan_file(tmp_path), pdfs.write(tmp_path / "a.pdf", [lines(0), lines(1)])
    copy = shutil.copy(scan, tmp_path / "the same scan.pdf")
    outcomes = library.ingest.add([scan, written, copy], QuietReporter())
    assert sorted(statuses(outcomes)) == ["added", "added", "already_here"]
    documents = {document.file_name: document.id for document in library.documents.each()}
    number = next(number for name, number in documents.items() if "scan" in name)
    recognised_pages.clear()
    library.ingest.read_again(number, [1], setting=OcrSetting.CAREFUL)
    (again,) = library.ingest.run(QuietReporter())
    assert again.document is not None and again.document.id == number
    assert [(order.index, order.setting) for order in recognised_pages] == [(1, OcrSetting.CAREFUL)]
    assert [page.source for page in library.documents.pages(number)] == [PageSource.OCR] * 3
    assert library.search(SearchRequest("zebra")).total >= 1
    library.ingest.read_again(documents["a.pdf"], [0])
    library.ingest.run(QuietReporter())
    sources = [page.source for page in library.documents.pages(documents["a.pdf"])]
    assert sources == [PageSource.OCR, PageSource.TEXT], "a page with text of its own can be recognised"
    library.embedding.embed_pending(QuietReporter())
    assert library.maintenance.check().problems == ()


def test_a_lost_copy_is_made_again_where_pages_can_no_longer_be_recognised(
    tmp_path: Path, library: Library, tesseract: Tesseract
) -> None:
    (added,) = library.ingest.add([scan_file(tmp_path, 2)], QuietReporter())
    assert added.document is not None
    before = [page.raw for page in library.documents.pages(added.document.id)]
    library.reader.pdf_path(added.document.id).unlink()
    library.close()
    missing = NamedEngine("Tesseract", "Tesseract was not found on this computer. Install it.")
    with Library.open(tmp_path / "library", encoder=Buckets(), ocr=missing) as later:
        assert later.maintenance.check(repair=True).repaired
        assert [page.raw for page in later.documents.pages(added.document.id)] == before
        assert later.reader.pdf_path(added.document.id).is_file()


def test_a_full_disk_ends_the_intake_and_the_files_wait_for_room(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [text_file(tmp_path, f"{letter}.txt") for letter in "abc"]

    def full(*_: object, **__: object) -> None:
        raise StoreFull()

    with monkeypatch.context() as patched:
        patched.setattr("briefbank.files.copy_in", full)
        with pytest.raises(StoreFull):
            library.ingest.add(files, QuietReporter())
    assert [waits.path for waits in library.ingest.waiting()] == files
    assert library.ingest.history() == []
    assert statuses(library.ingest.run(QuietReporter())) == ["added"] * 3


def test_a_second_program_hands_its_files_to_the_one_that_is_adding(
    library: Library, open_library: Callable[[], Library], tmp_path: Path
) -> None:
    first, second = text_file(tmp_path, "a.txt"), text_file(tmp_path, "b.txt")
    messages: list[str] = []

    def act(event: FileProgress) -> None:
        if event.path == first and event.stage is Stage.READING and not messages:
            with open_library() as other, pytest.raises(StoreBusy) as busy:
                other.ingest.add([second], QuietReporter())
            messages.append(str(busy.value))

    outcomes = library.ingest.add([first], RecordingReporter(on_file=act))
    assert "takes these files in too" in messages[0]
    assert [outcome.path for outcome in outcomes] == [first, second]


@pytest.mark.nightly
def test_file_names_of_every_kind_are_taken(library: Library, tmp_path: Path) -> None:
    names = [
        "a\nb.txt",
        "ümlaut é 📄.txt",
        "-rf.txt",
        "%s%n.txt",
        "'; DROP TABLE document; --.txt",
        "x" * 250 + ".txt",
    ]
    files = [text_file(tmp_path, name) for name in names]
    outcomes = library.ingest.add(files, QuietReporter())
    assert [(outcome.path, outcome.status.value) for outcome in outcomes] == [
        (path, "added") for path in files
    ]


@pytest.mark.nightly
def test_other_scripts_are_found_and_a_character_without_a_font_is_a_reported_gap(
    library: Library, tmp_path: Path
) -> None:
    hebrew = "הנאשם לא היה בעיר באותו הלילה"
    whole, gap = tmp_path / "whole.txt", tmp_path / "gap.txt"
    for file, more in ((whole, "Он не был в городе."), (gap, "The sign \U0010fffd is on no computer.")):
        file.write_text(
            "\n\n".join(["POINT I", " ".join(LINES), f"The letter said: {hebrew}.", more]), "utf-8"
        )
    first, second = library.ingest.add([whole, gap], QuietReporter())
    drawn = not fonts.undrawn(hebrew)
    assert first.status is (FileStatus.ADDED if drawn else FileStatus.ADDED_WITH_GAPS)
    assert second.status is FileStatus.ADDED_WITH_GAPS
    assert "Page 1: this computer has no font for some characters" in second.reason
    assert "U+10FFFD" in second.reason
    for words in (hebrew, "не был в городе"):
        assert library.search(SearchRequest(f'"{words}"')).hits
