"""A small dialog with the progress of one job and a button that stops it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QProgressDialog, QWidget

from briefbank.text.messages import Message
from ui.i18n.translate import tr
from ui.jobs import Job

SHOWN_AFTER_MS = 600  # The duration below which no progress is shown


class JobProgress(QProgressDialog):
    """A modeless dialog that is deleted when its job has ended."""

    def __init__(
        self, job: Job, title: str, waiting: str, say: Callable[[Message, int, int], str], parent: QWidget
    ) -> None:
        """``waiting`` is shown until there is progress, of which ``say`` makes a text."""
        super().__init__(waiting, tr("Stop"), 0, 0, parent)
        self._say = say
        self.setWindowTitle(title)
        self.setWindowModality(Qt.WindowModality.NonModal)
        self.setMinimumDuration(SHOWN_AFTER_MS)
        self.setAutoClose(False)
        self.setAutoReset(False)
        self.canceled.connect(job.cancel)
        job.progressed.connect(self._show_progress)
        job.ended.connect(self._end)

    def _show_progress(self, stage: Message, done: int, total: int) -> None:
        self.setLabelText(self._say(stage, done, total))
        self.setMaximum(total)
        self.setValue(done)

    def _end(self) -> None:
        self.canceled.disconnect()
        self.close()
        self.deleteLater()
