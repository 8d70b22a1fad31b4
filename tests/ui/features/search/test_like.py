"""Tests of More like this: from a card, back again, and the abilities of a list made from a passage."""

from __future__ import annotations

from datetime import date

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from briefbank.domain.documents import Version
from briefbank.domain.searches import Order, Verdict
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.search import FACTORS
from tests.ui.conftest import search, shown
from ui.features.search import result_texts
from ui.features.search.card import BUTTONS, Card
from ui.features.search.result_menu import LISTED
from ui.main_window import MainWindow
from ui.shared import wording

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise", "grabbing the keyboard")

PELL = Version(2, 3, "State v. Imogen Pell, Reply Brief", date(2014, 1, 12))
WHITLOCK = Version(4, 5, "People v. Ansgar Whitlock", None)


def card(window: MainWindow, row: int) -> Card:
    index = window.search_page.results.model.index(row)
    result: Card = window.search_page.results.list.itemDelegate().card(index)  # type: ignore[attr-defined]
    return result


def click(qtbot: QtBot, window: MainWindow, row: int, place: QPoint) -> None:
    results = window.search_page.results.list
    corner = results.visualRect(window.search_page.results.model.index(row)).topLeft()
    qtbot.mouseClick(results.viewport(), Qt.MouseButton.LeftButton, pos=corner + place)


def find_like(qtbot: QtBot, window: MainWindow, row: int = 0) -> None:
    window.search_page.focus_results()
    window.search_page.results.list.choose(row)
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        qtbot.keyClick(window.search_page.results.list, Qt.Key.Key_M)


def chip_names(window: MainWindow) -> list[str]:
    return [chip.accessibleName() for chip in window.search_page.bar.understood.chips.chips]


def test_the_key_m_asks_for_passages_like_the_chosen_one_and_says_so(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    passage = shown(window)[0].passage
    find_like(qtbot, window)
    request = library.called("search")[-1]
    assert (request.text, request.like) == ("", passage.id)
    assert passage.id not in [hit.passage.id for hit in shown(window)]
    assert chip_names(window) == [
        "More like “The stop should have ended when Trooper Vance…” (Brief, page 12)"
    ]
    assert window.search_page.bar.field.text() == ""


def test_the_button_on_the_card_and_the_menu_do_the_same(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        click(qtbot, window, 0, card(window, 0).button(BUTTONS.index("like")).center().toPoint())
    assert library.called("search")[-1].like == 1
    search(qtbot, window)
    menu = window.search_page.results.list.menu(2)
    action = next(item for item in menu.actions() if item.text().startswith("More like this"))
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        action.trigger()
    assert library.called("search")[-1].like == 3
    menu.close()


def test_the_cross_on_the_chip_goes_back_to_the_former_search_and_its_place(
    qtbot: QtBot, window: MainWindow
) -> None:
    search(qtbot, window)
    find_like(qtbot, window, 3)
    chip = window.search_page.bar.understood.chips.chips[0]
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        chip.click()
    assert window.search_page.bar.field.text() == "traffic stop suspicion"
    assert len(shown(window)) == 6
    assert window.search_page.results.list.current_row() == 3


def test_typing_in_the_box_ends_it(qtbot: QtBot, window: MainWindow, library: StubLibrary) -> None:
    search(qtbot, window)
    find_like(qtbot, window)
    search(qtbot, window, "nervousness")
    request = library.called("search")[-1]
    assert (request.text, request.like) == ("nervousness", 0)
    assert chip_names(window) == ["ranked by: nervousness"]


def test_undo_in_the_box_returns_to_the_words_that_stood_there(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    find_like(qtbot, window)
    field = window.search_page.bar.field
    with qtbot.waitSignal(window.search_page.results.model.modelReset, timeout=3000):
        qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert library.called("search")[-1].text == "traffic stop suspicion"


def test_order_and_filters_apply_to_it_too(qtbot: QtBot, window: MainWindow, library: StubLibrary) -> None:
    search(qtbot, window)
    find_like(qtbot, window)
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        qtbot.mouseClick(window.search_page.bar.order.button(Order.BEST), Qt.MouseButton.LeftButton)
    request = library.called("search")[-1]
    assert request.like == 1 and request.order is Order.BEST


def test_a_thumb_needs_the_words_of_a_search_and_says_so(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    find_like(qtbot, window)
    window.search.results.give_feedback(0, Verdict.UP)
    assert "words of a search" in window.status.text.whole()
    assert shown(window)[0].verdict is None
    assert not library.called("give_feedback")


# --- documents with the same text, and the factors ---


def test_a_card_says_how_many_more_have_its_text_and_lists_them_newest_first(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.copies = {1: (PELL, WHITLOCK)}
    search(qtbot, window)
    assert wording.same_text(shown(window)[0].copies) == "and 2 more with the same text"
    click(qtbot, window, 0, card(window, 0).copies.center().toPoint())
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert [action.text().split("  ·")[0] for action in menu.actions()] == [
        "January 12, 2014",
        "No date found",
    ]
    with qtbot.waitSignal(window.search.reader.opened):
        qtbot.keyClick(menu, Qt.Key.Key_Down)
        qtbot.keyClick(menu, Qt.Key.Key_Return)
    reader = window.search.reader
    assert reader.document is not None and reader.document.id == 2
    assert reader.hit is not None and reader.hit.passage.id == 3


def test_after_a_copy_was_opened_its_card_carries_the_bar(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.copies = {1: (PELL,)}
    search(qtbot, window, "nervousness")
    with qtbot.waitSignal(window.search.reader.opened):
        window.search.results.open_version(0, PELL)
    assert window.search_page.results.model.row_of(PELL.passage_id) == 0


def test_the_key_s_opens_the_list_and_a_very_long_one_is_cut_in_words(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.copies = {1: (PELL,) * (LISTED + 3)}
    search(qtbot, window)
    window.search_page.focus_results()
    qtbot.keyClick(window.search_page.results.list, Qt.Key.Key_S)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert len(menu.actions()) == LISTED + 1
    assert menu.actions()[-1].text() == "and 3 older ones"
    menu.close()


def test_an_expanded_card_lists_what_made_its_place_and_a_folded_one_does_not(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.factors = {1: FACTORS}
    search(qtbot, window)

    def texts() -> list[str]:
        return [block.layout.text() for block in card(window, 0)._blocks]

    assert "close in meaning" not in texts()
    window.search_page.focus_results()
    qtbot.keyClick(window.search_page.results.list, Qt.Key.Key_Right)
    shown_now = texts()
    assert shown_now[-6:] == [
        "+0.42", "five of your words, two of them rare", "+0.31", "close in meaning",
        "× 1.05", "filed within the last five years",
    ]  # fmt: skip


def test_the_factors_of_a_short_passage_are_shown_when_it_is_asked_why_it_is_here(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.factors = dict.fromkeys(range(1, 7), FACTORS)
    window.resize(1900, 900)
    search(qtbot, window, "dashboard")
    assert not card(window, 0).trimmed and not card(window, 0).can_expand
    window.search_page.focus_results()
    qtbot.keyClick(window.search_page.results.list, Qt.Key.Key_W)
    assert "close in meaning" in [block.layout.text() for block in card(window, 0)._blocks]


def test_the_links_of_a_card_lie_in_it_and_not_over_each_other(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.copies, library.other_versions = {1: (PELL,)}, {1: (WHITLOCK,)}
    library.factors = {1: FACTORS}
    search(qtbot, window)
    for expanded in (False, True):
        window.search_page.results.list.expand(0, expanded)
        made = card(window, 0)
        places = [
            made.more,
            made.why,
            made.versions,
            made.copies,
            *(made.button(n) for n in range(len(BUTTONS))),
        ]
        for number, place in enumerate(places):
            assert not place.isEmpty() and place.bottom() <= made.height
            assert not any(place.intersects(other) for other in places[number + 1 :])


def test_the_menu_of_a_row_names_the_documents_with_the_same_text(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.copies = {1: (PELL,)}
    search(qtbot, window)
    menu = window.search_page.results.list.menu(0)
    assert "Documents with the same text" in [action.text() for action in menu.actions()]
    menu.close()
    assert "and 1 more with the same text" in result_texts.row_sentence(shown(window)[0])
