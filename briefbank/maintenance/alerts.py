"""Collects the alerts of a library from the catalogue and the disk; no file is opened.

Collecting is repeated after every change. Only the documents that an alert concerns are read.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, date, datetime

from briefbank.catalogue import document_rows, ingest_report, library_facts
from briefbank.catalogue.database import Database
from briefbank.citator.good_law_editing import GoodLaw
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Annotation, Document
from briefbank.domain.ingest import FileStatus
from briefbank.domain.maintenance import AlertKind, LibraryAlert
from briefbank.domain.pages import PageTrouble
from briefbank.errors import IndexFault
from briefbank.files import store_error
from briefbank.index.lexical import LexicalIndex
from briefbank.ingest.folder_watcher import FolderWatcher
from briefbank.maintenance.disks import LAST_BACKUP, moment
from briefbank.paths import LibraryPaths

BACKUP_DAYS = 30
LEAST_FREE = 2_000_000_000
"""The bytes on the library's disk below which adding files may soon come to a stop: a large scan,
its reading copy and the rebuilding of an index take some hundred megabytes each."""
_PAGE_ALERTS = (
    (AlertKind.HIDDEN, PageTrouble.HIDDEN),
    (AlertKind.GAPS, PageTrouble.GAP),
    (AlertKind.DOUBTFUL, PageTrouble.DOUBTFUL),
)
_OWN_WORK = (Kind.BRIEF, Kind.MEMO)
"""Documents that an office wrote itself and may use again: an opinion stays as it was decided."""


class AlertCollector:
    """The alerts of one library. Any thread."""

    def __init__(
        self,
        paths: LibraryPaths,
        catalogue: Database,
        lexical: LexicalIndex,
        good_law: GoodLaw,
        watching: FolderWatcher,
        today: Callable[[], date] = date.today,
    ) -> None:
        self._paths, self._catalogue, self._lexical = paths, catalogue, lexical
        self._good_law, self._watching, self._today = good_law, watching, today

    def collect(self) -> tuple[LibraryAlert, ...]:
        """Return all alerts, the gravest first; empty when all is well. Raises StoreError."""
        alerts = {
            alert.kind: alert
            for alert in (
                *self._disk_alerts(),
                *self._law_alerts(),
                *self._file_alerts(),
                *self._page_alerts(),
                *self._date_alerts(),
                *self._annotation_alerts(),
                *self._older_alerts(),
                *self._backup_alerts(),
            )
        }
        return tuple(alerts[matter] for matter in AlertKind if matter in alerts)

    def _disk_alerts(self) -> Iterator[LibraryAlert]:
        try:
            free = shutil.disk_usage(self._paths.catalogue.parent).free
        except OSError as error:
            raise store_error(error) from error
        if free < LEAST_FREE:
            yield LibraryAlert(AlertKind.DISK, 1, size=free)
        try:
            self._lexical.id_totals()
        except IndexFault:
            yield LibraryAlert(AlertKind.WORDS, 1)

    def _newest_first(self, ids: Iterable[int]) -> list[Document]:
        documents = document_rows.by_ids(self._catalogue, ids).values()
        return sorted(documents, key=lambda document: (document.filed or date.min, document.id), reverse=True)

    def _law_alerts(self) -> Iterator[LibraryAlert]:
        since = self._good_law.outdated.documents(self._today())
        relying = [document for document in self._newest_first(since) if document.kind in _OWN_WORK]
        if relying:
            earlier = sum(_before(alert.filed, since[alert.id]) for alert in relying)
            ids = tuple(alert.id for alert in relying)
            yield LibraryAlert(AlertKind.RELYING, len(relying), ids, earlier=earlier)
        if waiting := len(self._good_law.proposals()):
            yield LibraryAlert(AlertKind.PROPOSED, waiting)

    def _file_alerts(self) -> Iterator[LibraryAlert]:
        if away := sum(1 for folder in self._watching.folders() if folder.trouble):
            yield LibraryAlert(AlertKind.FOLDERS, away)
        if refused := ingest_report.report(self._catalogue).ended.get(FileStatus.REFUSED, 0):
            yield LibraryAlert(AlertKind.REFUSED, refused)

    def _page_alerts(self) -> Iterator[LibraryAlert]:
        for matter, trouble in _PAGE_ALERTS:
            if pages := document_rows.with_pages(self._catalogue, trouble):
                yield LibraryAlert(matter, len(pages), tuple(pages), pages=sum(pages.values()))

    def _date_alerts(self) -> Iterator[LibraryAlert]:
        if documents := document_rows.with_future_dates(self._catalogue, self._today()):
            documents.sort(key=lambda document: document.id, reverse=True)
            yield LibraryAlert(AlertKind.FUTURE, len(documents), tuple(document.id for document in documents))

    def _annotation_alerts(self) -> Iterator[LibraryAlert]:
        gaps = library_facts.annotation_gaps(self._catalogue)
        if ids := tuple(document.id for document in self._newest_first(gaps)):
            lacking = frozenset().union(*(gaps[id_] for id_ in ids))
            annotations = tuple(annotation for annotation in Annotation if annotation in lacking)
            yield LibraryAlert(AlertKind.ANNOTATIONS, len(ids), ids, annotations=annotations)

    def _older_alerts(self) -> Iterator[LibraryAlert]:
        documents = self._newest_first(library_facts.annotation_gaps_of_other_releases(self._catalogue))
        if ids := tuple(document.id for document in documents):
            yield LibraryAlert(AlertKind.OLDER, len(ids), ids)

    def _backup_alerts(self) -> Iterator[LibraryAlert]:
        """Alert to an old backup. Documents of the sample need none, nor does a library less than a month
        old."""
        if (first := document_rows.first_added(self._catalogue)) is None:
            return
        last = moment(self._catalogue, LAST_BACKUP)
        days = (datetime.now(UTC) - (last or first)).days
        if days >= BACKUP_DAYS:
            yield LibraryAlert(AlertKind.BACKUP, days if last else 0)


def _before(filed: date | None, since: date | None) -> bool:
    return filed is not None and since is not None and filed < since
