"""The table of the documents: find some, open one, correct them, read one again, remove it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QPoint, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QWidget

from briefbank.domain.caption_fields import EXPECTED, CaptionField
from briefbank.domain.documents import Document, DocumentList, version_of
from briefbank.domain.maintenance import KnownBackup
from ui.features.documents import model as table
from ui.features.documents import narrowing, texts
from ui.features.documents.folder_choice import show_folders
from ui.features.documents.table import DocumentTable
from ui.i18n.translate import number, tr
from ui.kit.confirmation import confirmed
from ui.kit.controls import ChoiceBox, label, push_button
from ui.kit.key_names import with_keys
from ui.kit.page_parts import page_body, page_head
from ui.shared import wording
from ui.shared.law_actions import add_law_actions
from ui.shared.message_pane import MessagePane
from ui.shared.reread_menus import ReadAgainMenus

ALL = tr("All documents")
LACKING = (
    (tr("Without title, date or court"), EXPECTED),
    (tr("Without a title"), (CaptionField.TITLE,)),
    (tr("Without a date"), (CaptionField.FILED,)),
    (tr("Without a court"), (CaptionField.COURT,)),
)


class DocumentsView(QWidget):
    """The table, what narrows it, and the actions for the chosen documents.

    Documents are chosen by their ids: their rows need not be there.
    """

    shown = Signal()  # Emitted when the page comes into view
    list_wanted = Signal()  # Emitted when another list is asked for (``wanted``)
    open_wanted = Signal(int)
    beside_wanted = Signal(int)  # The id of a document to open in the other of two readers
    remove_wanted = Signal(object)  # The list of ids of documents to remove, once the person has been asked
    correct_wanted = Signal(int)
    many_wanted = Signal(object)  # The list of ids of documents of which one field is to be corrected
    same_wanted = Signal(object)  # The Document for which to show what cites the same authorities
    cut_wanted = Signal(object)  # The Document whose long sections the local model is to cut
    cut_stopped = Signal()  # Requests that the local model stop cutting and change nothing
    day_wanted = Signal(object)  # A date: the law as of then is to be searched
    take_along_wanted = Signal(object)
    """The list of ids of documents whose matters are to be taken along on this computer."""
    keep_apart_wanted = Signal(object)
    """The list of ids of documents that are to be kept from some persons of the office."""

    def __init__(self, reading_again: ReadAgainMenus, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reading_again = reading_again
        self.setObjectName("page")
        self.model = table.DocumentModel(self)
        self._listed: DocumentList | None = None
        self._documents = 0
        self._may_cut = self._cutting = self._may_keep_apart = self._may_take_along = False
        self.table = DocumentTable(self.model)
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Narrow by title, court, docket, folder or year"))
        self.field.setAccessibleName(tr("Narrow the list of documents"))
        self.field.setClearButtonEnabled(False)
        self.field.setAcceptDrops(False)
        self.lacking = ChoiceBox()
        self.lacking.setAccessibleName(tr("Documents to show"))
        self.lacking.addItem(ALL, ())
        for words, fields in LACKING:
            self.lacking.addItem(words, fields)
        self.folder = ChoiceBox()
        self.folder.setAccessibleName(tr("Folder to show"))
        self.open = push_button(tr("Open"), main=True, tip=tr("Open the document (Enter)"))
        self.correct = push_button(
            tr("Correct…"), tip=tr("Correct the caption, or one field of several documents (F2)")
        )
        self.remove = push_button(tr("Remove…"), tip=tr("Take the document out of the library (Delete)"))
        self.extent = label("", role="muted")
        self._empty = MessagePane()
        self._lay_out()
        self._choose_pane()
        self._connect()
        self._enable()

    def _lay_out(self) -> None:
        head, inside = page_head()
        first, second = QHBoxLayout(), QHBoxLayout()
        first.setSpacing(10)
        first.addWidget(label(tr("Library"), scale=1.5, bold=True), 1)
        first.addWidget(self.remove)
        first.addWidget(self.correct)
        first.addWidget(self.open)
        second.setSpacing(10)
        second.addWidget(self.field, 1)
        second.addWidget(self.folder)
        second.addWidget(self.lacking)
        second.addSpacing(12)
        second.addWidget(self.extent)
        inside.addLayout(first)
        inside.addLayout(second)
        self._pages = page_body(self, head, self._empty, self.table)

    def _connect(self) -> None:
        for changed in (
            *(self.field.textChanged, self.lacking.currentIndexChanged, self.folder.currentIndexChanged),
            self.model.order_wanted,
        ):
            changed.connect(lambda *_what: self.list_wanted.emit())
        self.open.clicked.connect(self._open)
        self.remove.clicked.connect(self._remove)
        self.correct.clicked.connect(self.request_correction)
        self.table.activated.connect(lambda _index: self._open())
        self.table.beside_pressed.connect(self._open_beside)
        self.table.delete_pressed.connect(self._remove)
        self.table.menu_wanted.connect(self._pop_up)
        self.table.selectionModel().currentRowChanged.connect(lambda *_where: self._enable())
        self.table.selectionModel().selectionChanged.connect(lambda *_what: self._enable())

    # --- what is listed ---

    def wanted(self) -> DocumentList:
        """Return the list that is asked for."""
        return DocumentList(
            words=narrowing.typed_words(self.field.text()),
            lacking=frozenset(self.lacking.currentData()),
            folder=self.folder.currentData() or "",
            column=narrowing.COLUMNS[self.model.column],
            descending=self.model.descending,
            kinds=narrowing.kinds_by_name(),
        )

    def show_list(self, selection: DocumentList, ids: Sequence[int]) -> None:
        """Show the documents of a list. Those that are chosen stay so where they are still there, and so does
        the place in a list that was shown before."""
        top = self.table.rowAt(0)
        first = self.model.ids([top])[0] if top > 0 and selection == self._listed else None
        current, chosen = self.current_id(), frozenset(self.chosen())
        self._listed = selection
        self.model.show(ids)
        rows = self.model.rows_of(chosen | {row for row in (current, first) if row is not None})
        if current in rows:
            no_selection = QItemSelectionModel.SelectionFlag.NoUpdate
            self.table.selectionModel().setCurrentIndex(self.model.index(rows[current], 0), no_selection)
        self._choose([row for id_, row in rows.items() if id_ in chosen])
        self.table.scrollToTop()
        if first in rows:
            self.table.scrollTo(self.model.index(rows[first], 0), self.table.ScrollHint.PositionAtTop)
        self._choose_pane()
        self._enable()
        if self.isVisible():
            self._choose_first()

    def show_size(self, documents: int, passages: int) -> None:
        """Say how much the library holds."""
        self._documents = documents
        self.extent.setText(wording.library_size(documents, passages))
        self._choose_pane()

    def show_folders(self, counts: Mapping[str, int]) -> None:
        """Offer folders with their numbers of documents."""
        show_folders(self.folder, counts)

    def _choose_pane(self) -> None:
        """Show the table, or say why there is none."""
        self._pages.setCurrentIndex(1 if self._documents and self._listed is not None else 0)
        if self._documents:
            self._empty.say("library", tr("Reading the list of documents …"), "")
        else:
            self._empty.say(
                "library", tr("The library is empty."), tr("Drop briefs anywhere on this window to add them.")
            )

    def _choose(self, rows: Sequence[int]) -> None:
        """Choose rows, which are given in order."""
        selection = QItemSelection()
        starts = [at for at, row in enumerate(rows) if not at or rows[at - 1] != row - 1]
        for start, end in pairwise((*starts, len(rows))):
            selection.select(self.model.index(rows[start], 0), self.model.index(rows[end - 1], table.NOTES))
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.table.selectionModel().select(selection, flags)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.shown.emit()
        self._choose_first()

    def _choose_first(self) -> None:
        """Choose the first document, so that the keyboard has a place to start; a chosen one stays chosen."""
        if not self.table.selectionModel().hasSelection() and self.model.rowCount():
            self.table.setCurrentIndex(self.model.index(max(0, self.table.currentIndex().row()), 0))

    # --- which are chosen ---

    def current_id(self) -> int | None:
        index = self.table.currentIndex()
        return self.model.ids([index.row()])[0] if index.isValid() else None

    def current(self) -> Document | None:
        """Return the document of the current row, None while that is not there."""
        index = self.table.currentIndex()
        return self.model.document(index.row()) if index.isValid() else None

    def chosen(self) -> list[int]:
        """Return the ids of the selected documents, from the top."""
        return self.model.ids(self.table.chosen_rows())

    def _enable(self) -> None:
        chosen = sum(map(len, self.table.chosen_ranges()))
        self.open.setEnabled(self.table.currentIndex().isValid())
        self.correct.setEnabled(chosen > 0)
        self.remove.setEnabled(chosen == 1)

    # --- actions ---

    def _open(self) -> None:
        if (id_ := self.current_id()) is not None:
            self.open_wanted.emit(id_)

    def _open_beside(self) -> None:
        if (id_ := self.current_id()) is not None:
            self.beside_wanted.emit(id_)

    def request_correction(self) -> bool:
        """Request the correction of the chosen document, or of one field of the chosen ones; return whether
        any is chosen."""
        chosen = self.chosen()
        if len(chosen) > 1:
            self.many_wanted.emit(chosen)
        elif chosen:
            self.correct_wanted.emit(chosen[0])
        return bool(chosen)

    def _remove(self) -> None:
        if chosen := self.chosen():
            self.remove_wanted.emit(chosen)

    def _pop_up(self, point: QPoint) -> None:
        chosen, current = sum(map(len, self.table.chosen_ranges())), self.current()
        if chosen > 1:
            self.menu_of_many(chosen).popup(point)
        elif current is not None:
            self.menu(current).popup(point)

    def menu_of_many(self, documents: int) -> QMenu:
        """Return the menu of several documents."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        words = tr("Correct a field of {number} documents…").format(number=number(documents))
        menu.addAction(with_keys(words, "F2"), self.request_correction)
        self._add_office_actions(menu)
        return menu

    def menu(self, document: Document) -> QMenu:
        """Return the menu of a document."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(with_keys(tr("Open"), "Enter"), partial(self.open_wanted.emit, document.id))
        menu.addAction(
            with_keys(tr("Open beside"), "Ctrl+Enter"), partial(self.beside_wanted.emit, document.id)
        )
        menu.addAction(with_keys(tr("Correct…"), "F2"), partial(self.correct_wanted.emit, document.id))
        if others := self.model.others(document):
            versions = menu.addMenu(tr("Other versions"))
            for other in others:
                named = str(version_of(other))
                text = wording.version(wording.title(other), other.filed, named)
                versions.addAction(text, partial(self.open_wanted.emit, other.id))
        if document.ocr_pages or document.gaps:
            menu.addMenu(self._reading_again.menu(menu, document))
        if self._cutting:
            menu.addAction(tr("Stop cutting"), self.cut_stopped.emit)
        elif self._may_cut:
            text = tr("Cut long sections by the language model")
            menu.addAction(text, partial(self.cut_wanted.emit, document))
        menu.addSeparator()
        add_law_actions(menu, document, self.same_wanted, self.day_wanted)
        menu.addSeparator()
        self._add_office_actions(menu)
        menu.addAction(with_keys(tr("Remove…"), "Delete"), self._remove)
        return menu

    def _add_office_actions(self, menu: QMenu) -> None:
        if self._may_take_along:
            text = tr("Take along to court…")
            menu.addAction(text, lambda: self.take_along_wanted.emit(self.chosen()))
        if self._may_keep_apart:
            text = tr("Keep from some persons…")
            menu.addAction(text, lambda: self.keep_apart_wanted.emit(self.chosen()))

    def offer_taking_along(self, may: bool) -> None:
        """Set whether documents can be taken along, which is in an office."""
        self._may_take_along = may

    def offer_keeping_apart(self, may: bool) -> None:
        """Set whether documents can be kept from persons here, which is for some persons of an office."""
        self._may_keep_apart = may

    def offer_cutting(self, possible: bool) -> None:
        """Set whether a local model may cut the long sections of documents."""
        self._may_cut = possible

    def show_cutting(self, under_way: bool) -> None:
        """Set whether some document is being cut, so that the menu offers to stop that."""
        self._cutting = under_way

    def confirm_removal(self, document: Document, backups: Sequence[KnownBackup]) -> bool:
        """Ask for confirmation, because a removed document must be added again to come back. ``backups`` hold
        it too."""
        title = wording.title(document, 200)
        return confirmed(
            self,
            tr("Remove from the library"),
            tr("Remove “{title}” from the library?").format(title=title),
            texts.meaning(backups),
            yes=tr("Remove"),
            no=tr("Keep it"),
        )
