"""The model of the library's documents as a table of which only the part in view is read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
)

from briefbank.domain.documents import Document, ListedDocument, NamePart
from ui.i18n import translate
from ui.i18n.translate import tr
from ui.kit.directions import isolated, plain_tip, tip
from ui.shared import wording

AnyIndex = QModelIndex | QPersistentModelIndex
REMARKS_ROLE = Qt.ItemDataRole.UserRole + 2
COLUMNS = (tr("Title"), tr("Filed"), tr("Kind"), tr("Court"), tr("Docket"), tr("Pages"), tr("To note"))
TITLE, FILED, KIND, COURT, DOCKET, PAGES, NOTES = range(7)
PAGE = 100  # The rows that are asked for together
PAGES_AT_ONCE = 5  # The pages that are asked for together; no screen shows as many
KEPT = 2000  # The rows that are kept, those that came last


@dataclass(frozen=True)
class Remark:
    """A remark on a document: an icon, a number beside it, and the whole sentence."""

    icon: str
    text: str
    sentence: str


class DocumentModel(QAbstractTableModel):
    """The listed documents by their ids, and the rows of those that are looked at.

    A row that is not there yet is empty, and its page is asked for by ``rows_wanted``. A row that may have
    changed is shown as it was until it comes anew. At most KEPT rows are held.
    """

    rows_wanted = Signal(object)
    """The ids of rows that are looked at and not there. They are given to ``show_rows`` or ``ask_again``."""
    order_wanted = Signal()  # Emitted when ``column`` or ``descending`` changed

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.column, self.descending = FILED, True
        self._ids: Sequence[int] = ()
        self._rows: dict[int, ListedDocument | None] = {}
        self._fresh: set[int] = set()
        """Those of the rows that are as the library has them."""
        self._pages: dict[int, None] = {}
        """The pages to ask for, the one that was looked at last at the end."""
        self._asked = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._ask)

    # --- what is listed ---

    def show(self, ids: Sequence[int]) -> None:
        """Show these documents in this order. Rows that are there stay."""
        self.beginResetModel()
        self._ids = ids
        self._pages.clear()
        self.endResetModel()

    def outdate(self) -> None:
        """Ask for each row again when it is looked at. What was asked for before does not come."""
        self._fresh.clear()
        self._asked = False

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.column, self.descending = column, order == Qt.SortOrder.DescendingOrder
        self.order_wanted.emit()

    def ids(self, rows: Iterable[int]) -> list[int]:
        return [self._ids[row] for row in rows]

    def rows_of(self, ids: Set[int]) -> dict[int, int]:
        """Return the row of each of those documents that is listed, in order."""
        return {id_: row for row, id_ in enumerate(self._ids) if id_ in ids} if ids else {}

    # --- their rows ---

    def document(self, row: int) -> Document | None:
        """Return the document of a row, None while it is not there."""
        listed = self._listed(row)
        return listed.document if listed is not None else None

    def others(self, document: Document) -> Sequence[Document]:
        """Return the other versions of a document whose row is there, the filed and newest first."""
        listed = self._rows.get(document.id)
        return listed.others if listed is not None else ()

    def _listed(self, row: int) -> ListedDocument | None:
        if (id_ := self._ids[row]) not in self._fresh:
            self._pages.pop(row // PAGE, None)
            self._pages[row // PAGE] = None
            if not self._asked and not self._timer.isActive():
                self._timer.start()
        return self._rows.get(id_)

    def _ask(self) -> None:
        """Ask for the pages that were looked at last. Those before are out of view, or are looked at again
        when these are shown."""
        if self._asked:
            return
        starts = [page * PAGE for page in sorted(list(self._pages)[-PAGES_AT_ONCE:])]
        missing = [id_ for at in starts for id_ in self._ids[at : at + PAGE] if id_ not in self._fresh]
        self._pages.clear()
        if missing:
            self._asked = True
            self.rows_wanted.emit(missing)

    def show_rows(self, ids: Sequence[int], rows: Mapping[int, ListedDocument]) -> None:
        """Show the rows that were asked for; one that was removed meanwhile stays empty."""
        for id_ in ids:
            self._rows.pop(id_, None)
            self._rows[id_] = rows.get(id_)
        self._fresh.update(ids)
        for id_ in list(self._rows)[: max(0, len(self._rows) - KEPT)]:
            del self._rows[id_]
            self._fresh.discard(id_)
        self.ask_again()
        if self._ids:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._ids) - 1, NOTES))

    def ask_again(self) -> None:
        """Ask for what was looked at since the last rows were asked for, or will be."""
        self._asked = False
        self._ask()

    # --- the table ---

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._ids)

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
        column, listed = index.column(), self._listed(index.row())
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _aligned(column)
        if listed is None:
            return None
        if column == NOTES:
            return _note_data(remarks(listed), role)
        document = listed.document
        if role == Qt.ItemDataRole.DisplayRole:
            return _text(document, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(_text(document, column)) if column != TITLE else plain_tip(_whole_title(document))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            said = _text(document, column) or tr("none")
            return f"{COLUMNS[column]}: {said}"
        return None


def _note_data(remarks: Sequence[Remark], role: int) -> Any:
    if role == REMARKS_ROLE:
        return remarks
    if role == Qt.ItemDataRole.ToolTipRole:
        return plain_tip("\n".join(remark.sentence for remark in remarks))
    if role == Qt.ItemDataRole.AccessibleTextRole:
        said = " ".join(remark.sentence for remark in remarks) or tr("nothing")
        return f"{COLUMNS[NOTES]}: {said}"
    return None


def _text(document: Document, column: int) -> str:
    return (
        _title(document),
        wording.day(document.filed),
        wording.KIND_WORDS[document.kind],
        document.court,
        document.docket,
        translate.number(document.pages),
    )[column]


LONGEST = 60  # The characters of a title that others have too, so that what distinguishes it is seen


def _title(document: Document, longest: int = LONGEST) -> str:
    named = any(fact.part is NamePart.VERSION for fact in document.distinctions)
    version = "" if named else document.version
    parts = (wording.SAMPLE_LABEL * document.sample, isolated(wording.title(document, longest)), version)
    return "  ·  ".join(part for part in parts if part)


def _whole_title(document: Document) -> str:
    """Return the title, and where the file was found."""
    return f"{_title(document, 0)}\n{wording.found_at(document)}"


def remarks(listed: ListedDocument) -> list[Remark]:
    """Return the remarks to know before relying on a document."""
    document, versions, remarks = listed.document, len(listed.others) + 1, []
    if count := document.gaps:
        one = tr("{number} page has no text that can be searched.")
        more = tr("{number} pages have no text that can be searched.")
        remarks.append(Remark("warning", translate.number(count), wording.counted(count, one, more)))
    if count := document.doubtful_pages:
        one = tr("{number} page was read with little certainty.")
        more = tr("{number} pages were read with little certainty.")
        remarks.append(Remark("doubtful", translate.number(count), wording.counted(count, one, more)))
    if count := document.hidden_pages:
        sentence = tr(
            "On {pages} there is text that cannot be seen. It was left out, but can still be copied."
        )
        pages = wording.count(count, tr("page"), tr("pages"))
        remarks.append(Remark("hidden", translate.number(count), sentence.format(pages=pages)))
    if versions > 1:
        sentence = tr("There are {number} versions of it here.").format(number=versions)
        remarks.append(Remark("versions", translate.number(versions), sentence))
    return remarks


def _aligned(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column == PAGES else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
