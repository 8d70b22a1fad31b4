"""What is remembered: the lists before a search, saved searches and what is new in them, and the way back."""

from __future__ import annotations

from datetime import date

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from briefbank import settings
from briefbank.domain.searches import Filters, Order, SearchRequest, Tier
from briefbank.domain.userdata import key_of
from briefbank.paths import data_folder
from briefbank.userdata.userdata import FILE
from tests.stand_ins.hooked_library import HookedLibrary
from tests.support.database_files import content
from tests.ui.conftest import search, shown
from tests.ui.features.search.conftest import answered, full_requests
from ui.features.search import history
from ui.features.settings import panel as settings_panel
from ui.features.settings.panel import RememberingPanel
from ui.jobs import Lane
from ui.main_window import MainWindow
from ui.shared.pages import SETTINGS
from ui.shared.row_list import RowList

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
Key, Modifier = Qt.Key, Qt.KeyboardModifier
PLENTY = SearchRequest("identification")  # Three close results


@pytest.fixture(autouse=True)
def short_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a page on the screen count as read at once."""
    monkeypatch.setattr(history, "READING_MS", 20)


def kept(library: HookedLibrary) -> list[str]:
    return [item.request.text for item in library.userdata.history.newest()]


def wait_kept(qtbot: QtBot, library: HookedLibrary, window: MainWindow, *texts: str) -> None:
    now = window.search_page.begin
    qtbot.waitUntil(lambda: [item.request.text for item in now.now.searches] == list(texts))
    assert kept(library) == list(texts)


def rows(shown_list: RowList) -> list[str]:
    return [row.title or row.text for row in shown_list.row_model.rows()]


def focused(window: MainWindow) -> QWidget:
    widget = window.focusWidget()
    assert widget is not None
    return widget


@pytest.fixture
def filled(library: HookedLibrary) -> HookedLibrary:
    """A library in which three searches, two saved ones and a brief are remembered."""
    for text in ("excessive sentence", "dog sniff", "suspicion"):
        library.userdata.history.add(SearchRequest(text))
    for name in ("Nerves", "Consent"):
        saved = library.userdata.saved.save(name, SearchRequest(name.lower()))
        library.userdata.saved.look(saved.id, library.relevant_keys(saved.request))
    library.userdata.recent.opened(next(iter(library.documents.each())).sha256, 5)
    return library


@pytest.fixture
def lists(qtbot: QtBot, filled: HookedLibrary, window: MainWindow) -> MainWindow:
    """A window on what is remembered."""
    qtbot.waitUntil(lambda: len(window.search_page.begin.now.searches) == 3)
    return window


def test_a_search_is_remembered_that_was_asked_by_enter_or_used_and_not_one_of_a_pause_alone(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    page = window.search_page
    assert "will stand here" in page.begin.remark.text() and page.begin.isVisible()
    qtbot.keyClicks(page.bar.field, "warrant")
    qtbot.waitUntil(lambda: bool(full_requests(library)) and page.question is None)
    assert kept(library) == []
    qtbot.keyClick(page.bar.field, Key.Key_Return)
    wait_kept(qtbot, library, window, "warrant")
    page.bar.field.selectAll()
    qtbot.keyClicks(page.bar.field, "suspicion")
    qtbot.waitUntil(lambda: full_requests(library)[-1].text == "suspicion" and page.question is None)
    page.open_row(0)
    wait_kept(qtbot, library, window, "suspicion", "warrant")


def test_a_brief_that_is_read_is_remembered_with_its_page_and_a_preview_leaves_that_page(
    qtbot: QtBot, library: HookedLibrary, window: MainWindow
) -> None:
    document, reader = library.search(SearchRequest("suspicion")).hits[0].document, window.search_page.reader
    with qtbot.waitSignal(reader.opened):
        reader.show_page(document, 2)
    qtbot.waitUntil(lambda: [item.document for item in window.search_page.begin.now.documents] == [document])
    reader.canvas.jump(6)
    qtbot.waitUntil(lambda: library.userdata.recent.newest()[0].page == 6)
    reader.close_document()
    opened = library.called("userdata.recent.opened")
    with qtbot.waitSignal(reader.opened):
        search(qtbot, window, "suspicion")
    assert reader.hit == shown(window)[0] and window.search_page.bar.field.hasFocus()
    assert reader.document == document and library.called("userdata.recent.opened") == opened
    reader.canvas.setFocus()
    qtbot.waitUntil(lambda: len(library.called("userdata.recent.opened")) > len(opened))


def test_without_leave_to_remember_nothing_is_written(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    settings.save(settings.Settings(remember=False))
    window.search_page.begin.refresh()
    search(qtbot, window, "suspicion")
    window.search_page.open_row(0)
    qtbot.waitUntil(lambda: not window.jobs.engaged(Lane.NOTES))
    assert not (data_folder() / FILE).exists()
    window.search_page.bar.field.empty()
    qtbot.waitUntil(lambda: "not remembered" in window.search_page.begin.remark.text())


def test_the_lists_are_gone_through_by_keys_and_typing_and_up_lead_to_the_box(
    qtbot: QtBot, lists: MainWindow
) -> None:
    begin, field = lists.search_page.begin, lists.search_page.bar.field
    field.setFocus()
    qtbot.keyClick(field, Key.Key_Down)
    assert begin.saved.list.hasFocus() and rows(begin.saved.list) == ["Consent", "Nerves"]
    for _ in range(5):
        qtbot.keyClick(focused(lists), Key.Key_Down)
    with qtbot.waitSignal(lists.search_page.reader.opened):
        qtbot.keyClick(begin.documents.list, Key.Key_Return)
    assert lists.search_page.reader.canvas.page == 5, "where it was left"
    assert "read to file page 6 of" in begin.documents.list.row_model.row(0).spoken
    assert all(section.list.accessibleName() for section in begin.sections)
    lists.focus_search()
    qtbot.keyClick(lists, Key.Key_F6)
    assert begin.saved.list.hasFocus()
    begin.saved.list.choose(0)
    qtbot.keyClick(begin.saved.list, Key.Key_Up)
    assert field.hasFocus()
    begin.focus_first()
    qtbot.keyClicks(begin.saved.list, "d")
    assert field.hasFocus() and field.text() == "d"


def test_a_recent_search_is_asked_and_the_results_take_the_place_of_the_lists(
    qtbot: QtBot, lists: MainWindow
) -> None:
    begin = lists.search_page.begin
    view = begin.searches.list
    place = view.visualRect(view.row_model.index(0)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: bool(shown(lists)))
    assert lists.search_page.bar.field.text() == "suspicion" and not begin.isVisible()
    qtbot.keyClick(lists.search_page.bar.field, Key.Key_Escape)
    assert begin.isVisible()


def test_ctrl_h_shows_the_lists_in_place_of_results_and_esc_or_back_shows_these_again(
    qtbot: QtBot, lists: MainWindow
) -> None:
    search(qtbot, lists, "warrant")
    page = lists.search_page
    for key, modifier in ((Key.Key_Escape, Modifier.NoModifier), (Key.Key_Left, Modifier.AltModifier)):
        page.focus_results()
        qtbot.keyClick(focused(lists), Key.Key_H, Modifier.ControlModifier)
        assert page.begin.saved.list.hasFocus() and not page.results.isVisible()
        qtbot.keyClick(page.begin.saved.list, key, modifier)
        assert page.results.list.isVisible() and page.bar.field.text() == "warrant"


def test_delete_forgets_a_recent_search_and_a_removed_saved_one_can_be_put_back(
    qtbot: QtBot, lists: MainWindow, filled: HookedLibrary
) -> None:
    begin = lists.search_page.begin
    begin.searches.list.setFocus()
    qtbot.keyClick(begin.searches.list, Key.Key_Down)
    qtbot.keyClick(begin.searches.list, Key.Key_Delete)
    wait_kept(qtbot, filled, lists, "suspicion", "excessive sentence")
    assert begin.searches.list.hasFocus()
    assert begin.searches.list.current().request.text == "excessive sentence"
    before = filled.userdata.saved.all()
    begin.saved.list.setFocus()
    qtbot.keyClick(begin.saved.list, Key.Key_Delete)
    qtbot.waitUntil(lambda: rows(begin.saved.list) == ["Nerves"] and begin.notice.isVisible())
    assert begin.notice.text() == "“Consent” was removed."
    qtbot.keyClick(begin.saved.list, Key.Key_Z, Modifier.ControlModifier)
    qtbot.waitUntil(lambda: rows(begin.saved.list) == ["Consent", "Nerves"])
    assert filled.userdata.saved.all() == before and not begin.notice.isVisible()


def test_alt_down_moves_a_saved_search_f2_renames_it_and_the_menu_offers_all_of_it(
    qtbot: QtBot, lists: MainWindow
) -> None:
    begin = lists.search_page.begin
    saved = begin.saved.list
    saved.setFocus()
    qtbot.keyClick(saved, Key.Key_Down, Modifier.AltModifier)
    qtbot.waitUntil(lambda: rows(saved) == ["Nerves", "Consent"])
    assert saved.current().name == "Consent"
    qtbot.keyClick(saved, Key.Key_F2)
    assert begin.dialog is not None and begin.dialog.textValue() == "Consent"
    begin.dialog.setTextValue("For Friday")
    begin.dialog.accept()
    qtbot.waitUntil(lambda: rows(saved) == ["Nerves", "For Friday"])
    words = []
    for section in begin.sections:
        section.list.choose(0)
        menu = begin.menu(section)
        words.append([action.text() for action in menu.actions()])
        menu.deleteLater()
    assert words[0] == ["Open", "Rename…", "Move up", "Move down", "Remove"]
    assert words[1] == words[2] == ["Open", "Forget this"]


def test_ctrl_s_saves_the_search_with_what_it_is_narrowed_to(
    qtbot: QtBot, lists: MainWindow, filled: HookedLibrary
) -> None:
    page = lists.search_page
    qtbot.keyClick(page.bar.field, Key.Key_S, Modifier.ControlModifier)
    assert page.begin.dialog is None and "Type a search first" in lists.status.text.whole()
    search(qtbot, lists, "identification")
    page.filters.date_from.show_day(date(2015, 1, 1))
    qtbot.keyClick(page.bar.field, Key.Key_S, Modifier.ControlModifier)
    dialog = page.begin.dialog
    assert dialog is not None and dialog.textValue() == "identification"
    assert dialog.labelText().startswith("filed since 2015")
    dialog.accept()
    qtbot.waitUntil(lambda: len(page.begin.now.saved) == 3)
    saved = filled.userdata.saved.all()[0]
    assert (saved.name, saved.request.filters.filed_from) == ("identification", date(2015, 1, 1))
    qtbot.waitUntil(lambda: bool(filled.userdata.saved.seen(saved.id).hashes))


def test_new_close_results_are_counted_marked_said_and_then_seen(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    first, *others = library.search(PLENTY).hits
    saved = library.userdata.saved.save("Witnesses", PLENTY)
    library.userdata.saved.look(saved.id, [key_of(hit) for hit in others if hit.tier is Tier.CLOSE])
    begin, model = window.search_page.begin, window.search_page.results.model
    begin.count()
    qtbot.waitUntil(lambda: [row.side for row in begin.saved.list.row_model.rows()] == ["1 new"])
    begin.saved.list.setFocus()
    qtbot.keyClick(begin.saved.list, Key.Key_Return)
    qtbot.waitUntil(lambda: "1 result is new since" in window.status.text.whole())
    assert [hit.passage.id for hit in shown(window) if model.is_new(hit)] == [first.passage.id]
    qtbot.waitUntil(lambda: library.userdata.saved.all()[0].news == 0)
    search(qtbot, window, "evidence")
    assert not any(map(model.is_new, model.hits())), "nothing is new in another search"


def test_remembering_is_switched_off_and_what_was_remembered_is_forgotten_only_after_a_question(
    qtbot: QtBot, lists: MainWindow, filled: HookedLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [False, True]
    monkeypatch.setattr(settings_panel, "confirmed", lambda *_a, **_k: answers.pop(0))
    lists.show_page(SETTINGS)
    panel = lists.settings_page.panel(RememberingPanel)
    panel.forget.setFocus()
    qtbot.keyClick(panel.forget, Key.Key_Space)
    assert len(kept(filled)) == 3
    qtbot.keyClick(panel.forget, Key.Key_Space)
    qtbot.waitUntil(lambda: bool(panel.message.text()))
    assert panel.message.text() == "Forgotten: 3 searches and 1 opened brief. They are gone from the disk."
    qtbot.waitUntil(lambda: lists.search_page.begin.now.searches == ())
    assert [saved.name for saved in lists.search_page.begin.now.saved] == ["Consent", "Nerves"]
    assert b"excessive sentence" not in content(data_folder() / FILE)
    panel.switches["remember"].button(False).click()
    qtbot.waitUntil(lambda: "stays until you forget it" in panel.message.text())
    assert not settings.load().remember


def back(qtbot: QtBot, window: MainWindow, key: Qt.Key = Key.Key_Left) -> None:
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        qtbot.keyClick(window.search_page.bar.field, key, Modifier.AltModifier)
    answered(qtbot, window)


def test_alt_left_and_right_go_back_and_forward_with_words_place_filters_and_order(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    page = window.search_page
    assert not page.bar.back.isEnabled()
    page.filters.show_filters(Filters(filed_from=date(2012, 1, 1)), None)
    page.bar.order.choose(Order.BEST)
    search(qtbot, window, "evidence")
    page.go_back()
    assert window.status.text.whole() == "There is no search before this one."
    window.resize(1000, 600)
    model = page.results.model
    row = max(row for row in range(model.rowCount()) if model.hit_at(row) is not None)
    page.results.list.choose(row)
    place = page.results.list.verticalScrollBar().value()
    before, hit = full_requests(library)[-1], model.hit(row)
    assert place > 0
    page.filters.clear_all.click()
    page.bar.order.choose(Order.NEWEST)
    search(qtbot, window, "warrant")
    while page.bar.field.text() != "evidence" or page.filters.filters() != before.filters:
        back(qtbot, window)
    assert (full_requests(library)[-1].filters, full_requests(library)[-1].order) == (
        before.filters,
        before.order,
    )
    assert page.results.list.current_row() == row and model.hit(row).passage == hit.passage
    assert page.results.list.verticalScrollBar().value() == place
    back(qtbot, window, Key.Key_Right)
    assert page.filters.filters() == Filters()
