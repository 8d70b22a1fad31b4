"""The reader: opening at the words, highlights, next hit, zoom, failures and what is fetched."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QColor, QDesktopServices
from pytestqt.qtbot import QtBot

from briefbank.domain.authorities import Span
from briefbank.errors import Damaged
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.invented import FILLER
from tests.ui.conftest import search
from ui.features.reader.opening import NO_TEXT
from ui.features.reader.page_geometry import GAP, PageGeometry
from ui.main_window import MainWindow
from ui.style.theme import colours


def open_row(qtbot: QtBot, window: MainWindow, row: int) -> None:
    reader = window.search.reader
    with qtbot.waitSignal(reader.opened):
        window.search.results.open_row(row)
    qtbot.waitUntil(lambda: bool(reader.view.canvas.marks()))


def test_a_result_opens_with_its_first_marked_word_comfortably_in_view(
    qtbot: QtBot, window: MainWindow
) -> None:
    search(qtbot, window)
    open_row(qtbot, window, 0)
    reader = window.search.reader
    canvas, hit = reader.view.canvas, window.search_page.results.model.hit(0)
    assert canvas.page == hit.passage.first_page
    first = min(canvas.marks()[canvas.page].words, key=lambda box: box.y0)
    top = canvas._geometry.tops[canvas.page] + first.y0 * canvas._geometry.scale
    seen = top - canvas.verticalScrollBar().value()
    assert 0.1 * canvas.viewport().height() < seen < 0.6 * canvas.viewport().height()
    assert reader.view.head.place.text() == "Page 12 (file page 15 of 24)"


def test_the_highlight_colours_the_words_and_leaves_the_letters_dark(
    qtbot: QtBot, window: MainWindow
) -> None:
    search(qtbot, window)
    open_row(qtbot, window, 0)
    canvas = window.search.reader.view.canvas
    store = canvas._store
    assert store is not None
    qtbot.waitUntil(lambda: store.picture(canvas.page) is not None)
    image = canvas.viewport().grab().toImage()
    ratio = image.devicePixelRatio()
    box = canvas.marks()[canvas.page].words[0]
    scale = canvas._geometry.scale
    left = canvas._left(canvas.page) + box.x0 * scale
    top = canvas._geometry.tops[canvas.page] - canvas.verticalScrollBar().value() + box.y0 * scale
    colours = [
        image.pixelColor(round((left + x) * ratio), round((top + y) * ratio))
        for x in range(round((box.x1 - box.x0) * scale))
        for y in range(round((box.y1 - box.y0) * scale))
    ]
    assert min(colour.lightness() for colour in colours) < 60
    yellow = [colour for colour in colours if colour.blue() < 140 and colour.red() > 200]
    assert len(yellow) > len(colours) / 3


def test_the_next_hit_in_the_same_document_opens_no_second_renderer(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    window.search_page.results.list.collapse(1, False)
    open_row(qtbot, window, 0)
    with qtbot.waitSignal(window.search.reader.view.canvas.page_changed):
        window.search.results.step(1)
    assert len(library.reader.views) == 1
    assert window.search.reader.view.canvas.page == 17


def test_the_next_hit_of_another_document_closes_the_renderer_before(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    open_row(qtbot, window, 0)
    with qtbot.waitSignal(window.search.reader.opened):
        window.search.results.step(1)
    qtbot.waitUntil(lambda: library.reader.views[0].closed)
    assert not library.reader.views[1].closed


def test_past_the_last_hit_it_says_so_and_stays(qtbot: QtBot, window: MainWindow) -> None:
    search(qtbot, window)
    open_row(qtbot, window, 5)
    window.search.results.step(1)
    assert window.status.text.whole() == "This is the last result."


def test_f4_on_the_last_hit_says_that_it_is_the_last_and_leaves_it_open(
    qtbot: QtBot, window: MainWindow
) -> None:
    search(qtbot, window)
    open_row(qtbot, window, 5)
    window.activateWindow()
    last = window.search.reader.hit
    qtbot.keyClick(window.search.reader.view.canvas, Qt.Key.Key_F4)
    assert window.status.text.whole() == "This is the last result."
    assert window.search.reader.hit == last


def test_a_passage_across_two_pages_is_marked_on_both_and_opens_on_the_first(
    qtbot: QtBot, window: MainWindow
) -> None:
    search(qtbot, window)
    result = window.search_page.results.model.hit(0)
    first = result.passage.spans[0]
    size = len(FILLER.split(" ", 1)[0])
    second = Span(first.page + 1, 0, size, first.at + first.size + 1, size)
    passage = replace(result.passage, spans=(first, second))
    reader = window.search.reader
    reader.open_hit(replace(result, passage=passage, marks=((second.at, second.at + size),)))
    qtbot.waitUntil(lambda: len(reader.view.canvas.marks()) == 2)
    marks = reader.view.canvas.marks()
    assert set(marks) == {first.page, first.page + 1}
    assert all(marks[page].passage for page in marks)
    assert not marks[first.page].words and marks[first.page + 1].words


REASON = "This page is a scan and could not be read. Look at the page itself."


def test_a_page_without_text_says_so_and_why_in_a_band_on_it(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.documents.gaps = {1: REASON}
    reader = window.search.reader
    with qtbot.waitSignal(reader.opened):
        window.open_document(library.documents.get(1))
    canvas = reader.view.canvas
    store = canvas._store
    assert store is not None
    assert NO_TEXT not in canvas.accessibleDescription()
    with qtbot.waitSignal(canvas.page_changed):
        canvas.jump(1)
    qtbot.waitUntil(lambda: store.picture(1) is not None and store.picture(0) is not None)
    assert canvas.accessibleDescription().endswith(f"{NO_TEXT} {REASON}")
    image, band = canvas.viewport().grab().toImage(), QColor(colours().warn_soft)
    top = round(canvas._geometry.tops[1]) - canvas.verticalScrollBar().value()
    left = round(canvas._left(1))
    assert image.pixelColor(left + 5, top + 5) == band
    assert image.pixelColor(left + 5, top + 200) != band


def test_pages_with_text_carry_no_band(qtbot: QtBot, window: MainWindow, library: StubLibrary) -> None:
    reader = window.search.reader
    with qtbot.waitSignal(reader.opened):
        window.open_document(library.documents.get(1))
    image = reader.view.canvas.viewport().grab().toImage()
    place = round(reader.view.canvas._left(0)) + 5, round(reader.view.canvas._geometry.tops[0]) + 5
    assert image.pixelColor(*place) == QColor("#ffffff")


def test_opening_another_document_at_once_drops_and_closes_the_first(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    gate = library.gates["open_pages"] = threading.Event()
    window.search.results.open_row(0)
    qtbot.waitUntil(lambda: len(library.called("open_pages")) == 1)
    window.search.results.open_row(2)
    del library.gates["open_pages"]
    with qtbot.waitSignal(window.search.reader.opened) as opened:
        gate.set()
    assert opened.args == [2]
    qtbot.waitUntil(lambda: library.reader.views[0].closed)
    assert window.search.reader.view.head.title.whole() == "State v. Imogen Pell, Reply Brief"


def test_only_pages_near_the_view_are_rendered(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    open_row(qtbot, window, 0)
    canvas = window.search.reader.view.canvas
    store = canvas._store
    assert store is not None
    qtbot.waitUntil(lambda: not store._busy)
    assert {page for page, _ in library.reader.views[0].rendered} <= {12, 13, 14, 15, 16}


def test_a_page_that_fails_says_so_on_the_paper_and_the_others_are_shown(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.reader.broken_pages = frozenset({14})
    search(qtbot, window)
    open_row(qtbot, window, 0)
    canvas = window.search.reader.view.canvas
    store = canvas._store
    assert store is not None
    qtbot.waitUntil(lambda: bool(store.failure(14)))
    qtbot.waitUntil(lambda: store.picture(15) is not None)
    assert store.failure(14) == "This page could not be shown. Open the document in another program."


def test_a_document_that_cannot_be_opened_says_why(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.faults["open_pages"] = Damaged()
    search(qtbot, window)
    window.search.results.open_row(0)
    reader = window.search.reader
    qtbot.waitUntil(reader.view.message.isVisible)
    assert Damaged.default_title in reader.view.message.words()
    del library.faults["open_pages"]
    open_row(qtbot, window, 0)


def test_zoom_by_keys_and_back_to_the_width(qtbot: QtBot, window: MainWindow) -> None:
    search(qtbot, window)
    open_row(qtbot, window, 0)
    window.activateWindow()
    canvas, control = window.search.reader.view.canvas, Qt.KeyboardModifier.ControlModifier
    fitting, page = canvas.zoom, canvas.page
    qtbot.keyClick(window, Qt.Key.Key_Plus, control)
    assert canvas.zoom > fitting
    assert canvas.page == page
    qtbot.keyClick(window, Qt.Key.Key_Minus, control)
    qtbot.keyClick(window, Qt.Key.Key_Minus, control)
    assert canvas.zoom < fitting
    qtbot.keyClick(window, Qt.Key.Key_0, control)
    assert canvas.zoom == pytest.approx(fitting)


def test_only_a_file_of_this_computer_is_handed_to_the_systems_viewer(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    handed: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: handed.append(url) or True)
    search(qtbot, window)
    open_row(qtbot, window, 0)
    window.search.reader.view.head.outside.click()
    qtbot.waitUntil(lambda: bool(handed))
    assert handed[0].isLocalFile()
    assert Path(handed[0].toLocalFile()).name == "1.pdf"


def test_a_document_removed_while_open_is_closed(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    search(qtbot, window)
    open_row(qtbot, window, 0)
    monkeypatch.setattr(window.documents, "confirm_removal", lambda *_: True)
    window.removal.remove([1])
    qtbot.waitUntil(lambda: window.search.reader.document is None)
    qtbot.waitUntil(lambda: library.reader.views[0].closed)


sizes = st.lists(st.tuples(st.floats(10, 2000), st.floats(10, 2000)), min_size=1, max_size=30)


@given(sizes, st.floats(0.2, 5), st.floats(0, 1))
def test_the_page_at_a_height_is_the_one_drawn_there(
    pages: list[tuple[float, float]], scale: float, share: float
) -> None:
    geometry = PageGeometry(pages, scale)
    y = geometry.height * share
    page = geometry.page_at(y)
    assert page == 0 or geometry.tops[page] <= y
    end = geometry.tops[page] + geometry.page_size(page)[1] + GAP
    assert y <= end * (1 + 1e-9)
