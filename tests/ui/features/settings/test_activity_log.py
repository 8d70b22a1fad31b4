"""The record of what was done, as it is read in the window: by day, by sort, whole or not, and as a file."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from briefbank.audit import chain
from briefbank.audit.chain import sentence
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.ingest import Refusal
from briefbank.domain.maintenance import AuditEvent, AuditValue
from briefbank.jobs import QuietReporter
from briefbank.text.messages import as_message
from tests.stand_ins.hooked_library import HookedLibrary
from ui.features.settings import activity_log as record
from ui.features.settings.activity_log import RecordDialog, RecordPanel
from ui.i18n import translate
from ui.i18n.translate import Language
from ui.main_window import MainWindow

DONE: tuple[tuple[AuditEvent, dict[str, AuditValue]], ...] = (
    (AuditEvent.BEGUN, {"documents": 0, "sample": False}),
    (AuditEvent.ADDED, {"document": 1, "kind": "brief", "pages": 42}),
    (AuditEvent.ADDED, {"document": 2, "kind": "opinion", "pages": 1}),
    (AuditEvent.REFUSED, {"files": 3, "reason": "protected"}),
    (AuditEvent.CORRECTED, {"document": 1, "field": "filed"}),
    (AuditEvent.SETTING, {"setting": "remember", "on": False}),
    (AuditEvent.GOOD_LAW, {"change": "imported", "lines": 12}),
    (AuditEvent.EXPORTED, {"what": "results", "format": "docx", "lines": 57}),
    (AuditEvent.SUMMARY, {"document": 2, "summary": "generated"}),
    (AuditEvent.REMOVED, {"document": 2, "kind": "opinion", "pages": 1}),
    (AuditEvent.SELF_TEST, {"passed": 12, "failed": 0}),
    (AuditEvent.BACKED_UP, {"documents": 1}),
)

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")


def opened(qtbot: QtBot, window: MainWindow) -> RecordDialog:
    """Open the log by its button among the settings."""
    window.show_settings(RecordPanel)
    panel = window.settings_page.panel(RecordPanel)
    qtbot.mouseClick(panel.open, Qt.MouseButton.LeftButton)
    dialog = panel.dialog
    assert dialog is not None
    qtbot.waitUntil(lambda: not window.jobs.busy(record.LIST, dialog))
    return dialog


def row_texts(dialog: RecordDialog) -> list[str]:
    """Return the texts of the rows, including days."""
    return [row.title or row.text for row in dialog.list.row_model.rows()]


def test_the_log_is_read_by_day_the_newest_first_and_said_to_be_complete(
    qtbot: QtBot, sample_library: HookedLibrary, sample_window: MainWindow
) -> None:
    sample_library.maintenance.rebuild(QuietReporter())
    dialog = opened(qtbot, sample_window)
    day, first, *_others, last = row_texts(dialog)
    at = sample_library.audit.entries()[0].at.astimezone()
    assert day == translate.day(at.date()) and last.startswith("The activity log begins")
    assert first == "The search indexes were made anew: 101 passages."
    assert dialog.list.row_model.rows()[1].side == f"{at:%H:%M}"
    assert dialog.extent.text() == f"{len(sample_library.audit.entries())} entries"
    qtbot.waitUntil(lambda: dialog.state.text() == record.WHOLE)


def test_what_is_wrong_with_the_log_is_said_with_what_to_do(
    qtbot: QtBot, sample_library: HookedLibrary, sample_window: MainWindow
) -> None:
    problems = [as_message(f"Entry {number} is missing.") for number in range(1, 6)]
    sample_library.change("audit.verify", lambda _problems: problems)
    dialog = opened(qtbot, sample_window)
    qtbot.waitUntil(lambda: "not complete" in dialog.state.text())
    assert "Entry 3 is missing. And 2 more. Tell whoever" in dialog.state.text()
    assert dialog.state.property("bad") is True


def test_the_list_is_narrowed_by_key_and_the_keyboard_stays_there(
    qtbot: QtBot, sample_window: MainWindow
) -> None:
    dialog = opened(qtbot, sample_window)
    dialog.choice.setFocus()
    qtbot.keyClick(dialog.choice, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: dialog.extent.text() == "8 entries")
    assert all(text.startswith("Document ") for text in row_texts(dialog)[1:])
    assert dialog.focusWidget() is dialog.choice
    qtbot.keyClick(dialog.choice, Qt.Key.Key_Down)
    qtbot.waitUntil(dialog.message.isVisible)
    assert record.NOTHING in dialog.message.words()
    assert not dialog.export.isEnabled() and not dialog.older.isEnabled()


def test_older_entries_come_when_they_are_asked_for_and_reading_goes_on_where_it_was(
    qtbot: QtBot, sample_window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record, "STEP", 4)
    dialog = opened(qtbot, sample_window)
    qtbot.waitUntil(lambda: dialog.extent.text() == "The newest 4 entries")
    before = len(row_texts(dialog))
    qtbot.mouseClick(dialog.older, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.extent.text() == "The newest 8 entries")
    assert dialog.list.currentIndex().row() == before
    qtbot.mouseClick(dialog.older, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not dialog.older.isEnabled())
    assert row_texts(dialog)[-1].startswith("The activity log begins")


def test_the_log_is_written_whole_into_a_table_also_where_its_dialog_was_closed_meanwhile(
    qtbot: QtBot, sample_library: HookedLibrary, sample_window: MainWindow, tmp_path: Path
) -> None:
    number = len(sample_library.audit.entries())
    dialog = opened(qtbot, sample_window)
    dialog.write(tmp_path / "record.csv")
    qtbot.waitUntil(lambda: dialog.state.text() == f"{number} entries were written to record.csv.")
    lines = list(csv.reader((tmp_path / "record.csv").read_text("utf-8-sig").splitlines()))
    assert [line[2] for line in lines][:2] == ["Act", "added"] and len(lines) == number + 1
    assert sample_library.audit.entries()[0].act is AuditEvent.EXPORTED
    dialog.write(tmp_path / "nowhere" / "record.csv")
    qtbot.waitUntil(lambda: "could not be written there" in dialog.state.text())
    gate = sample_library.hold("exports.record")
    dialog.write(tmp_path / "record.csv")
    dialog.close()
    qtbot.waitUntil(lambda: sample_window.settings_page.panel(RecordPanel).dialog is None)
    gate.set()
    qtbot.waitUntil(lambda: sample_window.status.text.whole().endswith(" were written to record.csv."))


def test_every_sentence_of_the_record_is_told_in_spanish() -> None:
    spanish = Language("es")
    said = [sentence(act, details, "0.1.0") for act, details in DONE]
    said += [sentence(act, {}, "0.1.0") for act in AuditEvent]
    said += [
        sentence(act, {"document": 1, "matter": "A-1-20"}, "") for act in (AuditEvent.OPENED, AuditEvent.SENT)
    ]
    said += [sentence(AuditEvent.RESTORED, {"documents": 3, "entries": 1200, "earlier": "0" * 64}, "0.1.0")]
    said += [sentence(AuditEvent.SETTING, {"setting": name}, "") for name in chain.WORDS["setting"]]
    said += [sentence(AuditEvent.CORRECTED, {"document": 1, "field": name}, "") for name in CaptionField]
    said += [sentence(AuditEvent.REFUSED, {"files": 2, "reason": name}, "") for name in Refusal]
    said += [
        sentence(AuditEvent.EXPORTED, {"what": name, "format": "csv", "lines": 1}, "")
        for name in chain.WORDS["what"]
    ]
    english = re.compile(r"\b(the|of|was|were|is|and|entry)\b", re.IGNORECASE)
    assert [text for text in map(spanish.translate_core, said) if english.search(text)] == []
