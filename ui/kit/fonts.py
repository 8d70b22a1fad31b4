"""The fonts of painted rows, all derived from the system's."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QFont


@dataclass(frozen=True)
class Fonts:
    """The four fonts of a card or row."""

    title: QFont
    body: QFont
    small: QFont
    small_bold: QFont

    @classmethod
    def of(cls, base: QFont) -> Fonts:
        title, small = QFont(base), QFont(base)
        title.setWeight(QFont.Weight.DemiBold)
        title.setPointSizeF(base.pointSizeF() * 1.06)
        small.setPointSizeF(base.pointSizeF() * 0.92)
        small_bold = QFont(small)
        small_bold.setWeight(QFont.Weight.DemiBold)
        return cls(title, QFont(base), small, small_bold)
