"""One field of a caption that can be corrected: its name, its value, and where the value comes from."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from briefbank.models import CaptionEntry, CaptionField
from ui import caption_words
from ui.tongue import tr
from ui.widgets.caption_fields import field_for
from ui.widgets.controls import label, link_button

USE_READ = tr("Use what was read")
PUT_BACK = tr("Put the correction back")


class CaptionRow(QWidget):
    """Knows what is in force, what is typed, and so whether that is a change."""

    edited = Signal()
    entered = Signal(object)
    """The keyboard came to this row's field; with the row."""
    undo_wanted = Signal(object)
    """What a person said of this CaptionField is to be taken back."""

    def __init__(self, name: CaptionField, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self.page: int | None = None
        """Where the value stands, from 0."""
        self._sent: str | None = None
        """What is on its way to the library, and no longer only typed."""
        self._corrected = False
        self._given_up: str | None = None
        """The correction that was taken back here, so that it can be had again."""
        self._source = ("", "muted")
        self._problem = ""
        self.caption = label(caption_words.MARKED_WORDS[name])
        self.field = field_for(name)
        self.field.setAccessibleName(caption_words.FIELD_WORDS[name])
        self._in_force = self.field.value()
        self.source = label("", role="muted", wrap=True)
        self.undo = link_button(USE_READ)
        self.undo.setProperty("low", True)  # a row with it is no higher than the others
        self._lay_out()
        self.field.installEventFilter(self)
        self.field.edited.connect(self._edited)
        self.undo.clicked.connect(self._undo)

    def _lay_out(self) -> None:
        row, below = QHBoxLayout(self), QHBoxLayout()
        column = QVBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(12)
        column.setSpacing(2)
        below.setSpacing(6)
        measured = self.caption.fontMetrics().horizontalAdvance
        self.caption.setFixedWidth(max(map(measured, caption_words.FIELD_WORDS.values())) + 10)
        self.caption.setContentsMargins(0, 6, 0, 0)
        self.caption.setBuddy(self.field)
        below.addWidget(self.source, 1)
        below.addWidget(self.undo)
        column.addWidget(self.field)
        column.addLayout(below)
        row.addWidget(self.caption, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(column, 1)

    # --- the value ---

    @property
    def changed(self) -> bool:
        return self.field.value() != self._in_force

    def sent(self) -> str:
        """What is typed, to be handed to the library."""
        self._sent = self.field.value()
        return caption_words.typed(self.name, self._sent)

    def keep(self) -> None:
        """What was sent was not taken: it is only typed again."""
        self._sent = None

    def show_entry(self, entry: CaptionEntry, *, corrected: bool, problem: str = "") -> None:
        """Show what is in force now. What is typed and not in force stays: with why it was not taken."""
        if problem:
            self.keep()
        typed = self.changed and self.field.value() != self._sent
        self._problem = problem or (self._problem if typed else "")
        self._in_force, self._sent, self._corrected = caption_words.value(entry), None, corrected
        self.page = None if corrected else entry.page
        if corrected:
            self._given_up = None
        doubt = caption_words.uncertain(entry, corrected=corrected)
        self._source = caption_words.source(entry, corrected=corrected), "warn" if doubt else "muted"
        self._offer_undo()
        if self.changed and not typed:
            self.field.show_value(self._in_force)
        self._say(*((self._problem, "bad") if self._problem else self._source))

    def _say(self, text: str, role: str) -> None:
        for widget, name, value in ((self.source, "role", role), (self.field, "wrong", role == "bad")):
            widget.setProperty(name, value)
            widget.style().polish(widget)
        self.source.setText(text)
        self.field.setAccessibleDescription(text)

    def _edited(self) -> None:
        """What was wrong is being put right: no longer marked as wrong."""
        if self._problem:
            self._problem = ""
            self._say(*self._source)
        self.edited.emit()

    # --- taking a correction back ---

    def _offer_undo(self) -> None:
        words = USE_READ if self._corrected else PUT_BACK
        self.undo.setText(words)
        self.undo.setAccessibleName(f"{words}: {caption_words.FIELD_WORDS[self.name]}")
        self.undo.setVisible(self._corrected or self._given_up is not None)

    def _undo(self) -> None:
        """Ask for what was read; or, where that was done by mistake, type the correction anew."""
        if self._corrected:
            self._given_up, self._sent = self._in_force, self.field.value()
            self.undo_wanted.emit(self.name)
        elif self._given_up is not None:
            self.field.show_value(self._given_up)
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.field and event.type() == QEvent.Type.FocusIn:
            self.entered.emit(self)
        return super().eventFilter(watched, event)
