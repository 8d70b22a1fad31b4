"""Detects that the open document or its file is gone, and reports it in the reader.

When a page cannot be drawn, it may be damaged, or the share with the library may be unavailable. Only then is
the file checked, and what is already on the screen stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from briefbank.errors import BriefBankError, FileAway, NotInLibrary, StoreAway
from ui.i18n.translate import tr
from ui.jobs import Lane
from ui.kit.controls import Notice
from ui.shared.scoped_jobs import Lanes

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

TOPIC = "availability"
REMOVED = (
    tr("This brief is no longer in the library."),
    tr("It was removed, here or by another program. Search again to see what the library holds now."),
)


class AvailabilityController(QObject):
    """Watches the document of one reader."""

    removed = Signal()  # The open document is no longer in the library

    def __init__(self, library: LibraryApi, jobs: Lanes, notice: Notice) -> None:
        """``notice`` shows the messages."""
        super().__init__(notice)
        self._library, self._jobs, self._notice = library, jobs, notice
        self._document_id = 0

    def begin(self, document_id: int) -> None:
        """Watch the document that is now open; 0 for none."""
        self._jobs.drop(TOPIC)
        self._document_id = document_id
        self._notice.say("")

    def check(self) -> None:
        """Check whether the file is there, after something failed unexpectedly."""
        if self._document_id and not self._jobs.busy(TOPIC):
            library, document_id = self._library, self._document_id
            job = self._jobs.start(
                Lane.READER, lambda _reporter: library.reader.readable_pdf_path(document_id), topic=TOPIC
            )
            job.failed.connect(self.consider)

    def consider(self, error: BriefBankError) -> None:
        """Report what an error means for the open document, if anything."""
        if isinstance(error, NotInLibrary):
            self.removed.emit()
        elif isinstance(error, StoreAway | FileAway):
            self._notice.say(str(error), tr("Try again"), bad=True, closable=True)
