"""The dialog in which a person corrects a document's caption, with the document's pages beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import CaptionEntry, Document
from ui.features.documents.caption_row import CaptionFieldRow
from ui.i18n.translate import tr
from ui.kit.controls import ElidedLabel, label, link_button, push_button
from ui.kit.restyle import restyle
from ui.shared import wording

WIDTH = 480
AT = QPoint(96, 40)
"""The dialog's place in the window: over the results, so that most of the pages stays in view."""
LASTING = tr("What you write here is kept, also when the document is read again.")
SAVING = tr("Saving …")
NOT_ALL = tr("What is marked could not be saved; the rest is.")


class CorrectionDialog(QDialog):
    """A modeless dialog, so that pages can be turned while it is open. It reports what to save by its
    signals."""

    save_wanted = Signal(object)  # The changed values by CaptionField
    undo_wanted = Signal(object)  # The CaptionField whose value as read is to count again
    page_wanted = Signal(int)  # The page (0-based) on which the value of a field stands, or else might stand

    def __init__(
        self, document: Document, entries: Sequence[CaptionEntry], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.document = document
        self._busy = False
        self._page = 0
        self.setWindowTitle(tr("Correct the caption"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.rows = {entry.field: CaptionFieldRow(entry.field) for entry in entries}
        self._fields = _Rows(list(self.rows.values()))
        self.message = label("", role="muted", wrap=True)
        self.page = link_button("")
        self.page.setToolTip(tr("Show in the reader where this field was read, or else the first page"))
        self.cancel, self.save = push_button(tr("Cancel")), push_button(tr("Save"), main=True)
        self.save.setDefault(True)
        self.page.setAutoDefault(False)
        self._lay_out()
        self._connect()
        self.show_caption(document, entries)
        self.resize(WIDTH, 560)
        if parent is not None:
            self.move(parent.mapToGlobal(AT))
        next(iter(self.rows.values())).field.setFocus()

    # --- parts ---

    def _lay_out(self) -> None:
        column, buttons = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(22, 18, 22, 16)
        column.setSpacing(8)
        column.addWidget(label(tr("Correct the caption"), scale=1.3, bold=True))
        name = ElidedLabel(wording.found_at(self.document))
        name.setProperty("role", "muted")
        column.addWidget(name)
        column.addWidget(self._fields, 1)
        column.addWidget(self.message)
        buttons.setSpacing(10)
        buttons.addWidget(self.page)
        buttons.addStretch(1)
        buttons.addWidget(self.cancel)
        buttons.addWidget(self.save)
        column.addLayout(buttons)

    def _connect(self) -> None:
        for row in self.rows.values():
            row.edited.connect(self._enable)
            row.entered.connect(self._enter)
            row.undo_wanted.connect(self._undo)
            row.undo.setAutoDefault(False)
        self.page.clicked.connect(lambda: self.page_wanted.emit(self._page))
        self.cancel.clicked.connect(self.reject)
        self.save.clicked.connect(self._save)

    def showEvent(self, event: QShowEvent) -> None:
        """Make the dialog as high as its fields, whose number of lines is only now known, within its
        window."""
        super().showEvent(event)
        window = self.parentWidget()
        self._fields.updateGeometry()
        if window is not None and not event.spontaneous():
            self.resize(WIDTH, min(self.sizeHint().height(), window.height() - 2 * AT.y()))

    # --- display ---

    @property
    def changed(self) -> bool:
        return any(row.changed for row in self.rows.values())

    def show_caption(
        self,
        document: Document,
        entries: Sequence[CaptionEntry],
        problems: Mapping[CaptionField, str] | None = None,
    ) -> None:
        """Show the values in force; what is typed and not saved stays, with its problem beside it."""
        self.document = document
        wrong = problems or {}
        for entry in entries:
            corrected = entry.field in document.corrected
            self.rows[entry.field].show_entry(entry, corrected=corrected, problem=wrong.get(entry.field, ""))
        self._show_year(entries)
        self._busy = False
        self.say(NOT_ALL if wrong else LASTING, bad=bool(wrong))
        if wrong:
            first = self.rows[next(iter(wrong))]
            first.field.setFocus(Qt.FocusReason.OtherFocusReason)
            self._fields.ensureWidgetVisible(first)

    def _show_year(self, entries: Sequence[CaptionEntry]) -> None:
        """Hide the year beside a day of filing, unless there is one."""
        known = {entry.field for entry in entries if entry.value}
        if (row := self.rows.get(CaptionField.YEAR)) is not None:
            row.setVisible(CaptionField.YEAR in known or CaptionField.FILED not in known)

    def fail(self, text: str) -> None:
        """Report that the library was not changed, or only in part; everything typed stays, to be saved
        again."""
        for row in self.rows.values():
            row.keep()
        self._busy = False
        self.say(text, bad=True)

    def say(self, text: str, *, bad: bool = False) -> None:
        """Show a sentence below the fields."""
        restyle(self.message, role="bad" if bad else "muted")
        self.message.setText(text)
        self.setAccessibleDescription(text)
        self._enable()

    def _enable(self) -> None:
        """Enable the buttons. While one change is being saved nothing else can be requested."""
        self.save.setEnabled(self.changed and not self._busy)
        for row in self.rows.values():
            row.undo.setEnabled(not self._busy)

    # --- requests ---

    def _save(self) -> None:
        self._busy = True
        self.say(SAVING)
        self.save_wanted.emit({name: row.sent() for name, row in self.rows.items() if row.changed})

    def _undo(self, name: CaptionField) -> None:
        self._busy = True
        self.say(SAVING)
        self.undo_wanted.emit(name)

    def _enter(self, row: CaptionFieldRow) -> None:
        """Offer the field's page. A value that was found nowhere is most likely to be seen on the cover."""
        self._page = row.page or 0
        self.page.setText(tr("Show file page {value}").format(value=self._page + 1))
        self.page.setAccessibleName(self.page.text())


class _Rows(QScrollArea):
    """The fields one below the other; as high as they are together, and scrolled where that is too much."""

    def __init__(self, rows: Sequence[QWidget]) -> None:
        super().__init__()
        self._inside = QWidget()
        self._inside.setObjectName("page")
        column = QVBoxLayout(self._inside)
        column.setContentsMargins(0, 2, 2, 2)
        column.setSpacing(6)
        for row in rows:
            column.addWidget(row)
        column.addStretch(1)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(self._inside)

    def sizeHint(self) -> QSize:
        return self._inside.sizeHint()
