"""A part of a page: a heading, a remark, a list of which the first rows are shown, and a link to all."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout

from ui.i18n.translate import tr
from ui.kit.controls import label, link_button
from ui.shared.row_list import RowList
from ui.shared.row_model import Row


class RowSection(QFrame):
    """A section that is hidden while it has no rows."""

    def __init__(self, title: str, *, first: int = 6) -> None:
        """Show ``first`` rows until somebody asks for all."""
        super().__init__()
        self.setObjectName("panel")
        self._first = first
        self._rows: list[Row] = []
        self.list = RowList(title, fitted=True)
        self.remark = label("", role="muted")
        self.more = link_button("")
        self.more.clicked.connect(self._show_all)
        self._lay_out(title)
        self.hide()

    def _lay_out(self, title: str) -> None:
        self._column, head = QVBoxLayout(self), QHBoxLayout()
        self._column.setContentsMargins(6, 14, 6, 8)
        self._column.setSpacing(6)
        head.setContentsMargins(14, 0, 14, 0)
        heading = label(title, scale=1.15, bold=True)
        heading.setBuddy(self.list)
        head.addWidget(heading)
        head.addStretch(1)
        head.addWidget(self.remark)
        self._column.addLayout(head)
        self._column.addWidget(self.list)
        self._column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)

    def add_buttons(self, *buttons: QPushButton) -> None:
        """Add buttons below the rows."""
        row = QHBoxLayout()
        row.setContentsMargins(14, 4, 14, 6)
        row.setSpacing(10)
        for button in buttons:
            row.addWidget(button)
        row.addStretch(1)
        self._column.addLayout(row)

    def show_rows(self, rows: Sequence[Row], remark: str = "") -> None:
        """Show the first of these rows; none hides the section."""
        self._rows = list(rows)
        self.list.show_rows(self._rows[: self._first])
        self.remark.setText(remark)
        self.more.setText(tr("Show all {len:,}").format(len=len(rows)))
        self.more.setAccessibleName(
            tr("Show all {len:,}: {accessibleName}").format(
                len=len(rows), accessibleName=self.list.accessibleName()
            )
        )
        self.more.setVisible(len(rows) > self._first)
        self.setVisible(bool(rows))

    def _show_all(self) -> None:
        """Show all rows, and give the keyboard to the first that was not shown before."""
        shown = self._first
        self.list.show_rows(self._rows)
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        self.list.choose(shown)
        self.more.hide()
