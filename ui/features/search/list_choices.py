"""A person's display choices for the result list, kept with the window's state; they hold nothing of
searches."""

from __future__ import annotations

from PySide6.QtCore import QSettings

from briefbank.paths import data_folder
from ui.shared.window_state import FILE


class ListChoices:
    """Reads the choices once and hands each change to Qt, which writes it when the window is idle."""

    def __init__(self) -> None:
        self._settings = QSettings(str(data_folder() / FILE), QSettings.Format.IniFormat)

    def _get(self, name: str, *, default: bool) -> bool:
        return str(self._settings.value(name, default)).lower() == "true"

    @property
    def grouping(self) -> bool:
        """Further passages of a brief are folded beneath its first."""
        return self._get("results/grouping", default=True)

    @grouping.setter
    def grouping(self, on: bool) -> None:
        self._settings.setValue("results/grouping", on)

    @property
    def narrowing(self) -> bool:
        """The panel that counts and narrows is open."""
        return self._get("results/narrowing", default=False)

    @narrowing.setter
    def narrowing(self, on: bool) -> None:
        self._settings.setValue("results/narrowing", on)
