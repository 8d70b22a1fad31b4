"""The line below the results that counts weaker matches and shows them, or hides them again."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from ui.i18n.translate import tr
from ui.kit.controls import label, link_button
from ui.shared import wording


class WeakerLine(QFrame):
    """A count and a link; hidden while nothing weaker is known."""

    toggled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("wider")
        self.count = label("", role="muted")
        self.link = link_button("", flush=True)
        self.link.clicked.connect(self.toggled)
        row = QHBoxLayout(self)
        row.setContentsMargins(18, 4, 12, 4)
        row.setSpacing(6)
        row.addWidget(self.count)
        row.addWidget(self.link)
        row.addStretch(1)
        self.hide()

    def show_number(self, weaker: int, *, listed: bool) -> None:
        """Show how many there are; ``listed``: they stand among the results, and the link hides them."""
        text = wording.counted(weaker, tr("{number} weaker match"), tr("{number} weaker matches"))
        self.count.setText(f"{text}  ·")
        self.link.setText(tr("Hide") if listed else tr("Show"))
        name = tr("Hide weaker matches ({number})") if listed else tr("Show weaker matches ({number})")
        self.link.setAccessibleName(name.format(number=weaker))
        self.setVisible(bool(weaker))

    def spoken(self) -> str:
        """Return the count as it is read aloud with the answer; empty while there is none."""
        return "" if self.isHidden() else self.link.accessibleName()
