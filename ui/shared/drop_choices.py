"""The choices about large folders, on their survey and on the settings page: what to leave out, and when to
recognise text on scans."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import time

from PySide6.QtCore import QEvent, Qt, QTime, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QTimeEdit, QVBoxLayout, QWidget

from briefbank.domain.office import Hours
from briefbank.text.file_names import cleaned
from ui.i18n import translate
from ui.i18n.translate import tr
from ui.kit.controls import SegmentedControl, label

NIGHT = Hours(time(19), time(6))  # The hours that are offered first
ABOUT_PATTERNS = tr(
    "One pattern on each line, such as *.wbk, ~$* or */Billing/*. They are kept, and hold for folders that "
    "are added or watched later, too."
)
ABOUT_HOURS = tr(
    "Recognising text takes seconds for each scanned page, and the computer works hard meanwhile. Files with "
    "text of their own, and a few files added by themselves, are never kept waiting."
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


class HoursChoice(QWidget):
    """The choice between any hour and some hours of the day."""

    changed = Signal(object)  # Hours, or None for any hour

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.at_night = SegmentedControl(
            tr("Text on scans"),
            [
                (False, tr("At any hour"), tr("Recognise text on scans as soon as they are added")),
                (True, tr("Only at night"), tr("Recognise text on scans of large folders in these hours")),
            ],
        )
        self.begin, self.end = _TimeField(tr("From")), _TimeField(tr("To"))
        self._between = label(tr("to"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        for widget in (self.at_night, self.begin, self._between, self.end):
            row.addWidget(widget)
        row.addStretch(1)
        self.show_hours(None)
        self.at_night.changed.connect(lambda _value: self._changed())
        for field in (self.begin, self.end):
            field.timeChanged.connect(lambda _time: self._changed())

    def hours(self) -> Hours | None:
        """Return the hours; None for any, also where they begin when they end."""
        begin, end = self.begin.time(), self.end.time()
        if not self.at_night.value or begin == end:
            return None
        return Hours(time(begin.hour(), begin.minute()), time(end.hour(), end.minute()))

    def show_hours(self, hours: Hours | None) -> None:
        """Show hours without emitting them."""
        before = self.blockSignals(True)
        shown = hours or NIGHT
        self.begin.setTime(QTime(shown.begin.hour, shown.begin.minute))
        self.end.setTime(QTime(shown.end.hour, shown.end.minute))
        self.at_night.choose(hours is not None)
        self.blockSignals(before)
        self._show_fields()

    def _changed(self) -> None:
        self._show_fields()
        self.changed.emit(self.hours())

    def _show_fields(self) -> None:
        for widget in (self.begin, self._between, self.end):
            widget.setVisible(bool(self.at_night.value))


class _TimeField(QTimeEdit):
    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setDisplayFormat("HH:mm")
        self.lineEdit().setTextMargins(8, 0, 8, 0)  # its padding in the style sheet would have no effect
        self.setMinimumWidth(self.fontMetrics().horizontalAdvance("00:00") + 44)


def choices(patterns: PatternsField, hours: HoursChoice) -> QVBoxLayout:
    """Return both choices with what they mean, one below the other."""
    column = QVBoxLayout()
    column.setSpacing(8)
    column.addWidget(label(tr("Leave out"), bold=True))
    column.addWidget(patterns)
    column.addWidget(label(ABOUT_PATTERNS, role="muted", wrap=True))
    column.addSpacing(6)
    column.addWidget(label(tr("Text on scans"), bold=True))
    column.addWidget(hours)
    column.addWidget(label(ABOUT_HOURS, role="muted", wrap=True))
    return column
