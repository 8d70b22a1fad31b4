"""The draft check: handing a draft over, what is said on the way, the report, and that nothing is kept."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QColor, QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from briefbank.domain.authority_reports import Difference, DraftCoverage, DraftReport
from briefbank.errors import IndexFault, NoText, QueryError
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.drafts import ALERT
from tests.stand_ins.library.law import HOLLIS, MARLOW
from tests.ui.conftest import drop
from ui.features.draft import texts
from ui.features.draft.model import changed
from ui.features.draft.view import DraftView
from ui.main_window import MainWindow
from ui.shared.authority_rows import PassageTarget
from ui.shared.pages import AUTHORITIES, DRAFT, INTAKE, SEARCH
from ui.shared.row_list import RowList
from ui.shared.row_model import Row
from ui.shared.text_layout import changed as looks
from ui.style import theme

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
OpenWindow = Callable[[StubLibrary], MainWindow]
FILE = Path("/made-up/draft.docx")


def idle(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: not any(window.jobs.busy(topic) for topic in ("draft", "spot", "authority")))


def open_page(qtbot: QtBot, window: MainWindow) -> DraftView:
    window.activateWindow()
    qtbot.keyClick(window, Qt.Key.Key_5, Qt.KeyboardModifier.ControlModifier)
    assert window.pages.currentIndex() == DRAFT
    return window.draft


def checked(qtbot: QtBot, window: MainWindow) -> DraftView:
    """The page with the report on a file that was dropped."""
    view = open_page(qtbot, window)
    drop(window, [QUrl.fromLocalFile(str(FILE))])
    idle(qtbot, window)
    assert view.report.isVisible()
    return view


def shown(view: DraftView, part: str) -> list[Row]:
    """The rows of a part of the report."""
    titles = [row.title for row in view.report.parts.row_model.rows()]
    view.report.parts.choose(titles.index(part))
    return view.report.list.row_model.rows()


def click(qtbot: QtBot, rows: RowList, number: int) -> None:
    place = rows.visualRect(rows.row_model.index(number)).center()
    qtbot.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=place)


# --- handing it over -----------------------------------------------------------------------------


def test_a_file_dropped_on_the_page_is_checked_and_not_added(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    checked(qtbot, window)
    assert library.called("check_draft") == [FILE]
    assert library.called("enqueue") == [] and library.called("add") == []
    assert window.pages.currentIndex() == DRAFT and window.intake_model.rowCount() == 0


def test_a_file_dropped_on_another_page_is_added_and_not_checked(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    open_page(qtbot, window)
    window.show_page(SEARCH)
    drop(window, [QUrl.fromLocalFile(str(FILE))])
    assert window.pages.currentIndex() == INTAKE
    assert library.called("check_draft") == []


def test_what_a_drop_would_do_is_said_by_the_page(qtbot: QtBot, window: MainWindow) -> None:
    open_page(qtbot, window)
    assert "check this draft" in window.drop.overlay.accessibleName()
    assert "Nothing of the draft is kept" in window.drop.overlay.accessibleName()
    window.show_page(SEARCH)
    assert "add to the library" in window.drop.overlay.accessibleName()


def test_several_dropped_files_are_not_checked_and_it_is_said_why(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    open_page(qtbot, window)
    drop(window, [QUrl.fromLocalFile("/made-up/1.pdf"), QUrl.fromLocalFile("/made-up/2.pdf")])
    assert library.called("check_draft") == [] and library.called("enqueue") == []
    assert texts.ONE_ONLY in window.status.text.whole()


def test_a_file_is_chosen_with_the_button(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = open_page(qtbot, window)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(FILE), ""))
    qtbot.keyClick(view.start.choose, Qt.Key.Key_Space)
    idle(qtbot, window)
    assert library.called("check_draft") == [FILE]


def test_a_folder_is_refused_before_anything_is_read(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, tmp_path: Path
) -> None:
    view = open_page(qtbot, window)
    drop(window, [QUrl.fromLocalFile(str(tmp_path))])
    idle(qtbot, window)
    assert "This is a folder." in view.notice.text()
    assert library.called("check_draft") == []


def test_pasted_text_is_checked_by_keyboard_and_named_so(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    view = open_page(qtbot, window)
    qtbot.keyClick(view.start.choose, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is view.start.box
    assert not view.start.check.isEnabled()
    QGuiApplication.clipboard().setText("The stop was prolonged.\n\nIt should have ended.")
    view.start.box.paste()
    qtbot.keyClick(view.start.box, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    idle(qtbot, window)
    assert library.called("check_draft") == ["The stop was prolonged.\n\nIt should have ended."]
    assert view.about.whole().startswith("Pasted text: 4,210 words")
    assert not view.open_draft.isVisible()
    assert "page" not in " ".join(row.side.lower() for row in shown(view, "Citations to look at"))


def test_blank_text_is_refused_with_what_to_do(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    view = open_page(qtbot, window)
    qtbot.keyClicks(view.start.box, "   ")
    qtbot.mouseClick(view.start.check, Qt.MouseButton.LeftButton)
    assert view.notice.text() == texts.NO_TEXT_TYPED
    assert library.called("check_draft") == []


# --- on the way ----------------------------------------------------------------------------------


def test_how_far_the_check_is_stands_there_and_it_can_be_stopped(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    gate = library.gates["check_draft"] = threading.Event()
    view = open_page(qtbot, window)
    drop(window, [QUrl.fromLocalFile(str(FILE))])
    qtbot.waitUntil(lambda: "Looking for the same arguments, 4 of 7" in view.message.words())
    assert "Checking “draft.docx”" in view.message.words()
    assert (view.bar.value(), view.bar.maximum()) == (3, 7)
    assert view.cancel.hasFocus()
    qtbot.keyClick(view.cancel, Qt.Key.Key_Space)
    assert view.notice.text() == texts.STOPPED and view.start.isVisible()
    gate.set()
    qtbot.waitUntil(lambda: not window.jobs._running)
    assert view.start.isVisible() and not view.report.parts.row_model.rows()


def test_a_check_that_ends_while_another_page_is_shown_is_said_and_takes_no_keyboard(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    gate = library.gates["check_draft"] = threading.Event()
    open_page(qtbot, window)
    drop(window, [QUrl.fromLocalFile(str(FILE))])
    qtbot.waitUntil(lambda: bool(library.called("check_draft")))
    window.show_page(SEARCH)
    gate.set()
    idle(qtbot, window)
    assert window.status.text.whole() == texts.READY
    assert window.search_page.bar.field.hasFocus()
    assert open_page(qtbot, window).report.parts.hasFocus()


@pytest.mark.parametrize(
    "error",
    [NoText("The draft has no text.", "Paste it."), QueryError("There is too much.", "Save it as a file.")],
)
def test_a_draft_that_cannot_be_checked_says_why_and_another_can_follow(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, error: Exception
) -> None:
    library.faults["check_draft"] = error
    view = open_page(qtbot, window)
    drop(window, [QUrl.fromLocalFile(str(FILE))])
    idle(qtbot, window)
    assert view.notice.text() == str(error) and view.start.choose.hasFocus()
    library.faults.clear()
    drop(window, [QUrl.fromLocalFile(str(FILE))])
    idle(qtbot, window)
    assert view.report.isVisible() and not view.notice.isVisible()


def test_without_the_model_for_meaning_the_report_says_that_words_alone_were_compared(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.faults["warm"] = IndexFault("The model is gone.", "Choose another.")
    view = checked(qtbot, window)
    assert "words alone. The model is gone." in view.report.notice.text()
    assert "not checked: 5." in view.report.notice.text()


# --- the report ----------------------------------------------------------------------------------


def test_the_parts_stand_with_their_counts_and_the_first_that_has_something_is_shown(
    qtbot: QtBot, window: MainWindow
) -> None:
    view = checked(qtbot, window)
    assert [(row.title, row.side or row.detail) for row in view.report.parts.row_model.rows()] == [
        ("On your office’s list", "1"),
        ("Not cited by the draft", "1"),
        ("Quotations to look at", "3"),
        ("Citations to look at", "1"),
        ("Cited otherwise in your library", "1"),
        ("What your office argued", "2"),
        ("I. THE STOP WAS PROLONGED.", "Page 1  ·  2 passages"),
        ("II. THE SENTENCE IS EXCESSIVE.", "Page 7  ·  nothing like it"),
    ]
    assert view.report.title.whole() == "On your office’s list"
    assert view.report.parts.hasFocus()
    assert texts.NOTHING_KEPT in view.about.whole()


def test_a_listed_authority_is_shown_with_its_alert_and_places_and_opens_its_page(
    qtbot: QtBot, window: MainWindow
) -> None:
    view = checked(qtbot, window)
    first, *places = shown(view, "On your office’s list")
    assert (first.title, first.warning) == ("State v. Marlow", ALERT)
    assert first.detail == "Cited on page 2, file page 10" and ALERT in first.spoken
    assert [row.side for row in places] == ["Page 2", "File page 10"]
    click(qtbot, view.report.list, 0)
    idle(qtbot, window)
    assert window.pages.currentIndex() == AUTHORITIES
    qtbot.waitUntil(lambda: window.authorities.page.authority == MARLOW)


def test_a_forgotten_authority_opens_where_your_office_cites_it(qtbot: QtBot, window: MainWindow) -> None:
    view = checked(qtbot, window)
    (row,) = shown(view, "Not cited by the draft")
    assert row.title == HOLLIS.name and "Cited in 3 of the passages that argue the same" in row.detail
    with qtbot.waitSignal(window.search.reader.opened):
        click(qtbot, view.report.list, 0)
    assert window.pages.currentIndex() == SEARCH
    hit = window.search.reader.hit
    assert hit is not None and [hit.passage.text[a:b] for a, b in hit.marks] == ["authority"]


def test_differing_words_are_marked_by_more_than_colour_and_read_aloud_in_words(
    qtbot: QtBot, window: MainWindow
) -> None:
    view = checked(qtbot, window)
    differing, missing, unknown = shown(view, "Quotations to look at")
    marked = [(differing.text[a:b], change) for a, b, change in differing.changes]
    assert marked == [("[should have been]", "removed"), ("ought to be", "added")]
    assert "[left out: should have been] [not in the source: ought to be]" in differing.spoken
    struck, added = looks(differing.changes, theme.LIGHT)
    assert struck.format.fontStrikeOut() and added.format.fontUnderline()
    assert "not found in the library’s text" in missing.warning
    assert "the library has no text of this source" in unknown.warning
    with qtbot.waitSignal(window.search.reader.opened):
        click(qtbot, view.report.list, 0)
    assert window.search.reader.hit is not None


def test_differences_lie_where_their_words_are() -> None:
    differences = [Difference("added", "a"), Difference("same", "b c"), Difference("removed", "d")]
    assert changed(differences) == ("a b c [d]", ((0, 1, "added"), (6, 9, "removed")))


@pytest.mark.parametrize("c", [theme.LIGHT, theme.DARK], ids=["light", "dark"])
def test_differing_words_and_alerts_stand_out_from_their_ground(c: theme.Colours) -> None:
    def light(colour: str) -> float:
        parts = [
            v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in QColor(colour).getRgbF()[:3]
        ]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    for ink, ground in ((c.bad, c.bad_soft), (c.good, c.good_soft), (c.warn, c.surface), (c.warn, c.hover)):
        high, low = sorted((light(ink), light(ground)), reverse=True)
        assert (high + 0.05) / (low + 0.05) >= 4.5


def test_sections_are_entered_by_keyboard_and_a_passage_is_copied_with_its_citation_and_opened(
    qtbot: QtBot, window: MainWindow
) -> None:
    view = checked(qtbot, window)
    shown(view, "What your office argued")
    qtbot.keyClick(view.report.parts, Qt.Key.Key_Return)
    assert view.report.list.hasFocus()
    qtbot.keyClick(view.report.list, Qt.Key.Key_Return)
    assert view.report.title.whole() == "I. THE STOP WAS PROLONGED."
    qtbot.keyClick(view.report.list, Qt.Key.Key_Down)
    assert view.report.list.row_model.rows()[1].warning == ALERT
    qtbot.keyClick(view.report.list, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = QGuiApplication.clipboard().text()
    assert "Imogen Pell" in copied and "file page 3" in copied
    with qtbot.waitSignal(window.search.reader.opened):
        qtbot.keyClick(view.report.list, Qt.Key.Key_Return)
    assert window.search.reader.hit.document.id == 2
    assert open_page(qtbot, window).report.title.whole() == "I. THE STOP WAS PROLONGED."


COMPLETE = DraftCoverage(
    unread_pages=0, sections_left_out=0, quotations_left_out=0, record_quotations=0, list_entries=1
)
PARTS = (
    "On your office’s list",
    "Not cited by the draft",
    "Quotations to look at",
    "Citations to look at",
    "Cited otherwise in your library",
)


def clean_report(library: StubLibrary, **changes: object) -> DraftReport:
    """A report in which all was compared and nothing found, changed as named."""
    empty = dict.fromkeys(("forgotten", "relied_on", "quotations", "malformed", "miscited", "notes"), ())
    return replace(library.drafting.draft_report(), **{**empty, "coverage": COMPLETE, **changes})


def test_a_case_cited_otherwise_stands_at_its_page_and_opens_what_knows_it(
    qtbot: QtBot, window: MainWindow
) -> None:
    view = checked(qtbot, window)
    [case, document] = shown(view, "Cited otherwise in your library")
    assert case.title == "“State v. Marlow, 107 N.J. 632”" and case.side == "Page 4"
    assert case.text.endswith("in 2 documents. Check the volume.")
    assert case.target == MARLOW and isinstance(document.target, PassageTarget)


def ticks(view: DraftView) -> dict[str, bool]:
    """The parts without rows, and whether each has the tick of "Nothing to report"."""
    manifest = {part: view.report.message.words() for part in PARTS if not shown(view, part)}
    return {part: said.startswith("Nothing to report.") for part, said in manifest.items()}


def test_the_tick_stands_in_each_part_where_all_was_compared(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.drafts.result = clean_report(library)
    view = checked(qtbot, window)
    assert ticks(view) == dict.fromkeys(PARTS, True) and not view.report.notice.isVisible()


def test_a_quotation_that_was_not_compared_is_the_headline_and_a_row_and_takes_the_tick_away(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    absent = library.drafting.draft_report().quotations[2]
    same = library.drafting.draft_report().quotations[3]
    library.drafts.result = clean_report(library, quotations=(same, absent))
    view = checked(qtbot, window)
    assert view.report.notice.text() == "1 of 2 quotations was not compared."
    assert view.report.title.whole() == "Quotations to look at", "the part with rows is shown first"
    assert view.report.remark.text() == (
        "1 of 2 quotations was not compared. 1 quotation is as in the library’s text."
    )
    [row] = shown(view, "Quotations to look at")
    assert row.title == MARLOW.name and "Not compared" in row.warning and "Not compared" in row.spoken


@pytest.mark.parametrize(
    ("changes", "without"),
    [
        ({"coverage": replace(COMPLETE, unread_pages=2)}, PARTS),
        ({"coverage": replace(COMPLETE, quotations_left_out=3)}, ("Quotations to look at",)),
        ({"coverage": replace(COMPLETE, record_quotations=3)}, ("Quotations to look at",)),
        ({"coverage": replace(COMPLETE, list_entries=0)}, ("On your office’s list",)),
        ({"coverage": replace(COMPLETE, sections_left_out=1)}, ("Not cited by the draft",)),
        ({"sections": ()}, ("Not cited by the draft",)),
        ({"cited": ()}, (PARTS[0], *PARTS[3:])),
    ],
    ids=["pages", "quotations", "record", "empty list", "sections", "nothing argued", "no authority"],
)
def test_a_part_that_was_not_wholly_compared_has_no_tick(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, changes: dict[str, object], without: Sequence[str]
) -> None:
    library.drafts.result = clean_report(library, **changes)
    view = checked(qtbot, window)
    results = ticks(view)
    assert {part for part, tick in results.items() if not tick} == set(without) and len(results) == len(PARTS)
    counts = {row.title: row.side for row in view.report.parts.row_model.rows()}
    assert {part for part in PARTS if counts[part] != "0"} == set(without), "nor is it counted as nought"


def test_what_the_office_argued_is_empty_without_a_tick(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.drafts.result = clean_report(library, sections=())
    view = checked(qtbot, window)
    assert shown(view, "What your office argued") == []
    assert "Nothing found. No part of the draft was compared" in view.report.message.words()


def test_clear_forgets_the_report_the_text_and_the_path(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    view = open_page(qtbot, window)
    qtbot.keyClicks(view.start.box, "The stop was prolonged.")
    qtbot.mouseClick(view.start.check, Qt.MouseButton.LeftButton)
    idle(qtbot, window)
    qtbot.mouseClick(view.clear, Qt.MouseButton.LeftButton)
    assert view.start.isVisible() and view.start.box.toPlainText() == ""
    assert not view.start.box.document().isUndoAvailable()
    assert view.report.parts.row_model.rows() == [] and view.report.list.row_model.rows() == []
    assert window.draft_controller._path is None
    assert "State v." not in view.about.whole() and not view.clear.isVisible()


def test_a_report_of_many_sections_keeps_the_window_quick(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    report = library.drafting.draft_report()
    many = tuple(
        replace(report.sections[0], heading_path=(f"POINT {n}",), hits=report.sections[0].hits * 3)
        for n in range(60)
    )
    library.drafts.result = replace(report, sections=many, quotations=report.quotations[:1] * 400)
    view = checked(qtbot, window)
    assert view.report.parts.row_model.rowCount() == 66
    assert len(shown(view, "Quotations to look at")) == 400


@pytest.mark.parametrize("name", ["draft.pdf", "draft.desktop", "link.pdf"])
def test_a_draft_is_opened_elsewhere_only_where_the_system_would_not_run_it(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    handed: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: handed.append(url) or True)
    for text in ("draft.pdf", "draft.desktop"):
        (tmp_path / text).write_text("The motion was denied.")
    (tmp_path / "link.pdf").symlink_to(tmp_path / "draft.desktop")
    view = open_page(qtbot, window)
    drop(window, [QUrl.fromLocalFile(str(tmp_path / name))])
    idle(qtbot, window)
    view.open_draft.click()
    assert [url.fileName() for url in handed] == (["draft.pdf"] if name == "draft.pdf" else [])
    assert ("does not hand" in window.status.text.whole()) == (name != "draft.pdf")
