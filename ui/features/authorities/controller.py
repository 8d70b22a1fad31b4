"""Connects the page of authorities to the library: finding, the page of one, passages to read, the report."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QFileDialog

from briefbank.domain.authorities import Authority, Provision, Relation
from briefbank.domain.authority_reports import AuthorityCount, Reliance
from briefbank.domain.documents import Document
from briefbank.domain.pages import Passage
from briefbank.domain.searches import Hit
from briefbank.errors import BriefBankError, Cancelled, NotInLibrary
from ui.features.authorities.good_law_controller import FILES, GoodLawController
from ui.features.authorities.law_lists import RelianceDialog
from ui.features.authorities.view import AuthoritiesView
from ui.i18n.translate import tr
from ui.jobs import JobReporter, Jobs, Lane
from ui.kit.page_parts import forget_when_closed
from ui.shared import wording
from ui.shared.authority_rows import AuthorityPageContents, PassageTarget, ShownRelation, names, treatments

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

LISTED = 200  # The number of authorities in the list; the others are found by typing
TREATMENTS = 40
"""The number of sentences on a page that say what others do to an authority, and of those on what it does to
others."""
SLOW_MS = 200  # The time without an answer after which the page says that it is looking
REPORT_NAME = tr("Documents that rely on it.csv")


class AuthorityController(QObject):
    """The controller of the page. Everything slow runs in lanes; an answer that is no longer wanted is
    dropped."""

    status = Signal(str)
    hit_found = Signal(object)  # A Hit to open in the reader, with the cited or quoted words marked
    document_wanted = Signal(object)
    list_changed = Signal()  # Emitted when the office's list has changed

    def __init__(self, library: LibraryApi, jobs: Jobs, view: AuthoritiesView) -> None:
        super().__init__(view)
        self._library, self._jobs, self._view = library, jobs, view
        self._text = ""
        self._history: list[int] = []
        """The authorities shown before the present one, as far as each was reached from another."""
        self.report: RelianceDialog | None = None
        self.good_law = GoodLawController(library, jobs, view)
        self._slow_list, self._slow_page = (
            self._timer(view.show_searching),
            self._timer(view.page.show_searching),
        )
        self._connect()

    def _timer(self, slow: object) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(SLOW_MS)
        timer.timeout.connect(slow)
        return timer

    def _connect(self) -> None:
        view, page = self._view, self._view.page
        view.text_changed.connect(self.find)
        view.authority_chosen.connect(self._choose)
        view.part_shown.connect(self._part_shown)
        for part in (page, page.decide, view.proposals.buttons):
            part.spot_wanted.connect(self.open)
        page.document_wanted.connect(self.document_wanted)
        page.version_wanted.connect(self.open_version)
        page.authority_wanted.connect(self.follow)
        page.reliance_wanted.connect(self.show_report)
        page.back_wanted.connect(self.go_back)
        self.good_law.status.connect(self.status)
        self.good_law.list_changed.connect(self.refresh)
        self.good_law.list_changed.connect(self.list_changed)

    # --- finding ---

    def refresh(self) -> None:
        """Show the library's present state: the list, the open page, and the proposals."""
        self.find(self._text)
        if self._view.page.authority is not None:
            self.show(self._view.page.authority.id)
        self.good_law.refresh()

    def _part_shown(self, _part: str) -> None:
        self.good_law.refresh()
        self._view.first().setFocus(Qt.FocusReason.OtherFocusReason)

    def find(self, text: str) -> None:
        """Fill the list; an empty text gives the most cited of all."""
        self._text = text
        self._slow_list.start()
        library = self._library
        job = self._jobs.start(
            Lane.READER, lambda _reporter: library.authorities.find(text, LISTED), topic="authorities"
        )
        job.done.connect(partial(self._found, text))
        job.failed.connect(self._not_found)

    def _found(self, text: str, counts: Sequence[AuthorityCount]) -> None:
        self._slow_list.stop()
        self._view.show_found(counts, text, LISTED)

    def _not_found(self, error: BriefBankError) -> None:
        self._slow_list.stop()
        if not isinstance(error, Cancelled):
            self._view.show_failure(error)

    # --- the page of one ---

    def _choose(self, authority_id: int) -> None:
        """Show an authority chosen in the list. There is nothing to go back to."""
        self._history = []
        self.show(authority_id)

    def follow(self, authority_id: int) -> None:
        """Go from one authority's page to another's."""
        if self._view.page.authority is not None:
            self._history.append(self._view.page.authority.id)
        self.show(authority_id)

    def go_back(self) -> None:
        if self._history:
            self.show(self._history.pop())

    def show(self, authority_id: int) -> None:
        """Show the page of an authority."""
        self._slow_page.start()
        job = self._jobs.start(Lane.READER, partial(_page, self._library, authority_id), topic="authority")
        job.done.connect(self._show)
        job.failed.connect(self._not_shown)

    def _show(self, shown: AuthorityPageContents) -> None:
        self._slow_page.stop()
        self._view.page.show_page(shown, can_go_back=bool(self._history))

    def _not_shown(self, error: BriefBankError) -> None:
        self._slow_page.stop()
        if not isinstance(error, Cancelled):
            self._view.page.show_failure(error)

    # --- reading ---

    def open(self, spot: PassageTarget | Document) -> None:
        """Open a passage with its words marked, or a document from its first page."""
        if isinstance(spot, Document):
            self.document_wanted.emit(spot)
            return
        job = self._jobs.start(Lane.READER, partial(_hit, self._library, spot), topic="spot")
        job.done.connect(self.hit_found)
        job.failed.connect(lambda error: self.status.emit(str(error)))

    def open_version(self, provision: Provision) -> None:
        job = self._jobs.start(Lane.READER, partial(_version_hit, self._library, provision), topic="spot")
        job.done.connect(self.hit_found)
        job.failed.connect(lambda error: self.status.emit(str(error)))

    # --- the report ---

    def show_report(self, authority: Authority) -> None:
        """Show which documents rely on an authority."""
        if self.report is not None:
            self.report.close()
        shown = self._view.page.shown
        cites = names(shown.page) if shown is not None else (authority.canonical,)
        dialog = self.report = RelianceDialog(authority, cites, self._view)
        forget_when_closed(self, "report", dialog)
        dialog.opened.connect(self.open)
        dialog.save_wanted.connect(lambda: self._choose_file(authority))
        dialog.show()
        library, canonical = self._library, authority.canonical
        job = self._jobs.start(
            Lane.READER, lambda _reporter: library.good_law.relying(canonical), topic="relying"
        )
        job.done.connect(self._reported)
        job.failed.connect(self._not_reported)

    def _reported(self, reliances: Sequence[Reliance]) -> None:
        if self.report is not None:
            self.report.show_reliances(reliances)

    def _not_reported(self, error: BriefBankError) -> None:
        if self.report is not None and not isinstance(error, Cancelled):
            self.report.show_failure(error)

    def _choose_file(self, authority: Authority) -> None:
        chosen, _kind = QFileDialog.getSaveFileName(self.report, tr("Save the report"), REPORT_NAME, FILES)
        if chosen:
            self.save_report(authority, Path(chosen))

    def save_report(self, authority: Authority, path: Path) -> None:
        library, canonical = self._library, authority.canonical
        job = self._jobs.start(Lane.NOTES, lambda _reporter: library.good_law.export_relying(canonical, path))
        job.done.connect(lambda number: self._say_report(_written(path, number)))
        job.failed.connect(
            lambda error: self._say_report(tr("Nothing was written. {error}").format(error=error), bad=True)
        )

    def _say_report(self, text: str, *, bad: bool = False) -> None:
        if self.report is not None:
            self.report.notice.say(text, bad=bad)
        else:
            self.status.emit(text)


def _written(path: Path, passages: int) -> str:
    return wording.counted(
        passages,
        tr("{number} passage was written to {path}."),
        tr("{number} passages were written to {path}."),
        path=path,
    )


def _page(library: LibraryApi, authority_id: int, reporter: JobReporter) -> AuthorityPageContents:
    reporter.check()
    page = library.authorities.page(authority_id)
    texts = {version.document_id: library.documents.get(version.document_id) for version in page.versions}
    done_to = _stated_relations(library, treatments(page.done_to, TREATMENTS), reporter)
    return AuthorityPageContents(
        page, done_to, _stated_relations(library, treatments(page.does, TREATMENTS), reporter), texts
    )


def _stated_relations(
    library: LibraryApi, relations: Sequence[Relation], reporter: JobReporter
) -> tuple[ShownRelation, ...]:
    """Add their sentences to relations; those whose document was removed meanwhile are left out."""
    made = []
    for relation in relations:
        reporter.check()
        try:
            passage, document = _passage(library, relation.passage_id)
        except NotInLibrary:
            continue
        made.append(ShownRelation(relation, passage.text[relation.start : relation.end], document))
    return tuple(made)


def _passage(library: LibraryApi, passage_id: int) -> tuple[Passage, Document]:
    """Return a passage and its document. Raises NotInLibrary."""
    passage = next(
        (candidate for candidate in library.documents.surroundings(passage_id) if candidate.id == passage_id),
        None,
    )
    if passage is None:
        raise NotInLibrary
    return passage, library.documents.get(passage.document_id)


def _hit(library: LibraryApi, spot: PassageTarget, _reporter: JobReporter) -> Hit:
    """Return the Hit for the reader: the passage, with the words to mark in it."""
    passage, document = _passage(library, spot.passage_id)
    citation = library.reader.citation(document.id, passage.first_page)
    return Hit(1, passage, document, 0.0, spot.marks(passage), (), (), citation)


def _version_hit(library: LibraryApi, provision: Provision, reporter: JobReporter) -> Hit:
    """Return a Hit for the first passage of a version; its text is marked as a whole."""
    passages = library.documents.passages(provision.document_id)
    first = next((passage for passage in passages if passage.ordinal == provision.first), None)
    if first is None:
        raise NotInLibrary
    return _hit(library, PassageTarget(first.id, (0, 0)), reporter)
