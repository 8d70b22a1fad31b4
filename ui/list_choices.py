"""How a person wants the list of results shown, kept with the window's places; nothing of searches."""

from __future__ import annotations

from PySide6.QtCore import QSettings

from briefbank.paths import data_folder
from ui.memory import FILE


class ListChoices:
    """Read once; a change is handed to Qt, which writes it when the window has nothing else to do."""

    def __init__(self) -> None:
        self._settings = QSettings(str(data_folder() / FILE), QSettings.Format.IniFormat)

    def _get(self, name: str) -> bool:
        return str(self._settings.value(name, "false")).lower() == "true"

    @property
    def grouping(self) -> bool:
        """The passages of one brief stand together."""
        return self._get("results/grouping")

    @grouping.setter
    def grouping(self, on: bool) -> None:
        self._settings.setValue("results/grouping", on)

    @property
    def narrowing(self) -> bool:
        """The panel that counts and narrows is open."""
        return self._get("results/narrowing")

    @narrowing.setter
    def narrowing(self, on: bool) -> None:
        self._settings.setValue("results/narrowing", on)
