"""Takes chosen documents of an office's library along on this computer, and keeps them up to date."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from briefbank.domain.documents import Document
from briefbank.domain.office import KEPT_AFTER, LEASE, Action, OfflineChoice, OfflineReport
from briefbank.errors import BriefBankError
from ui.features.documents.view import DocumentsView
from ui.i18n.translate import tr, translate_core
from ui.jobs import JobReporter, Jobs, Lane
from ui.kit.confirmation import confirmed
from ui.shared import wording

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

MOST = 500  # The documents that are chosen at once


class TakingAlongController(QObject):
    """The controller of what is taken along. On a library of one computer it does nothing."""

    status = Signal(str)

    def __init__(self, library: LibraryApi, jobs: Jobs, documents: DocumentsView, window: QWidget) -> None:
        super().__init__(window)
        self._library, self._jobs = library, jobs
        self._documents, self._window = documents, window
        documents.shown.connect(self._offer)
        documents.take_along_wanted.connect(self.choose)

    def begin(self) -> None:
        """Bring what was taken along before up to date, and send what was done with it."""
        office = self._library.office
        if self._may() and office is not None and office.offline.lease() is not None:
            self._start(office.offline.sync)

    def _may(self) -> bool:
        person = self._library.office.person if self._library.office is not None else None
        return person is not None and person.may(Action.TAKE)

    def _offer(self) -> None:
        self._documents.offer_taking_along(self._may())

    def choose(self, document_ids: Sequence[int]) -> None:
        """Ask whether the matters of these documents are to be taken along."""
        if len(document_ids) > MOST:
            said = tr("At most {number} documents are chosen at once to be taken along. Choose fewer.")
            self.status.emit(said.format(number=MOST))
            return
        library = self._library
        job = self._jobs.start(Lane.READER, lambda _reporter: library.documents.some(document_ids))
        job.done.connect(lambda documents: self._ask(documents.values()))
        job.failed.connect(self._failed)

    def _ask(self, documents: Iterable[Document]) -> None:
        choice = choice_of(documents)
        office = self._library.office
        if not choice or office is None:
            return
        single = wording.count(len(choice.documents), tr("document"), tr("documents"))
        named = ", ".join((*choice.matters, *([single] if choice.documents else ())))
        question = tr("Take along on this computer: {matters}?").format(matters=named)
        meaning = tr(
            "All documents of these docket numbers come along, to be searched and read while the office "
            "server is away, for {days} days. Each time BriefBank opens with the server, it brings them up "
            "to date, sends what was done with them, and renews that time. After it they do not open, and "
            "are deleted {more} days later."
        ).format(days=LEASE.days, more=KEPT_AFTER.days)
        title = tr("Take along to court")
        if confirmed(self._window, title, question, meaning, yes=tr("Take along"), no=tr("Cancel")):
            self.status.emit(tr("Taking documents along…"))
            self._start(lambda reporter: office.offline.take(choice, reporter))

    def _start(self, exchange: Callable[[JobReporter], OfflineReport]) -> None:
        job = self._jobs.start(Lane.OFFLINE, exchange, topic="offline")
        job.done.connect(self._done)
        job.failed.connect(self._failed)

    def _done(self, report: OfflineReport) -> None:
        counted = wording.count(report.documents, tr("document"), tr("documents"))
        said = tr("Taken along on this computer: {documents}, until {day}.").format(
            documents=counted, day=wording.day(report.lease.last_day)
        )
        self.status.emit(" ".join((said, *map(translate_core, report.problems[:1]))))

    def _failed(self, error: BriefBankError) -> None:
        self.status.emit(translate_core(error.message))


def choice_of(documents: Iterable[Document]) -> OfflineChoice:
    """Return the matters of documents; those without a docket number are taken one by one."""
    choice = OfflineChoice()
    for document in documents:
        dockets = tuple(part for docket in document.docket.split(";") if (part := docket.strip()))
        choice |= OfflineChoice(matters=dockets) if dockets else OfflineChoice(documents=(document.sha256,))
    return choice
