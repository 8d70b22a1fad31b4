"""The office's list of good law, and the proposals for it: sentences that may mean that an authority no
longer holds, for a person to decide on.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon, QResizeEvent, QShortcut
from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget

from briefbank.domain.authorities import GoodLawEntry, Standing
from briefbank.domain.authority_reports import ImportReport, Proposal
from briefbank.domain.documents import Document
from briefbank.errors import BriefBankError
from ui.i18n import translate
from ui.i18n.translate import tr
from ui.jobs import Lane
from ui.kit.controls import list_head, page_body, push_button
from ui.kit.dialogs import confirmed
from ui.kit.layout import panes
from ui.kit.tables import FilteredTableModel, RowTable
from ui.shared import wording
from ui.shared.notices import ListState
from ui.shared.passages import PassagePreview, PassageTarget
from ui.shared.row_list import ICONS, Row, RowList, standing_colours
from ui.style.theme import colours, icon

if TYPE_CHECKING:
    from ui.features.authorities.page import AuthoritiesPage

TREATMENT, AUTHORITY, BY, SINCE, NOTE, ENTERED = range(6)
FILES = tr("Lists as CSV (*.csv);;All files (*)")
FILE_NAME = tr("Our list of authorities.csv")
INTRO = tr(
    "What your office knows of authorities: overruled, limited, superseded, or still good. Passages that "
    "rely on a listed authority say so in results, in the reader and when they are copied."
)
LINES = tr("line"), tr("lines"), tr("No line has these words.")
NONE_YET = (
    "list",
    tr("Your good-law list is empty."),
    tr("Add an authority, import a CSV file, or look at what sentences of your library propose."),
)
PROPOSALS_INTRO = tr(
    "Sentences of your library that seem to say that an authority no longer holds. Read each in its "
    "document: it counts only when you confirm it."
)
PROPOSED = tr("authority"), tr("authorities"), tr("No proposal has these words.")
NONE_WAIT = (
    "done",
    tr("No sentence waits for you."),
    tr("When a document says that an authority was overruled, superseded or limited, it is proposed here."),
)
DECISIONS = tr("Confirm…"), tr("Dismiss")  # The buttons of a proposal's row
LETTERS = {TREATMENT: 15, SINCE: 14, ENTERED: 14}
"""The widths of columns, in letters; the others share the rest."""
ICON = 26  # The width of the sign before a treatment, in pixels


class GoodLawView(QWidget):
    """The list with its buttons."""

    def __init__(self, page: AuthoritiesPage) -> None:
        super().__init__()
        self._page = page
        self.model = GoodLawModel(self)
        self.table = EntryTable(self.model)
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Narrow by authority, treatment or note"))
        self.field.setAccessibleName(tr("Narrow your good-law list"))
        self._states = ListState(self.table, tr("Reading your good-law list …"))
        self.message, self.extent = self._states.message, self._states.extent
        self.add = push_button(tr("Add…"), main=True, tip=tr("Enter an authority on the list (Insert)"))
        self.change = push_button(tr("Change…"), tip=tr("Change the chosen line (Enter)"))
        self.remove = push_button(tr("Remove…"), tip=tr("Take the chosen lines off the list (Delete)"))
        self.importing = push_button(tr("Import…"), tip=tr("Take in a CSV file, all of it or nothing"))
        self.export = push_button(tr("Export…"), tip=tr("Write the list as a CSV file"))
        buttons = self.importing, self.export, self.remove, self.change, self.add
        page_body(self, list_head(INTRO, self.field, self.extent, buttons), self._states)
        QShortcut("Ins", self.table, context=Qt.ShortcutContext.WidgetShortcut).activated.connect(
            self.add.click
        )
        self.field.textChanged.connect(self._narrow)
        self.table.delete_pressed.connect(self.remove.click)
        self.table.activated.connect(lambda _index: self.change.click())
        self.add.clicked.connect(lambda: page.add(None))
        self.change.clicked.connect(lambda: page.change(self._chosen()[0]))
        self.remove.clicked.connect(lambda: page.remove(self._chosen()))
        self.importing.clicked.connect(self._choose_import)
        self.export.clicked.connect(self._choose_export)
        self.table.selectionModel().selectionChanged.connect(lambda *_which: self._enable())
        self._enable()

    def show_entries(self, entries: Sequence[GoodLawEntry]) -> None:
        self.model.show(entries)
        self._show_state()

    def show_failure(self, error: BriefBankError) -> None:
        """Report that the list could not be read."""
        self.model.show(())
        self._states.fail(error)
        self._enable()

    def _narrow(self, text: str) -> None:
        self.model.narrow(text)
        self._show_state()

    def _show_state(self) -> None:
        self._states.show_extent(self.model.rowCount(), self.model.total, LINES, NONE_YET)
        self._enable()

    def _enable(self) -> None:
        chosen = self._chosen()
        self.change.setEnabled(len(chosen) == 1)
        self.remove.setEnabled(bool(chosen))
        self.export.setEnabled(self.model.total > 0)
        self.field.setEnabled(self.model.total > 0)

    def _chosen(self) -> list[GoodLawEntry]:
        return [self.model.at(row) for row in self.table.chosen_rows()]

    def first(self) -> QWidget:
        """Return the widget that gets the keyboard first."""
        filled = self.model.rowCount() > 0
        if filled and not self.table.currentIndex().isValid():
            self.table.selectRow(0)
        return self.table if filled else self.add

    # --- files ---

    def _choose_import(self) -> None:
        chosen, _kind = QFileDialog.getOpenFileName(self, tr("Import a list"), "", FILES)
        if chosen:
            self.import_file(Path(chosen))

    def import_file(self, path: Path) -> None:
        """Import a CSV file: all of it, or nothing."""
        self._page.change_list(
            partial(self._page.library.good_law.import_from, path, self._page.who), imported
        )

    def _choose_export(self) -> None:
        chosen, _kind = QFileDialog.getSaveFileName(self, tr("Export the list"), FILE_NAME, FILES)
        if not chosen:
            return
        path, library = Path(chosen), self._page.library
        one = tr("{number} line was written to {path}.")
        many = tr("{number} lines were written to {path}.")
        self._page.run(
            lambda _reporter: library.good_law.export(path),
            then=lambda lines: self._page.notice.say(wording.counted(lines, one, many, path=path)),
            lane=Lane.NOTES,
        )


class EntryTable(RowTable):
    """The lines of the list, several of which can be chosen."""

    def __init__(self, model: GoodLawModel) -> None:
        name, read = tr("Your good-law list"), (AUTHORITY, BY, NOTE)
        super().__init__(model, name, LETTERS, read, least_read=20)
        self._fit_treatments()

    def _fit_treatments(self) -> None:
        """Make the first column as wide as its longest words, or as a line of them where rows have two."""
        words = list(wording.STANDING_WORDS.values())
        if self.wordWrap():
            extents = [extent.format(treatment="") for extent in wording.WITH_EXTENT.values()]
            words = [*wording.WHOLE_STANDING_WORDS.values(), *extents]
        self.horizontalHeader().resizeSection(TREATMENT, 0)
        self.make_room(TREATMENT, words, ICON)

    def resizeEvent(self, event: QResizeEvent) -> None:
        had_two_lines = self.wordWrap()
        super().resizeEvent(event)
        if self.wordWrap() is not had_two_lines:
            self._fit_treatments()
            super().resizeEvent(event)


class GoodLawModel(FilteredTableModel[GoodLawEntry]):
    """A row for each line of the list."""

    COLUMNS = (tr("Treatment"), tr("Authority"), tr("By"), tr("Since"), tr("Note"), tr("Entered"))

    def cells(self, thing: GoodLawEntry) -> tuple[str, ...]:
        since = translate.short_day(thing.since) if thing.since else ""
        day = translate.short_day(thing.entered_at.astimezone().date())
        treatment = wording.STANDING_WORDS[thing.standing]
        return treatment, subject(thing), thing.by, since, " ".join(thing.note.split()), day

    def tip(self, thing: GoodLawEntry, column: int) -> str:
        return entered(thing) if column == ENTERED else super().tip(thing, column)

    def icon(self, thing: GoodLawEntry) -> QIcon:
        ink, _ground = standing_colours(thing.standing, colours())
        return icon(ICONS[thing.standing], ink, size=16)

    def key(self, thing: GoodLawEntry) -> int:
        return thing.id


class ProposalsView(QWidget):
    """The list of all proposals, narrowed by words, with the chosen passage beside it. A decision moves on to
    the next; what did not change stays where it is."""

    def __init__(self, page: AuthoritiesPage) -> None:
        super().__init__()
        self._proposals: Sequence[Proposal] = ()
        self.next = ""
        """The key of the proposal that becomes the current one when proposals are shown again."""
        self.list = RowList(tr("To confirm"))
        self.preview = PassagePreview(page)
        join_decisions(self.list, self.preview, page)
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Narrow by authority, words or document"))
        self.field.setAccessibleName(tr("Narrow the list of proposals"))
        self.splitter = panes(self.list, self.preview, sizes=(560, 420))
        self._states = ListState(self.splitter, tr("Reading the proposals …"))
        self.message, self.extent = self._states.message, self._states.extent
        page_body(self, list_head(PROPOSALS_INTRO, self.field, self.extent, ()), self._states)
        self.field.textChanged.connect(lambda _text: self._arrange())

    def show_proposals(self, proposals: Sequence[Proposal]) -> None:
        self._proposals = proposals
        self._arrange()

    def show_failure(self, error: BriefBankError) -> None:
        self.show_proposals(())
        self._states.fail(error)

    def _arrange(self) -> None:
        """Show what has the typed words. The current proposal stays current, or else the one that follows."""
        words, everything = self.field.text().casefold().split(), proposal_rows(self._proposals, named=True)
        rows = [row for row in everything if all(word in row.spoken.casefold() for word in words)]
        if rows != self.list.row_model.rows():
            before, current = self.list.currentIndex().row(), self.list.current()
            self.list.show_rows(rows)
            keys = [row.target.key for row in rows if isinstance(row.target, Proposal)]
            same = (key for key in (self.next, current and current.key) if key in keys)
            self.next = ""
            if rows:
                self.list.choose(keys.index(next(same, keys[max(0, min(before, len(rows) - 1))])))
        self.field.setEnabled(bool(everything))
        self._states.show_extent(len(rows), len(everything), PROPOSED, NONE_WAIT)

    def first(self) -> QWidget:
        """Return the widget that gets the keyboard first."""
        return self.list if self.list.row_model.rowCount() else self.field


def join_decisions(rows: RowList, preview: PassagePreview, page: AuthoritiesPage) -> None:
    """Let a list of proposals decide by the buttons of its rows, by its menu and by keys, and show the
    sentence of the chosen one."""

    def decide(proposal: Proposal | None, button: int) -> None:
        if proposal is not None:
            (page.dismiss if button else page.confirm)(proposal)

    def confirm() -> None:
        decide(rows.current(), 0)

    def dismiss() -> None:
        decide(rows.current(), 1)

    rows.acted.connect(decide)
    rows.on_key("Ctrl+Return", confirm)
    rows.on_key("Delete", dismiss)
    rows.opened.connect(lambda proposal: page.open_target(sentence_of(proposal)))
    rows.setAccessibleDescription(tr("Enter opens the passage, Ctrl+Enter confirms, Delete dismisses."))
    preview.follow(rows, *zip(DECISIONS, (confirm, dismiss), strict=True), of=sentence_of)


def sentence_of(proposal: Proposal) -> PassageTarget:
    """Return the sentence of a proposal in its document."""
    return PassageTarget(proposal.passage_id, sentence=proposal.sentence)


def proposal_rows(proposals: Sequence[Proposal], *, named: bool) -> list[Row]:
    """Return a row for each authority, with the first sentence against it; ``named`` adds the authority."""
    by_authority: dict[int, list[Proposal]] = {}
    for proposal in proposals:
        by_authority.setdefault(proposal.authority.id, []).append(proposal)
    return [_proposal_row(same[0], len(same), named=named) for same in by_authority.values()]


def _proposal_row(proposal: Proposal, sentences: int, *, named: bool) -> Row:
    at = proposal.sentence.find(proposal.words) if proposal.words else -1
    title = tr("{standing}?").format(standing=_by(proposal.standing, proposal.by))
    detail = document_line(proposal.document)
    if sentences > 1:
        one, many = tr("and {number} more sentence"), tr("and {number} more sentences")
        detail += "\n" + wording.counted(sentences - 1, one, many)
    return Row(
        str(proposal.authority) if named else title,
        proposal.sentence,
        ((at, at + len(proposal.words)),) if at >= 0 else (),
        detail,
        standing=proposal.standing,
        target=proposal,
        actions=DECISIONS,
    )


# --- texts ---


def confirm_removal(parent: QWidget, entries: Sequence[GoodLawEntry]) -> bool:
    """Ask for confirmation, because authorities off the list cause no more warnings."""
    what = wording.beginning(entries[0].name or entries[0].canonical, 120) if len(entries) == 1 else ""
    return confirmed(
        parent,
        tr("Remove from your good-law list"),
        wording.counted(
            len(entries),
            tr("Take “{what}” off your good-law list?"),
            tr("Take these {number} lines off your good-law list?"),
            what=what,
        ),
        tr("Passages that rely on it no longer say so. The documents themselves stay."),
        yes=tr("Remove"),
        no=tr("Keep"),
    )


def imported(report: ImportReport) -> str:
    """Return the outcome of an import of the list."""
    parts = [tr("{count} added").format(count=wording.count(report.added, tr("line"), tr("lines")))]
    parts += [tr("{changed:,} changed").format(changed=report.changed)] if report.changed else []
    parts += [tr("{unchanged:,} as before").format(unchanged=report.unchanged)] if report.unchanged else []
    text = tr("The file was taken in: {join}.").format(join=", ".join(parts))
    if not report.unread:
        return text
    rows = ", ".join(map(translate.number, report.unread))
    left_out = tr("BriefBank made a mistake: these rows could not be read and were left out: {rows}.")
    return f"{text} {left_out.format(rows=rows)}"


def subject(entry: GoodLawEntry) -> str:
    """Return the authority of a line of the list."""
    return f"{entry.name}, {entry.canonical}" if entry.name else entry.canonical


def stands(entry: GoodLawEntry) -> str:
    """Return text such as 'Overruled by State v. Ates, 217 N.J. 253, since March 3, 2014'."""
    text = _by(entry.standing, entry.by)
    if entry.since is None:
        return text
    return tr("{standing}, since {day}").format(standing=text, day=wording.day(entry.since))


def _by(treatment: Standing, by: str) -> str:
    words = wording.STANDING_WORDS[treatment]
    return tr("{standing} by {by}").format(standing=words, by=by) if by else words


def entered(entry: GoodLawEntry) -> str:
    """Return who entered a line of the list, and when."""
    moment = wording.moment(entry.entered_at)
    if not entry.entered_by:
        return tr("Entered on {moment}").format(moment=moment)
    return tr("Entered by {by} on {moment}").format(by=entry.entered_by, moment=moment)


def document_line(document: Document) -> str:
    """Return the title and date of a document in one line."""
    return f"{wording.title(document)}  ·  {wording.day(document.filed)}"
