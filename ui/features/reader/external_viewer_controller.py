"""Opens the file of the open document in the system's own viewer, at the page being read."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QProcess, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from briefbank.errors import BriefBankError
from ui.i18n.translate import tr
from ui.jobs import JobReporter, Lane
from ui.kit.confirmation import confirmed
from ui.shared.scoped_jobs import Lanes

if TYPE_CHECKING:
    from briefbank.api.documents import PageView
    from briefbank.api.library import LibraryApi

NO_PROGRAM = tr("This computer has no program that opens PDF files.")


class ExternalViewerController(QObject):
    """Opens only files of this computer; programs are started with a list of arguments, never through a
    shell."""

    status = Signal(str)
    failed = Signal(object)  # The BriefBankError for which the file could not be opened

    def __init__(self, library: LibraryApi, jobs: Lanes, parent: QWidget) -> None:
        super().__init__(parent)
        self._library, self._jobs, self._widget = library, jobs, parent

    def open(self, document_id: int, page: int, view: PageView | None) -> None:
        """Open a document outside; ``view`` shows it here, None while it is being opened."""
        work = partial(_look_up, self._library, document_id, page, view)
        job = self._jobs.start(Lane.PAGES, work, topic="outside")
        job.done.connect(partial(self._open_found, page))
        job.failed.connect(self._report_failure)

    def _open_found(self, page: int, viewer: tuple[Path, tuple[str, ...], bool]) -> None:
        """Open the file at the page if the viewer is known to take one; otherwise open it and name the
        page."""
        path, command, acts = viewer
        if acts and not self._confirm():
            return
        if command and QProcess.startDetached(command[0], list(command[1:])):
            self.status.emit(tr("Opened outside BriefBank at file page {number}.").format(number=page + 1))
        elif not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            self.status.emit(NO_PROGRAM)
        elif page > 0:
            message = tr("Opened outside BriefBank. Go to page {number} of the file there.")
            self.status.emit(message.format(number=page + 1))
        else:
            self.status.emit(tr("Opened outside BriefBank."))

    def _confirm(self) -> bool:
        """Ask whether to open a document that could run something in another program. Blocks."""
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

    def _report_failure(self, error: BriefBankError) -> None:
        self.status.emit(str(error))
        self.failed.emit(error)


def _look_up(
    library: LibraryApi, document_id: int, page: int, view: PageView | None, _reporter: JobReporter
) -> tuple[Path, tuple[str, ...], bool]:
    """Return the file, the command for it, and whether it may run something in another program."""
    return *library.reader.outside(document_id, page), view is None or view.has_active_content()
