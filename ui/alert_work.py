"""Gathers the alerts in a lane, after every change that may make or settle one, and leads to where they are
settled."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from briefbank.concerns import Concern
from briefbank.errors import BriefBankError, Cancelled
from briefbank.personal.values import SavedSearch
from ui.alert_words import Alert, Goal, alert_of, meaning_alert, saved_alert
from ui.jobs import JobReporter, Jobs, Lane
from ui.left_alone import LeftAlone
from ui.views.alerts import AlertsView

if TYPE_CHECKING:
    from briefbank.library import Library

log = logging.getLogger(__name__)

REST_MS = 2000
"""After a change, in which more changes usually come."""


@dataclass(frozen=True)
class Gathered:
    """What one look found."""

    concerns: tuple[Concern, ...]
    news: tuple[SavedSearch, ...]
    """Saved searches with results that are new."""


class AlertWork(QObject):
    """Owns the page of alerts of one window."""

    counted = Signal(int)
    """So many rows are shown."""
    wanted = Signal(object)
    """The Alert that is to be settled."""

    def __init__(self, library: Library, jobs: Jobs, view: AlertsView) -> None:
        super().__init__(view)
        self._library, self._jobs, self._view = library, jobs, view
        self._left = LeftAlone(library.folder)
        self._gathered = Gathered((), ())
        self._meaning_failed = False
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self.refresh)
        view.wanted.connect(self.wanted)
        view.left.connect(self._leave)
        view.left_wanted.connect(self._bring_back)

    def want(self) -> None:
        """Something changed: look soon."""
        if not self._rest.isActive():
            self._rest.start()

    def refresh(self) -> None:
        """Look now."""
        job = self._jobs.start(Lane.READER, partial(_gather, self._library), topic="alerts")
        job.done.connect(self._show)
        job.failed.connect(self._failed)

    def meaning_fails(self, failed: bool) -> None:
        """Whether meaning can be prepared and searched; known to those who try."""
        if failed is not self._meaning_failed:
            self._meaning_failed = failed
            self._show(self._gathered)

    def _show(self, gathered: Gathered) -> None:
        self._gathered = gathered
        alerts = [alert_of(concern) for concern in gathered.concerns]
        if self._meaning_failed:
            alerts.append(meaning_alert())
        alerts += [saved_alert(each.id, each.name, each.news, each) for each in gathered.news]
        shown, left = self._left.divide(alerts)
        self._view.show_alerts(shown, len(left))
        self.counted.emit(len(shown))

    def _failed(self, error: BriefBankError) -> None:
        if not isinstance(error, Cancelled):
            self._view.show_failure(error)
            self.counted.emit(0)

    def _leave(self, alert: Alert) -> None:
        self._left.leave(alert)
        self._show(self._gathered)

    def _bring_back(self) -> None:
        self._left.forget()
        self._show(self._gathered)


def _gather(library: Library, reporter: JobReporter) -> Gathered:
    concerns = library.concerns()
    reporter.check()
    try:
        news = tuple(each for each in library.personal.saved.all() if each.news)
    except BriefBankError as error:
        log.info("saved searches not asked for: %s", type(error).__name__)
        news = ()
    return Gathered(concerns, news)


def document_ids(alert: Alert) -> tuple[int, ...]:
    """The documents whose pages an alert is about."""
    target = alert.target
    if alert.goal is not Goal.PAGES or not isinstance(target, tuple):
        return ()
    return tuple(each for each in target if isinstance(each, int))
