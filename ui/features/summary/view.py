"""The summary of the open document: closed by default, behind its disclaimer, painted and never selectable.

The document's own sentences come first and stay; below them, in a frame and behind a gate of its own, stands
what a local model wrote. Text that a program wrote must stay out of the clipboard, drags and prints.
Therefore it is painted and is no text to the system, and the keys that copy, cut or select do nothing here.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QPalette,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from briefbank.domain.summaries import Summary
from briefbank.errors import BriefBankError
from ui.features.summary import painted_pieces
from ui.features.summary.generated_part import GeneratedPart
from ui.i18n.translate import tr
from ui.kit.painted_text import PAD, PaintedText
from ui.kit.screen_shield import ScreenShield
from ui.shared import summary_texts
from ui.style.icons import icon
from ui.style.theme import colours

REFUSED = (
    QKeySequence.StandardKey.Copy,
    QKeySequence.StandardKey.Cut,
    QKeySequence.StandardKey.SelectAll,
    QKeySequence.StandardKey.Print,
)
"""Keys that take text out of a window: the panel swallows them, whichever part has the focus."""
LEAST_ROOM = 140
WAITING = tr("The local model is busy with something else. It comes to this document after that.")


class SummaryPanel(QFrame):
    """A bar that opens and closes the summaries below it, and reports both."""

    unfolded = Signal()
    """Emitted when it is open before a person: just now, or again with the page that it is on."""
    folded = Signal()  # Emitted when it was closed, or went out of sight open, with the page that it is on
    page_chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._shield = ScreenShield()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.toggle = QToolButton()
        self.painted = PaintedText(tr("Summary in the document’s own words"))
        self.generated = GeneratedPart()
        self.body = _Body(self.painted, self.generated)
        self._make_toggle()
        self._lay_out()
        self.painted.chosen.connect(lambda page: self.page_chosen.emit(page))
        self.generated.revealed.connect(lambda on: self._shield.cover(self.window(), on))
        self._tint()

    def _make_toggle(self) -> None:
        self.toggle.setCheckable(True)
        self.toggle.setText(tr("Summary of this document"))
        self.toggle.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.toggle.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.toggle.setAccessibleName(tr("Summary of this document, closed"))
        self.toggle.setToolTip(tr("Open or close the summary (Ctrl+I). A program put it together."))
        self.toggle.toggled.connect(self._toggled)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        bar = QFrame()
        bar.setObjectName("summaryBar")
        inside = QVBoxLayout(bar)
        inside.setContentsMargins(8, 2, 8, 2)
        inside.addWidget(self.toggle)
        self.body.hide()
        column.addWidget(bar)
        column.addWidget(self.body)

    @property
    def is_open(self) -> bool:
        return self.toggle.isChecked()

    def close_and_forget(self) -> None:
        """Close and empty the panel, for a new document."""
        self.toggle.setChecked(False)
        self.painted.clear()
        self.generated.clear()

    def show_searching(self) -> None:
        self.painted.show_pieces(painted_pieces.note(summary_texts.LOOKING))
        self.body.fit()

    def show_extract(self, summary: Summary, labels: Sequence[str]) -> None:
        """Show the extract; ``labels`` are the printed page labels by page index, and may be empty."""
        self.painted.show_pieces(painted_pieces.extract(summary, labels))
        self.body.fit()

    def show_waiting(self) -> None:
        """Show that the model has not begun, until its first progress; it can be stopped as if it had."""
        self.generated.show_writing()
        self.generated.text.show_pieces(painted_pieces.under_way(WAITING))

    def show_error(self, error: BriefBankError) -> None:
        self.painted.show_pieces(painted_pieces.note(str(error)))
        self.body.fit()

    def set_room(self, height: int) -> None:
        """Set how high the open body may become."""
        self.body.room = max(LEAST_ROOM, height)
        self.body.fit()

    def _toggled(self, on: bool) -> None:
        self.body.setVisible(on)
        self.toggle.setAccessibleName(
            tr("Summary of this document, open") if on else tr("Summary of this document, closed")
        )
        self._tint()
        (self.unfolded if on else self.folded).emit()
        self.body.fit()

    def _tint(self) -> None:
        c = colours()
        self.toggle.setIcon(icon("open" if self.is_open else "closed", c.text, c.text, 16))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.is_open and not event.spontaneous():
            self.unfolded.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self.is_open and not event.spontaneous():
            self.folded.emit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "body"):
            self._tint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Swallow keys that copy, if no part of the panel has taken them."""
        if any(event.matches(key) for key in REFUSED):
            event.accept()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.accept()


class _Body(QScrollArea):
    """A scroll area of both summaries, as high as it needs within its room."""

    def __init__(self, painted: PaintedText, generated: GeneratedPart) -> None:
        super().__init__()
        self.room = 240
        self.setObjectName("summaryBody")
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        for bar in (self.verticalScrollBar(), self.horizontalScrollBar()):
            bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._inside = QWidget()
        self._inside.setBackgroundRole(QPalette.ColorRole.Base)
        self._inside.setAutoFillBackground(True)
        self._column = QVBoxLayout(self._inside)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(painted)
        frame = QVBoxLayout()
        frame.setContentsMargins(round(PAD), 0, round(PAD), round(PAD))
        frame.addWidget(generated)
        self._column.addLayout(frame)
        self._column.addStretch(1)
        self.setWidget(self._inside)
        self._generated, self._scroll_pending = generated, False
        generated.opened.connect(self._scroll_when_laid_out)
        self.verticalScrollBar().rangeChanged.connect(self._range_changed)
        for part in (painted, generated.text):
            part.sentence_focused.connect(lambda y, part=part: self._follow(part, y))

    def _follow(self, part: PaintedText, y: int) -> None:
        self.ensureVisible(0, part.mapTo(self._inside, part.rect().topLeft()).y() + y, 0, 60)

    def _scroll_when_laid_out(self) -> None:
        """Scroll, once it is laid out, to the beginning of what was behind the gate, disclaimer first."""
        self._scroll_pending = True

    def _range_changed(self) -> None:
        if self._scroll_pending:
            self._scroll_pending = False
            self.verticalScrollBar().setValue(self._generated.y())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit again when a part inside needs another height. A scroll area already listens for that."""
        stop = super().eventFilter(watched, event)
        if event.type() == QEvent.Type.LayoutRequest and watched is self._inside:
            self.fit()
        return stop

    def fit(self) -> None:
        width = self.viewport().width()
        self.setFixedHeight(min(self.room, self._column.heightForWidth(width) + 2 * self.frameWidth() + 2))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit()
