"""Remembers sizes and places of the window in an INI file in BriefBank's folder, and nothing of searches.

Values that cannot be read are passed over. Places that do not fit the present screens are made to fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QByteArray, QPoint, QRect, QSettings, QSize, Qt
from PySide6.QtGui import QGuiApplication, QRegion
from PySide6.QtWidgets import QHeaderView, QSplitter, QWidget

from briefbank.paths import data_folder
from ui.shared.pages import RAIL

if TYPE_CHECKING:
    from ui.main_window import MainWindow

FILE = "window.ini"
USUAL, LEAST = QSize(1280, 820), QSize(960, 600)
"""The sizes of the window in logical pixels: the first time, and the least."""
TITLE_BAR = 36
"""The pixels left free above a window that is moved onto a screen: the system's frame is not part of its
geometry."""
FARTHEST = 1_000_000  # The largest number in the file that can be a pixel of a screen


class WindowMemory:
    """The window's state. It is read at the start, and written when the window closes."""

    def __init__(self) -> None:
        self._settings = window_settings()

    def restore(self, window: MainWindow) -> None:
        """Restore the window, before it is shown, as far as its state was kept and fits."""
        put_in_place(window)
        for name, part in _parts(window).items():
            state = self._settings.value(name)
            if isinstance(state, QByteArray) and not state.isEmpty():
                part.restoreState(state)
        window.search.readers.view.share = _share(self._settings.value("readers"))
        window.search.readers.readers[0].navigation.state = str(self._settings.value("beside pages"))
        names = [name for name, _words, _keys in RAIL]
        page = self._settings.value("page")
        if page in names[1:]:
            window.show_page(names.index(page))

    def keep(self, window: MainWindow) -> None:
        """Keep the state. A second reader is closed first, since the window opens again without it."""
        window.search.readers.close_second()
        normal = window.normalGeometry()
        geometry = (normal.x(), normal.y(), normal.width(), normal.height())
        self._settings.setValue("place", ",".join(str(part) for part in geometry))
        self._settings.setValue("maximised", "true" if window.isMaximized() else "false")
        for name, part in _parts(window).items():
            self._settings.setValue(name, part.saveState())
        self._settings.setValue("readers", f"{window.search.readers.view.share:.4f}")
        self._settings.setValue("beside pages", window.search.readers.readers[0].navigation.state)
        self._settings.setValue("page", RAIL[window.pages.currentIndex()][0])
        self._settings.sync()


def put_in_place(window: QWidget) -> None:
    """Put the main window where it last was, as far as that was kept and fits, before ``window`` is shown."""
    kept = window_settings()
    geometry = rectangle(kept.value("place"))
    if geometry is not None:
        window.setGeometry(
            fitted(geometry, [screen.availableGeometry() for screen in QGuiApplication.screens()])
        )
    if str(kept.value("maximised")) == "true":
        window.setWindowState(window.windowState() | Qt.WindowState.WindowMaximized)


def stand_alike(window: QWidget, shown: QWidget) -> None:
    """Give ``window`` the place and size of another one, before it is shown in its place."""
    window.setGeometry(shown.normalGeometry())
    window.setWindowState(shown.windowState() & ~Qt.WindowState.WindowActive)


def window_settings() -> QSettings:
    """Return the file of the window's state."""
    return QSettings(str(data_folder() / FILE), QSettings.Format.IniFormat)


def fitted(geometry: QRect, screens: Sequence[QRect]) -> QRect:
    """Return where a window that was at ``place`` goes on the present screens.

    It stays there, if all of it is in sight, over several screens too; else it is moved, and made smaller
    where it must be, onto the screen that most of it is on, or onto the first. ``screens`` are free of task
    bars.
    """
    if not screens or QRegion(geometry).subtracted(_union(screens)).isEmpty():
        return geometry
    screen = max(screens, key=lambda screen: _area(screen.intersected(geometry)))
    room = screen.adjusted(0, min(TITLE_BAR, screen.height() // 4), 0, 0)
    size = geometry.size().boundedTo(room.size())
    x = min(max(geometry.x(), room.x()), room.x() + room.width() - size.width())
    y = min(max(geometry.y(), room.y()), room.y() + room.height() - size.height())
    return QRect(QPoint(x, y), size)


def _parts(window: MainWindow) -> dict[str, QSplitter | QHeaderView]:
    """Return the parts that keep a state of their own, by the name that it is kept under."""
    return {
        "splitter": window.search_page.splitter,
        "pages": window.search.readers.readers[0].view.middle,
        "library": window.documents.table.horizontalHeader(),
    }


def _union(screens: Sequence[QRect]) -> QRegion:
    region = QRegion()
    for screen in screens:
        region = region.united(screen)
    return region


def _area(part: QRect) -> int:
    return max(0, part.width()) * max(0, part.height())


def rectangle(kept: Any) -> QRect | None:
    """Parse 'x,y,width,height' (or the list that Qt makes of it); None for anything else."""
    parts: list[Any] = kept if isinstance(kept, list) else str(kept).split(",")
    try:
        x, y, width, height = (int(str(part)) for part in parts)
    except ValueError:
        return None
    if width < 1 or height < 1 or max(abs(x), abs(y), width, height) > FARTHEST:
        return None
    return QRect(x, y, width, height)


def _share(kept: object) -> float:
    """Return the first of two readers' share of the room; a half where nothing sensible was kept."""
    try:
        share = float(str(kept))
    except ValueError:
        return 0.5
    return share if 0.1 <= share <= 0.9 else 0.5
