"""Says above every page that a window is on what was taken along from an office, and until when."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from ui.i18n.translate import tr
from ui.kit.controls import Notice
from ui.shared import wording

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from ui.main_window import MainWindow

LOOK_MS = 60_000  # The time between two looks at the clock


class TakenAlongController(QObject):
    """The controller of the band of one window; on any other library it does nothing."""

    office_wanted = Signal()  # Emitted when the window on the office's own library is to be opened
    ended = Signal()  # Emitted when the time is over, and the library must be closed

    def __init__(self, library: LibraryApi, window: MainWindow) -> None:
        super().__init__(window)
        self._lease = library.taken_along()
        self.band = Notice()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.look)
        if self._lease is None:
            return
        window.put_above(self.band)
        self.band.acted.connect(self.office_wanted)
        said = tr(
            "Taken along from {office}, until {day}: you see these documents alone. What you do with them "
            "goes to the office when BriefBank opens with its server."
        )
        day = wording.day(self._lease.last_day)
        self.band.say(said.format(office=self._lease.office, day=day), tr("Open the office’s library"))
        window.show_office(tr("{office}: taken along").format(office=self._lease.office))
        self._timer.start(LOOK_MS)

    def look(self) -> None:
        """Close the library if its time is over."""
        if self._lease is not None and self._lease.is_over():
            self._timer.stop()
            self.ended.emit()
