"""The page of authorities: finding one, its page, the office's list, and proposals."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from briefbank.domain.authority_reports import AuthorityCount
from briefbank.errors import BriefBankError
from ui.features.authorities.authority_view import AuthorityView
from ui.features.authorities.good_law_view import GoodLawView
from ui.features.authorities.proposals_view import ProposalsView
from ui.i18n.translate import tr
from ui.kit.controls import SegmentedControl, label
from ui.kit.page_parts import page_head
from ui.shared import law_texts, wording
from ui.shared.authority_rows import count_row
from ui.shared.message_pane import MessagePane
from ui.shared.row_list import RowList

FIND, LIST, PROPOSALS = "find", "list", "proposals"
PAUSE_MS = 150  # The pause without a key before the typed text is looked for
NOTHING_HERE = (
    "authorities",
    tr("No document of the library cites an authority yet."),
    tr("Drop briefs anywhere on this window to add them. What they cite is gathered as they are read."),
)


class AuthoritiesView(QWidget):
    """A switch of three parts; the first is a list with the page of the chosen authority beside it."""

    text_changed = Signal(str)
    """Emitted after a pause, with the text to find; empty for the most cited of all."""
    authority_chosen = Signal(int)  # The authority that was chosen in the list
    part_shown = Signal(str)  # FIND, LIST or PROPOSALS

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.switch = SegmentedControl(
            tr("Show"),
            (
                (FIND, tr("Authorities"), tr("Find an authority and see how it is cited")),
                (LIST, tr("Your office’s list"), tr("What your office says of authorities")),
                (
                    PROPOSALS,
                    law_texts.proposals(9999),
                    tr("Sentences of your library that wait for a decision"),
                ),
            ),
        )
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Find an authority by name or citation"))
        self.field.setAccessibleName(tr("Find an authority by name or citation"))
        self.field.setClearButtonEnabled(False)
        self.field.setAcceptDrops(False)
        self.extent = label("", role="muted", wrap=True)
        self.list = RowList(tr("Authorities"))
        self.message = MessagePane()
        self.page = AuthorityView()
        self.good_law = GoodLawView()
        self.proposals = ProposalsView()
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._lay_out()
        self._connect()
        self.show_waiting(0)
        self.message.say("waiting", tr("Looking …"), "")

    def _lay_out(self) -> None:
        head, inside = page_head()
        line = QHBoxLayout()
        line.addWidget(label(tr("Authorities"), scale=1.5, bold=True), 1)
        line.addWidget(self.switch)
        inside.addLayout(line)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.addWidget(self._left())
        self.splitter.addWidget(self.page)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(1)
        self.splitter.setStretchFactor(0, 2)
        self.splitter.setStretchFactor(1, 5)
        self.splitter.setSizes([330, 650])
        self._body = QStackedWidget()
        for part in (self.splitter, self.good_law, self.proposals):
            self._body.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        column.addWidget(self._body, 1)

    def _left(self) -> QWidget:
        left, top = QFrame(), QFrame()
        left.setObjectName("results")
        left.setMinimumWidth(280)
        top.setObjectName("listHead")
        above = QVBoxLayout(top)
        above.setContentsMargins(14, 12, 14, 10)
        above.setSpacing(7)
        above.addWidget(self.field)
        above.addWidget(self.extent)
        self._states = QStackedWidget()
        self._states.addWidget(self.message)
        self._states.addWidget(self.list)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(top)
        column.addWidget(self._states, 1)
        return left

    def _connect(self) -> None:
        self.switch.changed.connect(self._switch)
        self.field.textChanged.connect(lambda _text: self._pause.start())
        self.field.returnPressed.connect(self._into_list)
        self.field.installEventFilter(self)
        self._pause.timeout.connect(lambda: self.text_changed.emit(self.field.text().strip()))
        self.list.moved.connect(self._moved)
        self.list.opened.connect(lambda _id: self.page.setFocus())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move the keyboard from the box into the list by Down."""
        if _is_down(event) and self.list.row_model.rowCount():
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)
            return True
        return super().eventFilter(watched, event)

    # --- parts ---

    @property
    def part(self) -> str:
        return str(self.switch.value)

    def _switch(self, part: str) -> None:
        self._body.setCurrentIndex((FIND, LIST, PROPOSALS).index(part))
        self.part_shown.emit(part)

    def first(self) -> QWidget:
        """Return the widget that gets the keyboard first in the part that is shown."""
        if self.part == LIST:
            return self.good_law.first()
        return self.proposals.first() if self.part == PROPOSALS else self.field

    def show_waiting(self, proposals: int) -> None:
        """Show how many proposals wait."""
        button, text = self.switch.button(PROPOSALS), law_texts.proposals(proposals)
        button.setText(text)
        button.setAccessibleName(tr("Show: {text}").format(text=text))

    # --- the list ---

    def show_found(self, counts: Sequence[AuthorityCount], text: str, most: int) -> None:
        """Show what was found; the authority whose page is open stays current where it is in the list."""
        self.list.show_rows([count_row(count) for count in counts])
        self._say_extent(len(counts), text, most)
        shown = self.page.authority
        row = self.list.row_model.place_of(lambda id_: shown is not None and id_ == shown.id)
        if row >= 0:
            self.list.choose(row)
        if not counts and text:
            self.message.say("search", tr("No authority has this name or citation."), _advice(text))
        elif not counts:
            self.message.say(*NOTHING_HERE)
            self.page.clear()
        self.page.setVisible(bool(counts or text))
        self._states.setCurrentWidget(self.list if counts else self.message)

    def _say_extent(self, shown: int, text: str, most: int) -> None:
        if not shown:
            said = tr("None found") if text else ""
        elif shown >= most:
            said = tr("The {shown:,} most cited; type to find others").format(shown=shown)
        elif text:
            said = tr("{count} found").format(count=wording.count(shown, tr("authority"), tr("authorities")))
        else:
            said = tr("{count}, most cited first").format(
                count=wording.count(shown, tr("authority"), tr("authorities"))
            )
        self.extent.setText(said)
        self.extent.setAccessibleName(said)

    def show_searching(self) -> None:
        """Say that finding takes a while. Earlier results stay; the message that nothing was found does
        not."""
        self.extent.setText(tr("Looking …"))
        self.message.say("waiting", tr("Looking …"), "")

    def show_failure(self, error: BriefBankError) -> None:
        self.list.show_rows(())
        self.extent.setText("")
        self.message.say("warning", error.title, error.remedy)
        self._states.setCurrentWidget(self.message)

    def _moved(self, authority_id: int | None) -> None:
        shown = self.page.authority
        if authority_id is not None and (shown is None or shown.id != authority_id):
            self.authority_chosen.emit(authority_id)

    def _into_list(self) -> None:
        """Handle Enter in the box: find now, or go to what was found."""
        if self._pause.isActive():
            self._pause.stop()
            self.text_changed.emit(self.field.text().strip())
        elif self.list.row_model.rowCount():
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)


def _is_down(event: QEvent) -> bool:
    if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
        return False
    return event.key() == Qt.Key.Key_Down


def _advice(text: str) -> str:
    """Return advice on what may find it after all."""
    if any(letter.isdigit() for letter in text):
        return tr("Type the volume, the reporter and the first page, or a section with its code.")
    return tr("Try one party’s name, or the citation.")
