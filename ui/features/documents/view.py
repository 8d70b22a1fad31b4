"""The table of all documents: find some, open one, correct them, read one again, remove it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QWidget

from briefbank.domain.caption_fields import EXPECTED, CaptionField
from briefbank.domain.documents import Document
from briefbank.domain.maintenance import KnownBackup
from briefbank.domain.version_order import version_of
from ui.features.documents import model as table
from ui.features.documents import texts
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
    """The table, what narrows it, and the actions for the chosen documents."""

    open_wanted = Signal(object)
    beside_wanted = Signal(object)
    """The Document to open in the other of two readers."""
    remove_wanted = Signal(object)
    """The list of Documents to remove, once the person has been asked."""
    correct_wanted = Signal(object)
    many_wanted = Signal(object)
    """The list of Documents of which one field is to be corrected."""
    same_wanted = Signal(object)
    """The Document for which to show what cites the same authorities."""
    cut_wanted = Signal(object)
    """The Document whose long sections the local model is to cut."""
    cut_stopped = Signal()
    """Requests that the local model stop cutting and change nothing."""
    day_wanted = Signal(object)
    """A date: the law as of then is to be searched."""

    def __init__(self, reading_again: ReadAgainMenus, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reading_again = reading_again
        self.setObjectName("page")
        self._model = table.DocumentModel(self)
        self._before: tuple[Document | None, list[Document]] = (None, [])
        self._may_cut = self._cutting = False
        self.table = DocumentTable(self._model)
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
        self._say_empty()
        self._lay_out()
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
        self.field.textChanged.connect(self._model.narrow)
        self.lacking.currentIndexChanged.connect(
            lambda _row: self._model.narrow_to_lacking(self.lacking.currentData())
        )
        self.folder.currentIndexChanged.connect(
            lambda _row: self._model.narrow_to_folder(self.folder.currentData() or "")
        )
        self.open.clicked.connect(self._open)
        self.remove.clicked.connect(self._remove)
        self.correct.clicked.connect(self.request_correction)
        self.table.activated.connect(lambda _index: self._open())
        self.table.beside_pressed.connect(self._open_beside)
        self.table.delete_pressed.connect(self._remove)
        self.table.menu_wanted.connect(self._pop_up)
        self.table.selectionModel().currentRowChanged.connect(lambda *_where: self._enable())
        self.table.selectionModel().selectionChanged.connect(lambda *_what: self._enable())
        self._model.modelAboutToBeReset.connect(self._remember)
        self._model.modelReset.connect(self._find_again)

    def wait(self) -> None:
        """Say that the documents are being read, where none are shown yet."""
        if not self._model.rowCount():
            self._empty.say("library", tr("Reading the list of documents …"), "")

    def show_documents(self, documents: Sequence[Document]) -> None:
        """Show documents; those that are chosen stay so where they are still there."""
        self._model.show(documents)
        show_folders(self.folder, [document.folder for document in documents])
        self.extent.setText(wording.library_size(len(documents), sum(d.passages for d in documents)))
        self._say_empty()
        self._pages.setCurrentIndex(1 if documents else 0)
        self._enable()

    def _say_empty(self) -> None:
        self._empty.say(
            "library", tr("The library is empty."), tr("Drop briefs anywhere on this window to add them.")
        )

    def _remember(self) -> None:
        self._before = self.current(), self.chosen()

    def _find_again(self) -> None:
        """Keep the chosen documents after the rows were rearranged, and in sight only if they were."""
        current, chosen = self._before
        place = self.table.verticalScrollBar().value()
        for row in self._model.rows_of([current] if current is not None else []):
            self.table.setCurrentIndex(self._model.index(row, 0))
        rows = QItemSelection()
        for row in self._model.rows_of(chosen):
            rows.select(self._model.index(row, 0), self._model.index(row, table.NOTES))
        self.table.selectionModel().select(rows, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self.table.verticalScrollBar().setValue(place)
        self._enable()

    def choose_first(self) -> None:
        """Choose the first document, so that the keyboard has a place to start; a chosen one stays chosen."""
        if not self.table.currentIndex().isValid() and self._model.rowCount():
            self.table.setCurrentIndex(self._model.index(0, 0))

    def current(self) -> Document | None:
        index: QModelIndex = self.table.currentIndex()
        found: Document | None = index.data(table.DOCUMENT_ROLE) if index.isValid() else None
        return found

    def chosen(self) -> list[Document]:
        """Return the documents of the selected rows, from the top."""
        return [self._model.index(row, 0).data(table.DOCUMENT_ROLE) for row in self.table.chosen_rows()]

    def _enable(self) -> None:
        chosen = len(self.table.chosen_rows())
        self.open.setEnabled(self.current() is not None)
        self.correct.setEnabled(chosen > 0)
        self.remove.setEnabled(chosen == 1)

    def _open(self) -> None:
        if (document := self.current()) is not None:
            self.open_wanted.emit(document)

    def _open_beside(self) -> None:
        if (document := self.current()) is not None:
            self.beside_wanted.emit(document)

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

    def _pop_up(self, place: QPoint) -> None:
        chosen, current = self.chosen(), self.current()
        if len(chosen) > 1:
            self._menu_of_many(chosen).popup(place)
        elif current is not None:
            self.menu(current).popup(place)

    def _menu_of_many(self, documents: Sequence[Document]) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        words = tr("Correct a field of {number} documents…").format(number=number(len(documents)))
        menu.addAction(with_keys(words, "F2"), self.request_correction)
        return menu

    def menu(self, document: Document) -> QMenu:
        """Return the menu of a document."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(with_keys(tr("Open"), "Enter"), partial(self.open_wanted.emit, document))
        menu.addAction(with_keys(tr("Open beside"), "Ctrl+Enter"), partial(self.beside_wanted.emit, document))
        menu.addAction(with_keys(tr("Correct…"), "F2"), partial(self.correct_wanted.emit, document))
        if others := self._model.others(document):
            versions = menu.addMenu(tr("Other versions"))
            for other in others:
                named = str(version_of(other))
                text = wording.version(other.title or other.file_name, other.filed, named)
                versions.addAction(text, partial(self.open_wanted.emit, other))
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
        menu.addAction(with_keys(tr("Remove…"), "Delete"), self._remove)
        return menu

    def offer_cutting(self, possible: bool) -> None:
        """Set whether a local model may cut the long sections of documents."""
        self._may_cut = possible

    def show_cutting(self, under_way: bool) -> None:
        """Set whether some document is being cut, so that the menu offers to stop that."""
        self._cutting = under_way

    def confirm_removal(self, document: Document, backups: Sequence[KnownBackup]) -> bool:
        """Ask for confirmation, because a removed document must be added again to come back. ``backups`` hold
        it too."""
        title = wording.beginning(wording.title(document), 200)
        return confirmed(
            self,
            tr("Remove from the library"),
            tr("Remove “{title}” from the library?").format(title=title),
            texts.meaning(backups),
            yes=tr("Remove"),
            no=tr("Keep it"),
        )
