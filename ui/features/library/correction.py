"""Correcting captions: all fields of one document beside its pages, or one field of several, which can be
undone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QCheckBox, QDialog, QLabel, QWidget

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import CaptionEntry, Document
from briefbank.errors import BriefBankError, CorrectionRefused, NotInLibrary
from briefbank.text.messages import Message
from ui.features.library.files import found_at
from ui.i18n import translate
from ui.i18n.translate import tr, translate_core, translate_error
from ui.jobs import Job, JobReporter, Lane, Work
from ui.kit.controls import ChoiceBox, ElidedLabel, label, link_button, push_button, scroll_area
from ui.kit.dialogs import fit_dialog, grow_dialog
from ui.kit.keyboard import distinct_mnemonics
from ui.kit.layout import DIALOG, STRETCH, column, form, holder, row
from ui.page import Page
from ui.shared import caption_fields, wording
from ui.shared.caption_fields import field_for
from ui.shared.notices import JobProgress
from ui.style.theme import restyle

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

# --- one document ---

USE_READ = tr("Use what was read")
WIDTH = 480
AT = QPoint(96, 40)
"""The dialog's place in the window: over the results, so that most of the pages stays in view."""
LASTING = tr("What you write here is kept, also when the document is read again.")
SAVING = tr("Saving …")
NOT_ALL = tr("What is marked could not be saved; the rest is.")
FINISH_FIRST = tr("Save or cancel these corrections first.")


class CaptionFieldRow(QWidget):
    """A field, and below it where its value was read. It knows the value in force, and so whether another one
    is typed."""

    entered = Signal(object)  # The row whose field got the keyboard
    undo_wanted = Signal(object)  # The CaptionField whose correction is to be taken back
    edited = Signal()

    def __init__(self, name: CaptionField) -> None:
        super().__init__()
        self.name = name
        self.page: int | None = None
        """The page on which the value stands, from 0."""
        self._source = ("", "muted")
        self.field = field_for(name)
        self.field.setAccessibleName(caption_fields.FIELD_WORDS[name])
        self._in_force = self.field.value()
        self.source = label("", role="muted", wrap=True)
        self.undo = link_button(USE_READ)
        self.undo.setProperty("low", True)  # keeps the row as high as the others
        self.undo.setAccessibleName(f"{USE_READ}: {caption_fields.FIELD_WORDS[name]}")
        self.undo.setAutoDefault(False)
        column(self.field, row((self.source, 1), self.undo, spacing=6), on=self, spacing=2)
        self.field.installEventFilter(self)
        self.field.edited.connect(self._edited)
        self.undo.clicked.connect(lambda: self.undo_wanted.emit(name))

    @property
    def changed(self) -> bool:
        return self.field.value() != self._in_force

    def show_entry(
        self, entry: CaptionEntry, *, corrected: bool, problem: str = "", keep_typed: bool = False
    ) -> None:
        """Show the value in force. With a ``problem`` what is typed was not taken, and stays."""
        self._in_force = caption_fields.value(entry)
        self.page = None if corrected else entry.page
        doubt = caption_fields.uncertain(entry, corrected=corrected)
        self._source = caption_fields.source(entry, corrected=corrected), "warn" if doubt else "muted"
        self.undo.setVisible(corrected)
        if self.changed and not (problem or keep_typed):
            self.field.show_value(self._in_force)
        self._say(*((problem, "bad") if problem else self._source))

    def _say(self, text: str, role: str) -> None:
        restyle(self.source, role=role)
        restyle(self.field, wrong=role == "bad")
        self.source.setText(text)
        self.field.setAccessibleDescription(text)

    def _edited(self) -> None:
        """Remove the mark of an error, because the value is being corrected."""
        self._say(*self._source)
        self.edited.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.field and event.type() == QEvent.Type.FocusIn:
            self.entered.emit(self)
        return super().eventFilter(watched, event)


class CorrectionDialog(QDialog):
    """A modeless dialog, so that pages can be turned while it is open. It reports what to save by its
    signals."""

    change_wanted = Signal(object)
    """The changed values by CaptionField; None for a field whose value as read is to count again."""
    page_wanted = Signal(int)  # The page (0-based) on which the value of a field stands, or else might stand

    def __init__(
        self, document: Document, entries: Sequence[CaptionEntry], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.document = document
        self._busy = self._closes = False
        self._sent: Collection[CaptionField] = ()  # The fields that are being saved, or were last
        self._page = 0
        self.setWindowTitle(tr("Correct the caption"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.rows = {entry.field: CaptionFieldRow(entry.field) for entry in entries}
        words = distinct_mnemonics(f"&{caption_fields.FIELD_WORDS[name]}" for name in self.rows)
        self._form = form(*zip(words, self.rows.values(), strict=True), margins=(0, 2, 2, 2))
        self._inside = holder(self._form, "page")
        self._fields = scroll_area(self._inside)
        self._fields.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._fields.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.message = label("", role="muted", wrap=True)
        self.page = link_button("")
        self.page.setToolTip(tr("Show in the reader where this field was read, or else the first page"))
        self.cancel, self.save = push_button(tr("Cancel")), push_button(tr("Save"), main=True)
        self.save.setDefault(True)
        self.page.setAutoDefault(False)
        name = ElidedLabel(found_at(document))
        name.setProperty("role", "muted")
        title = label(tr("Correct the caption"), scale=1.3, bold=True)
        buttons = row(self.page, STRETCH, self.cancel, self.save)
        column(title, name, (self._fields, 1), self.message, buttons, on=self, margins=DIALOG, spacing=8)
        for field_row in self.rows.values():
            caption = self._form.labelForField(field_row)
            assert isinstance(caption, QLabel)
            caption.setBuddy(field_row.field)
            field_row.edited.connect(self._enable)
            field_row.entered.connect(self._enter)
            field_row.undo_wanted.connect(self._undo)
        self.page.clicked.connect(lambda: self.page_wanted.emit(self._page))
        self.cancel.clicked.connect(self.reject)
        self.save.clicked.connect(self._save)
        self.show_caption(document, entries)
        self.resize(WIDTH, 560)
        if parent is not None:
            self.move(parent.mapToGlobal(AT))
        next(iter(self.rows.values())).field.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        """Make the dialog as high as its fields, whose number of lines is only now known, within its
        window."""
        super().showEvent(event)
        window = self.parentWidget()
        if window is not None and not event.spontaneous():
            hidden = self._inside.sizeHint().height() - self._fields.height()
            self.resize(WIDTH, min(self.height() + hidden, window.height() - 2 * AT.y()))

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
        self.document, self._busy = document, False
        wrong = problems or {}
        for entry in entries:
            self.rows[entry.field].show_entry(
                entry,
                corrected=entry.field in document.corrected,
                problem=wrong.get(entry.field, ""),
                keep_typed=bool(self._sent) and entry.field not in self._sent,
            )
        if (year := self.rows.get(CaptionField.YEAR)) is not None:
            known = {entry.field for entry in entries if entry.value}
            shown = CaptionField.YEAR in known or CaptionField.FILED not in known  # a day of filing has one
            self._form.setRowVisible(year, shown)
        self.say(NOT_ALL if wrong else LASTING, bad=bool(wrong))
        if self._closes and not wrong and not self.changed:
            self.accept()
        for name in list(wrong or self._sent)[:1]:
            self.rows[name].field.setFocus(Qt.FocusReason.OtherFocusReason)
            self._fields.ensureWidgetVisible(self.rows[name])

    def fail(self, text: str) -> None:
        """Report that the library was not changed, or only in part; everything typed stays, to be saved
        again."""
        self._busy = False
        self.say(text, bad=True)

    def say(self, text: str, *, bad: bool = False) -> None:
        """Show a sentence below the fields."""
        restyle(self.message, role="bad" if bad else "muted")
        self.message.setText(text)
        self.setAccessibleDescription(text)
        self._enable()

    def _enable(self) -> None:
        """Enable fields and buttons. While one change is being saved nothing else can be typed."""
        self._inside.setEnabled(not self._busy)
        self.save.setEnabled(self.changed and not self._busy)

    # --- requests ---

    def _save(self) -> None:
        changed = {name: row.field.value() for name, row in self.rows.items() if row.changed}
        self._request({name: caption_fields.typed(name, value) for name, value in changed.items()}, True)

    def _undo(self, name: CaptionField) -> None:
        self._request({name: None}, False)

    def _request(self, values: Mapping[CaptionField, str | None], closes: bool) -> None:
        self._busy, self._closes, self._sent = True, closes, tuple(values)
        self.say(SAVING)
        self.change_wanted.emit(values)

    def _enter(self, row: CaptionFieldRow) -> None:
        """Offer the field's page. A value that was found nowhere is most likely to be seen on the cover."""
        self._page = row.page or 0
        self.page.setText(tr("Show file page {value}").format(value=self._page + 1))
        self.page.setAccessibleName(self.page.text())


@dataclass(frozen=True)
class CaptionState:
    """A caption as the library has it, and why some of what was typed was not taken."""

    document: Document
    entries: Sequence[CaptionEntry]
    problems: Mapping[CaptionField, str]


class Correction:
    """Opens one dialog at a time and has the library keep what is typed. What was to be saved is saved even
    if the dialog is closed meanwhile."""

    def __init__(self, page: Page, show_page: Callable[[Document, int], None]) -> None:
        """``show_page`` shows a page (0-based) of a document in the reader."""
        self._page, self._show_page = page, show_page
        self.dialog: CorrectionDialog | None = None

    def open(self, document_id: int) -> None:
        """Open the dialog for a document; one that holds unsaved corrections of another stays."""
        dialog = self.dialog
        if dialog is not None and (dialog.document.id == document_id or dialog.changed):
            if dialog.document.id != document_id:
                dialog.say(FINISH_FIRST, bad=True)
            dialog.raise_()
            dialog.activateWindow()
            return
        work = partial(_corrected, self._page.library, document_id, {})
        self._page.run(work, then=self._open, topic="caption")

    def _open(self, state: CaptionState) -> None:
        self.close()
        self._page.status.emit("")
        dialog = self.dialog = CorrectionDialog(state.document, state.entries, self._page.window())
        dialog.change_wanted.connect(self._change)
        dialog.page_wanted.connect(lambda page: self._show_page(dialog.document, page))
        dialog.finished.connect(self._forget)
        dialog.show()

    def close(self) -> None:
        if self.dialog is not None:
            self.dialog.reject()

    def _forget(self, _result: int) -> None:
        self.dialog = None

    def follow(self, present: Mapping[int, Document | None]) -> None:
        """Close the dialog if its document is gone from the library; ``present`` has documents as they are
        now, by id, None for one that is gone."""
        if self.dialog is not None and (shown := self.dialog.document).id in present:
            now = present[shown.id]
            if now is None or now.sha256 != shown.sha256:
                self.close()

    def _change(self, values: Mapping[CaptionField, str | None]) -> None:
        """Change the library in the writing lane. The dialog may be closed before that is done."""
        dialog = self.dialog
        assert dialog is not None
        job = self._page.run(
            partial(_corrected, self._page.library, dialog.document.id, values),
            then=lambda state: self._changed(dialog if dialog is self.dialog else None, state),
            failed=lambda error: self._failed(dialog if dialog is self.dialog else None, error),
            lane=Lane.WRITER,
        )
        job.ended.connect(self._page.library_changed)

    def _changed(self, dialog: CorrectionDialog | None, state: CaptionState) -> None:
        if dialog is not None:
            dialog.show_caption(state.document, state.entries, state.problems)
        if not state.problems:
            text = tr("The caption of “{title}” was corrected.")
            self._page.status.emit(text.format(title=wording.title(state.document)))
        elif dialog is None:
            self._page.status.emit(f"{NOT_ALL} {next(iter(state.problems.values()))}")

    def _failed(self, dialog: CorrectionDialog | None, error: BriefBankError) -> None:
        if dialog is not None:
            dialog.fail(str(error))
        else:
            self._page.status.emit(tr("The caption was not corrected. {error}").format(error=error))


def _corrected(
    library: LibraryApi, document_id: int, values: Mapping[CaptionField, str | None], _reporter: JobReporter
) -> CaptionState:
    """Correct field by field: one that cannot be understood keeps no other from being saved."""
    problems = {}
    for name, value in values.items():
        try:
            library.documents.correct(document_id, name, value)
        except CorrectionRefused as refused:
            problems[name] = str(translate_error(refused))
    documents = library.documents
    return CaptionState(documents.get(document_id), documents.caption(document_id), problems)


# --- several documents ---

FIELDS: tuple[CaptionField, ...] = tuple(field for field in CaptionField if field is not CaptionField.TITLE)
"""The fields in which several documents may agree."""
MISSING = tr("Type what is to be shown.")
NOT_CHANGED = tr("No document was changed.")
MANY_WIDTH = 520
MOST = 10_000  # The number of documents that are corrected at once: nobody else can write until all are
NOT_CORRECTED = tr("None of them was corrected here.")
ALL_HAVE_IT = tr("All of them have this value already.")


@dataclass(frozen=True)
class ManyCorrection:
    """A correction of one field of documents; without a value their corrections are withdrawn."""

    document_ids: Sequence[int]
    field: CaptionField
    value: str | None


OfferUndo = Callable[[str, Work], None]


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
            self.choice.addItem(caption_fields.FIELD_WORDS[field], field)
        self.fields = {field: field_for(field) for field in FIELDS}
        self.as_read = QCheckBox(USE_READ)
        self.preview = label("", role="muted", wrap=True)
        self.cancel, self.change = push_button(tr("Cancel")), push_button(tr("Change"), main=True)
        self.change.setDefault(True)
        self.cancel.setAutoDefault(False)
        documents = wording.documents(len(captions))
        title = label(tr("Correct a field of {documents}").format(documents=documents), scale=1.3, bold=True)
        buttons = row(STRETCH, self.cancel, self.change)
        parts = self.choice, *self.fields.values(), self.as_read, self.preview
        column(title, *parts, STRETCH, buttons, on=self, margins=DIALOG, spacing=8)
        self.resize(MANY_WIDTH, self.sizeHint().height())
        self.choice.currentIndexChanged.connect(lambda _row: self._choose())
        for name, widget in self.fields.items():
            widget.setAccessibleName(caption_fields.FIELD_WORDS[name])
            widget.edited.connect(self._show_preview)
        self.as_read.toggled.connect(lambda _on: self._show_preview())
        self.cancel.clicked.connect(self.reject)
        self.change.clicked.connect(self.accept)
        self.choice.setCurrentIndex(FIELDS.index(CaptionField.COURT))
        self._choose()

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
            self._change, text = self._withdrawn() if self.as_read.isChecked() else self._corrected()
        except CorrectionRefused as refused:
            self._change, text = None, str(translate_error(refused))
        wrong = self._change is None and bool(self.fields[self.field].value())
        restyle(self.preview, role="bad" if wrong else "muted")
        self.preview.setText(text)
        self.setAccessibleDescription(text)
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
        typed = caption_fields.typed(self.field, self.fields[self.field].value())
        if not typed:
            return None, MISSING
        value = self.field.definition.value_type.parse(typed, date.today())
        others = {number: entry.value for number, entry in self._entries().items() if entry.value != value}
        if not others:
            return None, ALL_HAVE_IT
        shown = caption_fields.value(CaptionEntry(self.field, value, "", 1.0))
        text = tr("{field} of {documents} becomes “{value}”.").format(
            field=caption_fields.FIELD_WORDS[self.field],
            documents=wording.documents(len(others)),
            value=wording.beginning(shown, 120),
        )
        if had := sum(map(bool, others.values())):
            one = tr("{number} of them has another value now.")
            text = f"{text} {wording.counted(had, one, tr('{number} of them have another value now.'))}"
        return ManyCorrection(list(others), self.field, value), text

    def _withdrawn(self) -> tuple[ManyCorrection | None, str]:
        """Return the withdrawal of all corrections of the field, and a text on it."""
        corrected = [number for number, entry in self._entries().items() if entry.source == "person"]
        if not corrected:
            return None, NOT_CORRECTED
        text = tr("{field} of {documents} becomes what was read there.").format(
            field=caption_fields.FIELD_WORDS[self.field], documents=wording.documents(len(corrected))
        )
        return ManyCorrection(corrected, self.field, None), text

    def accept(self) -> None:
        change = self._change
        super().accept()
        if change is not None:
            self.change_wanted.emit(change)


class ManyCorrections:
    """One dialog and one change at a time, with its progress."""

    def __init__(self, page: Page, offer_undo: OfferUndo) -> None:
        """``offer_undo`` takes what was done in words, and the work that undoes it."""
        self._page, self._offer_undo = page, offer_undo
        self._job: Job | None = None
        self._to_undo: tuple[str, Work] | None = None  # What was done, until it is offered to undo it
        self.dialog: ManyCorrectionDialog | None = None

    def open(self, document_ids: Sequence[int]) -> None:
        """Open the dialog for these documents."""
        if self._job is not None:
            self._page.status.emit(tr("Other documents are still being corrected. Wait until that is done."))
        elif not too_many(self._page, document_ids, MOST):
            work = partial(_captions, self._page.library, document_ids)
            self._page.run(work, then=self._open, topic="captions")

    def _open(self, captions: dict[int, Sequence[CaptionEntry]]) -> None:
        dialog = self.dialog = ManyCorrectionDialog(captions, self._page.window())
        dialog.change_wanted.connect(partial(self._start, captions))
        dialog.finished.connect(self._forget)
        dialog.open()

    def _forget(self, _result: int) -> None:
        self.dialog = None

    def _start(self, captions: dict[int, Sequence[CaptionEntry]], change: ManyCorrection) -> None:
        documents, self._to_undo = self._page.library.documents, None
        job = self._job = self._page.run(
            lambda reporter: documents.correct_many(
                change.document_ids, change.field, change.value, reporter
            ),
            then=partial(self._done, captions, change),
            failed=lambda error: self._page.status.emit(f"{NOT_CHANGED} {error}"),
            lane=Lane.WRITER,
        )
        JobProgress(job, tr("Correcting"), tr("Correcting …"), progress_text, self._page.window())
        job.stopped.connect(lambda: self._page.status.emit(NOT_CHANGED))
        job.ended.connect(self._ended)

    def _ended(self) -> None:
        self._job = None
        self._page.library_changed.emit()
        if self._to_undo is not None:
            self._offer_undo(*self._to_undo)

    def _done(
        self, captions: dict[int, Sequence[CaptionEntry]], change: ManyCorrection, missing: Sequence[int]
    ) -> None:
        text = tr("{field} was corrected in {documents}.").format(
            field=caption_fields.FIELD_WORDS[change.field],
            documents=wording.documents(len(change.document_ids) - len(missing)),
        )
        one, many = tr("{number} is no longer in the library."), tr("{number} are no longer in the library.")
        gone = wording.counted(len(missing), one, many) if missing else ""
        self._page.status.emit(f"{text} {gone}".strip())
        before = _corrections_of(captions, change)
        library = self._page.library

        def undo(reporter: JobReporter) -> int:
            """Return the number of documents that were corrected anew since, and stay so."""
            now = _corrections_of(_captions(library, change.document_ids, reporter), change)
            unchanged, left = set(now.pop(change.value, ())), sum(map(len, now.values()))
            for value, ids in before.items():
                if mine := [id_ for id_ in ids if id_ in unchanged]:
                    library.documents.correct_many(mine, change.field, value, reporter)
            return left

        self._to_undo = text, undo


def _corrections_of(
    captions: Mapping[int, Sequence[CaptionEntry]], change: ManyCorrection
) -> dict[str | None, list[int]]:
    """Return the documents of a change by the correction in their captions; None for none."""
    corrections: dict[str | None, list[int]] = {}
    for id_ in filter(captions.__contains__, change.document_ids):
        entry = next(entry for entry in captions[id_] if entry.field is change.field)
        corrections.setdefault(entry.value if entry.source == "person" else None, []).append(id_)
    return corrections


def _captions(
    library: LibraryApi, document_ids: Sequence[int], reporter: JobReporter
) -> dict[int, Sequence[CaptionEntry]]:
    """Return the captions of those documents that are still there."""
    captions: dict[int, Sequence[CaptionEntry]] = {}
    for document_id in document_ids:
        reporter.check()
        with suppress(NotInLibrary):
            captions[document_id] = library.documents.caption(document_id)
    return captions


def progress_text(stage: Message, done: int, total: int) -> str:
    if not total:
        return f"{translate_core(stage)} …"
    return tr("{stage}: {done} of {total}").format(
        stage=translate_core(stage), done=translate.number(done), total=translate.number(total)
    )


def too_many(page: Page, document_ids: Sequence[int], most: int) -> bool:
    """Say so where more documents are chosen than can be changed at once."""
    if len(document_ids) <= most:
        return False
    text = tr("At most {number} documents at once. Narrow the list, or choose fewer.")
    page.status.emit(text.format(number=translate.number(most)))
    return True
