"""The pages of the open document as thumbnails with their numbers; those with results have a bookmark."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from ui.features.reader.following_list import FollowingList, Index
from ui.features.reader.page_painting import PAPER, upright
from ui.features.reader.thumbnail_store import ThumbnailStore
from ui.i18n.translate import tr
from ui.kit.directions import plain_tip
from ui.kit.focus_frame import paint_focus
from ui.shared import wording
from ui.style.icons import pixmap
from ui.style.theme import colours

BOX = QSize(128, 166)  # The logical pixels into which a thumbnail is fitted: a Letter page fills them
AROUND, BELOW = 8, 24
SETTLE_MS = 60  # The pause after scrolling before thumbnails are drawn, so that pages scrolled past never are


class PagesModel(QAbstractListModel):
    """A list model with a row for each page, read as one phrase."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.labels: list[str] = []
        self.marked: frozenset[int] = frozenset()

    def show_labels(self, labels: Sequence[str]) -> None:
        self.beginResetModel()
        self.labels, self.marked = list(labels), frozenset()
        self.endResetModel()

    def mark(self, pages: Collection[int]) -> None:
        self.marked = frozenset(pages)
        if self.labels:
            self.dataChanged.emit(self.index(0), self.index(len(self.labels) - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 (as Qt declares it)
        return 0 if parent.isValid() else len(self.labels)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        page = index.row()
        if role == Qt.ItemDataRole.DisplayRole:
            return self.labels[page] or str(page + 1)
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            where = wording.page_of(self.labels[page], page, len(self.labels))
            phrase = where[0].upper() + where[1:]
            if page in self.marked:
                phrase = tr("{page}. A result stands here.").format(page=phrase)
            return plain_tip(phrase) if role == Qt.ItemDataRole.ToolTipRole else phrase
        return None


class PageDelegate(QStyledItemDelegate):
    """Paints the thumbnails that have arrived, and blank paper for the others."""

    def __init__(self, view: PageList) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self._view.viewport().width(), BOX.height() + 2 * AROUND + BELOW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        c, rect, page = colours(), QRect(option.rect), index.row()
        here = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        if here:
            painter.fillRect(rect, QColor(c.accent_soft))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, QColor(c.hover))
        paper = self._view.paper(page, rect)
        self._paint_paper(painter, page, paper)
        painter.setPen(QPen(QColor(c.edge), 2 if here else 1))  # the accent is the colour of the focus
        painter.drawRect(paper)
        if page in self._view.pages.marked:
            self._paint_sign(painter, paper)
        self._paint_number(painter, rect, index, here)
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus(painter, rect)
        painter.restore()

    def _paint_paper(self, painter: QPainter, page: int, paper: QRectF) -> None:
        painter.fillRect(paper, PAPER)
        picture = self._view.picture(page)
        if picture is not None:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            with upright(painter, paper, self._view.turns) as inside:
                painter.drawImage(inside, picture)

    def _paint_sign(self, painter: QPainter, paper: QRectF) -> None:
        """Paint a bookmark that hangs into the page from above."""
        sign = pixmap("result-here", colours().accent, 20, self._view.devicePixelRatioF())
        painter.drawPixmap(round(paper.right()) - 24, round(paper.top()) - 3, sign)

    def _paint_number(self, painter: QPainter, rect: QRect, index: Index, here: bool) -> None:
        """Paint the printed number, if any, and the position in the file."""
        page, font = index.row(), QFont(self._view.font())
        label = self._view.pages.labels[page]
        if here:
            font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(QColor(colours().text if here else colours().muted))
        line = QRect(rect.x(), rect.bottom() - BELOW - 2, rect.width(), BELOW)
        text = f"{label}  ({page + 1})" if label else f"({page + 1})"
        painter.drawText(line, Qt.AlignmentFlag.AlignCenter, text)


class PageList(FollowingList):
    """Pages as rows; only those in view are drawn."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pageList")
        self.setAccessibleName(tr("Pages as pictures"))
        self.pages = PagesModel(self)
        self.setModel(self.pages)
        self.setUniformItemSizes(True)
        self.setItemDelegate(PageDelegate(self))
        self.setResizeMode(FollowingList.ResizeMode.Adjust)
        self.turns = 0
        self._sizes: list[tuple[float, float]] = []
        self._store: ThumbnailStore | None = None
        self._settle_timer = QTimer(self)
        self._settle_timer.setSingleShot(True)
        self._settle_timer.setInterval(SETTLE_MS)
        self._settle_timer.timeout.connect(self.fetch)
        self.verticalScrollBar().valueChanged.connect(lambda _value: self._settle_timer.start())

    def show_pages(
        self, store: ThumbnailStore, sizes: Sequence[tuple[float, float]], labels: Sequence[str]
    ) -> None:
        """Show another document's pages; the list then owns the store and closes it."""
        self.clear()
        self._store, self._sizes = store, list(sizes)
        store.ready.connect(self._picture_ready)
        self.pages.show_labels(labels)
        self._settle_timer.start()

    def clear(self) -> None:
        if self._store is not None:
            self._store.close()
        self._store, self.turns = None, 0
        self.pages.show_labels(())

    def turn(self, turns: int) -> None:
        """Show the pages turned by a number of quarters."""
        self.turns = turns
        self.viewport().update()

    def picture(self, page: int) -> Any:
        """Return a QImage, or None."""
        return self._store.picture(page) if self._store is not None else None

    def paper(self, page: int, rect: QRect) -> QRectF:
        """Return the rectangle of a page's thumbnail in its row."""
        width, height = self._sizes[page]
        across, down = (height, width) if self.turns % 2 else (width, height)
        scale = min(BOX.width() / across, BOX.height() / down)
        size = QSize(max(1, round(across * scale)), max(1, round(down * scale)))
        left = rect.x() + (rect.width() - size.width()) // 2
        top = rect.y() + AROUND + (BOX.height() - size.height()) // 2
        return QRectF(left, top, size.width(), size.height())

    def _picture_ready(self, page: int) -> None:
        self.update(self.pages.index(page))
        self.fetch()

    def fetch(self) -> None:
        """Request the next thumbnail missing in view. Cheap when there is none."""
        if self._store is None or not self.isVisible() or not self._sizes:
            return
        height = BOX.height() + 2 * AROUND + BELOW
        top = self.verticalScrollBar().value() // height
        bottom = (self.verticalScrollBar().value() + self.viewport().height()) // height
        seen = range(max(0, top), min(bottom + 1, len(self._sizes)))
        ratio = self.devicePixelRatioF()
        scales = [
            min(BOX.width() / max(w, 1), BOX.height() / max(h, 1)) * ratio for w, h in map(self._size, seen)
        ]
        self._store.want(seen, scales)

    def _size(self, page: int) -> tuple[float, float]:
        return self._sizes[page]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._settle_timer.start()
