"""Printing: the pages of the file and nothing else, in order and in their size, with a word on failures."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops
from PySide6.QtCore import Qt
from PySide6.QtGui import QPageRanges, QPageSize
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from pytestqt.qtbot import QtBot
from reportlab.pdfgen.canvas import Canvas

from briefbank.domain.pages import PageImage
from briefbank.embedding.encoders import Encoder
from briefbank.errors import Cancelled, Damaged
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.text.messages import Message
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.features.reader.conftest import document
from ui.features.reader.outside import PrintOrder, print_pages
from ui.features.reader.reader import Reader
from ui.jobs import JobReporter
from ui.main_window import MainWindow

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")

CTRL = Qt.KeyboardModifier.ControlModifier
LONG = 60_000  # The most milliseconds that a print takes on a busy computer
PAGES = 8  # The pages of the brief that is open
SIDEWAYS = 2  # The page of the made file that lies on its side


@pytest.fixture
def printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file to which every print goes: a person accepts the dialog."""
    path = tmp_path / "printed.pdf"

    def accept(dialog: QPrintDialog) -> int:
        dialog.printer().setOutputFileName(str(path))
        return 1

    monkeypatch.setattr(QPrintDialog, "exec", accept)
    return path


@pytest.fixture(scope="module")
def library_of_squares(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> Iterator[Library]:
    """A library with one file of four pages: page n has a black square n inches below its top."""
    folder = tmp_path_factory.mktemp("squares")
    canvas = Canvas(str(folder / "squares.pdf"))
    for page in range(4):
        width, height = (792, 612) if page == SIDEWAYS else (612, 792)
        canvas.setPageSize((width, height))
        canvas.drawString(200, height - 500, f"The officer kept the driver waiting on page {page}.")
        canvas.rect(72, height - 72 * (page + 2), 72, 72, stroke=0, fill=1)
        canvas.showPage()
    canvas.save()
    with Library.open(folder / "library", encoder=encoder) as made:
        made.ingest.add([folder / "squares.pdf"], QuietReporter())
        yield made


def pages_of(path: Path) -> list[Image.Image]:
    """The pages of a PDF file, a pixel for each point."""
    document = pypdfium2.PdfDocument(str(path))
    try:
        return [page.render().to_pil().convert("RGB") for page in document]
    finally:
        document.close()


def is_black(page: Image.Image, x: int, y: int) -> bool:
    return max(page.getpixel((x, y))) < 60


def square(page: Image.Image) -> int:
    """How many inches below the top the square of a page is."""
    return next(inch for inch in range(1, 8) if is_black(page, 108, 72 * inch + 36))


def press_print(qtbot: QtBot, window: MainWindow) -> None:
    window.activateWindow()
    qtbot.keyClick(window, Qt.Key.Key_P, CTRL)


def has_said(window: MainWindow, words: str) -> bool:
    return words in window.status.text.whole()


def order_of(path: Path, *pages: int) -> PrintOrder:
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setPageSize(QPageSize(QPageSize.PageSizeId.Letter))
    printer.setOutputFileName(str(path))
    return PrintOrder(printer, pages, {})


def test_the_chosen_pages_are_printed_in_order_and_in_their_size(
    qtbot: QtBot, library_of_squares: Library, tmp_path: Path
) -> None:
    order = order_of(tmp_path / "printed.pdf", 1, 0, 3)
    assert print_pages(library_of_squares, 1, order, JobReporter(print)) == []
    pages = pages_of(tmp_path / "printed.pdf")
    assert [square(page) for page in pages] == [2, 1, 4]
    assert {page.size for page in pages} == {(612, 792)}


def test_ctrl_p_prints_the_pages_that_the_dialog_asks_for(
    qtbot: QtBot,
    sample_window: MainWindow,
    sample_library: HookedLibrary,
    reader: Reader,
    printed: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def accept(dialog: QPrintDialog) -> int:
        dialog.printer().setOutputFileName(str(printed))
        dialog.printer().setPrintRange(QPrinter.PrintRange.PageRange)
        ranges = QPageRanges()
        ranges.addRange(2, 3)
        dialog.printer().setPageRanges(ranges)
        return 1

    monkeypatch.setattr(QPrintDialog, "exec", accept)
    press_print(qtbot, sample_window)
    qtbot.waitUntil(lambda: has_said(sample_window, "2 pages were printed."), timeout=LONG)
    assert len(pages_of(printed)) == 2
    at_print = [page for page, scale in sample_library.called("page_view.render") if scale == 300 / 72]
    assert at_print == [1, 2]


def test_a_summary_is_never_printed_and_marks_only_where_a_person_asks_for_them(
    qtbot: QtBot, sample_window: MainWindow, reader: Reader, printed: Path
) -> None:
    reader.toggle_summary()
    press_print(qtbot, sample_window)
    qtbot.waitUntil(lambda: has_said(sample_window, f"{PAGES} pages were printed."), timeout=LONG)
    pages = pages_of(printed)
    assert len(pages) == PAGES
    assert not any(coloured(page) for page in pages)
    marked = set(reader.canvas.marks())
    sample_window.tell("")
    reader.print_pages(marked=True)
    qtbot.waitUntil(lambda: has_said(sample_window, "pages were printed."), timeout=LONG)
    assert {number for number, page in enumerate(pages_of(printed)) if coloured(page)} == marked


def coloured(page: Image.Image) -> bool:
    """Whether there is any colour on a page."""
    red, _green, blue = page.split()
    return ImageChops.difference(red, blue).getextrema()[1] > 60


@pytest.mark.nightly
def test_pages_that_cannot_be_drawn_are_named_and_the_others_printed(
    qtbot: QtBot, sample_window: MainWindow, reader: Reader, printed: Path, sample_library: HookedLibrary
) -> None:
    numbers = itertools.count()

    def broken(picture: PageImage) -> PageImage:
        if next(numbers) in (2, 4):
            raise Damaged()
        return picture

    qtbot.waitUntil(lambda: not reader.canvas.busy)
    sample_library.change("page_view.render", broken)
    press_print(qtbot, sample_window)
    qtbot.waitUntil(lambda: has_said(sample_window, "could not be drawn: 3, 5."), timeout=LONG)
    pages = pages_of(printed)
    assert len(pages) == PAGES
    assert pages[2].convert("L").getextrema()[0] < 128, "the reason is on the paper"


def test_a_print_that_is_stopped_leaves_no_file_and_no_process(
    qtbot: QtBot, sample_library: HookedLibrary, tmp_path: Path
) -> None:
    class Stopped(JobReporter):
        def progress(self, stage: Message, done: int, total: int) -> None:
            if done == 2:
                self.cancel()

    with pytest.raises(Cancelled):
        order = order_of(tmp_path / "printed.pdf", 0, 1, 2, 3)
        print_pages(sample_library, document(sample_library).id, order, Stopped(print))
    assert not (tmp_path / "printed.pdf").exists()
    assert len(sample_library.called("page_view.render")) == 2
    assert len(sample_library.called("page_view.close")) == 1
