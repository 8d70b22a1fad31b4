"""Remembered searches and briefs in the window, by real keys and clicks, on the real store."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from briefbank import settings
from briefbank.domain.searches import SearchRequest
from briefbank.errors import QueryError
from briefbank.paths import data_folder
from briefbank.userdata.userdata import FILE
from tests.database_files import content
from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import OpenWindow, search, shown
from ui.features.search import history_recorder
from ui.features.search.history_keys import HistoryListKeys
from ui.features.settings import remembering_panel
from ui.features.settings.remembering_panel import RememberingPanel
from ui.jobs import Lane
from ui.main_window import MainWindow
from ui.shared.pages import SETTINGS
from ui.shared.row_list import RowList

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
Key, Held = Qt.Key, Qt.KeyboardModifier


def kept(library: StubLibrary) -> list[str]:
    return [item.request.text for item in library.userdata.history.newest()]


def wait_kept(qtbot: QtBot, library: StubLibrary, window: MainWindow, *texts: str) -> None:
    qtbot.waitUntil(lambda: [item.request.text for item in window.userdata.now.asked] == list(texts))
    assert kept(library) == list(texts)


def rows(shown_list: RowList) -> list[str]:
    return [row.title or row.text for row in shown_list.row_model.rows()]


def box_has_keyboard(window: MainWindow) -> bool:
    return window.focusWidget() is window.search_page.bar.field


@pytest.fixture
def filled(library: StubLibrary) -> StubLibrary:
    for text in ("excessive sentence", "dog sniff", "traffic stop"):
        library.userdata.history.add(SearchRequest(text))
    for name in ("Nerves", "Consent"):
        saved = library.userdata.saved.save(name, SearchRequest(name.lower()))
        library.userdata.saved.look(saved.id, library.relevant_keys(saved.request))
    library.userdata.recent.opened(list(library.documents.each())[1].sha256, 7)
    return library


@pytest.fixture
def window(qtbot: QtBot, filled: StubLibrary, open_window: OpenWindow) -> MainWindow:
    made = open_window(filled)
    qtbot.waitUntil(lambda: len(made.userdata.now.asked) == 3)
    return made


# --- what is remembered ---


def test_a_search_that_was_asked_by_enter_is_remembered(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow
) -> None:
    window = open_window(library)
    search(qtbot, window, "traffic stop")
    wait_kept(qtbot, library, window, "traffic stop")


def test_a_pause_in_typing_alone_is_not_remembered_but_what_was_used_is(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow
) -> None:
    window = open_window(library)
    page = window.search_page
    with qtbot.waitSignal(window.search.answered):
        qtbot.keyClicks(page.bar.field, "traffic")
    qtbot.waitUntil(lambda: bool(shown(window)) and window.search.runner.question is None)
    assert kept(library) == []
    window.search.results.open_row(0)
    wait_kept(qtbot, library, window, "traffic")


def test_enter_on_a_search_that_a_pause_has_asked_remembers_it(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow
) -> None:
    window = open_window(library)
    field = window.search_page.bar.field
    with qtbot.waitSignal(window.search.answered):
        qtbot.keyClicks(field, "traffic")
    qtbot.keyClick(field, Key.Key_Return)
    wait_kept(qtbot, library, window, "traffic")


def test_a_search_that_could_not_be_understood_is_not_remembered(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow
) -> None:
    window = open_window(library)
    library.faults["search"] = QueryError()
    field = window.search_page.bar.field
    qtbot.keyClicks(field, "stop w/5")
    with qtbot.waitSignal(window.search.answered):
        qtbot.keyClick(field, Key.Key_Return)
    library.faults.clear()
    search(qtbot, window, "traffic stop")
    wait_kept(qtbot, library, window, "traffic stop")


def test_a_brief_that_was_opened_is_remembered_with_its_page(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_recorder, "READING_MS", 20)
    window = open_window(library)
    document = list(library.documents.each())[2]
    with qtbot.waitSignal(window.search.reader.opened):
        window.search.reader.show_page(document, 4)
    qtbot.waitUntil(lambda: [r.document.id for r in window.userdata.now.documents] == [document.id])
    window.search.reader.view.canvas.jump(9)
    qtbot.waitUntil(lambda: library.userdata.recent.newest()[0].page == 9)


def test_without_leave_to_remember_nothing_is_written(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow
) -> None:
    settings.save(settings.Settings(remember=False))
    window = open_window(library)
    search(qtbot, window, "traffic stop")
    with qtbot.waitSignal(window.search.reader.opened):
        window.search.results.open_row(0)
    qtbot.waitUntil(lambda: not window.jobs.engaged(Lane.NOTES))
    assert not (data_folder() / FILE).exists()
    assert "not remembered" in window.search_page.begin.remark.text()


# --- the page before a search ---


def test_the_page_before_a_search_says_what_will_stand_there(
    library: StubLibrary, open_window: OpenWindow
) -> None:
    window = open_window(library)
    assert "will stand here" in window.search_page.begin.remark.text()
    assert window.search_page.left.begins


def test_the_page_before_a_search_is_gone_through_by_keys(qtbot: QtBot, window: MainWindow) -> None:
    begin = window.search_page.begin
    begin.focus_first()
    assert rows(begin.saved.list) == ["Consent", "Nerves"]
    for _ in range(2):
        qtbot.keyClick(window.focusWidget(), Key.Key_Down)
    assert window.focusWidget() is begin.asked.list
    for _ in range(3):
        qtbot.keyClick(window.focusWidget(), Key.Key_Down)
    assert window.focusWidget() is begin.documents.list
    with qtbot.waitSignal(window.search.reader.opened):
        qtbot.keyClick(window.focusWidget(), Key.Key_Return)
    assert window.search.reader.view.canvas.page == 7
    begin.focus_first()
    qtbot.keyClick(window.focusWidget(), Key.Key_Up)
    assert box_has_keyboard(window)


def test_enter_on_a_recent_search_asks_it_and_the_results_take_its_place(
    qtbot: QtBot, window: MainWindow
) -> None:
    begin = window.search_page.begin
    begin.asked.list.setFocus()
    with qtbot.waitSignal(window.search.answered):
        qtbot.keyClick(begin.asked.list, Key.Key_Return)
    assert window.search_page.bar.field.text() == "traffic stop"
    assert not window.search_page.left.begins and shown(window)
    qtbot.keyClick(window.search_page.bar.field, Key.Key_Escape)
    assert window.search_page.left.begins


def test_a_failure_is_shown_in_place_of_the_page_before_a_search(
    qtbot: QtBot, window: MainWindow, filled: StubLibrary
) -> None:
    filled.faults["search"] = QueryError("There is nothing after “w/5”.", "Take it out.")
    qtbot.keyClicks(window.search_page.bar.field, "stop w/5")
    with qtbot.waitSignal(window.search.answered):
        qtbot.keyClick(window.search_page.bar.field, Key.Key_Return)
    assert not window.search_page.left.begins
    assert window.search_page.results.message.isVisible()


def test_delete_forgets_a_recent_search_and_the_keyboard_stays(
    qtbot: QtBot, window: MainWindow, filled: StubLibrary
) -> None:
    list_ = window.search_page.begin.asked.list
    list_.setFocus()
    qtbot.keyClick(list_, Key.Key_Down)
    qtbot.keyClick(list_, Key.Key_Delete)
    wait_kept(qtbot, filled, window, "traffic stop", "excessive sentence")
    assert list_.hasFocus() and list_.current().request.text == "excessive sentence"


def test_a_removed_saved_search_can_be_put_back(
    qtbot: QtBot, window: MainWindow, filled: StubLibrary
) -> None:
    begin = window.search_page.begin
    before = filled.userdata.saved.all()
    begin.saved.list.setFocus()
    qtbot.keyClick(begin.saved.list, Key.Key_Delete)
    qtbot.waitUntil(lambda: rows(begin.saved.list) == ["Nerves"] and begin.notice.isVisible())
    assert begin.notice.text() == "“Consent” was removed."
    qtbot.keyClick(begin.saved.list, Key.Key_Z, Held.ControlModifier)
    qtbot.waitUntil(lambda: rows(begin.saved.list) == ["Consent", "Nerves"])
    assert filled.userdata.saved.all() == before and not begin.notice.isVisible()


def test_alt_down_moves_a_saved_search_and_not_the_brief(qtbot: QtBot, window: MainWindow) -> None:
    saved = window.search_page.begin.saved.list
    saved.setFocus()
    qtbot.keyClick(saved, Key.Key_Down, Held.AltModifier)
    qtbot.waitUntil(lambda: rows(saved) == ["Nerves", "Consent"])
    assert saved.current().name == "Consent"


def test_f2_renames_a_saved_search(qtbot: QtBot, window: MainWindow) -> None:
    saved = window.search_page.begin.saved.list
    saved.setFocus()
    qtbot.keyClick(saved, Key.Key_F2)
    dialog = window.userdata.dialog
    assert dialog is not None and dialog.field.text() == "Consent"
    qtbot.keyClicks(dialog.field, "For Friday")
    qtbot.keyClick(dialog.field, Key.Key_Return)
    qtbot.waitUntil(lambda: rows(saved) == ["For Friday", "Nerves"])


def test_typing_on_a_list_goes_into_the_box(qtbot: QtBot, window: MainWindow) -> None:
    window.search_page.begin.focus_first()
    qtbot.keyClicks(window.focusWidget(), "d")
    assert box_has_keyboard(window)
    assert window.search_page.bar.field.text() == "d"


def test_f6_goes_from_the_box_to_the_lists_and_back(qtbot: QtBot, window: MainWindow) -> None:
    window.search_page.focus_search()
    qtbot.keyClick(window, Key.Key_F6)
    assert window.search_page.begin.saved.list.hasFocus()
    qtbot.keyClick(window, Key.Key_F6)
    assert box_has_keyboard(window)


# --- the list under the box ---


def test_down_in_the_empty_box_opens_the_list_and_enter_asks(qtbot: QtBot, window: MainWindow) -> None:
    field, popup = window.search_page.bar.field, window.userdata.popup
    field.setFocus()
    qtbot.keyClick(field, Key.Key_Down)
    assert popup.isVisible() and popup.list.hasFocus()
    assert rows(popup.list) == ["Consent", "Nerves", "traffic stop", "dog sniff", "excessive sentence"]
    qtbot.keyClick(popup.list, Key.Key_Down)
    qtbot.keyClick(popup.list, Key.Key_Down)
    with qtbot.waitSignal(window.search.answered):
        qtbot.keyClick(popup.list, Key.Key_Return)
    assert field.text() == "traffic stop" and not popup.isVisible()


def test_what_is_typed_narrows_the_list_and_stays_in_the_box(qtbot: QtBot, window: MainWindow) -> None:
    field, popup = window.search_page.bar.field, window.userdata.popup
    qtbot.keyClick(field, Key.Key_H, Held.ControlModifier)
    assert popup.isVisible()
    qtbot.keyClicks(popup.list, "se")
    assert field.text() == "se" and box_has_keyboard(window)
    assert rows(popup.list) == ["Consent", "excessive sentence"]
    qtbot.keyClicks(field, "zz")
    assert popup.isVisible() and popup.nothing.isVisible() and field.text() == "sezz"
    qtbot.keyClick(field, Key.Key_Escape)
    assert not popup.isVisible() and field.text() == "sezz" and box_has_keyboard(window)


def test_the_list_never_opens_by_itself(qtbot: QtBot, window: MainWindow) -> None:
    search(qtbot, window, "traffic stop")
    assert not window.userdata.popup.isVisible()
    qtbot.keyClick(window.search_page.bar.field, Key.Key_Down)
    assert window.search_page.results.list.hasFocus() and not window.userdata.popup.isVisible()


def test_ctrl_h_opens_the_list_over_results_and_a_click_elsewhere_closes_it(
    qtbot: QtBot, window: MainWindow
) -> None:
    search(qtbot, window, "traffic stop")
    window.search_page.focus_results()
    qtbot.keyClick(window.search_page.results.list, Key.Key_H, Held.ControlModifier)
    popup = window.userdata.popup
    assert popup.isVisible() and len(rows(popup.list)) == 5, "not only the search that is shown"
    window.search_page.results.list.setFocus(Qt.FocusReason.MouseFocusReason)
    assert not popup.isVisible()


def test_delete_in_the_list_forgets_and_keeps_it_open(
    qtbot: QtBot, window: MainWindow, filled: StubLibrary
) -> None:
    popup = window.userdata.popup
    qtbot.keyClick(window.search_page.bar.field, Key.Key_Down)
    popup.list.choose(3)
    qtbot.keyClick(popup.list, Key.Key_Delete)
    wait_kept(qtbot, filled, window, "traffic stop", "excessive sentence")
    assert popup.isVisible() and popup.list.hasFocus()
    assert popup.list.current().request.text == "excessive sentence"


def test_a_click_on_a_row_of_the_list_asks(qtbot: QtBot, window: MainWindow) -> None:
    popup = window.userdata.popup
    qtbot.keyClick(window.search_page.bar.field, Key.Key_Down)
    place = popup.list.visualRect(popup.list.row_model.index(2)).center()
    with qtbot.waitSignal(window.search.answered):
        qtbot.mouseClick(popup.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert window.search_page.bar.field.text() == "traffic stop"


def test_the_menu_of_a_row_offers_all_that_keys_do(window: MainWindow) -> None:
    begin = window.search_page.begin
    menus = [
        section.list.findChild(HistoryListKeys).menu(0)
        for section in (begin.saved, begin.asked, begin.documents)
    ]
    words = [[action.text() for action in menu.actions()] for menu in menus]
    for menu in menus:
        menu.deleteLater()
    assert words[0] == ["Open", "Rename…", "Move up", "Move down", "Remove"]
    assert words[1] == words[2] == ["Open", "Forget this"]


def test_a_search_of_ten_thousand_characters_is_asked_whole(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow
) -> None:
    long = "traffic stop " + "x" * 10_000
    library.userdata.history.add(SearchRequest(long))
    window = open_window(library)
    qtbot.waitUntil(lambda: len(window.userdata.now.asked) == 1)
    list_ = window.search_page.begin.asked.list
    assert len(rows(list_)[0]) < 200
    list_.setFocus()
    with qtbot.waitSignal(window.search.answered):
        qtbot.keyClick(list_, Key.Key_Return)
    assert window.search_page.bar.field.text() == long


# --- saved searches ---


def test_ctrl_s_saves_the_search_with_what_it_is_narrowed_to(
    qtbot: QtBot, window: MainWindow, filled: StubLibrary
) -> None:
    search(qtbot, window, "traffic stop")
    window.search_page.bar.date_from.show_day(date(2015, 1, 1))
    qtbot.keyClick(window.search_page.bar.field, Key.Key_S, Held.ControlModifier)
    dialog = window.userdata.dialog
    assert dialog is not None and dialog.field.text() == "traffic stop"
    qtbot.keyClick(dialog.field, Key.Key_Return)
    qtbot.waitUntil(lambda: len(window.userdata.now.saved) == 3)
    saved = filled.userdata.saved.all()[0]
    assert (saved.name, saved.request.filters.filed_from.year) == ("traffic stop", 2015)
    qtbot.waitUntil(lambda: bool(filled.userdata.saved.seen(saved.id).hashes))


def test_without_a_search_ctrl_s_says_what_to_do(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.keyClick(window.search_page.bar.field, Key.Key_S, Held.ControlModifier)
    assert window.userdata.dialog is None
    assert "Type a search first" in window.status.text.whole()


def test_new_results_are_counted_marked_and_then_seen(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow
) -> None:
    request = SearchRequest("traffic stop")
    saved = library.userdata.saved.save("Stops", request)
    library.userdata.saved.look(saved.id, library.relevant_keys(request)[1:])
    window = open_window(library)
    window.userdata.news.count()
    begin = window.search_page.begin
    qtbot.waitUntil(lambda: [row.side for row in begin.saved.list.row_model.rows()] == ["1 new"])
    marked: list[frozenset[int]] = []
    window.search_page.results.model.show_new = marked.append  # type: ignore[method-assign]
    begin.saved.list.setFocus()
    qtbot.keyClick(begin.saved.list, Key.Key_Return)
    qtbot.waitUntil(lambda: bool(marked))
    assert [hit.passage.id for hit in shown(window) if hit.passage.id in marked[-1]] == [1]
    qtbot.waitUntil(lambda: library.userdata.saved.all()[0].news == 0)
    assert "1 result is new since" in window.status.text.whole()


def test_a_saved_search_that_cannot_be_asked_does_not_keep_the_others_from_being_counted(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("traffic stop", "broken w/5"):
        library.userdata.saved.save(name, SearchRequest(name))
    ask: Callable[[SearchRequest], tuple[str, ...]] = library.relevant_keys

    def refuse_one(request: SearchRequest) -> tuple[str, ...]:
        if "w/5" in request.text:
            raise QueryError()
        return ask(request)

    monkeypatch.setattr(library, "relevant_keys", refuse_one)
    window = open_window(library)
    window.userdata.news.count()
    qtbot.waitUntil(lambda: any(saved.news for saved in window.userdata.now.saved))
    assert [bool(saved.news) for saved in library.userdata.saved.all()] == [False, True]


# --- the settings, and when nothing can be kept ---


def test_the_switch_is_kept_and_says_what_stays(qtbot: QtBot, window: MainWindow) -> None:
    window.show_page(SETTINGS)
    panel = window.settings.panel(RememberingPanel)
    qtbot.mouseClick(panel.on, Qt.MouseButton.LeftButton, pos=QPoint(8, panel.on.height() // 2))
    qtbot.waitUntil(lambda: bool(panel.message.text()))
    assert not settings.load().remember
    assert "stays until you forget it" in panel.message.text()


def test_forgetting_asks_first_and_says_what_was_forgotten(
    qtbot: QtBot, window: MainWindow, filled: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [False, True]
    monkeypatch.setattr(remembering_panel, "confirmed", lambda *_a, **_k: answers.pop(0))
    window.show_page(SETTINGS)
    panel = window.settings.panel(RememberingPanel)
    panel.forget.setFocus()
    qtbot.keyClick(panel.forget, Key.Key_Space)
    assert len(kept(filled)) == 3
    qtbot.keyClick(panel.forget, Key.Key_Space)
    qtbot.waitUntil(lambda: bool(panel.message.text()))
    assert panel.message.text() == "Forgotten: 3 searches and 1 opened brief. They are gone from the disk."
    qtbot.waitUntil(lambda: window.userdata.now.asked == ())
    assert [saved.name for saved in window.userdata.now.saved] == ["Consent", "Nerves"]
    assert b"excessive sentence" not in content(data_folder() / FILE)


def test_a_file_that_cannot_be_used_is_said_once_and_searches_go_on(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow, home: Path
) -> None:
    (home / FILE).mkdir(parents=True)
    window = open_window(library)
    said: list[str] = []
    window.userdata.status.connect(said.append)
    for text in ("traffic stop", "stop", "suspicion"):
        search(qtbot, window, text)
        assert shown(window)
    qtbot.waitUntil(lambda: not window.jobs.engaged(Lane.NOTES))
    assert len([text for text in said if "remembered" in text]) <= 1


def test_nothing_that_is_remembered_is_in_the_file_of_window_sizes(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow, home: Path
) -> None:
    window = open_window(library)
    search(qtbot, window, "Quillfeather stop")
    wait_kept(qtbot, library, window, "Quillfeather stop")
    window.close()
    assert b"Quillfeather" not in (home / "window.ini").read_bytes()


def test_each_row_is_read_as_one_sentence(window: MainWindow) -> None:
    begin = window.search_page.begin
    spoken = [row.spoken for row in begin.documents.list.row_model.rows()]
    assert "read to file page 8 of 24" in spoken[0]
    for section in begin.sections:
        assert section.list.accessibleName()
    assert window.userdata.popup.list.accessibleName()
