"""Embeds new passages in the background, during any other work with the library."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from briefbank.errors import BriefBankError, Cancelled
from ui.i18n.translate import tr
from ui.jobs import Job, JobReporter, Jobs, Lane

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

RESTART_MS = 10_000
"""The interval between two starts while files are being added: each looks for new passages again."""


class EmbeddingController(QObject):
    """The controller that owns one window's lane of embedding; one job at a time."""

    progressed = Signal(str)
    """The progress, shown quietly; empty when there is nothing to do."""
    ready = Signal()
    """Emitted when more passages can be found by meaning."""
    failed = Signal()
    stopped = Signal()
    """Emitted when nothing is being embedded any more."""

    def __init__(self, library: LibraryApi, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
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
        self._job = self._jobs.start(Lane.MEANING, partial(_embed, self._library))
        self._job.progressed.connect(self._some)
        self._job.done.connect(self._done)
        self._job.failed.connect(self._failed)

    def _some(self, _stage: str, done: int, total: int) -> None:
        if total:
            self.progressed.emit(
                tr("Preparing meaning: {done:,} of {total:,}").format(done=done, total=total)
            )

    def _done(self, passages: int) -> None:
        self._over()
        if passages:
            self.ready.emit()

    def _failed(self, error: BriefBankError) -> None:
        self._over()
        if not isinstance(error, Cancelled):
            self.failed.emit()

    def _over(self) -> None:
        self._job = None
        self.progressed.emit("")
        self.stopped.emit()
        self._start_if_wanted()


def _embed(library: LibraryApi, reporter: JobReporter) -> int:
    """Embed passages. Documents added by an older release are first read for authorities, since that is
    quick."""
    library.maintenance.read_authorities(reporter)
    return library.embedding.embed_pending(reporter)
