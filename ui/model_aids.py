"""What the local model may do beside summaries, for the whole window: look deeper, cut long sections."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from ui.deeper_work import DeeperWork
from ui.jobs import Jobs
from ui.recutting_work import RecuttingWork
from ui.views.documents import DocumentsView
from ui.views.search_page import SearchPage

if TYPE_CHECKING:
    from briefbank.library import Library


class ModelAids(QObject):
    """Both are offered only while a model is chosen and they are switched on."""

    told = Signal(str)
    library_changed = Signal()

    def __init__(self, library: Library, jobs: Jobs, page: SearchPage, documents: DocumentsView) -> None:
        super().__init__(page)
        self.deeper = DeeperWork(library, jobs, page)
        self.recutting = RecuttingWork(library, jobs, documents)
        for part in (self.deeper, self.recutting):
            part.told.connect(self.told)
        self.recutting.library_changed.connect(self.library_changed)
        self.refresh()

    def refresh(self) -> None:
        """A model was chosen or let go, or something was switched on or off."""
        self.deeper.refresh()
        self.recutting.refresh()
