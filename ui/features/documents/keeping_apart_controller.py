"""Keeps chosen documents of an office's library from some persons, for those who look after its walls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from briefbank.domain.documents import Document
from briefbank.domain.office import Action, Matter, WalledMatter
from briefbank.errors import BriefBankError
from ui.features.documents.view import DocumentsView
from ui.i18n.translate import tr, translate_core
from ui.jobs import Jobs, Lane
from ui.shared.matter_dialog import MatterDialog

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

MOST = 500  # The number of documents that are added to a matter at once: each is an entry of its own


class KeepingApartController(QObject):
    """The controller of one dialog. On a library of one computer it does nothing."""

    status = Signal(str)

    def __init__(self, library: LibraryApi, jobs: Jobs, documents: DocumentsView, window: QWidget) -> None:
        super().__init__(window)
        self._library, self._jobs = library, jobs
        self._documents, self._window = documents, window
        self.dialog: MatterDialog | None = None
        documents.shown.connect(self._offer)
        documents.keep_apart_wanted.connect(self.choose_matter)

    def _offer(self) -> None:
        person = self._library.office.person if self._library.office is not None else None
        self._documents.offer_keeping_apart(person is not None and person.may(Action.SCREEN))

    def choose_matter(self, document_ids: Sequence[int]) -> None:
        """Open the form in which these documents are added to a matter."""
        library, office = self._library, self._library.office
        assert office is not None
        if len(document_ids) > MOST:
            said = tr("At most {number} documents are added to a matter at once. Choose fewer.")
            self.status.emit(said.format(number=MOST))
            return
        job = self._jobs.start(
            Lane.READER,
            lambda _reporter: (office.walls.matters(), library.documents.some(document_ids)),
            topic="matters",
        )
        job.done.connect(lambda result: self._open(*result))
        job.failed.connect(self._failed)

    def _open(self, matters: Sequence[WalledMatter], documents: dict[int, Document]) -> None:
        if not documents:
            return
        self.dialog = dialog = MatterDialog(
            self._window, others=[walled.matter for walled in matters], adding=list(documents.values())
        )
        dialog.wanted.connect(self._keep_apart)
        dialog.finished.connect(self._forget)
        dialog.open()

    def _forget(self, _result: int) -> None:
        self.dialog = None

    def _keep_apart(self, matter: Matter) -> None:
        office = self._library.office
        assert office is not None
        self.status.emit(tr("Making the change…"))
        job = self._jobs.start(Lane.WRITER, lambda reporter: office.walls.put(matter, reporter))
        job.done.connect(lambda _nothing: self._done(matter))
        job.failed.connect(self._failed)

    def _done(self, matter: Matter) -> None:
        names = ", ".join((*matter.persons, *matter.groups))
        said = tr("The documents of {matter} are kept from {names}.")
        self.status.emit(said.format(matter=matter.name, names=names))

    def _failed(self, error: BriefBankError) -> None:
        self.status.emit(translate_core(error.message))
