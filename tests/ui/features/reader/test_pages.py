"""Going about in a brief: turning, fitting, typed pages, the panel beside the pages, dark pages."""

from __future__ import annotations

from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from briefbank import settings
from briefbank.domain.pages import Box
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import choose_more
from tests.ui.features.reader.conftest import HIT, document, drawn, pixels, place, text_of
from ui.features.reader.painting import Fit
from ui.features.reader.reader import Reader
from ui.features.reader.side import PAGES
from ui.features.reader.tools import page_for
from ui.main_window import MainWindow

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def test_turning_keeps_the_page_and_the_words_stay_under_their_marks(qtbot: QtBot, reader: Reader) -> None:
    canvas, word = reader.canvas, reader.canvas.marks()[HIT].words[0]
    for _turn in range(2):
        qtbot.keyClick(canvas, Qt.Key.Key_BracketRight, CONTROL)
    assert canvas.page == HIT
    canvas.jump(HIT, word)
    marked = [colour for colour in pixels(canvas, HIT, word) if colour.blue() < 140 and colour.red() > 200]
    assert marked, "the mark lies where the word is"


def test_text_is_selected_where_it_is_seen_on_a_turned_page(qtbot: QtBot, reader: Reader) -> None:
    canvas = reader.canvas
    qtbot.keyClick(canvas, Qt.Key.Key_BracketLeft, CONTROL)
    text = text_of(qtbot, canvas, HIT)
    start = text.raw.index("reasonable")
    box = text.boxes(start + 2, start + 3)[0]
    canvas.jump(HIT, box)
    QTest.mouseDClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=place(canvas, HIT, box))
    assert canvas.selector.text().startswith("reasonable")


def test_fitting_the_page_shows_all_of_it_and_follows_the_windows_size(
    qtbot: QtBot, sample_window: MainWindow, reader: Reader
) -> None:
    canvas = reader.canvas
    qtbot.keyClick(canvas, Qt.Key.Key_9, CONTROL)
    width, height = canvas.sheets.page_size(HIT)
    assert height <= canvas.viewport().height() and width <= canvas.viewport().width()
    assert canvas.page == HIT
    before = canvas.zoom
    sample_window.resize(sample_window.width(), sample_window.height() + 150)
    qtbot.waitUntil(lambda: canvas.zoom > before)


def test_in_a_narrow_reader_the_text_is_fitted_where_its_letters_would_be_small(
    qtbot: QtBot, sample_window: MainWindow, reader: Reader
) -> None:
    canvas = reader.canvas
    sample_window.resize(1024, 700)
    qtbot.waitUntil(lambda: sample_window.width() == 1024)
    at_first = canvas.zoom
    canvas.fit(Fit.WIDTH)
    assert canvas.zoom < 0.75 and at_first > 1.25 * canvas.zoom
    canvas.fit(Fit.TEXT)
    assert canvas.zoom >= at_first
    boxes = canvas.marks()[HIT].passage
    edges = [
        place(canvas, HIT, Box(x, boxes[0].y0, x, boxes[0].y1)).x() for box in boxes for x in (box.x0, box.x1)
    ]
    assert 0 <= min(edges) < max(edges) <= canvas.viewport().width(), "the whole text is in view"
    canvas.set_zoom(1.0)
    assert canvas.zoom == 1.0


def test_the_outline_is_walked_by_keyboard_and_follows_the_pages(qtbot: QtBot, reader: Reader) -> None:
    outline, canvas = reader.side.outline, reader.canvas
    qtbot.keyClick(canvas, Qt.Key.Key_F9)
    qtbot.waitUntil(outline.hasFocus)
    last = outline.entries[-1]
    with qtbot.waitSignal(canvas.page_changed):
        qtbot.keyClick(outline, Qt.Key.Key_End)
    assert outline.row == len(outline.entries) - 1 and canvas.page == last.page
    canvas.jump(0)
    qtbot.waitUntil(lambda: outline.row == -1)
    assert outline.entries[0].page > 0, "before the first heading none is marked"
    qtbot.keyClick(outline, Qt.Key.Key_Escape)
    assert canvas.hasFocus()


def test_a_heading_is_brought_into_view_at_its_words(qtbot: QtBot, reader: Reader) -> None:
    reader.side.toggle()
    outline, canvas = reader.side.outline, reader.canvas
    qtbot.waitUntil(lambda: len(outline.entries) > 0)
    entry = next(entry for entry in outline.entries if entry.text.startswith("POINT I"))
    outline.row_chosen.emit(outline.entries.index(entry))
    qtbot.waitUntil(lambda: canvas.page == entry.page)
    text = text_of(qtbot, canvas, entry.page)
    y = place(canvas, entry.page, text.boxes(entry.start, entry.end)[0]).y()
    assert 0 <= y <= canvas.viewport().height() * 0.6


def test_page_pictures_are_drawn_in_view_and_lead_by_key_and_click_to_their_page(
    qtbot: QtBot, reader: Reader
) -> None:
    reader.side.state = PAGES
    pages = reader.side.pages
    qtbot.waitUntil(lambda: pages.picture(HIT) is not None and pages.row == HIT)
    assert pages.picture(0) is None
    row = pages.rows.index(HIT, 0)
    assert row.data(Qt.ItemDataRole.AccessibleTextRole) == "Page 3 (file page 6 of 8)"
    pages.setFocus()
    qtbot.keyClick(pages, Qt.Key.Key_Up)
    assert reader.canvas.page == HIT - 1
    qtbot.mouseClick(pages.viewport(), Qt.MouseButton.LeftButton, pos=pages.visualRect(row).center())
    assert reader.canvas.page == HIT


def go_to(qtbot: QtBot, reader: Reader, typed: str) -> None:
    place = reader.tools.place
    qtbot.keyClick(reader.canvas, Qt.Key.Key_P, CONTROL | SHIFT)
    qtbot.waitUntil(lambda: place.hasFocus() and place.selectedText() == place.text())
    qtbot.keyClicks(place, typed)
    qtbot.keyClick(place, Qt.Key.Key_Return)


def test_a_typed_number_is_the_printed_one_and_with_a_sign_that_of_the_file(
    qtbot: QtBot, reader: Reader
) -> None:
    go_to(qtbot, reader, "ii")
    assert reader.canvas.page == 2 and reader.canvas.hasFocus()
    assert reader.tools.place.text() == "ii (3 of 8)"
    go_to(qtbot, reader, "#4")
    assert reader.canvas.page == 3


LABELS = ["i", "ii", "1", "2", "Da1", "Da2", "1", ""]


@pytest.mark.parametrize(
    ("typed", "now", "page"),
    [
        ("II", 0, 1),
        ("da 2", 0, 5),
        ("p. Da1", 0, 4),
        ("page 2", 0, 3),
        ("1", 0, 2),
        ("1", 2, 6),
        ("1", 6, 2),
        ("8", 0, 7),
        ("#1", 5, 0),
        ("file page 3", 0, 2),
        ("9", 0, None),
        ("#0", 0, None),
        ("  ", 0, None),
        ("٣", 0, None),
    ],
)
def test_which_page_is_meant(typed: str, now: int, page: int | None) -> None:
    assert page_for(typed, LABELS, now) == page


@given(st.text(max_size=12), st.lists(st.text(max_size=4), max_size=6), st.integers(0, 5))
def test_whatever_is_typed_leads_to_a_page_of_the_file_or_to_none(
    typed: str, labels: list[str], now: int
) -> None:
    page = page_for(typed, labels, now)
    assert page is None or 0 <= page < len(labels)


def test_dark_pages_are_chosen_in_the_menu_and_kept(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary, reader: Reader
) -> None:
    def lightness(shown: Reader) -> float:
        """Return how light most of the page is."""
        image, middle = shown.canvas.viewport().grab().toImage(), shown.canvas.viewport().width() // 2
        return median(image.pixelColor(middle, y).lightnessF() for y in range(image.height()))

    reader.canvas.jump(0)
    qtbot.waitUntil(lambda: drawn(reader.canvas, 0))
    assert lightness(reader) > 0.8
    choose_more(reader, "Dark pages")
    qtbot.waitUntil(lambda: drawn(reader.canvas, 0) and settings.load().dark_pages)
    assert lightness(reader) < 0.3
    sample_window.search_page.readers.toggle()
    second = sample_window.search_page.readers.active
    with qtbot.waitSignal(second.opened):
        second.open_document(document(sample_library, "State v. B.H."))
    qtbot.waitUntil(lambda: drawn(second.canvas, 0))
    assert lightness(second) < 0.3, "in the other reader, too"
    choose_more(second, "Dark pages")
    qtbot.waitUntil(lambda: not settings.load().dark_pages)
    qtbot.waitUntil(lambda: drawn(reader.canvas, 0) and lightness(reader) > 0.8)
