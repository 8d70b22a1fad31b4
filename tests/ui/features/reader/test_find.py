"""Finding words in the open brief: while typing, from match to match, by keys and buttons."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.ui.features.reader.conftest import HIT, pixels, place, text_of
from ui.features.reader.find import FindBar
from ui.features.reader.reader import Reader
from ui.main_window import MainWindow

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
OFFICER = (1, 3, 3, 4, 4, 5, 5, 6, 6, 6)  # The pages on which "officer" stands


def open_bar(qtbot: QtBot, reader: Reader) -> FindBar:
    qtbot.keyClick(reader.window(), Qt.Key.Key_F, CONTROL)
    qtbot.waitUntil(reader.find_bar.field.hasFocus)
    return reader.find_bar


def find(qtbot: QtBot, reader: Reader, words: str) -> FindBar:
    bar = open_bar(qtbot, reader)
    qtbot.keyClicks(bar.field, words)
    qtbot.waitUntil(lambda: not reader.jobs.busy("find", reader) and not reader.jobs.busy("place", reader))
    return bar


def test_what_is_typed_is_found_from_the_page_in_view_on_and_marked(qtbot: QtBot, reader: Reader) -> None:
    bar, canvas = find(qtbot, reader, "SELDOM feels"), reader.canvas
    assert bar.place.text() == "1 of 1" and canvas.page == HIT and bar.field.hasFocus()
    text = text_of(qtbot, canvas, HIT)
    box = text.boxes(start := text.raw.index("seldom"), start + 6)[0]
    assert 0 <= place(canvas, HIT, box).y() <= canvas.viewport().height()
    orange = [colour for colour in pixels(canvas, HIT, box) if colour.red() > 200 > 150 > colour.blue()]
    assert orange, "the match stands out"


def test_f3_and_enter_go_on_and_back_and_around_the_end(
    qtbot: QtBot, sample_window: MainWindow, reader: Reader
) -> None:
    bar, total = find(qtbot, reader, "officer"), len(OFFICER)
    here = OFFICER.index(HIT) + 1
    assert bar.place.text() == f"{here} of {total}"
    qtbot.keyClick(bar.field, Qt.Key.Key_Return)
    qtbot.keyClick(sample_window, Qt.Key.Key_F3)
    assert bar.place.text() == f"{here + 2} of {total}"
    qtbot.keyClick(bar.field, Qt.Key.Key_Return, SHIFT)
    qtbot.keyClick(sample_window, Qt.Key.Key_F3, SHIFT)
    assert bar.place.text() == f"{here} of {total}"
    for _ in range(here):
        qtbot.mouseClick(bar.previous, Qt.MouseButton.LeftButton)
    assert bar.place.text() == f"{total} of {total}"
    assert sample_window.status.text.whole() == "From the end again."
    qtbot.waitUntil(lambda: reader.canvas.page == OFFICER[-1])
    qtbot.mouseClick(bar.next, Qt.MouseButton.LeftButton)
    assert bar.place.text() == f"1 of {total}"
    assert sample_window.status.text.whole() == "From the beginning again."
    qtbot.waitUntil(lambda: reader.canvas.page == OFFICER[0])


def test_escape_takes_the_marks_away_and_gives_the_keyboard_back_to_the_pages(
    qtbot: QtBot, sample_window: MainWindow, reader: Reader
) -> None:
    bar = find(qtbot, reader, "officer")
    marked = reader.canvas.viewport().grab().toImage()
    qtbot.keyClick(bar.field, Qt.Key.Key_Escape)
    assert bar.isHidden() and reader.canvas.hasFocus()
    assert reader.canvas.viewport().grab().toImage() != marked
    qtbot.keyClick(sample_window, Qt.Key.Key_F3)
    qtbot.waitUntil(lambda: bar.place.text().endswith(f"of {len(OFFICER)}"))
    assert not bar.isHidden() and bar.field.text() == "officer"


def test_what_is_not_there_is_said_and_the_library_is_offered(
    qtbot: QtBot, sample_window: MainWindow, reader: Reader
) -> None:
    bar = find(qtbot, reader, "eyewitness")
    qtbot.waitUntil(bar.in_library.isVisible)
    assert bar.field.accessibleDescription() == "Not in this brief." and not bar.next.isEnabled()
    with qtbot.waitSignal(sample_window.search_page.answered):
        qtbot.mouseClick(bar.in_library, Qt.MouseButton.LeftButton)
    assert sample_window.search_page.bar.field.text() == "eyewitness"


def test_selected_text_stands_in_the_field_and_is_found(qtbot: QtBot, reader: Reader) -> None:
    canvas = reader.canvas
    text_of(qtbot, canvas, HIT)
    spot = place(canvas, HIT, canvas.marks()[HIT].words[0])
    qtbot.mouseDClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    chosen = canvas.selector.text()
    bar = open_bar(qtbot, reader)
    assert chosen and bar.field.text() == chosen
    qtbot.waitUntil(lambda: " of " in bar.place.text())


def test_the_choices_count_at_once(qtbot: QtBot, reader: Reader) -> None:
    bar = find(qtbot, reader, "Reason")
    assert bar.place.text().endswith(" of 9")
    qtbot.mouseClick(bar.match_case, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not bar.place.text().endswith(" of 9"))
    qtbot.mouseClick(bar.match_case, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(bar.whole_words, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bar.place.text().endswith((" of 2", " of 3", " of 4", " of 5", " of 6")))
