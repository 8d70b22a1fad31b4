"""The exports of a library: search results, collections and the record of what was done."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path

from briefbank.api.userdata import CollectionResolverApi, CollectionsApi, ExportsApi, SharedCollectionsApi
from briefbank.domain.authorities import Authority
from briefbank.domain.ingest import ReportedFile
from briefbank.domain.maintenance import AuditEntry, AuditEvent, AuditWriter, record_nothing
from briefbank.domain.searches import SearchRequest
from briefbank.domain.userdata import Collection, ResolvedEntry, SharedCollection
from briefbank.exports import results, tables, word
from briefbank.exports.errors import write_file
from briefbank.jobs import Reporter
from briefbank.userdata.history import AuthorityNames


class Exports(ExportsApi):
    """The writer of exports. Any thread. Calls block, can be stopped, raise ExportRefused and StoreError."""

    def __init__(
        self,
        ask: results.Ask,
        names: AuthorityNames,
        resolver: CollectionResolverApi,
        collections: CollectionsApi,
        shared: SharedCollectionsApi | None = None,
        note: AuditWriter = record_nothing,
    ) -> None:
        self._ask, self._names = ask, names
        self._resolver = resolver
        self._own, self._shared = collections, shared
        self._note = note

    def results(self, request: SearchRequest, path: Path, reporter: Reporter, *, asked: str = "") -> int:
        written = results.export(self._ask, request, asked, path, reporter)
        self._exported("results", path, written)
        return written

    def collection(
        self, collection_id: int, path: Path, reporter: Reporter, *, authorities: bool = True
    ) -> int:
        collection, gathered = self._own.get(collection_id), self._resolver.show(collection_id)
        return self._written(collection, gathered, path, reporter, authorities)

    def shared_collection(
        self, shared_id: int, path: Path, reporter: Reporter, *, authorities: bool = True
    ) -> int:
        assert self._shared is not None, "no office"
        collection, gathered = self._shared.get(shared_id), self._resolver.show_shared(shared_id)
        return self._written(collection, gathered, path, reporter, authorities)

    def _written(
        self,
        collection: Collection | SharedCollection,
        gathered: Sequence[ResolvedEntry],
        path: Path,
        reporter: Reporter,
        authorities: bool,
    ) -> int:
        cited = self._cited(gathered) if authorities else {}
        content = word.collection_document(collection, gathered, cited, date.today(), reporter)
        reporter.check()
        write_file(path, content)
        self._exported("collection", path, len(gathered))
        return len(gathered)

    def ingest_report(self, files: Sequence[ReportedFile], path: Path) -> int:
        write_file(path, tables.ingest_table(files))
        self._exported("ingest", path, len(files))
        return len(files)

    def record(self, entries: Sequence[AuditEntry], path: Path) -> int:
        write_file(path, tables.audit_table(entries))
        self._exported("record", path, len(entries))
        return len(entries)

    def _exported(self, what: str, path: Path, lines: int) -> None:
        self._note(AuditEvent.EXPORTED, what=what, format=path.suffix.lower().lstrip("."), lines=lines)

    def _cited(self, gathered: Sequence[ResolvedEntry]) -> dict[Authority, list[int]]:
        """Return the authorities that the passages cite, with the passages' numbers from 1."""
        numbers: dict[str, list[int]] = {}
        for number, entry in enumerate(gathered, start=1):
            for citation in entry.hit.passage.citations if entry.hit else ():
                if citation.canonical:
                    numbers.setdefault(citation.canonical, []).append(number)
        ids = self._names.ids_of(list(numbers))
        known = self._names.by_ids(ids.values())
        cited: dict[Authority, list[int]] = {}
        for canonical, id_ in ids.items():
            cited.setdefault(known[id_], []).extend(numbers[canonical])
        return {authority: sorted(where) for authority, where in cited.items()}
