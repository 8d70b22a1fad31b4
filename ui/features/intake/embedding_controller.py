"""Embeds new passages in the background, during any other work with the library."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from briefbank.errors import BriefBankError, Cancelled
from briefbank.text.messages import Message
from ui.features.intake.throughput import RecentThroughput
from ui.i18n.translate import tr
from ui.jobs import Job, JobReporter, Jobs, Lane
from ui.shared import wording

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

RESTART_MS = 10_000
"""The interval between two starts while files are being added: each looks for new passages again."""


class EmbeddingController(QObject):
    """The controller that owns one window's lane of embedding; one job at a time."""

    progressed = Signal(str, float)
    """The progress, shown quietly, and the share that is done, 0 to 1; empty when there is nothing to do."""
    finished = Signal(str)
    """A sentence that says that all can be found by meaning, after work that a person has seen."""
    ready = Signal()  # Emitted when more passages can be found by meaning
    failed = Signal()
    stopped = Signal()  # Emitted when nothing is being embedded any more

    def __init__(
        self,
        library: LibraryApi,
        jobs: Jobs,
        parent: QObject | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``clock`` counts seconds."""
        super().__init__(parent)
        self._clock = clock
        self._library = library
        self._jobs = jobs
        self._job: Job | None = None
        self._wanted = self._resting = False
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(RESTART_MS)
        self._pause.timeout.connect(self._start_if_wanted)

    @property
    def busy(self) -> bool:
        return self._job is not None

    def schedule(self) -> None:
        """Embed new passages, if any, now or as soon as the last start is long enough ago."""
        self._wanted = True
        self._start_if_wanted()

    def rest(self) -> None:
        """Stop as soon as possible, until ``go_on``."""
        self._resting = True
        if self._job is not None:
            self._job.cancel()

    def go_on(self) -> None:
        self._resting = False
        self.schedule()

    def _start_if_wanted(self) -> None:
        if not self._wanted or self._resting or self._job is not None or self._pause.isActive():
            return
        self._wanted = False
        self._pause.start()
        self._throughput, self._has_told_time = RecentThroughput(self._clock), False
        self._job = self._jobs.start(Lane.MEANING, partial(_embed, self._library))
        self._job.progressed.connect(self._some)
        self._job.done.connect(self._done)
        self._job.failed.connect(self._failed)

    def _some(self, _stage: Message, done: int, total: int) -> None:
        if not total:
            return
        self._throughput.note(done)
        left = wording.time_left(self._throughput.seconds_left(total))
        self._has_told_time = self._has_told_time or bool(left)
        count = tr("Preparing meaning: {done:,} of {total:,}").format(done=done, total=total)
        self.progressed.emit("  ·  ".join(part for part in (count, left) if part), done / total)

    def _done(self, passages: int) -> None:
        all_done = not self._wanted
        self._over()
        if passages:
            self.ready.emit()
        if passages and all_done and self._has_told_time:
            self.finished.emit(tr("All passages can be found by meaning now."))

    def _failed(self, error: BriefBankError) -> None:
        self._over()
        if not isinstance(error, Cancelled):
            self.failed.emit()

    def _over(self) -> None:
        self._job = None
        self.progressed.emit("", 0.0)
        self.stopped.emit()
        self._start_if_wanted()


def _embed(library: LibraryApi, reporter: JobReporter) -> int:
    """Embed passages. Documents whose authorities were not read yet are read for them first, since that is
    quick."""
    library.maintenance.read_authorities(reporter)
    return library.embedding.embed_pending(reporter)
