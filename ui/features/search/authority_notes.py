"""Notes above the results on the authorities that a search names, with links to their pages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from briefbank.domain.authorities import AuthorityNote
from ui.i18n.translate import tr, translate_core
from ui.kit.controls import ElidedLabel, label, link_button
from ui.kit.page_parts import clear_layout
from ui.kit.tab_order import set_tab_order
from ui.shared import law_texts
from ui.shared.alert_band import AlertBand

FIRST = 2  # The number of notes shown before somebody asks for all


class AuthorityNotes(QFrame):
    """The notes of a search; hidden while the search names no authority."""

    authority_wanted = Signal(int)  # The id of the authority whose page is to be shown

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notes")
        self.setAccessibleName(tr("Authorities that this search names"))
        self._notes: tuple[AuthorityNote, ...] = ()
        self.shown: list[NoteFrame] = []
        self.more = link_button("")
        self.more.clicked.connect(self._show_all)
        self._column = QVBoxLayout()
        self._column.setSpacing(8)
        outer = QVBoxLayout(self)
        self._column.setContentsMargins(7, 0, 0, 0)
        outer.setContentsMargins(11, 9, 12, 9)
        outer.setSpacing(4)
        outer.addLayout(self._column)
        outer.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        self.hide()

    def show_notes(self, notes: Sequence[AuthorityNote]) -> None:
        self._notes = tuple(notes)
        self._fill(self._notes[:FIRST])
        more = len(notes) - FIRST
        self.more.setText(tr("and {more} more").format(more=more))
        self.more.setAccessibleName(
            tr("and {more} more authorities that this search names").format(more=more)
        )
        self.more.setVisible(more > 0)
        self.setVisible(bool(notes))

    def _fill(self, notes: Sequence[AuthorityNote]) -> None:
        clear_layout(self._column)
        self.shown = [NoteFrame(note) for note in notes]
        for frame in self.shown:
            frame.authority_wanted.connect(self.authority_wanted)
            self._column.addWidget(frame)
        set_tab_order(
            self.more,
            *(control for frame in self.shown for control in (frame.proposals, frame.open)),
            self.more,
        )

    def _show_all(self) -> None:
        """Show all notes and move the focus to the first one that was hidden before."""
        self._fill(self._notes)
        self.more.hide()
        self.shown[FIRST].open.setFocus(Qt.FocusReason.OtherFocusReason)

    def spoken(self) -> str:
        """Return all notes as text for a screen reader."""
        return " ".join(
            f"{note.authority}: {' '.join(map(translate_core, (*note.alerts, note.text)))}"
            for note in self._notes
        )


class NoteFrame(QFrame):
    """The note on one authority."""

    authority_wanted = Signal(int)

    def __init__(self, note: AuthorityNote) -> None:
        super().__init__()
        self.setAccessibleName(str(note.authority))
        self.name = ElidedLabel(str(note.authority), lines=2)
        font = label("", bold=True).font()
        self.name.setFont(font)
        self.text = label(translate_core(note.text), role="muted", wrap=True)
        self.alerts = AlertBand()
        self.open = link_button(tr("Open its page"))
        self.proposals = link_button(law_texts.proposals(note.proposals))
        for button, what in ((self.open, tr("Open the page of")), (self.proposals, self.proposals.text())):
            button.setAccessibleName(f"{what} {note.authority}")
            button.clicked.connect(partial(self.authority_wanted.emit, note.authority.id))
        self.proposals.setToolTip(
            tr("Sentences of your library that speak against it and wait for a decision")
        )
        self._lay_out()
        self.alerts.show_alerts(note.alerts)
        self.proposals.setVisible(note.proposals > 0)

    def _lay_out(self) -> None:
        column, row = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        row.setSpacing(4)
        row.addWidget(self.name, 1)
        row.addWidget(self.proposals, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.open, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(row)
        column.addWidget(self.alerts)
        column.addWidget(self.text)
