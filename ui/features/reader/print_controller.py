"""Asks what to print of the open document, and prints it as a job with its progress."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSizeF, Signal
from PySide6.QtGui import QPageSize
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QWidget

from briefbank.domain.documents import Document
from briefbank.errors import BriefBankError, Cancelled
from briefbank.text.messages import Message
from ui.features.reader.page_store import Marks
from ui.features.reader.printing import PrintOrder, chosen_pages, print_pages
from ui.i18n import translate
from ui.i18n.translate import tr
from ui.jobs import Lane
from ui.shared import wording
from ui.shared.job_progress import JobProgress
from ui.shared.scoped_jobs import Lanes

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

TOPIC = "print"


class PrintController(QObject):
    """Prints one document at a time: the pages of its file, and nothing that a model wrote."""

    status = Signal(str)

    def __init__(self, library: LibraryApi, jobs: Lanes, parent: QWidget) -> None:
        super().__init__(parent)
        self._library, self._jobs, self._widget = library, jobs, parent

    def ask(
        self,
        document: Document,
        sizes: Sequence[tuple[float, float]],
        current: int,
        marks: Mapping[int, Marks],
    ) -> None:
        """Ask for the printer and the pages, and print them. ``sizes`` are those of the pages in points,
        ``current`` is the page being read. Blocks while it asks."""
        if self._jobs.busy(TOPIC):
            self.status.emit(tr("Pages are still being printed. Wait until that is done, or stop it."))
            return
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setDocName(wording.title(document, 48))
        printer.setPageSize(QPageSize(QSizeF(*sizes[0]), QPageSize.Unit.Point))
        dialog = QPrintDialog(printer, self._widget)
        dialog.setWindowTitle(tr("Print with the marks") if marks else tr("Print"))
        dialog.setOption(QPrintDialog.PrintDialogOption.PrintCurrentPage)
        dialog.setMinMax(1, len(sizes))
        if dialog.exec():
            self._print(document, PrintOrder(printer, chosen_pages(printer, len(sizes), current), marks))
        dialog.deleteLater()

    def _print(self, document: Document, order: PrintOrder) -> None:
        work = partial(print_pages, self._library, document.id, order)
        job = self._jobs.start(Lane.READER, work, topic=TOPIC)
        JobProgress(job, tr("Printing"), tr("Opening …"), _progress_text, self._widget)
        job.done.connect(partial(self._done, order))
        job.failed.connect(self._failed)

    def _done(self, order: PrintOrder, failed: Sequence[int]) -> None:
        said = [wording.count(len(order.pages), tr("page was printed."), tr("pages were printed."))]
        if failed:
            numbers = ", ".join(translate.number(page + 1) for page in failed)
            said.append(tr("These pages of the file could not be drawn: {numbers}.").format(numbers=numbers))
        self.status.emit(" ".join(said))

    def _failed(self, error: BriefBankError) -> None:
        self.status.emit(tr("Printing was stopped.") if isinstance(error, Cancelled) else str(error))


def _progress_text(_stage: Message, done: int, total: int) -> str:
    return tr("Page {number} of {total}").format(
        number=translate.number(done + 1), total=translate.number(total)
    )
