"""The band above a document's pages: the document, the position in it, and the tools of the reader."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from briefbank.domain.documents import Document
from ui.features.reader.place_field import PlaceField
from ui.features.reader.zoom_button import ZoomButton
from ui.i18n.translate import tr
from ui.kit.controls import ElidedLabel, IconButton
from ui.kit.directions import isolated
from ui.shared import wording


class ReaderHead(QFrame):
    """Labels and buttons; the view and its controllers connect them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("readerHead")
        self.title = ElidedLabel(lines=2)
        font = self.title.font()
        font.setBold(True)
        self.title.setFont(font)
        self.origin = ElidedLabel()
        self.origin.setProperty("role", "muted")
        self.place, self.zoom = PlaceField(), ZoomButton()
        self.side = IconButton(
            "side-panel", tr("Outline and page pictures"), tr("Outline and page pictures (F9)")
        )
        self.side.setCheckable(True)
        self.previous_hit = IconButton("previous", tr("Previous result"), tr("Previous result (Shift+F4)"))
        self.next_hit = IconButton("next", tr("Next result"), tr("Next result (F4)"))
        self.smaller = IconButton("zoom-out", tr("Smaller"), tr("Smaller (Ctrl+Minus)"))
        self.larger = IconButton("zoom-in", tr("Larger"), tr("Larger (Ctrl+Plus)"))
        self.fit = IconButton("fit-width", tr("Fit to the width"), tr("Fit to the width (Ctrl+0)"))
        self.turn = IconButton("turn", tr("Turn clockwise"), tr("Turn clockwise (Ctrl+])"))
        self.correct = IconButton("correct", tr("Correct the caption"), tr("Correct the caption (F2)"))
        self.outside = IconButton(
            "open-outside",
            tr("Open in the system’s viewer"),
            tr("Open in the system’s viewer, at this page (Ctrl+E)"),
        )
        self._lay_out()

    def _lay_out(self) -> None:
        rows = QVBoxLayout(self)
        rows.setContentsMargins(18, 8, 10, 6)
        rows.setSpacing(1)
        first, second = QHBoxLayout(), QHBoxLayout()
        first.addWidget(self.title, 1)
        first.addWidget(self.correct)
        first.addWidget(self.outside)
        second.setSpacing(2)
        second.addWidget(self.side)
        second.addWidget(self.place, 1)
        second.addWidget(self.previous_hit)
        second.addWidget(self.next_hit)
        second.addSpacing(8)
        for control in (self.smaller, self.zoom, self.larger, self.fit, self.turn):
            second.addWidget(control)
        rows.addLayout(first)
        rows.addWidget(self.origin)
        rows.addLayout(second)

    def show_document(self, document: Document) -> None:
        self.show_caption(document)
        self.place.setText(tr("Opening …"))

    def show_caption(self, document: Document) -> None:
        """Show the caption, which may have been corrected, and leave the page position as it is."""
        self.title.set_whole(wording.title(document))
        when = wording.day(document.filed)
        when = when[0].upper() + when[1:]
        parts = when, document.docket, document.court  # the court last: it is long and may be elided
        self.origin.set_whole("  ·  ".join(isolated(part) for part in parts if part))
