"""Remembers sizes and places of the window in an INI file in BriefBank's folder, and nothing of searches.

Values that cannot be read are passed over. Qt makes a place fit that lies outside the present screens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QSettings, QSize, Qt
from PySide6.QtWidgets import QHeaderView, QSplitter, QWidget

from briefbank.paths import data_folder

if TYPE_CHECKING:
    from ui.main_window import MainWindow

FILE = "window.ini"
USUAL, LEAST = QSize(1280, 820), QSize(960, 600)
"""The sizes of the window in logical pixels: the first time, and the least."""


def window_settings() -> QSettings:
    """Return the file of the window's state."""
    return QSettings(str(data_folder() / FILE), QSettings.Format.IniFormat)


def restore_place(window: QWidget, name: str = "window") -> None:
    """Put a window where it last was, before it is shown."""
    if isinstance(geometry := window_settings().value(name), QByteArray):
        window.restoreGeometry(geometry)


def keep_place(window: QWidget, name: str = "window") -> None:
    window_settings().setValue(name, window.saveGeometry())


def stand_alike(window: QWidget, shown: QWidget) -> None:
    """Give ``window`` the place and size of another one, before it is shown in its place."""
    window.setGeometry(shown.normalGeometry())
    window.setWindowState(shown.windowState() & ~Qt.WindowState.WindowActive)


def restore_window(window: MainWindow) -> None:
    """Restore the main window, before it is shown, as far as its state was kept and fits."""
    restore_place(window)
    settings, readers = window_settings(), window.search_page.readers
    for name, part in _parts(window).items():
        if isinstance(state := settings.value(name), QByteArray):
            part.restoreState(state)
    readers.share = _share(settings.value("readers"))
    readers.readers[0].side.state = str(settings.value("beside pages"))


def keep_window(window: MainWindow) -> None:
    """Keep the state. A second reader is closed first, since the window opens again without it."""
    settings, readers = window_settings(), window.search_page.readers
    readers.leave_alone()
    readers.close_second()
    keep_place(window)
    for name, part in _parts(window).items():
        settings.setValue(name, part.saveState())
    settings.setValue("readers", f"{readers.share:.4f}")
    settings.setValue("beside pages", readers.readers[0].side.state)


def _parts(window: MainWindow) -> dict[str, QSplitter | QHeaderView]:
    """Return the parts that keep a state of their own, by the name that it is kept under.

    Qt crashes on the state of a header with another number of columns, so that is part of the name.
    """
    header = window.library_page.table.horizontalHeader()
    return {
        "splitter": window.search_page.splitter,
        "pages": window.search_page.readers.readers[0].middle,
        f"library of {header.count()}": header,
    }


def _share(kept: object) -> float:
    """Return the first of two readers' share of the room; a half where nothing sensible was kept."""
    try:
        share = float(str(kept))
    except ValueError:
        return 0.5
    return share if 0.1 <= share <= 0.9 else 0.5
