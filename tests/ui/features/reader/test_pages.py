"""Going about in a brief: turning, fitting, typed pages, the panel beside the pages, dark pages."""

from __future__ import annotations

from itertools import pairwise
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from briefbank import settings
from briefbank.domain.pages import Box, OutlineEntry, PageImage
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import choose_more, real_window
from tests.ui.features.reader.conftest import HIT, document, drawn, pixels, place
from ui.features.reader import side
from ui.features.reader.canvas import PageCanvas
from ui.features.reader.page_cache import darkened
from ui.features.reader.painting import GAP, LEGIBLE, STEPS, Fit, PageGeometry, step_from
from ui.features.reader.reader import Reader
from ui.features.reader.side import OUTLINE, PAGES, Index, OutlineDelegate, OutlineList
from ui.features.reader.tools import page_for
from ui.main_window import MainWindow
from ui.style.theme import colours

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def test_the_frame_of_the_focus_is_around_the_pages_only_while_they_have_it(
    sample_window: MainWindow, reader: Reader
) -> None:
    def framed() -> bool:
        """Look at the screen: ``grab`` would paint the pages anew."""
        shown = sample_window.screen().grabWindow(sample_window.winId()).toImage()
        edge = canvas.viewport().mapTo(sample_window, QPoint(1, canvas.viewport().height() // 2))
        return shown.pixelColor(edge) == QColor(colours().accent)

    canvas, seen = reader.canvas, []
    for widget in (canvas, reader.tools.larger, canvas, reader.tools.larger):
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        QApplication.processEvents()
        seen.append(framed())
    assert seen == [True, False, True, False]


# --- turning and fitting ---


def test_turning_keeps_the_page_and_the_words_stay_under_their_marks(qtbot: QtBot, reader: Reader) -> None:
    canvas, word = reader.canvas, reader.canvas.marks()[HIT].words[0]
    for _turn in range(2):
        qtbot.keyClick(canvas, Qt.Key.Key_BracketRight, CONTROL)
    assert canvas.page == HIT
    canvas.jump(HIT, word)
    marked = [colour for colour in pixels(canvas, HIT, word) if colour.blue() < 140 and colour.red() > 200]
    assert marked, "the mark lies where the word is"


def test_text_is_selected_where_it_is_seen_on_a_turned_page(qtbot: QtBot, reader: Reader) -> None:
    canvas, cache = reader.canvas, reader.canvas.cache
    assert cache is not None
    qtbot.keyClick(canvas, Qt.Key.Key_BracketLeft, CONTROL)
    cache.want_text(HIT)
    qtbot.waitUntil(lambda: cache.text(HIT) is not None)
    text = cache.text(HIT)
    assert text is not None
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
    width, height = canvas._geometry.page_size(HIT)
    assert height <= canvas.viewport().height() and width <= canvas.viewport().width()
    assert canvas.page == HIT
    before = canvas.zoom
    sample_window.resize(sample_window.width(), sample_window.height() + 150)
    qtbot.waitUntil(lambda: canvas.zoom > before)


def test_zoom_by_keys_and_back_to_the_width(qtbot: QtBot, sample_window: MainWindow, reader: Reader) -> None:
    canvas = reader.canvas
    qtbot.keyClick(sample_window, Qt.Key.Key_0, CONTROL)
    fitting = canvas.zoom
    qtbot.keyClick(sample_window, Qt.Key.Key_Plus, CONTROL)
    assert canvas.zoom > fitting and canvas.page == HIT
    for _step in range(2):
        qtbot.keyClick(sample_window, Qt.Key.Key_Minus, CONTROL)
    assert canvas.zoom < fitting
    qtbot.keyClick(sample_window, Qt.Key.Key_0, CONTROL)
    assert canvas.zoom == pytest.approx(fitting)


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


sizes = st.lists(st.tuples(st.floats(10, 2000), st.floats(10, 2000)), min_size=1, max_size=30)
shares = st.floats(0, 1)


@given(sizes, st.floats(0.2, 5), shares)
def test_the_page_at_a_height_is_the_one_drawn_there(
    pages: list[tuple[float, float]], scale: float, share: float
) -> None:
    geometry = PageGeometry(pages, scale)
    y = geometry.height * share
    page = geometry.page_at(y)
    assert page == 0 or geometry.tops[page] <= y
    assert y <= (geometry.tops[page] + geometry.page_size(page)[1] + GAP) * (1 + 1e-9)


@given(sizes, st.integers(-8, 8), shares, shares)
def test_a_point_of_the_paper_is_found_again_where_it_is_seen(
    papers: list[tuple[float, float]], turns: int, x: float, y: float
) -> None:
    geometry, (width, height) = PageGeometry(papers, 1.0, turns), papers[0]
    there = Box(x * width, y * height, x * width, y * height)
    seen = geometry.seen(0, there)
    assert 0 <= seen.x0 <= geometry.sizes[0][0] and 0 <= seen.y0 <= geometry.sizes[0][1]
    assert geometry.on_paper(0, seen.x0, seen.y0) == pytest.approx((there.x0, there.y0), abs=1e-6)
    assert PageGeometry(papers, 1.0, turns + 4).seen(0, there) == seen, "four turns are none"


@given(st.floats(0.1, 5))
def test_larger_and_smaller_go_through_the_steps(zoom: float) -> None:
    assert step_from(zoom, 1) in STEPS and step_from(zoom, -1) in STEPS
    assert step_from(zoom, 1) > zoom or zoom * 1.01 >= STEPS[-1]
    assert step_from(zoom, -1) < zoom or zoom * 0.99 <= STEPS[0]


# --- the panel ---


def test_f9_opens_the_outline_with_the_heading_marked_that_is_being_read(
    qtbot: QtBot, reader: Reader
) -> None:
    qtbot.keyClick(reader.canvas, Qt.Key.Key_F9)
    outline = reader.side.outline
    qtbot.waitUntil(outline.hasFocus)
    assert reader.side.isVisible() and reader.tools.side.isChecked()
    assert outline.entries[outline.row].text.startswith("A. The officers had no reasonable")
    qtbot.keyClick(outline, Qt.Key.Key_F9)
    assert not reader.side.isVisible() and not reader.tools.side.isChecked()
    qtbot.waitUntil(reader.canvas.hasFocus)


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
    cache = canvas.cache
    assert cache is not None
    cache.want_text(entry.page)
    qtbot.waitUntil(lambda: cache.text(entry.page) is not None)
    text = cache.text(entry.page)
    assert text is not None
    y = place(canvas, entry.page, text.boxes(entry.start, entry.end)[0]).y()
    assert 0 <= y <= canvas.viewport().height() * 0.6


def test_a_brief_without_headings_says_so_and_names_its_pages(
    qtbot: QtBot, sample_library: HookedLibrary, reader: Reader
) -> None:
    sample_library.change("reader.outline", lambda _entries: [])
    reader.side.toggle()
    qtbot.waitUntil(lambda: reader.side.none.isVisible() and bool(sample_library.called("reader.outline")))
    assert "Pages" in reader.side.none.text()


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


def test_the_panel_is_there_again_at_the_next_start(
    qtbot: QtBot, sample_library: HookedLibrary, sample_window: MainWindow
) -> None:
    sample_window.search_page.reader.side.state = PAGES
    sample_window.close()
    with real_window(qtbot, sample_library) as again:
        reader = again.search_page.reader
        assert reader.side.state == PAGES and reader.tools.side.isChecked()
        reader.side.state = "nonsense"
        assert reader.side.state == "", "what was not kept by this program opens nothing"


def test_in_the_least_window_the_panel_is_shown_only_while_it_is_used(
    qtbot: QtBot, sample_window: MainWindow, reader: Reader
) -> None:
    panel, canvas = reader.side, reader.canvas
    panel.state = OUTLINE
    sample_window.resize(1024, 700)
    qtbot.waitUntil(lambda: not panel.isVisible() and canvas.width() >= LEGIBLE)
    assert panel.state == OUTLINE and not reader.tools.side.isChecked()
    for chosen_by_click in (False, True):
        qtbot.keyClick(canvas, Qt.Key.Key_F9)
        qtbot.waitUntil(panel.outline.hasFocus)
        if chosen_by_click:
            last = panel.outline.visualRect(panel.outline.rows.index(len(panel.outline.entries) - 1, 0))
            qtbot.mouseClick(panel.outline.viewport(), Qt.MouseButton.LeftButton, pos=last.center())
        else:
            qtbot.keyClick(panel.outline, Qt.Key.Key_Return)
        assert not panel.isVisible() and not reader.tools.side.isChecked()
        qtbot.waitUntil(lambda: canvas.width() >= LEGIBLE)
    panel.state = OUTLINE
    sample_window.resize(1440, 900)
    qtbot.waitUntil(lambda: panel.isVisible() and reader.tools.side.isChecked())
    assert canvas.width() >= LEGIBLE and panel.width() >= 176


class NotingDelegate(OutlineDelegate):
    """Notes where each row is painted, and the height that its words need."""

    painted: list[tuple[int, int]]

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self.painted.append((option.rect.top(), self.sizeHint(option, index).height()))
        super().paint(painter, option, index)


@pytest.mark.parametrize("width", [700, 240, 180])
def test_the_rows_of_the_outline_never_overprint_when_they_come_or_their_width_changes(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setattr(side, "OutlineDelegate", NotingDelegate)
    headings = OutlineList()
    qtbot.addWidget(headings)
    delegate = headings.itemDelegate()
    assert isinstance(delegate, NotingDelegate)
    headings.resize(196, 400)
    headings.show()
    words = ["THE", "STOP", "WAS", "PROLONGED", "BEYOND", "ITS", "MISSION", "WITHOUT", "REASON", "TO DO SO"]
    texts = [" ".join(words[first:last]) for first in range(4) for last in range(first + 1, 10)]
    headings.show_entries([OutlineEntry(text, 1, page, str(page)) for page, text in enumerate(texts)])
    headings.follow_page(len(texts) - 1)
    for change in (lambda: None, lambda: headings.resize(width, 400)):
        change()
        delegate.painted = []
        headings.grab()
        assert len(delegate.painted) > 4
        for (top, height), (next_top, _height) in pairwise(delegate.painted):
            assert next_top == top + height


# --- a page that is typed ---


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


def test_a_page_that_is_not_there_is_said_and_can_be_typed_anew(
    qtbot: QtBot, sample_window: MainWindow, reader: Reader
) -> None:
    go_to(qtbot, reader, "Da99")
    place, said = reader.tools.place, sample_window.status.text.whole()
    assert said == "This document has no page “Da99”. Its file has pages #1 to #8."
    assert place.hasFocus() and place.selectedText() == "Da99" and reader.canvas.page == HIT
    qtbot.keyClick(place, Qt.Key.Key_Escape)
    assert place.text() == "3 (6 of 8)" and reader.canvas.hasFocus()


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


# --- dark pages, and screens of another resolution ---


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


def test_a_dark_page_keeps_hues_and_exchanges_light_and_dark() -> None:
    white, black, red = (255, 255, 255, 255), (0, 0, 0, 255), (0, 0, 200, 255)  # blue, green, red, unused
    dark = darkened(PageImage(3, 1, bytes((*white, *black, *red))))
    paper, ink, stamp = (tuple(dark[at : at + 3]) for at in (0, 4, 8))
    assert paper == (28, 28, 28) and ink == (232, 232, 232)
    assert stamp[2] > stamp[0] == stamp[1], "red stays red"


def test_pages_are_drawn_anew_on_a_screen_of_another_resolution(
    qtbot: QtBot, sample_library: HookedLibrary, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    def scales() -> list[float]:
        return [scale for page, scale in sample_library.called("page_view.render") if page == HIT]

    qtbot.waitUntil(lambda: not reader.canvas.busy)
    before = max(scales())
    monkeypatch.setattr(PageCanvas, "devicePixelRatioF", lambda _self: 2.0)
    QApplication.sendEvent(reader.canvas, QEvent(QEvent.Type.DevicePixelRatioChange))
    qtbot.waitUntil(lambda: max(scales()) > before * 1.9)
