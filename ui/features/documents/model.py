"""The model of the library's documents as a table that sorts by its values and filters by words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from briefbank.domain.caption_fields import CaptionField, lacks_any
from briefbank.domain.documents import Document
from briefbank.domain.version_order import version_order
from briefbank.text.folders import is_in
from ui.i18n import translate
from ui.i18n.translate import tr
from ui.kit.directions import isolated, plain_tip, tip
from ui.shared import wording

DOCUMENT_ROLE = Qt.ItemDataRole.UserRole + 1
AnyIndex = QModelIndex | QPersistentModelIndex
REMARKS_ROLE = Qt.ItemDataRole.UserRole + 2
COLUMNS = (tr("Title"), tr("Filed"), tr("Kind"), tr("Court"), tr("Docket"), tr("Pages"), tr("To note"))
TITLE, FILED, KIND, COURT, DOCKET, PAGES, NOTES = range(7)


@dataclass(frozen=True)
class Remark:
    """A remark on a document: an icon, a number beside it, and the whole sentence."""

    icon: str
    text: str
    sentence: str


class DocumentModel(QAbstractTableModel):
    """A row for each document in which every typed word occurs and a field may have to be missing, in the
    order of one column's values.

    It sorts and narrows by itself: Qt's own model for that asks for each value again at every comparison,
    which stops the window for half a second with 10,000 documents.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: list[Document] = []
        self._documents: list[Document] = []
        self._families: dict[int, list[Document]] = {}
        self._words: list[str] = []
        self._lacking: Collection[CaptionField] = ()
        self._folder = ""
        self._column, self._order = FILED, Qt.SortOrder.DescendingOrder

    def show(self, documents: Sequence[Document]) -> None:
        """Show ``documents``, the newest filed first."""
        self._all = list(documents)
        self._families = {}
        for document in documents:
            if document.family:
                self._families.setdefault(document.family, []).append(document)
        for versions in self._families.values():
            versions.sort(key=version_order)
        self._arrange()

    def narrow(self, text: str) -> None:
        """Keep the documents in which every word of ``text`` occurs."""
        self._words = text.casefold().split()
        self._arrange()

    def narrow_to_lacking(self, fields: Collection[CaptionField]) -> None:
        """Keep the documents that lack one of these fields; all for none."""
        self._lacking = fields
        self._arrange()

    def narrow_to_folder(self, folder: str) -> None:
        """Keep the documents in a folder and those in it; all for an empty one."""
        self._folder = folder
        self._arrange()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._column, self._order = column, order
        self._arrange()

    def _arrange(self) -> None:
        """Sort and narrow the rows. They change all at once; ``rows_of`` finds documents again."""
        self.beginResetModel()
        shown = [d for d in self._all if not self._words or _holds(d, self._words)]
        if self._lacking:
            shown = [d for d in shown if lacks_any(d, self._lacking)]
        if self._folder:
            shown = [d for d in shown if is_in(d.folder, self._folder)]
        descending = self._order == Qt.SortOrder.DescendingOrder
        self._documents = sorted(shown, key=self._sort_value, reverse=descending)
        self.endResetModel()

    def _sort_value(self, document: Document) -> Any:
        if self._column == NOTES:
            return len(self.remarks(document))
        return _sort_value(document, self._column)

    def rows_of(self, documents: Iterable[Document]) -> list[int]:
        """Return the rows of those documents that are shown, in order."""
        wanted = {document.id for document in documents}
        return [row for row, each in enumerate(self._documents) if each.id in wanted]

    def others(self, document: Document) -> list[Document]:
        """Return the other versions of a document, the filed and newest first."""
        return [each for each in self._families.get(document.family, ()) if each.id != document.id]

    def remarks(self, document: Document) -> list[Remark]:
        """Return the remarks to know before relying on a document."""
        return _remarks(document, len(self.others(document)) + 1)

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._documents)

    def columnCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(COLUMNS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _aligned(section)
        return None

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        document, column = self._documents[index.row()], index.column()
        if role == DOCUMENT_ROLE:
            return document
        if column == NOTES:
            return self._note_data(self.remarks(document), role)
        if role == Qt.ItemDataRole.DisplayRole:
            return _text(document, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(_text(document, column)) if column != TITLE else plain_tip(_whole_title(document))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            said = _text(document, column) or tr("none")
            return f"{COLUMNS[column]}: {said}"
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _aligned(column)
        return None

    @staticmethod
    def _note_data(remarks: Sequence[Remark], role: int) -> Any:
        if role == REMARKS_ROLE:
            return remarks
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip("\n".join(remark.sentence for remark in remarks))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            said = " ".join(remark.sentence for remark in remarks) or tr("nothing")
            return f"{COLUMNS[NOTES]}: {said}"
        return None


def _holds(document: Document, sought: Sequence[str]) -> bool:
    named = (document.file_name, document.folder)
    text = " ".join((*(_text(document, column) for column in range(NOTES)), *named))
    return all(word in text.casefold() for word in sought)


def _text(document: Document, column: int) -> str:
    return (
        _title(document),
        wording.day(document.filed),
        wording.KIND_WORDS[document.kind],
        document.court,
        document.docket,
        translate.number(document.pages),
    )[column]


def _title(document: Document) -> str:
    parts = (wording.SAMPLE_LABEL * document.sample, isolated(wording.title(document)), document.version)
    return "  ·  ".join(part for part in parts if part)


def _whole_title(document: Document) -> str:
    """Return the title, and where the file was found."""
    return f"{_text(document, TITLE)}\n{wording.found_at(document)}"


def _remarks(document: Document, versions: int) -> list[Remark]:
    found = []
    if count := document.gaps:
        one = tr("{number} page has no text that can be searched.")
        more = tr("{number} pages have no text that can be searched.")
        found.append(Remark("warning", translate.number(count), wording.counted(count, one, more)))
    if count := document.doubtful_pages:
        one = tr("{number} page was read with little certainty.")
        more = tr("{number} pages were read with little certainty.")
        found.append(Remark("doubtful", translate.number(count), wording.counted(count, one, more)))
    if count := document.hidden_pages:
        sentence = tr("On {pages} text lies under black boxes. It was left out, but can still be copied.")
        pages = wording.count(count, tr("page"), tr("pages"))
        found.append(Remark("hidden", translate.number(count), sentence.format(pages=pages)))
    if versions > 1:
        sentence = tr("There are {number} versions of it here.").format(number=versions)
        found.append(Remark("versions", translate.number(versions), sentence))
    return found


def _sort_value(document: Document, column: int) -> Any:
    if column == FILED:
        return (document.filed or date.min).toordinal()
    if column == TITLE:
        return wording.title(document).casefold()
    if column == PAGES:
        return document.pages
    return _text(document, column).casefold()


def _aligned(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column == PAGES else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
