"""Scroll bars that always keep their space, so that nothing moves, and have a handle only when needed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractScrollArea, QAbstractSlider, QScrollBar


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
