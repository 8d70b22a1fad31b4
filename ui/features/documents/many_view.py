"""The dialog in which a person corrects one field of several documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QCheckBox, QDialog, QHBoxLayout, QVBoxLayout, QWidget

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import CaptionEntry
from briefbank.errors import CorrectionRefused
from ui.features.documents.caption_row import USE_READ
from ui.i18n.translate import tr, translate_error
from ui.kit.controls import ChoiceBox, label, push_button
from ui.kit.page_parts import fit_dialog, grow_dialog
from ui.kit.restyle import restyle
from ui.shared import caption_texts, wording
from ui.shared.caption_fields import field_for

WIDTH = 520
FIELDS: tuple[CaptionField, ...] = tuple(field for field in CaptionField if field is not CaptionField.TITLE)
"""The fields in which several documents may agree."""
MISSING = tr("Type what is to be shown.")
NOT_CORRECTED = tr("None of them was corrected here.")
ALL_HAVE_IT = tr("All of them have this value already.")


@dataclass(frozen=True)
class ManyCorrection:
    """A correction of one field of documents; without a value their corrections are withdrawn."""

    document_ids: Sequence[int]
    field: CaptionField
    value: str | None


class ManyCorrectionDialog(QDialog):
    """A dialog that says before what changes in how many documents. It reports the change by its signal."""

    change_wanted = Signal(object)  # A ManyCorrection

    def __init__(self, captions: Mapping[int, Sequence[CaptionEntry]], parent: QWidget | None = None) -> None:
        """``captions`` are those in force, by document."""
        super().__init__(parent)
        self._captions = captions
        self._change: ManyCorrection | None = None
        self.setWindowTitle(tr("Correct several documents"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.choice = ChoiceBox()
        self.choice.setAccessibleName(tr("Field to correct"))
        for field in FIELDS:
            self.choice.addItem(caption_texts.FIELD_WORDS[field], field)
        self.fields = {field: field_for(field) for field in FIELDS}
        self.as_read = QCheckBox(USE_READ)
        self.preview = label("", role="muted", wrap=True)
        self.cancel, self.change = push_button(tr("Cancel")), push_button(tr("Change"), main=True)
        self.change.setDefault(True)
        self.cancel.setAutoDefault(False)
        self._lay_out()
        self._connect()
        self.choice.setCurrentIndex(FIELDS.index(CaptionField.COURT))
        self._choose()

    def _lay_out(self) -> None:
        column, buttons = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(22, 18, 22, 16)
        column.setSpacing(8)
        documents = wording.count(len(self._captions), tr("document"), tr("documents"))
        title = tr("Correct a field of {documents}").format(documents=documents)
        column.addWidget(label(title, scale=1.3, bold=True))
        column.addWidget(self.choice)
        for name, widget in self.fields.items():
            widget.setAccessibleName(caption_texts.FIELD_WORDS[name])
            column.addWidget(widget)
        column.addWidget(self.as_read)
        column.addWidget(self.preview)
        column.addStretch(1)
        buttons.setSpacing(10)
        buttons.addStretch(1)
        buttons.addWidget(self.cancel)
        buttons.addWidget(self.change)
        column.addLayout(buttons)
        self.resize(WIDTH, self.sizeHint().height())

    def _connect(self) -> None:
        self.choice.currentIndexChanged.connect(lambda _row: self._choose())
        for widget in self.fields.values():
            widget.edited.connect(self._show_preview)
        self.as_read.toggled.connect(lambda _on: self._show_preview())
        self.cancel.clicked.connect(self.reject)
        self.change.clicked.connect(self.accept)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        fit_dialog(self)

    @property
    def field(self) -> CaptionField:
        """The field that is chosen."""
        return CaptionField(self.choice.currentData())

    def _choose(self) -> None:
        for name, widget in self.fields.items():
            widget.setVisible(name is self.field)
        self._show_preview()

    def _show_preview(self) -> None:
        """Say what would be changed, or why nothing can be."""
        self.fields[self.field].setEnabled(not self.as_read.isChecked())
        try:
            self._change, said = self._withdrawn() if self.as_read.isChecked() else self._corrected()
        except CorrectionRefused as refused:
            self._change, said = None, str(translate_error(refused))
        wrong = self._change is None and bool(self.fields[self.field].value())
        restyle(self.preview, role="bad" if wrong else "muted")
        self.preview.setText(said)
        self.setAccessibleDescription(said)
        self.change.setEnabled(self._change is not None)
        grow_dialog(self)

    def _entries(self) -> dict[int, CaptionEntry]:
        """Return the entry of the chosen field in force, by document."""
        return {
            number: next(entry for entry in caption if entry.field is self.field)
            for number, caption in self._captions.items()
        }

    def _corrected(self) -> tuple[ManyCorrection | None, str]:
        """Return the correction to what is typed, and a text on it. Raises CorrectionRefused."""
        typed = caption_texts.typed(self.field, self.fields[self.field].value())
        if not typed:
            return None, MISSING
        value = self.field.definition.value_type.parse(typed, date.today())
        others = {number: entry.value for number, entry in self._entries().items() if entry.value != value}
        if not others:
            return None, ALL_HAVE_IT
        shown = caption_texts.value(CaptionEntry(self.field, value, "", 1.0))
        said = [
            tr("{field} of {documents} becomes “{value}”.").format(
                field=caption_texts.FIELD_WORDS[self.field],
                documents=wording.count(len(others), tr("document"), tr("documents")),
                value=wording.beginning(shown, 120),
            )
        ]
        if had := sum(map(bool, others.values())):
            one, many = (
                tr("{number} of them has another value now."),
                tr("{number} of them have another value now."),
            )
            said.append(wording.counted(had, one, many))
        if same := len(self._captions) - len(others):
            said.append(
                wording.counted(same, tr("{number} has it already."), tr("{number} have it already."))
            )
        return ManyCorrection(list(others), self.field, value), " ".join(said)

    def _withdrawn(self) -> tuple[ManyCorrection | None, str]:
        """Return the withdrawal of all corrections of the field, and a text on it."""
        corrected = [number for number, entry in self._entries().items() if entry.source == "person"]
        if not corrected:
            return None, NOT_CORRECTED
        said = tr("{field} of {documents} becomes what was read there.").format(
            field=caption_texts.FIELD_WORDS[self.field],
            documents=wording.count(len(corrected), tr("document"), tr("documents")),
        )
        return ManyCorrection(corrected, self.field, None), said

    def accept(self) -> None:
        change = self._change
        super().accept()
        if change is not None:
            self.change_wanted.emit(change)
