"""The dialogs on the law around a document: versions of a provision with their differences and dates, and the
briefs that cite the same authorities."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from briefbank.domain.authorities import Authority, Window
from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.embedding.encoders import Encoder
from briefbank.errors import StoreDamaged
from tests.stand_ins.hooked_library import HookedLibrary, hooked
from tests.support.library_factory import library_of
from tests.ui.conftest import note_link, real_window, search
from tests.ui.features.authorities.conftest import made_page
from ui.features.authorities.dialogs import VersionsDialog
from ui.features.authorities.forms import WindowForm
from ui.features.authorities.page import AuthoritiesPage
from ui.shared.pages import LIBRARY, SEARCH
from ui.shared.passages import PassageTarget, hit_of

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")
HEAD = "TITLE 30. ESTATES\n\nCHAPTER 1. WILLS\n\nTenn. Code Ann. § 30-1-104. Execution of a will."
OLD = f"{HEAD}\n\nA will is valid where three witnesses sign it in the presence of the testator.\n"
NEW = (
    f"{HEAD}\n\nA will is valid where two witnesses sign it in the presence of the testator and of a judge.\n"
)
BRIEF = (
    "LEGAL ARGUMENT\n\nPOINT I\n\nTHE WILL WAS NOT SIGNED BEFORE THE TESTATOR.\n\nThe will of the giraffe "
    "keeper is not valid, because the witnesses did not sign it before him. State v. Zander, 170 N.J. 632 "
    "(2002). The judgment should be reversed.\n"
)
TEXTS = {
    "old.txt": OLD,
    "new.txt": NEW,
    "brief.txt": BRIEF.replace("before him.", "before him. Tenn. Code Ann. § 30-1-104."),
    "other.txt": BRIEF.replace("giraffe", "zebra").replace("The judgment", "The order of the court below"),
}
FIRST, SECOND = Window(date(1990, 1, 1), date(2012, 12, 31)), Window(date(2013, 1, 1))


@pytest.fixture
def library(tmp_path: Path, encoder: Encoder) -> Iterator[HookedLibrary]:
    """Two versions of a section, and two briefs that cite the same case."""
    with library_of(tmp_path, TEXTS, encoder) as made:
        names = {document.id: document.file_name for document in made.documents.each()}
        for version in made.validity.versions("§ 30-1-104"):
            is_old = names[version.document_id] == "old.txt"
            made.validity.set_window(version.id, FIRST if is_old else SECOND)
        with hooked(made) as with_hooks:
            yield with_hooks


@pytest.fixture
def section(library: HookedLibrary) -> Authority:
    return library.validity.versions("§ 30-1-104")[0].authority


@pytest.fixture
def page(qtbot: QtBot, library: HookedLibrary) -> Iterator[AuthoritiesPage]:
    yield from made_page(qtbot, library)


def settled(qtbot: QtBot, page: AuthoritiesPage) -> None:
    topics = ("versions", "differences", "same", "opened")
    qtbot.waitUntil(lambda: not any(map(page.jobs.busy, topics)))


def open_versions(qtbot: QtBot, page: AuthoritiesPage, section: Authority) -> VersionsDialog:
    page.show_versions(section.id)
    dialog = page.versions
    assert dialog is not None
    qtbot.waitUntil(lambda: dialog.list.row_model.rowCount() == 2)
    settled(qtbot, page)
    return dialog


@pytest.fixture
def dialog(qtbot: QtBot, page: AuthoritiesPage, section: Authority) -> VersionsDialog:
    return open_versions(qtbot, page, section)


def test_the_newest_version_is_shown_against_the_one_before_with_changes_that_are_gone_through_in_words(
    qtbot: QtBot, dialog: VersionsDialog
) -> None:
    assert [row.title for row in dialog.list.row_model.rows()] == [
        "In force since January 1, 2013",
        "In force from January 1, 1990 to December 31, 2012",
    ]
    text = dialog.text.toPlainText()
    assert "where [three] two witnesses" in text
    cursor = dialog.text.textCursor()
    for word, check in (("three", "fontStrikeOut"), ("two", "fontUnderline")):
        cursor.setPosition(text.index(word) + 2)
        assert getattr(cursor.charFormat(), check)()
    assert dialog.extent.whole().startswith("2 changes")
    dialog.next.setFocus()
    qtbot.keyClick(dialog.next, Qt.Key.Key_Space)
    said = "1 of 2: removed “three”; added “two”"
    assert dialog.extent.whole() == said
    assert "two" in dialog.text.textCursor().selectedText()
    qtbot.keyClick(dialog.next, Qt.Key.Key_Space)
    assert dialog.extent.whole().startswith("2 of 2: ") and "of a judge" in dialog.extent.whole()
    qtbot.keyClick(dialog.next, Qt.Key.Key_Space)
    assert dialog.extent.whole() == said
    qtbot.mouseClick(dialog.previous, Qt.MouseButton.LeftButton)
    assert dialog.extent.whole().startswith("2 of 2")


def test_the_page_of_a_provision_leads_to_its_versions_and_each_of_them_to_the_reader(
    qtbot: QtBot, library: HookedLibrary, section: Authority
) -> None:
    with real_window(qtbot, library) as window:
        page = window.authorities_page
        window.open_authority(section.id)
        qtbot.waitUntil(page.authority_view.versions.isVisible)
        page.authority_view.compare.click()
        dialog = page.versions
        assert dialog is not None
        qtbot.waitUntil(dialog.read.isEnabled)
        with qtbot.waitSignal(window.search_page.reader.opened):
            dialog.read.click()
        assert window.pages.currentIndex() == SEARCH and window.search_page.reader.hit is not None
        assert window.search_page.reader.hit.document.file_name == "new.txt"


def test_the_reader_says_when_a_version_was_in_force_and_what_was_changed_since_a_brief(
    qtbot: QtBot, library: HookedLibrary
) -> None:
    ids = {document.file_name: document.id for document in library.documents.each()}
    library.documents.correct(ids["brief.txt"], CaptionField.FILED, "3 March 2010")
    library.documents.correct(ids["brief.txt"], CaptionField.KIND, Kind.BRIEF.value)
    with real_window(qtbot, library) as window:
        reader, page = window.search_page.reader, window.authorities_page
        in_force = "In force from January 1, 1990 to December 31, 2012."
        since = "Law as of March 3, 2010. Since then: 1 authority it cites was changed."
        [provision] = library.documents.passages(ids["old.txt"])
        reader.open_hit(hit_of(library, PassageTarget(provision.id)))
        qtbot.waitUntil(lambda: in_force in reader.notices.texts())
        note_link(reader, "Versions…").click()
        assert page.versions is not None
        page.versions.close()
        qtbot.waitUntil(lambda: page.versions is None)
        window.open_document(library.documents.get(ids["brief.txt"]))
        qtbot.waitUntil(lambda: since in reader.notices.texts())
        note_link(reader, "What changed…").click()
        changes = page.changes
        assert changes is not None and len(changes.list.row_model.rows()) == 1
        changes.list.choose(0)
        changes.read.click()
        qtbot.waitUntil(lambda: page.versions is not None)


def dates_of(qtbot: QtBot, page: AuthoritiesPage, dialog: VersionsDialog) -> WindowForm:
    """Open the form for the dates of the older version."""
    dialog.list.choose(1)
    settled(qtbot, page)
    qtbot.mouseClick(dialog.dates, Qt.MouseButton.LeftButton)
    assert page.window_form is not None
    return page.window_form


def test_dates_are_typed_saved_and_count_in_searches(
    qtbot: QtBot, library: HookedLibrary, section: Authority
) -> None:
    with real_window(qtbot, library) as window:
        page = window.authorities_page
        search(qtbot, window, "will valid where witnesses sign")
        dialog = open_versions(qtbot, page, section)
        form = dates_of(qtbot, page, dialog)
        assert (form.first.text(), form.last.text()) == ("January 1, 1990", "December 31, 2012")
        form.last.selectAll()
        qtbot.keyClicks(form.last, "2011")
        assert form.message.text() == "In force from January 1, 1990 to December 31, 2011."
        before = len(library.called("search"))
        qtbot.keyClick(form.last, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: "saved" in dialog.notice.text())
        qtbot.waitUntil(lambda: len(library.called("search")) > before and page.window_form is None)
        settled(qtbot, page)
        row = dialog.list.row_model.row(1)
        assert "to December 31, 2011" in row.title and "as a person said" in row.detail
        assert dialog.list.currentIndex().row() == 1


def test_what_is_no_date_and_what_the_library_refuses_is_said_and_stays_typed(
    qtbot: QtBot, page: AuthoritiesPage, library: HookedLibrary, dialog: VersionsDialog
) -> None:
    form = dates_of(qtbot, page, dialog)
    before = len(library.called("validity.set_window"))
    form.last.setText("some day")
    qtbot.mouseClick(form.save, Qt.MouseButton.LeftButton)
    assert "no date" in form.message.text() and len(library.called("validity.set_window")) == before
    form.last.setText("1980")
    qtbot.mouseClick(form.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "The last day is before the first." in form.message.text())
    assert form.last.text() == "1980" and form.save.isEnabled()


def test_briefs_that_cite_the_same_are_listed_with_what_they_share_and_open_there(
    qtbot: QtBot, library: HookedLibrary
) -> None:
    documents = {document.file_name: document for document in library.documents.each()}
    with real_window(qtbot, library) as window:
        window.show_page(LIBRARY)
        menu = window.library_page.menu(documents["brief.txt"])
        next(action for action in menu.actions() if "same authorities" in action.text()).trigger()
        dialog = window.authorities_page.same
        assert dialog is not None
        qtbot.waitUntil(lambda: dialog.list.row_model.rowCount() == 1)
        [row] = dialog.list.row_model.rows()
        assert row.text == "State v. Zander, 170 N.J. 632" and row.side == "1 authority shared"
        with qtbot.waitSignal(window.search_page.reader.opened):
            qtbot.keyClick(dialog.list, Qt.Key.Key_Return)
        assert window.search_page.reader.hit is not None
        assert window.search_page.reader.hit.document.file_name == "other.txt"
        library.fail("reader.citation", StoreDamaged())
        qtbot.keyClick(dialog.list, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: StoreDamaged.default_title in window.status.text.whole())
        library.change("authorities.same", lambda _documents: ())
        window.authorities_page.show_same(documents["brief.txt"])
        dialog = window.authorities_page.same
        assert dialog is not None
        qtbot.waitUntil(lambda: "No other document" in dialog.message.words())
