"""Scroll bars that keep their place, so that nothing moves, and have a handle where there is more to see."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractScrollArea, QAbstractSlider, QScrollBar


class PlacedBar(QScrollBar):
    """Empty while all of its view is seen: the style draws no handle on a bar that cannot be used."""

    def sliderChange(self, change: QAbstractSlider.SliderChange) -> None:
        super().sliderChange(change)
        if change == QAbstractSlider.SliderChange.SliderRangeChange:
            self.setEnabled(self.maximum() > self.minimum())


def keep_bar(area: QAbstractScrollArea) -> None:
    """Have the place of a view's vertical bar always kept; before anything is connected to the bar."""
    area.setVerticalScrollBar(PlacedBar(Qt.Orientation.Vertical))
    area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
