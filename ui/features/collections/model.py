"""Rows of the page of collections: the collections, and the passages of one with notes and alerts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

from briefbank.domain.userdata import Collection, EntryState, ResolvedEntry, SharedCollection
from briefbank.exports.quotations import doubted
from ui.i18n.translate import tr, translate_core
from ui.kit.directions import isolated
from ui.shared import wording
from ui.shared.row_model import Row, RowModel

OWN, SHARED = tr("Your collections"), tr("Shared with the office")
GONE_TITLE = tr("This passage’s document is not in the library now")
REREAD = tr("The document was read again since: this is what stands on that page now.")


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


def collection_rows(own: Sequence[Collection], shared: Sequence[SharedCollection]) -> list[Row]:
    """Return a row for each collection. Where some are shared, each group has a row with its heading."""
    mine = [collection_row(collection) for collection in own]
    if not shared:
        return mine
    headed = [Row(detail=OWN), *mine] if mine else []
    return [*headed, Row(detail=SHARED), *map(collection_row, shared)]


def collection_row(collection: AnyCollection) -> Row:
    size = wording.count(collection.size, tr("passage"), tr("passages"))
    hearing = tr("Hearing {day}").format(day=wording.day(collection.hearing)) if collection.hearing else ""
    detail = "  ·  ".join(part for part in (size, hearing) if part)
    if isinstance(collection, SharedCollection):
        detail = _lines(detail, shared_by(collection))
    return Row(collection.name or tr("Without a name"), detail=detail, target=collection)


def entry_rows(resolved: Sequence[ResolvedEntry], *, is_shared: bool = False) -> list[Row]:
    """Return the rows in their order, numbered."""
    return [entry_row(number, entry, is_shared=is_shared) for number, entry in enumerate(resolved, start=1)]


def entry_row(number: int, resolved: ResolvedEntry, *, is_shared: bool = False) -> Row:
    """Return the row of an entry; ``number`` counts from 1."""
    note = " ".join(resolved.entry.note.split())
    called = tr("Note: {note}") if is_shared else tr("Your note: {note}")
    noted = called.format(note=note) if note else ""
    if resolved.hit is None:
        page = tr("It stood on file page {number}.").format(number=resolved.entry.reference.page + 1)
        title = f"{number}. {GONE_TITLE}"
        return Row(title, detail=_lines(page, noted), target=resolved)
    hit = resolved.hit
    warnings = [*map(translate_core, hit.alerts), *([REREAD] if resolved.state is EntryState.REREAD else [])]
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
    """A model of collections, in which headings cannot be chosen."""

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        is_heading = index.isValid() and self._rows[index.row()].target is None
        return Qt.ItemFlag.NoItemFlags if is_heading else super().flags(index)


class CollectionEntryModel(RowModel):
    """A model of rows that can be dragged to another place, and changed one by one."""

    def change(self, number: int, row: Row) -> None:
        self._rows[number] = row
        self.dataChanged.emit(self.index(number), self.index(number))

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsDragEnabled if index.isValid() else Qt.ItemFlag.ItemIsDropEnabled

    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction
