"""The first row of the search page: back, the box, the order.

It stands apart from the rest of the page so that the window that is there while the library is being opened
has the very same one, in the same place.
"""

from __future__ import annotations

from PySide6.QtCore import QMargins
from PySide6.QtWidgets import QHBoxLayout

from briefbank.models import Order
from ui.tongue import tr
from ui.widgets.controls import IconButton, Segmented
from ui.widgets.search_fields import SearchField

AROUND = QMargins(18, 14, 18, 12)
"""Free around what stands in the head of the page, in logical pixels."""


class SearchRow(QHBoxLayout):
    """Its parts belong to whichever widget takes the row into its layout."""

    def __init__(self, field: SearchField) -> None:
        super().__init__()
        self.field = field
        self.order = Segmented(
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
