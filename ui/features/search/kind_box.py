"""The choice of the kind of document in the head of the search page; several kinds come from the panel."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker

from briefbank.domain.caption_fields import Kind
from ui.i18n.translate import tr
from ui.kit.controls import ChoiceBox
from ui.shared import wording


class KindBox(ChoiceBox):
    """One kind, any kind, or several while the filters hold several."""

    def __init__(self) -> None:
        super().__init__()
        self._several: frozenset[Kind] = frozenset()
        self.setAccessibleName(tr("Kind of document"))
        self.addItem(tr("Any kind"), None)
        for kind in Kind:
            self.addItem(wording.KIND_CHOICES[kind], kind)
        self.setMinimumContentsLength(11)

    def kinds(self) -> frozenset[Kind]:
        """Return the kinds; empty for any."""
        if self.currentIndex() == len(Kind) + 1:
            return self._several
        kind = self.currentData()
        return frozenset({Kind(kind)} if kind else ())

    def show_kinds(self, kinds: frozenset[Kind]) -> None:
        """Show kinds without emitting a signal."""
        with QSignalBlocker(self):
            self.removeItem(len(Kind) + 1)
            self._several = kinds
            if len(kinds) > 1:
                self.addItem(tr("{number} kinds").format(number=len(kinds)), "several")
                self.setCurrentIndex(len(Kind) + 1)
            else:
                self.setCurrentIndex(max(0, self.findData(next(iter(kinds), None))))
