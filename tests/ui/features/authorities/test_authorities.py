"""The page of authorities: finding one, what its page says, reading what it names, the report."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from briefbank.errors import NotInLibrary, StoreDamaged
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.features.authorities.conftest import click, find, settled, show, titles
from ui.features.authorities import page as page_module
from ui.features.authorities.page import AuthoritiesPage
from ui.main_window import MainWindow
from ui.shared.pages import AUTHORITIES, SEARCH
from ui.shared.row_list import Row, RowSection

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise", "grabbing the keyboard")
MACON = "State v. Macon"  # Two of the eight briefs cite it


def test_a_list_that_cannot_be_read_or_has_nothing_says_why_and_is_there_on_the_next_try(
    qtbot: QtBot, authorities: AuthoritiesPage, sample_library: HookedLibrary
) -> None:
    sample_library.fail("authorities.find", StoreDamaged())
    find(qtbot, authorities, "macon")
    assert StoreDamaged.default_title in authorities.message.words()
    sample_library.fail("authorities.find", None)
    find(qtbot, authorities, "zebra")
    assert authorities.message.words() == (
        "No authority has this name or citation. Try one party’s name, or the citation."
    )
    find(qtbot, authorities, "macon")
    assert titles(authorities.list) == [MACON]


def test_of_many_authorities_the_most_cited_are_listed_and_the_rest_found_by_typing(
    qtbot: QtBot, authorities: AuthoritiesPage, sample_library: HookedLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = sample_library.authorities.find("", 200)[-1].authority
    monkeypatch.setattr(page_module, "LISTED", 20)
    authorities.refresh()
    settled(qtbot, authorities)
    rows = authorities.list.row_model
    assert rows.rowCount() == 20 and last.id not in [row.target for row in rows.rows()]
    assert authorities.extent.text() == "The 20 most cited; type to find others"
    find(qtbot, authorities, last.canonical)
    assert last.id in [row.target for row in rows.rows()]


def test_the_most_cited_stand_there_at_once_and_arrows_show_the_page_of_each_with_its_first_passage(
    qtbot: QtBot, authorities: AuthoritiesPage
) -> None:
    view, first = authorities.authority_view, authorities.list.row_model.row(0)
    assert first.title == MACON
    assert first.detail == "57 N.J. 325\nCited in 2 documents, last on September 28, 2012"
    assert authorities.extent.text() == "102 authorities, most cited first"
    qtbot.keyClick(authorities.field, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: view.name.whole() == MACON)
    settled(qtbot, authorities)
    assert "57 N.J. 325" in view.preview.text.toPlainText() and not view.back.isVisible()
    qtbot.keyClick(authorities.list, Qt.Key.Key_Down)
    second = authorities.list.row_model.row(1)
    qtbot.waitUntil(lambda: view.name.whole() == second.title)
    settled(qtbot, authorities)
    assert view.preview.hit is not None and view.preview.hit.marks


def test_the_page_says_how_often_by_whom_when_and_for_what(
    qtbot: QtBot, authorities: AuthoritiesPage
) -> None:
    page = authorities.authority_view
    show(qtbot, authorities, "Macon")
    assert page.citation.whole() == "57 N.J. 325"
    assert page.counts.text() == (
        "Cited 2 times, in 2 passages of 2 documents, last on September 28, 2012. Not on your good-law list."
    )
    assert page.points.list.row_model.row(0).side == "1 document"
    assert titles(page.documents.list) == ["State v. B.H.", "State v. Lucius B. Ravenel"]
    assert page.documents.remark.text() == "newest first"
    assert page.in_words.text().startswith("From 2009 to 2012: 2 passages")
    assert not page.versions.isVisible() and not page.entries.isVisible() and page.add.isVisible()


def test_an_authority_that_is_gone_is_said_to_be(
    qtbot: QtBot, authorities: AuthoritiesPage, sample_library: HookedLibrary
) -> None:
    sample_library.fail("authorities.page", NotInLibrary())
    qtbot.keyClick(authorities.field, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: NotInLibrary.default_title in authorities.authority_view.message.words())


def test_from_one_authority_to_another_and_back_by_button_and_by_key(
    qtbot: QtBot, in_window: AuthoritiesPage, sample_window: MainWindow
) -> None:
    page = in_window.authority_view
    show(qtbot, in_window, "Yarbough")
    names = [page.name.whole()]
    for _ in range(2):
        number = next(n for n, name in enumerate(titles(page.together.list)) if name not in names)
        click(qtbot, page.together, number, twice=True)
        qtbot.waitUntil(lambda: page.name.whole() not in names)
        names.append(page.name.whole())
    qtbot.mouseClick(page.back, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.name.whole() == names[1])
    qtbot.keyClick(sample_window, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: page.name.whole() == names[0])
    assert not page.back.isVisible() and sample_window.pages.currentIndex() == AUTHORITIES


def test_rows_beyond_the_first_come_on_request_and_the_keyboard_goes_to_them(qtbot: QtBot) -> None:
    section = RowSection("Points", first=3)
    qtbot.addWidget(section)
    section.resize(400, 300)
    section.show_rows([Row(f"Point {n}", target=n) for n in range(5)])
    section.show()
    section.activateWindow()
    assert titles(section.list) == ["Point 0", "Point 1", "Point 2"]
    before = section.list.height()
    qtbot.mouseClick(section.more, Qt.MouseButton.LeftButton)
    assert titles(section.list)[3:] == ["Point 3", "Point 4"]
    assert section.list.current() == 3 and section.list.height() > before
    assert not section.more.isVisible()


def test_a_double_click_opens_the_passage_with_the_citation_marked_and_alt_left_returns_to_its_row(
    qtbot: QtBot, in_window: AuthoritiesPage, sample_window: MainWindow
) -> None:
    page, reader = in_window.authority_view, sample_window.search_page.reader
    show(qtbot, in_window, "Macon")
    with qtbot.waitSignal(reader.opened):
        click(qtbot, page.points, 1, twice=True)
    assert sample_window.pages.currentIndex() == SEARCH and reader.hit is not None
    assert [reader.hit.passage.text[start:end] for start, end in reader.hit.marks] == ["57 N.J. 325"]
    qtbot.keyClick(sample_window, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    settled(qtbot, in_window)
    assert sample_window.pages.currentIndex() == AUTHORITIES and page.points.list.hasFocus()
    rows, area = page.points.list, page.area
    assert rows.currentIndex().row() == 1

    def bottom() -> int:
        return rows.viewport().mapTo(area, rows.visualRect(rows.currentIndex()).bottomLeft()).y()

    qtbot.waitUntil(lambda: 0 < bottom() <= area.viewport().height())


def test_a_click_reads_the_passage_beside_the_page_one_row_is_chosen_and_ctrl_d_collects_it(
    qtbot: QtBot, in_window: AuthoritiesPage, sample_window: MainWindow
) -> None:
    page = in_window.authority_view
    show(qtbot, in_window, "Macon")
    for section in (page.points, page.documents):
        click(qtbot, section, 1)
        settled(qtbot, in_window)
        assert page.preview.hit is not None
        assert page.preview.hit.passage.id == section.list.current().passage_id
    assert page.points.list.current() is None and sample_window.pages.currentIndex() == AUTHORITIES
    qtbot.keyClick(page.documents.list, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: sample_window.collections_page.chooser is not None)


def test_the_report_names_the_documents_and_is_saved_where_it_was_asked_for(
    qtbot: QtBot, authorities: AuthoritiesPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "report.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(file), ""))
    show(qtbot, authorities, "Macon")
    qtbot.mouseClick(authorities.authority_view.reliance, Qt.MouseButton.LeftButton)
    settled(qtbot, authorities)
    report = authorities.report
    assert report is not None
    assert report.extent.text() == "2 documents, 2 passages, newest first"
    assert report.list.row_model.row(0).text.startswith("Page ")
    qtbot.mouseClick(report.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: report.notice.text() == f"2 passages were written to {file}.")
    assert "57 N.J. 325" in file.read_text()
