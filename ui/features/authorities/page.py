"""The page of authorities: finding one and its page, the office's list of good law, and proposals for it.

It also opens the dialogs on the law around a document: versions, what changed since, what cites the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QLineEdit, QStackedWidget, QWidget

from briefbank.domain.authorities import Authority, GoodLawEntry, LawAsOf, Provision
from briefbank.domain.authority_reports import AuthorityCount, Proposal
from briefbank.domain.documents import Document
from briefbank.domain.searches import Hit
from briefbank.errors import BriefBankError, NotInLibrary
from ui.features.authorities.authority_view import AuthorityPageContents, AuthorityView, read_authority
from ui.features.authorities.dialogs import ChangesDialog, RelianceDialog, SameDialog, VersionsDialog
from ui.features.authorities.forms import EntryForm, WindowForm
from ui.features.authorities.good_law import GoodLawView, ProposalsView, confirm_removal, stands, subject
from ui.i18n.translate import tr
from ui.jobs import Jobs, Lane
from ui.kit.controls import Notice, SegmentedControl, label, page_head
from ui.kit.dialogs import forget_when_closed
from ui.kit.layout import column, holder, panes, row
from ui.page import Page
from ui.shared import wording
from ui.shared.notices import MessagePane
from ui.shared.passages import CollectionItem, PassageTarget, hit_of
from ui.shared.row_list import Row, RowList

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

D = TypeVar("D", bound=QDialog)
FIND, LIST, PROPOSALS = "find", "list", "proposals"
PAUSE_MS = 150  # The pause without a key before the typed text is looked for
LISTED = 200  # The number of authorities in the list; the others are found by typing
NOTHING_HERE = (
    "authorities",
    tr("No document of the library cites an authority yet."),
    tr("Drop briefs anywhere on this window to add them. What they cite is gathered as they are read."),
)


class AuthoritiesPage(Page):
    """A switch of three parts; the first is a list with the page of the chosen authority beside it."""

    law_changed = Signal()
    """Emitted when the office's list, or the days of a provision, have changed: answers, alerts and summaries
    may differ."""

    def __init__(self, library: LibraryApi, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(library, jobs, parent)
        self.setObjectName("page")
        self.who = ""
        """The name that was entered last with a line of the list, offered again until the window closes."""
        self._text = ""
        self._history: list[int] = []
        """The authorities shown before the present one, as far as each was reached from another."""
        self._dismissed = ""
        """The key of the proposal that was dismissed last; empty when it was brought back."""
        self.form: EntryForm | None = None
        self.report: RelianceDialog | None = None
        self.versions: VersionsDialog | None = None
        self.window_form: WindowForm | None = None
        self.same: SameDialog | None = None
        self.changes: ChangesDialog | None = None
        waiting = tr("Sentences of your library that wait for a decision")
        self.switch = SegmentedControl(
            tr("Show"),
            (
                (FIND, tr("Authorities"), tr("Find an authority and see how it is cited")),
                (LIST, tr("Your good-law list"), tr("What your office says of authorities")),
                (PROPOSALS, wording.proposals(9999), waiting),
            ),
        )
        self.notice = Notice()
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Find an authority by name or citation"))
        self.field.setAccessibleName(tr("Find an authority by name or citation"))
        self.field.setAcceptDrops(False)
        self.extent = label("", role="muted", wrap=True)
        self.list, self.message = RowList(tr("Authorities")), MessagePane()
        self.authority_view = AuthorityView(self)
        self.good_law, self.proposals = GoodLawView(self), ProposalsView(self)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._lay_out()
        self._connect()
        self._show_proposals(())
        self.message.say("waiting", tr("Looking …"), "")

    # --- parts ---

    def _lay_out(self) -> None:
        head, inside = page_head()
        inside.addLayout(row((label(tr("Authorities"), scale=1.5, bold=True), 1), self.switch))
        self._states = QStackedWidget()
        self._states.addWidget(self.message)
        self._states.addWidget(self.list)
        top = holder(column(self.field, self.extent, margins=(14, 12, 14, 10), spacing=7), "listHead")
        left = holder(column(top, (self._states, 1), spacing=0), "results")
        left.setMinimumWidth(230)
        self._body = QStackedWidget()
        self._body.addWidget(panes(left, self.authority_view, sizes=(300, 680), shares=(0, 1)))
        self._body.addWidget(self.good_law)
        self._body.addWidget(self.proposals)
        column(head, self.notice, (self._body, 1), on=self, spacing=0)

    def _connect(self) -> None:
        self.switch.changed.connect(self._switch)
        self._pause.timeout.connect(self._find_typed)
        self.field.textChanged.connect(lambda _text: self._pause.start())
        self.field.returnPressed.connect(self._into_list)
        self.list.moved.connect(self._moved)
        self.list.opened.connect(lambda _id: self.authority_view.focus_head())
        self.notice.acted.connect(self.bring_back)
        QShortcut("Down", self.field, context=Qt.ShortcutContext.WidgetShortcut).activated.connect(
            self._focus_list
        )
        QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), self, self.bring_back)

    @property
    def part(self) -> str:
        return str(self.switch.value)

    def _switch(self, part: str) -> None:
        self._body.setCurrentIndex((FIND, LIST, PROPOSALS).index(part))
        self.notice.say("")
        self._read_list()
        self.first_field().setFocus(Qt.FocusReason.OtherFocusReason)

    def first_field(self) -> QWidget:
        if self.part == LIST:
            return self.good_law.first()
        return self.proposals.first() if self.part == PROPOSALS else self.field

    def parts(self) -> Sequence[QWidget]:
        if self.part == LIST:
            return self.good_law.field, self.good_law.first(), self.switch
        if self.part == PROPOSALS:
            shown = self.proposals
            return shown.field, shown.list, shown.preview.text, self.switch
        return self.field, self.list, self.authority_view.area, self.authority_view.preview.text, self.switch

    def to_collect(self) -> CollectionItem | None:
        return (self.proposals if self.part == PROPOSALS else self.authority_view).preview.item()

    def refresh(self) -> None:
        """Show the library's present state: the list, the open page, and the proposals."""
        self.find_authorities(self._text)
        if self.authority_view.authority is not None:
            self._show_authority(self.authority_view.authority.id)
        self._read_list()

    def show_error(self, error: BriefBankError) -> None:
        """Show an error above the page, or in the status line where a dialog stands over another place."""
        if self.isVisible():
            self.notice.say(str(error), bad=True)
        else:
            super().show_error(error)

    # --- finding ---

    def _find_typed(self) -> None:
        self.find_authorities(self.field.text().strip())

    def find_authorities(self, text: str) -> None:
        """Fill the list; an empty text gives the most cited of all."""
        self._text = text
        library = self.library
        self.run(
            lambda _reporter: library.authorities.find(text, LISTED),
            then=partial(self._show_found, text),
            failed=self._show_not_found,
            topic="authorities",
        )

    def _show_found(self, text: str, counts: Sequence[AuthorityCount]) -> None:
        """Show what was found; the authority whose page is open stays current where it is in the list."""
        rows = [_count_row(count) for count in counts]
        if rows != self.list.row_model.rows():
            self.list.show_rows(rows)
            shown = self.authority_view.authority
            number = self.list.row_model.place_of(lambda id_: shown is not None and id_ == shown.id)
            if number >= 0:
                self.list.choose(number)
        self.extent.setText(_extent(len(counts), text))
        if not counts and text:
            advice = tr("Try one party’s name, or the citation.")
            self.message.say("search", tr("No authority has this name or citation."), advice)
        elif not counts:
            self.message.say(*NOTHING_HERE)
            self.authority_view.clear()
        self.authority_view.setVisible(bool(counts or text))
        self._states.setCurrentWidget(self.list if counts else self.message)

    def _show_not_found(self, error: BriefBankError) -> None:
        self.list.show_rows(())
        self.extent.setText("")
        self.message.say("warning", error.title, error.remedy)
        self._states.setCurrentWidget(self.message)

    def _moved(self, authority_id: int | None) -> None:
        """Show the authority that was chosen in the list. There is nothing to go back to."""
        shown = self.authority_view.authority
        if authority_id is not None and (shown is None or shown.id != authority_id):
            self._history = []
            self._show_authority(authority_id)

    def _into_list(self) -> None:
        """Handle Enter in the box: find now, or go to what was found."""
        if self._pause.isActive():
            self._pause.stop()
            self._find_typed()
        else:
            self._focus_list()

    def _focus_list(self) -> None:
        if self.list.row_model.rowCount():
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    # --- the page of one ---

    def open_authority(self, authority_id: int) -> None:
        """Show the page of an authority that was named on another page of the window."""
        self.switch.choose(FIND)
        self._show_authority(authority_id)

    def follow(self, authority_id: int) -> None:
        """Go from one authority's page to another's."""
        if self.authority_view.authority is not None:
            self._history.append(self.authority_view.authority.id)
        self._show_authority(authority_id)

    def steps_back(self) -> int:
        return len(self._history) if self.part == FIND else 0

    def go_back(self) -> bool:
        if not self.steps_back():
            return False
        self._show_authority(self._history.pop())
        return True

    def _show_authority(self, authority_id: int) -> None:
        self.run(
            partial(read_authority, self.library, authority_id),
            then=self._show_page,
            failed=self.authority_view.show_failure,
            topic="authority",
        )

    def _show_page(self, shown: AuthorityPageContents) -> None:
        self.authority_view.show_page(shown, can_go_back=bool(self._history))

    # --- reading ---

    def open_target(self, target: PassageTarget | Document) -> None:
        """Open a passage with its words marked, or a document from its first page."""
        if isinstance(target, Document):
            self.document_wanted.emit(target)
            return
        library = self.library
        self.run(lambda _reporter: hit_of(library, target), then=self.hit_wanted.emit, topic="opened")

    def open_version(self, provision: Provision) -> None:
        library = self.library
        self.run(
            lambda _reporter: _version_hit(library, provision), then=self.hit_wanted.emit, topic="opened"
        )

    # --- dialogs ---

    def _open(self, name: str, dialog: D) -> D:
        """Show a dialog in place of the one of its kind that is open."""
        before: QDialog | None = getattr(self, name)
        if before is not None:
            before.close()
        forget_when_closed(self, name, dialog)
        setattr(self, name, dialog)
        dialog.show()
        return dialog

    def show_report(self) -> None:
        """Show which documents rely on the authority whose page is open."""
        if (shown := self.authority_view.shown) is not None:
            self._open("report", RelianceDialog(self, shown))

    def show_same(self, document: Document) -> None:
        self._open("same", SameDialog(self, document))

    def show_changes(self, document: Document, law: LawAsOf) -> None:
        self._open("changes", ChangesDialog(self, document, law))

    def show_versions(self, authority_id: int) -> None:
        """Show the versions of a provision, the newest compared with the one before."""
        self._open("versions", VersionsDialog(self, authority_id))

    def set_window(self, provision: Provision, parent: QWidget) -> None:
        """Offer to say when a version is in force."""
        self._open("window_form", WindowForm(self, provision, parent))

    def window_saved(self, _provision: Provision) -> None:
        if self.versions is not None:
            self.versions.refresh(tr("The dates were saved. Searches count them from now on."))
        self.refresh()
        self.law_changed.emit()

    # --- the office's list ---

    def _read_list(self) -> None:
        """Show the present list and proposals."""
        library = self.library
        self.run(
            lambda _reporter: library.good_law.entries(),
            then=self.good_law.show_entries,
            failed=self.good_law.show_failure,
            topic="good law",
        )
        self.run(
            lambda _reporter: library.good_law.proposals(),
            then=self._show_proposals,
            failed=self.proposals.show_failure,
            topic="proposals",
        )

    def _show_proposals(self, proposals: Sequence[Proposal]) -> None:
        button, text = self.switch.button(PROPOSALS), wording.proposals(len(proposals))
        button.setText(text)
        button.setAccessibleName(tr("Show: {text}").format(text=text))
        self.proposals.show_proposals(proposals)

    def add(self, authority: Authority | None) -> None:
        """Offer a new line, on an authority or on any."""
        enter, name = self.library.good_law.enter, str(authority) if authority else ""
        self._open("form", EntryForm(self, tr("Enter an authority"), enter, name))

    def change(self, entry: GoodLawEntry) -> None:
        change, title = partial(self.library.good_law.change, entry.id), tr("Change a line of the list")
        self._open("form", EntryForm(self, title, change, subject(entry), entry))

    def confirm(self, proposal: Proposal) -> None:
        """Offer to make a sentence a line of the list."""
        confirm, title = partial(self.library.good_law.confirm, proposal.key), tr("Confirm a proposal")
        self._open("form", EntryForm(self, title, confirm, str(proposal.authority), proposal))

    def entered(self, entry: GoodLawEntry) -> None:
        """Show a line that was entered or changed."""
        self.who = entry.entered_by
        message = tr("Entered on your good-law list: {value}, {stands}.")
        self._list_changed(message.format(value=entry.name or entry.canonical, stands=stands(entry)))

    def remove(self, entries: Sequence[GoodLawEntry]) -> None:
        """Take lines off the list, once a person agreed."""
        if confirm_removal(self, entries):
            ids = [entry.id for entry in entries]
            one = tr("{number} line was taken off your good-law list.")
            many = tr("{number} lines were taken off your good-law list.")
            self.change_list(
                partial(self.library.good_law.remove, ids), lambda lines: wording.counted(lines, one, many)
            )

    def dismiss(self, proposal: Proposal) -> None:
        """Dismiss a proposal, because the sentence does not say so."""

        def done(_answer: None) -> None:
            self._dismissed = proposal.key
            self._list_changed(tr("Not proposed again."), tr("Bring it back"))

        dismiss = partial(self.library.good_law.dismiss, proposal.key)
        self.run(lambda _reporter: dismiss(), then=done, lane=Lane.NOTES)

    def bring_back(self) -> None:
        """Propose again what was dismissed last; do nothing where nothing was."""
        if not self._dismissed:
            return
        if self.part == PROPOSALS:
            self.proposals.list.setFocus(Qt.FocusReason.OtherFocusReason)

        def done(_answer: None) -> str:
            self.proposals.next, self._dismissed = self._dismissed, ""
            return tr("It is proposed again.")

        self.change_list(partial(self.library.good_law.undismiss, self._dismissed), done)

    def change_list(self, do: Callable[[], Any], say: Callable[[Any], str]) -> None:
        """Change the list in the lane of notes; ``say`` tells what was done by the answer."""
        self.run(lambda _reporter: do(), then=lambda answer: self._list_changed(say(answer)), lane=Lane.NOTES)

    def _list_changed(self, message: str, action: str = "") -> None:
        self.notice.say(message, action)
        self.refresh()
        self.law_changed.emit()


def _count_row(count: AuthorityCount) -> Row:
    """Return the row of an authority in the list."""
    detail = wording.authority_detail(count.authority), _cited(count)
    return Row(
        wording.authority_name(count.authority),
        detail="\n".join(line for line in detail if line),
        standing=count.standing,
        target=count.authority.id,
    )


def _cited(count: AuthorityCount) -> str:
    """Return text such as 'Cited in 12 documents, last on March 3, 2021', or that it is not cited."""
    if not count.documents:
        return tr("Not cited in this library")
    many = wording.documents(count.documents)
    if not count.last_cited:
        return tr("Cited in {documents}").format(documents=many)
    return tr("Cited in {documents}, last on {day}").format(documents=many, day=wording.day(count.last_cited))


def _extent(shown: int, text: str) -> str:
    """Return how many authorities are listed of those that have a text."""
    if not shown:
        return ""
    if shown >= LISTED:
        return tr("The {shown:,} most cited; type to find others").format(shown=shown)
    count = wording.count(shown, tr("authority"), tr("authorities"))
    return (tr("{count} found") if text else tr("{count}, most cited first")).format(count=count)


def _version_hit(library: LibraryApi, provision: Provision) -> Hit:
    """Return a Hit for the first passage of a version; its text is marked as a whole."""
    for passage in library.documents.passages(provision.document_id):
        if passage.ordinal == provision.first:
            return hit_of(library, PassageTarget(passage.id, (0, 0)))
    raise NotInLibrary
