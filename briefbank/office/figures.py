"""The figures of an office server for Prometheus, and the state of its cluster.

Figures count and measure, and name operations, statuses and kinds of ends only: never a person, a word, a
title or a matter (https://prometheus.io/docs/instrumenting/exposition_formats/). They are served at an
address that only this computer reaches.
"""

from __future__ import annotations

import logging
import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import uvicorn
from prometheus_client import CollectorRegistry, Histogram, make_asgi_app
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from briefbank.domain.office import ClusterStatus
from briefbank.errors import BriefBankError
from briefbank.maintenance.disks import LAST_BACKUP, moment
from briefbank.office import certificates, server_settings

if TYPE_CHECKING:
    from briefbank.office.dispatcher import Dispatcher
    from briefbank.office.library import OfficeLibrary

log = logging.getLogger(__name__)
AT_ONCE = 8  # The connections that are answered at once
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The limits between which the time of an answer is counted."""


class ServerCluster:
    """The cluster of one server. Any thread. It fulfils :class:`~briefbank.api.library.ClusterApi`."""

    def __init__(self, library: OfficeLibrary, dispatcher: Dispatcher | None) -> None:
        self._library, self._dispatcher = library, dispatcher

    def status(self) -> ClusterStatus:
        report = self._library.ingest.report()
        cluster = self._dispatcher.report() if self._dispatcher is not None else None
        return ClusterStatus(cluster, report.waiting + report.waiting_for_scans)


class Figures(Collector):
    """The figures of one server since its start. Any thread."""

    def __init__(self, library: OfficeLibrary, jobs: Callable[[], int], signed_in: Callable[[], int]) -> None:
        """``jobs`` returns how many run or wait, ``signed_in`` how many sessions are good."""
        self._library, self._jobs, self._signed_in = library, jobs, signed_in
        self._registry = CollectorRegistry()
        self._answers = Histogram(
            "briefbank_answer_seconds",
            "Time of an answer, by operation and status.",
            ("operation", "status"),
            buckets=SECONDS,
            registry=self._registry,
        )
        self._registry.register(self)

    def answered(self, operation: str, status: int, seconds: float) -> None:
        """Count an answer. ``operation`` must be a name of ours, since each makes rows of its own."""
        self._answers.labels(operation, str(status)).observe(seconds)

    def serve(self, listener: socket.socket) -> Callable[[], None]:
        """Answer at a socket that listens, in a thread of its own; return what ends that."""
        config = uvicorn.Config(
            make_asgi_app(self._registry),
            lifespan="off",
            ws="none",
            log_config=None,
            access_log=False,
            server_header=False,
            limit_concurrency=AT_ONCE,
            timeout_graceful_shutdown=1,
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, args=([listener],), name="figures", daemon=True)
        thread.start()

        def end() -> None:
            server.should_exit = True
            thread.join()

        return end

    def collect(self) -> Iterator[Metric]:
        """Yield the figures of this moment; those of the library are left out while it cannot be read."""
        yield GaugeMetricFamily("briefbank_jobs", "Jobs that run or wait.", self._jobs())
        yield GaugeMetricFamily("briefbank_sessions", "Persons who are signed in.", self._signed_in())
        yield from self._of_computer()
        try:
            yield from self._of_library()
        except BriefBankError as error:
            log.warning("no figures of the library: %s", error.detail)

    def _of_computer(self) -> Iterator[Metric]:
        text = "Days for which the certificate is still good."
        with suppress(OSError, ValueError):
            days = certificates.days_left(server_settings.certificate())
            yield GaugeMetricFamily("briefbank_certificate_days", text, days)
        text = "Free bytes of the disk that holds the library."
        with suppress(OSError):
            yield GaugeMetricFamily(
                "briefbank_disk_free_bytes", text, shutil.disk_usage(self._library.folder).free
            )

    def _of_library(self) -> Iterator[Metric]:
        documents, passages = self._library.documents.totals()
        report = self._library.ingest.report()
        yield GaugeMetricFamily("briefbank_documents", "Documents of the library.", documents)
        yield GaugeMetricFamily("briefbank_passages", "Passages of the library.", passages)
        if (backed_up := moment(self._library.catalogue, LAST_BACKUP)) is not None:
            text = "Time of the last backup, in seconds since 1970."
            yield GaugeMetricFamily("briefbank_last_backup_seconds", text, backed_up.timestamp())
        text, waiting = "Passages that wait to be searched by meaning.", self._library.embedding.waiting()
        yield GaugeMetricFamily("briefbank_passages_without_meaning", text, waiting)
        ended = {status.value: number for status, number in report.ended.items()}
        ended |= {"waiting": report.waiting, "waiting for scans": report.waiting_for_scans}
        files = GaugeMetricFamily("briefbank_files", "Files that were queued, by end.", labels=("end",))
        for end, number in ended.items():
            files.add_metric((end,), number)
        yield files
