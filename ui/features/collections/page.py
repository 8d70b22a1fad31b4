"""The page of collections: the collections at the left, the passages of one in the middle, and the chosen
passage with its note at the right.

After each change the file is read again, so that the page shows what it holds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QStackedWidget, QWidget

from briefbank.domain.office import Action
from briefbank.domain.userdata import (
    Collection,
    CollectionEntry,
    RemovedEntry,
    ResolvedEntry,
    SharedCollection,
)
from briefbank.errors import BriefBankError, Cancelled
from ui.features.collections.parts import (
    AnyCollection,
    CollectionChooser,
    CollectionKey,
    CollectionModel,
    NoteBox,
    collection_rows,
    entry_row,
    key_of,
    shared_by,
)
from ui.i18n.translate import tr
from ui.jobs import Job, Jobs, Lane
from ui.kit.controls import Notice, label, page_body, page_head, push_button
from ui.kit.dialogs import confirmed, forget_when_closed
from ui.kit.layout import STRETCH, column, holder, panes, row
from ui.page import Page
from ui.shared import wording
from ui.shared.notices import MessagePane
from ui.shared.passages import CollectionItem, PassagePreview
from ui.shared.row_list import RowList

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

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


@dataclass(frozen=True, slots=True)
class _AllCollections:
    """Own and shared collections; ``fault`` is why the shared ones could not be read."""

    own: list[Collection]
    shared: list[SharedCollection]
    fault: BriefBankError | None = None


class CollectionsPage(Page):
    """The place of collections. It also puts passages of other pages into them (``put``)."""

    export_wanted = Signal(object)  # A Collection or SharedCollection

    def __init__(self, library: LibraryApi, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(library, jobs, parent)
        self.setObjectName("page")
        self.shown = CollectionKey(0)
        """The collection that is shown, or will be."""
        self.collection: AnyCollection | None = None
        """The collection whose name is shown."""
        self.last_used = 0
        """The own collection into which something was put last; 0 before the first."""
        self.chooser: CollectionChooser | None = None
        self._shared: list[SharedCollection] = []
        self.resolved: list[ResolvedEntry] = []
        """The passages that are shown, and whose they are."""
        self._resolved_key: CollectionKey | None = None
        self._removed: list[list[RemovedEntry]] = []
        self._entry = 0
        """The entry to choose when the passages come."""
        self._unwritten: dict[int, str] = {}
        """Notes, by their entries, that are being written to the file."""
        self._make_parts()
        self._lay_out()
        self._connect()
        self.message.say("waiting", tr("Reading your collections …"), "")
        self._show_head(None)

    # --- parts ---

    def _make_parts(self) -> None:
        self.name, self.hearing = QLineEdit(), QLineEdit()
        self.name.setAccessibleName(tr("Name of the collection"))
        self.name.setMaxLength(400)
        self.hearing.setAccessibleName(tr("Day of the hearing"))
        self.hearing.setPlaceholderText(tr("No day yet"))
        self.hearing_label = label(tr("Day of the hearing"), role="muted")
        self.hearing_label.setBuddy(self.hearing)
        self.problem, self.sharer = label("", role="bad"), label("", role="muted")
        self.new = push_button(tr("New collection"))
        self.delete = push_button(tr("Delete…"))
        self.share = push_button(tr("Share with the office…"))
        self.withdraw = push_button(tr("Stop sharing…"))
        self.copy = push_button(tr("Copy to my collections"))
        self.export = push_button(tr("Export as Word file…"), main=True)
        self._collection_model, self._entry_model = CollectionModel(), CollectionModel()
        self.collections = RowList(tr("Collections"), model=self._collection_model)
        self.entries = RowList(tr("Passages of the collection"), model=self._entry_model)
        self.note, self.notice = NoteBox(self._keep_note), Notice()
        self.nothing, self.message = MessagePane(), MessagePane()
        self.nothing.say(*EMPTY)
        self.up = push_button(tr("Move up"), tip="Alt+Up")
        self.down = push_button(tr("Move down"), tip="Alt+Down")
        self.remove = push_button(tr("Remove"), tip=tr("Delete"))
        self.preview = PassagePreview(self)
        self.preview.collect.hide()  # it is in one

    def _lay_out(self) -> None:
        head, inside = page_head()
        buttons = self.new, self.delete, self.share, self.withdraw, self.copy, self.export
        inside.addLayout(row((label(tr("Collections"), scale=1.4, bold=True), 1), *buttons))
        inside.addLayout(row((self.name, 3), 6, self.hearing_label, (self.hearing, 1)))
        inside.addWidget(self.sharer)
        inside.addWidget(self.problem)
        self._states = QStackedWidget()
        self._states.addWidget(self.entries)
        self._states.addWidget(self.nothing)
        moving = row(self.up, self.down, self.remove, STRETCH, margins=(14, 10), spacing=8)
        middle = holder(column(self.notice, (self._states, 1), moving, spacing=0))
        foot = holder(column(self.note, margins=(14, 10, 14, 12)), "noteFoot")
        self._right = holder(column((self.preview, 1), foot, spacing=0))
        parts = self.collections, middle, self._right
        self.splitter = panes(*parts, sizes=(230, 420, 380), shares=(0, 3, 2))
        self._body = page_body(self, head, self.message, self.splitter)

    def _connect(self) -> None:
        self.new.clicked.connect(self.make)
        self.delete.clicked.connect(self._delete)
        self.share.clicked.connect(self._share)
        self.withdraw.clicked.connect(self._withdraw)
        self.copy.clicked.connect(self._copy_shared)
        self.export.clicked.connect(lambda: self.export_wanted.emit(self.collection))
        self.name.editingFinished.connect(self._rename)
        self.hearing.editingFinished.connect(self._set_hearing)
        self.collections.moved.connect(self._collection_chosen)
        self.collections.opened.connect(lambda _collection: self._enter())
        self.entries.moved.connect(self._entry_chosen)
        self.entries.opened.connect(lambda _entry: self.preview.open_passage())
        for keys, act in (
            ("Delete", self._remove),
            ("Ctrl+Z", self.undo),
            ("Alt+Up", self.up.click),
            ("Alt+Down", self.down.click),
            ("N", lambda: self.note.setFocus(Qt.FocusReason.OtherFocusReason)),
        ):
            self.entries.on_key(keys, act)
        self.preview.follow(self.entries, of=lambda resolved: resolved.hit)
        self.up.clicked.connect(lambda: self._move(-1))
        self.down.clicked.connect(lambda: self._move(1))
        self.remove.clicked.connect(self._remove)
        self.notice.acted.connect(self.undo)

    def first_field(self) -> QWidget:
        return self.collections if self.collections.row_model.rowCount() else self.new

    def parts(self) -> Sequence[QWidget]:
        if self._body.currentWidget() is self.message:
            return (self.new,)
        return self.collections, self.entries, self.preview.text, self.note

    # --- reading ---

    def refresh(self) -> None:
        library = self.library
        self.run(
            lambda _reporter: _read_all(library),
            then=self._show_collections,
            failed=self._show_failure,
            lane=Lane.NOTES,
            topic="collections",
        )

    def _show_failure(self, error: BriefBankError) -> None:
        self._show_head(None)
        self.message.say("warning", error.title, error.remedy)
        self._body.setCurrentWidget(self.message)

    def _show_collections(self, collections: _AllCollections) -> None:
        self._shared = collections.shared
        self.note.keep()
        rows = collection_rows(collections.own, collections.shared, collections.fault)
        self.collections.show_rows(rows)
        numbers = [number for number, row in enumerate(rows) if row.target is not None]
        chosen = self._collection_model.place_of(lambda item: item is not None and key_of(item) == self.shown)
        if numbers:
            self._body.setCurrentWidget(self.splitter)
            self.collections.choose(chosen if chosen >= 0 else numbers[0])
        elif collections.fault is not None:
            self._show_failure(collections.fault)
        else:
            self._show_head(None)
            self.message.say(*NONE_YET)
            self._body.setCurrentWidget(self.message)

    def _collection_chosen(self, collection: AnyCollection | None) -> None:
        self._show_head(collection)
        if collection is None:
            return
        key = key_of(collection)
        if key != self._resolved_key:
            self.notice.say("")
        if key != self.shown:
            self.shown, self._removed = key, []
        resolver = self.library.collection_resolver
        read = resolver.show_shared if key.is_shared else resolver.show
        self.run(
            lambda _reporter: read(key.id), then=self._show_read, failed=self._show_failure, topic="entries"
        )

    def _show_read(self, resolved: list[ResolvedEntry]) -> None:
        """Show the passages of the chosen collection, with the notes that were typed meanwhile."""
        self.note.keep()
        if not self.shown.is_shared:
            resolved = [_noted(shown, self._unwritten.get(shown.entry.id)) for shown in resolved]
        self._show_entries(resolved, self._entry)
        self._entry = 0

    def _show_entries(self, resolved: Sequence[ResolvedEntry], chosen: int) -> None:
        """Show the passages of the chosen collection, with the entry ``chosen`` chosen."""
        key = key_of(self.collection) if self.collection else None
        before = max(0, self.entries.currentIndex().row()) if key == self._resolved_key else 0
        self.resolved, self._resolved_key = list(resolved), key
        for button in (self.up, self.down, self.remove):
            button.setVisible(bool(resolved) and not self.is_read_only)
        self.entries.show_rows([entry_row(number, entry) for number, entry in enumerate(resolved, start=1)])
        self._states.setCurrentWidget(self.entries if resolved else self.nothing)
        self._right.setVisible(bool(resolved))
        position = self._entry_model.place_of(lambda resolved: resolved.entry.id == chosen)
        if resolved:
            self.entries.choose(position if position >= 0 else min(before, len(resolved) - 1))
        else:
            self.preview.clear()
            self._entry_chosen(None)

    @property
    def is_read_only(self) -> bool:
        """Whether the passages that are shown are those of a shared collection."""
        return self._resolved_key is not None and self._resolved_key.is_shared

    def _entry_chosen(self, resolved: ResolvedEntry | None) -> None:
        key, note = (resolved.entry.id, resolved.entry.note) if resolved else (0, "")
        self.note.show_note(key, note, is_own=not self.is_read_only)
        number, may_change = self.entries.currentIndex().row(), bool(key) and not self.is_read_only
        self.up.setEnabled(may_change and number > 0)
        self.down.setEnabled(may_change and number < len(self.resolved) - 1)
        self.remove.setEnabled(may_change)

    def _enter(self) -> None:
        """Move the keyboard from a collection into its passages."""
        if self.resolved:
            self.entries.setFocus(Qt.FocusReason.OtherFocusReason)

    # --- name and hearing ---

    def _show_head(self, collection: AnyCollection | None) -> None:
        """Show the name of a collection, or none. What is being typed into a field stays."""
        before, self.collection = self.collection, collection
        is_same = before is not None and collection is not None and key_of(before) == key_of(collection)
        self._say_problem("")
        shared = collection if isinstance(collection, SharedCollection) else None
        is_own = isinstance(collection, Collection)
        for part in (self.name, self.hearing_label, self.hearing, self.export):
            part.setVisible(collection is not None)
        self.delete.setVisible(is_own)
        self.share.setVisible(is_own and self.library.office is not None)
        self.copy.setVisible(shared is not None)
        self.withdraw.setVisible(shared is not None and shared.may_withdraw)
        self.sharer.setVisible(shared is not None)
        self.sharer.setText(shared_by(shared) if shared else "")
        if collection is None:
            return
        hearing = wording.day(collection.hearing) if collection.hearing else ""
        for field, text in ((self.name, collection.name), (self.hearing, hearing)):
            field.setReadOnly(shared is not None)
            if not (is_same and field.hasFocus()) and field.text() != text:
                field.setText(text)
                field.setCursorPosition(0)
        for button in (self.export, self.share):
            button.setEnabled(collection.size > 0)

    def _rename(self) -> None:
        typed, shown = " ".join(self.name.text().split()), self.collection
        if isinstance(shown, Collection) and typed != shown.name:
            if typed:
                self._do(partial(self.library.userdata.collections.rename, shown.id, typed))
            else:
                self.name.setText(shown.name)

    def _set_hearing(self) -> None:
        shown, typed = self.collection, self.hearing.text().strip()
        if not isinstance(shown, Collection):
            return
        days = wording.typed_range(typed)
        if typed and (days is None or days[0] != days[1]):
            self._say_problem(tr("Type the day with its year, as in December 4, 2026 or 12/4/2026."))
            return
        self._say_problem("")
        day = days[0] if days else None
        if day != shown.hearing:
            self._do(partial(self.library.userdata.collections.set_hearing, shown.id, day))

    def _say_problem(self, problem: str) -> None:
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))

    # --- changes ---

    def _do(self, work: Callable[[], Any], then: Callable[[Any], object] | None = None) -> Job:
        """Change collections in the lane of notes, and then read them again."""
        return self.run(
            lambda _reporter: work(),
            then=then or (lambda _answer: self.refresh()),
            failed=lambda error: self.notice.say(str(error), bad=True),
            lane=Lane.NOTES,
        )

    def make(self) -> None:
        """Make a new collection, whose name is then typed."""
        self._do(partial(self.library.userdata.collections.make, tr("New collection")), self._made)

    def _made(self, collection: Collection) -> None:
        self.shown, self._removed = CollectionKey(collection.id), []
        self.refresh()
        self._show_head(collection)
        self.name.setFocus()
        self.name.selectAll()

    def _delete(self) -> None:
        collection = self.collection
        if isinstance(collection, Collection) and confirmed(
            self,
            tr("Delete the collection"),
            tr("Delete “{name}”?").format(name=collection.name),
            tr("Your notes in it are deleted too. The documents stay in the library."),
            yes=tr("Delete"),
            no=tr("Keep it"),
        ):
            self.notice.say("")
            self._removed = []
            self._do(partial(self.library.userdata.collections.delete, collection.id))

    def _move(self, by: int) -> None:
        """Move the chosen passage, at once on the page and in the background in the file."""
        self.note.keep()
        start, resolved = self.entries.currentIndex().row(), list(self.resolved)
        resolved.insert(start + by, resolved.pop(start))
        self._show_entries(resolved, resolved[start + by].entry.id)
        ids = [shown.entry.id for shown in resolved]
        arrange = partial(self.library.userdata.collections.arrange, self.shown.id, ids)
        self._do(arrange, lambda _answer: None)

    def _remove(self) -> None:
        resolved = self.entries.current()
        if isinstance(resolved, ResolvedEntry) and not self.is_read_only:
            remove = partial(self.library.userdata.collections.remove, [resolved.entry.id])
            self._do(remove, self._entry_removed)

    def _entry_removed(self, removed: list[RemovedEntry]) -> None:
        if removed:
            self._removed.append(removed)
        self.refresh()
        self.notice.say(tr("The passage was removed from the collection."), tr("Undo"))

    def undo(self) -> None:
        """Put back what was removed last."""
        if self._removed:
            removed = self._removed.pop()
            self._entry = removed[0].entry.id
            self.notice.say("")
            self._do(partial(self.library.userdata.collections.put_back, removed))

    # --- notes ---

    def _keep_note(self, entry_id: int, note: str) -> None:
        """Keep a note, and show it in its row, so that it is there when that is chosen again."""
        self._unwritten[entry_id] = note
        self._show_note(entry_id, note)
        write = partial(self.library.userdata.collections.write_note, entry_id, note)
        self._do(write, lambda _answer: None).ended.connect(partial(self._written, entry_id, note))

    def _show_note(self, entry_id: int, note: str) -> None:
        for number, resolved in enumerate(self.resolved):
            if resolved.entry.id == entry_id:
                self.resolved[number] = _noted(resolved, note)
                self._entry_model.change(number, entry_row(number + 1, self.resolved[number]))
                self.entries.scheduleDelayedItemsLayout()

    def _written(self, entry_id: int, note: str) -> None:
        """Forget a note that was written or failed; a newer note on the same passage still waits."""
        if self._unwritten.get(entry_id) == note:
            del self._unwritten[entry_id]

    def finish(self) -> None:
        """Write notes that are not kept yet at once, because the window closes and jobs end now."""
        self.note.keep()
        with suppress(BriefBankError):  # the window is gone, so nobody could read the error
            for entry_id, note in self._unwritten.items():
                self.library.userdata.collections.write_note(entry_id, note)

    # --- sharing ---

    def _share(self) -> None:
        """Share a collection, once its owner agreed and its notes are kept."""
        collection, office = self.collection, self.library.office
        if not isinstance(collection, Collection):
            return
        self.note.keep()
        person = office.person if office is not None else None
        meaning = tr(
            "Everybody who may search the office’s library can then read its name, its passages and your "
            "notes, as they are now. Later changes are yours alone until you share it again."
        )
        mine = (shared for shared in self._shared if person is not None and shared.shared_by == person.name)
        if any(shared.name == collection.name for shared in mine):
            meaning += " " + tr("It takes the place of what you shared under this name before.")
        title, yes, no = tr("Share with the office"), tr("Share"), tr("Not now")
        question = tr("Share “{name}” with the office?").format(name=collection.name)
        if confirmed(self, title, question, meaning, yes=yes, no=no):
            share = partial(self.library.collection_resolver.share, collection.id)
            self._do(share, partial(self._show_sharing, collection.size))

    def _show_sharing(self, size: int, shared: SharedCollection) -> None:
        left_out = size - shared.size
        message = tr("“{name}” is shared with the office.").format(name=shared.name)
        if left_out > 0:
            one = tr("{number} passage was left out, because its document is not in the office’s library.")
            many = tr(
                "{number} passages were left out, because their documents are not in the office’s library."
            )
            message += " " + wording.counted(left_out, one, many)
        self._show_changed(message)

    def _show_changed(self, message: str) -> None:
        self.refresh()
        self.status.emit(message)

    def _withdraw(self) -> None:
        collection, office = self.collection, self.library.office
        if (
            isinstance(collection, SharedCollection)
            and office is not None
            and confirmed(
                self,
                tr("Stop sharing"),
                tr("Stop sharing “{name}”?").format(name=collection.name),
                tr("Colleagues do not find it here any more. Copies that they made of it stay theirs."),
                yes=tr("Stop sharing"),
                no=tr("Keep it"),
            )
        ):
            withdraw = office.shared_collections.withdraw
            message = tr("The collection is not shared any more.")
            self._do(partial(withdraw, collection.id), lambda _answer: self._show_changed(message))

    def _copy_shared(self) -> None:
        if self.collection is not None:
            copy = partial(self.library.collection_resolver.copy_shared, self.collection.id)
            self._do(copy, self._copied)

    def _copied(self, collection: Collection) -> None:
        self.shown, self._removed = CollectionKey(collection.id), []
        self._show_changed(tr("“{name}” was copied to your collections.").format(name=collection.name))

    # --- passages of other pages ---

    def put(self, item: CollectionItem, over: QWidget) -> None:
        """Offer the collections for a passage, in a menu over the page ``over``."""
        collections = self.library.userdata.collections
        self.run(lambda _reporter: collections.all(), then=partial(self._offer, item, over), lane=Lane.NOTES)

    def _offer(self, item: CollectionItem, over: QWidget, collections: Sequence[Collection]) -> None:
        chooser = CollectionChooser(collections, self.last_used, over.window())
        chooser.chosen.connect(partial(self._put, item))
        forget_when_closed(self, "chooser", chooser)
        self.chooser = chooser
        chooser.show_over(over)

    def _put(self, item: CollectionItem, collection: Collection | str) -> None:
        library = self.library
        self.run(lambda _reporter: _put(library, item, collection), then=self._stored, lane=Lane.NOTES)

    def _stored(self, stored: tuple[Collection, list[CollectionEntry]]) -> None:
        collection, new = stored
        self.last_used, self.shown = collection.id, CollectionKey(collection.id)
        message = tr("Added to “{name}”.") if new else tr("This is in “{name}” already.")
        self.status.emit(message.format(name=collection.name))


def _noted(resolved: ResolvedEntry, note: str | None) -> ResolvedEntry:
    return resolved if note is None else replace(resolved, entry=replace(resolved.entry, note=note))


def _read_all(library: LibraryApi) -> _AllCollections:
    """Return what the page lists. Own collections are on this computer, and listed without the office."""
    own = library.userdata.collections.all()
    office = library.office
    if office is None or office.person is None or not office.person.may(Action.READ):
        return _AllCollections(own, [])
    try:
        return _AllCollections(own, office.shared_collections.all())
    except Cancelled:
        raise
    except BriefBankError as error:
        return _AllCollections(own, [], error)


def _put(
    library: LibraryApi, item: CollectionItem, collection: Collection | str
) -> tuple[Collection, list[CollectionEntry]]:
    if isinstance(collection, str):
        collection = library.userdata.collections.make(collection)
    resolver = library.collection_resolver
    if item.ranges:
        return collection, resolver.add_selection(collection.id, item.document_id, item.ranges)
    return collection, resolver.add_passages(collection.id, [item.passage_id])
