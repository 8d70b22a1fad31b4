"""The line under the box: chips for the parts of a search, taking them out, and what is said without any."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from briefbank.domain.searches import PartRole, QueryPart
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import search
from tests.ui.features.search.conftest import answered, full_requests
from ui.features.search.box import FEW, HINT, LOOKS, Chip
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


def give_parts(library: HookedLibrary, *parts: QueryPart) -> None:
    """Let searches answer with these parts."""
    library.change("search", lambda answer: replace(answer, parts=parts))


def click_cross(qtbot: QtBot, window: MainWindow, chip: Chip) -> None:
    place = QPoint(chip.width() - 10, chip.height() // 2)
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton, pos=place)
    answered(qtbot, window)


def test_the_line_says_how_to_search_and_then_what_became_of_each_part_in_words(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    understood = window.search_page.bar.understood
    assert understood.sentence.whole() == HINT
    qtbot.mouseClick(understood.how, Qt.MouseButton.LeftButton)
    assert window.help.guide is not None and window.help.guide.isVisible()
    window.help.guide.close()
    window.activateWindow()
    search(qtbot, window, "traffic stop")
    assert names(window)[:2] == ["searched for: traffic", "searched for: stop"]
    assert understood.toolTip().startswith("Searched for the words traffic, stop")
    assert understood.accessibleDescription() == understood.toolTip()
    give_parts(library, *(QueryPart(role, f"the {role}", "") for role in PartRole))
    search(qtbot, window, "suspicion")
    assert names(window) == [f"{LOOKS[role].lead}: the {role}" for role in PartRole]
    assert len({(look.lead, look.look) for look in LOOKS.values()}) == len(PartRole), "also without colour"


def test_a_click_on_the_cross_takes_the_part_out_and_undo_in_the_box_brings_it_back(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    search(qtbot, window, "suspicion zebra stop")
    chip = chips(window)[1]
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton, pos=QPoint(8, chip.height() // 2))
    assert len(full_requests(library)) == 1, "a click beside the cross takes nothing out"
    click_cross(qtbot, window, chip)
    assert window.search_page.bar.field.text() == full_requests(library)[-1].text == "suspicion stop"
    qtbot.keyClick(window.search_page.bar.field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: full_requests(library)[-1].text == "suspicion zebra stop")


def test_of_many_parts_the_rest_opens_behind_its_number_until_a_new_search(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    window.resize(1024, 700)
    long = QueryPart(PartRole.REQUIRED, "“plain error” in the same paragraph as " + "very " * 60, "x")
    give_parts(library, long, *MANY[1:])
    search(qtbot, window, "suspicion")
    row = window.search_page.bar.understood.chips
    assert [chip.isVisible() for chip in row.chips] == [n < FEW for n in range(len(MANY))]
    assert row.more.text() == f"and {len(MANY) - FEW} more"
    folded = row.height()
    qtbot.mouseClick(row.more, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: row.height() > folded)
    qtbot.waitUntil(lambda: all(row.rect().contains(chip.geometry()) for chip in row.chips))
    places = [chip.geometry() for chip in row.chips]
    for number, place in enumerate(places):
        assert not any(place.intersects(other) for other in places[number + 1 :])
    search(qtbot, window, "warrant")
    qtbot.waitUntil(lambda: row.height() == folded)


def test_an_answer_without_parts_is_said_as_a_sentence_that_is_wholly_shown_in_the_smallest_window(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    window.resize(1024, 700)
    give_parts(library)
    search(qtbot, window, "suspicion")
    understood = window.search_page.bar.understood
    assert not understood.chips.isVisible()
    assert understood.sentence.whole().startswith("Searched for the words suspicion")
    understood.say(LONG_READING)
    qtbot.waitUntil(lambda: " ".join(understood.sentence.text().split("\n")) == LONG_READING)
    qtbot.waitUntil(lambda: understood.height() >= 2 * understood.fontMetrics().height())
