"""The choice about large folders, on their survey and on the settings page: what to leave out."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from briefbank.text.file_names import cleaned
from ui.i18n import translate
from ui.i18n.translate import tr
from ui.kit.controls import label

ABOUT_PATTERNS = tr(
    "One pattern on each line, such as *.wbk, ~$* or */Billing/*. They are kept, and hold for folders that "
    "are added or watched later, too."
)
_TYPING_MS = 400


class PatternsField(QWidget):
    """A field with a pattern on each line, beside how many files each leaves out."""

    changed = Signal(tuple)  # The patterns, a moment after the last key

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = _Lines()
        self.counts = label("", role="muted")
        self.counts.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.counts.setContentsMargins(0, 9, 0, 0)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(12)
        row.addWidget(self.field, 1)
        row.addWidget(self.counts)
        self.counts.hide()
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(_TYPING_MS)
        self._typing.timeout.connect(lambda: self.changed.emit(self.patterns()))
        self.field.textChanged.connect(self._typing.start)

    def patterns(self) -> tuple[str, ...]:
        return cleaned(self.field.toPlainText().splitlines())

    def show_patterns(self, patterns: tuple[str, ...]) -> None:
        """Show patterns without emitting them."""
        if patterns != self.patterns():
            self.field.setPlainText("\n".join(patterns))
            self._typing.stop()

    def show_counts(self, counts: Mapping[str, int]) -> None:
        """Show how many files each pattern leaves out, on the line of each."""
        lines = [line.strip() for line in self.field.toPlainText().splitlines()]
        one, many = tr("{number} file"), tr("{number} files")
        said = [
            (one if counts[line] == 1 else many).format(number=translate.number(counts[line]))
            if line in counts
            else ""
            for line in lines
        ]
        self.counts.setText("\n".join(said))
        self.counts.setVisible(any(said))
        named = [f"{line}: {words}" for line, words in zip(lines, said, strict=True) if words]
        self.field.setAccessibleDescription("; ".join(named))


class _Lines(QPlainTextEdit):
    """A field of some lines, in which Tab goes on to the next control."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Files to leave out"))
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setTabChangesFocus(True)
        self._set_height()

    def _set_height(self) -> None:
        self.setFixedHeight(4 * self.fontMetrics().lineSpacing() + 22)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._set_height()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        event.accept()  # Enter begins a line here, and chooses no button


def choice(patterns: PatternsField) -> QVBoxLayout:
    """Return the choice with what it means below."""
    column = QVBoxLayout()
    column.setSpacing(8)
    column.addWidget(label(tr("Leave out"), bold=True))
    column.addWidget(patterns)
    column.addWidget(label(ABOUT_PATTERNS, role="muted", wrap=True))
    return column
