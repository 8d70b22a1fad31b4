"""The user guide in a window of its own: contents left, text right. It can stay open during work."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import (
    QCloseEvent,
    QFont,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QShortcut,
    QTextDocument,
)
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QListWidget, QSplitter, QVBoxLayout, QWidget

from ui.features.help import guide_pages
from ui.features.help.guide_text import GuideText
from ui.i18n.translate import tr
from ui.kit.controls import IconButton, label
from ui.shared.window_state import fitted, rectangle, window_settings

SIZE = (1010, 720)
BESIDE = 36  # The room beside the longest title of the contents, in pixels
GONE = tr(
    "This page of the guide cannot be read. Install BriefBank again to get it back; your library is not "
    "touched by that."
)


class GuideWindow(QWidget):
    """A window that shows the pages, goes back and forth among those that were read, and finds words in
    one."""

    def __init__(self, keyboard: str = "") -> None:
        """Insert ``keyboard``, the list of shortcuts, as a Markdown table."""
        super().__init__()
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setWindowTitle(tr("BriefBank guide"))
        self.setMinimumSize(720, 420)
        self._keyboard = keyboard
        self._before: list[str] = []
        self._after: list[str] = []
        self.page = ""
        self.contents = QListWidget()
        self.contents.setObjectName("guideContents")
        self.contents.setAccessibleName(tr("Contents of the guide"))
        self.text = GuideText()
        self.back = IconButton("back", tr("Back"), tr("Back to the page before (Alt+Left)"))
        self.find_field = QLineEdit()
        self.find_field.setPlaceholderText(tr("Find in this page"))
        self.find_field.setAccessibleName(tr("Find in this page"))
        self.find_field.setClearButtonEnabled(True)
        self.found = label("", role="muted")
        self._fill_contents()
        self._lay_out()
        self._connect()
        self._restore()

    def _lay_out(self) -> None:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(10, 10, 4, 10)
        column.addWidget(self.contents)
        right = QWidget()
        inside = QVBoxLayout(right)
        inside.setContentsMargins(10, 10, 10, 10)
        row = QHBoxLayout()
        row.addWidget(self.back)
        row.addStretch(1)
        row.addWidget(self.found)
        row.addWidget(self.find_field)
        self.find_field.setFixedWidth(240)
        inside.addLayout(row)
        inside.addWidget(self.text, 1)
        parts = QSplitter(Qt.Orientation.Horizontal)
        parts.setChildrenCollapsible(False)
        parts.setHandleWidth(1)
        parts.addWidget(left)
        parts.addWidget(right)
        parts.setStretchFactor(1, 1)
        contents = self._contents_width()
        parts.setSizes([contents, SIZE[0] - contents])
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(parts)

    def _contents_width(self) -> int:
        """Return the width for the longest title in bold, since any title may be the chosen one."""
        bold = QFont(self.contents.font())
        bold.setWeight(QFont.Weight.DemiBold)
        titles = (self.contents.item(row).text() for row in range(self.contents.count()))
        return max(map(QFontMetrics(bold).horizontalAdvance, titles)) + BESIDE

    def _fill_contents(self) -> None:
        for page in guide_pages.PAGES:
            self.contents.addItem(guide_pages.title(_markdown(page)) or page)

    def _connect(self) -> None:
        self.contents.currentRowChanged.connect(self._chosen)
        self.text.page_wanted.connect(self.go)
        self.back.clicked.connect(self.go_back)
        self.find_field.textChanged.connect(lambda _text: self._find_anew())
        self.find_field.returnPressed.connect(self.find_next)
        for keys, do in (
            ("Alt+Left", self.go_back),
            ("Alt+Right", self.go_forward),
            ("Ctrl+F", self.go_find),
            ("F3", self.find_next),
            ("Shift+F3", self.find_previous),
        ):
            QShortcut(QKeySequence(keys), self, do)

    # --- pages ---

    def go(self, page: str) -> None:
        """Show a page, and remember the one before."""
        if page == self.page:
            return
        if self.page:
            self._before.append(self.page)
        self._after.clear()
        self._show(page)

    def go_back(self) -> None:
        if self._before:
            self._after.append(self.page)
            self._show(self._before.pop())

    def go_forward(self) -> None:
        if self._after:
            self._before.append(self.page)
            self._show(self._after.pop())

    def _chosen(self, row: int) -> None:
        if row >= 0:
            self.go(guide_pages.PAGES[row])

    def _show(self, page: str) -> None:
        self.page = page
        self.text.show_markdown(_markdown(page).replace(guide_pages.KEYBOARD, self._keyboard))
        blocked = self.contents.blockSignals(True)
        self.contents.setCurrentRow(guide_pages.PAGES.index(page))
        self.contents.blockSignals(blocked)
        self.back.setEnabled(bool(self._before))
        self._say_found()

    # --- finding ---

    def go_find(self) -> None:
        self.find_field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.find_field.selectAll()

    def find_next(self) -> None:
        self._find()

    def find_previous(self) -> None:
        self._find(QTextDocument.FindFlag.FindBackward)

    def _find_anew(self) -> None:
        """Find while one types, from the place that was found, so that the match grows instead of moving
        on."""
        cursor = self.text.textCursor()
        cursor.setPosition(cursor.selectionStart())
        self.text.setTextCursor(cursor)
        self._find()

    def _find(self, flag: QTextDocument.FindFlag | None = None) -> None:
        """Go to the next place, and from the end to the beginning."""
        words, flags = self.find_field.text(), flag or QTextDocument.FindFlag(0)
        if words and not self.text.find(words, flags):
            before, cursor = self.text.textCursor(), self.text.textCursor()
            cursor.movePosition(cursor.MoveOperation.End if flag else cursor.MoveOperation.Start)
            self.text.setTextCursor(cursor)
            if not self.text.find(words, flags):
                self.text.setTextCursor(before)
        self._say_found()

    def _say_found(self) -> None:
        words = self.find_field.text()
        missing = words and not self.text.document().find(words).hasSelection()
        self.found.setText(tr("Not on this page.") if missing else "")

    # --- the window ---

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self.find_field.hasFocus():
            self.find_field.clear()
            self.text.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.close()

    def changeEvent(self, event: QEvent) -> None:
        """Render the page again, since colours and sizes stand in the page itself."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange) and self.page:
            position = self.text.verticalScrollBar().value()
            self._show(self.page)
            self.text.verticalScrollBar().setValue(position)

    def _restore(self) -> None:
        self.resize(*SIZE)
        geometry = rectangle(window_settings().value("guide"))
        if geometry is not None:
            screens = [screen.availableGeometry() for screen in QGuiApplication.screens()]
            self.setGeometry(fitted(geometry, screens))

    def closeEvent(self, event: QCloseEvent) -> None:
        geometry: QRect = self.geometry()
        kept = window_settings()
        kept.setValue("guide", f"{geometry.x()},{geometry.y()},{geometry.width()},{geometry.height()}")
        kept.sync()
        super().closeEvent(event)


def _markdown(page: str) -> str:
    """Return a page, or advice where its file is gone."""
    try:
        return guide_pages.text(page)
    except OSError:
        return GONE
