"""The exports of a library: search results, collections and the record of what was done."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path

from briefbank.catalogue.store import Catalogue
from briefbank.domain.audit_events import AuditEntry, AuditEvent, AuditWriter, record_nothing
from briefbank.domain.authorities import Authority
from briefbank.domain.collections import ResolvedEntry
from briefbank.domain.searches import SearchRequest
from briefbank.errors import NotInLibrary
from briefbank.exports import record_table, results, word_collection
from briefbank.exports.collection_resolver import CollectionResolver
from briefbank.exports.errors import write_file
from briefbank.jobs import Reporter
from briefbank.userdata.collections import Collections


class Exports:
    """The writer of exports. Any thread. Calls block, can be stopped, raise ExportRefused and StoreError."""

    def __init__(
        self,
        ask: results.Ask,
        catalogue: Catalogue,
        resolver: CollectionResolver,
        collections: Collections,
        note: AuditWriter = record_nothing,
    ) -> None:
        self._ask, self._catalogue = ask, catalogue
        self._resolver, self._collections = resolver, collections
        self._note = note

    def results(self, request: SearchRequest, path: Path, reporter: Reporter, *, asked: str = "") -> int:
        """Write the results of a search, at most ``results.MOST``, and return their number.

        The file's suffix selects .csv, .docx or .ris; an existing file is replaced. ``asked`` is the search
        in words. Also raises QueryError.
        """
        written = results.export(self._ask, request, asked, path, reporter)
        self._exported("results", path, written)
        return written

    def collection(
        self, collection_id: int, path: Path, reporter: Reporter, *, authorities: bool = True
    ) -> int:
        """Write a collection as a Word file, and return the number of passages.

        ``authorities`` adds a table of those cited. Raises NotInLibrary if the collection was deleted.
        """
        found = next((each for each in self._collections.all() if each.id == collection_id), None)
        if found is None:
            raise NotInLibrary("This collection is not there any more.", "It was deleted in another window.")
        gathered = self._resolver.show(collection_id)
        cited = self._cited(gathered) if authorities else {}
        content = word_collection.written(found, gathered, cited, date.today(), reporter)
        reporter.check()
        write_file(path, content)
        self._exported("collection", path, len(gathered))
        return len(gathered)

    def record(self, entries: Sequence[AuditEntry], path: Path) -> int:
        """Write entries of the record of what was done as a table (.csv), and return their number."""
        write_file(path, record_table.written(entries))
        self._exported("record", path, len(entries))
        return len(entries)

    def _exported(self, what: str, path: Path, lines: int) -> None:
        self._note(AuditEvent.EXPORTED, what=what, format=path.suffix.lower().lstrip("."), lines=lines)

    def _cited(self, gathered: Sequence[ResolvedEntry]) -> dict[Authority, list[int]]:
        """Return the authorities that the passages cite, with the passages' numbers from 1."""
        numbers: dict[str, list[int]] = {}
        for number, each in enumerate(gathered, start=1):
            for citation in each.hit.passage.citations if each.hit else ():
                if citation.canonical:
                    numbers.setdefault(citation.canonical, []).append(number)
        table = self._catalogue.authorities
        ids = table.ids_of(list(numbers))
        known = table.by_ids(ids.values())
        cited: dict[Authority, list[int]] = {}
        for canonical, id_ in ids.items():
            cited.setdefault(known[id_], []).extend(numbers[canonical])
        return {authority: sorted(where) for authority, where in cited.items()}
