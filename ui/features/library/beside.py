"""What stands beside the table: the tree of folders that narrows it, and a preview of the chosen document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QModelIndex, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QFrame, QGridLayout, QPushButton, QTreeView, QWidget

from briefbank.domain.documents import Document, ListedDocument
from briefbank.domain.pages import Page as DocumentPage
from ui.features.library.table import remarks
from ui.i18n import translate
from ui.i18n.translate import number, tr
from ui.kit.controls import ElidedLabel, label, scroll_area
from ui.kit.keyboard import LettersElsewhere
from ui.kit.layout import LEFT, STRETCH, TOP, clear_layout, column, row
from ui.kit.text import isolated, plain_tip
from ui.shared import wording

FOLDER_ROLE = Qt.ItemDataRole.UserRole + 1
MOST = 3000  # The folders that are listed, those with most documents; others are found by their names
HEIGHT = 28  # The height of a row in pixels
OPEN_FROM = 40  # The number of folders up to which all are unfolded


class FolderTree(LettersElsewhere, QTreeView):
    """A tree of all folders that tell documents apart, with their numbers of documents."""

    chosen = Signal(str)  # The folder that the table is narrowed to; empty for all

    def __init__(self) -> None:
        super().__init__()
        self._items = QStandardItemModel(self)
        self._counts: Mapping[str, int] = {}
        self.setModel(self._items)
        self.setAccessibleName(tr("Folders"))
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.selectionModel().currentChanged.connect(self._choose)

    @property
    def folder(self) -> str:
        """The chosen folder; empty for all."""
        return str(self.currentIndex().data(FOLDER_ROLE) or "")

    def show_folders(self, total: int, counts: Mapping[str, int]) -> None:
        """Show folders with their numbers of documents.

        The chosen one stays chosen; where its last document went, all documents are shown again.
        """
        if self._items.rowCount() and counts == self._counts:
            self._items.item(0).setText(_text(tr("All folders"), total))
            return
        folder, unfolded = self.folder, self._unfolded()
        self._counts = dict(counts)
        with QSignalBlocker(self.selectionModel()):
            self._items.clear()
            root = _item(tr("All folders"), "", total)
            items = {"": root}
            for name in sorted(counts, key=str.casefold):
                above = _above(name, items)
                item = items[name] = _item(name[len(above) :].lstrip("/"), name, counts[name])
                items[above].appendRow(item)
            self._items.appendRow(root)
            self.setCurrentIndex(items.get(folder, root).index())
        self.expand(root.index())
        for name, item in items.items():
            if name in unfolded or len(items) <= OPEN_FROM or f"{folder}/".startswith(f"{name}/"):
                self.expand(item.index())
        if folder not in items:
            self.chosen.emit("")

    @property
    def is_empty(self) -> bool:
        return not self._counts

    def _unfolded(self) -> set[str]:
        folders, waiting = set[str](), [self._items.index(0, 0)] if self._items.rowCount() else []
        while waiting:
            index = waiting.pop()
            if self.isExpanded(index):
                folders.add(str(index.data(FOLDER_ROLE)))
                waiting += [self._items.index(row, 0, index) for row in range(self._items.rowCount(index))]
        return folders

    def _choose(self, index: QModelIndex) -> None:
        self.chosen.emit(str(index.data(FOLDER_ROLE) or ""))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.folder:
            self.setCurrentIndex(self._items.index(0, 0))
        else:
            super().keyPressEvent(event)


def _above(folder: str, items: Mapping[str, QStandardItem]) -> str:
    """Return the nearest listed folder around one; empty for none."""
    while folder:
        folder = folder.rpartition("/")[0]
        if folder in items:
            return folder
    return ""


def _text(words: str, count: int) -> str:
    return f"{words}  ({number(count)})"


def _item(words: str, folder: str, count: int) -> QStandardItem:
    item = QStandardItem(_text(wording.folder(words) if folder else words, count))
    item.setData(folder, FOLDER_ROLE)
    item.setSizeHint(QSize(0, HEIGHT))
    item.setToolTip(plain_tip(wording.folder(folder)) if folder else "")
    return item


LINES = 700  # The characters of the first lines that are shown
WIDTH = 300


class Details(QFrame):
    """A preview. It is empty while no document is chosen, and counts while several are."""

    def __init__(self, open_: QPushButton, correct: QPushButton) -> None:
        """``open_`` and ``correct`` stand below the preview."""
        super().__init__()
        self.setObjectName("page")
        self.setMinimumWidth(WIDTH - 60)
        self.document: Document | None = None
        self.title = label("", scale=1.15, bold=True, wrap=True)
        self._facts = QGridLayout()
        self._facts.setHorizontalSpacing(12)
        self._facts.setVerticalSpacing(4)
        self._facts.setColumnStretch(1, 1)
        self.remarks = label("", role="warn", wrap=True)
        self.lines = label("", wrap=True)
        self.lines.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._inside = QWidget()
        self._inside.setObjectName("page")
        parts = self.title, self._facts, self.remarks, self.lines
        column(*parts, STRETCH, on=self._inside, margins=(18, 14), spacing=10)
        area = scroll_area(self._inside)
        area.setAccessibleName(tr("Preview"))
        self._area = area
        column((area, 1), row(open_, correct, STRETCH, margins=(18, 8)), on=self, spacing=0)

    def show_nothing(self) -> None:
        self.document = None
        self._inside.hide()

    def show_number(self, documents: int) -> None:
        """Say that several documents are selected."""
        self.document = None
        self._fill(tr("{number} documents selected").format(number=translate.number(documents)), ())

    def show_document(self, listed: ListedDocument) -> None:
        """Show what is known of a document; its first lines follow."""
        document = listed.document
        if self.document is None or self.document.id != document.id:
            self.lines.setText("")
            self._area.verticalScrollBar().setValue(0)
        self.document = document
        facts = (
            (tr("Filed"), wording.day(document.filed)),
            (tr("Docket"), document.docket),
            (tr("Court"), document.court),
            (tr("Kind"), document.paper or wording.KIND_WORDS[document.kind]),
            (tr("Side"), document.side),
            (tr("Pages"), translate.number(document.pages)),
            (tr("File name"), isolated(document.file_name)),
            (tr("Folder"), wording.folder(document.folder)),
            (tr("Added"), wording.moment(document.added_at)),
        )
        self._fill(wording.title(document, 200), [fact for fact in facts if fact[1]])
        self.remarks.setText("\n".join(remark.sentence for remark in remarks(listed)))
        self.remarks.setVisible(bool(self.remarks.text()))

    def show_lines(self, document_id: int, pages: Sequence[DocumentPage]) -> None:
        """Show the first lines of a document, unless another one is shown by now."""
        if self.document is not None and self.document.id == document_id:
            text = " ".join(" ".join(page.raw for page in pages[:3]).split())
            self.lines.setText(text[:LINES] + (" …" if len(text) > LINES else ""))

    def _fill(self, title: str, facts: Sequence[tuple[str, str]]) -> None:
        clear_layout(self._facts)
        self.title.setText(title)
        for line, (name, value) in enumerate(facts):
            text = ElidedLabel(value, lines=2)
            text.setAccessibleName(f"{name}: {value}")
            self._facts.addWidget(label(name, role="muted"), line, 0, TOP | LEFT)
            self._facts.addWidget(text, line, 1)
        self.remarks.hide()
        if not facts:
            self.lines.setText("")
        self._inside.show()
