"""Tests of scans and faxes as pictures in a library."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from briefbank.domain.ingest import FileOutcome, FileStatus, PassedOver
from briefbank.domain.pages import Box, OcrSetting, OcrWord, PageOrder, PageSource, RecognisedPage
from briefbank.domain.searches import SearchRequest
from briefbank.ingest.progress import MENDED
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.stand_ins.encoders import Buckets
from tests.stand_ins.ocr import NamedEngine
from tests.support.scan_factory import LINES, place_of, scan, tiff


class SettledEngine(NamedEngine):
    """An engine that reads a paragraph on every page that is not blank, at once."""

    def recognise(
        self,
        source: Path,
        orders: Sequence[PageOrder],
        work: Path,
        *,
        on_page: Callable[[RecognisedPage], None],
        check: Callable[[], None],
    ) -> None:
        words = " ".join(LINES[2:]).format("zebra").split()
        lines = tuple(
            OcrWord(
                word, Box(72 + n % 8 * 55, 72 + n // 8 * 20, 120 + n % 8 * 55, 84 + n // 8 * 20), 0.9, n // 8
            )
            for n, word in enumerate(words)
        )
        for order in orders:
            on_page(RecognisedPage(order.index, self.name, OcrSetting.STANDARD, lines))


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library", encoder=Buckets(), ocr=SettledEngine("fast")) as opened:
        yield opened


@pytest.fixture(scope="module")
def reading(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """A library with the real Tesseract."""
    with Library.open(tmp_path_factory.mktemp("reading") / "library", encoder=Buckets()) as opened:
        yield opened


def add(library: Library, *paths: Path) -> list[FileOutcome]:
    return library.ingest.add(list(paths), QuietReporter())


def added(library: Library, path: Path) -> FileOutcome:
    (outcome,) = add(library, path)
    assert outcome.document is not None, outcome.reason
    return outcome


@pytest.mark.parametrize(("name", "options"), [("fax.tif", {"compression": "group3"})])
def test_a_tiff_is_one_document_whose_pages_are_found_by_their_words(
    reading: Library, tmp_path: Path, name: str, options: dict[str, Any]
) -> None:
    words = ("zebra", "giraffe", "walrus") if "fax" in name else ("badger", "ferret", "otter")
    outcome = added(reading, tiff(tmp_path / name, *words, **options))
    assert outcome.status is FileStatus.ADDED and outcome.document is not None
    assert outcome.document.suffix == ".tif" and outcome.document.pages == 3
    pages = reading.documents.pages(outcome.document.id)
    assert [page.source for page in pages] == [PageSource.OCR] * 3
    for index, word in enumerate(words):
        hits = reading.search(SearchRequest(word)).hits
        assert [hit.passage.first_page for hit in hits if hit.document.id == outcome.document.id] == [index]


def is_marked(library: Library, outcome: FileOutcome, word: str) -> bool:
    """Tell whether a hit for the word is highlighted at its position on an upright sheet, to 9 points."""
    assert outcome.document is not None
    hits = library.search(SearchRequest(word)).hits
    (hit,) = [hit for hit in hits if hit.document.id == outcome.document.id]
    (highlight,) = library.reader.highlights(hit)
    view = library.reader.open_pages(outcome.document.id)
    try:
        ((width, height),) = view.sizes()
        box = view.boxes(0, highlight.words)[0]
    finally:
        view.close()
    left, top = place_of(width, height)
    return width < height and abs(box.x0 - left) < 9 and abs(box.y0 - top) < 9


@pytest.mark.parametrize("name", ["page.jpg"])
def test_a_photograph_of_a_page_lying_on_its_side_is_read_upright(
    reading: Library, tmp_path: Path, name: str
) -> None:
    word = "leopard" if name.endswith("jpg") else "panther"
    exif = Image.Exif()
    exif[0x0112] = 6
    scan(word).transpose(Image.Transpose.ROTATE_90).save(tmp_path / name, exif=exif)
    assert is_marked(reading, added(reading, tmp_path / name), word)


def test_a_fax_with_two_resolutions_is_read_and_highlighted_in_place(
    reading: Library, tmp_path: Path
) -> None:
    fax = scan("mongoose").resize((1728, 1078)).convert("1")
    fax.save(tmp_path / "fax.tif", compression="group3", dpi=(204, 98))
    outcome = added(reading, tmp_path / "fax.tif")
    assert outcome.status is FileStatus.ADDED
    assert is_marked(reading, outcome, "mongoose")


def test_a_picture_is_added_from_an_archive_and_read_again_on_request(
    library: Library, tmp_path: Path
) -> None:
    with zipfile.ZipFile(tmp_path / "faxes.zip", "w") as archive:
        archive.write(tiff(tmp_path / "fax.tif", "zebra", "zebra"), "in/fax.TIF")
    (outcome,) = add(library, tmp_path / "faxes.zip")
    assert outcome.status is FileStatus.ADDED and outcome.document is not None
    library.ingest.read_again(outcome.document.id)
    (again,) = library.ingest.run(QuietReporter())
    assert again.status is FileStatus.ADDED and again.document is not None
    assert again.document.pages == 2 and library.maintenance.check(thorough=True).problems == ()


def test_a_picture_without_an_ocr_engine_is_refused_with_what_to_install(tmp_path: Path) -> None:
    missing = NamedEngine("Tesseract", "Tesseract was not found on this computer. Install it.")
    with Library.open(tmp_path / "library", encoder=Buckets(), ocr=missing) as library:
        (outcome,) = add(library, tiff(tmp_path / "fax.tif", "zebra"))
    assert outcome.status is FileStatus.REFUSED and "Install it" in outcome.reason


def test_the_lost_part_of_a_fax_is_reported_and_the_rest_is_read(library: Library, tmp_path: Path) -> None:
    source = tiff(tmp_path / "fax.tif", "zebra", "zebra", "zebra")
    source.write_bytes(source.read_bytes()[:-2000])
    outcome = added(library, source)
    assert outcome.status is FileStatus.ADDED_WITH_GAPS and outcome.document is not None
    assert MENDED in outcome.reason
    assert outcome.document.pages == 3


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a page in each format, a small fax, and small pictures."""
    office_folder = tmp_path / "office"
    office_folder.mkdir()
    scan("zebra").save(office_folder / "page.jpg")
    scan("giraffe").save(office_folder / "page.png")
    Image.new("1", (640, 480), 1).save(office_folder / "note.tif")
    Image.new("L", (160, 160)).save(office_folder / "logo.png")
    Image.new("L", (640, 480)).save(office_folder / "preview.JPG")
    return office_folder


def test_only_pictures_large_enough_for_a_page_are_added_from_a_folder_and_others_counted(
    library: Library, folder: Path
) -> None:
    queued = library.ingest.enqueue([folder], QuietReporter())
    assert {event.path.name for event in library.ingest.waiting()} == {"page.jpg", "page.png", "note.tif"}
    assert queued.passed_over == PassedOver(pictures=2)


def test_a_small_picture_that_a_person_drops_is_taken(library: Library, folder: Path) -> None:
    queued = library.ingest.enqueue([folder / "logo.png"], QuietReporter())
    assert queued.new == 1 and not queued.passed_over
