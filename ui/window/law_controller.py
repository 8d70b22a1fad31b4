"""Opens dialogs on the law around a document: its versions, what changed since, what cites the same."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QWidget

from briefbank.domain.authorities import LawAsOf, Provision, Window
from briefbank.domain.authority_reports import Difference, SameAuthorities
from briefbank.domain.documents import Document
from briefbank.errors import BriefBankError, Cancelled, NotInLibrary
from briefbank.text.messages import as_message
from ui.features.authorities.law_lists import ChangesDialog, SameDialog
from ui.features.authorities.law_rows import Compared, Versions
from ui.features.authorities.validity_form import WindowForm
from ui.features.authorities.versions_dialog import VersionsDialog
from ui.features.reader.controller import ReaderController
from ui.i18n.translate import tr
from ui.jobs import JobReporter, Jobs, Lane
from ui.kit.page_parts import forget_when_closed
from ui.shared.pages import SEARCH

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from ui.main_window import MainWindow

D = TypeVar("D", bound=QDialog)


class LawController(QObject):
    """The controller of one dialog of each kind at a time; everything slow runs in lanes."""

    spot_wanted = Signal(object)  # A PassageTarget to open in the reader
    version_wanted = Signal(object)  # A Provision to open in the reader
    authority_wanted = Signal(int)
    windows_changed = Signal()
    """Emitted when a provision's window changed, so that answers and alerts may differ."""

    def __init__(self, library: LibraryApi, jobs: Jobs, window: QWidget) -> None:
        super().__init__(window)
        self._library, self._jobs, self._window = library, jobs, window
        self.versions: VersionsDialog | None = None
        self.same: SameDialog | None = None
        self.changes: ChangesDialog | None = None
        self.form: WindowForm | None = None
        self._authority = 0

    def join(self, window: MainWindow) -> None:
        """Connect to the pages of the window."""
        search, page, authorities = window.search, window.search_page, window.authority_controller
        search.readers.join(self._join_reader)
        window.authorities.page.compare_wanted.connect(self.show_versions)
        for view in (page.results.list, page.results.outside.list, window.documents):
            view.same_wanted.connect(self.show_same)
        window.documents.day_wanted.connect(lambda _day: window.show_page(SEARCH))
        window.documents.day_wanted.connect(search.ask_as_of)
        for part in (page.results.authorities, self):
            part.authority_wanted.connect(window.open_authority)
        self.spot_wanted.connect(authorities.open)
        self.version_wanted.connect(authorities.open_version)
        for changed in (self.windows_changed, authorities.list_changed):
            changed.connect(search.readers.refresh_law)
        self.windows_changed.connect(search.search_again)
        self.windows_changed.connect(authorities.refresh)

    def _join_reader(self, reader: ReaderController) -> None:
        reader.view.law.versions_wanted.connect(self.show_versions)
        reader.view.law.changes_wanted.connect(partial(self._show_changes_of, reader))

    def _show_changes_of(self, reader: ReaderController, law: LawAsOf) -> None:
        if reader.document is not None:
            self.show_changes(reader.document, law)

    def _opened(self, name: str, dialog: D) -> D:
        """Show a dialog in place of the one of its kind that is open."""
        before: QDialog | None = getattr(self, name)
        if before is not None:
            before.close()
        forget_when_closed(self, name, dialog)
        setattr(self, name, dialog)
        dialog.show()
        return dialog

    # --- same authorities ---

    def show_same(self, document: Document) -> None:
        dialog = self._opened("same", SameDialog(document, self._window))
        dialog.spot_wanted.connect(self.spot_wanted)
        job = self._jobs.start(Lane.READER, partial(_same, self._library, document.id), topic="same")
        job.done.connect(self._show_same)
        job.failed.connect(partial(self._failed, "same"))

    def _show_same(self, same: Sequence[SameAuthorities]) -> None:
        if self.same is not None:
            self.same.show_same(same)

    def _failed(self, name: str, error: BriefBankError) -> None:
        dialog: SameDialog | VersionsDialog | None = getattr(self, name)
        if dialog is not None and not isinstance(error, Cancelled):
            dialog.show_failure(error)

    # --- changes ---

    def show_changes(self, document: Document, law: LawAsOf) -> None:
        dialog = self._opened("changes", ChangesDialog(document, law, self._window))
        dialog.compare_wanted.connect(self.show_versions)
        dialog.authority_wanted.connect(self.authority_wanted)

    # --- versions ---

    def show_versions(self, authority_id: int) -> None:
        """Show the versions of a provision, the newest compared with the one before."""
        self._authority = authority_id
        dialog = self._opened("versions", VersionsDialog(self._window))
        dialog.compared.connect(self._compare)
        dialog.open_wanted.connect(self.version_wanted)
        dialog.dates_wanted.connect(self._ask_dates)
        self._read_versions()

    def _read_versions(self) -> None:
        work = partial(_versions, self._library, self._authority)
        job = self._jobs.start(Lane.READER, work, topic="versions of")
        job.done.connect(self._show_versions)
        job.failed.connect(partial(self._failed, "versions"))

    def _show_versions(self, shown: Versions) -> None:
        if self.versions is not None:
            self.versions.show_versions(shown)

    def _compare(self, before: int, after: int) -> None:
        work = partial(_compared, self._library, before, after)
        job = self._jobs.start(Lane.READER, work, topic="differences")
        job.done.connect(self._show_compared)
        job.failed.connect(partial(self._failed, "versions"))

    def _show_compared(self, compared: Compared) -> None:
        if self.versions is not None:
            self.versions.show_compared(compared)

    # --- dates ---

    def _ask_dates(self, provision: Provision) -> None:
        form = self._opened("form", WindowForm(provision, self.versions))
        form.save_wanted.connect(partial(self._save, provision))

    def _save(self, provision: Provision, window: Window | None) -> None:
        library, provision_id = self._library, provision.id
        job = self._jobs.start(
            Lane.NOTES, lambda _reporter: library.validity.set_window(provision_id, window)
        )
        job.done.connect(self._saved)
        job.failed.connect(self._not_saved)

    def _saved(self, _provision: Provision) -> None:
        if self.form is not None:
            self.form.accept()
        if self.versions is not None:
            self.versions.notice.say(tr("The dates were saved. Searches count them from now on."))
            self._read_versions()
        self.windows_changed.emit()

    def _not_saved(self, error: BriefBankError) -> None:
        if self.form is not None:
            self.form.fail(error)


def _same(library: LibraryApi, document_id: int, reporter: JobReporter) -> list[SameAuthorities]:
    reporter.check()
    return library.authorities.same(document_id)


def _versions(library: LibraryApi, authority_id: int, reporter: JobReporter) -> Versions:
    reporter.check()
    versions = tuple(library.validity.versions(authority_id))
    if not versions:
        raise NotInLibrary(
            as_message(tr("The library has no text of it any more.")),
            as_message(tr("Add the text, or search for it.")),
        )
    documents = {
        provision.document_id: library.documents.get(provision.document_id) for provision in versions
    }
    problems = tuple(library.validity.problems(authority_id))
    return Versions(versions[0].authority, versions, documents, problems)


def _compared(library: LibraryApi, before: int, after: int, reporter: JobReporter) -> Compared:
    reporter.check()
    if before:
        return Compared(before, after, tuple(library.validity.differences(before, after)))
    return Compared(0, after, (Difference("same", library.validity.text(after)),))
