"""The position in the document, in the reader's head; pressed, it takes a page number to go to."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QPushButton, QSizePolicy, QStackedLayout, QWidget

from ui.i18n.translate import tr
from ui.kit.directions import plain_tip
from ui.kit.restyle import restyle

TIP = tr("Go to a page: type its printed number, or # and its number in the file (Ctrl+Shift+P)")


class PlaceField(QWidget):
    """A field that keeps its size while its text changes, so that nothing beside it moves."""

    page_wanted = Signal(str)  # The page that was typed; ``accept`` or ``refuse`` answers it
    left = Signal()  # Typing ended: the pages should get the focus again

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whole = self._short = ""
        self.button, self.field = QPushButton(), QLineEdit()
        self.button.setObjectName("place")
        self.button.setToolTip(TIP)
        self.button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.field.setPlaceholderText(tr("Page, or # and file page"))
        self.field.setAccessibleName(tr("Go to page"))
        self.field.setAccessibleDescription(TIP)
        self.field.setMaxLength(20)
        self._stack = QStackedLayout(self)
        for part in (self.button, self.field):
            part.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            self._stack.addWidget(part)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(72)
        self.button.clicked.connect(self.begin)
        self.field.returnPressed.connect(lambda: self.page_wanted.emit(self.field.text()))
        self.field.textEdited.connect(lambda _text: self._show_wrong(False))
        self.field.installEventFilter(self)

    # --- text ---

    def text(self) -> str:
        """Return the whole text, even where there is no room for all of it."""
        return self._whole

    def setText(self, text: str, short: str = "") -> None:
        """Show a position; ``short`` is its form where there is no room for the whole."""
        self._whole, self._short = text, short or text
        self.button.setAccessibleName(text)
        self.button.setAccessibleDescription(TIP)
        self._elide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        room, metrics = max(0, self.width() - 12), self.button.fontMetrics()
        fitting = self._whole if metrics.horizontalAdvance(self._whole) <= room else self._short
        shown = metrics.elidedText(fitting, Qt.TextElideMode.ElideRight, room)
        self.button.setText(shown.replace("&", "&&"))
        self.button.setToolTip(TIP if shown == self._whole else plain_tip(f"{self._whole}\n{TIP}"))

    # --- typing a page ---

    @property
    def typing(self) -> bool:
        return self._stack.currentWidget() is self.field

    def begin(self) -> None:
        """Let a page be typed."""
        self.field.clear()
        self._show_wrong(False)
        self._stack.setCurrentWidget(self.field)
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def refuse(self) -> None:
        """Mark the text as wrong, because there is no such page, and let it be typed anew."""
        self._show_wrong(True)
        self.field.selectAll()

    def stop(self) -> None:
        """Stop typing, because the page is in view or another was not wanted."""
        if self.typing:
            self._stack.setCurrentWidget(self.button)
            self.left.emit()

    def _show_wrong(self, wrong: bool) -> None:
        restyle(self.field, wrong=wrong)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Escape:
                self.stop()
                return True
        elif event.type() == QEvent.Type.FocusOut and self.typing:
            self._stack.setCurrentWidget(self.button)
        return super().eventFilter(watched, event)
