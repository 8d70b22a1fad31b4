"""The exports of a library: search results, collections, the ingest report and the audit log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from briefbank.api.library import (
    CollectionResolverApi,
    CollectionsApi,
    ExportsApi,
    RecordsApi,
    SharedCollectionsApi,
)
from briefbank.domain.authorities import Authority
from briefbank.domain.ingest import ReportedFile
from briefbank.domain.maintenance import AuditEntry, AuditEvent, AuditWriter, record_nothing
from briefbank.domain.searches import Hit, SearchAnswer, SearchRequest
from briefbank.domain.userdata import Collection, ResolvedEntry, SharedCollection
from briefbank.errors import ExportRefused
from briefbank.exports import tables, word
from briefbank.files import write_export
from briefbank.jobs import Reporter
from briefbank.text.messages import Message

MOST = 1000
"""The most results of one export; nobody reads more, and searching for the rest would take minutes."""
STEP = 100
"""The number of results fetched at once; the export can be stopped between such steps."""
STAGE = Message("Exporting")

Ask = Callable[[SearchRequest], SearchAnswer]


@dataclass(frozen=True, slots=True)
class ExportedResults:
    """The results to write."""

    query: str
    """The search in words for a person."""
    read_as: str
    """The interpretation of the search."""
    hits: tuple[Hit, ...]
    """In both tiers, the close ones first."""
    total: int
    """The number of close results, which may be more than ``hits`` has."""
    day: date
    """The day of the search."""
    less_close: int = 0
    """The number of less close results."""


Write = Callable[[ExportedResults, Reporter], bytes]
FORMS: dict[str, Write] = {
    ".csv": lambda results, _reporter: tables.results_table(results.hits),
    ".docx": lambda results, reporter: word.results_document(results, reporter),
    ".ris": lambda results, _reporter: tables.ris_records(results.hits),
}
"""The writers by file suffix."""


class Exports(ExportsApi):
    """The writer of exports. Any thread. Calls block, can be stopped, raise ExportRefused and StoreError."""

    def __init__(
        self,
        ask: Ask,
        records: RecordsApi,
        resolver: CollectionResolverApi,
        collections: CollectionsApi,
        shared: SharedCollectionsApi | None = None,
        note: AuditWriter = record_nothing,
    ) -> None:
        self._ask, self._records = ask, records
        self._resolver = resolver
        self._own, self._shared = collections, shared
        self._note = note

    def results(self, request: SearchRequest, path: Path, reporter: Reporter, *, query: str = "") -> int:
        written = export_results(self._ask, request, query, path, reporter)
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
        write_export(path, content)
        self._exported("collection", path, len(gathered))
        return len(gathered)

    def ingest_report(self, files: Sequence[ReportedFile], path: Path) -> int:
        write_export(path, tables.ingest_table(files))
        self._exported("ingest", path, len(files))
        return len(files)

    def record(self, entries: Sequence[AuditEntry], path: Path) -> int:
        write_export(path, tables.audit_table(entries))
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
        ids = self._records.authority_ids(list(numbers))
        known = self._records.authorities_by_id(ids.values())
        cited: dict[Authority, list[int]] = {}
        for canonical, id_ in ids.items():
            cited.setdefault(known[id_], []).extend(numbers[canonical])
        return {authority: sorted(where) for authority, where in cited.items()}


def export_results(ask: Ask, request: SearchRequest, query: str, path: Path, reporter: Reporter) -> int:
    """Write the first ``MOST`` results of a search, and return their number.

    ``query`` is the search in words; if empty, its text is used. Raises ExportRefused, Cancelled (nothing was
    written then), and what a search raises.
    """
    write = _writer_for(path)
    results = fetch_results(ask, request, query, reporter)
    content = write(results, reporter)
    reporter.check()
    write_export(path, content)
    return len(results.hits)


def _writer_for(path: Path) -> Write:
    """Return the writer for a file of this name. Raises ExportRefused."""
    if path.suffix.lower() not in FORMS:
        raise ExportRefused(
            Message("BriefBank writes tables (.csv), Word files (.docx) and reference records (.ris)."),
            Message("Choose a name that ends in one of these."),
        )
    return FORMS[path.suffix.lower()]


def fetch_results(ask: Ask, request: SearchRequest, query: str, reporter: Reporter) -> ExportedResults:
    """Fetch all results up to ``MOST``, each passage once even if the library changes meanwhile."""
    hits_by_passage: dict[int, Hit] = {}
    start, answer = 0, None
    while answer is None or start < min(answer.listed, MOST):
        reporter.check()
        answer = ask(replace(request, start=start, limit=min(STEP, MOST - start), words_only=False))
        new = {hit.passage.id: hit for hit in answer.hits if hit.passage.id not in hits_by_passage}
        if not new:
            break
        hits_by_passage |= new
        start += STEP
        reporter.progress(STAGE, len(hits_by_passage), min(answer.listed, MOST))
    hits = tuple(replace(hit, rank=rank) for rank, hit in enumerate(hits_by_passage.values(), start=1))
    assert answer is not None
    return ExportedResults(
        query or request.text, answer.interpretation, hits, answer.total, date.today(), answer.less_close
    )
