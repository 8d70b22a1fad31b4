"""The summary of the open document: closed by default, behind its disclaimer, painted and never selectable.

Whatever a program wrote must stay out of the clipboard, drags and prints. So the words are painted and are no
text to the system: there is no selection, no context menu, no drag, and Ctrl+C in the panel does nothing.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from briefbank.errors import BriefBankError
from briefbank.models import Summary
from ui.icons import icon
from ui.theme import colours
from ui.widgets.painted_summary import PaintedSummary


class SummaryPanel(QFrame):
    """A bar that opens and closes, and below it the painted summary. Tells when a summary is wanted."""

    wanted = Signal()
    page_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._bar = QFrame()
        self._bar.setObjectName("summaryBar")
        bar = QVBoxLayout(self._bar)
        bar.setContentsMargins(8, 2, 8, 2)
        self.toggle = QToolButton()
        self.toggle.setCheckable(True)
        self.toggle.setText("Summary of this document")
        self.toggle.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.toggle.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.toggle.setAccessibleName("Summary of this document, closed")
        self.toggle.setToolTip("Open or close the summary (Ctrl+I). It was written by a program.")
        self.toggle.toggled.connect(self._toggled)
        bar.addWidget(self.toggle)
        self.painted = PaintedSummary()
        self.painted.page_chosen.connect(self.page_chosen)
        self.body = _Body(self.painted)
        self.body.hide()
        column.addWidget(self._bar)
        column.addWidget(self.body)
        self._tint()

    @property
    def is_open(self) -> bool:
        return self.toggle.isChecked()

    def close_and_forget(self) -> None:
        """For a new document: closed again, with nothing in it."""
        self.toggle.setChecked(False)
        self.painted.clear()

    def show_summary(self, summary: Summary, labels: list[str]) -> None:
        """``labels`` are the printed page labels by page index; may be empty."""
        self.painted.show_summary(summary, labels)
        self.body.fit()

    def show_error(self, error: BriefBankError) -> None:
        self.painted.show_message(f"{error.title} {error.remedy}")
        self.body.fit()

    def set_room(self, height: int) -> None:
        """How high the open body may become."""
        self.body.room = max(140, height)
        self.body.fit()

    def _toggled(self, on: bool) -> None:
        self.body.setVisible(on)
        self.toggle.setAccessibleName("Summary of this document, " + ("open" if on else "closed"))
        self._tint()
        if on and self.painted.is_empty:
            self.painted.show_message("Looking for the summary …")
            self.wanted.emit()
        self.body.fit()

    def _tint(self) -> None:
        c = colours()
        self.toggle.setIcon(icon("open" if self.is_open else "closed", c.text, c.text, 16))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._tint()


class _Body(QScrollArea):
    """Scrolls the painted summary; as high as it needs within its room."""

    def __init__(self, painted: PaintedSummary) -> None:
        super().__init__()
        self.room = 240
        self._painted = painted
        self.setObjectName("summaryBody")
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.setWidget(painted)
        painted.sentence_focused.connect(lambda y: self.ensureVisible(0, y, 0, 60))

    def fit(self) -> None:
        width = self.viewport().width()
        self.setFixedHeight(min(self.room, self._painted.heightForWidth(width) + 2 * self.frameWidth() + 2))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy) or event.matches(QKeySequence.StandardKey.Cut):
            event.accept()
            return
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.accept()
