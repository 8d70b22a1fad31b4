"""The line under the box: chips for the parts of a search, taking them out, and what is said without any."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from briefbank.domain.searches import PartRole, QueryPart
from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import search, shown
from ui.features.search.chips import LOOKS, Chip
from ui.features.search.interpretation import HINT, LINES_OPENED
from ui.main_window import MainWindow

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")

MANY = tuple(QueryPart(PartRole.RANKED, f"word{n} of the facts", f"without {n}") for n in range(40))
LONG_READING = (
    "Searched for the words prison, contractor, lose, removal, officer, immunity, sovereign; and for "
    "passages close in meaning. "
    "Not searched for: “Find me briefs about”."
)


def chips(window: MainWindow) -> list[Chip]:
    return window.search_page.bar.understood.chips.chips


def names(window: MainWindow) -> list[str]:
    return [chip.accessibleName() for chip in chips(window)]


def click_cross(qtbot: QtBot, chip: Chip) -> None:
    place = QPoint(chip.width() - 10, chip.height() // 2)
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton, pos=place)


def test_before_a_search_the_line_says_both_ways_to_search_and_leads_to_the_help(
    qtbot: QtBot, window: MainWindow
) -> None:
    understood = window.search_page.bar.understood
    assert understood.sentence.whole() == HINT
    qtbot.mouseClick(understood.how, Qt.MouseButton.LeftButton)
    assert window.help.dialog is not None
    assert window.help.dialog.windowTitle() == "How to search"


def test_each_part_says_what_became_of_it_in_words(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.parts["traffic"] = tuple(QueryPart(role, f"the {role}", "") for role in PartRole)
    search(qtbot, window, "traffic")
    assert names(window) == [f"{LOOKS[role].lead}: the {role}" for role in PartRole]


def test_no_two_kinds_of_part_look_alike_without_colour_and_words() -> None:
    looks = [(look.lead, look.dashed, look.struck) for look in LOOKS.values()]
    assert len(set(looks)) == len(PartRole)


def test_the_whole_reading_is_the_tip_and_what_a_screen_reader_says(qtbot: QtBot, window: MainWindow) -> None:
    search(qtbot, window)
    understood = window.search_page.bar.understood
    assert understood.toolTip() == "Passages about: traffic, stop, suspicion"
    assert understood.accessibleDescription() == understood.toolTip()


def test_a_click_on_the_cross_takes_the_part_out_and_asks_at_once(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window, "traffic zebra stop")
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        click_cross(qtbot, chips(window)[1])
    assert window.search_page.bar.field.text() == "traffic stop"
    assert library.called("search")[-1].text == "traffic stop"
    assert names(window) == ["ranked by: traffic", "ranked by: stop"]


def test_a_click_beside_the_cross_takes_nothing_out(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window, "traffic stop")
    chip = chips(window)[0]
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton, pos=QPoint(8, chip.height() // 2))
    assert window.search_page.bar.field.text() == "traffic stop"
    assert len(library.called("search")) == 1


@pytest.mark.parametrize("key", [Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Space])
def test_a_part_is_taken_out_by_keyboard_and_the_next_one_has_the_focus(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, key: Qt.Key
) -> None:
    window.activateWindow()
    search(qtbot, window, "traffic stop suspicion")
    first = chips(window)[0]
    first.setFocus()
    qtbot.keyClick(first, Qt.Key.Key_Right)
    assert chips(window)[1].hasFocus()
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        qtbot.keyClick(chips(window)[1], key)
    assert library.called("search")[-1].text == "traffic suspicion"
    assert chips(window)[1].hasFocus()


def test_undo_in_the_box_brings_back_what_was_taken_out_and_searches_for_it(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window, "traffic zebra stop")
    field, reset = window.search_page.bar.field, window.search_page.results.model.modelReset
    with qtbot.waitSignal(reset):
        click_cross(qtbot, chips(window)[1])
    with qtbot.waitSignal(reset, timeout=3000):
        qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert field.text() == "traffic zebra stop"
    assert library.called("search")[-1].text == "traffic zebra stop"


def test_a_part_that_cannot_be_taken_out_has_no_cross_and_stays(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window, "traffic")
    chip = chips(window)[0]
    assert not chip.removable
    click_cross(qtbot, chip)
    qtbot.keyClick(chip, Qt.Key.Key_Delete)
    assert window.search_page.bar.field.text() == "traffic"
    assert len(library.called("search")) == 1


def test_the_arrows_lead_from_the_chips_to_the_box_and_to_the_results(
    qtbot: QtBot, window: MainWindow
) -> None:
    window.activateWindow()
    search(qtbot, window)
    chips(window)[0].setFocus()
    qtbot.keyClick(chips(window)[0], Qt.Key.Key_Up)
    assert window.search_page.bar.field.hasFocus()
    chips(window)[0].setFocus()
    qtbot.keyClick(chips(window)[0], Qt.Key.Key_Down)
    assert window.search_page.results.list.hasFocus()


def test_many_parts_take_two_lines_and_the_rest_opens_behind_its_number(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    window.resize(1024, 700)
    library.parts["traffic"] = MANY
    search(qtbot, window, "traffic")
    row = window.search_page.bar.understood.chips
    assert len({chip.y() for chip in row.shown()}) == 2
    assert row.more.text() == f"and {40 - len(row.shown())} more"
    assert row.more.geometry().right() <= row.width()
    folded = row.heightForWidth(row.width())
    qtbot.waitUntil(lambda: row.height() == folded)
    qtbot.mouseClick(row.more, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: row.height() > folded)
    assert len({chip.y() for chip in row.shown()}) <= LINES_OPENED
    qtbot.mouseClick(row.more, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: row.height() == folded)


def test_chips_lie_within_the_row_and_none_over_another_at_any_width(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    long = QueryPart(PartRole.REQUIRED, "“plain error” in the same paragraph as " + "very " * 60, "x")
    library.parts["traffic"] = (long, *MANY[:9], long)
    search(qtbot, window, "traffic")
    row = window.search_page.bar.understood.chips
    for width in (60, 200, 333, 500, 864, 1300):
        row.resize(width, 400)
        places = [chip.geometry() for chip in row.shown()]
        assert places
        assert all(place.left() >= 0 and place.right() < width for place in places)
        for number, place in enumerate(places):
            assert not any(place.intersects(other) for other in places[number + 1 :])


def test_a_new_search_folds_the_parts_again(qtbot: QtBot, window: MainWindow, library: StubLibrary) -> None:
    window.resize(1024, 700)
    library.parts["traffic"] = library.parts["stop"] = MANY
    search(qtbot, window, "traffic")
    row = window.search_page.bar.understood.chips
    qtbot.mouseClick(row.more, Qt.MouseButton.LeftButton)
    search(qtbot, window, "stop")
    assert len({chip.y() for chip in row.shown()}) == 2


def test_an_answer_without_parts_is_said_as_a_sentence(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.parts["traffic"] = ()
    search(qtbot, window, "traffic")
    understood = window.search_page.bar.understood
    assert not understood.chips.isVisible()
    assert understood.sentence.whole() == "Passages about: traffic"
    assert shown(window)


def test_a_long_sentence_is_wholly_shown_in_the_smallest_window(qtbot: QtBot, window: MainWindow) -> None:
    window.resize(1024, 700)
    understood = window.search_page.bar.understood
    understood.say(LONG_READING)
    qtbot.waitUntil(lambda: " ".join(understood.sentence.text().split("\n")) == LONG_READING)
    qtbot.waitUntil(lambda: understood.height() >= 2 * understood.fontMetrics().height())
