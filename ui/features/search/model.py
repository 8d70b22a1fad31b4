"""The results of one search as a list model: a row is a Hit, the heading of a brief, or a result still to be
read.

A long answer brings only its first results at once. The others have rows from the beginning, so that the
list's scroll bar is right, and are filled in as they are read. The results may be grouped by brief.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from briefbank.domain.feedback import Verdict
from briefbank.domain.searches import Hit
from ui.features.search import result_texts
from ui.features.search.grouping import MISSING, Group, Row, grouped
from ui.i18n.translate import tr
from ui.kit.tall_list import KEY_ROLE
from ui.shared import wording

HIT_ROLE = Qt.ItemDataRole.UserRole + 1
EXPANDED_ROLE = Qt.ItemDataRole.UserRole + 2
OPENED_ROLE = Qt.ItemDataRole.UserRole + 3
GROUP_ROLE = Qt.ItemDataRole.UserRole + 4
"""The Group of a heading; None for every other row."""
EXPLAINED_ROLE = Qt.ItemDataRole.UserRole + 6
"""Whether the reasons for the result are shown."""
WITHIN_ROLE = Qt.ItemDataRole.UserRole + 7
"""Whether the passage stands under the heading of its brief."""
NEW_ROLE = Qt.ItemDataRole.UserRole + 8
"""Whether the passage was not among the results when this search was last looked at."""
WEAKER_BEGIN_ROLE = Qt.ItemDataRole.UserRole + 9
"""Whether the weaker matches begin with this row."""

AnyIndex = QModelIndex | QPersistentModelIndex


class HitModel(QAbstractListModel):
    """Holds the hits in their order, the ones shown in full, and the one open in the reader."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hits: list[Hit | None] = []
        self._rows: list[Row] | None = None
        """The rows while the results are grouped by brief; None when a row is a place in the answer."""
        self._expanded: set[int] = set()
        self._explained: set[int] = set()
        self._collapsed: set[int] = set()
        self._new: frozenset[int] = frozenset()
        self._opened = 0

    # --- rows ---

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        if parent is not None and parent.isValid():
            return 0
        return len(self._hits if self._rows is None else self._rows)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= self.rowCount():
            return None
        if role == KEY_ROLE:
            return self._key(index.row())
        group = self.group(index.row())
        if role == GROUP_ROLE:
            return group
        if group is not None:
            return _group_data(group, role)
        if role == WEAKER_BEGIN_ROLE:
            return self._weaker_begin_at(index.row())
        hit = self.hit_at(index.row())
        return self._hit_data(hit, role) if hit is not None else _missing_data(role)

    def _hit_data(self, hit: Hit, role: int) -> Any:
        if role == HIT_ROLE:
            return hit
        if role == Qt.ItemDataRole.DisplayRole:
            return wording.title(hit.document)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return result_texts.row_sentence(hit)
        if role == OPENED_ROLE:
            return _represents(hit, self._opened)
        if role == WITHIN_ROLE:
            return self._rows is not None
        sets = {EXPANDED_ROLE: self._expanded, EXPLAINED_ROLE: self._explained, NEW_ROLE: self._new}
        return hit.passage.id in sets[role] if role in sets else None

    def _weaker_begin_at(self, row: int) -> bool:
        """Tell whether the weaker matches begin with a row; grouped by brief they stand with the others."""
        hit = self.hit_at(row)
        if self.grouping or hit is None or not hit.weaker:
            return False
        above = self.hit_at(row - 1) if row else None
        return row == 0 or (above is not None and not above.weaker)

    def _key(self, row: int) -> tuple[str, int]:
        if (group := self.group(row)) is not None:
            return "brief", group.document.id
        place = self.place(row)
        hit = self._hits[place] if place >= 0 else None
        return ("passage", hit.passage.id) if hit is not None else ("place", place)

    def row_of_key(self, key: tuple[str, int]) -> int:
        """Return the row that a key now names, or -1. It is found without asking every row for its key, which
        takes too long for ten thousand rows."""
        kind, number = key
        if kind == "brief":
            return self._row_of_brief(number)
        if kind == "passage":
            hits = enumerate(self._hits)
            of_passage = (place for place, hit in hits if hit is not None and hit.passage.id == number)
            place = next(of_passage, None)
            return -1 if place is None else self.row_of_place(place)
        row = self.row_of_place(number if self._rows is None else MISSING)
        return row if row >= 0 and self._key(row) == key else -1

    def _row_of_brief(self, document_id: int) -> int:
        headings = ((row, each) for row, each in enumerate(self._rows or ()) if isinstance(each, Group))
        return next((row for row, group in headings if group.document.id == document_id), -1)

    def row_of_place(self, place: int) -> int:
        """Return the row of a place in the answer or of MISSING; -1 when it is folded away or absent."""
        if self._rows is None:
            return place if 0 <= place < len(self._hits) else -1
        return next((row for row, found in enumerate(self._rows) if found == place), -1)

    def place(self, row: int) -> int:
        """Return the place in the answer, from 0, of a row's result. For a heading and for the row that
        stands for all unread results, return the first place still to be read."""
        found = row if self._rows is None else self._rows[row]
        return found if isinstance(found, int) and found != MISSING else self.first_missing()

    def group(self, row: int) -> Group | None:
        found = self._rows[row] if self._rows is not None else None
        return found if isinstance(found, Group) else None

    def hit_at(self, row: int) -> Hit | None:
        """Return the result of a row; None for a heading and for a result still to be read."""
        if self._rows is None:
            return self._hits[row]
        found = self._rows[row]
        return self._hits[found] if isinstance(found, int) and found != MISSING else None

    def hit(self, row: int) -> Hit:
        """Return the result of a row that has one."""
        found = self.hit_at(row)
        assert found is not None
        return found

    def hits(self) -> list[Hit]:
        """Return the results read so far, in the answer's order."""
        return [hit for hit in self._hits if hit is not None]

    @property
    def total(self) -> int:
        """The number of results of the answer, including those still to be read."""
        return len(self._hits)

    def first_missing(self, start: int = 0, end: int | None = None) -> int:
        """Return the first place from ``start`` up to ``end`` that is still to be read; -1 for none."""
        last = len(self._hits) if end is None else min(end, len(self._hits))
        return next((place for place in range(start, last) if self._hits[place] is None), -1)

    def row_of(self, passage_id: int) -> int:
        """Return the row of a passage, or of the result that represents it from another document; -1 for
        none."""
        rows = range(self.rowCount())
        shown = ((row, self.hit_at(row)) for row in rows)
        return next((row for row, hit in shown if hit is not None and _represents(hit, passage_id)), -1)

    # --- answers ---

    def show(self, hits: Sequence[Hit], expanded: frozenset[int] = frozenset(), total: int = 0) -> None:
        """Show a new answer. ``expanded``: the passages shown in full. ``total``: the number of results of
        the answer, of which ``hits`` are the first; 0 when there are no others."""
        self.beginResetModel()
        self._hits = [*hits, *[None] * (total - len(hits))]
        self._expanded = set(expanded)
        self._explained, self._collapsed = set(), set()
        self._new = frozenset()
        if self._rows is not None:
            self._rows = grouped(self._hits, self._collapsed)
        self.endResetModel()

    def put(self, start: int, hits: Sequence[Hit], total: int) -> None:
        """Insert results that were read, from a place of the answer on; the answer may have become longer or
        shorter."""
        if self._rows is None and total == len(self._hits):
            self._hits[start : start + len(hits)] = hits
            if hits:
                self.dataChanged.emit(self.index(start), self.index(start + len(hits) - 1))
            return
        kept: list[Hit | None] = [*self._hits[:start], *hits, *self._hits[start + len(hits) :]]
        self._rearrange([*kept, *[None] * (total - len(kept))][:total], grouping=self._rows is not None)

    def better(self, hits: Sequence[Hit], total: int) -> bool:
        """Replace the hits by these if they are the same passages in the same order; tell whether they were.
        ``total`` is the number of results of the answer."""
        shown = self._hits[: len(hits)]
        if [hit.passage.id for hit in shown if hit is not None] != [hit.passage.id for hit in hits]:
            return False
        if total == len(self._hits) == len(hits) and not self.grouping:
            self.put(0, hits, total)
        else:
            self._rearrange([*hits, *[None] * (total - len(hits))], grouping=self.grouping)
        return True

    def show_new(self, passages: frozenset[int]) -> None:
        """Mark the passages that were not among the results when this search was last looked at."""
        self._new = passages
        if self.rowCount():
            self.dataChanged.emit(self.index(0), self.index(self.rowCount() - 1))

    # --- grouping ---

    @property
    def grouping(self) -> bool:
        return self._rows is not None

    def set_grouping(self, on: bool) -> None:
        """Group the results by brief, or show them in the answer's own order."""
        if on != self.grouping:
            self._rearrange(self._hits, grouping=on)

    def collapse(self, row: int, collapsed: bool) -> None:
        """Fold the passages under a heading away, or show them."""
        if (group := self.group(row)) is not None and group.collapsed != collapsed:
            self.fold((group.document.id,), collapsed)

    def fold(self, documents: Collection[int], collapsed: bool) -> None:
        """Fold the passages of documents away, or show them."""
        change = self._collapsed.update if collapsed else self._collapsed.difference_update
        change(documents)
        self._rearrange(self._hits, grouping=self.grouping)

    def _rearrange(self, hits: list[Hit | None], *, grouping: bool) -> None:
        """Rearrange the rows of the same answer; the selection is kept where its row is still shown."""
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        keys = [self._key(index.row()) for index in before]
        self._hits = hits
        self._rows = grouped(hits, self._collapsed) if grouping else None
        found = [self.row_of_key(key) for key in keys]
        now = [row if row >= 0 else self._fallback_row(key) for row, key in zip(found, keys, strict=True)]
        self.changePersistentIndexList(before, [self.index(row) for row in now])
        self.layoutChanged.emit()

    def _fallback_row(self, key: tuple[str, int]) -> int:
        """Return the row to select when the row of a key is gone, or -1: the result at its place has been
        read since, or all unread results now share one row."""
        kind, number = key
        if kind != "place":
            return -1
        last = self.rowCount() - 1
        return last if self.grouping else min(number, last)

    # --- the state of rows ---

    @property
    def expanded(self) -> frozenset[int]:
        """The passages that are shown in full."""
        return frozenset(self._expanded)

    def set_verdict(self, row: int, verdict: Verdict | None) -> None:
        self._hits[self.place(row)] = replace(self.hit(row), verdict=verdict)
        self._row_changed(row)

    def set_opened(self, passage_id: int) -> None:
        before, self._opened = self.row_of(self._opened), passage_id
        for row in (before, self.row_of(passage_id)):
            if row >= 0:
                self._row_changed(row)

    def set_expanded(self, row: int, expanded: bool) -> None:
        self._set_flag(self._expanded, row, expanded)

    def set_explained(self, row: int, explained: bool) -> None:
        self._set_flag(self._explained, row, explained)

    def _set_flag(self, among: set[int], row: int, on: bool) -> None:
        change = among.add if on else among.discard
        change(self.hit(row).passage.id)
        self._row_changed(row)

    def _row_changed(self, row: int) -> None:
        index = self.index(row)
        self.dataChanged.emit(index, index)


def _group_data(group: Group, role: int) -> Any:
    if role == Qt.ItemDataRole.DisplayRole:
        return wording.title(group.document)
    if role == Qt.ItemDataRole.AccessibleTextRole:
        return result_texts.group_sentence(group.document, group.passages, collapsed=group.collapsed)
    return None


def _missing_data(role: int) -> Any:
    spoken = Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole
    return tr("This result is being read.") if role in spoken else None


def _represents(hit: Hit, passage_id: int) -> bool:
    others = (*hit.versions, *hit.copies)
    return hit.passage.id == passage_id or any(other.passage_id == passage_id for other in others)
