"""The zoom of the pages in the reader's head, with a menu of sizes and turns."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from ui.i18n.translate import tr
from ui.kit.key_names import with_keys

CHOICES = (0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 4.0)


class ZoomButton(QToolButton):
    """Shows the zoom and offers others when pressed."""

    zoom_wanted = Signal(float)
    width_wanted = Signal()
    page_wanted = Signal()
    turn_wanted = Signal(int)  # The number of quarters to turn, clockwise

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("zoom")
        self.setToolTip(tr("Size and turn of the pages"))
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        metrics: QFontMetrics = self.fontMetrics()
        self.setMinimumWidth(metrics.horizontalAdvance("400 %") + 14)
        self.setMenu(self._make_menu())
        self.show_zoom(1.0)

    def _make_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.addAction(with_keys(tr("Fit to the width"), "Ctrl+0"), self.width_wanted.emit)
        menu.addAction(with_keys(tr("Fit the whole page"), "Ctrl+9"), self.page_wanted.emit)
        menu.addSeparator()
        for zoom in CHOICES:
            menu.addAction(f"{zoom * 100:.0f} %", partial(self.zoom_wanted.emit, zoom))
        menu.addSeparator()
        menu.addAction(with_keys(tr("Turn clockwise"), "Ctrl+]"), lambda: self.turn_wanted.emit(1))
        menu.addAction(with_keys(tr("Turn anticlockwise"), "Ctrl+["), lambda: self.turn_wanted.emit(-1))
        return menu

    def show_zoom(self, zoom: float) -> None:
        text = f"{zoom * 100:.0f} %"
        self.setText(text)
        self.setAccessibleName(tr("Size of the pages: {percent}").format(percent=text))
