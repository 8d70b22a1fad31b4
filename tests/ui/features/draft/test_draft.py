"""The draft check: handing a draft over, what is said on the way, the report, and that nothing is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from briefbank.domain.authority_reports import DraftCoverage, DraftReport
from briefbank.text.messages import Message
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import drop
from tests.ui.features.draft.conftest import DRAFT, check, rows_of, settled
from ui.features.draft import page as texts
from ui.features.draft.page import DraftPage
from ui.kit.text import changed as looks
from ui.main_window import MainWindow
from ui.shared import pages
from ui.shared.passages import PassageTarget
from ui.style import theme

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise", "grabbing the keyboard")
CTRL = Qt.KeyboardModifier.ControlModifier
PARTS = (
    "No longer good law",
    "Authorities not cited",
    "Quotations",
    "Malformed citations",
    "Conflicting citations",
)


def test_a_file_dropped_on_the_page_is_checked_and_leaves_nothing_in_the_library(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary, draft: Path, tmp_path: Path
) -> None:
    files = sorted((tmp_path / "sample-library" / "files").rglob("*"))
    qtbot.keyClick(sample_window, Qt.Key.Key_4, CTRL)
    assert sample_window.pages.currentIndex() == pages.DRAFT
    assert "check this draft" in sample_window.drop.overlay.accessibleName()
    drop(sample_window, [QUrl.fromLocalFile(str(draft))])
    settled(qtbot, sample_window.draft_page)
    assert sample_window.draft_page.report.isVisible()
    assert sample_library.documents.totals()[0] == 8 and sample_library.ingest.waiting() == []
    assert sorted((tmp_path / "sample-library" / "files").rglob("*")) == files
    sample_window.show_page(pages.SEARCH)
    assert "add to the library" in sample_window.drop.overlay.accessibleName()


def test_what_cannot_be_checked_says_why_and_another_can_follow(
    qtbot: QtBot, page: DraftPage, sample_library: HookedLibrary, draft: Path, tmp_path: Path
) -> None:
    with qtbot.waitSignal(page.status) as status:
        page.take_dropped([draft, draft])
    assert status.args == [texts.ONE_ONLY] and not sample_library.called("drafts.check")
    (tmp_path / "draft.pdf").write_bytes(bytes(range(256)) * 40)
    for path, said in ((tmp_path, "This is a folder."), (tmp_path / "draft.pdf", "")):
        check(qtbot, page, path)
        assert page.notice.text() and said in page.notice.text() and page.choose.hasFocus()
        assert page.notice.width() == page.width() and not page.about.isVisible()
    check(qtbot, page, draft)
    assert page.report.isVisible() and not page.notice.isVisible()


def test_pasted_text_is_checked_by_keyboard_and_named_so_and_clear_forgets_it(
    qtbot: QtBot, page: DraftPage
) -> None:
    page.choose.setFocus()
    qtbot.keyClick(page.choose, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is page.box and not page.check.isEnabled()
    QGuiApplication.clipboard().setText(DRAFT)
    page.box.paste()
    qtbot.keyClick(page.box, Qt.Key.Key_Return, CTRL)
    settled(qtbot, page)
    assert page.about.whole().startswith("Pasted text: ") and texts.NOTHING_KEPT in page.about.whole()
    assert rows_of(page, "Malformed citations")[0].side == "", "pasted text has no pages"
    qtbot.mouseClick(page.clear, Qt.MouseButton.LeftButton)
    assert page.choose.isVisible() and page.box.toPlainText() == "" and not page.clear.isVisible()
    assert not page.box.document().isUndoAvailable() and not page.about.whole()
    assert page.report.parts.row_model.rows() == [] and page.report.list.row_model.rows() == []


def test_how_far_the_check_is_stands_there_and_it_can_be_stopped(
    qtbot: QtBot, page: DraftPage, sample_library: HookedLibrary, draft: Path
) -> None:
    gate = sample_library.hold("drafts.check")
    page.take_dropped([draft])
    qtbot.waitUntil(lambda: "Getting ready …" in page.message.words())
    assert "Checking “draft.txt”" in page.message.words() and page.cancel.hasFocus()
    qtbot.waitUntil(lambda: bool(sample_library.called("drafts.check")))
    [(_draft, reporter)] = sample_library.called("drafts.check")
    reporter.progress(Message("looking for the same arguments"), 3, 7)
    qtbot.waitUntil(lambda: "Looking for the same arguments, 4 of 7 …" in page.message.words())
    assert (page.bar.value(), page.bar.maximum()) == (3, 7)
    qtbot.keyClick(page.cancel, Qt.Key.Key_Space)
    assert page.notice.text() == texts.STOPPED and page.choose.isVisible()
    gate.set()
    qtbot.waitUntil(lambda: not page.jobs.busy("draft"))
    assert page.choose.isVisible() and not page.report.parts.row_model.rows()


def test_the_parts_stand_with_their_counts_and_the_first_shows_a_listed_authority_and_opens_its_page(
    qtbot: QtBot, checked: DraftPage
) -> None:
    rows = checked.report.parts.row_model.rows()
    counts = {row.title: row.side or row.detail for row in rows}
    assert {part: counts[part] for part in (PARTS[0], *PARTS[2:])} == {
        "No longer good law": "1",
        "Quotations": "2",
        "Malformed citations": "1",
        "Conflicting citations": "1",
    }
    assert [row.title for row in rows[:6]] == [*PARTS, "What your office argued"]
    assert "passages" in counts["POINT I THE OFFICERS HAD NO RIGHT TO ASK FOR CONSENT."]
    assert checked.report.title.whole() == "No longer good law" and checked.report.parts.hasFocus()
    assert texts.NOTHING_KEPT in checked.about.whole()
    first, *places = rows_of(checked, "No longer good law")
    assert first.title == "State v. Carty" and "overruled by State v. Quell" in first.warning
    assert first.detail.startswith("Cited on ") and first.warning in first.spoken
    assert places and all("170 N.J. 632" in row.text and row.side for row in places)
    checked.report.list.setFocus()
    with qtbot.waitSignal(checked.authority_wanted):
        qtbot.keyClick(checked.report.list, Qt.Key.Key_Return)


def test_an_authority_that_is_not_cited_opens_where_the_office_cites_it_and_alt_left_returns(
    qtbot: QtBot, sample_window: MainWindow, draft: Path
) -> None:
    sample_window.activateWindow()
    sample_window.show_page(pages.DRAFT)
    page, reader = sample_window.draft_page, sample_window.search_page.reader
    check(qtbot, page, draft)
    row, *_others = rows_of(page, "Authorities not cited")
    assert "that argues the same" in row.detail
    page.report.list.setFocus()
    with qtbot.waitSignal(reader.opened):
        qtbot.keyClick(page.report.list, Qt.Key.Key_Return)
    assert sample_window.pages.currentIndex() == pages.SEARCH and reader.hit is not None
    [(start, end), *_more] = reader.hit.marks
    assert reader.hit.passage.text[start:end] in row.spoken
    qtbot.keyClick(sample_window, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert sample_window.pages.currentIndex() == pages.DRAFT
    assert page.report.title.whole() == "Authorities not cited" and page.report.list.hasFocus()


def test_a_finding_is_read_beside_the_list_copied_with_its_citation_and_put_into_a_collection(
    qtbot: QtBot, checked: DraftPage
) -> None:
    rows_of(checked, "What your office argued")
    qtbot.keyClick(checked.report.parts, Qt.Key.Key_Return)
    assert checked.report.list.hasFocus()
    qtbot.keyClick(checked.report.list, Qt.Key.Key_Return)
    assert checked.report.title.whole() == "POINT I THE OFFICERS HAD NO RIGHT TO ASK FOR CONSENT."
    preview = checked.report.preview
    hit = preview.hit
    assert hit is not None and preview.text.toPlainText() == hit.passage.text
    qtbot.keyClick(checked.report.list, Qt.Key.Key_C, CTRL)
    assert hit.citation in QGuiApplication.clipboard().text()
    with qtbot.waitSignal(checked.collect_wanted):
        qtbot.mouseClick(preview.collect, Qt.MouseButton.LeftButton)


def test_differing_words_are_marked_by_more_than_colour_and_a_case_cited_otherwise_opens_what_knows_it(
    checked: DraftPage,
) -> None:
    differing, unknown = rows_of(checked, "Quotations")
    marked = [(differing.text[start:end], change) for start, end, change in differing.changes]
    assert marked == [("[lawfully stopped]", "removed"), ("parked", "added")]
    assert "[left out: lawfully stopped] [not in the source: parked]" in differing.spoken
    struck, added = looks(differing.changes, theme.LIGHT)
    assert struck.format.fontStrikeOut() and added.format.fontUnderline()
    assert isinstance(differing.target, PassageTarget)
    assert "the library has no text of this source" in unknown.warning and unknown.target is None
    assert checked.report.notice.text() == "1 of 2 quotations was not compared."
    [malformed] = rows_of(checked, "Malformed citations")
    assert "170 N.J. 632, 530" in malformed.title and malformed.side
    case, *documents = rows_of(checked, "Conflicting citations")
    assert case.title == "“State v. Macon, 75 N.J. 325 (1971)”" and case.side and case.target is not None
    assert {row.title for row in documents} == {"State v. B.H.", "State v. Lucius B. Ravenel"}
    assert all(isinstance(row.target, PassageTarget) for row in documents)


COMPLETE = DraftCoverage(
    unread_pages=0, sections_left_out=0, quotations_left_out=0, record_quotations=0, list_entries=1
)


def clean(report: DraftReport) -> DraftReport:
    """A report in which all was compared and nothing found."""
    empty = dict.fromkeys(("forgotten", "relied_on", "quotations", "malformed", "miscited", "notes"), ())
    return replace(report, coverage=COMPLETE, **empty)


def ticks(page: DraftPage) -> dict[str, bool]:
    """The parts without rows, and whether each has the tick of "Nothing to report"."""
    messages = {part: page.report.message.words() for part in PARTS if not rows_of(page, part)}
    return {part: said.startswith("Nothing to report.") for part, said in messages.items()}


@pytest.mark.parametrize(
    ("changes", "without"),
    [
        ({}, ()),
        ({"coverage": replace(COMPLETE, unread_pages=2)}, PARTS),
        ({"coverage": replace(COMPLETE, quotations_left_out=3)}, ("Quotations",)),
        ({"coverage": replace(COMPLETE, record_quotations=3)}, ("Quotations",)),
        ({"coverage": replace(COMPLETE, list_entries=0)}, ("No longer good law",)),
        ({"coverage": replace(COMPLETE, sections_left_out=1)}, ("Authorities not cited",)),
        ({"sections": ()}, ("Authorities not cited",)),
        ({"cited": ()}, (PARTS[0], *PARTS[3:])),
    ],
    ids=["all", "pages", "quotations", "record", "empty list", "sections", "nothing argued", "no authority"],
)
def test_only_a_part_that_was_wholly_compared_has_a_tick(
    qtbot: QtBot,
    page: DraftPage,
    sample_library: HookedLibrary,
    draft: Path,
    changes: dict[str, object],
    without: Sequence[str],
) -> None:
    sample_library.change("drafts.check", lambda report: replace(clean(report), **changes))
    check(qtbot, page, draft)
    results = ticks(page)
    assert {part for part, tick in results.items() if not tick} == set(without) and len(results) == len(PARTS)
    counts = {row.title: row.side for row in page.report.parts.row_model.rows()}
    assert {part for part in PARTS if counts[part] != "0"} == set(without), "nor is it counted as nought"
    if "sections" in changes:
        assert rows_of(page, "What your office argued") == []
        assert "Nothing found. No part of the draft was compared" in page.report.message.words()
