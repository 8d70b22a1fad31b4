"""Connects copying, exports and collections to the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from ui.features.collections.collecting import PassageCollector
from ui.features.collections.controller import CollectionController
from ui.features.search.exporter import Exporter
from ui.jobs import Jobs
from ui.shared.copying import PassageCopier
from ui.shared.pages import COLLECTIONS

if TYPE_CHECKING:
    from briefbank.library import Library
    from ui.main_window import MainWindow


class ExportActions(QObject):
    """The actions that take something out of the library, made once, when the pages are there."""

    def __init__(self, library: Library, jobs: Jobs, window: MainWindow) -> None:
        super().__init__(window)
        page = window.search_page
        self.copying, self.exporting = PassageCopier(page), Exporter(library, jobs, window)
        self.collecting = PassageCollector(library, jobs, page)
        self.work = CollectionController(library, jobs, window.collections)
        for part in (self.copying, self.exporting, self.collecting, self.work):
            part.told.connect(window.tell)
        page.answered.connect(self.exporting.follow)
        window.collections.export_wanted.connect(self.exporting.export_collection)
        self.work.hit_wanted.connect(window.open_hit)
        self.collecting.changed.connect(self.work.show)
        self._window = window

    def collect(self) -> None:
        """Put what is before a person into a collection. On the page of collections it is in one already."""
        if self._window.pages.currentIndex() != COLLECTIONS:
            self.collecting.collect()
