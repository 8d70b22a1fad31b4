"""Removing documents: the question names their number and the backups; undoing what can be undone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from briefbank.domain.maintenance import KnownBackup
from briefbank.errors import StoreAway
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import answer_boxes, list_settled, show_library
from ui.features.library import changes
from ui.jobs import JobReporter
from ui.main_window import MainWindow

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")
MADE = datetime(2026, 3, 3, 12, 0, tzinfo=UTC)
ON_DISK = KnownBackup(Path("/media/office/backup"), MADE)


def press_delete(qtbot: QtBot, window: MainWindow, *rows: int) -> list[int]:
    """Press Delete on rows of the table; return the ids of their documents."""
    show_library(qtbot, window)
    table = window.library_page.table
    table.choose(rows, rows[-1])
    chosen = table.chosen()
    qtbot.keyClick(table, Qt.Key.Key_Delete)
    return chosen


def test_enter_keeps_the_document_and_the_question_names_each_backup_with_its_day_and_folder(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    questions = answer_boxes(monkeypatch)
    sample_library.change("maintenance.backups_with", lambda _known: (ON_DISK,))
    press_delete(qtbot, sample_window, 0)
    qtbot.waitUntil(lambda: bool(questions))
    assert "Remove “State v. Solomon Adeyemi-Cross” from the library?" in questions[0]
    assert "• March 3, 2026" in questions[0] and ", in /media/office/backup" in questions[0]
    assert "Back the library up into the same folder again" in questions[0]
    assert sample_library.called("documents.remove_many") == []


@pytest.mark.parametrize(
    ("rows", "button", "text"),
    [
        ((0,), "Remove", "“State v. Solomon Adeyemi-Cross” was removed from the library."),
        ((0, 2, 3), "Remove 3", "3 documents were removed from the library."),
        ((0, 2, 3), "Keep them", ""),
    ],
)
def test_documents_are_removed_after_one_question_that_names_their_number(
    qtbot: QtBot,
    sample_window: MainWindow,
    sample_library: HookedLibrary,
    monkeypatch: pytest.MonkeyPatch,
    rows: tuple[int, ...],
    button: str,
    text: str,
) -> None:
    questions = answer_boxes(monkeypatch, button)
    chosen = press_delete(qtbot, sample_window, *rows)
    qtbot.waitUntil(lambda: bool(questions))
    assert "cannot be undone" in questions[0] and "knows of no backup" in questions[0]
    assert f"{len(rows)} documents" in questions[0] or len(rows) == 1
    if text:
        qtbot.waitUntil(lambda: sample_window.status.text.whole() == text)
    list_settled(qtbot, sample_window)
    assert len(sample_library.documents.some(chosen)) == (0 if text else len(rows))


def test_backups_of_a_series_say_until_when_they_are_kept_and_many_are_counted() -> None:
    dated = KnownBackup(Path("/media/series"), MADE, MADE + timedelta(days=30))
    text = changes.meaning([dated])
    assert f"in {dated.folder}, until April 2, 2026" in text
    assert "deleted by the first one after that day" in text
    assert "after that day" not in changes.meaning([ON_DISK])
    text = changes.meaning([KnownBackup(Path(f"/media/{n}"), MADE - timedelta(days=n)) for n in range(7)])
    assert text.count("•") == changes.MOST_NAMED and "and 3 more" in text


def test_undoing_that_failed_is_offered_again(qtbot: QtBot, sample_window: MainWindow) -> None:
    done: list[str] = []
    page = sample_window.library_page

    def work(_reporter: JobReporter) -> None:
        done.append("undone")
        raise StoreAway

    page.offer_undo("Two were changed.", work)
    page.undo()
    qtbot.waitUntil(lambda: not page.notice.isHidden())
    assert page.notice.text() == "Two were changed."
    page.undo()
    qtbot.waitUntil(lambda: len(done) == 2)
