"""The narrow rail at the left edge that switches between the pages of the window.

Each page is an icon over its name. When the window is too low for all of them, they move closer together;
then the names are hidden and remain as tooltips and accessible names; at last the rail scrolls.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ui.i18n.translate import tr
from ui.kit.tab_order import tab_to_checked_only
from ui.style.icons import icon
from ui.style.theme import colours

WIDTH = 90  # The least width, in logical pixels; more where the names need it
ICON = 24
BESIDE = 7
ROOMY, TIGHT = (12, 6), (5, 1)  # The space above the first page and between two, in logical pixels
AROUND = 21  # The height that a button needs besides its icon and its name
MOST = 99


class RailButton(QToolButton):
    """The button of one page: its icon, its name, and the number of things to look at there."""

    def __init__(self, name: str, keys: str) -> None:
        super().__init__()
        self.name, self._keys, self.number = name, keys, 0
        self.setText(name)
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setIconSize(QSize(ICON, ICON))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.show_number(0, "")

    def show_number(self, number: int, said: str) -> None:
        """Show a number; ``said``: what it counts, as it is read aloud. 0 shows nothing."""
        self.number = number
        spoken = f"{self.name}: {said}" if number and said else self.name
        self.setAccessibleName(spoken)
        self.setToolTip(tr("{page} ({keys})").format(page=spoken, keys=self._keys))
        self.update()

    def show_names(self, shown: bool) -> None:
        style = Qt.ToolButtonStyle
        self.setToolButtonStyle(style.ToolButtonTextUnderIcon if shown else style.ToolButtonIconOnly)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.number:
            return
        c, painter, font = colours(), QPainter(self), QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * 0.82)
        font.setWeight(QFont.Weight.DemiBold)
        text, metrics = str(self.number) if self.number <= MOST else f"{MOST}+", QFontMetricsF(font)
        badge_height = metrics.height() + 2
        badge_width = max(badge_height, metrics.horizontalAdvance(text) + 10)
        badge = QRectF(
            min(self.width() / 2 + 5, self.width() - badge_width - 2), 3, badge_width, badge_height
        )
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(c.bad))
        painter.drawRoundedRect(badge, badge_height / 2, badge_height / 2)
        painter.setPen(QColor(c.surface))
        painter.setFont(font)
        painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, text)
        painter.end()


class Rail(QFrame):
    """One button for each page, one of them on."""

    chosen = Signal(int)

    def __init__(self, pages: Sequence[tuple[str, str, str]], parent: QWidget | None = None) -> None:
        """``pages``: icon, name and keys of each, in order."""
        super().__init__(parent)
        self.setObjectName("rail")
        self.setAccessibleName(tr("Pages"))
        self._icons = [name for name, _text, _keys in pages]
        self._group = QButtonGroup(self)
        inside = QWidget()
        inside.setObjectName("railInside")
        self._column = column = QVBoxLayout(inside)
        self.buttons = [RailButton(text, keys) for _icon, text, keys in pages]
        for number, button in enumerate(self.buttons):
            self._group.addButton(button, number)
            column.addWidget(button)
        column.addStretch(1)
        self._area = scrolling(inside)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._area)
        self._group.idClicked.connect(self.chosen)
        self.buttons[0].setChecked(True)
        tab_to_checked_only(self._group)
        self._tint()
        self._set_width()
        self._fit()

    def show_chosen(self, number: int) -> None:
        self.buttons[number].setChecked(True)
        self._area.ensureWidgetVisible(self.buttons[number], 0, ROOMY[1])

    # --- size ---

    def _set_width(self) -> None:
        """Set the width for the longest name, also while names are hidden, so that the page beside never
        moves."""
        self.setFixedWidth(rail_width(self.font(), [button.name for button in self.buttons]))

    def _fit(self) -> None:
        """Show the names only where there is height for all of them."""
        above, between = ROOMY if self._needed(ROOMY) <= self.height() else TIGHT
        self._column.setContentsMargins(BESIDE, above, BESIDE, above)
        self._column.setSpacing(between)
        named = self._needed(TIGHT) <= self.height()
        for button in self.buttons:
            button.show_names(named)

    def _needed(self, room: tuple[int, int]) -> int:
        """Return the height that all pages need with their names."""
        (above, between), count = room, len(self.buttons)
        return 2 * above + count * (ICON + self.fontMetrics().height() + AROUND) + (count - 1) * between

    def minimumSizeHint(self) -> QSize:
        return QSize(self.minimumWidth(), 3 * (ICON + 22))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    # --- looks ---

    def _tint(self) -> None:
        c = colours()
        for button, name in zip(self.buttons, self._icons, strict=True):
            button.setIcon(icon(name, c.muted, c.on_accent if c.contrast else c.accent, ICON))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if not hasattr(self, "buttons"):
            return
        if event.type() == QEvent.Type.PaletteChange:
            self._tint()
        elif event.type() == QEvent.Type.FontChange:
            self._set_width()
            self._fit()


def rail_width(font: QFont, names: Sequence[str]) -> int:
    """Return the width of a rail with these names, in logical pixels."""
    bold = QFont(font)
    bold.setWeight(QFont.Weight.DemiBold)
    metrics = QFontMetrics(bold)
    return max(WIDTH, max(map(metrics.horizontalAdvance, names)) + 2 * BESIDE + 20)


def scrolling(inside: QWidget) -> QScrollArea:
    """Return a vertical scroll area without bars: the keyboard and the wheel reach what has no room."""
    area = QScrollArea()
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(inside)
    return area
