"""Hands the file of the open document to the system's own viewer, at the page that is being read."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QProcess, QUrl, Signal
from PySide6.QtGui import QDesktopServices

from briefbank.errors import BriefBankError
from ui.jobs import JobReporter, Lane
from ui.own_topics import Lanes
from ui.tongue import tr

if TYPE_CHECKING:
    from briefbank.library import Library

NO_PROGRAM = tr("This computer has no program that opens PDF files.")


class OutsideViewer(QObject):
    """Only ever files of this computer; programs are started with a list of arguments, never by a shell."""

    told = Signal(str)
    failed = Signal(object)
    """The BriefBankError for which the file could not be handed over."""

    def __init__(self, library: Library, jobs: Lanes, parent: QObject) -> None:
        super().__init__(parent)
        self._library, self._jobs = library, jobs

    def open(self, document_id: int, page: int) -> None:
        work = partial(_outside, self._library, document_id, page)
        job = self._jobs.start(Lane.READER, work, topic="outside")
        job.done.connect(partial(self._hand_over, page))
        job.failed.connect(self._not_handed)

    def _hand_over(self, page: int, found: tuple[Path, tuple[str, ...]]) -> None:
        """At the page where the viewer is known to take one; else anywhere, and say where to go."""
        path, command = found
        if command and QProcess.startDetached(command[0], list(command[1:])):
            self.told.emit(tr("Opened outside BriefBank at file page {number}.").format(number=page + 1))
        elif not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            self.told.emit(NO_PROGRAM)
        elif page > 0:
            said = tr("Opened outside BriefBank. Go to page {number} of the file there.")
            self.told.emit(said.format(number=page + 1))
        else:
            self.told.emit(tr("Opened outside BriefBank."))

    def _not_handed(self, error: BriefBankError) -> None:
        self.told.emit(str(error))
        self.failed.emit(error)


def _outside(
    library: Library, document_id: int, page: int, _reporter: JobReporter
) -> tuple[Path, tuple[str, ...]]:
    return library.outside(document_id, page)
