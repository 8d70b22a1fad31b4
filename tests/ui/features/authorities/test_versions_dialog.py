"""The versions of a provision, their differences and dates; and the briefs that cite the same authorities."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from briefbank.domain.authorities import Window
from briefbank.domain.authority_reports import Difference, SameAuthorities
from briefbank.errors import StoreDamaged, WindowRefused
from tests.complexity import grows_linearly
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.law import HOLLIS, MARLOW, SENTENCING
from tests.stand_ins.library.validity import TWO_CHANGES, WORDS
from tests.ui.conftest import search
from ui.features.authorities.difference_text import DifferenceText
from ui.features.authorities.law_rows import changes
from ui.features.authorities.validity_form import WindowForm
from ui.features.authorities.versions_dialog import VersionsDialog
from ui.main_window import MainWindow
from ui.shared.law_texts import difference
from ui.shared.pages import LIBRARY, SEARCH

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")


def idle(qtbot: QtBot, window: MainWindow) -> None:
    topics = ("versions of", "differences", "same", "spot", "search")
    qtbot.waitUntil(lambda: not any(window.jobs.busy(topic) for topic in topics))


def opened(qtbot: QtBot, window: MainWindow) -> VersionsDialog:
    window.law.show_versions(SENTENCING.id)
    dialog = window.law.versions
    assert dialog is not None
    qtbot.waitUntil(lambda: dialog.list.row_model.rowCount() == 2)
    idle(qtbot, window)
    return dialog


# --- comparing ---


def test_the_newest_version_is_shown_against_the_one_before_with_the_changes_marked(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    dialog = opened(qtbot, window)
    assert library.called("differences")[-1] == (12, 11)
    text = dialog.text.toPlainText()
    assert "consider [the following] all aggravating and mitigating factors." in text
    cursor = dialog.text.textCursor()
    for word, check in (("following", "fontStrikeOut"), ("mitigating", "fontUnderline")):
        cursor.setPosition(text.index(word) + 2)
        assert getattr(cursor.charFormat(), check)()
    assert dialog.said.whole().startswith("2 changes")


def test_the_changes_are_gone_through_and_said_in_words(qtbot: QtBot, window: MainWindow) -> None:
    dialog = opened(qtbot, window)
    dialog.next.setFocus()
    qtbot.keyClick(dialog.next, Qt.Key.Key_Space)
    said = "1 of 2: removed “the following”; added “all aggravating and mitigating”"
    assert dialog.said.whole() == said
    assert "mitigating" in dialog.text.textCursor().selectedText()
    qtbot.keyClick(dialog.next, Qt.Key.Key_Space)
    assert dialog.said.whole().startswith("2 of 2: added “, and shall say why")
    qtbot.keyClick(dialog.next, Qt.Key.Key_Space)
    assert dialog.said.whole() == said
    qtbot.mouseClick(dialog.previous, Qt.MouseButton.LeftButton)
    assert dialog.said.whole().startswith("2 of 2")
    assert "removed “the following”" in dialog.text.accessibleDescription()


def test_a_version_can_be_read_by_itself(qtbot: QtBot, window: MainWindow, library: StubLibrary) -> None:
    dialog = opened(qtbot, window)
    dialog.against.setCurrentIndex(0)
    idle(qtbot, window)
    qtbot.waitUntil(lambda: dialog.text.toPlainText() == WORDS)
    assert not dialog.next.isVisible()
    dialog.list.choose(1)
    idle(qtbot, window)
    assert dialog.against.currentData() == 0 and library.called("version_text")[-1] == 12


def test_versions_that_cannot_be_read_say_why(qtbot: QtBot, window: MainWindow, library: StubLibrary) -> None:
    library.faults["versions"] = StoreDamaged()
    window.law.show_versions(SENTENCING.id)
    dialog = window.law.versions
    assert dialog is not None
    qtbot.waitUntil(lambda: StoreDamaged().title in dialog.notice.text())
    assert not dialog.dates.isEnabled()


def test_the_page_of_an_authority_leads_to_its_versions(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    window.open_authority(SENTENCING.id)
    page = window.authorities.page
    qtbot.waitUntil(lambda: page.authority == SENTENCING)
    page.compare.click()
    qtbot.waitUntil(lambda: library.called("versions") == [SENTENCING.id])
    assert window.law.versions is not None


def test_a_version_is_opened_in_the_reader(qtbot: QtBot, window: MainWindow) -> None:
    dialog = opened(qtbot, window)
    with qtbot.waitSignal(window.authority_controller.hit_found):
        dialog.read.click()
    assert window.pages.currentIndex() == SEARCH
    assert window.search.reader.hit is not None
    assert window.search.reader.hit.document.id == 3


def test_what_is_odd_about_the_dates_is_said(qtbot: QtBot, window: MainWindow, library: StubLibrary) -> None:
    library.validity.odd = ["Two versions are in force at once on July 1, 2013. Set the days of one of them."]
    assert opened(qtbot, window).problems.alerts() == tuple(library.validity.odd)


texts = st.text("ab ", min_size=1).filter(str.strip)
runs = st.lists(
    st.builds(Difference, st.sampled_from(["same", "removed", "added"]), texts),
    max_size=12,
)


@given(runs)
def test_every_word_that_was_removed_or_added_is_said_once_and_in_order(found: list[Difference]) -> None:
    places = changes(found)
    for side, change in enumerate(("removed", "added")):
        said = " ".join(place[side] for place in places)
        assert said.split() == " ".join(item.text for item in found if item.change == change).split()
    assert all(removed or added for removed, added in places)


def test_a_long_text_with_hundreds_of_changes_is_laid_out_once(qtbot: QtBot) -> None:
    def made(changes: int) -> list[Difference]:
        return [Difference("same", "the court shall " * 15), Difference("added", "not ")] * changes

    shown = DifferenceText()
    qtbot.addWidget(shown)
    shown.resize(600, 500)
    shown.show()
    assert grows_linearly(shown.show_differences, made, 800)
    assert shown.places == 800


def test_the_marked_text_has_as_many_places_as_are_said(qtbot: QtBot) -> None:
    shown = DifferenceText()
    qtbot.addWidget(shown)
    shown.show_differences(TWO_CHANGES)
    assert shown.places == len(changes(TWO_CHANGES)) == 2
    assert difference("", "new") == "added “new”"


# --- dates ---


def form(qtbot: QtBot, window: MainWindow) -> WindowForm:
    dialog = opened(qtbot, window)
    dialog.list.choose(1)
    idle(qtbot, window)
    qtbot.mouseClick(dialog.dates, Qt.MouseButton.LeftButton)
    made = window.law.form
    assert made is not None
    return made


def test_dates_are_typed_saved_and_count_in_searches(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    made = form(qtbot, window)
    assert (made.first.text(), made.last.text()) == ("July 1, 2013", "January 20, 2020")
    made.last.selectAll()
    qtbot.keyClicks(made.last, "2016")
    assert made.said.text() == "In force from July 1, 2013 to December 31, 2016."
    before = len(library.called("search"))
    qtbot.keyClick(made.last, Qt.Key.Key_Return)
    dialog = window.law.versions
    assert dialog is not None
    qtbot.waitUntil(lambda: "saved" in dialog.notice.text())
    assert library.called("set_window") == [(12, Window(date(2013, 7, 1), date(2016, 12, 31)))]
    qtbot.waitUntil(lambda: len(library.called("search")) > before)
    qtbot.waitUntil(lambda: window.law.form is None)
    idle(qtbot, window)
    rows = dialog.list.row_model.rows()
    assert "to December 31, 2016" in rows[1].title and "as a person said" in rows[1].detail
    assert dialog.list.current().id == 12


def test_what_is_no_date_and_what_the_library_refuses_is_said_and_stays_typed(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    made = form(qtbot, window)
    made.last.setText("some day")
    qtbot.mouseClick(made.save, Qt.MouseButton.LeftButton)
    assert "no date" in made.said.text() and not library.called("set_window")
    library.faults["set_window"] = WindowRefused()
    made.last.setText("2010")
    qtbot.mouseClick(made.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "The last day is before the first." in made.said.text())
    assert made.last.text() == "2010" and made.save.isEnabled()


def test_what_a_person_said_can_be_taken_back(qtbot: QtBot, window: MainWindow, library: StubLibrary) -> None:
    assert not form(qtbot, window).read.isVisible()
    library.validity.set_window(12, Window(date(2001, 1, 1)))
    made = form(qtbot, window)
    qtbot.mouseClick(made.read, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: library.called("set_window")[-1] == (12, None))


# --- the same authorities ---


def test_briefs_that_cite_the_same_are_listed_with_what_they_share_and_open_there(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.law.near = [SameAuthorities(library.documents.get(2), 0.8, (MARLOW, HOLLIS), 3)]
    search(qtbot, window)
    menu = window.search_page.results.list.menu(0)
    next(action for action in menu.actions() if "same authorities" in action.text()).trigger()
    dialog = window.law.same
    assert dialog is not None
    qtbot.waitUntil(lambda: dialog.list.row_model.rowCount() == 1)
    (row,) = dialog.list.row_model.rows()
    assert row.text == f"{MARLOW}; {HOLLIS}" and row.side == "2 authorities shared"
    with qtbot.waitSignal(window.authority_controller.hit_found):
        qtbot.keyClick(dialog.list, Qt.Key.Key_Return)
    assert window.search.reader.hit is not None and window.search.reader.hit.passage.id == 3


def test_the_table_of_documents_leads_to_them_too_and_none_is_said(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    window.show_page(LIBRARY)
    menu = window.documents.menu(library.documents.get(1))
    next(action for action in menu.actions() if "same authorities" in action.text()).trigger()
    dialog = window.law.same
    assert dialog is not None
    qtbot.waitUntil(lambda: "No other document" in dialog.message.words())
