"""The parts of the page of collections: its rows, the box for a note, and the menu of collections for a
passage.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QSignalBlocker,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QPlainTextEdit, QWidget

from briefbank.domain.userdata import Collection, EntryState, ResolvedEntry, SharedCollection
from briefbank.exports.quotations import doubted
from ui.i18n.translate import tr, translate_core
from ui.kit.controls import label
from ui.kit.layout import column
from ui.kit.text import isolated
from ui.shared import wording
from ui.shared.row_list import Row, RowList, RowModel

PAUSE_MS = 500
"""The pause after the last key, after which a note is kept. Leaving the box or showing another note keeps it
sooner."""
NOTE_HEIGHT = 84
LONGEST = 20_000  # The most characters of one note
WIDTH, HEIGHT = 420, 360  # The menu's width, and the most pixels of its rows that are seen without scrolling
STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}

AnyCollection = Collection | SharedCollection


@dataclass(frozen=True, slots=True)
class CollectionKey:
    """The number of an own collection, or of a shared one."""

    id: int
    is_shared: bool = False


def key_of(collection: AnyCollection) -> CollectionKey:
    return CollectionKey(collection.id, isinstance(collection, SharedCollection))


def shared_by(collection: SharedCollection) -> str:
    """Return who shares a collection since when."""
    day = wording.day(collection.shared_at.astimezone().date())
    return tr("Shared by {person}, {day}").format(person=isolated(collection.shared_by), day=day)


def collection_rows(
    own: Sequence[Collection], shared: Sequence[SharedCollection], fault: Exception | None
) -> list[Row]:
    """Return a row for each collection. Where some are shared, or cannot be read because of ``fault``, each
    group has a row with its heading."""
    mine = [collection_row(collection) for collection in own]
    if not shared and fault is None:
        return mine
    headed = [Row(detail=tr("Your collections")), *mine] if mine else []
    title = tr("Shared with the office")
    heading = Row(title, warning=str(fault)) if fault else Row(detail=title)
    return [*headed, heading, *map(collection_row, shared)]


def collection_row(collection: AnyCollection) -> Row:
    size = wording.passages(collection.size)
    hearing = tr("Hearing {day}").format(day=wording.day(collection.hearing)) if collection.hearing else ""
    shared = shared_by(collection) if isinstance(collection, SharedCollection) else ""
    detail = _lines(size, hearing, shared)
    return Row(collection.name or tr("Without a name"), detail=detail, target=collection)


def entry_row(number: int, resolved: ResolvedEntry) -> Row:
    """Return the row of an entry; ``number`` counts from 1."""
    note = " ".join(resolved.entry.note.split())
    noted = tr("Note: {note}").format(note=note) if note else ""
    if resolved.hit is None:
        gone = tr("This passage’s document is not in the library now")
        page = tr("It stood on file page {number}.").format(number=resolved.entry.reference.page + 1)
        return Row(f"{number}. {gone}", detail=_lines(page, noted), target=resolved)
    hit = resolved.hit
    warnings = [translate_core(alert) for alert in hit.alerts]
    if resolved.state is EntryState.REREAD:
        warnings.append(tr("The document was read again since: this is what stands on that page now."))
    if hit.doubt is not None:
        warnings.append(translate_core(doubted(hit.doubt)))
    return Row(
        f"{number}. {wording.title(hit.document)}",
        hit.passage.text,
        detail=_lines(hit.citation, noted),
        warning="\n".join(warnings),
        target=resolved,
    )


def _lines(*parts: str) -> str:
    return "\n".join(part for part in parts if part)


class CollectionModel(RowModel):
    """Rows that can be changed one by one; headings cannot be chosen."""

    def change(self, number: int, row: Row) -> None:
        self._rows[number] = row
        self.dataChanged.emit(self.index(number), self.index(number))

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        is_heading = index.isValid() and self._rows[index.row()].target is None
        return Qt.ItemFlag.NoItemFlags if is_heading else super().flags(index)


class NoteBox(QPlainTextEdit):
    """A box that holds one note at a time, and keeps it while a person types, without a button."""

    def __init__(self, keep: Callable[[int, str], object]) -> None:
        """``keep`` takes the entry, and its whole note."""
        super().__init__()
        self._key, self._kept, self._keep = 0, "", keep
        self.setFixedHeight(NOTE_HEIGHT)
        self.setTabChangesFocus(True)
        self.setAcceptDrops(False)
        self.setAccessibleName(tr("Note on the chosen passage"))
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self.keep)
        self.textChanged.connect(self._pause.start)
        self.show_note(0, "")

    def show_note(self, key: int, note: str, *, is_own: bool = True) -> None:
        """Show the note of an entry; 0 when none is chosen. What was typed on another entry is kept first;
        what is being typed on this one stays. A note that is not the person's own is only read."""
        self.keep()
        if is_own and key == self._key and self.hasFocus():
            return
        self._key, self._kept = key, note
        with QSignalBlocker(self):
            self.setPlainText(note)
        self.setEnabled(bool(key))
        self.setReadOnly(not is_own)
        hint = tr("Why this passage helps, what to say about it")
        self.setPlaceholderText(hint if is_own else tr("No note"))

    def keep(self) -> None:
        """Emit what was typed and not yet kept."""
        self._pause.stop()
        note = self.toPlainText()[:LONGEST]
        if self._key and not self.isReadOnly() and note != self._kept:
            self._kept = note
            self._keep(self._key, note)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.keep()


class CollectionChooser(QFrame):
    """A popup in which typing narrows the rows, and Enter takes the chosen one. Its last row makes a new
    collection."""

    chosen = Signal(object)  # A Collection, or the name (str) of a new one

    def __init__(self, collections: Sequence[Collection], current: int, parent: QWidget) -> None:
        """Open with ``current`` first, the collection that Enter takes at once."""
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("chooser")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName(tr("Put into a collection"))
        self._collections = sorted(collections, key=lambda collection: collection.id != current)
        self.field, self.list = QLineEdit(), RowList(tr("Collections"), one_click=True)
        self.field.setMaxLength(400)
        self.field.setAccessibleName(tr("Collection, or the name of a new one"))
        self.field.setPlaceholderText(
            tr("Choose, or type a new name")
            if collections
            else tr("Name it, as in: For the hearing on Friday")
        )
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        heading = label(tr("Put into a collection"), bold=True)
        column(heading, self.field, self.list, on=self, margins=(14, 12), spacing=8)
        self.setFixedWidth(WIDTH)
        self.field.installEventFilter(self)
        self.field.textChanged.connect(self._narrow)
        self.field.returnPressed.connect(lambda: self._take(self.list.current()))
        self.list.opened.connect(self._take)
        self._narrow("")

    def show_over(self, page: QWidget) -> None:
        """Show the menu at the top of the page, in its middle, ready to type."""
        self.move(page.mapToGlobal(QPoint((page.width() - self.width()) // 2, 72)))
        self.show()
        self._narrow("")
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def _narrow(self, typed: str) -> None:
        """List collections with the typed words; where none has just this name, a row that makes one."""
        name = " ".join(typed.split())
        parts, names = name.casefold().split(), [item.name.casefold() for item in self._collections]
        rows = [
            Row(item.name, side=wording.passages(item.size), target=item)
            for item, folded in zip(self._collections, names, strict=True)
            if all(part in folded for part in parts)
        ]
        if name and name.casefold() not in names:
            rows.append(Row(tr("Make “{name}”").format(name=name), target=name))
        self.list.show_rows(rows)
        self.list.choose(0)
        self.list.setVisible(bool(rows))
        self.list.setFixedHeight(min(HEIGHT, self.list.rows_height()))
        self.adjustSize()

    def _take(self, target: Collection | str | None) -> None:
        if target is not None:
            self.close()
            self.chosen.emit(target)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move through the rows by Up and Down while the words stay in the box."""
        step = STEPS.get(Qt.Key(event.key())) if isinstance(event, QKeyEvent) else None
        if event.type() == QEvent.Type.KeyPress and step:
            last = self.list.row_model.rowCount() - 1
            row = max(0, min(last, self.list.currentIndex().row() + step))
            self.list.choose(row)
            if row <= last:
                self.field.setAccessibleDescription(self.list.row_model.row(row).spoken)
            return True
        return super().eventFilter(watched, event)
