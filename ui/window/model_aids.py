"""The uses of the local model beside summaries, for the whole window: look deeper, cut long sections."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from ui.features.documents.recutting import RecuttingController
from ui.features.documents.view import DocumentsView
from ui.features.search.deeper import DeeperSearch
from ui.features.search.view import SearchPage
from ui.jobs import Jobs

if TYPE_CHECKING:
    from briefbank.library import Library


class ModelAids(QObject):
    """The two uses, offered only while a model is chosen and they are switched on."""

    told = Signal(str)
    library_changed = Signal()

    def __init__(self, library: Library, jobs: Jobs, page: SearchPage, documents: DocumentsView) -> None:
        super().__init__(page)
        self.deeper = DeeperSearch(library, jobs, page)
        self.recutting = RecuttingController(library, jobs, documents)
        for part in (self.deeper, self.recutting):
            part.told.connect(self.told)
        self.recutting.library_changed.connect(self.library_changed)
        self.refresh()

    def refresh(self) -> None:
        """Ask again what is possible, after a model was chosen or unloaded, or a use was switched."""
        self.deeper.refresh()
        self.recutting.refresh()
