"""Counts in the background the new results of saved searches."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from briefbank.domain.userdata import SavedSearch, SeenResults
from briefbank.errors import BriefBankError, Cancelled
from ui.jobs import JobReporter, Jobs, Lane

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

log = logging.getLogger(__name__)

REST_MS = 3000  # The delay after a change of the library, which is usually followed by more changes


class NewResultCounter(QObject):
    """Runs one count at a time; a newer one replaces one that still runs."""

    counted = Signal()  # Some of the numbers may have changed

    def __init__(self, library: LibraryApi, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._library, self._jobs = library, jobs
        self._delay_timer = QTimer(self)
        self._delay_timer.setSingleShot(True)
        self._delay_timer.setInterval(REST_MS)
        self._delay_timer.timeout.connect(self.count)

    def want(self) -> None:
        """Count soon, because the library may have changed."""
        self._delay_timer.start()

    def count(self) -> None:
        """Count after the preparations in the same lane, so that the embedding model is available if it can
        be."""
        job = self._jobs.start(Lane.READY, partial(_count, self._library), topic="news")
        job.done.connect(lambda changed: self.counted.emit() if changed else None)


def _count(library: LibraryApi, reporter: JobReporter) -> bool:
    """Count for every saved search and tell whether any number changed. A search that cannot be run keeps its
    number."""
    saved, changed = library.userdata.saved, False
    for search in saved.all():
        reporter.check()
        try:
            changed |= saved.count_news(search.id, library.relevant_keys(search.request)) != search.news
        except Cancelled:
            raise
        except BriefBankError as error:
            log.info("news of a saved search not counted: %s", type(error).__name__)
    return changed


def mark_seen(library: LibraryApi, search: SavedSearch, _reporter: JobReporter) -> SeenResults:
    """Return what a saved search had shown before, and count its present results as seen."""
    seen = library.userdata.saved.seen(search.id)
    library.userdata.saved.look(search.id, library.relevant_keys(search.request))
    return seen
