"""Notices that the file of the open document, or the document itself, has gone, and says so in the reader.

A page that cannot be drawn may be damaged, or the share with the library may be gone: only then is it asked
whether the file is at hand, and what is on the screen already stays.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from briefbank.errors import BriefBankError, FileAway, NotInLibrary, StoreAway
from ui.jobs import JobReporter, Lane
from ui.own_topics import Lanes
from ui.tongue import tr
from ui.widgets.controls import Notice

if TYPE_CHECKING:
    from briefbank.library import Library

TOPIC = "presence"
REMOVED = (
    tr("This brief is no longer in the library."),
    tr("It was removed, here or by another program. Search again to see what the library holds now."),
)


class ReaderPresence(QObject):
    """One for each reader."""

    again_wanted = Signal()
    """Open the document once more, at the page that is being read."""
    removed = Signal()
    """The open document is in the library no longer."""

    def __init__(self, library: Library, jobs: Lanes, notice: Notice) -> None:
        """``notice`` is where to say it."""
        super().__init__(notice)
        self._library, self._jobs, self._notice = library, jobs, notice
        self._document_id = 0
        notice.acted.connect(self.again_wanted)

    def begin(self, document_id: int) -> None:
        """This document is open now; 0: none is."""
        self._jobs.drop(TOPIC)
        self._document_id = document_id
        self._notice.say("")

    def look(self) -> None:
        """Something failed that should not have: find out whether the file is there."""
        if self._document_id and not self._jobs.busy(TOPIC):
            work = partial(_at_hand, self._library, self._document_id)
            job = self._jobs.start(Lane.READER, work, topic=TOPIC)
            job.failed.connect(self.consider)

    def consider(self, error: BriefBankError) -> None:
        """Say what an error means for the document that is open, if anything."""
        if isinstance(error, NotInLibrary):
            self.removed.emit()
        elif isinstance(error, StoreAway | FileAway):
            self._notice.say(str(error), tr("Try again"), bad=True)


def _at_hand(library: Library, document_id: int, _reporter: JobReporter) -> Path:
    return library.file_at_hand(document_id)
