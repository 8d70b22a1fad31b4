"""Small controls of the whole window: icon buttons, the switch, choice boxes, labels, notices."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from ui.i18n.translate import tr
from ui.kit.directions import tip
from ui.kit.restyle import restyle
from ui.kit.tab_order import tab_to_checked_only
from ui.style.icons import icon, pixmap
from ui.style.theme import colours


class IconButton(QToolButton):
    """A button with only an icon; its name is read aloud and shown as a tooltip."""

    def __init__(self, icon_name: str, name: str, tip: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon_name = icon_name
        self.setAccessibleName(name)
        self.setToolTip(tip or name)
        self.setIconSize(QSize(20, 20))
        self._tint()

    def _tint(self) -> None:
        c = colours()
        self.setIcon(icon(self._icon_name, c.text, c.accent, self.iconSize().width()))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._tint()


class IconLabel(QLabel):
    """An icon in a colour of the theme, which follows the theme."""

    def __init__(self, size: int, icon_name: str = "", tint: str = "") -> None:
        super().__init__()
        self._size, self._icon_name, self._tint_name = size, icon_name, tint
        self._tint()

    def show_icon(self, icon_name: str, tint: str) -> None:
        """Show another icon; ``tint`` is the name of a colour of the theme."""
        self._icon_name, self._tint_name = icon_name, tint
        self._tint()

    def _tint(self) -> None:
        if self._icon_name:
            colour = getattr(colours(), self._tint_name)
            self.setPixmap(pixmap(self._icon_name, colour, self._size, self.devicePixelRatioF()))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._tint()


class SegmentedControl(QFrame):
    """A switch of a few visible choices, one of them on. Tab moves to that one, the arrow keys choose."""

    changed = Signal(object)

    def __init__(
        self, name: str, choices: Sequence[tuple[Any, str, str]], parent: QWidget | None = None
    ) -> None:
        """``choices``: value, words and tooltip of each."""
        super().__init__(parent)
        self.setObjectName("segmented")
        self.setAccessibleName(name)
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(2)
        self.values = [value for value, _words, _tip in choices]
        self._group = QButtonGroup(self)
        for number, (_value, text, explained) in enumerate(choices):
            button = QPushButton(text)
            button.setCheckable(True)
            button.setAutoExclusive(True)  # tells assistive technology that this is one of several choices
            button.setAccessibleName(f"{name}: {text}")
            button.setToolTip(explained)
            self._group.addButton(button, number)
            row.addWidget(button)
        self._group.button(0).setChecked(True)
        tab_to_checked_only(self._group)
        self._group.idToggled.connect(self._toggled)
        self._make_room()

    @property
    def value(self) -> Any:
        return self.values[self._group.checkedId()]

    def choose(self, value: Any) -> None:
        self._group.button(self.values.index(value)).setChecked(True)

    def button(self, value: Any) -> QPushButton:
        button = self._group.button(self.values.index(value))
        assert isinstance(button, QPushButton)
        return button

    def _toggled(self, number: int, on: bool) -> None:
        if on:
            self.changed.emit(self.values[number])

    def _make_room(self) -> None:
        """Reserve room for the bold words of the chosen button, so that nothing moves when another is
        chosen."""
        bold = QFont(self.font())
        bold.setWeight(QFont.Weight.DemiBold)
        for button in self._group.buttons():
            button.setMinimumWidth(QFontMetrics(bold).horizontalAdvance(button.text()) + 32)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_group"):
            self._make_room()


class ChoiceBox(QComboBox):
    """A drop-down list with an arrow of our own, which follows the colours."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        corner = QPoint(self.width() - 22, (self.height() - 14) // 2)
        painter.drawPixmap(corner, pixmap("open", colours().muted, 14, self.devicePixelRatioF()))
        painter.end()


class ElidedLabel(QLabel):
    """A label of at most a number of lines, the last of which is elided where there is no room.

    The whole text is then its tooltip, and always its accessible name.
    """

    def __init__(self, text: str = "", *, lines: int = 1) -> None:
        super().__init__()
        self._whole = ""
        self._lines = lines
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.set_whole(text)

    def set_whole(self, text: str) -> None:
        self._whole = text
        self.setAccessibleName(text)
        self._elide()

    def whole(self) -> str:
        return self._whole

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_lines"):
            self._elide()

    def _elide(self) -> None:
        shown = self._broken_lines(max(0, self.width() - 2))
        self.setText("\n".join(shown))
        self.setToolTip(tip(self._whole) if " ".join(shown) != self._whole else "")

    def _broken_lines(self, room: int) -> list[str]:
        """Return the lines at a width, broken between words; the last is elided."""
        metrics, rest = self.fontMetrics(), self._whole
        lines: list[str] = []
        while len(lines) < self._lines - 1 and metrics.horizontalAdvance(rest) > room:
            ends = [word.end() for word in re.finditer(r"\S+", rest)]
            end = max((at for at in ends if metrics.horizontalAdvance(rest[:at]) <= room), default=0)
            if not end:
                break
            lines.append(rest[:end])
            rest = rest[end:].lstrip()
        return [*lines, metrics.elidedText(rest, Qt.TextElideMode.ElideRight, room)]


class ElidedLink(QPushButton):
    """A link that is elided in its middle; its name, and then its tooltip, have the whole text."""

    def __init__(self, text: str, *, left: bool = False) -> None:
        super().__init__()
        self._whole = text
        self.setProperty("role", "link")
        self.setProperty("left", left)
        self.setAccessibleName(text)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._elide()

    def whole(self) -> str:
        return self._whole

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        room = max(0, self.width() - 16)
        shown = self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideMiddle, room)
        self.setText(shown.replace("&", "&&"))
        self.setToolTip(tip(self._whole) if shown != self._whole else "")


class Notice(QFrame):
    """A quiet line above a list, with at most one action."""

    acted = Signal()

    def __init__(self, *, left: int = 20, inset: bool = False) -> None:
        """``left``: where the words above and below begin, in pixels. ``inset``: the line stands among the
        parts of a page, not from edge to edge, and has round corners."""
        super().__init__()
        self.setObjectName("notice")
        self.setProperty("inset", inset)
        row = QHBoxLayout(self)
        row.setContentsMargins(left, 6, 12, 6)
        self._words = label("", wrap=True)
        self._action = link_button("")
        self._action.clicked.connect(self.acted)
        row.addWidget(self._words, 1)
        row.addWidget(self._action)
        self.close_button = IconButton("clear", tr("Close this message"))
        self.close_button.clicked.connect(self.hide)
        row.addWidget(self.close_button)
        self.hide()

    def say(self, text: str, action: str = "", *, bad: bool = False, closable: bool = False) -> None:
        """Show a sentence; an empty one hides the line. ``bad``: use the colours of a failure. ``closable``:
        a person may close it without doing anything else."""
        restyle(self, bad=bad)
        self._words.setText(text)
        self._words.setAccessibleName(text)
        self._action.setText(action)
        self._action.setAccessibleName(action)
        self._action.setVisible(bool(action))
        self.close_button.setVisible(closable)
        self.setVisible(bool(text))

    def text(self) -> str:
        return self._words.text()


class ScaledLabel(QLabel):
    """A label whose font size is relative to the system's, also after that has changed."""

    def __init__(self, text: str, scale: float, *, bold: bool) -> None:
        super().__init__(text)
        self._scale, self._bold = scale, bold
        self._set_font()

    def _set_font(self) -> None:
        font = QApplication.font(self)
        font.setPointSizeF(font.pointSizeF() * self._scale)
        if self._bold:
            font.setWeight(QFont.Weight.DemiBold)
        self.setFont(font)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:  # comes after a change of the system's font
            self._set_font()


def label(text: str, *, role: str = "", scale: float = 1.0, bold: bool = False, wrap: bool = False) -> QLabel:
    """Return a plain text label; ``scale`` is relative to the system's font size."""
    made = QLabel(text) if scale == 1.0 and not bold else ScaledLabel(text, scale, bold=bold)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setProperty("role", role)
    made.setWordWrap(wrap)
    return made


def push_button(text: str, *, main: bool = False, tip: str = "") -> QPushButton:
    made = QPushButton(text)
    made.setAccessibleName(text.replace("&", "").rstrip("…"))
    made.setToolTip(tip)
    made.setProperty("role", "main" if main else "")
    return made


def link_button(text: str, *, flush: bool = False) -> QPushButton:
    """Return a link; ``flush`` aligns its words with the left edge of the words above."""
    made = QPushButton(text)
    made.setProperty("role", "link")
    made.setProperty("flush", flush)
    made.setAccessibleName(text)
    made.setCursor(Qt.CursorShape.PointingHandCursor)
    return made
