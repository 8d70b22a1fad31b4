"""The office's good-law list: its lines, files, proposals and alerts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import groupby
from pathlib import Path

from briefbank import files
from briefbank.api.law import GoodLawApi
from briefbank.catalogue.good_law import ListChange
from briefbank.catalogue.store import Catalogue
from briefbank.citations import good_law_csv
from briefbank.citations.typed_authority import TypedAuthority, subsection_levels
from briefbank.citator.alerts import GoodLawAlerts, ListStatement, gravity
from briefbank.citator.entry_validation import (
    authorities_of,
    cleaned,
    entered_of,
    now,
    recognised,
    refuse_contradiction,
    understood,
    with_names,
)
from briefbank.citator.good_law_list import GoodLawList
from briefbank.citator.good_law_notes import NoteWriter
from briefbank.citator.list_import import ListImport
from briefbank.citator.proposals import Proposals
from briefbank.citator.reliance import OutdatedFinder, cites
from briefbank.domain.audit_events import AuditEvent, AuditWriter, record_nothing
from briefbank.domain.authorities import Authority, AuthorityNote, GoodLawEntry, Standing
from briefbank.domain.authority_reports import ImportReport, Proposal, Reliance
from briefbank.domain.citations import CitationKind
from briefbank.domain.document_names import full_title
from briefbank.domain.documents import Document
from briefbank.domain.passages import UNSEARCHED_ROLES, Passage
from briefbank.errors import ListFileError, NotInLibrary, StoreError
from briefbank.search.passage_citation import reference

REPORT_COLUMNS = ("document", "title", "kind", "filed", "court", "docket", "page", "citation", "passage")
"""The columns of the report on what relies on an authority, which has a row for each passage."""


class GoodLaw(GoodLawApi):
    """The office's good-law list. Any thread."""

    def __init__(self, catalogue: Catalogue, note: AuditWriter = record_nothing) -> None:
        self._catalogue, self._note = catalogue, note
        self._listed = GoodLawList(catalogue.good_law)
        self._alerts = GoodLawAlerts(self._listed)
        self._proposals = Proposals(catalogue, self._alerts)
        self._notes = NoteWriter(catalogue, self._listed, self._alerts, self._proposals)
        self.outdated = OutdatedFinder(catalogue, self._listed, self._alerts)
        """The documents and passages that rely on authorities against which the list speaks."""

    # --- the list --------------------------------------------------------------------------------

    def entries(self) -> list[GoodLawEntry]:
        return self._alerts.entries()

    def version(self) -> int:
        """Return a number that changes whenever this or another program changes the list. Milliseconds."""
        return self._listed.now().version

    def entries_on(self, canonical: str, kind: CitationKind) -> list[GoodLawEntry]:
        """Return the lines on an authority and its parts, under any of its names, the newest first."""
        return self._alerts.on({canonical: kind}).get(canonical, [])

    def understood(self, authority: str) -> Authority:
        named = self._understood(authority)
        known = authorities_of(self._catalogue, self._listed, named)
        return Authority(known[0].id if known else 0, named.canonical, named.kind, named.name)

    def _understood(self, authority: str) -> TypedAuthority:
        return understood(self._catalogue, self._listed, authority)

    def enter(
        self,
        authority: str,
        standing: Standing,
        *,
        by: str = "",
        since: date | None = None,
        note: str = "",
        entered_by: str = "",
    ) -> GoodLawEntry:
        named = self._understood(authority)
        entry = GoodLawEntry(
            0, named.canonical, named.name, standing, by, since, note, entered_by, now(), named.also
        )
        return self._put(entry, named)

    def change(
        self, entry_id: int, standing: Standing, *, by: str, since: date | None, note: str, entered_by: str
    ) -> GoodLawEntry:
        entry = replace(
            self.entry(entry_id),
            standing=standing,
            by=by,
            since=since,
            note=note,
            entered_by=entered_by,
            entered_at=now(),
        )
        return self._put(entry, entered_of(entry))

    def entry(self, entry_id: int) -> GoodLawEntry:
        for entry in self.entries():
            if entry.id == entry_id:
                return entry
        raise _no_line(entry_id)

    def remove(self, entry_ids: Collection[int]) -> int:
        removed: list[int] = []

        def decide(entries: list[GoodLawEntry]) -> ListChange:
            removed.extend(entry.id for entry in entries if entry.id in entry_ids)
            return ListChange(remove=tuple(removed))

        self._catalogue.good_law.change(decide)
        if removed:
            self._note(AuditEvent.GOOD_LAW, change="removed", lines=len(removed))
        return len(removed)

    def _put(self, entry: GoodLawEntry, named: TypedAuthority, decided: Sequence[str] = ()) -> GoodLawEntry:
        made = cleaned(entry)
        names = self._listed.names([named])[named]

        def decide(entries: list[GoodLawEntry]) -> ListChange:
            if made.id and all(other.id != made.id for other in entries):
                raise _no_line(made.id)
            refuse_contradiction(made, names, entries)
            return ListChange((made,), decided=tuple(decided))

        put = self._catalogue.good_law.change(decide)[0]
        self._note(AuditEvent.GOOD_LAW, change="changed" if made.id else "added", lines=1)
        return put

    # --- files -----------------------------------------------------------------------------------

    def export(self, path: Path) -> int:
        entries = self.entries()
        _write(path, good_law_csv.write(entries))
        self._note(AuditEvent.EXPORTED, what="good law", format="csv", lines=len(entries))
        return len(entries)

    def import_from(self, path: Path, entered_by: str = "") -> ImportReport:
        lines, unread = good_law_csv.read(_read(path), lambda cell: recognised(self._catalogue, cell))
        named = with_names(self._catalogue, self._listed, [line.authority for line in lines])
        lines = [replace(line, authority=each) for line, each in zip(lines, named, strict=True)]
        merging = ListImport(self._listed.names(line.authority for line in lines), entered_by)
        self._catalogue.good_law.change(lambda entries: merging.change(lines, entries))
        if imported := merging.report.added + merging.report.changed:
            self._note(AuditEvent.GOOD_LAW, change="imported", lines=imported)
        return replace(merging.report, unread=unread)

    # --- proposals -------------------------------------------------------------------------------

    def proposals(self, authority_id: int = 0) -> list[Proposal]:
        return self._proposals.waiting(authority_id)

    def confirm(
        self,
        key: str,
        *,
        entered_by: str = "",
        standing: Standing | None = None,
        by: str | None = None,
        since: date | None = None,
        note: str = "",
    ) -> GoodLawEntry:
        proposal, keys = self._proposals.with_key(key)
        authority = proposal.authority
        name = authority.name if authority.kind is CitationKind.CASE else ""
        entry = GoodLawEntry(
            id=0,
            canonical=authority.canonical,
            name=name,
            standing=standing or proposal.standing,
            by=proposal.by if by is None else by,
            since=since,
            note=note or self._source_of(proposal),
            entered_by=entered_by,
            entered_at=now(),
        )
        return self._put(entry, TypedAuthority(authority.canonical, authority.kind, name), keys)

    def dismiss(self, key: str) -> None:
        keys = tuple(self._proposals.with_key(key)[1])
        self._catalogue.good_law.change(lambda _entries: ListChange(decided=keys))

    def dismissed(self) -> list[Proposal]:
        return self._proposals.decided()

    def undismiss(self, key: str) -> None:
        keys = tuple(self._proposals.with_key(key, decided=True)[1])
        self._catalogue.good_law.change(lambda _entries: ListChange(undecided=keys))

    def _source_of(self, proposal: Proposal) -> str:
        passage = self._catalogue.passages_by_id([proposal.passage_id])[proposal.passage_id]
        return f"From {reference(proposal.document, passage)}"

    # --- alerts and reliance ---------------------------------------------------------------------

    def alerts(self, passages: Iterable[Passage], as_of: date | None = None) -> dict[int, tuple[str, ...]]:
        cited = {
            passage.id: {each.canonical: each.kind for each in passage.citations if each.canonical}
            for passage in passages
        }
        named = {canonical: kind for each in cited.values() for canonical, kind in each.items()}
        statements = self.statements(named, as_of) if named else {}
        found = (
            {id_: _sentences(canonicals, statements) for id_, canonicals in cited.items()}
            if statements
            else {}
        )
        return {id_: sentences for id_, sentences in found.items() if sentences}

    def statements(
        self, named: Mapping[str, CitationKind], as_of: date | None = None
    ) -> dict[str, tuple[ListStatement, ...]]:
        """Return the list's statements on authorities, by canonical name, the gravest first.

        ``named`` maps canonical names to kinds. Lines that say "good" are included. Authorities without a
        line are left out.
        """
        return self._alerts.statements(named, as_of)

    def notes(self, canonicals: Sequence[str], names: Sequence[str] = ()) -> list[AuthorityNote]:
        return self._notes.of(canonicals, names)

    def relying(self, authority: str) -> list[Reliance]:
        named = self._understood(authority)
        relying = self.outdated.relying(named)
        passages = self._catalogue.passages_by_id([passage_id for _, passage_id in relying])
        wholes = self._listed.whole_names([named])[named]
        below = subsection_levels(named.canonical, named.kind)[-1]
        fitting = sorted(
            (each for each in passages.values() if cites(each, wholes, below)),
            key=lambda each: (each.document_id, each.ordinal),
        )
        documents = self._catalogue.documents_by_id({each.document_id for each in fitting})
        found = [
            Reliance(documents[id_], _without_tables(list(some)))
            for id_, some in groupby(fitting, key=lambda each: each.document_id)
            if id_ in documents
        ]
        return sorted(found, key=lambda each: _newest(each.document))

    def export_relying(self, authority: str, path: Path) -> int:
        rows = [
            _report_row(each.document, passage)
            for each in self.relying(authority)
            for passage in each.passages
        ]
        _write(path, good_law_csv.as_csv(REPORT_COLUMNS, rows))
        self._note(AuditEvent.EXPORTED, what="report", format="csv", lines=len(rows))
        return len(rows)


def _without_tables(passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """Return the passages without tables, or all of them if there are only tables."""
    return tuple(each for each in passages if each.role not in UNSEARCHED_ROLES) or tuple(passages)


def _newest(document: Document) -> tuple[bool, int, int]:
    """Return a sort key that puts the newest document first and undated ones last."""
    filed = document.filed or date.min
    return document.filed is None, -filed.toordinal(), document.id


def _sentences(
    canonicals: Iterable[str], statements: Mapping[str, Sequence[ListStatement]]
) -> tuple[str, ...]:
    """Return the warning statements on a passage's authorities, each once, the gravest first."""
    against = [each for canonical in canonicals for each in statements.get(canonical, ()) if each.warns]
    return tuple(dict.fromkeys(each.text for each in sorted(against, key=gravity)))


def _report_row(document: Document, passage: Passage) -> tuple[object, ...]:
    filed = document.filed.isoformat() if document.filed else ""
    page = passage.page_label or passage.first_page + 1
    return (
        document.id,
        full_title(document),
        document.kind.value,
        filed,
        document.court,
        document.docket,
        page,
        reference(document, passage),
        passage.text,
    )


def _no_line(entry_id: int) -> NotInLibrary:
    return NotInLibrary(
        f"There is no line {entry_id} on your office’s list.", "It may have been removed. Look at the list."
    )


def _read(path: Path) -> bytes:
    try:
        if path.stat().st_size > good_law_csv.LARGEST_BYTES:
            raise good_law_csv.too_large()
        if files.is_database(path):
            raise ListFileError(detail="database")
        return path.read_bytes()
    except OSError as error:
        title, remedy = "The file could not be opened.", "Check that it exists and that you may read it."
        raise ListFileError(title, remedy, detail=f"errno {error.errno}") from error


def _write(path: Path, content: bytes) -> None:
    try:
        files.write_out(path, content)
    except StoreError as error:
        title, remedy = "The file could not be written there.", "Choose another folder, or free some space."
        raise ListFileError(title, remedy, detail=error.detail) from error
