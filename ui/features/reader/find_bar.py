"""The bar above a document's pages for finding words in that document."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QToolButton, QVBoxLayout, QWidget

from ui.i18n.translate import tr
from ui.kit.controls import IconButton, label, link_button
from ui.kit.restyle import restyle

NOT_FOUND = tr("Not in this brief.")


class FindBar(QFrame):
    """A field, the position among the places found, and the options; hidden until it is opened."""

    wanted = Signal()  # The words or the options changed
    next_wanted = Signal()
    previous_wanted = Signal()
    library_wanted = Signal()  # The whole library is to be searched for the words
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("findBar")
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Find in this brief"))
        self.field.setAccessibleName(tr("Find in this brief"))
        self.field.setMinimumWidth(60)
        self.place = label("", role="muted")
        self.place.setAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
        self.previous = IconButton(
            "previous", tr("Previous place in the brief"), tr("Previous place in the brief (Shift+F3)")
        )
        self.next = IconButton("next", tr("Next place in the brief"), tr("Next place in the brief (F3)"))
        self.match_case = _choice("Aa", tr("Match capital and small letters"))
        self.whole_words = _choice(tr("Words"), tr("Whole words only"))
        self.close_button = IconButton("clear", tr("Close the find bar"), tr("Close the find bar (Esc)"))
        self.nothing = label(NOT_FOUND)
        self.in_library = link_button(tr("Search the library for it"))
        self._lay_out()
        self._connect()
        self.hide()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 5, 10, 5)
        column.setSpacing(2)
        row = QHBoxLayout()
        row.setSpacing(4)
        row.addWidget(self.field, 1)
        for part in (self.place, self.previous, self.next, self.match_case, self.whole_words):
            row.addWidget(part)
        row.addWidget(self.close_button)
        self._missing = QWidget()
        below = QHBoxLayout(self._missing)
        below.setContentsMargins(2, 0, 0, 0)
        below.setSpacing(6)
        below.addWidget(self.nothing)
        below.addWidget(self.in_library)
        below.addStretch(1)
        self._missing.hide()
        column.addLayout(row)
        column.addWidget(self._missing)

    def _connect(self) -> None:
        self.field.textChanged.connect(self.wanted)
        for choice in (self.match_case, self.whole_words):
            choice.toggled.connect(self.wanted)
        self.previous.clicked.connect(self.previous_wanted)
        self.next.clicked.connect(self.next_wanted)
        self.close_button.clicked.connect(self.closed)
        self.in_library.clicked.connect(self.library_wanted)

    def open(self, text: str) -> None:
        """Show the bar with the focus in its field; ``text``, unless empty, replaces the field's text."""
        self.show()
        if text:
            self.field.setText(text)
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def say(self, position: str, *, has_matches: bool, nothing: bool) -> None:
        """Show the position or the number of places; ``nothing``: the words were not found."""
        self.place.setText(position)
        self.place.setAccessibleName(position)
        self.previous.setEnabled(has_matches)
        self.next.setEnabled(has_matches)
        self._missing.setVisible(nothing)
        self.field.setAccessibleDescription(NOT_FOUND if nothing else position)
        if bool(self.field.property("wrong")) != nothing:
            restyle(self.field, wrong=nothing)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys that the field does not take: Enter steps through the places, Escape closes."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.field.hasFocus():
            back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            (self.previous_wanted if back else self.next_wanted).emit()
        else:
            super().keyPressEvent(event)


def _choice(text: str, name: str) -> QToolButton:
    made = QToolButton()
    made.setText(text)
    made.setCheckable(True)
    made.setAccessibleName(name)
    made.setToolTip(name)
    return made
