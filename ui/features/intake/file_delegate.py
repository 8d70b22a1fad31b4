"""Paints one row of the list of files: its name, its progress or outcome, and its action."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from briefbank.domain.ingest import FileStatus, NextStep
from ui.features.intake.file_rows import (
    ACTION_WORDS,
    GROUP_WORDS,
    Action,
    FileAction,
    FileRow,
    FileSection,
    LineRow,
    Row,
)
from ui.features.intake.file_states import Key
from ui.features.intake.model import ROW_ROLE
from ui.shared.row_delegate import CHOSEN
from ui.style.icons import pixmap
from ui.style.theme import Colours, colours

AnyIndex = QModelIndex | QPersistentModelIndex
LEFT = 54.0
PAD = 11.0
RIGHT = 20.0
BETWEEN = 20.0  # The space between two links of a line
LINE_OF_LINKS = 6.0  # The space above a line of links
BAR = 4.0
HEIGHTS_KEPT = 4000

LOOKS = {
    FileStatus.ADDED: ("done", "good"),
    FileStatus.ADDED_WITH_GAPS: ("warning", "warn"),
    FileStatus.ALREADY_HERE: ("same", "muted"),
    FileStatus.REFUSED: ("refused", "bad"),
    FileStatus.WAITING: ("waiting", "warn"),
}


class FileRowDelegate(QStyledItemDelegate):
    """A delegate whose rows are as high as their reason needs. Heights are kept, as a layout asks for all of
    them."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view
        self._heights: dict[Key, tuple[Row, int, QSize]] = {}
        self._reasons: dict[tuple[str, int], float] = {}
        self._measure()

    def forget(self) -> None:
        """Measure again after a change of font."""
        self._heights.clear()
        self._reasons.clear()
        self._measure()

    def _measure(self) -> None:
        self._font = self._view.font()
        self._bold = QFont(self._font)
        self._bold.setWeight(QFont.Weight.DemiBold)
        self._line = QFontMetricsF(self._font).height()

    # --- sizes and places ---

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        row, width = index.data(ROW_ROLE), self._view.viewport().width()
        kept = self._heights.get(row.key)
        if kept is not None and kept[0] is row and kept[1] == width:
            return kept[2]
        if len(self._heights) > HEIGHTS_KEPT:
            self._heights.clear()
            self._reasons.clear()
        size = QSize(0, round(self._height(row, width)))
        self._heights[row.key] = (row, width, size)
        return size

    def _height(self, row: Row, width: int) -> float:
        if isinstance(row, LineRow):
            return self._line + (22 if row.heading else 16) + self._links_height(row)
        height = 2 * PAD + 2 * self._line + 3 + self._links_height(row)
        if row.reason:
            height += self._reason_height(row.reason, width) + 2
        elif row.section is FileSection.BUSY:
            height += BAR + 6
        return height

    def _links_height(self, row: Row) -> float:
        """Return the height of a line of links; 0 where the row has none, or one beside its name."""
        return self._line + LINE_OF_LINKS if len(row.links) > 1 or self._is_group(row) else 0.0

    @staticmethod
    def _is_group(row: Row) -> bool:
        return isinstance(row, LineRow) and bool(row.links)

    def _reason_height(self, reason: str, width: int) -> float:
        """Return the height of a reason, kept because thousands of files may end for the same one."""
        kept = self._reasons.get((reason, width))
        if kept is None:
            room = QRectF(0, 0, width - LEFT - RIGHT, 10_000)
            kept = QFontMetricsF(self._font).boundingRect(room, Qt.TextFlag.TextWordWrap, reason).height()
            self._reasons[(reason, width)] = kept
        return kept

    def link_places(self, row: Row, rect: QRect) -> list[tuple[Action, QRect]]:
        """Return the links of a row that is painted at ``rect``, with their places.

        Several stand on a line of their own at the row's foot, one beside the name.
        """
        metrics, height = QFontMetricsF(self._font), round(self._line)
        widths = [round(metrics.horizontalAdvance(_words(row, action))) + 1 for action in row.links]
        if self._links_height(row):
            left, foot = (20.0, 10.0) if isinstance(row, LineRow) else (LEFT, PAD)
            x, y = rect.left() + left, rect.bottom() - foot - height
        else:
            x, y = rect.right() - RIGHT - sum(widths), rect.top() + PAD
        places = []
        for action, width in zip(row.links, widths, strict=True):
            places.append((action, QRect(QPoint(round(x), round(y)), QSize(width, height))))
            x += width + BETWEEN
        return places

    # --- painting ---

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        row, c = index.data(ROW_ROLE), colours()
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(row, LineRow):
            self._paint_line(painter, QRectF(option.rect), row, c, selected)
        else:
            self._paint_file(painter, option.rect, row, c, selected)
        if selected:  # the list's own frame shows the focus
            painter.fillRect(option.rect.adjusted(0, 0, CHOSEN - option.rect.width(), -1), QColor(c.accent))
        painter.restore()

    def _paint_line(self, painter: QPainter, rect: QRectF, row: LineRow, c: Colours, selected: bool) -> None:
        plain = c.window if row.heading else c.surface
        painter.fillRect(rect, QColor(c.accent_soft if selected else plain))
        painter.setPen(QColor(c.muted))
        painter.setFont(self._bold if row.heading else self._font)
        left = 20.0 if row.heading else LEFT
        area = rect.adjusted(left, 6 if row.heading else 0, -RIGHT, 0)
        area.setBottom(area.bottom() - self._links_height(row))
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, row.text)
        self._paint_links(painter, rect.toRect(), row, c)

    def _paint_file(self, painter: QPainter, rect: QRect, row: FileRow, c: Colours, selected: bool) -> None:
        painter.fillRect(rect, QColor(c.accent_soft if selected else c.surface))
        painter.fillRect(QRectF(LEFT, rect.bottom(), rect.width() - LEFT, 1), QColor(c.line))
        busy = row.section is FileSection.BUSY
        waiting = ("document", "accent") if busy else ("waiting", "muted")
        ended = row.section not in (FileSection.TAKEN_OFF, FileSection.LEFT_OUT)
        if row.section is FileSection.LEFT_OUT:
            waiting = ("refused", "muted")
        icon, tint = LOOKS[row.outcome.status] if row.outcome and ended else waiting
        spot = QPointF(rect.left() + 20, rect.top() + PAD)
        painter.drawPixmap(spot, pixmap(icon, getattr(c, tint), 22, self._view.devicePixelRatioF()))
        links = self._paint_links(painter, rect, row, c)
        beside = links[0][1].width() + 14 if links and not self._links_height(row) else 0
        left, top, width = rect.left() + LEFT, rect.top() + PAD, rect.width() - LEFT - RIGHT
        room = width - beside
        self._text(painter, QRectF(left, top, room, self._line), row.name, self._bold, c.text, middle=True)
        state = QRectF(left, top + self._line + 3, width, self._line)
        self._text(painter, state, row.state, self._font, getattr(c, tint))
        below = QRectF(left, state.bottom() + 2, width, rect.bottom() - state.bottom())
        if row.reason:
            painter.setPen(QColor(c.text))
            painter.drawText(below, Qt.TextFlag.TextWordWrap, row.reason)
        elif busy:
            self._paint_bar(painter, QRectF(left, below.top() + 4, min(width, 420.0), BAR), row, c)

    def _paint_links(
        self, painter: QPainter, rect: QRect, row: Row, c: Colours
    ) -> list[tuple[Action, QRect]]:
        links = self.link_places(row, rect)
        painter.setFont(self._font)
        for number, (action, area) in enumerate(links):
            quiet = action in (FileAction.CANCEL, NextStep.TAKE_BACK) or number
            painter.setPen(QColor(c.muted if quiet else c.accent))
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, _words(row, action))
        return links

    def _text(
        self, painter: QPainter, area: QRectF, text: str, font: QFont, colour: str, *, middle: bool = False
    ) -> None:
        cut = Qt.TextElideMode.ElideMiddle if middle else Qt.TextElideMode.ElideRight
        painter.setFont(font)
        painter.setPen(QColor(colour))
        shown = QFontMetricsF(font).elidedText(text, cut, area.width())
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, shown)

    @staticmethod
    def _paint_bar(painter: QPainter, area: QRectF, row: FileRow, c: Colours) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(c.line))
        painter.drawRoundedRect(area, BAR / 2, BAR / 2)
        if row.progress is not None and row.progress.total:
            area.setWidth(area.width() * min(1.0, row.progress.done / row.progress.total))
            painter.setBrush(QColor(c.accent))
            painter.drawRoundedRect(area, BAR / 2, BAR / 2)


def _words(row: Row, action: Action) -> str:
    """Return the words of a link; those of a heading are for all files beneath it."""
    if isinstance(row, LineRow) and isinstance(action, NextStep):
        return GROUP_WORDS[action]
    return ACTION_WORDS[action]
