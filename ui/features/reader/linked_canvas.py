"""Pages whose links show their targets, jump within the document, and only ask when they lead outside it.

For the keyboard, the links of a page are in its menu.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QHelpEvent, QMouseEvent
from PySide6.QtWidgets import QMenu, QToolTip, QWidget

from briefbank.domain.pages import PageLink
from briefbank.text.characters import escape_hidden
from ui.features.reader.link_store import LinkStore
from ui.features.reader.text_canvas import TextCanvas
from ui.i18n.translate import tr
from ui.kit.directions import isolated, tip

STILL = 4  # The pixels that the pointer may move between press and release of a click
SHOWN_LETTERS = 60  # The most characters of an address in the menu; the dialog shows all of it
LISTED = 30  # The most links of a page in its menu
NOTHING_HERE = tr("This link does nothing in BriefBank.")


class LinkedCanvas(TextCanvas):
    """The reader's canvas with links."""

    link_wanted = Signal(object)  # A PageLink that does not lead to a page of the document

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._links: LinkStore | None = None
        self._press_point: QPointF | None = None
        self.drawn.connect(self._want_links)

    def show_links(self, links: LinkStore) -> None:
        """Take the links of the pages shown; the canvas then owns the store and closes it."""
        self._links = links

    def clear(self) -> None:
        if self._links is not None:
            self._links.close()
        self._links = None
        super().clear()

    def follow(self, link: PageLink) -> None:
        """Go to a page of the document, or emit ``link_wanted`` for a link that leads elsewhere."""
        if link.page is not None:
            self.jump(link.page)
        else:
            self.link_wanted.emit(link)

    def _want_links(self, page: int) -> None:
        if self._links is not None:
            self._links.want(page)

    def _link_at(self, point: QPointF) -> PageLink | None:
        if self._links is None or not self._geometry.sizes:
            return None
        return self._links.at(*self._paper_point(point))

    # --- pointer ---

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._press_point = event.position() if event.button() == Qt.MouseButton.LeftButton else None
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if not event.buttons() and self._link_at(event.position()) is not None:
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Follow a link on a click; a drag selects text instead."""
        pressed, self._press_point = self._press_point, None
        super().mouseReleaseEvent(event)
        if pressed is None or (event.position() - pressed).manhattanLength() > STILL:
            return
        if event.modifiers() == Qt.KeyboardModifier.NoModifier and (link := self._link_at(pressed)):
            self.follow(link)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            self._show_tip(event.pos(), event.globalPos())
            return True
        return super().viewportEvent(event)

    def _show_tip(self, point: QPoint, on_screen: QPoint) -> None:
        link = self._link_at(QPointF(point))
        if link is None:
            QToolTip.hideText()
        else:
            QToolTip.showText(on_screen, tip(described(link)), self.viewport())

    # --- menu ---

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.menu()
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        menu.popup(self._menu_place() if by_key else event.globalPos()) if menu.actions() else menu.close()

    def _menu_place(self) -> QPoint:
        return self.viewport().mapToGlobal(
            QPoint(self.viewport().width() // 3, self.viewport().height() // 3)
        )

    def menu(self) -> QMenu:
        """Return the menu with the actions on the selected text and the page's links."""
        menu = super().menu() if not self.selector.is_empty else _empty_menu(self)
        links = self._links.on_page(self.page) if self._links is not None else []
        if links:
            if menu.actions():
                menu.addSeparator()
            menu.addSection(tr("Links on this page"))
        for link in links[:LISTED]:
            words = described(link)
            shown = words if len(words) <= SHOWN_LETTERS else f"{words[: SHOWN_LETTERS - 1]}…"
            menu.addAction(shown.replace("&", "&&"), partial(self.follow, link))
        return menu


def described(link: PageLink) -> str:
    """Return the target of a link in one line."""
    if link.page is not None:
        return tr("To file page {number}").format(number=link.page + 1)
    return isolated(escape_hidden(link.address)) if link.address else NOTHING_HERE


def _empty_menu(parent: QWidget) -> QMenu:
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return menu
