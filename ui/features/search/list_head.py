"""The line above the results: their number, the offer of a better order, and the list's two switches."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QToolButton, QWidget

from ui.features.search import result_texts
from ui.i18n.translate import tr
from ui.kit.controls import ElidedLabel, IconButton, link_button
from ui.style.icons import icon
from ui.style.theme import colours

ROOM = 27  # The pixels above and below a line of text that the buttons and their edges take


class ListHead(QFrame):
    """A line of constant height, so that nothing below it moves."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("listHead")
        self.count = ElidedLabel()
        font = QFont(self.count.font())
        font.setWeight(QFont.Weight.DemiBold)
        self.count.setFont(font)
        self.better = link_button(tr("Show"))
        self.better.setAccessibleName(tr("Show the better order"))
        self.better.setToolTip(tr("Show the better order (F5)"))
        self.grouping = IconButton("group", tr("Group by brief"), tr("Group by brief (Ctrl+Shift+G)"))
        self.grouping.setCheckable(True)
        self.narrow = NarrowButton()
        row = QHBoxLayout(self)
        row.setContentsMargins(18, 5, 10, 5)
        row.setSpacing(6)
        row.addWidget(self.count, 1)
        for part in (self.better, self.grouping, self.narrow):
            row.addWidget(part)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._count_text = ""
        self._fix_height()
        self.better.hide()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fix_height()

    def _fix_height(self) -> None:
        """Set the height by the font alone, whichever links are shown."""
        self.setFixedHeight(self.fontMetrics().height() + ROOM)

    def offer(self, text: str) -> None:
        """Offer a better order that waits; an empty text withdraws it and shows the number of results
        again."""
        if text and self.better.isHidden():
            self._count_text = self.count.whole()
        if text:
            self.count.set_whole(text)
        elif not self.better.isHidden():
            self.count.set_whole(self._count_text)
        self.better.setVisible(bool(text))


class NarrowButton(QToolButton):
    """Opens and closes the panel that counts and narrows; shows how many filters are set."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setToolTip(tr("Narrow by year, court, kind, author or authority (Ctrl+Shift+F)"))
        self.setIcon(icon("narrow", colours().text))
        self.show_number(0)
        self.toggled.connect(self._say_state)
        self._say_state(False)

    def show_number(self, filters: int) -> None:
        text = result_texts.narrowed_by(filters)
        self.setText(text)
        self.setAccessibleName(text)

    def _say_state(self, on: bool) -> None:
        self.setAccessibleDescription(tr("Shown below") if on else tr("Folded away"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.setIcon(icon("narrow", colours().text))
