"""Remembers sizes and places of the window in an INI file in BriefBank's folder; nothing of searches."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QHeaderView, QMainWindow, QSplitter

from briefbank.paths import data_folder

FILE = "window.ini"


class WindowMemory:
    """Reads at the start, writes when the window closes."""

    def __init__(self) -> None:
        self._settings = QSettings(str(data_folder() / FILE), QSettings.Format.IniFormat)

    def restore(self, window: QMainWindow, splitter: QSplitter, header: QHeaderView) -> None:
        for name, target in (("window", window), ("splitter", splitter), ("library", header)):
            state = self._settings.value(name)
            if isinstance(state, QByteArray) and not state.isEmpty():
                target.restoreGeometry(state) if isinstance(target, QMainWindow) else target.restoreState(
                    state
                )

    def keep(self, window: QMainWindow, splitter: QSplitter, header: QHeaderView) -> None:
        self._settings.setValue("window", window.saveGeometry())
        self._settings.setValue("splitter", splitter.saveState())
        self._settings.setValue("library", header.saveState())
        self._settings.sync()
