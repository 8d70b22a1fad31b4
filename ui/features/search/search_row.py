"""The first row of the search page: back, the box, the order.

It is separate from the rest of the page so that the window shown while the library is being opened has the
same row in the same place.
"""

from __future__ import annotations

from PySide6.QtCore import QMargins
from PySide6.QtWidgets import QHBoxLayout

from briefbank.domain.searches import Order
from ui.features.search.fields import SearchField
from ui.i18n.translate import tr
from ui.kit.controls import IconButton, SegmentedControl

AROUND = QMargins(18, 14, 18, 12)  # The margins of the head of the page, in logical pixels


class SearchRow(QHBoxLayout):
    """A row whose parts belong to the widget that takes it into its layout."""

    def __init__(self, field: SearchField) -> None:
        super().__init__()
        self.field = field
        self.order = SegmentedControl(
            tr("Order"),
            [
                (Order.NEWEST, tr("Newest first"), tr("The newest of the relevant passages first")),
                (Order.BEST, tr("Best match"), tr("The closest match first, whatever its date")),
            ],
        )
        self.back = IconButton(
            "back", tr("Back to the search before"), tr("Back to the search before (Alt+Left)")
        )
        self.back.setEnabled(False)
        self.setSpacing(12)
        self.addWidget(self.back)
        self.addWidget(field, 1)
        self.addWidget(self.order)
