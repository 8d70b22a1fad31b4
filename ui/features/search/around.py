"""What stands around the results: authorities that the search names, passages set apart, wider searches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy, QToolButton, QWidget

from briefbank.domain.authorities import AuthorityNote
from briefbank.domain.searches import Hit, OutsideHit, SearchAnswer, WiderQuery
from briefbank.text.messages import NO_MESSAGE
from ui.features.search import result_texts
from ui.features.search.model import NOTHING, HitModel
from ui.features.search.result_list import ResultList
from ui.i18n.translate import tr, translate_core
from ui.kit.controls import ElidedLabel, label, link_button
from ui.kit.keyboard import set_tab_order
from ui.kit.layout import LEFT, TOP, add, clear_layout, column, row
from ui.kit.text import plain_tip
from ui.shared import wording
from ui.shared.notices import AlertBand
from ui.style.theme import colours, icon

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
        self._column = column(margins=(7, 0, 0, 0), spacing=8)
        column(self._column, (self.more, LEFT), on=self, margins=(11, 9, 12, 9), spacing=4)
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
        self.name = ElidedLabel(str(note.authority), lines=2, bold=True)
        self.text = label(translate_core(note.text), role="muted", wrap=True)
        self.alerts = AlertBand()
        self.open = link_button(tr("Open its page"))
        self.proposals = link_button(wording.proposals(note.proposals))
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
        head = row((self.name, 1), (self.proposals, TOP), (self.open, TOP), spacing=4)
        column(head, self.alerts, self.text, on=self, spacing=3)


LOWEST = 190  # The least height of the opened list, in pixels


class NotInForceBlock(QFrame):
    """A line that unfolds to cards, separate from the results; hidden while nothing is set apart."""

    opened = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("outside")
        self.model = HitModel()
        self.list = ResultList(self.model)
        self.list.setAccessibleName(tr("Set apart: not the law at that time"))
        self.list.setMinimumHeight(LOWEST)
        self.extent = label("", role="muted")
        self.extent.setContentsMargins(18, 6, 12, 6)
        self.toggle = QToolButton()
        self.toggle.setCheckable(True)
        self.toggle.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.toggle.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.toggle.toggled.connect(self._open)
        self.list.left_upwards.connect(self.toggle.setFocus)
        column(self.toggle, self.extent, (self.list, 1), on=self, spacing=0)
        self._open(False)
        self.hide()

    def show_answer(self, answer: SearchAnswer) -> None:
        """Show what an answer sets apart, folded away unless it is the same as before."""
        hits = tuple(with_reason(outside) for outside in answer.outside)
        alone = SearchAnswer(NO_MESSAGE, 0.0, len(hits), hits)
        if not hits or not self.model.better(alone):
            self.toggle.setChecked(False)
            self.model.show(alone)
            self.list.scrollToTop()
        text, shown = result_texts.outside(answer), len(answer.outside)
        self.extent.setText(
            tr("The first {shown:,} of them").format(shown=shown) if shown < answer.outside_total else ""
        )
        self.toggle.setText(text)
        self.toggle.setAccessibleName(text)
        self.setVisible(bool(answer.outside))

    def clear(self) -> None:
        self.model.show(NOTHING)
        self.toggle.setChecked(False)
        self.hide()

    def _open(self, on: bool) -> None:
        self.list.setVisible(on)
        self.extent.setVisible(on and bool(self.extent.text()))
        self._tint()
        self.toggle.setAccessibleDescription(tr("Shown below") if on else tr("Folded away"))
        self.opened.emit(on)
        if on and self.toggle.hasFocus():
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _tint(self) -> None:
        c = colours()
        self.toggle.setIcon(icon("open" if self.toggle.isChecked() else "closed", c.text, c.text, 16))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "toggle"):
            self._tint()


def with_reason(outside: OutsideHit) -> Hit:
    """Return the hit with the reason why it is set apart as its first alert, wherever it is shown or
    copied."""
    others = tuple(alert for alert in outside.hit.alerts if alert != outside.text)
    return replace(outside.hit, alerts=(outside.text, *others) if outside.text else others)


class LooseningList(QFrame):
    """A heading and the links; hidden while there are none."""

    chosen = Signal(object)  # A Loosening

    def __init__(self, parent: QWidget | None = None, *, framed: bool = False) -> None:
        """``framed``: below a list of results; otherwise in the middle of an empty pane."""
        super().__init__(parent)
        self._framed = framed
        self.links: list[QPushButton] = []
        if framed:
            self.setObjectName("wider")
        self._column = column(on=self, margins=(12, 8) if framed else (0, 8, 0, 0), spacing=2)
        self.hide()

    def show_loosenings(self, loosenings: Sequence[WiderQuery]) -> None:
        clear_layout(self._column)
        self.links = [self._link(loosening) for loosening in loosenings]
        if self.links:
            heading = label(tr("A wider search finds"), role="muted")
            heading.setContentsMargins(7, 0, 0, 0)
            if not self._framed:
                heading.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            self._column.addWidget(heading)
        add(self._column, *self.links)
        self.setVisible(bool(self.links))

    def _link(self, loosening: WiderQuery) -> QPushButton:
        count, text = wording.passages(loosening.total), translate_core(loosening.text)
        link = link_button(f"{wording.beginning(text)}: {count}".replace("&", "&&"))
        link.setAccessibleName(f"{text}: {count}")
        link.setToolTip(plain_tip(text))
        link.setProperty("left", self._framed)
        link.clicked.connect(partial(self.chosen.emit, loosening))
        return link
