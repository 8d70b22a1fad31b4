"""The model of the list of files being added and of those added before. It changes in few steps."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
)

from briefbank.domain.ingest import FileOutcome, FileProgress
from briefbank.text.characters import escape_hidden
from ui.features.intake.file_rows import FileFilterChoice, FileRow, LineRow, Row
from ui.features.intake.file_states import FileBook, Key
from ui.kit.directions import plain_tip

ROW_ROLE = Qt.ItemDataRole.UserRole + 1
SHOW_MS = 150  # The interval between two changes of the list
AnyIndex = QModelIndex | QPersistentModelIndex


class IntakeModel(QAbstractListModel):
    """A list model of a FileBook. Events are taken at once, and the list follows a few times a second."""

    about_to_change = Signal()
    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.book = FileBook()
        self._rows: list[Row] = []
        self._dirty = False
        self._throttle = QTimer(self)
        self._throttle.setSingleShot(True)
        self._throttle.setInterval(SHOW_MS)
        self._throttle.timeout.connect(self._show_if_dirty)

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        """Return the flags of a row. Headings and folded lines are read, not chosen."""
        if index.isValid() and isinstance(self._rows[index.row()], LineRow):
            return Qt.ItemFlag.ItemIsEnabled
        return super().flags(index)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        if isinstance(row, LineRow):
            shown = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
            return row.text if role in shown else None
        if role == Qt.ItemDataRole.DisplayRole:
            return row.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.sentence
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return row.keys
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(escape_hidden(str(row.path)))
        return None

    def files(self) -> list[FileRow]:
        """Return the files that are listed, without the lines between them."""
        return [row for row in self._rows if isinstance(row, FileRow)]

    def place_of(self, path: Path) -> int:
        """Return the number of a file's row, or -1 when it is not listed."""
        places = (n for n, row in enumerate(self._rows) if isinstance(row, FileRow) and row.path == path)
        return next(places, -1)

    def group_of(self, row: FileRow) -> LineRow | None:
        """Return the heading above a file, where files stand by the reason for their refusal."""
        reason = row.outcome.reason if row.outcome else ""
        headings = (row for row in self._rows if isinstance(row, LineRow) and row.heading)
        return next((row for row in headings if reason and row.reason == reason), None)

    def clear(self) -> None:
        shown, self.book = self.book.shown, FileBook()
        self.book.shown = shown
        self._show_soon()

    def clear_refused(self) -> None:
        """Take the refused files off the list."""
        self.book.clear_refused()
        self._show_soon()

    def forget_document(self, document_id: int) -> list[Path]:
        """Take the files of a removed document off the list; return their paths."""
        gone = self.book.forget_document(document_id)
        self._show_soon()
        return gone

    def list_only(self, shown: FileFilterChoice) -> None:
        """Set which files are listed, at once."""
        self.book.shown = shown
        self._dirty = True
        self._show_if_dirty()

    def show_history(self, outcomes: Sequence[FileOutcome], missing: Container[Path]) -> None:
        """Show files that ended earlier; ``missing`` are those that are no longer where they were."""
        self.book.set_history(outcomes, missing)
        self._show_soon()

    def move(self, events: Iterable[FileProgress]) -> None:
        """Take over the newest event of each of some files."""
        self.book.update(events)
        self._show_soon()

    # --- following the book ---

    def _show_soon(self) -> None:
        self._dirty = True
        if not self._throttle.isActive():
            self._show_if_dirty()

    def _show_if_dirty(self) -> None:
        if self._dirty:
            self._dirty = False
            self._show()
            self._throttle.start()

    def _show(self) -> None:
        """Change to the present rows by removing, inserting and changing runs of them."""
        self.about_to_change.emit()
        new_rows = self.book.rows({row.key: row for row in self._rows})
        self._remove({row.key for row in new_rows})
        self._insert(new_rows)
        for first, last in _runs(n for n, row in enumerate(new_rows) if row is not self._rows[n]):
            self._rows[first : last + 1] = new_rows[first : last + 1]
            self.dataChanged.emit(self.index(first), self.index(last))
        self.changed.emit()

    def _remove(self, kept_keys: set[Key]) -> None:
        gone = list(_runs(n for n, row in enumerate(self._rows) if row.key not in kept_keys))
        for first, last in reversed(gone):
            self.beginRemoveRows(QModelIndex(), first, last)
            del self._rows[first : last + 1]
            self.endRemoveRows()

    def _insert(self, new_rows: list[Row]) -> None:
        here = {row.key for row in self._rows}
        for first, last in _runs(n for n, row in enumerate(new_rows) if row.key not in here):
            self.beginInsertRows(QModelIndex(), first, last)
            self._rows[first:first] = new_rows[first : last + 1]
            self.endInsertRows()


def _runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Group ascending numbers into runs of neighbours, first and last of each."""
    first = last = -1
    for number in numbers:
        if first >= 0 and number != last + 1:
            yield first, last
            first = -1
        first, last = (number if first < 0 else first), number
    if first >= 0:
        yield first, last
