"""Queues the new files of watched folders, and holds back what this user did not name."""

from __future__ import annotations

import time

from briefbank.api.ingest import WatchedFoldersApi
from briefbank.catalogue.store import Catalogue
from briefbank.domain.ingest import UnconfirmedPaths
from briefbank.ingest.folder_watcher import FolderWatcher
from briefbank.ingest.ingestion import Ingestion
from briefbank.jobs import Reporter
from briefbank.storage.write_access import Access


class WatchedFolders(FolderWatcher, WatchedFoldersApi):
    """The watched folders of one library, whose new files are queued. Any thread."""

    def __init__(self, access: Access, catalogue: Catalogue, ingestion: Ingestion) -> None:
        super().__init__(catalogue, access.paths.root, ingestion.patterns)
        self._access, self._ingestion = access, ingestion

    def poll(self, reporter: Reporter) -> int:
        if self._access.why_not():
            return 0
        found = self.new_files(time.monotonic())
        left_out = self._ingestion.left_out() if found else ()
        wanted = [path for path in found if path not in left_out]
        taken = [path for path in wanted if self._ingestion.may_be_page(path, reporter)]
        self._ingestion.enqueue(taken, reporter, watched=[each.path for each in self.folders()])
        self.accepted(found)
        return len(taken)

    def unconfirmed(self) -> UnconfirmedPaths:
        if self._access.why_not():
            return UnconfirmedPaths((), ())
        folders = tuple(each.path for each in self.folders() if not each.confirmed)
        return UnconfirmedPaths(folders, tuple(self._ingestion.unconfirmed()))

    def confirm(self) -> None:
        super().confirm()
        self._ingestion.confirm()

    def decline(self) -> None:
        found = self.unconfirmed()
        for folder in found.folders:
            self.unwatch(folder)
        if found.files:
            self._ingestion.cancel(found.files)
