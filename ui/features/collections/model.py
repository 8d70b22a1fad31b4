"""Rows of the page of collections: the collections, and the passages of one with notes and alerts."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

from briefbank.domain.collections import Collection, EntryState, ResolvedEntry
from briefbank.exports.quotations import doubted
from ui.i18n.translate import tr, translate_core
from ui.shared import wording
from ui.shared.row_model import Row, RowModel

GONE_TITLE = tr("This passage’s document is not in the library now")
REREAD = tr("The document was read again since: this is what stands on that page now.")


def collection_row(collection: Collection) -> Row:
    size = wording.count(collection.size, tr("passage"), tr("passages"))
    hearing = tr("Hearing {day}").format(day=wording.day(collection.hearing)) if collection.hearing else ""
    detail = "  ·  ".join(part for part in (size, hearing) if part)
    return Row(collection.name or tr("Without a name"), detail=detail, target=collection)


def entry_rows(resolved: Sequence[ResolvedEntry]) -> list[Row]:
    """Return the rows in their order, numbered."""
    return [entry_row(number, each) for number, each in enumerate(resolved, start=1)]


def entry_row(number: int, each: ResolvedEntry) -> Row:
    """Return the row of an entry; ``number`` counts from 1."""
    note = " ".join(each.entry.note.split())
    noted = tr("Your note: {note}").format(note=note) if note else ""
    if each.hit is None:
        page = tr("It stood on file page {number}.").format(number=each.entry.reference.page + 1)
        title = f"{number}. {GONE_TITLE}"
        return Row(title, detail=_lines(page, noted), target=each)
    hit = each.hit
    warnings = [*map(translate_core, hit.alerts), *([REREAD] if each.found is EntryState.REREAD else [])]
    if hit.doubt is not None:
        warnings.append(translate_core(doubted(hit.doubt)))
    return Row(
        f"{number}. {wording.title(hit.document)}",
        hit.passage.text,
        detail=_lines(hit.citation, noted),
        warning="\n".join(warnings),
        target=each,
    )


def _lines(*parts: str) -> str:
    return "\n".join(part for part in parts if part)


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
