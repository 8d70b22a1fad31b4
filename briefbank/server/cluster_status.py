"""Says what the computers of an office's cluster do, and how the work on files gets on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from briefbank.domain.cluster import ClusterStatus
from briefbank.domain.ingest import FileStatus

if TYPE_CHECKING:
    from briefbank.cluster.dispatcher import Dispatcher
    from briefbank.library import Library

_USUAL_PAGES = 20
"""The pages of a brief, where none was added yet."""


class ServerCluster:
    """The cluster of one server. Any thread. It fulfils :class:`~briefbank.api.cluster.ClusterApi`."""

    def __init__(self, library: Library, dispatcher: Dispatcher | None) -> None:
        self._library, self._dispatcher = library, dispatcher

    def status(self) -> ClusterStatus:
        report = self._library.ingest.report()
        added = sum(report.ended.get(each, 0) for each in (FileStatus.ADDED, FileStatus.ADDED_WITH_GAPS))
        waiting = report.waiting + report.waiting_for_scans
        return ClusterStatus(
            self._dispatcher.report() if self._dispatcher is not None else None,
            waiting,
            round(waiting * (report.pages / added if added else _USUAL_PAGES)),
            report.refusals,
        )
