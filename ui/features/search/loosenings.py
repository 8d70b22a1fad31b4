"""The results that a wider search would find, as links: "without “plain error”: 14 passages"."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from briefbank.domain.searches import WiderQuery
from ui.i18n.translate import tr, translate_core
from ui.kit.controls import ElidedLink, label
from ui.kit.page_parts import clear_layout
from ui.shared import wording


class LooseningList(QFrame):
    """A heading and the links; hidden while there are none."""

    chosen = Signal(object)  # A Loosening

    def __init__(self, parent: QWidget | None = None, *, framed: bool = False) -> None:
        """``framed``: below a list of results; otherwise in the middle of an empty pane."""
        super().__init__(parent)
        self._framed = framed
        self.links: list[ElidedLink] = []
        if framed:
            self.setObjectName("wider")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(*((12, 8, 12, 8) if framed else (0, 8, 0, 0)))
        self._column.setSpacing(2)
        self.hide()

    def show_loosenings(self, loosenings: Sequence[WiderQuery]) -> None:
        clear_layout(self._column)
        self.links = [self._link(loosening) for loosening in loosenings]
        if self.links:
            heading = label(tr("A wider search finds"), role="muted")
            heading.setContentsMargins(7, 0, 0, 0)
            if not self._framed:
                heading.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            self._column.addWidget(heading)
        for link in self.links:
            self._column.addWidget(link)
        self.setVisible(bool(self.links))

    def _link(self, loosening: WiderQuery) -> ElidedLink:
        count = wording.count(loosening.total, tr("passage"), tr("passages"))
        link = ElidedLink(f"{translate_core(loosening.text)}: {count}", left=self._framed)
        link.clicked.connect(partial(self.chosen.emit, loosening))
        return link
