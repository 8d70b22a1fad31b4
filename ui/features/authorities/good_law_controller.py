"""Connects the office's list, its form and the proposals to the library; everything slow runs in lanes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFileDialog

from briefbank.domain.authorities import Authority, GoodLawEntry
from briefbank.domain.authority_reports import Proposal
from briefbank.errors import BriefBankError, Cancelled
from ui.features.authorities.entry_form import EntryForm, Filled
from ui.features.authorities.good_law_view import confirm_removal
from ui.features.authorities.view import FIND, LIST, PROPOSALS, AuthoritiesView
from ui.i18n.translate import tr
from ui.jobs import JobReporter, Jobs, Lane, Work
from ui.kit.page_parts import forget_when_closed
from ui.shared import law_texts, wording

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

FILES = tr("Lists as CSV (*.csv);;All files (*)")
FILE_NAME = tr("Our list of authorities.csv")
UNDO = QKeySequence.StandardKey.Undo
NOT_AGAIN = tr("Not proposed again.")
BRING_BACK = tr("Bring it back")


class GoodLawController(QObject):
    """The controller that reads and changes the list, and the proposals that may become lines of it."""

    list_changed = Signal()  # Emitted when alerts, standings and proposals may have changed
    status = Signal(str)

    def __init__(self, library: LibraryApi, jobs: Jobs, view: AuthoritiesView) -> None:
        super().__init__(view)
        self._library, self._jobs, self._view = library, jobs, view
        self._who = ""
        """The name that was entered last, offered again until the window closes."""
        self._dismissed = ""
        """The key of the proposal that was dismissed last; empty when it was brought back."""
        self.form: EntryForm | None = None
        shown, page, proposals = view.good_law, view.page, view.proposals
        shown.add_wanted.connect(lambda: self.add(None))
        shown.change_wanted.connect(self.change)
        shown.remove_wanted.connect(self.remove)
        shown.import_wanted.connect(self._choose_import)
        shown.export_wanted.connect(self._choose_export)
        page.add_wanted.connect(self.add)
        page.change_wanted.connect(self.change)
        page.remove_wanted.connect(self._remove_asked)
        for part in (page.decide, proposals.buttons):
            part.confirm_wanted.connect(self.confirm)
            part.dismiss_wanted.connect(self.dismiss)
        proposals.bring_back_wanted.connect(self.bring_back)
        QShortcut(QKeySequence(UNDO), view, self.bring_back)

    # --- reading ---

    def refresh(self) -> None:
        """Show the present list and proposals."""
        library = self._library
        job = self._jobs.start(Lane.READER, lambda _reporter: library.good_law.entries(), topic="good law")
        job.done.connect(self._view.good_law.show_entries)
        job.failed.connect(partial(_unless_stopped, self._view.good_law.show_failure))
        waiting = self._jobs.start(
            Lane.READER, lambda _reporter: library.good_law.proposals(), topic="proposals"
        )
        waiting.done.connect(self._show_proposals)
        waiting.failed.connect(partial(_unless_stopped, self._view.proposals.show_failure))

    def _show_proposals(self, proposals: Sequence[Proposal]) -> None:
        self._view.show_waiting(len(proposals))
        self._view.proposals.show_proposals(proposals)

    # --- the form ---

    def add(self, authority: Authority | None) -> None:
        """Offer a new line, on an authority or on any."""
        form = self._open(tr("Enter an authority"))
        form.for_authority(str(authority) if authority else "")
        form.save_wanted.connect(lambda filled: self._send(partial(_enter, self._library, filled), filled))
        form.show()

    def change(self, entry: GoodLawEntry) -> None:
        form = self._open(tr("Change a line of the list"))
        form.for_entry(entry)
        work = partial(_change, self._library, entry.id)
        form.save_wanted.connect(lambda filled: self._send(partial(work, filled), filled))
        form.show()

    def confirm(self, proposal: Proposal) -> None:
        """Offer to make a sentence a line of the list."""
        form = self._open(tr("Confirm a proposal"))
        form.for_proposal(proposal)
        work = partial(_confirm, self._library, proposal.key)
        form.save_wanted.connect(lambda filled: self._send(partial(work, filled), filled))
        form.show()

    def _open(self, title: str) -> EntryForm:
        """Open a form in place of the one that is open."""
        if self.form is not None:
            self.form.close()
        form = self.form = EntryForm(title, self._who, self._view)
        forget_when_closed(self, "form", form)
        return form

    def _send(self, work: Work, filled: Filled) -> None:
        job = self._jobs.start(Lane.NOTES, work)
        job.done.connect(partial(self._entered, filled))
        job.failed.connect(self._not_entered)

    def _entered(self, filled: Filled, entry: GoodLawEntry) -> None:
        self._who = filled.entered_by
        if self.form is not None:
            self.form.accept()
        said = tr("Entered on your office’s list: {value}, {stands}.").format(
            value=entry.name or entry.canonical, stands=law_texts.stands(entry)
        )
        self._changed(said)

    def _not_entered(self, error: BriefBankError) -> None:
        if self.form is not None:
            self.form.fail(str(error))
        else:
            self._say(
                tr("The line was not kept. {title} {remedy}").format(title=error.title, remedy=error.remedy),
                bad=True,
            )

    # --- changes without a form ---

    def dismiss(self, proposal: Proposal) -> None:
        """Dismiss a proposal, because the sentence does not say so."""
        library, key = self._library, proposal.key
        job = self._jobs.start(Lane.NOTES, lambda _reporter: library.good_law.dismiss(key))
        job.done.connect(lambda _nothing: self._dismiss_done(key))
        job.failed.connect(partial(self._not_done, tr("The decision was not kept.")))

    def _dismiss_done(self, key: str) -> None:
        self._dismissed = key
        keys = QKeySequence(UNDO).toString(QKeySequence.SequenceFormat.NativeText)
        self._changed(tr("{NOT_AGAIN} {keys} brings it back.").format(NOT_AGAIN=NOT_AGAIN, keys=keys))
        if self._view.part == PROPOSALS:
            self._view.proposals.notice.say(NOT_AGAIN, BRING_BACK)

    def bring_back(self) -> None:
        """Propose again what was dismissed last; do nothing where nothing was."""
        if key := self._dismissed:
            self._dismissed = ""
            self._view.proposals.choose_next(key)
            library = self._library
            job = self._jobs.start(Lane.NOTES, lambda _reporter: library.good_law.undismiss(key))
            job.done.connect(lambda _nothing: self._brought_back())
            job.failed.connect(partial(self._not_brought_back, key))

    def _brought_back(self) -> None:
        if self._view.part == PROPOSALS:
            self._view.proposals.list.setFocus(Qt.FocusReason.OtherFocusReason)
        self._changed(tr("It is proposed again."))

    def _not_brought_back(self, key: str, error: BriefBankError) -> None:
        self._dismissed = key
        self._not_done(tr("It was not brought back."), error)

    def _remove_asked(self, entry: GoodLawEntry) -> None:
        if confirm_removal(self._view, [entry]):
            self.remove([entry.id])

    def remove(self, ids: Collection[int]) -> None:
        library = self._library
        job = self._jobs.start(Lane.NOTES, lambda _reporter: library.good_law.remove(ids))
        job.done.connect(self._removed)
        job.failed.connect(partial(self._not_done, tr("Nothing was taken off the list.")))

    def _removed(self, lines: int) -> None:
        self._changed(
            wording.counted(
                lines,
                tr("{number} line was taken off your office’s list."),
                tr("{number} lines were taken off your office’s list."),
            )
        )

    # --- files ---

    def _choose_import(self) -> None:
        chosen, _kind = QFileDialog.getOpenFileName(self._view, tr("Import a list"), "", FILES)
        if chosen:
            self.import_file(Path(chosen))

    def import_file(self, path: Path) -> None:
        """Import a CSV file: all of it, or nothing."""
        library, who = self._library, self._who
        job = self._jobs.start(Lane.NOTES, lambda _reporter: library.good_law.import_from(path, who))
        job.done.connect(lambda report: self._changed(law_texts.imported(report)))
        job.failed.connect(partial(self._not_done, tr("Nothing was imported.")))

    def _choose_export(self) -> None:
        chosen, _kind = QFileDialog.getSaveFileName(self._view, tr("Export the list"), FILE_NAME, FILES)
        if chosen:
            self.export(Path(chosen))

    def export(self, path: Path) -> None:
        library = self._library
        job = self._jobs.start(Lane.NOTES, lambda _reporter: library.good_law.export(path))
        job.done.connect(lambda lines: self._say(_written(path, lines)))
        job.failed.connect(partial(self._not_done, tr("The list was not written.")))

    # --- outcome ---

    def _changed(self, text: str) -> None:
        self._say(text)
        self.list_changed.emit()

    def _say(self, text: str, *, bad: bool = False) -> None:
        """Show a text on the part that is shown: above its list, or in the status line."""
        view = self._view
        view.good_law.notice.say(text if view.part == LIST else "", bad=bad)
        view.proposals.notice.say(text if view.part == PROPOSALS else "", bad=bad)
        if view.part == FIND:
            self.status.emit(text)

    def _not_done(self, what: str, error: BriefBankError) -> None:
        """Report a failure. ``what`` is left out where the error says it itself."""
        title = error.title if error.title.startswith(what) else f"{what} {error.title}"
        self._say(f"{title} {error.remedy}", bad=True)


def _written(path: Path, lines: int) -> str:
    return wording.counted(
        lines,
        tr("{number} line was written to {path}."),
        tr("{number} lines were written to {path}."),
        path=path,
    )


def _unless_stopped(show: object, error: BriefBankError) -> None:
    if not isinstance(error, Cancelled) and callable(show):
        show(error)


def _enter(library: LibraryApi, filled: Filled, _reporter: JobReporter) -> GoodLawEntry:
    return library.good_law.enter(
        filled.authority,
        filled.standing,
        by=filled.by,
        since=filled.since,
        note=filled.note,
        entered_by=filled.entered_by,
    )


def _change(library: LibraryApi, entry_id: int, filled: Filled, _reporter: JobReporter) -> GoodLawEntry:
    return library.good_law.change(
        entry_id,
        filled.standing,
        by=filled.by,
        since=filled.since,
        note=filled.note,
        entered_by=filled.entered_by,
    )


def _confirm(library: LibraryApi, key: str, filled: Filled, _reporter: JobReporter) -> GoodLawEntry:
    return library.good_law.confirm(
        key,
        entered_by=filled.entered_by,
        standing=filled.standing,
        by=filled.by,
        since=filled.since,
        note=filled.note,
    )
