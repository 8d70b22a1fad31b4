"""The keyboard shortcuts on one page, by the place where they count."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from ui.i18n.translate import tr
from ui.kit.controls import label
from ui.kit.page_parts import scroll_area
from ui.kit.reading_dialog import ReadingDialog
from ui.window.shortcuts import Shortcuts

LEAST, SIZE = QSize(460, 320), QSize(720, 680)


class KeyboardHelp(ReadingDialog):
    """A modeless dialog, so that one can try the keys while reading."""

    def __init__(self, lists: Sequence[Shortcuts], parent: QWidget | None = None) -> None:
        super().__init__(tr("Keyboard shortcuts"), LEAST, SIZE, parent)
        inside = QWidget()
        inside.setObjectName("findings")
        inside.setAccessibleName(tr("Keyboard shortcuts"))
        column = QVBoxLayout(inside)
        column.setContentsMargins(8, 6, 12, 8)
        column.setSpacing(8)
        column.addWidget(label(tr("Everything in BriefBank can be done by keyboard."), wrap=True))
        for heading, rows in lists:
            column.addSpacing(8)
            column.addWidget(label(heading, scale=1.1, bold=True))
            column.addLayout(_grid(rows))
        column.addStretch(1)
        area = scroll_area(inside)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setAccessibleName(tr("Keyboard shortcuts"))
        self.column.addWidget(area, 1)
        self.end()


def _grid(rows: Sequence[tuple[str, str]]) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(16)
    grid.setVerticalSpacing(6)
    for column, share in ((0, 2), (1, 5)):
        grid.setColumnStretch(column, share)
    for row, (keys, what) in enumerate(rows):
        grid.addWidget(label(keys, bold=True, wrap=True), row, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(label(what, wrap=True), row, 1, Qt.AlignmentFlag.AlignTop)
    return grid
