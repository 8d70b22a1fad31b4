"""The table of the library's documents, and its model, of which only the part in view is read.

The model knows the ids of all listed documents, a few megabytes for half a million. Rows are read by pages,
those that were looked at last first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRectF,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFontMetricsF,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QStyledItemDelegate, QStyleOptionViewItem

from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Document, ListColumn, ListedDocument, NamePart, TypedWord
from briefbank.text.characters import without_accents
from briefbank.text.docket_numbers import joined
from ui.features.library import files
from ui.i18n import translate
from ui.i18n.translate import tr
from ui.kit.tables import BESIDE, LEAST_READ, RowTable
from ui.kit.text import isolated, plain_tip, tip
from ui.shared import wording
from ui.style.theme import colours, pixmap

AnyIndex = QModelIndex | QPersistentModelIndex
REMARKS_ROLE = Qt.ItemDataRole.UserRole + 2
TITLE, FILED, KIND, COURT, DOCKET, PAGES, FILE, REMARKS = range(8)
COLUMNS = (
    tr("Title"),
    tr("Filed"),
    tr("Kind"),
    tr("Court"),
    tr("Docket"),
    tr("Pages"),
    tr("File name"),
    tr("To check"),
)
ORDERS = {
    TITLE: ListColumn.TITLE,
    FILED: ListColumn.FILED,
    KIND: ListColumn.KIND,
    COURT: ListColumn.COURT,
    DOCKET: ListColumn.DOCKET,
    PAGES: ListColumn.PAGES,
    FILE: ListColumn.FILE_NAME,
    REMARKS: ListColumn.REMARKS,
}
"""What the library orders by when a heading is clicked."""
LETTERS = {FILED: 19, KIND: 10, COURT: 17, DOCKET: 13, PAGES: 6, FILE: 24, REMARKS: 13}
"""The widths of columns in characters; the title gets the rest."""
WIDEST = {COURT: 50, DOCKET: 30, FILE: 44}  # The widths where the title has room to spare
NONE_LISTED = tr("No document matches. Change or clear the words above, or show all documents.")
LEAVING = (FILE, PAGES, COURT, KIND, DOCKET)
"""The columns that are hidden while the title would get too narrow, the first one first."""
PAGE = 100  # The rows that are read together
PAGES_AT_ONCE = 5  # The pages that are read together; no screen shows as many
KEPT = 2000  # The rows that are kept, those that came last
ICON = 16
LONGEST = 60  # The characters of a title that others have too, so that what distinguishes it is seen


@dataclass(frozen=True)
class Remark:
    """A remark on a document: an icon, a number beside it, and the whole sentence."""

    icon: str
    text: str
    sentence: str


class DocumentModel(QAbstractTableModel):
    """The listed documents by their ids, and the rows of those that are looked at.

    A row that is not there yet is empty, and is read by ``read``. A row that may have changed is shown as it
    was until it comes anew. At most KEPT rows are held.
    """

    order_wanted = Signal()  # Emitted when ``column`` or ``descending`` changed

    def __init__(self, read: Callable[[Sequence[int]], None], parent: QObject | None = None) -> None:
        """``read`` takes ids of documents; their rows are given to ``show_rows``, or else ``ask_again`` is
        called."""
        super().__init__(parent)
        self.column, self.descending = FILED, True
        self._read = read
        self._ids: Sequence[int] = ()
        self._rows: dict[int, ListedDocument | None] = {}
        self._fresh: set[int] = set()
        """Those of the rows that are as the library has them."""
        self._pages: dict[int, None] = {}
        """The pages to read, the one that was looked at last at the end."""
        self._reading = False
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
        """Read each row again when it is looked at. What is being read now does not come."""
        self._fresh.clear()
        self._reading = False

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.column, self.descending = column, order == Qt.SortOrder.DescendingOrder
        self.order_wanted.emit()

    def ids(self, rows: Iterable[int]) -> list[int]:
        return [self._ids[row] for row in rows]

    def rows_of(self, ids: Set[int]) -> dict[int, int]:
        """Return the row of each of those documents that is listed, in order."""
        return {id_: row for row, id_ in enumerate(self._ids) if id_ in ids} if ids else {}

    # --- their rows ---

    def listed(self, row: int) -> ListedDocument | None:
        """Return the document of a row, None while it is not there; it is then read."""
        if (id_ := self._ids[row]) not in self._fresh:
            self._pages.pop(row // PAGE, None)
            self._pages[row // PAGE] = None
            if not self._reading and not self._timer.isActive():
                self._timer.start()
        return self._rows.get(id_)

    def document(self, row: int) -> Document | None:
        listed = self.listed(row)
        return listed.document if listed is not None else None

    def others(self, document: Document) -> Sequence[Document]:
        """Return the other versions of a document whose row is there, the filed and newest first."""
        listed = self._rows.get(document.id)
        return listed.others if listed is not None else ()

    def is_fresh(self, rows: Iterable[int]) -> bool:
        """Whether these rows are there as the library has them."""
        return self._fresh.issuperset(self.ids(rows))

    def _ask(self) -> None:
        """Read the pages that were looked at last. Those before are out of view, or are looked at again when
        these are shown."""
        if self._reading:
            return
        starts = [page * PAGE for page in sorted(list(self._pages)[-PAGES_AT_ONCE:])]
        missing = [id_ for at in starts for id_ in self._ids[at : at + PAGE] if id_ not in self._fresh]
        self._pages.clear()
        if missing:
            self._reading = True
            self._read(missing)

    def show_rows(self, ids: Sequence[int], rows: Mapping[int, ListedDocument]) -> None:
        """Show the rows that were read; one that was removed meanwhile stays empty."""
        for id_ in ids:
            self._rows.pop(id_, None)
            self._rows[id_] = rows.get(id_)
        self._fresh.update(ids)
        for id_ in list(self._rows)[: max(0, len(self._rows) - KEPT)]:
            del self._rows[id_]
            self._fresh.discard(id_)
        self.ask_again()
        if self._ids:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._ids) - 1, REMARKS))

    def ask_again(self) -> None:
        """Read what was looked at since the last rows were asked for, or will be."""
        self._reading = False
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
        column, listed = index.column(), self.listed(index.row())
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _aligned(column)
        if listed is None:
            return None
        if column == REMARKS:
            return _remark_data(remarks(listed), role)
        document = listed.document
        if role == Qt.ItemDataRole.DisplayRole:
            return _text(document, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            whole = f"{_title(document, 0)}\n{files.found_at(document)}"
            return plain_tip(whole) if column in (TITLE, FILE) else tip(_text(document, column))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            text = _text(document, column) or tr("none")
            return f"{COLUMNS[column]}: {text}"
        return None


def _remark_data(remarks: Sequence[Remark], role: int) -> Any:
    if role == REMARKS_ROLE:
        return remarks
    if role == Qt.ItemDataRole.ToolTipRole:
        return plain_tip("\n".join(remark.sentence for remark in remarks))
    if role == Qt.ItemDataRole.AccessibleTextRole:
        text = " ".join(remark.sentence for remark in remarks) or tr("nothing")
        return f"{COLUMNS[REMARKS]}: {text}"
    return None


def _text(document: Document, column: int) -> str:
    return (
        _title(document),
        wording.day(document.filed),
        wording.KIND_WORDS[document.kind],
        document.court,
        document.docket,
        translate.number(document.pages),
        isolated(document.file_name),
    )[column]


def _title(document: Document, longest: int = LONGEST) -> str:
    named = any(fact.part is NamePart.VERSION for fact in document.distinctions)
    version = "" if named else document.version
    parts = (wording.SAMPLE_LABEL * document.sample, isolated(wording.title(document, longest)), version)
    return "  ·  ".join(part for part in parts if part)


def _aligned(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column == PAGES else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


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
        pages = wording.pages(count)
        remarks.append(Remark("hidden", translate.number(count), sentence.format(pages=pages)))
    if versions > 1:
        sentence = tr("There are {number} versions of it here.").format(number=versions)
        remarks.append(Remark("versions", translate.number(versions), sentence))
    return remarks


# --- what is typed over the table ---


def kinds_by_name() -> tuple[Kind, ...]:
    return tuple(sorted(Kind, key=lambda kind: without_accents(wording.KIND_WORDS[kind])))


def typed_words(text: str) -> tuple[TypedWord, ...]:
    """Return the words of a text as the library understands them: kinds and months by their names in the
    language of the window. A day is found as it is shown, too: “March 3, 2015”; a docket number is one word
    with what announces it: “Docket No. A-1234-20”."""
    words = (word.strip(",") or word for word in joined(text.split()) if word)
    return tuple(TypedWord(word, _kinds(word), _months(word)) for word in words)


def _kinds(word: str) -> frozenset[Kind]:
    names = wording.KIND_WORDS.items()
    return frozenset(kind for kind, name in names if without_accents(word) in without_accents(name))


def _months(word: str) -> frozenset[int]:
    """Return the months in whose days a word stands: in Spanish “de” stands in each."""
    if any(sign.isdigit() for sign in word):
        return frozenset()
    days = {month: translate.day(date(2000, month, 1)) for month in range(1, 13)}
    return frozenset(m for m, day in days.items() if without_accents(word) in without_accents(day))


# --- the widget ---


class DocumentTable(RowTable):
    """The documents of the library, with small icons for remarks. The title is the last column to shrink."""

    menu_wanted = Signal(QPoint)  # The place on the screen for the menu of the chosen documents
    beside_pressed = Signal()  # Emitted on Ctrl+Enter
    undo_pressed = Signal()  # Emitted on Ctrl+Z

    def __init__(self, model: DocumentModel) -> None:
        super().__init__(model, tr("Documents"), LETTERS, (TITLE,), WIDEST)
        self._model = model
        self.make_room(KIND, wording.KIND_WORDS.values())
        self.setItemDelegateForColumn(TITLE, _MiddleDelegate(self))
        self.setItemDelegateForColumn(FILE, _MiddleDelegate(self))
        self.setItemDelegateForColumn(REMARKS, _RemarkDelegate(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setSortingEnabled(True)
        self.sortByColumn(FILED, Qt.SortOrder.DescendingOrder)
        header = self.horizontalHeader()
        self._room = {column: header.sectionSize(column) for column in LEAVING}
        """The widths of columns, those before they were hidden."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._model.rowCount():
            painter, align = QPainter(self.viewport()), Qt.AlignmentFlag
            painter.setPen(QColor(colours().muted))
            room = self.viewport().rect().adjusted(20, 24, -20, -24)
            painter.drawText(
                room, align.AlignHCenter | align.AlignTop | Qt.TextFlag.TextWordWrap, NONE_LISTED
            )
            painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._make_room_for_title()
        super().resizeEvent(event)

    def _make_room_for_title(self) -> None:
        """Hide columns while the title would be too narrow to read; show them again once there is room."""
        header = self.horizontalHeader()
        for column in LEAVING:
            if not self.isColumnHidden(column):
                self._room[column] = header.sectionSize(column)
        fixed = header.sectionSize(FILED) + header.sectionSize(REMARKS)
        room = self.viewport().width() - fixed - LEAST_READ * self.fontMetrics().averageCharWidth() - BESIDE
        for column in reversed(LEAVING):
            room -= min(self._room[column], self._least.get(column, self._room[column]))
            self.setColumnHidden(column, room < 0)

    # --- which are chosen ---

    def chosen(self) -> list[int]:
        """Return the ids of the selected documents, from the top. Their rows need not be there."""
        return self._model.ids(self.chosen_rows())

    def count_chosen(self) -> int:
        return sum(map(len, self.chosen_ranges()))

    def current_id(self) -> int | None:
        index = self.currentIndex()
        return self._model.ids([index.row()])[0] if index.isValid() else None

    def choose(self, rows: Sequence[int], current: int | None) -> None:
        """Select rows, which are given in order; ``current`` gets the keyboard, and need not be selected."""
        if current is not None:
            index, keep = self._model.index(current, 0), QItemSelectionModel.SelectionFlag.NoUpdate
            self.selectionModel().setCurrentIndex(index, keep)
        selection = QItemSelection()
        starts = [at for at, row in enumerate(rows) if not at or rows[at - 1] != row - 1]
        for start, end in pairwise((*starts, len(rows))):
            selection.select(self._model.index(rows[start], 0), self._model.index(rows[end - 1], REMARKS))
        self.selectionModel().select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def choose_first(self) -> None:
        """Choose the first document, so that the keyboard has a place to start; a chosen one stays chosen."""
        if not self.selectionModel().hasSelection() and self._model.rowCount():
            self.setCurrentIndex(self._model.index(max(0, self.currentIndex().row()), 0))

    # --- keys and menu ---

    def keyPressEvent(self, event: QKeyEvent) -> None:
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if control and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.beside_pressed.emit()
        elif event.matches(QKeySequence.StandardKey.Undo):
            self.undo_pressed.emit()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index = self.indexAt(event.pos())
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            corner = self.visualRect(self.currentIndex()).bottomLeft()
        else:
            if not self.selectionModel().isSelected(index):
                self.setCurrentIndex(index)
            corner = event.pos()
        if self.currentIndex().isValid():
            self.menu_wanted.emit(self.viewport().mapToGlobal(corner))


class _MiddleDelegate(QStyledItemDelegate):
    """A delegate that elides a text in its middle: what distinguishes equal titles is at the end."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        super().initStyleOption(option, index)
        option.textElideMode = Qt.TextElideMode.ElideMiddle


class _RemarkDelegate(QStyledItemDelegate):
    """A delegate that draws icons with a number beside each, or icons alone where there is no room for all;
    the sentences are the tip."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        super().paint(painter, option, index)
        c, view = colours(), option.widget
        painter.save()
        painter.setPen(QColor(c.text))
        x, marks = option.rect.left() + 8.0, index.data(REMARKS_ROLE) or ()
        widths = [QFontMetricsF(option.font).horizontalAdvance(mark.text) for mark in marks]
        numbered = 8 + sum(ICON + 11 + width for width in widths) <= option.rect.width()
        ratio, top = view.devicePixelRatioF() if view else 1.0, option.rect.center().y() - ICON / 2
        for mark, width in zip(marks, widths, strict=True):
            tint = c.muted if mark.icon == "versions" else c.warn
            painter.drawPixmap(QPointF(x, top), pixmap(mark.icon, tint, ICON, ratio))
            x += ICON + 3
            if numbered:
                area = QRectF(x, option.rect.top(), width + 2, option.rect.height())
                painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, mark.text)
                x += width + 8
        painter.restore()
