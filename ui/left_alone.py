"""What a person left for later on the page of alerts: it is not shown again until there is more of it.

Numbers alone are kept, beside the sizes of the window, for each library by a mark that does not name it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QSettings

from briefbank.paths import data_folder
from ui.alert_words import Alert
from ui.memory import FILE


class LeftAlone:
    """GUI thread."""

    def __init__(self, library: Path) -> None:
        self._settings = QSettings(str(data_folder() / FILE), QSettings.Format.IniFormat)
        self._group = f"left-{hashlib.sha256(str(library).encode()).hexdigest()[:12]}"

    def leave(self, alert: Alert) -> None:
        self._keep(alert.key, alert.weight)

    def forget(self) -> None:
        """Show everything again."""
        self._settings.remove(self._group)

    def divide(self, alerts: Iterable[Alert]) -> tuple[list[Alert], list[Alert]]:
        """What is to be shown, and what was left. What has become less since is remembered as less, so that
        the next one more is said."""
        shown: list[Alert] = []
        left: list[Alert] = []
        for alert in alerts:
            kept = self._kept(alert.key)
            (left if 0 < alert.weight <= kept else shown).append(alert)
            if 0 < alert.weight < kept:
                self._keep(alert.key, alert.weight)
        return shown, left

    def _kept(self, key: str) -> int:
        value = self._settings.value(f"{self._group}/{key}", 0)
        try:
            return int(str(value))
        except ValueError:  # the file can be edited
            return 0

    def _keep(self, key: str, weight: int) -> None:
        self._settings.setValue(f"{self._group}/{key}", weight)
