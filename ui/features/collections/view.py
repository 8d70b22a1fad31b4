"""The page of collections: the collections at the left, the passages of one with notes at the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from briefbank.domain.userdata import Collection, ResolvedEntry, SharedCollection
from briefbank.errors import BriefBankError
from ui.features.collections.entry_list import EntryList
from ui.features.collections.head import CollectionHead
from ui.features.collections.model import (
    AnyCollection,
    CollectionKey,
    CollectionModel,
    collection_rows,
    entry_row,
    entry_rows,
    key_of,
)
from ui.features.collections.note_box import NoteBox
from ui.i18n.translate import tr
from ui.kit.confirmation import confirmed
from ui.kit.controls import Notice, push_button
from ui.kit.page_parts import page_body
from ui.shared.message_pane import MessagePane
from ui.shared.row_list import RowList

NONE_YET = (
    "collections",
    tr("Gather passages for a hearing or a brief."),
    tr(
        "Press Ctrl+D on a result, on an open passage or on selected text, and give the collection a name. "
        "It then stands here, with a note for each passage, and can be exported as one Word file."
    ),
)
EMPTY = (
    "collections",
    tr("Nothing is in this collection yet."),
    tr("Press Ctrl+D on a result, on an open passage or on selected text to put it here."),
)


class CollectionList(RowList):
    """A list of own and shared collections."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.row_model = CollectionModel(self)
        self.setModel(self.row_model)


class CollectionsView(QFrame):
    """A view of collections that reports requests by its signals."""

    chosen = Signal(object)  # The CollectionKey of the collection whose passages are to be shown
    delete_wanted = Signal(int)
    export_wanted = Signal(object)  # A Collection or SharedCollection
    share_wanted = Signal(object)  # A Collection
    copy_wanted = Signal(int)  # A shared collection, to be copied to the own ones
    withdraw_wanted = Signal(int)  # A shared collection
    opened = Signal(object)  # The Hit of a passage that is to be read
    copied = Signal(object)  # A Hit
    removed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.head = CollectionHead()
        self.collections = CollectionList(tr("Collections"))
        self.entries = EntryList(tr("Passages of the collection"))
        self.note, self.notice, self.nothing = NoteBox(), Notice(), MessagePane()
        self.open = push_button(tr("Open"), tip=tr("Enter"))
        self.up = push_button(tr("Move up"), tip=tr("Alt+Up"))
        self.down = push_button(tr("Move down"), tip=tr("Alt+Down"))
        self.remove = push_button(tr("Remove"), tip=tr("Delete"))
        self._resolved: list[ResolvedEntry] = []
        self._shown: CollectionKey | None = None
        self.message = MessagePane()
        self.message.say("waiting", tr("Reading your collections …"), "")
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self._body = page_body(self, self.head, self.message, self.splitter)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        right, column, buttons = QWidget(), QVBoxLayout(), QHBoxLayout()
        self._states = QStackedWidget()
        self._states.addWidget(self.entries)
        self._states.addWidget(self.nothing)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.notice)
        column.addWidget(self._states, 1)
        foot = QFrame()
        foot.setObjectName("noteFoot")
        below = QVBoxLayout(foot)
        below.setContentsMargins(14, 10, 14, 12)
        below.setSpacing(10)
        below.addWidget(self.note)
        buttons.setSpacing(10)
        for button in (self.open, self.up, self.down):
            buttons.addWidget(button)
        buttons.addStretch(1)
        buttons.addWidget(self.remove)
        below.addLayout(buttons)
        column.addWidget(foot)
        right.setLayout(column)
        self.splitter.addWidget(self.collections)
        self.splitter.addWidget(right)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(1)
        self.splitter.setSizes([300, 700])
        self.splitter.setStretchFactor(1, 1)

    def _connect(self) -> None:
        head = self.head
        head.export.clicked.connect(self._export)
        head.delete.clicked.connect(self._delete)
        head.share.clicked.connect(self._share)
        head.copy.clicked.connect(self._copy_shared)
        head.withdraw.clicked.connect(self._withdraw)
        self.collections.moved.connect(self._collection_chosen)
        self.collections.opened.connect(lambda _collection: self._enter())
        self.entries.moved.connect(self._entry_chosen)
        self.entries.opened.connect(self._open)
        self.entries.remove_wanted.connect(self._remove)
        self.entries.copy_wanted.connect(self._copy)
        self.entries.note_wanted.connect(lambda: self.note.setFocus(Qt.FocusReason.OtherFocusReason))
        self.open.clicked.connect(lambda: self._open(self.entries.current()))
        self.up.clicked.connect(lambda: self.entries.move_current(-1))
        self.down.clicked.connect(lambda: self.entries.move_current(1))
        self.remove.clicked.connect(self._remove)

    # --- display ---

    def first(self) -> QWidget:
        """Return the widget that gets the keyboard first."""
        return self.collections if self.collections.row_model.rowCount() else self.head.new

    def show_collections(
        self, own: Sequence[Collection], shared: Sequence[SharedCollection], chosen: CollectionKey
    ) -> None:
        """Show collections, with ``chosen`` chosen; the first where it is not among them."""
        self.note.keep()
        rows = collection_rows(own, shared)
        self.collections.show_rows(rows)
        if not rows:
            self.head.show_collection(None)
            self.message.say(*NONE_YET)
            self._body.setCurrentWidget(self.message)
            return
        self._body.setCurrentWidget(self.splitter)
        place_of = self.collections.row_model.place_of
        row = place_of(lambda collection: collection is not None and key_of(collection) == chosen)
        self.collections.choose(row if row >= 0 else place_of(lambda collection: collection is not None))

    def show_entries(self, resolved: Sequence[ResolvedEntry], chosen: int = 0) -> None:
        """Show the passages of the chosen collection, with the entry ``chosen`` chosen."""
        self.note.keep()
        collection = self.collection()
        key, before = key_of(collection) if collection else None, self._shown
        row = max(0, self.entries.currentIndex().row()) if key == before else 0
        self._resolved, self._shown = list(resolved), key
        is_shared = key is not None and key.is_shared
        self.entries.set_editable(not is_shared)
        for button in (self.up, self.down, self.remove):
            button.setVisible(not is_shared)
        self.entries.show_rows(entry_rows(resolved, is_shared=is_shared))
        self.nothing.say(*EMPTY)
        self._states.setCurrentWidget(self.entries if resolved else self.nothing)
        entry_row = self.entries.row_model.place_of(lambda resolved: resolved.entry.id == chosen)
        if resolved:
            self.entries.choose(entry_row if entry_row >= 0 else min(row, len(resolved) - 1))
        self._entry_chosen(self.entries.current())

    def show_note(self, entry_id: int, note: str) -> None:
        """Show in its row that the note of an entry was kept; nothing else moves."""
        for row, resolved in enumerate(self._resolved):
            if resolved.entry.id == entry_id:
                self._resolved[row] = replace(resolved, entry=replace(resolved.entry, note=note))
                self.entries.change(row, entry_row(row + 1, self._resolved[row]))

    def show_failure(self, error: BriefBankError) -> None:
        self.head.show_collection(None)
        self.message.say("warning", error.title, error.remedy)
        self._body.setCurrentWidget(self.message)

    def resolved(self) -> list[ResolvedEntry]:
        return list(self._resolved)

    def collection(self) -> AnyCollection | None:
        """Return the collection whose passages are shown."""
        collection = self.collections.current()
        return collection if isinstance(collection, Collection | SharedCollection) else None

    @property
    def is_read_only(self) -> bool:
        """Whether the passages that are shown are those of a shared collection."""
        return self._shown is not None and self._shown.is_shared

    # --- requests ---

    def _collection_chosen(self, collection: AnyCollection | None) -> None:
        self.head.show_collection(collection)
        if collection is not None:
            if key_of(collection) != self._shown:
                self.notice.say("")
            self.chosen.emit(key_of(collection))

    def _entry_chosen(self, resolved: ResolvedEntry | None) -> None:
        key, note = (resolved.entry.id, resolved.entry.note) if resolved else (0, "")
        self.note.show_note(key, note, is_own=not self.is_read_only)
        row, many = self.entries.currentIndex().row(), len(self._resolved)
        self.open.setEnabled(resolved is not None and resolved.hit is not None)
        self.up.setEnabled(resolved is not None and row > 0)
        self.down.setEnabled(resolved is not None and row < many - 1)
        self.remove.setEnabled(resolved is not None)

    def _enter(self) -> None:
        """Move the keyboard from a collection into its passages."""
        if self._resolved:
            self.entries.setFocus(Qt.FocusReason.OtherFocusReason)

    def _open(self, target: object) -> None:
        if isinstance(target, ResolvedEntry) and target.hit is not None:
            self.opened.emit(target.hit)

    def _copy(self) -> None:
        resolved = self.entries.current()
        if isinstance(resolved, ResolvedEntry) and resolved.hit is not None:
            self.copied.emit(resolved.hit)

    def _remove(self) -> None:
        resolved = self.entries.current()
        if isinstance(resolved, ResolvedEntry) and not self.is_read_only:
            self.removed.emit(resolved.entry.id)

    def _export(self) -> None:
        if (collection := self.collection()) is not None:
            self.export_wanted.emit(collection)

    def _delete(self) -> None:
        collection = self.collection()
        if isinstance(collection, Collection) and self.confirm_delete(collection):
            self.delete_wanted.emit(collection.id)

    def _share(self) -> None:
        if isinstance(collection := self.collection(), Collection):
            self.share_wanted.emit(collection)

    def _withdraw(self) -> None:
        collection = self.collection()
        if isinstance(collection, SharedCollection) and self.confirm_withdraw(collection):
            self.withdraw_wanted.emit(collection.id)

    def _copy_shared(self) -> None:
        if isinstance(collection := self.collection(), SharedCollection):
            self.copy_wanted.emit(collection.id)

    def confirm_delete(self, collection: Collection) -> bool:
        """Ask for confirmation, because the notes are deleted too."""
        return confirmed(
            self,
            tr("Delete the collection"),
            tr("Delete “{name}”?").format(name=collection.name),
            tr("Your notes in it are deleted too. The documents stay in the library."),
            yes=tr("Delete"),
            no=tr("Keep it"),
        )

    def confirm_share(self, collection: Collection, *, is_replaced: bool) -> bool:
        """Ask for confirmation, because colleagues read the notes."""
        meaning = tr(
            "Everybody who may search the office’s library can then read its name, its passages and your "
            "notes, as they are now. Later changes are yours alone until you share it again."
        )
        if is_replaced:
            meaning += " " + tr("It takes the place of what you shared under this name before.")
        return confirmed(
            self,
            tr("Share with the office"),
            tr("Share “{name}” with the office?").format(name=collection.name),
            meaning,
            yes=tr("Share"),
            no=tr("Not now"),
        )

    def confirm_withdraw(self, collection: SharedCollection) -> bool:
        """Ask for confirmation, because colleagues lose sight of it."""
        return confirmed(
            self,
            tr("Stop sharing"),
            tr("Stop sharing “{name}”?").format(name=collection.name),
            tr("Colleagues do not find it here any more. Copies that they made of it stay theirs."),
            yes=tr("Stop sharing"),
            no=tr("Keep it"),
        )
