"""The results of one search as a list model: a row is a Hit, a result still to be read, or a line that folds
others away.

A long answer brings only its first results at once. The others have rows from the beginning, so that the
list's scroll bar is right, and are filled in as they are read. The results may be grouped by brief.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from briefbank.domain.searches import Hit, SearchAnswer, Verdict
from briefbank.text.messages import NO_MESSAGE
from ui.features.search import result_texts
from ui.features.search.grouping import BriefKey, Group, Line, Rows, TierLine, arranged, few_are_close
from ui.i18n.translate import tr
from ui.kit.tall_list import KEY_ROLE
from ui.shared import wording

HIT_ROLE = Qt.ItemDataRole.UserRole + 1
EXPANDED_ROLE = Qt.ItemDataRole.UserRole + 2
OPENED_ROLE = Qt.ItemDataRole.UserRole + 3
GROUP_ROLE = Qt.ItemDataRole.UserRole + 4  # The Line of a row that is one; None for every other row
EXPLAINED_ROLE = Qt.ItemDataRole.UserRole + 6  # Whether the reasons for the result are shown
WITHIN_ROLE = Qt.ItemDataRole.UserRole + 7
"""Whether the passage stands under the line beneath the first one of its brief."""
NEW_ROLE = Qt.ItemDataRole.UserRole + 8
"""Whether the passage was not among the results when this search was last looked at."""

AnyIndex = QModelIndex | QPersistentModelIndex
NOTHING = SearchAnswer(NO_MESSAGE, 0.0, 0, ())


class HitModel(QAbstractListModel):
    """Holds the hits in their order, the ones shown in full, and the one open in the reader."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._answer = NOTHING
        """The answer, or the page of it, that was read last."""
        self._hits: list[Hit | None] = []
        self._rows = Rows((), {})
        self._grouping = False
        self._unfolded: set[BriefKey] = set()
        self._less_close_shown: bool | None = None
        """Whether a person showed the less close results, or hid them; None: neither."""
        self._expanded: set[int] = set()
        self._explained: set[int] = set()
        self._new: frozenset[int] = frozenset()
        self._opened = 0

    # --- rows ---

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows.rows)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= self.rowCount():
            return None
        if role == KEY_ROLE:
            return self._key(index.row())
        entry = self._rows.rows[index.row()]
        if not isinstance(entry, int):
            return self._line_data(entry, role)
        hit = self._hits[entry]
        if hit is None:
            return _missing_data(role)
        if role == WITHIN_ROLE:
            return entry in self._rows.lines
        return self._hit_data(hit, role)

    def _hit_data(self, hit: Hit, role: int) -> Any:
        if role == HIT_ROLE:
            return hit
        if role == Qt.ItemDataRole.DisplayRole:
            return wording.title(hit.document)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return result_texts.row_sentence(hit)
        if role == OPENED_ROLE:
            return _represents(hit, self._opened)
        sets = {EXPANDED_ROLE: self._expanded, EXPLAINED_ROLE: self._explained, NEW_ROLE: self._new}
        return hit.passage.id in sets[role] if role in sets else None

    def _line_data(self, line: Line, role: int) -> Any:
        if role == GROUP_ROLE:
            return line
        if role == Qt.ItemDataRole.DisplayRole:
            return result_texts.line_text(line, new=self._folds_new(line))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return result_texts.line_sentence(line, new=self._folds_new(line))
        return None

    def _folds_new(self, line: Line) -> bool:
        """Tell whether a new passage is folded away, of those read so far."""
        if not self._new or not line.collapsed:
            return False
        folded = (self._hits[index] for index, above in self._rows.lines.items() if above is line)
        return any(hit is not None and hit.passage.id in self._new for hit in folded)

    def _key(self, row: int) -> tuple[str, int]:
        entry = self._rows.rows[row]
        if not isinstance(entry, int):
            return "brief" if isinstance(entry, Group) else "tier", entry.first
        hit = self._hits[entry]
        return ("passage", hit.passage.id) if hit is not None else ("place", entry)

    def row_of_key(self, key: tuple[str, int]) -> int:
        """Return the row that a key now names, or -1. It is found without asking every row for its key, which
        takes too long for ten thousand rows."""
        kind, number = key
        if kind in ("brief", "tier"):
            row_type = Group if kind == "brief" else TierLine
            lines = ((row, entry) for row, entry in enumerate(self._rows.rows) if isinstance(entry, row_type))
            return next((row for row, line in lines if line.first == number), -1)
        row = self.row_of_place(self._place_of_key(key))
        return row if row >= 0 and self._key(row) == key else -1

    def _place_of_key(self, key: tuple[str, int]) -> int:
        """Return the place in the answer of what a key names, of a line that of its brief's first passage."""
        kind, number = key
        if kind != "passage":
            return number
        read = ((index, hit.passage.id) for index, hit in enumerate(self._hits) if hit is not None)
        return next((index for index, passage_id in read if passage_id == number), -1)

    def row_of_place(self, index: int) -> int:
        """Return the row of a place in the answer; -1 when it is folded away or absent."""
        rows = self._rows.rows
        return rows.index(index) if index in rows else -1

    def _row_showing(self, index: int) -> int:
        """Return the row of a place in the answer, or of the line that folds it away; -1 when it is
        absent."""
        row, lines = self.row_of_place(index), self._rows.lines
        return self._rows.rows.index(lines[index]) if row < 0 and index in lines else row

    def line(self, row: int) -> Line | None:
        """Return the line of a row; None for a result."""
        entry = self._rows.rows[row]
        return None if isinstance(entry, int) else entry

    def hit_at(self, row: int) -> Hit | None:
        """Return the result of a row; None for a line and for a result still to be read."""
        entry = self._rows.rows[row]
        return self._hits[entry] if isinstance(entry, int) else None

    def hit(self, row: int) -> Hit:
        """Return the result of a row that has one."""
        hit = self.hit_at(row)
        assert hit is not None
        return hit

    def hits(self) -> list[Hit]:
        """Return the results read so far, in the answer's order."""
        return [hit for hit in self._hits if hit is not None]

    @property
    def close(self) -> int:
        """The number of close results of the answer."""
        return self._answer.total

    @property
    def total(self) -> int:
        """The number of results of the answer, including those still to be read."""
        return len(self._hits)

    def first_missing(self, start: int = 0, end: int | None = None) -> int:
        """Return the first place still to be read of the rows from ``start`` up to ``end``; -1 for none."""
        places = (entry for entry in self._rows.rows[start:end] if isinstance(entry, int))
        return next((index for index in places if self._hits[index] is None), -1)

    def row_of(self, passage_id: int) -> int:
        """Return the row of a passage, or of the result that represents it from another document; -1 for
        none."""
        return self.row_of_place(self._place_of(passage_id))

    def row_showing(self, passage_id: int) -> int:
        """Return the row of a passage as ``row_of`` does, or of the line that folds it away."""
        return self._row_showing(self._place_of(passage_id))

    def _place_of(self, passage_id: int) -> int:
        read = ((index, hit) for index, hit in enumerate(self._hits) if hit is not None)
        return next((index for index, hit in read if _represents(hit, passage_id)), -1)

    # --- answers ---

    def show(
        self,
        answer: SearchAnswer,
        expanded: frozenset[int] = frozenset(),
        unfolded: frozenset[BriefKey] = frozenset(),
        less_close_shown: bool | None = None,
    ) -> None:
        """Show a new answer. ``expanded``: the passages shown in full. ``unfolded``: the briefs whose further
        passages are shown. ``less_close_shown``: whether a person showed or hid the less close results."""
        self.beginResetModel()
        self._expanded, self._unfolded = set(expanded), set(unfolded)
        self._less_close_shown = less_close_shown
        self._explained, self._new = set(), frozenset()
        self._arrange(_padded(answer.hits, answer.listed), answer)
        self.endResetModel()

    def put(self, start: int, answer: SearchAnswer) -> None:
        """Insert results that were read, from a place of the answer on; the answer may have become longer or
        shorter."""
        end = start + len(answer.hits)
        hits = _padded([*self._hits[:start], *answer.hits, *self._hits[end:]], answer.listed)
        if _arrangement(answer) != _arrangement(self._answer):
            self._rearrange(hits, answer)
            return
        self._hits, self._answer = hits, answer
        rows = [
            row
            for row, entry in enumerate(self._rows.rows)
            if isinstance(entry, int) and start <= entry < end
        ]
        if rows:
            self.dataChanged.emit(self.index(rows[0]), self.index(rows[-1]))

    def better(self, answer: SearchAnswer) -> bool:
        """Replace the hits by those of an answer if they are the same passages in the same order; tell
        whether they were."""
        shown = self._hits[: len(answer.hits)]
        if [hit.passage.id for hit in shown if hit is not None] != [hit.passage.id for hit in answer.hits]:
            return False
        if answer.listed == len(answer.hits):
            self.put(0, answer)
        else:
            self._rearrange(_padded(answer.hits, answer.listed), answer)
        return True

    def show_new(self, passages: frozenset[int]) -> None:
        """Mark the passages that were not among the results when this search was last looked at."""
        self._new = passages
        if self.rowCount():
            self.dataChanged.emit(self.index(0), self.index(self.rowCount() - 1))

    # --- grouping ---

    @property
    def unfolded(self) -> frozenset[BriefKey]:
        """The briefs whose further passages are shown."""
        return frozenset(self._unfolded)

    def set_grouping(self, on: bool) -> None:
        """Group the results by brief, or show them in the answer's own order."""
        if on != self._grouping:
            self._grouping = on
            self._rearrange(self._hits, self._answer)

    @property
    def less_close_shown(self) -> bool | None:
        """Whether a person showed the less close results, or hid them; None: neither."""
        return self._less_close_shown

    def collapse(self, row: int, collapsed: bool) -> None:
        """Fold the passages under a line away, or show them."""
        line = self.line(row)
        if line is None or line.collapsed == collapsed:
            return
        if isinstance(line, TierLine):
            self._less_close_shown = not collapsed
        else:
            change = self._unfolded.discard if collapsed else self._unfolded.add
            change(line.key)
        self._rearrange(self._hits, self._answer)

    def _rearrange(self, hits: list[Hit | None], answer: SearchAnswer) -> None:
        """Rearrange the rows; the selection stays on its result, or goes to the line that folds it away."""
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        keys = [self._key(index.row()) for index in before]
        self._arrange(hits, answer)
        now = [row if (row := self.row_of_key(key)) >= 0 else self._fallback_row(key) for key in keys]
        self.changePersistentIndexList(before, [self.index(row) for row in now])
        self.layoutChanged.emit()

    def _arrange(self, hits: list[Hit | None], answer: SearchAnswer) -> None:
        self._hits, self._answer = hits, answer
        shown = self._less_close_shown
        self._rows = arranged(
            answer,
            grouping=self._grouping,
            unfolded=self._unfolded,
            less_close_shown=few_are_close(answer) if shown is None else shown,
        )

    def _fallback_row(self, key: tuple[str, int]) -> int:
        """Return the row to select when the row of a key is gone, or -1."""
        return self._row_showing(min(self._place_of_key(key), self.total - 1))

    # --- the state of rows ---

    @property
    def expanded(self) -> frozenset[int]:
        """The passages that are shown in full."""
        return frozenset(self._expanded)

    def set_verdict(self, row: int, verdict: Verdict | None) -> None:
        index = self._rows.rows[row]
        assert isinstance(index, int)
        self._hits[index] = replace(self.hit(row), verdict=verdict)
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


def _missing_data(role: int) -> Any:
    spoken = Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole
    return tr("This result is being read.") if role in spoken else None


def _represents(hit: Hit, passage_id: int) -> bool:
    others = (*hit.versions, *hit.copies)
    return hit.passage.id == passage_id or any(other.passage_id == passage_id for other in others)


def _padded(hits: Sequence[Hit | None], total: int) -> list[Hit | None]:
    """Return hits, and None for each result that has not been read yet, up to a number of results."""
    return [*hits, *[None] * (total - len(hits))][:total]


def _arrangement(answer: SearchAnswer) -> tuple[object, ...]:
    """Return what the rows of an answer depend on, whichever of its pages was read."""
    return answer.total, answer.less_close, answer.briefs, answer.total_is_least
