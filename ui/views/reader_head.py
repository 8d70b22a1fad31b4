"""The band above a document's pages: what is open, where in it one is, and the tools of the reader."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from briefbank.models import Document
from ui import words
from ui.widgets.controls import ElidedLabel, IconButton, label


class ReaderHead(QFrame):
    """Labels and buttons; the reader says what they do."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("readerHead")
        self.title = ElidedLabel()
        font = self.title.font()
        font.setBold(True)
        self.title.setFont(font)
        self.origin = ElidedLabel()
        self.origin.setProperty("role", "muted")
        self.place = label("")
        self.zoom = label("", role="muted")
        self.zoom.setMinimumWidth(self.zoom.fontMetrics().horizontalAdvance("400 %") + 4)
        self.previous_hit = IconButton("previous", "Previous result", "Previous result (Shift+F4)")
        self.next_hit = IconButton("next", "Next result", "Next result (F4)")
        self.smaller = IconButton("zoom-out", "Smaller", "Smaller (Ctrl+Minus)")
        self.larger = IconButton("zoom-in", "Larger", "Larger (Ctrl+Plus)")
        self.fit = IconButton("fit-width", "Fit to the width", "Fit to the width (Ctrl+0)")
        self.correct = IconButton("correct", "Correct the caption", "Correct the caption (F2)")
        self.outside = IconButton(
            "open-outside", "Open in the system's viewer", "Open in the system's viewer"
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
        second.addWidget(self.place, 1)
        second.addWidget(self.previous_hit)
        second.addWidget(self.next_hit)
        second.addSpacing(10)
        for control in (self.smaller, self.zoom, self.larger, self.fit):
            second.addWidget(control)
        rows.addLayout(first)
        rows.addWidget(self.origin)
        rows.addLayout(second)

    def show_document(self, document: Document) -> None:
        self.show_caption(document)
        self.place.setText("Opening …")

    def show_caption(self, document: Document) -> None:
        """Whatever page is shown: the caption may have been corrected."""
        self.title.set_whole(words.title(document))
        when = words.day(document.filed)
        when = when[0].upper() + when[1:]
        self.origin.set_whole("  ·  ".join(part for part in (when, words.origin(document)) if part))

    def show_zoom(self, zoom: float) -> None:
        self.zoom.setText(f"{zoom * 100:.0f} %")
