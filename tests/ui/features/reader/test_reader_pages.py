"""Going about in the reader: turning, fitting, outline, page pictures, typed pages, and files that go."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QProcess, Qt, QUrl
from PySide6.QtGui import QColor, QDesktopServices, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from briefbank.domain.pages import Box, OutlineEntry
from briefbank.errors import FileAway, NotInLibrary, StoreAway
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.invented import PAGES
from tests.ui.conftest import OpenWindow, search
from ui.features.reader import outline_list
from ui.features.reader.availability_controller import REMOVED
from ui.features.reader.controller import ReaderController
from ui.features.reader.following_list import Index
from ui.features.reader.outline_list import OutlineDelegate, OutlineList
from ui.features.reader.page_geometry import LEGIBLE, STEPS, Fit, PageGeometry, step_from
from ui.features.reader.page_names import page_for
from ui.features.reader.side_panel import OUTLINE
from ui.features.reader.side_panel import PAGES as PICTURES
from ui.features.reader.text_canvas import TextCanvas
from ui.main_window import MainWindow
from ui.style.theme import colours

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
HIT = 14


@pytest.fixture
def reader(qtbot: QtBot, window: MainWindow) -> ReaderController:
    """The first result open, its page drawn."""
    window.activateWindow()
    search(qtbot, window)
    made = window.search.reader
    with qtbot.waitSignal(made.opened):
        window.search.results.open_row(0)
    qtbot.waitUntil(lambda: bool(made.view.canvas.marks()) and made.view.canvas.page == HIT)
    qtbot.waitUntil(lambda: drawn(made.view.canvas, HIT))
    made.view.canvas.setFocus()
    return made


def framed(window: MainWindow, canvas: TextCanvas) -> bool:
    """Whether the screen shows the frame of the focus around the pages; ``grab`` would paint them anew."""
    shown = window.screen().grabWindow(window.winId()).toImage()
    edge = canvas.viewport().mapTo(window, QPoint(1, canvas.viewport().height() // 2))
    return shown.pixelColor(edge) == QColor(colours().accent)


def test_the_screen_shows_the_frame_of_the_focus_around_the_pages_only_while_they_have_it(
    window: MainWindow, reader: ReaderController
) -> None:
    button, canvas = reader.view.head.larger, reader.view.canvas
    shown = []
    for widget in (canvas, button, canvas, button):
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        QApplication.processEvents()
        shown.append(framed(window, canvas))
    assert shown == [True, False, True, False]


def drawn(canvas: TextCanvas, page: int) -> bool:
    return canvas._store is not None and canvas._store.picture(page) is not None


def place(canvas: TextCanvas, page: int, box: Box) -> QPoint:
    """The middle of a box of the paper, in the viewport."""
    scale, seen = canvas._geometry.scale, canvas._geometry.seen(page, box)
    top = canvas._geometry.tops[page] - canvas.verticalScrollBar().value()
    x = canvas._left(page) + (seen.x0 + seen.x1) / 2 * scale
    return QPointF(x, top + (seen.y0 + seen.y1) / 2 * scale).toPoint()


# --- turning and fitting ---


def test_turning_keeps_the_page_and_the_words_stay_under_their_marks(
    qtbot: QtBot, reader: ReaderController
) -> None:
    canvas = reader.view.canvas
    for _turn in range(2):
        qtbot.keyClick(canvas, Qt.Key.Key_BracketRight, CONTROL)
    assert canvas.display.turns == 2 and canvas.page == HIT
    word = canvas.marks()[HIT].words[0]
    canvas.jump(HIT, word)
    colour = canvas.viewport().grab().toImage()
    at = place(canvas, HIT, word)
    around = [colour.pixelColor(at.x() + x, at.y() + y) for x in range(-8, 9) for y in range(-4, 5)]
    assert any(item.blue() < 140 and item.red() > 200 for item in around), "the mark lies where the word is"


def test_text_is_selected_where_it_is_seen_on_a_turned_page(qtbot: QtBot, reader: ReaderController) -> None:
    canvas = reader.view.canvas
    qtbot.keyClick(canvas, Qt.Key.Key_BracketLeft, CONTROL)
    assert canvas.display.turns == 3
    canvas.selector.want(HIT)
    qtbot.waitUntil(lambda: canvas.selector._text(HIT) is not None)
    text = canvas.selector._text(HIT)
    assert text is not None
    start = text.raw.index("Trooper")
    box = text._boxes[start + 2]
    assert box is not None
    canvas.jump(HIT, box)
    QTest.mouseDClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=place(canvas, HIT, box))
    assert canvas.selector.text() == "Trooper"


def test_fitting_the_page_shows_all_of_it_and_follows_the_windows_size(
    qtbot: QtBot, window: MainWindow, reader: ReaderController
) -> None:
    canvas = reader.view.canvas
    qtbot.keyClick(canvas, Qt.Key.Key_9, CONTROL)
    width, height = canvas._geometry.page_size(canvas.page)
    assert height <= canvas.viewport().height() and width <= canvas.viewport().width()
    assert canvas.page == HIT and canvas.display.fit is Fit.PAGE
    before = canvas.zoom
    window.resize(window.width(), window.height() + 150)
    qtbot.waitUntil(lambda: canvas.zoom > before)
    qtbot.keyClick(canvas, Qt.Key.Key_0, CONTROL)
    assert canvas.display.fit is Fit.WIDTH


def test_each_document_keeps_its_turn_and_size_while_others_are_read(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, reader: ReaderController
) -> None:
    reader.view.head.turn.click()
    reader.view.canvas.set_zoom(1.5)
    with qtbot.waitSignal(reader.opened):
        reader.open_document(library.documents.get(2))
    assert reader.view.canvas.display.turns == 0
    with qtbot.waitSignal(reader.opened):
        reader.open_document(library.documents.get(1))
    assert (reader.view.canvas.display.turns, reader.view.canvas.zoom) == (1, pytest.approx(1.5))


sizes = st.lists(st.tuples(st.floats(10, 2000), st.floats(10, 2000)), min_size=1, max_size=5)
shares = st.floats(0, 1)


@given(sizes, st.integers(-8, 8), shares, shares)
def test_a_point_of_the_paper_is_found_again_where_it_is_seen(
    papers: list[tuple[float, float]], turns: int, x: float, y: float
) -> None:
    geometry, (width, height) = PageGeometry(papers, 1.0, turns), papers[0]
    there = Box(x * width, y * height, x * width, y * height)
    seen = geometry.seen(0, there)
    assert 0 <= seen.x0 <= geometry.sizes[0][0] and 0 <= seen.y0 <= geometry.sizes[0][1]
    assert geometry.on_paper(0, seen.x0, seen.y0) == pytest.approx((there.x0, there.y0), abs=1e-6)


@given(sizes, st.floats(0, 400), st.floats(0, 400))
def test_four_turns_are_none(papers: list[tuple[float, float]], x: float, y: float) -> None:
    box = Box(x, y, x + 5, y + 7)
    assert PageGeometry(papers, 1.0, 4).seen(0, box) == box


@given(st.floats(0.1, 5))
def test_larger_and_smaller_go_through_the_steps(zoom: float) -> None:
    assert step_from(zoom, 1) in STEPS and step_from(zoom, -1) in STEPS
    assert step_from(zoom, 1) > zoom or zoom * 1.01 >= STEPS[-1]
    assert step_from(zoom, -1) < zoom or zoom * 0.99 <= STEPS[0]


# --- the panel ---


def test_f9_opens_the_outline_with_the_heading_marked_that_is_being_read(
    qtbot: QtBot, window: MainWindow, reader: ReaderController
) -> None:
    qtbot.keyClick(reader.view.canvas, Qt.Key.Key_F9)
    outline = reader.view.side.outline
    qtbot.waitUntil(lambda: outline.outline.rowCount() > 0)
    assert reader.view.side.isVisible() and reader.view.head.side.isChecked()
    assert outline.outline.entries[outline.row].page == HIT
    qtbot.waitUntil(outline.hasFocus)
    qtbot.keyClick(outline, Qt.Key.Key_F9)
    assert not reader.view.side.isVisible() and not reader.view.head.side.isChecked()
    qtbot.waitUntil(reader.view.canvas.hasFocus)


def test_the_outline_is_walked_by_keyboard_and_follows_the_pages(
    qtbot: QtBot, reader: ReaderController
) -> None:
    reader.navigation.state = OUTLINE
    outline = reader.view.side.outline
    qtbot.waitUntil(lambda: outline.outline.rowCount() > 0)
    outline.setFocus()
    last = len(outline.outline.entries) - 1
    with qtbot.waitSignal(reader.view.canvas.page_changed):
        qtbot.keyClick(outline, Qt.Key.Key_End)
    assert outline.row == last and reader.view.canvas.page == outline.outline.entries[last].page
    with qtbot.waitSignal(reader.view.canvas.page_changed):
        reader.view.canvas.jump(HIT)
    qtbot.waitUntil(lambda: outline.outline.entries[outline.row].page == HIT)
    qtbot.keyClick(outline, Qt.Key.Key_Escape)
    assert reader.view.canvas.hasFocus()


def test_before_the_first_heading_none_is_marked(qtbot: QtBot, reader: ReaderController) -> None:
    reader.navigation.state = OUTLINE
    qtbot.waitUntil(lambda: reader.view.side.outline.outline.rowCount() > 0)
    reader.view.canvas.jump(0)
    qtbot.waitUntil(lambda: reader.view.side.outline.row == -1)


def test_a_document_without_headings_says_so_and_names_its_pages(
    qtbot: QtBot, library: StubLibrary, reader: ReaderController
) -> None:
    reader.navigation.state = OUTLINE
    with qtbot.waitSignal(reader.opened):
        reader.open_document(library.documents.get(5))
    qtbot.waitUntil(reader.view.side.none.isVisible)
    assert "Pages" in reader.view.side.none.text()


def test_page_pictures_are_drawn_only_in_view_and_results_carry_a_sign(
    qtbot: QtBot, library: StubLibrary, reader: ReaderController
) -> None:
    reader.navigation.state = PICTURES
    pages = reader.view.side.pages
    qtbot.waitUntil(lambda: pages.picture(HIT) is not None)
    assert {HIT, HIT + 3} <= pages.pages.marked
    said = pages.pages.data(pages.pages.index(HIT), Qt.ItemDataRole.AccessibleTextRole)
    assert said == "Page 12 (file page 15 of 24). A result stands here."
    assert pages.picture(0) is None
    small = {page for page, scale in library.reader.views[-1].rendered if scale < 0.3}
    assert len(small) < PAGES / 2


def test_page_pictures_lead_by_key_and_click_to_their_page(qtbot: QtBot, reader: ReaderController) -> None:
    reader.navigation.state = PICTURES
    pages = reader.view.side.pages
    qtbot.waitUntil(lambda: pages.row == HIT)
    pages.setFocus()
    with qtbot.waitSignal(reader.view.canvas.page_changed):
        qtbot.keyClick(pages, Qt.Key.Key_Down)
    assert reader.view.canvas.page == HIT + 1
    row = pages.visualRect(pages.pages.index(HIT))
    with qtbot.waitSignal(reader.view.canvas.page_changed):
        qtbot.mouseClick(pages.viewport(), Qt.MouseButton.LeftButton, pos=row.center())
    assert reader.view.canvas.page == HIT


def test_the_panel_is_there_again_at_the_next_start(
    library: StubLibrary, window: MainWindow, open_window: OpenWindow
) -> None:
    window.search.reader.navigation.state = PICTURES
    window.close()
    again = open_window(library).search.reader
    assert again.navigation.state == PICTURES and again.view.head.side.isChecked()
    again.navigation.state = "nonsense"
    assert again.navigation.state == "", "what was not kept by this program opens nothing"


def test_in_the_least_window_the_panel_folds_away_and_the_page_stays_legible(
    window: MainWindow, reader: ReaderController
) -> None:
    reader.navigation.state = PICTURES
    window.resize(1024, 700)
    assert window.width() == 1024
    assert reader.view.canvas.width() >= LEGIBLE and not reader.view.side.isVisible()
    assert window.search_page.results.width() >= 250
    assert reader.navigation.state == PICTURES and not reader.view.head.side.isChecked()
    window.resize(1440, 900)
    assert reader.view.side.isVisible() and reader.view.head.side.isChecked()
    assert reader.view.canvas.width() >= LEGIBLE and reader.view.side.width() >= 176


def test_in_the_least_window_the_outline_lies_over_the_page_until_a_heading_is_chosen(
    qtbot: QtBot, window: MainWindow, reader: ReaderController
) -> None:
    window.resize(1024, 700)
    side, canvas = reader.view.side, reader.view.canvas
    zoom = canvas.zoom
    for chosen_by_click in (False, True):
        qtbot.keyClick(canvas, Qt.Key.Key_F9)
        qtbot.waitUntil(side.outline.hasFocus)
        assert side.isVisible() and canvas.zoom == zoom
        assert side.mapTo(reader.view, QPoint()) == canvas.mapTo(reader.view, QPoint())
        if chosen_by_click:
            last = side.outline.visualRect(side.outline.outline.index(side.outline.outline.rowCount() - 1))
            qtbot.mouseClick(side.outline.viewport(), Qt.MouseButton.LeftButton, pos=last.center())
        else:
            qtbot.keyClick(side.outline, Qt.Key.Key_Return)
        assert not side.isVisible() and not reader.view.head.side.isChecked()


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
    monkeypatch.setattr(outline_list, "OutlineDelegate", NotingDelegate)
    headings = OutlineList()
    qtbot.addWidget(headings)
    delegate = headings.itemDelegate()
    assert isinstance(delegate, NotingDelegate)
    headings.resize(196, 400)
    headings.show()
    words = [
        *["THE", "STOP", "WAS", "PROLONGED", "BEYOND", "ITS", "MISSION"],
        "WITHOUT",
        "REASON",
        "TO DO SO",
    ]
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


def test_the_pages_lose_their_focus_frame_with_the_focus(qtbot: QtBot, reader: ReaderController) -> None:
    view, painted = reader.view.canvas.viewport(), []

    class Watcher(QObject):
        def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
            painted.append(event.type())
            return False

    QApplication.processEvents()
    watcher = Watcher()
    view.installEventFilter(watcher)
    reader.view.head.larger.setFocus()
    qtbot.waitUntil(lambda: QEvent.Type.Paint in painted)
    view.removeEventFilter(watcher)


# --- a page that is typed ---


def go_to(qtbot: QtBot, reader: ReaderController, typed: str) -> None:
    qtbot.keyClick(reader.view.canvas, Qt.Key.Key_P, CONTROL | SHIFT)
    assert reader.view.head.place.typing
    qtbot.keyClicks(reader.view.head.place.field, typed)
    qtbot.keyClick(reader.view.head.place.field, Qt.Key.Key_Return)


def test_a_typed_number_is_the_printed_one_and_with_a_sign_that_of_the_file(
    qtbot: QtBot, reader: ReaderController
) -> None:
    go_to(qtbot, reader, "4")
    assert reader.view.canvas.page == 6 and reader.view.canvas.hasFocus()
    assert reader.view.head.place.text() == "Page 4 (file page 7 of 24)"
    go_to(qtbot, reader, "#4")
    assert reader.view.canvas.page == 3


def test_a_page_that_is_not_there_is_said_and_can_be_typed_anew(
    qtbot: QtBot, window: MainWindow, reader: ReaderController
) -> None:
    go_to(qtbot, reader, "Da99")
    assert window.status.text.whole() == "This document has no page “Da99”. Its file has pages #1 to #24."
    assert reader.view.head.place.typing and reader.view.canvas.page == HIT
    qtbot.keyClick(reader.view.head.place.field, Qt.Key.Key_Escape)
    assert not reader.view.head.place.typing and reader.view.canvas.hasFocus()


LABELS = ["i", "ii", "1", "2", "Da1", "Da2", "1", ""]


@pytest.mark.parametrize(
    ("typed", "now", "page"),
    [
        ("ii", 0, 1),
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
        ("#9", 0, None),
        ("", 0, None),
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


# --- files and documents that go ---


def test_a_page_that_fails_while_its_file_is_there_brings_no_warning(
    qtbot: QtBot, library: StubLibrary, reader: ReaderController
) -> None:
    library.reader.views[-1]._broken = frozenset({20})
    reader.view.canvas.jump(20)
    qtbot.waitUntil(lambda: len(library.called("readable_pdf_path")) == 1)
    qtbot.waitUntil(lambda: not reader._jobs.busy("presence"))
    assert not reader.view.notice.isVisible()


def test_when_the_share_goes_away_the_reader_says_so_and_comes_back_where_it_was(
    qtbot: QtBot, library: StubLibrary, reader: ReaderController
) -> None:
    library.reader.views[-1]._broken = frozenset(range(18, 24))
    library.faults["readable_pdf_path"] = StoreAway()
    reader.view.canvas.jump(20)
    qtbot.waitUntil(reader.view.notice.isVisible)
    assert reader.view.notice.text() == str(StoreAway())
    assert drawn(reader.view.canvas, HIT), "what is on the screen stays"
    with qtbot.waitSignal(reader.opened):
        reader.view.notice.acted.emit()
    qtbot.waitUntil(lambda: drawn(reader.view.canvas, 20) and bool(reader.view.canvas.marks()))
    assert reader.view.canvas.page == 20 and not reader.view.notice.isVisible()
    assert reader.hit is not None, "the result stays the one that is open"


def test_a_file_that_is_away_can_be_tried_again_and_opens_at_the_words(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.faults["open_pages"] = FileAway()
    search(qtbot, window)
    window.search.results.open_row(0)
    reader = window.search.reader
    qtbot.waitUntil(reader.view.act.isVisible)
    assert FileAway.default_title in reader.view.message.words()
    del library.faults["open_pages"]
    with qtbot.waitSignal(reader.opened):
        qtbot.mouseClick(reader.view.act, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: reader.view.canvas.page == HIT)
    assert reader.hit is not None


def test_a_brief_removed_by_another_program_is_said_when_it_is_next_needed(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, reader: ReaderController
) -> None:
    library.reader.views[-1]._broken = frozenset({20})
    library.faults["readable_pdf_path"] = NotInLibrary()
    reader.view.canvas.jump(20)
    qtbot.waitUntil(lambda: reader.document is None)
    assert reader.view.message.words() == " ".join(REMOVED)
    before = len(library.called("search"))
    qtbot.mouseClick(reader.view.act, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(library.called("search")) > before)


def test_nothing_open_offers_nothing_to_do(window: MainWindow) -> None:
    assert not window.search.reader.view.act.isVisible()


# --- outside ---


def test_a_viewer_that_takes_a_page_is_started_with_a_list_of_arguments(
    qtbot: QtBot,
    window: MainWindow,
    library: StubLibrary,
    reader: ReaderController,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[tuple[str, list[str]]] = []
    monkeypatch.setattr(QProcess, "startDetached", lambda *call: started.append(call) or True)
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: pytest.fail("opened twice"))
    library.reader.viewer = ("/usr/bin/evince", "-i", "15", "/made-up/a b.pdf")
    qtbot.keyClick(reader.view.canvas, Qt.Key.Key_E, CONTROL)
    qtbot.waitUntil(lambda: bool(started))
    assert started == [("/usr/bin/evince", ["-i", "15", "/made-up/a b.pdf"])]
    assert library.called("outside") == [(1, HIT)]
    assert window.status.text.whole() == "Opened outside BriefBank at file page 15."


def test_any_other_viewer_gets_the_file_and_the_page_is_said(
    qtbot: QtBot, window: MainWindow, reader: ReaderController, monkeypatch: pytest.MonkeyPatch
) -> None:
    handed: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: handed.append(url) or True)
    reader.view.head.outside.click()
    qtbot.waitUntil(lambda: bool(handed))
    assert Path(handed[0].toLocalFile()).name == "1.pdf"
    assert window.status.text.whole() == "Opened outside BriefBank. Go to page 15 of the file there."


def test_a_file_that_is_away_is_not_handed_over(
    qtbot: QtBot,
    window: MainWindow,
    library: StubLibrary,
    reader: ReaderController,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: pytest.fail("nothing to open"))
    library.faults["outside"] = FileAway()
    reader.view.head.outside.click()
    qtbot.waitUntil(reader.view.notice.isVisible)
    assert window.status.text.whole() == str(FileAway())


# --- what was found ---


def test_what_was_found_is_painted_on_its_page_and_the_current_place_stands_out(
    qtbot: QtBot, reader: ReaderController
) -> None:
    canvas = reader.view.canvas
    boxes = [canvas.marks()[HIT].words[0], canvas.marks()[HIT].words[-1]]
    before = canvas.viewport().grab().toImage()
    canvas.show_found({HIT: [[boxes[0]], [boxes[1]]]}, (HIT, 1))
    one = canvas.viewport().grab().toImage()
    canvas.show_found({HIT: [[boxes[0]], [boxes[1]]]}, (HIT, 0))
    other = canvas.viewport().grab().toImage()
    assert before != one != other
    canvas.show_found({}, None)
    assert canvas.viewport().grab().toImage() == before
