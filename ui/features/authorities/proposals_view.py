"""Proposals: sentences that may mean that an authority no longer holds, for a person to decide on."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from briefbank.domain.authority_reports import Proposal
from briefbank.errors import BriefBankError
from ui.i18n.translate import tr
from ui.kit.controls import Notice, label, push_button
from ui.kit.page_parts import list_head, page_body
from ui.shared import wording
from ui.shared.authority_rows import PassageTarget, proposal_row
from ui.shared.message_pane import MessagePane
from ui.shared.row_list import RowList
from ui.shared.row_model import Row

INTRO = tr(
    "Sentences of your library that seem to say that an authority no longer holds. Read each in its "
    "document: it counts only when you confirm it."
)
NONE_WAIT = (
    "done",
    tr("No sentence waits for you."),
    tr("When a document says that an authority was overruled, superseded or limited, it is proposed here."),
)


class ProposalButtons(QObject):
    """Buttons for the current proposal of a list: confirm it, dismiss it, read it."""

    confirm_wanted = Signal(object)  # The Proposal to make a line of the list
    dismiss_wanted = Signal(object)  # The Proposal to dismiss
    spot_wanted = Signal(object)  # A Spot: the sentence to open in the reader

    def __init__(self, shown: RowList) -> None:
        super().__init__(shown)
        self._list = shown
        self.confirm = push_button(tr("Confirm…"), tip=tr("Enter it on your office’s list"))
        self.dismiss = push_button(
            tr("Not so"), tip=tr("The sentence does not say this; do not propose it again")
        )
        self.open = push_button(tr("Open"), tip=tr("Read the sentence in its document (Enter)"))
        self.confirm.clicked.connect(lambda: self._decided(self.confirm_wanted.emit))
        self.dismiss.clicked.connect(lambda: self._decided(self.dismiss_wanted.emit))
        self.open.clicked.connect(lambda: self._decided(self._open))
        shown.opened.connect(self._open)
        shown.moved.connect(lambda _proposal: self.enable())
        shown.row_model.modelReset.connect(self.enable)
        self.enable()

    def enable(self) -> None:
        chosen = self.current() is not None
        for button in (self.confirm, self.dismiss, self.open):
            button.setEnabled(chosen)

    def current(self) -> Proposal | None:
        """Return the chosen proposal; a single one needs no choosing."""
        chosen: Proposal | None = self._list.current()
        if chosen is None and self._list.row_model.rowCount() == 1:
            only = self._list.row_model.row(0).target
            return only if isinstance(only, Proposal) else None
        return chosen

    def _decided(self, then: object) -> None:
        if (proposal := self.current()) is not None and callable(then):
            then(proposal)

    def _open(self, proposal: Proposal) -> None:
        self.spot_wanted.emit(PassageTarget(proposal.passage_id, sentence=proposal.sentence))


class ProposalsView(QWidget):
    """The list of all proposals, narrowed by words; a decision moves on to the next."""

    bring_back_wanted = Signal()  # Requests the proposal that was dismissed last

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._all: list[Row] = []
        self._next = ""
        self.list = RowList(tr("Proposals"))
        self.buttons = ProposalButtons(self.list)
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Narrow by authority, words or document"))
        self.field.setAccessibleName(tr("Narrow the list of proposals"))
        self.extent = label("", role="muted")
        self.notice = Notice()
        self.message = MessagePane()
        buttons = self.buttons.open, self.buttons.dismiss, self.buttons.confirm
        head = list_head(INTRO, self.field, self.extent, buttons)
        self._states = page_body(self, head, self.message, self.list, notice=self.notice)
        self.field.textChanged.connect(lambda _text: self._arrange())
        self.notice.acted.connect(self.bring_back_wanted)
        self.message.say("waiting", tr("Reading the proposals …"), "")

    def show_proposals(self, proposals: Sequence[Proposal]) -> None:
        """Show proposals; the current one stays current, or else the one that follows it becomes so."""
        self._all = [proposal_row(proposal, named=True) for proposal in proposals]
        self._arrange()

    def show_failure(self, error: BriefBankError) -> None:
        self._all = []
        self._arrange()
        self.message.say("warning", error.title, error.remedy)

    def choose_next(self, key: str) -> None:
        """Make the proposal with this key the current one as soon as it is shown."""
        self._next = key

    def _arrange(self) -> None:
        words = self.field.text().casefold().split()
        shown = [row for row in self._all if all(word in row.spoken.casefold() for word in words)]
        before, current = self.list.currentIndex().row(), self.list.current()
        self.list.show_rows(shown)
        following = self._place(self._next)
        if following >= 0:
            self._next = ""
            self.list.choose(following)
        elif before >= 0 and shown:
            same = self._place(current.key if current is not None else "")
            self.list.choose(same if same >= 0 else min(before, len(shown) - 1))
        many = wording.count(len(self._all), tr("proposal"), tr("proposals"))
        self.extent.setText(
            many
            if len(shown) == len(self._all)
            else tr("{len:,} of {many}").format(len=len(shown), many=many)
        )
        self.field.setEnabled(bool(self._all))
        if not self._all:
            self.message.say(*NONE_WAIT)
        elif not shown:
            self.message.say("search", tr("No proposal has these words."), tr("Try fewer words."))
        self._states.setCurrentWidget(self.list if shown else self.message)

    def _place(self, key: str) -> int:
        return self.list.row_model.place_of(lambda proposal: proposal.key == key)

    def first(self) -> QWidget:
        """Return the widget that gets the keyboard first."""
        return self.list if self.list.row_model.rowCount() else self.field
