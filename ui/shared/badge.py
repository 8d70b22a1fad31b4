"""The standing of an authority, as a small field with an icon and words."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from briefbank.domain.authorities import Standing
from ui.kit.fonts import Fonts
from ui.shared.law_texts import STANDING_WORDS
from ui.shared.row_delegate import badge_size, paint_badge


class StandingBadge(QWidget):
    """A badge that is hidden for an authority that is not on the office's list."""

    def __init__(self) -> None:
        super().__init__()
        self._standing: Standing | None = None
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_standing(self, standing: Standing | None) -> None:
        self._standing = standing
        self.setAccessibleName(STANDING_WORDS[standing] if standing else "")
        self.setVisible(standing is not None)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        if self._standing is None:
            return QSize(0, 0)
        width, height = badge_size(self._standing, Fonts.of(self.font()).small_bold)
        return QSize(round(width), round(height))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._standing is not None:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            font = Fonts.of(self.font()).small_bold
            paint_badge(painter, QRectF(self.rect()), self._standing, font, self.devicePixelRatioF())
            painter.end()
