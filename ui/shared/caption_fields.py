"""The two kinds of field in which a caption is corrected: words that may run over lines, and the kind."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QTextCursor, QWheelEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from briefbank.domain.caption_fields import KIND, CaptionField, Kind
from ui.kit.controls import ChoiceBox
from ui.shared.caption_texts import EXAMPLES
from ui.shared.wording import KIND_WORDS

MOST_LINES = 5
BORDERS = 12  # The pixels above and below the lines that the style gives a field


class WordsField(QPlainTextEdit):
    """A field for one value in as many lines as it needs. Enter is left to the dialog, Tab goes to the next
    field."""

    edited = Signal()

    def __init__(self, example: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(example)
        self.setTabChangesFocus(True)
        self.setAcceptDrops(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        across = self.horizontalScrollBar()
        # Lines are broken, so there is nothing to scroll to.
        across.valueChanged.connect(lambda _at: across.setValue(0))
        self.document().setDocumentMargin(0)
        self.document().documentLayout().documentSizeChanged.connect(lambda _size: self._fit())
        self.textChanged.connect(self.edited)
        self._fit()

    def value(self) -> str:
        """Return the value as one line, however it is shown: pasted line ends become spaces."""
        return " ".join(self.toPlainText().split())

    def show_value(self, value: str) -> None:
        self.setPlainText(value)
        self.moveCursor(QTextCursor.MoveOperation.End)

    def _fit(self) -> None:
        """Make the field as high as its lines; the document counts its height in lines."""
        lines = max(1, min(MOST_LINES, round(self.document().size().height())))
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + BORDERS)
        hidden, shown = Qt.ScrollBarPolicy.ScrollBarAlwaysOff, Qt.ScrollBarPolicy.ScrollBarAsNeeded
        policy = shown if self.document().size().height() > MOST_LINES else hidden
        if policy != self.verticalScrollBarPolicy():
            self.setVerticalScrollBarPolicy(policy)
            self._rewrap()

    def _rewrap(self) -> None:
        """Break the lines again for the room beside the scroll bar. Qt does not do so while a window is being
        shown, and words would end under the bar."""
        with QSignalBlocker(
            self.document().documentLayout()
        ):  # the height of one long line is not to be fitted
            self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        if not self.hasFocus():
            self.verticalScrollBar().setValue(0)  # a title is recognised by its beginning

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.ignore()
        else:
            super().keyPressEvent(event)


class KindField(ChoiceBox):
    """A field for one of the kinds. The wheel scrolls the dialog: over a field it must not choose another
    kind."""

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
    return KindField() if field.definition.value_type is KIND else WordsField(EXAMPLES[field])
