"""Opens the office's own list of related words in the system's editor, and reports the errors in it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from briefbank.text.messages import Message
from ui.i18n.translate import tr, translate_core
from ui.jobs import JobReporter, Jobs, Lane
from ui.kit.page_parts import forget_when_closed
from ui.shared import wording
from ui.shared.check_results import TO_MEND, Finding, FindingsDialog

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi


class ThesaurusController(QObject):
    """The controller of the list, which is edited in another program. The work runs in the notes lane."""

    status = Signal(str)

    def __init__(self, library: LibraryApi, jobs: Jobs, window: QWidget) -> None:
        super().__init__(window)
        self._library, self._jobs, self._window = library, jobs, window
        self.problems: FindingsDialog | None = None

    def open(self) -> None:
        """Open the list, and report the lines that do not count."""
        job = self._jobs.start(Lane.NOTES, partial(_thesaurus, self._library), topic="thesaurus")
        job.done.connect(self._open_in_editor)
        job.failed.connect(lambda error: self.status.emit(str(error)))

    def _open_in_editor(self, result: tuple[Path, tuple[Message, ...]]) -> None:
        path, problems = result
        if QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            self.status.emit(tr("The list counts from the next search after you save it."))
        else:
            self.status.emit(
                tr("This computer has no program that opens text files. The list is {path}.").format(
                    path=path
                )
            )
        if problems:
            self._show_problems(path, problems)

    def _show_problems(self, path: Path, problems: Sequence[Message]) -> None:
        if self.problems is not None:
            self.problems.close()
        intro = wording.counted(
            len(problems),
            tr("{number} line of {name} could not be read and does not count."),
            tr("{number} lines of {name} could not be read and do not count."),
            name=path.name,
        )
        findings = [Finding(False, TO_MEND, translate_core(problem)) for problem in problems]
        dialog = FindingsDialog(tr("Words searched beside others"), intro, findings, self._window)
        forget_when_closed(self, "problems", dialog)
        self.problems = dialog
        dialog.open()


def _thesaurus(library: LibraryApi, _reporter: JobReporter) -> tuple[Path, tuple[Message, ...]]:
    return library.thesaurus.path(), library.thesaurus.state().problems
