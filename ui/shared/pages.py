"""The frame of the window: its pages with the side bar that switches between them, and dropped files."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QSizePolicy, QWidget

from ui.i18n.translate import tr
from ui.kit.controls import IconButton, IconLabel, label
from ui.kit.keyboard import tab_to_checked_only
from ui.kit.layout import CENTRE, STRETCH, column

SEARCH, LIBRARY, AUTHORITIES, DRAFT, COLLECTIONS, SETTINGS = range(6)
RAIL = (
    ("search", tr("Search"), "Ctrl+1"),
    ("library", tr("Library"), "Ctrl+2"),
    ("authorities", tr("Authorities"), "Ctrl+3"),
    ("draft", tr("Draft check"), "Ctrl+4"),
    ("collections", tr("Collections"), "Ctrl+5"),
    ("settings", tr("Settings"), "Ctrl+,"),
)
"""The icon, name and keys of each page; the last one stands at the foot."""
ADD_WORDS = tr("Drop to add to the library"), tr("Copies are made. Your originals stay where they are.")
"""What a drop usually does, and what becomes of the files."""


class Rail(QFrame):
    """The side bar: a button for each page with its icon over its name, one of them on."""

    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("rail")
        self.setAccessibleName(tr("Places"))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)  # no name is ever cut
        self._group = QButtonGroup(self)
        self.buttons: list[IconButton] = []
        for number, (icon_name, name, keys) in enumerate(RAIL):
            tip = tr("{page} ({keys})").format(page=name, keys=keys)
            button = IconButton(icon_name, name, tip, size=24, tint="muted")
            button.setText(name)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            button.setCheckable(True)
            button.setAutoExclusive(True)
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            self._group.addButton(button, number)
            self.buttons.append(button)
        *upper, lowest = self.buttons
        column(*upper, STRETCH, lowest, on=self, margins=(7, 12), spacing=6).addStrut(76)
        self._group.idClicked.connect(self.chosen)
        self.buttons[0].setChecked(True)
        tab_to_checked_only(self._group)

    def show_chosen(self, number: int) -> None:
        self.buttons[number].setChecked(True)


class DropOverlay(QFrame):
    """An overlay that covers its parent during a drag, says what a drop does, and takes no events itself."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        self.setObjectName("drop")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._title, self._text = label("", scale=1.7, bold=True), label("", role="muted")
        parts = IconLabel(56, "add", "accent"), self._title, self._text
        for part in parts:
            part.setAlignment(CENTRE)
        column(STRETCH, *parts, STRETCH, on=self)
        self.say(*ADD_WORDS)
        self.hide()

    def say(self, title: str, text: str) -> None:
        """Set the texts on what a drop would do."""
        self._title.setText(title)
        self._text.setText(text)
        self.setAccessibleName(f"{title}. {text}")

    def cover(self) -> None:
        self.setGeometry(self._window.rect())
        self.raise_()
        self.show()


def holds_files(data: QMimeData) -> bool:
    return any(url.isLocalFile() for url in data.urls())


def dropped_paths(data: QMimeData) -> list[Path]:
    """Return the files and folders of this computer among the dragged data; other addresses are left out."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]


class DropTarget(QObject):
    """Lets a whole window accept drops, always as a copy, whatever the source program proposes."""

    dropped = Signal(object)  # The paths of files and folders of this computer

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.overlay = DropOverlay(window)
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.DragLeave:
            self.overlay.hide()
        elif kind == QEvent.Type.Resize and self.overlay.isVisible():
            self.overlay.cover()
        if not isinstance(event, QDropEvent):
            return False
        if kind == QEvent.Type.DragEnter and not holds_files(event.mimeData()):
            return True
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if kind == QEvent.Type.DragEnter:
            self.overlay.cover()
        elif kind == QEvent.Type.Drop:
            self.overlay.hide()
            self.dropped.emit(dropped_paths(event.mimeData()))
        return True
