"""Two readers beside each other: each with its own brief, bars and zoom, and one of them in use."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.features.reader.conftest import HIT, OKONJO, document, open_row
from tests.ui.kit.test_screen_shield import Recorder
from ui.features.library import changes
from ui.features.reader.pair import ReaderPair
from ui.features.reader.reader import Reader
from ui.kit.painted_text import ScreenShield
from ui.main_window import MainWindow

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
CONTROL = Qt.KeyboardModifier.ControlModifier
OTHER = "State v. Carla J. Marchetti"


def other_row(window: MainWindow) -> int:
    """Return the row of the result in another brief."""
    model = window.search_page.results.model
    return next(model.row_of(hit.passage.id) for hit in model.hits() if hit.document.title == OTHER)


@pytest.fixture
def pair(qtbot: QtBot, sample_window: MainWindow, reader: Reader) -> ReaderPair:
    """One brief in the first reader, another in the second, which was used last."""
    sample_window.resize(1600, 900)
    qtbot.keyClick(sample_window, Qt.Key.Key_F8)
    open_row(qtbot, sample_window, other_row(sample_window))
    return sample_window.search_page.readers


def opened(pair: ReaderPair) -> list[str]:
    return [reader.document.title if reader.document else "" for reader in pair.readers]


def strips(pair: ReaderPair) -> list[str]:
    return [pane.says.text() for pane in pair.panes if pane.strip.isVisible()]


def test_f8_gives_a_second_reader_in_which_the_next_result_opens(pair: ReaderPair) -> None:
    first, second = pair.readers
    assert opened(pair) == [OKONJO, OTHER] and first.isVisible() and second.isVisible()
    assert strips(pair) == ["First brief", "Second brief: results open here"]
    assert [pane.accessibleName() for pane in pair.panes] == strips(pair)
    assert first.mapTo(pair, first.rect().topRight()).x() < second.mapTo(pair, second.rect().topLeft()).x()


def test_f8_again_closes_the_second_and_its_file_and_the_first_is_as_it_was(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary, pair: ReaderPair
) -> None:
    closed = len(sample_library.called("page_view.close"))
    qtbot.keyClick(sample_window, Qt.Key.Key_F8)
    assert opened(pair) == [OKONJO, ""] and strips(pair) == [] and not pair.are_two
    assert sample_window.search_page.reader is pair.readers[0] and pair.readers[0].canvas.page == HIT
    qtbot.waitUntil(lambda: len(sample_library.called("page_view.close")) == closed + 1)


def test_the_reader_that_is_clicked_is_the_one_in_use_for_results_zoom_and_finding(
    qtbot: QtBot, sample_window: MainWindow, pair: ReaderPair
) -> None:
    first, second = pair.readers
    model = sample_window.search_page.results.model
    assert second.hit is not None and model.is_opened(second.hit)
    qtbot.mouseClick(first.canvas.viewport(), Qt.MouseButton.LeftButton)
    first.canvas.setFocus()
    qtbot.waitUntil(lambda: sample_window.search_page.reader is first)
    assert strips(pair) == ["First brief: results open here", "Second brief"]
    assert first.hit is not None and model.is_opened(first.hit), "its result is marked"
    zoom, before = second.canvas.zoom, first.canvas.zoom
    qtbot.keyClick(sample_window, Qt.Key.Key_Plus, CONTROL)
    assert second.canvas.zoom == zoom and first.canvas.zoom > before
    for reader in (first, second):
        reader.canvas.setFocus()
        qtbot.keyClick(sample_window, Qt.Key.Key_F, CONTROL)
        qtbot.waitUntil(reader.find_bar.field.hasFocus)
        reader.find_bar.field.setText("reasonable")
    for reader in (first, second):
        qtbot.waitUntil(lambda bar=reader.find_bar: " of " in bar.place.text())


def test_control_enter_opens_a_result_in_the_other_reader_and_the_list_keeps_the_keyboard(
    qtbot: QtBot, sample_window: MainWindow, reader: Reader
) -> None:
    results, readers = sample_window.search_page.results.list, sample_window.search_page.readers
    sample_window.resize(1600, 900)
    results.setFocus()
    with qtbot.waitSignal(results.other_reader_wanted):
        qtbot.keyClick(results, Qt.Key.Key_Return, CONTROL)
    qtbot.waitUntil(lambda: opened(readers) == [OKONJO, OKONJO])
    assert results.hasFocus() and sample_window.search_page.reader is reader


def test_a_brief_that_is_removed_is_closed_in_both_readers(
    qtbot: QtBot,
    sample_window: MainWindow,
    sample_library: HookedLibrary,
    pair: ReaderPair,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(changes, "confirmed", lambda *_, **__: True)
    pair.readers[0].open_document(document(sample_library, OTHER))
    qtbot.waitUntil(lambda: opened(pair) == [OTHER, OTHER])
    sample_window.library_page.removal.ask([document(sample_library, OTHER).id])
    qtbot.waitUntil(lambda: opened(pair) == ["", ""])
    assert pair.are_two


def test_both_summaries_can_be_open_and_the_window_stays_out_of_screenshots_until_the_last_is_closed(
    qtbot: QtBot, pair: ReaderPair
) -> None:
    recorder = Recorder()
    panels = [reader.summary for reader in pair.readers]
    for reader, panel in zip(pair.readers, panels, strict=True):
        panel.shield = ScreenShield(recorder.cover)
        reader.toggle_summary()
        qtbot.waitUntil(lambda panel=panel: bool(panel.painted.accessibleDescription()))
    for on in (True, False):
        for panel in panels:
            panel.generated.revealed.emit(on)
    assert [on for _, on in recorder.asked] == [True, True, True, False]
