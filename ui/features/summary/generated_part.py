"""The part of the summary panel that holds what a local model wrote, behind a gate of its own.

At any time it shows one thing: nothing, a quiet line, the model's progress, why there is nothing to show, the
gate, or the sentences behind the gate. All of its text is painted; its one button has fixed words.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from briefbank.domain.summaries import GeneratedSummary
from briefbank.errors import BriefBankError, SummaryError
from briefbank.text.messages import Message
from ui.features.summary import painted_pieces
from ui.i18n.translate import tr, translate_core
from ui.kit.controls import push_button
from ui.kit.painted_layout import Piece
from ui.kit.painted_text import PaintedText
from ui.shared import summary_texts

PAD = 14.0
BORDER = 2  # The width in pixels that the painted ground keeps off the frame and its round corners


class GateAction(StrEnum):
    """The action of the button; the values are its words."""

    NOTHING = ""
    SHOW = tr("Show it")
    HIDE = tr("Hide it")
    STOP = tr("Stop")
    AGAIN = tr("Try again")


class GeneratedPart(QFrame):
    """A view that keeps a summary behind its gate until a person opens it, for this document alone."""

    stop_wanted = Signal()
    again_wanted = Signal()
    source_chosen = Signal(object)  # The SourceSentences that a sentence rests on
    opened = Signal()  # Emitted when the gate was opened
    revealed = Signal(bool)  # Emitted when a model's text came onto the screen, or went from it

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._summary: GeneratedSummary | None = None
        self._labels: Sequence[str] = ()
        self._aloud = True
        self._act = GateAction.NOTHING
        self._was_revealed = False
        self.has_answer = False
        """True when an answer is shown, and not a note that may differ the next time."""
        self.text = PaintedText(tr("Summary by a model"), pad=PAD)
        self.button = push_button("")
        self._lay_out()
        self.text.chosen.connect(self.source_chosen)
        self.text.on_screen.connect(self._report_revealed)
        self.button.clicked.connect(self._acted)
        self.clear()

    def _lay_out(self) -> None:
        self._column = column = QVBoxLayout(self)
        row = QHBoxLayout()
        column.setSpacing(0)
        row.setContentsMargins(round(PAD), 0, round(PAD), round(PAD))
        row.addWidget(self.button)
        row.addStretch(1)
        self._row = QWidget()
        self._row.setLayout(row)
        column.addWidget(self.text)
        column.addWidget(self._row)

    # --- display ---

    @property
    def act(self) -> GateAction:
        return self._act

    @property
    def is_revealed(self) -> bool:
        """True while sentences of a model are on the screen."""
        return self._act is GateAction.HIDE and self.text.isVisible()

    def clear(self) -> None:
        self._summary, self.has_answer = None, False
        self._show((), GateAction.NOTHING)

    def show_quiet(self, text: str) -> None:
        """Show a line without a frame, on why there is no such summary."""
        self.clear()
        self._show(painted_pieces.note(text), GateAction.NOTHING, framed=False)

    def show_writing(self) -> None:
        self._summary, self.has_answer = None, True
        self._show(painted_pieces.under_way(summary_texts.READING), GateAction.STOP)

    def show_progress(self, stage: Message, done: int, total: int) -> None:
        if self._act is GateAction.STOP:
            text = summary_texts.progress(stage, done, total)
            self._show(painted_pieces.under_way(text), GateAction.STOP)

    def show_stopped(self) -> None:
        self._show(painted_pieces.under_way(summary_texts.NOTHING_KEPT), GateAction.AGAIN)

    def show_failure(self, error: BriefBankError) -> None:
        """Show an error, with a button to try again unless the document has nothing to summarise."""
        self._summary, self.has_answer = None, True
        text = str(error)
        self._show(
            painted_pieces.under_way(text),
            GateAction.NOTHING if isinstance(error, SummaryError) else GateAction.AGAIN,
        )

    def show_summary(self, summary: GeneratedSummary, labels: Sequence[str], *, aloud: bool) -> None:
        """Show a summary behind the gate; ``aloud`` lets a screen reader read its sentences once it is
        opened."""
        self._labels, self._aloud, self.has_answer = labels, aloud, True
        if summary.withheld_whole or not summary.shown:
            self._summary = None
            text = translate_core(summary.withheld_whole) or summary_texts.NOT_BORNE_OUT
            self._show(painted_pieces.under_way(text), GateAction.AGAIN)
        else:
            self._summary = summary
            self._close_gate()

    def _close_gate(self) -> None:
        self._show(painted_pieces.gate(), GateAction.SHOW)

    def _open_gate(self) -> None:
        assert self._summary is not None
        pieces = painted_pieces.generated(self._summary, self._labels)
        aloud = None if self._aloud else f"{summary_texts.DISCLAIMER} {summary_texts.NOT_READ_ALOUD}"
        self._show(pieces, GateAction.HIDE, aloud=aloud)
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)
        self.opened.emit()

    def _show(
        self, pieces: Sequence[Piece], act: GateAction, *, framed: bool = True, aloud: str | None = None
    ) -> None:
        self._act = act
        self.text.show_pieces(pieces, spoken=aloud)
        if self.button.text() != act:
            self.button.setText(act)
            self.button.setAccessibleName(tr("{act}: the summary by a model").format(act=act) if act else "")
        self._row.setVisible(act is not GateAction.NOTHING)
        self._frame(framed)
        self.setVisible(bool(pieces))
        self._report_revealed()

    def _frame(self, on: bool) -> None:
        """Draw or remove the frame, which is that of panels on other pages. Without it text aligns with the
        text above."""
        name = "panel" if on else ""
        if self.objectName() != name:
            self.setObjectName(name)
            self.style().polish(self)
            edge = BORDER if on else 0
            self._column.setContentsMargins(edge, edge, edge, edge)
            self.text.set_pad(PAD if on else 0.0)

    def _report_revealed(self) -> None:
        if self._was_revealed != self.is_revealed:
            self._was_revealed = self.is_revealed
            self.revealed.emit(self._was_revealed)

    def _acted(self) -> None:
        if self._act is GateAction.SHOW:
            self._open_gate()
        elif self._act is GateAction.HIDE:
            self._close_gate()
        elif self._act is GateAction.STOP:
            self.stop_wanted.emit()
        elif self._act is GateAction.AGAIN:
            self.again_wanted.emit()
