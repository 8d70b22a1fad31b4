"""An icon, a sentence and advice, shown where there is nothing else."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ui.i18n.translate import tr
from ui.kit.controls import IconLabel, label
from ui.shared import wording
from ui.style.theme import colours

LINE = 100  # The most letters of a line that is easy to read, however wide the place is


class MessagePane(QWidget):
    """An icon, a sentence and advice, in the middle of an otherwise empty place."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = IconLabel(44)
        self._title = label("", scale=1.2, bold=True, wrap=True)
        self._text = label("", role="muted", wrap=True)
        self._piece = label("", wrap=True)
        self._piece.setTextFormat(Qt.TextFormat.RichText)
        self._middle = QWidget()
        self._column = QVBoxLayout(self._middle)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(10)
        self._column.addStretch(2)
        for widget in (self._icon, self._title, self._text, self._piece):
            widget.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            self._column.addWidget(widget)
        self._column.addStretch(3)
        self._piece.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(36, 30, 36, 60)
        row.addStretch(0)
        row.addWidget(self._middle, 1)
        row.addStretch(0)
        self._measure()

    def add_below(self, widget: QWidget, *, narrow: bool = False) -> None:
        """Add a widget under the words; ``narrow`` keeps it no wider than it has to be."""
        side = Qt.AlignmentFlag.AlignHCenter if narrow else Qt.AlignmentFlag(0)
        self._column.insertWidget(self._column.count() - 1, widget, 0, side)

    def say(self, icon_name: str, title: str, text: str) -> None:
        self._piece.hide()
        self._icon.show_icon(icon_name, "edge")
        self._title.setText(title)
        self._text.setText(text)
        self._name_title()

    def go_on(self, text: str) -> None:
        """Replace the words below the title."""
        self._text.setText(text)
        self._name_title()

    def retitle(self, title: str) -> None:
        """Replace the title above the words."""
        self._title.setText(title)
        self._name_title()

    def _name_title(self) -> None:
        self._title.setAccessibleName(self.words())

    def point_at(self, query: str, position: int) -> None:
        """Show the part of a query at a position, with its surroundings."""
        before, at, after = (escape(part) for part in wording.piece(query, position))
        c = colours()
        look = f"background:{c.mark}; color:{c.on_mark}; font-weight:600;"
        self._piece.setText(f"{before}<span style='{look}'>&nbsp;{at}&nbsp;</span>{after}")
        part = wording.piece(query, position)[1] or tr("the end")
        self._piece.setAccessibleName(tr("At: {place}").format(place=part))
        self._piece.show()

    def piece(self) -> str:
        return self._piece.accessibleName() if not self._piece.isHidden() else ""

    def words(self) -> str:
        return f"{self._title.text()} {self._text.text()}"

    def _measure(self) -> None:
        self._middle.setMaximumWidth(LINE * self.fontMetrics().averageCharWidth())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_middle"):
            self._measure()
