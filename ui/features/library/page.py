"""The Library page: folders, the documents, a preview, adding files, and what changes documents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFileDialog, QLineEdit, QMenu, QStackedWidget, QWidget

from briefbank.domain.caption_fields import EXPECTED, CaptionField
from briefbank.domain.documents import Document, DocumentList, version_of
from briefbank.domain.ingest import FileGroup
from briefbank.domain.office import Action
from briefbank.errors import BriefBankError, NotAllowed
from ui.features.library.adding import Adding
from ui.features.library.beside import MOST, Details, FolderTree
from ui.features.library.changes import OfficeActions, Recutting, Removal, Review
from ui.features.library.correction import Correction, ManyCorrections
from ui.features.library.table import ORDERS, DocumentModel, DocumentTable, kinds_by_name, typed_words
from ui.i18n.translate import number, tr, translate_error
from ui.jobs import JobReporter, Jobs, Lane, Work
from ui.kit.controls import ChoiceBox, Notice, label, page_head, push_button
from ui.kit.keyboard import with_keys
from ui.kit.layout import add, column, panes, row
from ui.page import Page
from ui.shared import wording
from ui.shared.actions import ReadAgainMenus, add_law_actions
from ui.shared.notices import MessagePane

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

ALL = tr("All documents")
LACKING = (
    (tr("Without title, date or court"), EXPECTED),
    (tr("Without a title"), (CaptionField.TITLE,)),
    (tr("Without a date"), (CaptionField.FILED,)),
    (tr("Without a court"), (CaptionField.COURT,)),
)
BRIEFS = tr(
    "Briefs (*.pdf *.docx *.doc *.wpd *.brf *.rtf *.odt *.docm *.dotx *.txt *.html *.htm "
    "*.mht *.mhtml *.eml *.msg *.mbox *.tif *.tiff *.jpg *.jpeg *.png *.zip);;All files (*)"
)
ADD_FROM = tr(
    "Drop briefs anywhere on this window, or choose Add. Copies are made; your originals stay where they are."
)
NOTHING_CHOSEN = tr("Choose a document first, or open one.")
TREE_FROM, DETAILS_FROM = 165, 125
"""The widths of the page in characters from which the folders and the preview stand beside the table."""
PREVIEW_MS = 120  # The time after which a chosen document is previewed, so that arrow keys stay quick
MOST_PREVIEWED = 400  # The pages of the largest document whose first lines are shown


@dataclass(frozen=True, slots=True)
class LibraryContents:
    """What a library holds at one moment, as far as the whole window shows it."""

    documents: int
    passages: int
    opened: Mapping[int, Document | None]
    """The documents that are open in the window, by id; None for one that is gone."""


class LibraryPage(Page):
    """The documents are chosen by their ids: their rows need not be there. A click selects and previews,
    Enter or a double click opens. The list is read while the page is in view, else when it is next shown."""

    contents_read = Signal(object)  # The LibraryContents after each change
    beside_wanted = Signal(object)  # The Document to open in the other of two readers
    page_wanted = Signal(object, int)  # A Document and the page of it (0-based) to show in the reader
    same_wanted = Signal(object)  # The Document for which to show what cites the same authorities
    day_wanted = Signal(object)  # A date: the law as of then is to be searched
    paths_chosen = Signal(object)  # Paths of files and folders that a person wants to add

    def __init__(
        self,
        library: LibraryApi,
        jobs: Jobs,
        reading_again: ReadAgainMenus,
        opened: Callable[[], Iterable[Document]],
    ) -> None:
        """``opened`` returns the documents that are open in the window."""
        super().__init__(library, jobs)
        self.setObjectName("page")
        self._reading_again, self._opened = reading_again, opened
        self._documents = 0
        self._counted = False  # Whether the number of documents is known
        self._focus_table = False  # The keyboard goes to the table once there is one
        self._listed: DocumentList | None = None
        self._current = False  # The list and the folders are as the library has them
        self._undo: Work | None = None
        self.correction = Correction(self, self.page_wanted.emit)
        self.many = ManyCorrections(self, self.offer_undo)
        self.removal = Removal(self)
        self.office = OfficeActions(self, self.offer_undo)
        self.recutting = Recutting(self)
        self.review = Review(self)
        self._make_widgets()
        self._lay_out()
        self._connect()
        self._choose_pane()
        self._enable()

    # --- parts ---

    def _make_widgets(self) -> None:
        self.model = DocumentModel(self._read_rows, self)
        self.table = DocumentTable(self.model)
        self.adding = Adding(self.library, self.jobs)
        self.files = self.adding.list
        self.tree = FolderTree()
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Narrow by title, court, docket, folder or year"))
        self.field.setAccessibleName(tr("Narrow the list of documents"))
        self.field.setAcceptDrops(False)
        self.lacking = ChoiceBox()
        self.lacking.setAccessibleName(tr("Documents to show"))
        self.lacking.addItem(ALL, ())
        for words, fields in LACKING:
            self.lacking.addItem(words, fields)
        self.add = push_button(tr("Add…"), main=True, tip=tr("Add files or a folder (Ctrl+O, Ctrl+Shift+O)"))
        menu = QMenu(self.add)
        menu.addAction(with_keys(tr("Files…"), "Ctrl+O"), self.choose_files)
        menu.addAction(with_keys(tr("A folder…"), "Ctrl+Shift+O"), self.choose_folder)
        menu.addSeparator()
        menu.addAction(tr("What became of the files…"), lambda: self.show_files(FileGroup.ADDED))
        self.add.setMenu(menu)
        self.open = push_button(tr("Open"), tip=tr("Open the document (Enter)"))
        self.correct = push_button(
            tr("Correct…"), tip=tr("Correct the caption, or one field of several documents (F2)")
        )
        self.remove = push_button(tr("Remove…"), tip=tr("Take documents out of the library (Delete)"))
        self.details = Details(self.open, self.correct)
        self.extent = label("", role="muted")
        self.notice = Notice()  # What can be undone
        self._empty = MessagePane()
        self._empty_add = push_button(tr("Add files…"), main=True)
        self._empty.add_below(self._empty_add, narrow=True)
        self._preview = QTimer(self)
        self._preview.setSingleShot(True)
        self._preview.setInterval(PREVIEW_MS)

    def _lay_out(self) -> None:
        head, inside = page_head()
        title = label(tr("Library"), scale=1.5, bold=True)
        add(inside, row((title, 1), self.extent, 12, self.remove, self.add))
        add(inside, row((self.field, 1), self.lacking))
        parts = self.tree, self.table, self.details
        self.splitter = panes(*parts, sizes=(220, 700, 300), shares=(0, 1, 0))
        self._head = head
        self._documents_side = QWidget()
        column(self.notice, (self.splitter, 1), on=self._documents_side, spacing=0)
        self._pages = QStackedWidget()
        for part in (self._empty, self._documents_side, self.files):
            self._pages.addWidget(part)
        column(head, self.adding, (self._pages, 1), on=self, spacing=0)

    def _connect(self) -> None:
        for changed in (
            self.field.textChanged,
            self.lacking.currentIndexChanged,
            self.tree.chosen,
            self.model.order_wanted,
        ):
            changed.connect(lambda *_what: self._read_list())
        self.open.clicked.connect(self._open_current)
        self.remove.clicked.connect(self._remove)
        self.correct.clicked.connect(self.correct_chosen)
        self._empty_add.clicked.connect(self.choose_files)
        self.table.activated.connect(lambda _index: self._open_current())
        self.table.beside_pressed.connect(lambda: self._with_current(self.beside_wanted.emit))
        self.table.delete_pressed.connect(self._remove)
        self.table.menu_wanted.connect(self._pop_up)
        self.table.selectionModel().currentRowChanged.connect(lambda *_where: self._enable())
        self.table.selectionModel().selectionChanged.connect(lambda *_what: self._enable())
        self.model.dataChanged.connect(lambda *_where: self._show_details())
        self._preview.timeout.connect(self._show_details)
        self.notice.acted.connect(self.undo)
        self.notice.close_button.clicked.connect(self.forget_undo)
        self.table.undo_pressed.connect(self.undo)
        self.adding.files_wanted.connect(self.show_files)
        self.adding.library_changed.connect(self.reload)
        self.adding.replaced.connect(self._after_change)
        self.library_changed.connect(self._after_change)
        self.files.closed.connect(self.show_documents)
        self.files.review_wanted.connect(self.review.begin)

    # --- what the window asks ---

    def refresh(self) -> None:
        """Read the list, unless it is as the library has it."""
        if not self._current:
            self._current = True
            self._read_list()
            documents, folder = self.library.documents, self.tree.folder
            self.run(
                lambda _reporter: documents.folders(MOST, folder),
                then=self._show_folders,
                failed=self._not_read,
                topic="folders",
            )

    def reload(self) -> None:
        """Show the library as it is now, after it has changed."""
        self.jobs.drop("rows", self)
        self.model.outdate()
        self._current = False
        opened = [document.id for document in self._open_documents()]
        self.run(partial(_contents, self.library, opened), then=self._show_contents, topic="size")
        if self.isVisible():
            self.refresh()

    def _not_read(self, error: BriefBankError) -> None:
        """Report it, and read again when the page is shown next."""
        self._current = False
        self.show_error(error)

    def _show_folders(self, counts: Mapping[str, int]) -> None:
        self.tree.show_folders(self._documents, counts)
        self._show_sides()

    def _open_documents(self) -> list[Document]:
        dialog = self.correction.dialog
        return [*self._opened(), *([dialog.document] if dialog is not None else [])]

    def _show_contents(self, now: LibraryContents) -> None:
        self._documents, self._counted = now.documents, True
        self._show_extent()
        self._choose_pane()
        self.correction.follow(now.opened)
        self.contents_read.emit(now)

    def _after_change(self) -> None:
        """Follow a change that a person made here. To undo an earlier one might overwrite it."""
        self.forget_undo()
        self.reload()
        self.adding.refresh()

    def first_field(self) -> QWidget:
        shown = self._pages.currentWidget()
        if shown is self.files:
            return self.files.list
        if shown is self._documents_side:
            return self.table
        self._focus_table = True
        if not self._may(Action.CONTRIBUTE):
            return self.table
        return self.add if self._empty_add.isHidden() else self._empty_add

    def parts(self) -> Sequence[QWidget]:
        if self._pages.currentWidget() is self.files:
            return self.field, self.files.list
        if self._pages.currentWidget() is self._empty:
            return self._empty_add, self.add
        return self.field, self.tree, self.table, self.open

    def steps_back(self) -> int:
        return int(self._pages.currentWidget() is self.files)

    def go_back(self) -> bool:
        if self._pages.currentWidget() is not self.files:
            return False
        self.show_documents()
        return True

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()
        self.table.choose_first()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_sides()

    def _show_sides(self) -> None:
        letters = self.width() / max(1, self.fontMetrics().averageCharWidth())
        self.tree.setVisible(letters >= TREE_FROM and not self.tree.is_empty)
        if self.details.isHidden() and letters >= DETAILS_FROM:
            self._preview.start()
        self.details.setVisible(letters >= DETAILS_FROM)

    # --- adding ---

    def choose_files(self) -> None:
        paths, _kind = QFileDialog.getOpenFileNames(self.window(), tr("Add files"), "", BRIEFS)
        self.paths_chosen.emit([Path(path) for path in paths])

    def choose_folder(self) -> None:
        path = QFileDialog.getExistingDirectory(self.window(), tr("Add a folder"))
        self.paths_chosen.emit([Path(path)] if path else [])

    def show_files(self, group: FileGroup) -> None:
        """Show a group of files in place of the documents."""
        self.files.show_group(group)
        self._pages.setCurrentWidget(self.files)
        self._choose_pane()
        self.files.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_documents(self) -> None:
        self._pages.setCurrentWidget(self._documents_side)
        self._choose_pane()
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    # --- what is listed ---

    def _read_list(self) -> None:
        if not self.isVisible():
            self._current = False
            return
        documents = self.library.documents
        selection = DocumentList(
            words=typed_words(self.field.text()),
            lacking=frozenset(self.lacking.currentData()),
            folder=self.tree.folder,
            column=ORDERS[self.model.column],
            descending=self.model.descending,
            kinds=kinds_by_name(),
        )
        self.run(
            lambda _reporter: documents.ids(selection),
            then=partial(self._show_list, selection),
            failed=self._not_read,
            topic="list",
        )

    def _show_list(self, selection: DocumentList, ids: Sequence[int]) -> None:
        """Show the documents of a list. The chosen ones stay chosen if they are listed, and the place of an
        unchanged order is kept."""
        at = self.table.rowAt(0)
        same_order = selection == self._listed and at > 0
        first = self.model.ids([at])[0] if same_order and at < self.model.rowCount() else None
        current, chosen = self.table.current_id(), frozenset(self.table.chosen())
        self._listed = selection
        self.model.show(ids)
        rows = self.model.rows_of(chosen | {id_ for id_ in (current, first) if id_ is not None})
        self.table.choose(
            [row for id_, row in rows.items() if id_ in chosen],
            rows.get(current) if current is not None else None,
        )
        self.table.scrollToTop()
        if first is not None and first in rows:
            self.table.scrollTo(self.model.index(rows[first], 0), self.table.ScrollHint.PositionAtTop)
        self._show_extent()
        self._choose_pane()
        self._enable()
        if self.isVisible():
            self.table.choose_first()

    def _read_rows(self, ids: Sequence[int]) -> None:
        documents = self.library.documents
        job = self.run(
            lambda _reporter: documents.listed(ids), then=partial(self.model.show_rows, ids), topic="rows"
        )
        job.failed.connect(lambda _error: self.model.ask_again())

    def _show_extent(self) -> None:
        """Say how many documents there are, or how many of them are listed: “3 of 220 documents”."""
        total = wording.documents(self._documents)
        listed = self.model.rowCount()
        narrowed = self._listed is not None and (
            self._listed.words or self._listed.lacking or self._listed.folder
        )
        part = tr("{shown} of {total}").format(shown=number(listed), total=total)
        self.extent.setText((part if narrowed else total) if self._documents else "")

    def _choose_pane(self) -> None:
        """Show the table, or say why there is none."""
        files = self._pages.currentWidget() is self.files
        for part in (self.field, self.lacking):
            part.setVisible(bool(self._documents) and not files)
        self.remove.setVisible(bool(self._documents) and not files and self._may(Action.REMOVE))
        self.add.setVisible(self._may(Action.CONTRIBUTE))
        self.correct.setVisible(self._may(Action.EDIT))
        if files:
            return
        listed = self._documents and self._listed is not None
        self._pages.setCurrentWidget(self._documents_side if listed else self._empty)
        if listed and self._focus_table:
            self._focus_table = False
            if self.isVisible() and not isinstance(self.window().focusWidget(), QLineEdit):
                self.table.setFocus(Qt.FocusReason.OtherFocusReason)
        self._empty_add.setVisible(self._counted and not self._documents and self._may(Action.CONTRIBUTE))
        if self._documents or not self._counted:
            self._empty.say("library", tr("Reading the list of documents …"), "")
        else:
            self._empty.say("library", tr("The library is empty."), ADD_FROM)

    def _may(self, action: Action) -> bool:
        """Tell whether the role of this person in the office includes it; without an office all may."""
        office = self.library.office
        return office is None or office.person is None or office.person.may(action)

    def _check(self, action: Action) -> bool:
        """Tell the same, and say so where it is not included."""
        may = self._may(action)
        if not may:
            self.show_error(translate_error(NotAllowed()))
        return may

    # --- what is chosen ---

    def current(self) -> Document | None:
        """Return the document of the current row, None while that is not there."""
        index = self.table.currentIndex()
        return self.model.document(index.row()) if index.isValid() else None

    def _enable(self) -> None:
        chosen = self.table.count_chosen()
        self.open.setEnabled(self.table.currentIndex().isValid())
        self.correct.setEnabled(chosen > 0)
        self.remove.setEnabled(chosen > 0)
        self._preview.start()

    def _show_details(self) -> None:
        index, chosen = self.table.currentIndex(), self.table.count_chosen()
        listed = self.model.listed(index.row()) if index.isValid() else None
        if chosen > 1:
            self.details.show_number(chosen)
        elif chosen == 0 or listed is None:
            self.details.show_nothing()
        else:
            document, before = listed.document, self.details.document
            self.details.show_document(listed)
            known = before == document and bool(self.details.lines.text())
            if known or not self.details.isVisible() or document.pages > MOST_PREVIEWED:
                return
            documents = self.library.documents
            self.run(
                lambda _reporter: documents.pages(document.id),
                then=partial(self.details.show_lines, document.id),
                failed=lambda _error: None,
                topic="lines",
            )

    # --- actions ---

    def _open_current(self) -> None:
        self._with_current(self.document_wanted.emit)

    def _with_current(self, then: Callable[[Document], object]) -> None:
        if (id_ := self.table.current_id()) is not None:
            self._with_document(then, id_)

    def _with_document(self, then: Callable[[Document], object], id_: int) -> None:
        documents = self.library.documents
        self.run(lambda _reporter: documents.get(id_), then=then, topic="opened")

    def correct_chosen(self) -> bool:
        """Correct the chosen document, or one field of the chosen ones; return whether any is chosen."""
        chosen = self.table.chosen()
        if len(chosen) == 1:
            self.correct_document(chosen[0])
        elif chosen and self._check(Action.EDIT):
            self.many.open(chosen)
        return bool(chosen)

    def correct_document(self, document_id: int) -> None:
        if self._check(Action.EDIT):
            self.correction.open(document_id)

    def _remove(self) -> None:
        if (chosen := self.table.chosen()) and self._check(Action.REMOVE):
            self.removal.ask(chosen)

    def offer_undo(self, done: str, undo: Work) -> None:
        """Say what was done, with a button that undoes it until something else is done."""
        self._undo = undo
        self.notice.say(done, tr("Undo"), closable=True)

    def undo(self) -> None:
        """Undo what was done last, where that can be undone (Ctrl+Z)."""
        undo, done = self._undo, self.notice.text()
        self.forget_undo()
        if undo is None:
            return

        def undone(left: int | None) -> None:
            self.library_changed.emit()
            one = tr("Undone, but for {number} document that was corrected since.")
            many = tr("Undone, but for {number} documents that were corrected since.")
            self.status.emit(wording.counted(left, one, many) if left else tr("Undone."))

        def not_undone(error: BriefBankError) -> None:
            self.library_changed.emit()  # a part of it may be undone
            self.show_error(error)
            self.offer_undo(done, undo)

        self.run(undo, then=undone, failed=not_undone, lane=Lane.WRITER)

    def forget_undo(self) -> None:
        """Offer no longer to undo what was done last."""
        self._undo = None
        self.notice.say("")

    # --- menus ---

    def _pop_up(self, point: QPoint) -> None:
        chosen, current = self.table.count_chosen(), self.current()
        if chosen > 1:
            self.menu_of_many(chosen).popup(point)
        elif current is not None:
            self.menu(current).popup(point)

    def menu_of_many(self, documents: int) -> QMenu:
        """Return the menu of several documents."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if self._may(Action.EDIT):
            words = tr("Correct a field of {number} documents…").format(number=number(documents))
            menu.addAction(with_keys(words, "F2"), self.correct_chosen)
        self._add_office_actions(menu)
        if self._may(Action.REMOVE):
            words = tr("Remove {number} documents…").format(number=number(documents))
            menu.addAction(with_keys(words, "Delete"), self._remove)
        return menu

    def menu(self, document: Document) -> QMenu:
        """Return the menu of a document."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        open_, beside = self.document_wanted.emit, self.beside_wanted.emit
        menu.addAction(with_keys(tr("Open"), "Enter"), partial(self._with_document, open_, document.id))
        menu.addAction(
            with_keys(tr("Open beside"), "Ctrl+Enter"), partial(self._with_document, beside, document.id)
        )
        if edits := self._may(Action.EDIT):
            menu.addAction(with_keys(tr("Correct…"), "F2"), partial(self.correct_document, document.id))
        if others := self.model.others(document):
            versions = menu.addMenu(tr("Other versions"))
            for other in others:
                named = str(version_of(other))
                text = wording.version(wording.title(other), other.filed, named)
                versions.addAction(text, partial(self._with_document, open_, other.id))
        if edits and (document.ocr_pages or document.gaps):
            menu.addMenu(self._reading_again.menu(menu, document))
        if self.recutting.under_way:
            menu.addAction(tr("Stop cutting"), self.recutting.stop)
        elif self.recutting.possible:
            text = tr("Cut long sections by the language model")
            menu.addAction(text, partial(self.recutting.cut, document))
        menu.addSeparator()
        add_law_actions(menu, document, self.same_wanted, self.day_wanted)
        menu.addSeparator()
        self._add_office_actions(menu)
        if self._may(Action.REMOVE):
            menu.addAction(with_keys(tr("Remove…"), "Delete"), self._remove)
        return menu

    def _add_office_actions(self, menu: QMenu) -> None:
        if self.office.may_take_along:
            text = tr("Take along to court…")
            menu.addAction(text, lambda: self.office.take_along(self.table.chosen()))
        if self.office.may_keep_apart:
            text = tr("Keep from some persons…")
            menu.addAction(text, lambda: self.office.keep_apart(self.table.chosen()))


def _contents(library: LibraryApi, opened: Sequence[int], _reporter: JobReporter) -> LibraryContents:
    documents, passages = library.documents.totals()
    known = library.documents.some(opened)
    return LibraryContents(documents, passages, {id_: known.get(id_) for id_ in opened})
