"""The reader with a long PDF, a page on its side, and a library that goes away and comes back."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from reportlab.pdfgen.canvas import Canvas

from briefbank.domain.documents import Document
from briefbank.embedding.encoders import Encoder
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.ui.conftest import real_window
from ui.main_window import MainWindow

PAGES = 40
TURNED = 30  # A page that lies on its side


def write_brief(path: Path) -> Path:
    canvas = Canvas(str(path), pagesize=(612, 792))
    for page in range(PAGES):
        canvas.setPageSize((792, 612) if page == TURNED else (612, 792))
        y = 540 if page == TURNED else 720
        if page % 10 == 5:
            canvas.setFont("Times-Bold", 12)
            canvas.drawString(72, y, f"POINT {'I' * (page // 10 + 1)}")
            canvas.drawString(72, y - 20, "THE STOP WAS PROLONGED WITHOUT REASONABLE SUSPICION.")
            y -= 50
        canvas.setFont("Times-Roman", 12)
        for line in range(8):
            canvas.drawString(
                72, y - 16 * line, f"On page {page} the officer kept the driver for minute {line}."
            )
        canvas.drawCentredString(306, 40, str(page + 1))
        canvas.showPage()
    canvas.save()
    return path


@pytest.fixture(scope="module")
def pattern(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> Path:
    """A library with the brief, closed: the tests copy it, so that it is read only once."""
    folder = tmp_path_factory.mktemp("pattern")
    with Library.open(folder / "library", encoder=encoder) as made:
        made.ingest.add([write_brief(folder / "long.pdf")], QuietReporter())
    return folder / "library"


@pytest.fixture
def library(pattern: Path, tmp_path: Path, encoder: Encoder) -> Iterator[Library]:
    shutil.copytree(pattern, tmp_path / "library")
    with Library.open(tmp_path / "library", encoder=encoder) as made:
        yield made


@pytest.fixture
def window(qtbot: QtBot, library: Library) -> Iterator[MainWindow]:
    with real_window(qtbot, library) as made:
        yield made


@pytest.fixture
def document(library: Library) -> Document:
    return next(library.documents.each())


def drawn(window: MainWindow, page: int) -> bool:
    store = window.search_page.reader.canvas.cache
    return store is not None and store.picture(page) is not None


def test_a_page_far_into_a_document_is_drawn_before_any_other(
    qtbot: QtBot, window: MainWindow, document: Document
) -> None:
    reader = window.search_page.reader
    reader.show_page(document, 25)
    qtbot.waitUntil(lambda: drawn(window, 25), timeout=20_000)
    assert reader.canvas.page == 25 and not drawn(window, 0)
    assert reader.tools.place.text() == "26 (26 of 40)"


def test_a_page_on_its_side_fits_and_turns_with_the_others(
    qtbot: QtBot, window: MainWindow, document: Document
) -> None:
    reader = window.search_page.reader
    reader.show_page(document, TURNED)
    qtbot.waitUntil(lambda: drawn(window, TURNED), timeout=20_000)
    canvas = reader.canvas
    assert canvas.sheets.sizes[TURNED] == pytest.approx((792, 612), abs=1)
    canvas.turn(1)
    assert canvas.page == TURNED
    assert canvas.sheets.sizes[TURNED] == pytest.approx((612, 792), abs=1)


def test_a_library_that_goes_away_and_comes_back_is_read_on(
    qtbot: QtBot, window: MainWindow, document: Document, library: Library
) -> None:
    reader, away = window.search_page.reader, library.folder.with_name("away")
    library.folder.rename(away)
    reader.show_page(document, 12)
    qtbot.waitUntil(reader.act.isVisible, timeout=20_000)
    assert "reached" in reader.message.words()
    away.rename(library.folder)
    with qtbot.waitSignal(reader.opened, timeout=20_000):
        reader.act.click()
    qtbot.waitUntil(lambda: drawn(window, 12), timeout=20_000)
    assert reader.canvas.page == 12
