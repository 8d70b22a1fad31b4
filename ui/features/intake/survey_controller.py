"""Shows what lies in a large drop before it is added, and hands on the decision."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from briefbank import settings
from briefbank.domain.ingest import Survey, SurveyTotals
from briefbank.text.file_names import LeaveOut
from ui.features.intake.survey_dialog import SurveyDialog
from ui.jobs import Jobs, Lane
from ui.kit.page_parts import forget_when_closed

TOPIC = "survey"


class SurveyController(QObject):
    """The controller of one survey at a time."""

    agreed = Signal(object, object)  # The dropped Paths and the patterns
    given_up = Signal()
    """Emitted when the person does not add what was dropped; a look that is going on should end."""

    def __init__(self, jobs: Jobs, window: QWidget) -> None:
        super().__init__(window)
        self._jobs, self._window = jobs, window
        self._paths: tuple[Path, ...] = ()
        self._survey: Survey | None = None
        self.dialog: SurveyDialog | None = None

    def show_looking(self, paths: Sequence[Path], done: int, total: int) -> None:
        """Show how far a look is; ``total`` is 0 while files are still being found."""
        self._open(paths).show_looking(done, total)

    def show_survey(self, paths: Sequence[Path], survey: Survey) -> None:
        """Show a survey for decision."""
        self._open(paths)
        self._survey = survey
        self._count(settings.load().leave_out)

    def close(self) -> None:
        """Close the dialog of a look that found nothing to decide, or failed."""
        if self.dialog is not None:
            self.dialog.finished.disconnect(self._finished)
            self.dialog.reject()
            self.dialog = self._survey = None

    def _open(self, paths: Sequence[Path]) -> SurveyDialog:
        if self.dialog is not None and self._paths != tuple(paths):
            self.close()
        if self.dialog is None:
            self._paths = tuple(paths)
            self.dialog = SurveyDialog(", ".join(path.name or str(path) for path in paths), self._window)
            self.dialog.patterns.show_patterns(settings.load().leave_out)
            self.dialog.patterns_changed.connect(self._count)
            self.dialog.finished.connect(self._finished)
            forget_when_closed(self, "dialog", self.dialog)
            self.dialog.open()
        return self.dialog

    def _count(self, patterns: tuple[str, ...]) -> None:
        """Count what the patterns leave; in a thread, since it takes a tenth of a second and more."""
        survey = self._survey
        if survey is None:
            return
        job = self._jobs.start(Lane.COUNTS, lambda _reporter: survey.totals(LeaveOut(patterns)), topic=TOPIC)
        job.done.connect(self._show)

    def _show(self, totals: SurveyTotals) -> None:
        if self.dialog is not None and self._survey is not None:
            self.dialog.show_survey(self._survey, totals)

    def _finished(self, accepted: int) -> None:
        dialog, self.dialog, self._survey = self.dialog, None, None
        if dialog is None:
            return
        if accepted:
            self.agreed.emit(self._paths, dialog.patterns.patterns())
        else:
            self.given_up.emit()
