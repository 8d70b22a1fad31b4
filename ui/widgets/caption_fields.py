"""The two sorts of field in which a caption is corrected: words that may run over lines, and the kind."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QTextCursor, QWheelEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from briefbank.models import CaptionField, Kind
from ui.caption_words import EXAMPLES
from ui.widgets.controls import ChoiceBox
from ui.words import KIND_WORDS

MOST_LINES = 5
BORDERS = 12
"""Above and below the lines, in pixels: what the style gives a field."""


class WordsField(QPlainTextEdit):
    """One value in as many lines as it needs. Enter is left to the dialog, Tab goes to the next field."""

    edited = Signal()

    def __init__(self, example: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(example)
        self.setTabChangesFocus(True)
        self.setAcceptDrops(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        across = self.horizontalScrollBar()
        across.valueChanged.connect(lambda _at: across.setValue(0))  # lines are broken: nothing lies beside
        self.document().setDocumentMargin(0)
        self.document().documentLayout().documentSizeChanged.connect(lambda _size: self._fit())
        self.textChanged.connect(self.edited)
        self._fit()

    def value(self) -> str:
        """Pasted line ends are spaces: a value is one line, however it is shown."""
        return " ".join(self.toPlainText().split())

    def show_value(self, value: str) -> None:
        self.setPlainText(value)
        self.moveCursor(QTextCursor.MoveOperation.End)

    def _fit(self) -> None:
        """As high as its lines; the document counts its height in lines."""
        lines = max(1, min(MOST_LINES, round(self.document().size().height())))
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + BORDERS)
        hidden, shown = Qt.ScrollBarPolicy.ScrollBarAlwaysOff, Qt.ScrollBarPolicy.ScrollBarAsNeeded
        policy = shown if self.document().size().height() > MOST_LINES else hidden
        if policy != self.verticalScrollBarPolicy():
            self.setVerticalScrollBarPolicy(policy)
            self._break_anew()

    def _break_anew(self) -> None:
        """Break the lines for the room that is left beside the scroll bar. Qt does not while a window is
        being shown, and its words would end under the bar."""
        with QSignalBlocker(self.document().documentLayout()):  # one long line is no height to fit
            self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        if not self.hasFocus():
            self.verticalScrollBar().setValue(0)  # how a title begins is what it is known by

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.ignore()
        else:
            super().keyPressEvent(event)


class KindField(ChoiceBox):
    """One of the kinds. The wheel scrolls the dialog: over a field it must not choose another kind."""

    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        for kind in Kind:
            self.addItem(KIND_WORDS[kind], kind.value)
        self.currentIndexChanged.connect(lambda _row: self.edited.emit())

    def value(self) -> str:
        return str(self.currentData() or "")

    def show_value(self, value: str) -> None:
        self.setCurrentIndex(self.findData(value))

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


def field_for(field: CaptionField) -> WordsField | KindField:
    return KindField() if field is CaptionField.KIND else WordsField(EXAMPLES[field])
