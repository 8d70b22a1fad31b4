"""Opening a brief: at its words, the next result, files and briefs that go, and the system's viewer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QProcess, Qt
from PySide6.QtGui import QColor, QDesktopServices
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from briefbank.domain.authorities import Span
from briefbank.domain.caption_fields import Kind
from briefbank.domain.pages import PageSource
from briefbank.errors import Damaged, FileAway, StoreAway
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import note_link, search
from tests.ui.features.reader.conftest import HIT, document, drawn, open_row, pixels, place
from ui.features.library import changes
from ui.features.reader.page_cache import NO_TEXT
from ui.features.reader.reader import REMOVED, Reader
from ui.main_window import MainWindow
from ui.style.theme import colours


def test_a_result_opens_with_its_first_marked_word_comfortably_in_view_in_dark_letters_on_colour(
    reader: Reader,
) -> None:
    canvas = reader.canvas
    first = min(canvas.marks()[HIT].words, key=lambda box: box.y0)
    y = place(canvas, HIT, first).y()
    assert 0.1 * canvas.viewport().height() < y < 0.6 * canvas.viewport().height()
    assert reader.tools.place.text() == "3 (6 of 8)"
    assert canvas.accessibleDescription() == "Page 3 (file page 6 of 8)"
    assert not drawn(canvas, 0), "the page that is read comes before all others"
    seen = pixels(canvas, HIT, canvas.marks()[HIT].words[0])
    assert min(colour.lightness() for colour in seen) < 60
    assert sum(colour.blue() < 140 and colour.red() > 200 for colour in seen) > len(seen) / 3


def test_while_nothing_is_open_the_newest_briefs_are_offered_and_a_click_opens_one(
    qtbot: QtBot, sample_window: MainWindow
) -> None:
    reader = sample_window.search_page.reader
    rows = reader.newest.list
    qtbot.waitUntil(reader.newest.isVisible)
    documents = [row.target for row in rows.row_model.rows()]
    filed = [document.filed for document in documents]
    assert filed == sorted(filed, reverse=True) and {document.kind for document in documents} == {Kind.BRIEF}
    with qtbot.waitSignal(reader.opened):
        place = rows.visualRect(rows.row_model.index(0)).center()
        qtbot.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert reader.document == documents[0]
    reader.close_document()
    assert reader.newest.isVisible()


def test_past_the_last_result_and_the_last_brief_it_is_said_to_be_that_and_stays_open(
    qtbot: QtBot, sample_window: MainWindow, reader: Reader
) -> None:
    open_row(qtbot, sample_window, sample_window.search_page.results.model.rowCount() - 1)
    last = reader.hit
    qtbot.keyClick(reader.canvas, Qt.Key.Key_F4)
    assert sample_window.status.text.whole() == "This is the last result."
    qtbot.keyClick(reader.canvas, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert sample_window.status.text.whole() == "This is the last brief."
    assert reader.hit == last
    qtbot.keyClick(reader.canvas, Qt.Key.Key_F4, Qt.KeyboardModifier.ShiftModifier)
    assert reader.hit != last, "one result back"


def test_a_passage_across_two_pages_is_marked_on_both(qtbot: QtBot, reader: Reader) -> None:
    hit = reader.hit
    assert hit is not None
    first = hit.passage.spans[0]
    second = Span(first.page + 1, 0, 8, first.at + first.size + 1, 8)
    passage = replace(hit.passage, spans=(first, second))
    reader.open_hit(replace(hit, passage=passage, marks=((second.at, second.at + 8),)))
    qtbot.waitUntil(lambda: set(reader.canvas.marks()) == {first.page, first.page + 1})
    marks = reader.canvas.marks()
    assert all(marks[page].passage for page in marks)
    assert not marks[first.page].words and marks[first.page + 1].words


def test_a_page_without_text_says_so_and_why_in_a_band_on_it(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary
) -> None:
    reason = "This page is a scan and could not be read. Look at the page itself."
    sample_library.change(
        "documents.pages",
        lambda pages: [
            replace(page, source=PageSource.GAP, gap_reason=reason) if page.index == 1 else page
            for page in pages
        ],
    )
    reader, canvas = sample_window.search_page.reader, sample_window.search_page.reader.canvas
    with qtbot.waitSignal(reader.opened):
        sample_window.open_document(document(sample_library))
    band = QColor(colours().warn_soft)

    def top_left(page: int) -> QColor:
        place = round(canvas.left_of(page)) + 5, round(canvas.sheets.tops[page]) + 5
        return (
            canvas.viewport()
            .grab()
            .toImage()
            .pixelColor(place[0], place[1] - canvas.verticalScrollBar().value())
        )

    canvas.fit_page()
    qtbot.waitUntil(lambda: drawn(canvas, 0))
    assert NO_TEXT not in canvas.accessibleDescription() and top_left(0) == QColor("#ffffff")
    canvas.jump(1)
    assert canvas.accessibleDescription().endswith(f"{NO_TEXT} {reason}") and top_left(1) == band


@pytest.mark.parametrize("error", [Damaged(), FileAway()])
def test_a_brief_that_cannot_be_opened_says_why_and_opens_at_its_words_when_tried_again(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary, error: Damaged | FileAway
) -> None:
    sample_library.fail("reader.open_pages", error)
    search(qtbot, sample_window)
    reader = sample_window.search_page.reader
    qtbot.waitUntil(reader.act.isVisible)
    assert error.title in reader.message.words()
    sample_library.fail("reader.open_pages", None)
    qtbot.mouseClick(reader.act, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(reader.canvas.marks()) and reader.canvas.page == HIT)
    assert reader.hit is not None and not reader.act.isVisible()


def test_when_the_share_goes_away_the_reader_says_so_and_comes_back_at_the_page_being_read(
    qtbot: QtBot, sample_library: HookedLibrary, reader: Reader
) -> None:
    sample_library.fail("page_view.render", Damaged())
    sample_library.fail("reader.readable_pdf_path", StoreAway())
    reader.canvas.jump(0)
    qtbot.waitUntil(reader.notices.isVisible)
    assert reader.notices.first.whole() == str(StoreAway())
    assert drawn(reader.canvas, HIT), "what is on the screen stays"
    sample_library.fail("page_view.render", None)
    sample_library.fail("reader.open_pages", StoreAway())
    note_link(reader, "Try again").click()
    qtbot.waitUntil(reader.act.isVisible)
    sample_library.fail("reader.open_pages", None)
    reader.act.click()
    qtbot.waitUntil(lambda: drawn(reader.canvas, 0) and bool(reader.canvas.marks()))
    assert reader.canvas.page == 0 and not reader.notices.isVisible() and reader.hit is not None


def test_a_brief_removed_while_it_is_open_is_closed_and_its_file_too(
    qtbot: QtBot,
    sample_window: MainWindow,
    sample_library: HookedLibrary,
    reader: Reader,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(changes, "confirmed", lambda *_, **__: True)
    closed = len(sample_library.called("page_view.close"))
    sample_window.library_page.removal.ask([document(sample_library).id])
    qtbot.waitUntil(lambda: reader.document is None)
    qtbot.waitUntil(lambda: len(sample_library.called("page_view.close")) == closed + 1)
    assert reader.message.words() == " ".join(REMOVED)


def test_f11_shows_the_reader_alone_and_escape_or_f11_the_whole_window_again(
    qtbot: QtBot, sample_window: MainWindow, reader: Reader
) -> None:
    window, page, canvas = sample_window, sample_window.search_page, reader.canvas
    for back in (Qt.Key.Key_Escape, Qt.Key.Key_F11):
        qtbot.keyClick(window, Qt.Key.Key_F11)
        assert page.readers.is_alone and canvas.hasFocus()
        assert not page.bar.isVisible() and not page.results.isVisible() and not window.rail.isVisible()
        reader.status.emit("Nothing was copied.")
        assert window.status.text.isVisible(), "an error is seen"
        qtbot.keyClick(canvas, back)
        assert page.bar.isVisible() and page.results.isVisible() and window.rail.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_F11)
    window.show_page(1)
    assert window.rail.isVisible() and not page.readers.is_alone, "another place is shown whole"
    window.show_page(0)
    qtbot.keyClick(window, Qt.Key.Key_F11)
    qtbot.keyClick(window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert page.bar.field.hasFocus(), "whoever goes to the search box sees it"


def test_what_acts_beside_the_reader_shows_the_whole_window(
    sample_window: MainWindow, sample_library: HookedLibrary, reader: Reader
) -> None:
    page, id_ = sample_window.search_page, document(sample_library).id
    acts: dict[Callable[[], object], QWidget] = {
        page.focus_results: page.results,
        page.toggle_filters: page.filters,
        page.readers.toggle: page.results,
        lambda: reader.follow({id_: None}): page.results,
    }
    for act, part in acts.items():
        page.readers.toggle_alone()
        assert page.readers.is_alone
        act()
        assert not page.readers.is_alone and part.isVisible() and page.bar.isVisible()
        if page.readers.are_two:
            page.readers.toggle()


@pytest.fixture
def opened_outside(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What is handed to the system, which does not open it."""
    handed: list[object] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: handed.append(url) or True)
    monkeypatch.setattr(QProcess, "startDetached", lambda *call: handed.append(call) or True)
    return handed


def test_a_viewer_that_takes_a_page_is_started_with_a_list_of_arguments(
    qtbot: QtBot,
    sample_window: MainWindow,
    sample_library: HookedLibrary,
    reader: Reader,
    opened_outside: list[object],
) -> None:
    command = ("/usr/bin/evince", "-i", "6", "/made-up/a b.pdf")
    sample_library.change("reader.outside", lambda answer: (answer[0], command))
    qtbot.keyClick(reader.canvas, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: bool(opened_outside))
    assert opened_outside == [("/usr/bin/evince", ["-i", "6", "/made-up/a b.pdf"])]
    assert sample_library.called("reader.outside") == [(document(sample_library).id, HIT)]
    assert sample_window.status.text.whole() == "Opened outside BriefBank at file page 6."


def test_a_file_that_is_away_is_not_handed_over(
    qtbot: QtBot,
    sample_window: MainWindow,
    sample_library: HookedLibrary,
    reader: Reader,
    opened_outside: list[object],
) -> None:
    sample_library.fail("reader.outside", FileAway())
    reader.open_outside()
    qtbot.waitUntil(reader.notices.isVisible)
    assert sample_window.status.text.whole() == str(FileAway()) and not opened_outside
