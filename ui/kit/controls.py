"""Small controls of the whole window, and the building blocks of its pages: heads, bodies, panels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QAbstractSlider,
    QApplication,
    QButtonGroup,
    QComboBox,
    QFrame,
    QLabel,
    QPushButton,
    QScrollArea,
    QScrollBar,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ui.i18n.translate import tr
from ui.kit.keyboard import tab_to_checked_only
from ui.kit.layout import STRETCH, Stretch, column, row
from ui.kit.text import lay_out, tip
from ui.style.theme import colours, icon, pixmap, restyle

WORDS_GAP = 8  # Between the icon and the words of a button, and behind them


class IconButton(QToolButton):
    """A button with an icon, and words beside it where there is room; its name is read aloud and shown as a
    tooltip."""

    def __init__(
        self,
        icon_name: str,
        name: str,
        tip: str = "",
        parent: QWidget | None = None,
        *,
        size: int = 20,
        tint: str = "text",
        words: str = "",
    ) -> None:
        """``size``: the icon's, in pixels. ``tint``: the name of its colour in the theme. ``words``: see
        ``show_words``."""
        super().__init__(parent)
        self.setText(words)
        self._icon_name, self._tint_name = icon_name, tint
        self.setAccessibleName(name)
        self.setToolTip(tip or name)
        self.setIconSize(QSize(size, size))
        self._tint()

    def show_words(self, shown: bool) -> None:
        """Show the words beside the icon, or the icon alone."""
        styles = Qt.ToolButtonStyle
        self.setToolButtonStyle(styles.ToolButtonTextBesideIcon if shown else styles.ToolButtonIconOnly)

    def words_width(self) -> int:
        """Return the pixels that the words take beside the icon."""
        return self.fontMetrics().horizontalAdvance(self.text()) + WORDS_GAP if self.text() else 0

    def _tint(self) -> None:
        c = colours()
        self.setIcon(icon(self._icon_name, getattr(c, self._tint_name), c.accent, self.iconSize().width()))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._tint()


class IconLabel(QLabel):
    """An icon in a colour of the theme, which follows the theme, and the resolution of the screen."""

    def __init__(self, size: int, icon_name: str = "", tint: str = "") -> None:
        super().__init__()
        self._size = size
        self.show_icon(icon_name, tint)

    def show_icon(self, icon_name: str, tint: str) -> None:
        """Show another icon; ``tint`` is the name of a colour of the theme."""
        self._icon_name, self._tint_name = icon_name, tint
        self._tint()

    def _tint(self) -> None:
        if self._icon_name:
            colour = getattr(colours(), self._tint_name)
            self.setPixmap(pixmap(self._icon_name, colour, self._size, self.devicePixelRatioF()))

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.DevicePixelRatioChange):
            self._tint()
        return super().event(event)


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
        self.values = [value for value, _words, _tip in choices]
        self._group = QButtonGroup(self)
        for number, (_value, text, explained) in enumerate(choices):
            button = QPushButton(text)
            button.setCheckable(True)
            button.setAutoExclusive(True)  # tells assistive technology that this is one of several choices
            button.setAccessibleName(f"{name}: {text}")
            button.setToolTip(explained)
            self._group.addButton(button, number)
        row(*self._group.buttons(), on=self, margins=2, spacing=2)
        self._group.button(0).setChecked(True)
        tab_to_checked_only(self._group)
        self._group.idToggled.connect(self._toggled)

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


class ChoiceBox(QComboBox):
    """A drop-down list with an arrow of our own, which follows the colours. The wheel scrolls what is around
    it, and chooses nothing by mistake."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        corner = QPoint(self.width() - 22, (self.height() - 14) // 2)
        painter.drawPixmap(corner, pixmap("open", colours().muted, 14, self.devicePixelRatioF()))
        painter.end()


class ScaledLabel(QLabel):
    """A label whose font size is relative to the system's, also after that has changed."""

    def __init__(self, text: str = "", *, scale: float = 1.0, bold: bool = False) -> None:
        super().__init__(text)
        self._scale, self._bold = scale, bold
        self._set_font()

    def _set_font(self) -> None:
        if self._scale == 1.0 and not self._bold:
            return
        font = QApplication.font(self)
        font.setPointSizeF(font.pointSizeF() * self._scale)
        if self._bold:
            font.setWeight(QFont.Weight.DemiBold)
        self.setFont(font)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:  # comes after a change of the system's font
            self._set_font()


class ElidedLabel(ScaledLabel):
    """A label of at most a number of lines, the last of which is elided where there is no room.

    The whole text is then its tooltip, and always its accessible name.
    """

    def __init__(self, text: str = "", *, lines: int = 1, scale: float = 1.0, bold: bool = False) -> None:
        super().__init__(scale=scale, bold=bold)
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
        layout = lay_out(self._whole, self.font(), self.width() - 2, self._lines)
        lines = map(layout.lineAt, range(layout.lineCount()))
        ranges = ((line.textStart(), line.textStart() + line.textLength()) for line in lines)
        shown = [layout.text()[start:end].rstrip() for start, end in ranges]
        self.setText("\n".join(shown))
        self.setToolTip(tip(self._whole) if " ".join(shown).split() != self._whole.split() else "")


class Notice(QFrame):
    """A quiet line above a list, with at most one action."""

    acted = Signal()

    def __init__(self, *, left: int = 20, inset: bool = False) -> None:
        """``left``: where the words above and below begin, in pixels. ``inset``: the line stands among the
        parts of a page, not from edge to edge, and has round corners."""
        super().__init__()
        self.setObjectName("notice")
        self.setProperty("inset", inset)
        self._words = label("", wrap=True)
        self._action = link_button("")
        self._action.clicked.connect(self.acted)
        self.close_button = IconButton("clear", tr("Close this message"))
        self.close_button.clicked.connect(self.hide)
        parts = (self._words, 1), self._action, self.close_button
        row(*parts, on=self, margins=(left, 6, 12, 6), spacing=6)
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


def label(text: str, *, role: str = "", scale: float = 1.0, bold: bool = False, wrap: bool = False) -> QLabel:
    """Return a plain text label; ``scale`` is relative to the system's font size."""
    widget = QLabel(text) if scale == 1.0 and not bold else ScaledLabel(text, scale=scale, bold=bold)
    widget.setTextFormat(Qt.TextFormat.PlainText)
    widget.setProperty("role", role)
    widget.setWordWrap(wrap)
    return widget


def push_button(text: str, *, main: bool = False, tip: str = "") -> QPushButton:
    button = QPushButton(text)
    button.setAccessibleName(text.replace("&", "").rstrip("…"))
    button.setToolTip(tip)
    button.setProperty("role", "main" if main else "")
    return button


def link_button(text: str, *, flush: bool = False) -> QPushButton:
    """Return a link; ``flush`` aligns its words with the left edge of the words above."""
    button = QPushButton(text)
    button.setProperty("role", "link")
    button.setProperty("flush", flush)
    button.setAccessibleName(text)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    return button


class PlacedBar(QScrollBar):
    """A bar that is empty while all of its view is visible: the style draws no handle on a disabled bar."""

    def sliderChange(self, change: QAbstractSlider.SliderChange) -> None:
        super().sliderChange(change)
        if change == QAbstractSlider.SliderChange.SliderRangeChange:
            self.setEnabled(self.maximum() > self.minimum())


def keep_bar(area: QAbstractScrollArea) -> None:
    """Always keep the space of a view's vertical bar. Call this before anything is connected to the bar."""
    area.setVerticalScrollBar(PlacedBar(Qt.Orientation.Vertical))
    area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)


PANEL_WIDTH = 860


class Panel(QFrame):
    """A framed part of a page with its heading; ``inside`` is the column for its content."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        heading = label(title, scale=1.15, bold=True)
        self.inside = column(heading, on=self, margins=(20, 16, 20, 18))


def panel(title: str) -> tuple[QFrame, QVBoxLayout]:
    """Return a Panel and its column."""
    frame = Panel(title)
    return frame, frame.inside


def scrolled(*panels: QWidget) -> QScrollArea:
    """Return a scroll area with panels one below the other, in a readable width."""
    inside = QWidget()
    inside.setObjectName("page")
    parts = column(*panels, STRETCH, spacing=14)
    row((parts, 1), Stretch(0), on=inside, margins=(20, 18))
    for panel in panels:
        panel.setMaximumWidth(PANEL_WIDTH)
    area = scroll_area(inside)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setProperty("reads", False)
    return area


def scroll_area(inside: QWidget) -> QScrollArea:
    """Return a resizable scroll area, framed only while it has the focus; the arrow keys then scroll it."""
    area = QScrollArea()
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setProperty("reads", True)
    area.setWidgetResizable(True)
    area.setWidget(inside)
    return area


def page_head() -> tuple[QFrame, QVBoxLayout]:
    """Return the band at the top of a page, and the column in it for the title and its companions."""
    head = QFrame()
    head.setObjectName("pageHead")
    return head, column(on=head, margins=(20, 16, 18, 14), spacing=8)


def list_head(intro: str, field: QWidget, extent: QWidget, buttons: Iterable[QWidget]) -> QFrame:
    """Return the band over a list: what it is, then in one line the box that narrows it, how many rows it has
    and its buttons."""
    head = QFrame()
    head.setObjectName("listHead")
    line = row((field, 1), extent, 8, *buttons)
    column(label(intro, role="muted", wrap=True), line, on=head, margins=(20, 12, 18, 12))
    return head


def page_body(page: QWidget, head: QFrame, *states: QWidget, notice: QWidget | None = None) -> QStackedWidget:
    """Lay out a page: the head, the ``notice``, and one of ``states`` (empty, filled). Return the stack that
    switches between the states."""
    body = QStackedWidget()
    for state in states:
        body.addWidget(state)
    column(head, notice, (body, 1), on=page, spacing=0)
    return body
