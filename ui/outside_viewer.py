"""Hands the file of the open document to the system's own viewer, at the page that is being read."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QProcess, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from briefbank.errors import BriefBankError
from ui.jobs import JobReporter, Lane
from ui.own_topics import Lanes
from ui.tongue import tr
from ui.widgets.confirmation import confirmed

if TYPE_CHECKING:
    from briefbank.library import Library, PageView

NO_PROGRAM = tr("This computer has no program that opens PDF files.")


class OutsideViewer(QObject):
    """Only ever files of this computer; programs are started with a list of arguments, never by a shell."""

    told = Signal(str)
    failed = Signal(object)
    """The BriefBankError for which the file could not be handed over."""

    def __init__(self, library: Library, jobs: Lanes, parent: QWidget) -> None:
        super().__init__(parent)
        self._library, self._jobs, self._widget = library, jobs, parent

    def open(self, document_id: int, page: int, view: PageView | None) -> None:
        """``view`` shows the document here; None while it is being opened."""
        work = partial(_outside, self._library, document_id, page, view)
        job = self._jobs.start(Lane.PAGES, work, topic="outside")
        job.done.connect(partial(self._hand_over, page))
        job.failed.connect(self._not_handed)

    def _hand_over(self, page: int, found: tuple[Path, tuple[str, ...], bool]) -> None:
        """At the page where the viewer is known to take one; else anywhere, and say where to go."""
        path, command, acts = found
        if acts and not self._agreed():
            return
        if command and QProcess.startDetached(command[0], list(command[1:])):
            self.told.emit(tr("Opened outside BriefBank at file page {number}.").format(number=page + 1))
        elif not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            self.told.emit(NO_PROGRAM)
        elif page > 0:
            said = tr("Opened outside BriefBank. Go to page {number} of the file there.")
            self.told.emit(said.format(number=page + 1))
        else:
            self.told.emit(tr("Opened outside BriefBank."))

    def _agreed(self) -> bool:
        """Whether a document that could act in another program is to be opened there. Blocks."""
        return confirmed(
            self._widget,
            tr("Open outside BriefBank"),
            tr("Open this document in another program?"),
            tr(
                "It may hold scripts, attached files, or links that start something. BriefBank runs none of "
                "them; another program might, and could open connections."
            ),
            yes=tr("Open it"),
            no=tr("Stay here"),
        )

    def _not_handed(self, error: BriefBankError) -> None:
        self.told.emit(str(error))
        self.failed.emit(error)


def _outside(
    library: Library, document_id: int, page: int, view: PageView | None, _reporter: JobReporter
) -> tuple[Path, tuple[str, ...], bool]:
    """The file, the command for it, and whether it may act in another program."""
    return *library.outside(document_id, page), view is None or view.acts()
