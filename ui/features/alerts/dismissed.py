"""Alerts that a person dismissed: one is not shown again until its number grows.

Numbers alone are kept, with the sizes of the window, for each library by a mark that does not name it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from ui.features.alerts.texts import Alert
from ui.shared.window_state import window_settings


class DismissedAlerts:
    """The dismissed alerts of one library. GUI thread."""

    def __init__(self, library: Path) -> None:
        self._settings = window_settings()
        self._group = f"left-{hashlib.sha256(str(library).encode()).hexdigest()[:12]}"

    def dismiss(self, alert: Alert) -> None:
        self._settings.setValue(f"{self._group}/{alert.key}", alert.weight)

    def forget(self) -> None:
        """Show everything again."""
        self._settings.remove(self._group)

    def divide(self, alerts: Iterable[Alert]) -> tuple[list[Alert], list[Alert]]:
        """Return the alerts to show, and the dismissed ones. The number of a dismissed alert that has shrunk
        is remembered, so that the next increase is reported."""
        shown: list[Alert] = []
        dismissed: list[Alert] = []
        for alert in alerts:
            kept = self._dismissed_weight(alert.key)
            (dismissed if 0 < alert.weight <= kept else shown).append(alert)
            if 0 < alert.weight < kept:
                self.dismiss(alert)
        return shown, dismissed

    def _dismissed_weight(self, key: str) -> int:
        value = self._settings.value(f"{self._group}/{key}", 0)
        try:
            return int(str(value))
        except ValueError:  # the file can be edited
            return 0
