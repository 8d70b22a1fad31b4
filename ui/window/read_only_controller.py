"""Shows above every page that a library can only be read, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject

from ui.i18n.translate import tr, translate_core
from ui.kit.controls import Notice

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from ui.main_window import MainWindow


class ReadOnlyController(QObject):
    """The controller of a band that is updated when the window is made, and whenever it becomes the active
    one. Another computer may have taken the library over while this one slept."""

    def __init__(self, library: LibraryApi, window: MainWindow) -> None:
        super().__init__(window)
        self._library, self._window = library, window
        self.band = Notice()
        window.put_above(self.band)
        window.installEventFilter(self)
        self.update()

    def update(self) -> None:
        """Show the band where it is needed. Takes no time."""
        if why := self._library.read_only():
            self.band.say(translate_core(why), tr("Open it again"))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.WindowActivate and watched is self._window:
            self.update()
        return super().eventFilter(watched, event)
