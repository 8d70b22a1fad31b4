"""The fields of a caption: their names, examples and values in words, and the widgets to type them."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from briefbank.domain.caption_fields import DAY, IN_FUTURE, KIND, CaptionField, Kind
from briefbank.domain.documents import CaptionEntry
from briefbank.domain.pages import DOUBTFUL
from ui.i18n.translate import LANGUAGE, SOURCE, tr
from ui.kit.controls import ChoiceBox
from ui.shared import wording
from ui.shared.wording import KIND_WORDS, typed_range

FIELD_WORDS = {
    CaptionField.TITLE: tr("Title"),
    CaptionField.COURT: tr("Court"),
    CaptionField.DOCKET: tr("Docket"),
    CaptionField.JUDGE: tr("Judge"),
    CaptionField.PARTIES: tr("Parties"),
    CaptionField.SIDE: tr("Side"),
    CaptionField.KIND: tr("Kind"),
    CaptionField.PAPER: tr("Paper"),
    CaptionField.FILED: tr("Filed"),
    CaptionField.OFFICE: tr("Office"),
    CaptionField.CLIENT: tr("Client"),
    CaptionField.VERSION: tr("Version"),
    CaptionField.YEAR: tr("Year"),
}

EXAMPLES = {
    CaptionField.TITLE: tr("for example: State v. Doe, Brief for Appellant"),
    CaptionField.COURT: tr("for example: Supreme Court of New Jersey"),
    CaptionField.DOCKET: tr("for example: A-1234-20; A-1235-20"),
    CaptionField.JUDGE: tr("for example: Jane A. Doe"),
    CaptionField.PARTIES: tr("for example: John Doe (Appellant); State (Respondent)"),
    CaptionField.SIDE: tr("for example: Appellant"),
    CaptionField.KIND: "",
    CaptionField.PAPER: tr("for example: Reply Brief"),
    CaptionField.FILED: tr("for example: March 5, 2021, or 3/5/2021"),
    CaptionField.OFFICE: tr("for example: Office of the Public Defender"),
    CaptionField.CLIENT: tr("for example: Smith, John"),
    CaptionField.VERSION: tr("for example: Filed, Final or Draft 2"),
    CaptionField.YEAR: tr("for example: 2009, where the day of filing is not known"),
}

PLACES = {
    "stamp": tr("the filing stamp"),
    "signature": tr("the signature block"),
    "service": tr("the certificate of service"),
    "file": tr("the file’s name"),
    "folder": tr("the folder’s name"),
    "mail": tr("the header of the mail"),
}


def value(entry: CaptionEntry) -> str:
    """Return the field's text; a date in the words that the whole window uses for dates."""
    if entry.field.definition.value_type is not DAY or not entry.value:
        return " ".join(entry.value.split())
    try:
        return wording.day(date.fromisoformat(entry.value))
    except ValueError:
        return entry.value


def typed(field: CaptionField, text: str) -> str:
    """Return what was typed as the library takes it: it knows dates in English, and as '2015-03-03'."""
    foreign = field.definition.value_type is DAY and LANGUAGE != SOURCE
    days = typed_range(text) if foreign else None
    return days[0].isoformat() if days is not None and days[0] == days[1] else text


def source(entry: CaptionEntry, *, corrected: bool) -> str:
    """Return a sentence such as 'Read from the cover.', 'Uncertain. Read from the filing stamp on file page
    3.' or 'Not found.'"""
    if corrected:
        return tr("Corrected by a person.") if entry.value else tr("Left empty by a person.")
    if entry.source == IN_FUTURE:
        return tr("The date it gives lies in the future.")
    if not entry.value:
        return tr("Not found.")
    doubt = tr("Uncertain. ") if uncertain(entry, corrected=corrected) else ""
    return tr("{doubt}Read from {place}.").format(doubt=doubt, place=_place(entry))


def uncertain(entry: CaptionEntry, *, corrected: bool) -> bool:
    return bool(entry.value) and not corrected and entry.confidence < DOUBTFUL


def _place(entry: CaptionEntry) -> str:
    """Return the source's name. Lawyers call the first page the cover; a caption further on is not one."""
    name = PLACES.get(entry.source, tr("the document"))
    if entry.source == "caption" and entry.page is not None:
        name = tr("the caption") if entry.page else tr("the cover")
    return tr("{name} on file page {value}").format(name=name, value=entry.page + 1) if entry.page else name


MOST_LINES = 8
BORDERS = 12  # The pixels above and below the lines that the style gives a field


class WordsField(QPlainTextEdit):
    """A field for one value in as many lines as it needs. Enter is left to the dialog, Tab goes to the next
    field."""

    edited = Signal()

    def __init__(self, example: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(example)
        self.setTabChangesFocus(True)
        self.setAcceptDrops(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        across = self.horizontalScrollBar()
        # Lines are broken, so there is nothing to scroll to.
        across.valueChanged.connect(lambda _at: across.setValue(0))
        self.document().setDocumentMargin(0)
        self.document().documentLayout().documentSizeChanged.connect(lambda _size: self._fit())
        self.textChanged.connect(self.edited)
        self._fit()

    def value(self) -> str:
        """Return the value as one line, however it is shown: pasted line ends become spaces."""
        return " ".join(self.toPlainText().split())

    def show_value(self, value: str) -> None:
        self.setPlainText(value)
        self.moveCursor(QTextCursor.MoveOperation.End)

    def _fit(self) -> None:
        """Make the field as high as its lines; the document counts its height in lines."""
        lines = max(1, min(MOST_LINES, round(self.document().size().height())))
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + BORDERS)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.ignore()
        else:
            super().keyPressEvent(event)


class KindField(ChoiceBox):
    """A field for one of the kinds."""

    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        for kind in Kind:
            self.addItem(KIND_WORDS[kind], kind.value)
        self.currentIndexChanged.connect(lambda _row: self.edited.emit())

    def value(self) -> str:
        return str(self.currentData() or "")

    def show_value(self, value: str) -> None:
        self.setCurrentIndex(self.findData(value))


def field_for(field: CaptionField) -> WordsField | KindField:
    return KindField() if field.definition.value_type is KIND else WordsField(EXAMPLES[field])
