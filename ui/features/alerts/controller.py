"""Collects the alerts in a lane, after every change that may make or settle one, and leads to the place where
each is settled.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from briefbank.domain.maintenance import LibraryAlert
from briefbank.domain.userdata import SavedSearch
from briefbank.errors import BriefBankError, Cancelled
from ui.features.alerts.dismissed import DismissedAlerts
from ui.features.alerts.texts import Alert, Goal, alert_of, meaning_alert, saved_alert
from ui.features.alerts.view import AlertsView
from ui.jobs import JobReporter, Jobs, Lane

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

log = logging.getLogger(__name__)

REST_MS = 2000  # The pause after a change, in which more changes usually come


@dataclass(frozen=True)
class CollectedAlerts:
    """The alerts found by one collection."""

    alerts: tuple[LibraryAlert, ...]
    news: tuple[SavedSearch, ...]  # Saved searches with new results


class AlertController(QObject):
    """The controller of one window's page of alerts."""

    counted = Signal(int)  # The number of rows that are shown

    def __init__(self, library: LibraryApi, jobs: Jobs, view: AlertsView) -> None:
        super().__init__(view)
        self._library, self._jobs, self._view = library, jobs, view
        self._dismissed = DismissedAlerts(library.folder)
        self._collected = CollectedAlerts((), ())
        self._meaning_failed = False
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(REST_MS)
        self._pause.timeout.connect(self.refresh)
        view.dismissed.connect(self._dismiss)
        view.show_dismissed.clicked.connect(self._restore_dismissed)

    def schedule(self) -> None:
        """Refresh soon, because something changed."""
        if not self._pause.isActive():
            self._pause.start()

    def refresh(self) -> None:
        """Collect the alerts now."""
        job = self._jobs.start(Lane.READER, partial(_collect, self._library), topic="alerts")
        job.done.connect(self._show)
        job.failed.connect(self._failed)

    def set_embedding_failed(self, failed: bool) -> None:
        """Note whether passages cannot be embedded or searched by meaning; those who try report it."""
        if failed is not self._meaning_failed:
            self._meaning_failed = failed
            self._show(self._collected)

    def _show(self, collected: CollectedAlerts) -> None:
        self._collected = collected
        alerts = [alert_of(alert) for alert in collected.alerts]
        if self._meaning_failed:
            alerts.append(meaning_alert())
        alerts += [saved_alert(saved.id, saved.name, saved.news, saved) for saved in collected.news]
        shown, dismissed = self._dismissed.divide(alerts)
        self._view.show_alerts(shown, len(dismissed))
        self.counted.emit(len(shown))

    def _failed(self, error: BriefBankError) -> None:
        if not isinstance(error, Cancelled):
            self._view.show_failure(error)
            self.counted.emit(0)

    def _dismiss(self, alert: Alert) -> None:
        self._dismissed.dismiss(alert)
        self._show(self._collected)

    def _restore_dismissed(self) -> None:
        self._dismissed.forget()
        self._show(self._collected)


def _collect(library: LibraryApi, reporter: JobReporter) -> CollectedAlerts:
    concerns = library.maintenance.alerts()
    reporter.check()
    try:
        news = tuple(saved for saved in library.userdata.saved.all() if saved.news)
    except BriefBankError as error:
        log.info("saved searches not asked for: %s", type(error).__name__)
        news = ()
    return CollectedAlerts(concerns, news)


def document_ids(alert: Alert) -> tuple[int, ...]:
    """Return the documents whose pages an alert is about."""
    target = alert.target
    if alert.goal is not Goal.PAGES or not isinstance(target, tuple):
        return ()
    return tuple(id_ for id_ in target if isinstance(id_, int))
