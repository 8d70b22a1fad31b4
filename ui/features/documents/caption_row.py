"""One field of a caption that can be corrected: its name, its value, and the value's source."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import CaptionEntry
from ui.i18n.translate import tr
from ui.kit.controls import label, link_button
from ui.kit.restyle import restyle
from ui.shared import caption_texts
from ui.shared.caption_fields import field_for

USE_READ = tr("Use what was read")
PUT_BACK = tr("Put the correction back")


class CaptionFieldRow(QWidget):
    """A row that knows the value in force and the typed one, and so whether they differ."""

    edited = Signal()
    entered = Signal(object)  # The row whose field got the keyboard
    undo_wanted = Signal(object)  # The CaptionField whose correction is to be taken back

    def __init__(self, name: CaptionField, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self.page: int | None = None
        """The page on which the value stands, from 0."""
        self._sent: str | None = None
        """The typed value that is on its way to the library."""
        self._corrected = False
        self._given_up: str | None = None
        """The correction that was taken back here, so that it can be restored."""
        self._source = ("", "muted")
        self._problem = ""
        self.caption = label(caption_texts.MARKED_WORDS[name])
        self.field = field_for(name)
        self.field.setAccessibleName(caption_texts.FIELD_WORDS[name])
        self._in_force = self.field.value()
        self.source = label("", role="muted", wrap=True)
        self.undo = link_button(USE_READ)
        self.undo.setProperty("low", True)  # keeps the row as high as the others
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
        self.caption.setFixedWidth(max(map(measured, caption_texts.FIELD_WORDS.values())) + 10)
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
        """Return the typed value for the library."""
        self._sent = self.field.value()
        return caption_texts.typed(self.name, self._sent)

    def keep(self) -> None:
        """Treat the value that was sent as only typed again, because it was not taken."""
        self._sent = None

    def show_entry(self, entry: CaptionEntry, *, corrected: bool, problem: str = "") -> None:
        """Show the value in force. A typed value that is not in force stays, with the reason why it was not
        taken."""
        if problem:
            self.keep()
        typed = self.changed and self.field.value() != self._sent
        self._problem = problem or (self._problem if typed else "")
        self._in_force, self._sent, self._corrected = caption_texts.value(entry), None, corrected
        self.page = None if corrected else entry.page
        if corrected:
            self._given_up = None
        doubt = caption_texts.uncertain(entry, corrected=corrected)
        self._source = caption_texts.source(entry, corrected=corrected), "warn" if doubt else "muted"
        self._offer_undo()
        if self.changed and not typed:
            self.field.show_value(self._in_force)
        self._say(*((self._problem, "bad") if self._problem else self._source))

    def _say(self, text: str, role: str) -> None:
        restyle(self.source, role=role)
        restyle(self.field, wrong=role == "bad")
        self.source.setText(text)
        self.field.setAccessibleDescription(text)

    def _edited(self) -> None:
        """Remove the mark of an error, because the value is being corrected."""
        if self._problem:
            self._problem = ""
            self._say(*self._source)
        self.edited.emit()

    # --- undo ---

    def _offer_undo(self) -> None:
        words = USE_READ if self._corrected else PUT_BACK
        self.undo.setText(words)
        self.undo.setAccessibleName(f"{words}: {caption_texts.FIELD_WORDS[self.name]}")
        self.undo.setVisible(self._corrected or self._given_up is not None)

    def _undo(self) -> None:
        """Ask for what was read; or, if that was a mistake, type the correction again."""
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
