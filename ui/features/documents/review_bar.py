"""The line over the reader while a review queue is open: the present document, and buttons to go on."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from ui.i18n.translate import tr
from ui.kit.controls import ElidedLabel, push_button

NEXT, PREVIOUS = "Ctrl+PgDown", "Ctrl+PgUp"


class ReviewBar(QFrame):
    """A bar that is hidden until there is a review queue; its keys count only while it is seen."""

    step_wanted = Signal(int)  # The step: 1 to the next document, -1 to the one before

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.text = ElidedLabel()
        self.previous = push_button(
            tr("Previous"), tip=tr("The document before ({keys})").format(keys=PREVIOUS)
        )
        self.next = push_button(tr("Next"), tip=tr("The next document ({keys})").format(keys=NEXT))
        self.close_button = push_button(tr("Done"), tip=tr("Look at no more of them"))
        self.previous.setAccessibleName(tr("Previous document to look at"))
        self.next.setAccessibleName(tr("Next document to look at"))
        row = QHBoxLayout(self)
        row.setContentsMargins(18, 6, 12, 6)
        row.setSpacing(8)
        row.addWidget(self.text, 1)
        for button in (self.previous, self.next, self.close_button):
            row.addWidget(button)
        self.previous.clicked.connect(lambda: self.step_wanted.emit(-1))
        self.next.clicked.connect(lambda: self.step_wanted.emit(1))
        for keys, step in ((NEXT, 1), (PREVIOUS, -1)):
            QShortcut(QKeySequence(keys), self, lambda step=step: self.step_wanted.emit(step))
        self.hide()

    def show_place(self, number: int, total: int, title: str) -> None:
        """Show the present document; ``number`` counts from 1."""
        said = tr("Document {number:,} of {total:,} to look at: {title}")
        self.text.set_whole(said.format(number=number, total=total, title=title))
        self.previous.setEnabled(number > 1)
        self.next.setEnabled(number < total)
        self.show()
