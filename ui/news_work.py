"""Counts in the background what is new in the results of saved searches."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from briefbank.errors import BriefBankError, Cancelled
from briefbank.personal.values import SavedSearch, Seen
from ui.jobs import JobReporter, Jobs, Lane

if TYPE_CHECKING:
    from briefbank.library import Library

log = logging.getLogger(__name__)

REST_MS = 3000
"""After a change of the library, in which more changes usually come."""


class NewsWork(QObject):
    """One count at a time; a newer one takes the place of one that still runs."""

    counted = Signal()
    """Some of the numbers may be others now."""

    def __init__(self, library: Library, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._library, self._jobs = library, jobs
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self.count)

    def want(self) -> None:
        """The library may have changed: count soon."""
        self._rest.start()

    def count(self) -> None:
        """Behind what gets ready in its lane, so that the model of meaning is there if it can be."""
        job = self._jobs.start(Lane.READY, partial(_count, self._library), topic="news")
        job.done.connect(lambda changed: self.counted.emit() if changed else None)


def _count(library: Library, reporter: JobReporter) -> bool:
    """Whether any number changed. A search that cannot be asked now keeps its number."""
    saved, changed = library.personal.saved, False
    for search in saved.all():
        reporter.check()
        try:
            changed |= saved.count_news(search.id, library.relevant_keys(search.request)) != search.news
        except Cancelled:
            raise
        except BriefBankError as error:
            log.info("news of a saved search not counted: %s", type(error).__name__)
    return changed


def look(library: Library, search: SavedSearch, _reporter: JobReporter) -> Seen:
    """What a saved search had shown before; its present results count as seen from now on."""
    seen = library.personal.saved.seen(search.id)
    library.personal.saved.look(search.id, library.relevant_keys(search.request))
    return seen
