"""The panel beside a document's pages: its outline, or its pages as thumbnails."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QStackedWidget, QVBoxLayout, QWidget

from briefbank.domain.pages import OutlineEntry
from ui.features.reader.outline_list import OutlineList
from ui.features.reader.page_list import PageList
from ui.i18n.translate import tr
from ui.kit.controls import SegmentedControl, label

OUTLINE, PAGES = "outline", "pages"
NARROWEST = 176  # The least width in pixels at which thumbnails are still of use
NO_OUTLINE = tr("No headings were found in this document. Its pages are under “Pages”.")


class ReaderSide(QFrame):
    """Two lists, one of them shown; the reader goes to what is chosen in them."""

    outline_wanted = Signal()  # The outline is shown now and may have to be fetched
    left = Signal()  # The pages should get the focus

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("readerSide")
        self.setMinimumWidth(NARROWEST)
        choices = ((OUTLINE, tr("Outline"), tr("The headings of this document")),)
        pages = ((PAGES, tr("Pages"), tr("The pages of this document as small pictures")),)
        self.switch = SegmentedControl(tr("Beside the pages"), (*choices, *pages))
        self.outline, self.pages = OutlineList(), PageList()
        self.none = label(NO_OUTLINE, role="muted", wrap=True)
        self.none.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.none.setContentsMargins(14, 8, 12, 8)
        self._stack = QStackedWidget()
        for part in (self.none, self.outline, self.pages):
            self._stack.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.switch, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self._stack, 1)
        self.switch.changed.connect(lambda _value: self._show_chosen())
        for part in (self.outline, self.pages):
            part.left.connect(self.left)
        self._show_chosen()

    def event(self, event: QEvent) -> bool:
        """Keep enough width for the switch at any text size."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.setMinimumWidth(max(NARROWEST, self.switch.minimumSizeHint().width()))
        return super().event(event)

    @property
    def shown(self) -> str:
        """The list shown: OUTLINE or PAGES."""
        return str(self.switch.value)

    def choose(self, part: str) -> None:
        """Show one of the two lists; any other value changes nothing."""
        if part in self.switch.values:
            self.switch.choose(part)

    def take_focus(self) -> None:
        """Focus the list that is shown, or the switch until the list has rows."""
        shown = self._stack.currentWidget()
        target = shown if isinstance(shown, OutlineList | PageList) else self.switch.button(self.shown)
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_outline(self, entries: Sequence[OutlineEntry], page: int) -> None:
        """Show the headings of the open document and mark that of the page in view."""
        waiting = self._stack.currentWidget() is self.none and self.switch.button(OUTLINE).hasFocus()
        self.outline.show_entries(entries)
        self._show_chosen()
        self.outline.follow_page(page)
        if waiting:
            self.take_focus()

    def show_page(self, page: int) -> None:
        """Follow the page that is now in view."""
        self.outline.follow_page(page)
        self.pages.follow(page)

    def mark_pages(self, pages: Collection[int]) -> None:
        """Mark the pages that have search results."""
        self.pages.pages.mark(pages)

    def clear(self) -> None:
        self.outline.show_entries(())
        self.pages.clear()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_chosen()

    def _show_chosen(self) -> None:
        if self.shown == PAGES:
            self._stack.setCurrentWidget(self.pages)
            self.pages.fetch()
            return
        empty = not self.outline.outline.rowCount()
        self._stack.setCurrentWidget(self.none if empty else self.outline)
        if self.isVisible():
            self.outline_wanted.emit()
