"""The filters that are set as a row of removable chips; hidden while there are none."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QFrame, QSizePolicy, QVBoxLayout, QWidget

from briefbank.domain.searches import Filters
from ui.features.search.chips import Chip, ChipStyle
from ui.features.search.interpretation import ChipRow
from ui.i18n.translate import tr

Named = tuple[str, str, Filters]  # The filter's kind, its value, and the filters without it


class FilterChips(QFrame):
    """The chips above the results. Arrow keys move from chip to chip, Delete removes one."""

    chosen = Signal(object)  # The Filters that remain

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notes")
        self.row = _Row(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 6, 12, 6)
        column.addWidget(self.row)
        self.hide()

    def show_filters(self, filters: Sequence[Named]) -> None:
        chips = []
        for kind, text, remaining in filters:
            look = ChipStyle(kind, every=True, filled=True)
            chip = Chip(look, text, lead=True, removable=True, parent=self.row)
            chip.clicked.connect(partial(self.chosen.emit, remaining))
            chips.append(chip)
        self.row.show_chips(chips)
        self.row.updateGeometry()
        self.setVisible(bool(chips))


class _Row(ChipRow):
    """A row of chips that a layout can ask for its height."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Filters that are set"))
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def sizeHint(self) -> QSize:
        return QSize(200, self.heightForWidth(max(200, self.width())))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())
