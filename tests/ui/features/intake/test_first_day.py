"""An office's first day in the window: the survey before a large drop, the report after it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from briefbank import settings
from briefbank.domain.ingest import FileStatus, IngestReport, Survey
from briefbank.errors import StoreAway
from tests.stand_ins.library import StubLibrary
from tests.ui import shots_first_day
from tests.ui.conftest import states
from ui.features.intake.controller import State
from ui.features.intake.report_dialog import ReportDialog
from ui.features.intake.survey_dialog import SurveyDialog
from ui.main_window import MainWindow

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support raise")

LONG_MS = 20_000  # The survey has 46,962 files, which are counted in a thread
OFFICE = Path("/tmp/Appeals.dropped")  # With a suffix, so that the stand-in queues it as a file


def surveyed(qtbot: QtBot, window: MainWindow, library: StubLibrary, survey: Survey) -> SurveyDialog:
    library.ingest.surveyed = survey
    window.add([OFFICE])
    qtbot.waitUntil(lambda: shown(window) is not None and not shown(window).bar.isVisible(), timeout=LONG_MS)
    dialog = shown(window)
    assert dialog is not None
    return dialog


def shown(window: MainWindow) -> SurveyDialog | None:
    dialogs = [dialog for dialog in window.findChildren(SurveyDialog) if dialog.isVisible()]
    return dialogs[0] if dialogs else None


def words(widget: SurveyDialog | ReportDialog) -> str:
    return " ".join(label.text() for label in widget.findChildren(QLabel) if label.isVisibleTo(widget))


def test_a_large_drop_is_shown_first_and_added_when_a_person_agrees(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    dialog = surveyed(qtbot, window, library, shots_first_day.survey())
    assert library.called("enqueue") == []
    qtbot.waitUntil(lambda: "21,400" in words(dialog) and "about 513,600 pages" in words(dialog))
    assert "Spreadsheets" in words(dialog) and "1 folder cannot be opened." in words(dialog)
    dialog.patterns.field.setPlainText("*/Billing/*\n*.none")
    qtbot.waitUntil(lambda: "11,621 files" in dialog.patterns.counts.text(), timeout=LONG_MS)
    assert dialog.patterns.counts.text().endswith("\n0 files")
    dialog.add.click()
    qtbot.waitUntil(lambda: states(window) == {OFFICE: "Added"})
    assert settings.load().leave_out == ("*/Billing/*", "*.none")


def test_nothing_is_added_or_kept_without_a_yes(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    dialog = surveyed(qtbot, window, library, shots_first_day.small())
    dialog.patterns.field.setPlainText("*.docx")
    dialog.leave.click()
    qtbot.waitUntil(lambda: shown(window) is None)
    assert library.called("enqueue") == [] and settings.load().leave_out == ()
    assert window.intake_controller.state is State.IDLE


@pytest.mark.parametrize(
    ("survey", "said"),
    [(shots_first_day.survey(1_000), "It does not fit"), (shots_first_day.useless(), "Nothing that")],
)
def test_what_does_not_fit_or_is_of_no_use_cannot_be_added_and_says_why(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, survey: Survey, said: str
) -> None:
    dialog = surveyed(qtbot, window, library, survey)
    assert not dialog.add.isEnabled() and said in words(dialog)


def test_a_look_that_fails_closes_its_page_and_says_so(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.faults["survey"] = StoreAway()
    with qtbot.waitSignal(window.intake_controller.failed):
        window.add([OFFICE])
    assert shown(window) is None and library.called("enqueue") == []


def test_the_report_shows_outcomes_and_reasons_and_is_written_as_a_table(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, tmp_path: Path
) -> None:
    reasons = (("The file is empty. Ask for a new copy and add that.", 2),)
    ended = {FileStatus.ADDED: 12_000, FileStatus.REFUSED: 2}
    library.ingest.reported = IngestReport(ended, 0, 3, reasons, 0, 0, 90_000)
    window.intake.report.click()
    qtbot.waitUntil(lambda: window.ingest_report.dialog is not None)
    dialog = window.ingest_report.dialog
    assert dialog is not None
    qtbot.waitUntil(dialog.save.isEnabled)
    assert "12,005 files" in words(dialog) and "The file is empty." in words(dialog)
    assert "Waiting for the text of scanned pages" in words(dialog) and "90,000 pages" in words(dialog)
    table = tmp_path / "report.csv"
    window.ingest_report.write(table)
    qtbot.waitUntil(table.exists)
    qtbot.waitUntil(lambda: "report.csv" in dialog.state.text())
    dialog.accept()


def test_a_report_of_nothing_says_so(qtbot: QtBot, window: MainWindow) -> None:
    window.intake.report.click()
    dialog = window.ingest_report.dialog
    assert dialog is not None
    qtbot.waitUntil(lambda: "No file was added yet." in words(dialog))
    assert not dialog.save.isEnabled()
    dialog.accept()
