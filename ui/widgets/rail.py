"""The narrow rail at the left edge that switches between the pages of the window."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from ui.icons import icon
from ui.theme import colours

WIDTH = 90


class Rail(QFrame):
    """One button for each page, one of them on."""

    chosen = Signal(int)

    def __init__(self, pages: Sequence[tuple[str, str, str]], parent: QWidget | None = None) -> None:
        """``pages``: icon, name and keys of each, in order."""
        super().__init__(parent)
        self.setObjectName("rail")
        self.setFixedWidth(WIDTH)
        self._icons = [name for name, _text, _keys in pages]
        self._group = QButtonGroup(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(7, 12, 7, 12)
        column.setSpacing(6)
        for number, (_icon, text, keys) in enumerate(pages):
            button = QToolButton()
            button.setText(text)
            button.setCheckable(True)
            button.setIconSize(QSize(24, 24))
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            button.setAccessibleName(text)
            button.setToolTip(f"{text} ({keys})")
            self._group.addButton(button, number)
            column.addWidget(button)
        column.addStretch(1)
        self._group.idClicked.connect(self.chosen)
        self._group.button(0).setChecked(True)
        self._tint()

    def show_chosen(self, number: int) -> None:
        self._group.button(number).setChecked(True)

    def _tint(self) -> None:
        c = colours()
        for number, name in enumerate(self._icons):
            self._group.button(number).setIcon(icon(name, c.muted, c.accent, 24))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._tint()
