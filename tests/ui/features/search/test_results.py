"""The list of results: previews, opening, marks, copies, briefs, tiers, long answers, and cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from briefbank.domain.documents import Version
from briefbank.domain.searches import (
    Factor,
    FactorName,
    Hit,
    Order,
    SearchAnswer,
    SearchRequest,
    Tier,
    Verdict,
)
from briefbank.domain.userdata import SeenResults, hashed, key_of
from briefbank.errors import QueryError, StoreBusy
from briefbank.text.messages import NO_MESSAGE, as_message
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import QUERY, search, shown
from tests.ui.features.search.conftest import answered, full_requests, ids, rows, spoken
from ui.features.search.card import BUTTONS, Card, CardState
from ui.features.search.page import FIRST_RESULTS
from ui.kit.text import Fonts
from ui.main_window import MainWindow
from ui.shared.passages import CollectionItem
from ui.style.theme import LIGHT

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise", "grabbing the keyboard")
NONE, ALT, SHIFT, CONTROL = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)
ENTER, MANY = Qt.Key.Key_Return, "consent to search"  # Three close passages of a brief, and 57 less close
FACTORS = (
    Factor("lexical", 0.42, as_message("five of your words")),
    Factor(FactorName.RECENCY, 1.05, as_message("filed within the last five years")),
)


@pytest.fixture
def plain(qtbot: QtBot, window: MainWindow) -> MainWindow:
    """A window with results that are not grouped, and the keyboard in them."""
    window.search_page.results.grouping.setChecked(False)
    search(qtbot, window, MANY)
    window.search_page.focus_results()
    return window


def click(qtbot: QtBot, window: MainWindow, row: int, place: QPoint | None = None) -> None:
    view = window.search_page.results.list
    rectangle = view.visualRect(view.results.index(row))
    at = rectangle.center() if place is None else rectangle.topLeft() + place
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)


def card(window: MainWindow, row: int = 0) -> Card:
    return window.search_page.results.list.card(row)


def texts(card: Card) -> list[str]:
    return [block.layout.text() for block in card.blocks]


def change_first(library: HookedLibrary, **changes: Any) -> None:
    """Let searches answer with another first result."""

    def change(answer: SearchAnswer) -> SearchAnswer:
        hits = (replace(answer.hits[0], **changes), *answer.hits[1:]) if answer.hits else ()
        return replace(answer, hits=hits)

    library.change("search", change)


def test_arrows_and_a_click_preview_and_enter_and_a_double_click_open_with_the_keyboard(
    qtbot: QtBot, plain: MainWindow
) -> None:
    view, reader = plain.search_page.results.list, plain.search_page.reader
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert reader.hit == shown(plain)[1] and view.hasFocus()
    qtbot.keyClick(view, ENTER)
    assert reader.canvas.hasFocus()
    place = view.visualRect(view.results.index(2)).center()
    click(qtbot, plain, 2)
    assert reader.hit == shown(plain)[2] and view.hasFocus() and view.current_row() == 2
    qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert reader.hit == shown(plain)[2] and reader.canvas.hasFocus(), "the card that the first click chose"


def test_marks_are_set_changed_and_taken_back_by_keys_and_kept_with_the_query(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    search(qtbot, window)
    window.search_page.focus_results()
    expected = ((Qt.Key.Key_Plus, Verdict.UP), (Qt.Key.Key_Minus, Verdict.DOWN), (Qt.Key.Key_Minus, None))
    for number, (key, verdict) in enumerate(expected, start=1):
        qtbot.keyClick(window.search_page.results.list, key)
        assert shown(window)[0].verdict is verdict
        qtbot.waitUntil(lambda n=number: len(library.called("feedback.give")) == n)
        assert library.called("feedback.give")[-1] == (ids(window)[0], QUERY, verdict)


def test_a_painted_thumb_can_be_clicked_and_is_shown_again_when_the_query_is_repeated(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    search(qtbot, window)
    click(qtbot, window, 0, card(window).button(1).center().toPoint())
    marked = ids(window)[0]
    qtbot.waitUntil(lambda: bool(library.feedback.all()))
    search(qtbot, window, "nervousness")
    search(qtbot, window)
    assert next(hit for hit in shown(window) if hit.passage.id == marked).verdict is Verdict.UP


def test_a_mark_that_could_not_be_kept_goes_back_and_says_so(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    search(qtbot, window)
    library.fail("feedback.give", QueryError("The library is read only.", "Ask for the right to write."))
    window.search_page.menu.give_feedback(shown(window)[0], Verdict.UP)
    qtbot.waitUntil(lambda: shown(window)[0].verdict is None)
    assert "The mark was not kept." in window.status.text.whole()


def of_briefs(hit: Hit, briefs: Sequence[int], *, less_close: int = 0, **more: Any) -> SearchAnswer:
    """Return an answer with a result of each of the briefs, the passages numbered from 1."""
    hits = tuple(
        replace(
            hit,
            rank=number,
            passage=replace(hit.passage, id=number),
            document=replace(hit.document, id=brief),
            tier=Tier.LESS_CLOSE if number > len(briefs) - less_close else Tier.CLOSE,
        )
        for number, brief in enumerate(briefs, start=1)
    )
    close = len(hits) - less_close
    answer = SearchAnswer(NO_MESSAGE, 0.0, close, hits, less_close=less_close, briefs=tuple(briefs))
    return replace(answer, **more)


@pytest.mark.parametrize(
    ("briefs", "less_close", "expected"),
    [
        ([7, 8, 7, 9, 8, 7], 0, ["1", "+2", "2", "+1", "4"]),
        ([7, 8, 7, 7, 8, 7], 3, ["1", "+1", "2", "less close", "4", "+1", "5"]),
        ([0, 0, 7, 0, 7], 0, ["1", "2", "3", "+1", "4"]),  # sections of law stand for themselves
        ([1, 2, 3, 4, 5, 6], 1, ["1", "2", "3", "4", "5", "less close"]),  # enough briefs are close
    ],
)
def test_a_brief_stands_where_its_first_passage_stands_and_folds_the_others(
    qtbot: QtBot, plain: MainWindow, briefs: list[int], less_close: int, expected: list[str]
) -> None:
    plain.search_page.results.grouping.setChecked(True)
    plain.search_page.results.model.show(of_briefs(shown(plain)[0], briefs, less_close=less_close))
    assert rows(plain) == expected


def test_a_line_says_how_many_it_folds_and_is_opened_and_closed_by_keys_and_by_a_click(
    qtbot: QtBot, plain: MainWindow
) -> None:
    view = plain.search_page.results.list
    plain.search_page.results.grouping.setChecked(True)
    answer = of_briefs(shown(plain)[0], [7, 7, 7, 8], total_is_least=True)
    plain.search_page.results.model.show(answer)
    assert spoken(plain, 1) == "At least 2 more passages of this brief, collapsed."
    plain.search_page.results.model.show(replace(answer, total_is_least=False))
    view.choose(1)
    for key, number in ((Qt.Key.Key_Right, 5), (Qt.Key.Key_Left, 3), (ENTER, 5), (Qt.Key.Key_Space, 3)):
        qtbot.keyClick(view, key)
        assert view.results.rowCount() == number and view.current_row() == 1
    click(qtbot, plain, 1)
    assert rows(plain) == ["1", "+2", "2", "3", "4"]
    assert spoken(plain, 1) == "2 more passages of this brief, expanded."
    title = shown(plain)[0].document.title
    assert title in texts(card(plain, 0)) and title not in texts(card(plain, 2)), "the title stands once"
    view.choose(2)
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert view.current_row() == 1, "from a further passage to its line"


def test_the_plain_list_is_one_key_away_with_the_same_passage_chosen_and_is_remembered(
    qtbot: QtBot, plain: MainWindow
) -> None:
    results = plain.search_page.results
    results.list.choose(1)
    qtbot.keyClick(results.list, Qt.Key.Key_G, CONTROL | SHIFT)
    assert rows(plain)[1] == "+2" and results.list.current_row() == 1, "the line that folds it away"
    hit = results.model.hit(3)
    results.list.choose(3)
    qtbot.mouseClick(results.grouping, Qt.MouseButton.LeftButton)
    assert results.model.hit_at(results.list.current_row()) == hit
    results.list.choose(0)
    qtbot.mouseClick(results.grouping, Qt.MouseButton.LeftButton)
    assert results.list.verticalScrollBar().value() == 0


def test_alt_and_arrows_go_from_brief_to_brief_and_the_end_says_what_is_folded_away(
    qtbot: QtBot, plain: MainWindow
) -> None:
    page = plain.search_page
    first_of = {hit.document.id: hit.passage.id for hit in reversed(shown(plain))}
    close, hits = shown(plain)[0].document.id, shown(plain)
    less = next(hit for hit in hits[3:] if hit.document.id != close)
    qtbot.keyClick(page.results.list, Qt.Key.Key_Down, ALT)
    assert page.reader.hit is not None and page.reader.hit.passage.id == first_of[less.document.id]
    page.open_row(2)
    page.step_brief(-1)
    assert plain.status.text.whole() == "This is the first brief."
    page.open_row(0)
    page.results.list.collapse(3, True)
    for step in (page.step, page.step_brief):
        page.open_row(2)
        step(1)
        assert plain.status.text.whole() == "Nothing close follows. Open the line “Less close” for more."
        assert page.reader.hit == hits[2]


def test_few_close_results_are_followed_by_a_line_and_the_less_close_ones(
    qtbot: QtBot, plain: MainWindow
) -> None:
    page = plain.search_page
    assert rows(plain)[3] == "less close" and page.results.model.index(3).data().startswith(
        "Less close  ·  57 passages"
    )
    assert spoken(plain, 3).endswith("expanded.") and "Less close" in spoken(plain, 4)
    assert "Less close" not in spoken(plain, 2)
    page.results.list.choose(3)
    qtbot.keyClick(page.results.list, ENTER)
    assert len(rows(plain)) == 4 and page.results.list.current_row() == 3
    search(qtbot, plain, "sentence")
    with qtbot.waitSignal(page.results.model.modelReset):
        page.go_back()
    answered(qtbot, plain)
    assert len(rows(plain)) == 4, "what was hidden is hidden when one comes back"
    page.focus_results()
    page.results.list.choose(3)
    qtbot.keyClick(page.results.list, Qt.Key.Key_Right)
    page.results.list.choose(5)
    page.results.model.collapse(3, True)
    assert page.results.list.current_row() == 3, "the line of a selected result that is hidden"
    assert page.reader.hit is not None
    assert page.to_collect() == CollectionItem.of_hit(page.reader.hit), "and what is open is put into one"


def test_only_the_first_results_are_read_and_the_others_as_they_come_into_view(
    qtbot: QtBot, plain: MainWindow, library: HookedLibrary
) -> None:
    view, total = plain.search_page.results.list, 61  # with the line
    assert len(shown(plain)) == FIRST_RESULTS
    gate = library.hold("search")
    qtbot.keyClick(view, Qt.Key.Key_End)
    assert view.current_row() == view.results.rowCount() - 1 == total - 1
    assert spoken(plain, total - 1) == "This result is being read."
    before = plain.search_page.reader.hit
    for key, modifiers in ((Qt.Key.Key_C, CONTROL), (ENTER, CONTROL), (ENTER, NONE), (Qt.Key.Key_Plus, NONE)):
        qtbot.keyClick(view, key, modifiers)
    assert plain.search_page.reader.hit == before and not library.called("feedback.give")
    gate.set()
    qtbot.waitUntil(lambda: view.results.hit_at(total - 1) is not None)
    assert view.current_row() == total - 1 and view.results.hit(total - 1).rank == total - 1
    assert library.called("search")[-1].start >= FIRST_RESULTS, "only what is seen is read"


def test_all_cards_but_the_selected_one_are_equally_high_and_it_is_shown_whole_by_key(
    qtbot: QtBot, plain: MainWindow, library: HookedLibrary
) -> None:
    view, model = plain.search_page.results.list, plain.search_page.results.model
    heights = [view.visualRect(model.index(row)).height() for row in range(3)]
    assert heights[1] == heights[2] < heights[0]
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view.expanded and view.visualRect(model.index(0)).height() > heights[0]
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert view.visualRect(model.index(0)).height() == heights[0]


def test_only_the_selected_card_says_why_it_is_here_and_all_of_it_what_made_its_place(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    change_first(library, factors=FACTORS)
    search(qtbot, window, MANY)
    window.search_page.results.grouping.setChecked(False)
    assert any("Why it is here: " in text for text in texts(card(window, 0)))
    assert not any("Why it is here" in text for text in texts(card(window, 1)))
    click(qtbot, window, 0, card(window).more.center().toPoint())
    assert texts(card(window))[-5:-3] == [
        "+0.42  five of your words",
        "× 1.05  filed within the last five years",
    ]


def test_doubtful_scans_and_new_passages_say_so_on_their_cards_and_aloud(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    change_first(library, doubt=0.629)
    search(qtbot, window, MANY)
    model, new = window.search_page.results.model, "New since you last looked"
    doubt = "Read from a scan with little certainty (62 %)"
    assert doubt in texts(card(window)) and doubt in spoken(window, 0)
    seen = frozenset(hashed(key_of(hit)) for hit in shown(window) if hit.passage.id != ids(window)[1])
    model.mark_new(SeenResults(datetime.now(UTC), seen))
    assert spoken(window, 1) == f"2 more passages of this brief  ·  {new}, collapsed."
    window.search_page.results.list.collapse(1, False)
    assert new in texts(card(window, 2))[1] and not any(new in text for text in texts(card(window)))
    assert new not in spoken(window, 1)


def test_the_text_of_a_card_runs_as_it_is_written_with_its_marks_on_the_same_words(
    qtbot: QtBot, window: MainWindow
) -> None:
    search(qtbot, window)
    hit, fonts = shown(window)[0], Fonts.of(QApplication.font())

    def drawn(text: str, mark: tuple[int, int], state: CardState) -> Card:
        passage = replace(hit.passage, text=text)
        return Card(replace(hit, passage=passage, marks=(mark,)), 430, state, fonts, LIGHT)

    paragraphs = "The first ends.\nThe second begins."
    assert "The first ends. The second begins." in texts(drawn(paragraphs, (16, 19), CardState(True)))
    assert "The first ends.\u2028The second begins." in texts(
        drawn(paragraphs, (16, 19), CardState(True, True))
    )
    text = "בית המשפט קבע כי עיכוב הרכב stop נמשך מעבר לנדרש"
    at = text.index("stop")
    blocks = drawn(text, (at, at + 4), CardState()).blocks
    layout = next(block.layout for block in blocks if "stop" in block.layout.text())
    assert layout.textOption().textDirection() is Qt.LayoutDirection.RightToLeft
    assert [layout.text()[f.start : f.start + f.length] for f in layout.formats()] == ["stop"]


def test_words_on_the_selected_card_copy_it_and_put_it_into_a_collection(
    qtbot: QtBot, window: MainWindow
) -> None:
    search(qtbot, window)
    assert texts(card(window))[-3:] == ["Copy with citation", "Put into a collection", "More like this"]
    results, hit = window.search_page.results.list, shown(window)[0]
    others = [row for row in range(1, results.results.rowCount()) if results.results.hit_at(row) is not None]
    assert not card(window, others[0]).actions
    for action, signal in (("copy", results.copied), ("collect", results.collect_wanted)):
        with qtbot.waitSignal(signal) as acted:
            click(qtbot, window, 0, card(window).actions[action].center().toPoint())
        assert acted.args == [hit]


def test_the_reader_says_which_of_the_results_is_open_and_what_is_folded_beneath_the_last(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    search(qtbot, window)
    window.search_page.results.grouping.setChecked(True)
    model, tools = window.search_page.results.model, window.search_page.reader.tools
    rows = [row for row in range(model.rowCount()) if model.line(row) is None]
    window.search_page.open_row(rows[-1])
    assert tools.hits.text() == f"{len(rows)} of {len(rows)}"
    window.search_page.open_row(rows[0])
    assert tools.hits.text() == f"1 of {len(rows)}"
    answer = library.search(SearchRequest(QUERY))
    model.show(replace(answer, total=2, less_close=0, briefs=(1, 1)))
    window.search_page.step(1)
    assert tools.hits.text() == "1 of 1"
    assert window.status.text.whole() == (
        "This is the last result shown. Folded beneath it: 1 more passage of this brief."
    )


def test_more_like_a_passage_keeps_order_and_says_where_it_comes_from_and_its_cross_leads_back(
    qtbot: QtBot, plain: MainWindow, library: HookedLibrary
) -> None:
    passage, page = shown(plain)[2].passage, plain.search_page
    page.results.list.choose(2)
    qtbot.keyClick(page.results.list, Qt.Key.Key_M)
    answered(qtbot, plain)
    request = full_requests(library)[-1]
    assert (request.text, request.like) == ("", passage.id) and passage.id not in ids(plain)
    (chip,) = page.bar.understood.chips.chips
    assert chip.accessibleName().startswith("More like “") and "(Brief, page " in chip.accessibleName()
    page.menu.give_feedback(shown(plain)[0], Verdict.UP)
    assert "words of a search" in plain.status.text.whole() and not library.called("feedback.give")
    qtbot.mouseClick(page.bar.order.button(Order.BEST), Qt.MouseButton.LeftButton)
    answered(qtbot, plain)
    assert (full_requests(library)[-1].like, full_requests(library)[-1].order) == (passage.id, Order.BEST)
    page.bar.understood.chips.chips[0].click()
    answered(qtbot, plain)
    assert page.bar.field.text() == MANY and page.results.list.current_row() == 2


@pytest.fixture
def others(library: HookedLibrary) -> list[Version]:
    """Let the first result stand in other documents, too."""
    hits = library.search(SearchRequest("identification", limit=50)).hits
    versions = [
        Version(hit.document.id, hit.passage.id, hit.document.title, hit.document.filed) for hit in hits[:2]
    ]
    change_first(library, versions=tuple(versions[:1]), copies=tuple(versions), factors=FACTORS)
    return versions


def test_a_card_names_other_documents_with_its_passage_and_opens_them(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary, others: list[Version]
) -> None:
    search(qtbot, window)
    reader, view = window.search_page.reader, window.search_page.results.list
    assert "and 2 more with the same text" in texts(card(window))
    assert any(text.startswith("Also in another version: ") for text in texts(card(window)))
    click(qtbot, window, 0, card(window).copies.center().toPoint())
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu) and len(menu.actions()) == 2
    with qtbot.waitSignal(reader.opened):
        qtbot.keyClick(menu, Qt.Key.Key_Down)
        qtbot.keyClick(menu, ENTER)
    assert reader.hit is not None and reader.hit.passage.id == others[0].passage_id
    assert view.results.row_of(others[0].passage_id) == 0, "its card carries the bar"
    window.search_page.focus_results()
    qtbot.keyClick(view, Qt.Key.Key_V)
    names = [action.text() for action in view.menu(shown(window)[0]).actions()]
    assert "Documents with the same text" in names and "Other versions" in names
    for expanded in (False, True):
        view.expand(0, expanded)
        drawn = card(window)
        buttons = [drawn.button(number) for number in range(len(BUTTONS))]
        places = [drawn.more, drawn.versions, drawn.copies, *buttons, *drawn.actions.values()]
        for number, place in enumerate(places):
            assert not place.isEmpty() and place.bottom() <= drawn.height
            assert not any(place.intersects(other) for other in places[number + 1 :])


def test_results_that_cannot_be_read_are_said_and_read_when_scrolled_to_again(
    qtbot: QtBot, plain: MainWindow, library: HookedLibrary
) -> None:
    view = plain.search_page.results.list
    library.fail("search", StoreBusy())
    qtbot.keyClick(view, Qt.Key.Key_End)
    qtbot.waitUntil(lambda: "could not be read" in plain.status.text.whole())
    library.fail("search", None)
    qtbot.keyClick(view, Qt.Key.Key_Home)
    qtbot.keyClick(view, Qt.Key.Key_End)
    qtbot.waitUntil(lambda: view.results.hit_at(view.current_row()) is not None)
