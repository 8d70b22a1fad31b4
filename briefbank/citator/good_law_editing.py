"""The office's good-law list: its lines, files, proposals and alerts.

A file is merged into the list: the same authority with the same day is the same line. Rows that have a
citation in common must agree. So must rows that only the library, or a line of the list, knows to be about
one case, unless both tell when they were entered. Such rows come from a list that did not know of the
connection yet; both are imported, and the one entered last prevails.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from briefbank import files
from briefbank.api.law import GoodLawApi
from briefbank.catalogue import document_rows, law_rows, passage_rows
from briefbank.catalogue.database import Database
from briefbank.catalogue.law_rows import ListChange
from briefbank.citations.provisions import TypedAuthority, joined, subsection_levels
from briefbank.citator import good_law_csv
from briefbank.citator.good_law_csv import ListRow, one_line
from briefbank.citator.good_law_list import (
    GoodLawAlerts,
    GoodLawList,
    ListStatement,
    age,
    authorities_of,
    cleaned,
    entered_of,
    gravity,
    now,
    recognised,
    refuse_contradiction,
    this_person,
    understood,
    with_names,
)
from briefbank.citator.good_law_notes import NoteWriter, OutdatedFinder, Proposals, cites
from briefbank.domain.authorities import Authority, AuthorityNote, CitationKind, GoodLawEntry, Standing
from briefbank.domain.authority_reports import ImportReport, Proposal, Reliance
from briefbank.domain.documents import full_title
from briefbank.domain.maintenance import AuditEvent, AuditWriter, record_nothing
from briefbank.domain.pages import UNSEARCHED_ROLES, Passage
from briefbank.errors import ListFileError, NotInLibrary, StoreError
from briefbank.search.passage_citation import reference
from briefbank.text.messages import Message, listed

_Key = tuple[str, date | None]
"""One of an authority's names, and the day since when the line holds."""


class ListImport:
    """A single import."""

    def __init__(self, names: Mapping[TypedAuthority, Sequence[str]], entered_by: str) -> None:
        """Start an import. ``names`` are all names of each authority of the file."""
        self._names = dict(names)
        self._who = one_line(entered_by) or this_person()
        self._now = now()
        self.report = ImportReport(0, 0, 0)

    def change(self, lines: Sequence[ListRow], entries: Iterable[GoodLawEntry]) -> ListChange:
        """Return the change to make; ``report`` then tells its extent.

        Raises ListFileError for rows that contradict each other, or that conflict with what the list treats
        as one authority.
        """
        rows = self._without_repetitions(lines)
        before = self._matching_lines(rows, entries)
        put: list[GoodLawEntry] = []
        added = 0
        for line in rows:
            entry = self._merged(line, before.get(line.row))
            if entry != before.get(line.row):
                added += line.row not in before
                put.append(entry)
        self.report = ImportReport(added, len(put) - added, len(rows) - len(put))
        return ListChange(tuple(put))

    def _without_repetitions(self, lines: Iterable[ListRow]) -> list[ListRow]:
        """Return the rows without repetitions. The kept row also gets the forms of the repeated ones."""
        kept: dict[int, ListRow] = {}
        by_form: dict[_Key, int] = {}
        by_name: dict[_Key, int] = {}
        for line in lines:
            row = next((by_form[key] for key in _keys(line) if key in by_form), None)
            known = next((by_name[key] for key in self._known_keys(line) if key in by_name), None)
            if row is None and known is not None:
                row = known if line.entered_at is None or kept[known].entered_at is None else None
            if row is None:
                row = line.row
                kept[row] = line
            else:
                other = kept[row]
                if replace(other, row=line.row, authority=line.authority) != line:
                    raise _contradiction(line, other)
                names = [*self._names[other.authority], *self._names[line.authority]]
                also = joined(other.authority.forms, line.authority.forms)[1:]
                authority = replace(other.authority, also=also)
                self._names[authority] = names
                kept[row] = replace(other, authority=authority)
            by_form |= dict.fromkeys(_keys(line), row)
            for key in self._known_keys(line):
                by_name.setdefault(key, row)
        return list(kept.values())

    def _known_keys(self, line: ListRow) -> list[_Key]:
        return [(name, line.since) for name in self._names[line.authority]]

    def _matching_lines(
        self, rows: Sequence[ListRow], entries: Iterable[GoodLawEntry]
    ) -> dict[int, GoodLawEntry]:
        """Return, by row, the line that it updates: one with the same citation, or else the newest one of the
        same authority that no other row updates."""
        known = {(form, entry.since): entry for entry in sorted(entries, key=age) for form in entry.forms}
        updates: dict[int, GoodLawEntry] = {}
        claimed: dict[int, ListRow] = {}
        for line in rows:
            same = {known[key].id: known[key] for key in _keys(line) if key in known}
            if len(same) > 1:
                raise _several_lines(line, sorted(same))
            for id_, entry in same.items():
                if id_ in claimed:
                    raise _contradiction(line, claimed[id_])
                updates[line.row], claimed[id_] = entry, line
        for line in rows:
            same = {known[key].id: known[key] for key in self._known_keys(line) if key in known}
            others = [entry for id_, entry in same.items() if id_ not in claimed]
            if line.row not in updates and others:
                updates[line.row] = newest = max(others, key=age)
                claimed[newest.id] = line
        return updates

    def _merged(self, line: ListRow, before: GoodLawEntry | None) -> GoodLawEntry:
        named = line.authority
        base = before or GoodLawEntry(
            0, named.canonical, "", line.standing, "", line.since, "", self._who, self._now, named.also
        )
        unnamed = before is not None and line.name is not None
        made = replace(
            base,
            name=line.name or base.name or ("" if unnamed else named.name),
            standing=line.standing,
            by=base.by if line.by is None else line.by,
            note=base.note if line.note is None else line.note,
            also=joined(base.forms, named.forms)[1:],
        )
        if before is not None and made != before:
            made = replace(made, entered_by=self._who, entered_at=self._now)
        return replace(
            made,
            entered_by=line.entered_by or made.entered_by,
            entered_at=line.entered_at or made.entered_at,
        )


def _keys(line: ListRow) -> list[_Key]:
    return [(form, line.since) for form in line.authority.forms]


def _contradiction(line: ListRow, other: ListRow) -> ListFileError:
    return ListFileError(
        Message(
            "Row {row}, column “authority”: row {row2} says something else of the same authority "
            "for the same day.",
            row=line.row,
            row2=other.row,
        ),
        Message("Leave one of them out, or give them different days. Nothing was imported."),
        detail=f"row {line.row}: contradicts row {other.row}",
        row=line.row,
        column="authority",
    )


def _several_lines(line: ListRow, numbers: Sequence[int]) -> ListFileError:
    named = listed([str(number) for number in numbers])
    return ListFileError(
        Message(
            "Row {row}, column “authority”: lines {named} of the list are both of this authority "
            "for the same day.",
            row=line.row,
            named=named,
        ),
        Message("Take one of them off the list. Nothing was imported."),
        detail=f"row {line.row}: several lines",
        row=line.row,
        column="authority",
    )


REPORT_COLUMNS = ("document", "title", "kind", "filed", "court", "docket", "page", "citation", "passage")
"""The columns of the report on what relies on an authority, which has a row for each passage."""


class GoodLaw(GoodLawApi):
    """The office's good-law list. Any thread."""

    def __init__(self, catalogue: Database, note: AuditWriter = record_nothing) -> None:
        self._catalogue, self._note = catalogue, note
        self._listed = GoodLawList(catalogue)
        self._alerts = GoodLawAlerts(self._listed)
        self._proposals = Proposals(catalogue, self._alerts)
        self._notes = NoteWriter(catalogue, self._listed, self._alerts, self._proposals)
        self.outdated = OutdatedFinder(catalogue, self._listed, self._alerts)
        """The documents and passages that rely on authorities against which the list speaks."""

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

        law_rows.change_list(self._catalogue, decide)
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

        put = law_rows.change_list(self._catalogue, decide)[0]
        self._note(AuditEvent.GOOD_LAW, change="changed" if made.id else "added", lines=1)
        return put

    def export(self, path: Path) -> int:
        entries = self.entries()
        _write(path, good_law_csv.write(entries))
        self._note(AuditEvent.EXPORTED, what="good law", format="csv", lines=len(entries))
        return len(entries)

    def import_from(self, path: Path, entered_by: str = "") -> ImportReport:
        lines, unread = good_law_csv.read(_read(path), lambda cell: recognised(self._catalogue, cell))
        named = with_names(self._catalogue, self._listed, [line.authority for line in lines])
        lines = [replace(line, authority=authority) for line, authority in zip(lines, named, strict=True)]
        merging = ListImport(self._listed.names(line.authority for line in lines), entered_by)
        law_rows.change_list(self._catalogue, lambda entries: merging.change(lines, entries))
        if imported := merging.report.added + merging.report.changed:
            self._note(AuditEvent.GOOD_LAW, change="imported", lines=imported)
        return replace(merging.report, unread=unread)

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
        law_rows.change_list(self._catalogue, lambda _entries: ListChange(decided=keys))

    def dismissed(self) -> list[Proposal]:
        return self._proposals.decided()

    def undismiss(self, key: str) -> None:
        keys = tuple(self._proposals.with_key(key, decided=True)[1])
        law_rows.change_list(self._catalogue, lambda _entries: ListChange(undecided=keys))

    def _source_of(self, proposal: Proposal) -> str:
        passage = passage_rows.by_ids(self._catalogue, [proposal.passage_id])[proposal.passage_id]
        return f"From {reference(proposal.document, passage)}"

    def alerts(
        self, passages: Iterable[Passage], as_of: date | None = None
    ) -> dict[int, tuple[Message, ...]]:
        cited = {
            passage.id: {
                citation.canonical: citation.kind for citation in passage.citations if citation.canonical
            }
            for passage in passages
        }
        named = {canonical: kind for kinds in cited.values() for canonical, kind in kinds.items()}
        statements = self.statements(named, as_of) if named else {}
        alerts: dict[int, tuple[Message, ...]] = {}
        for id_, canonicals in cited.items():
            against = [
                statement
                for canonical in canonicals
                for statement in statements.get(canonical, ())
                if statement.warns
            ]
            if against:
                texts = (statement.text for statement in sorted(against, key=gravity))
                alerts[id_] = tuple(dict.fromkeys(texts))
        return alerts

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
        passages = passage_rows.by_ids(
            self._catalogue, [passage_id for _, passage_id in self.outdated.relying(named)]
        )
        wholes = self._listed.whole_names([named])[named]
        below = subsection_levels(named.canonical, named.kind)[-1]
        by_document: dict[int, list[Passage]] = defaultdict(list)
        for passage in sorted(passages.values(), key=lambda passage: passage.ordinal):
            if cites(passage, wholes, below):
                by_document[passage.document_id].append(passage)
        documents = document_rows.get_many(self._catalogue, set(by_document))
        # the newest document first, undated ones last
        order = sorted(
            documents.values(),
            key=lambda d: (d.filed is None, -(d.filed or date.min).toordinal(), d.id),
        )
        reliances = []
        for document in order:
            own = by_document[document.id]
            untabled = [passage for passage in own if passage.role not in UNSEARCHED_ROLES]
            reliances.append(Reliance(document, tuple(untabled or own)))
        return reliances

    def export_relying(self, authority: str, path: Path) -> int:
        rows = [
            (
                document.id,
                full_title(document),
                document.kind.value,
                document.filed.isoformat() if document.filed else "",
                document.court,
                document.docket,
                passage.page_label or passage.first_page + 1,
                reference(document, passage),
                passage.text,
            )
            for document, passages in (
                (reliance.document, reliance.passages) for reliance in self.relying(authority)
            )
            for passage in passages
        ]
        _write(path, good_law_csv.as_csv(REPORT_COLUMNS, rows))
        self._note(AuditEvent.EXPORTED, what="report", format="csv", lines=len(rows))
        return len(rows)


def _no_line(entry_id: int) -> NotInLibrary:
    return NotInLibrary(
        Message("There is no line {entry_id} on your office’s list.", entry_id=entry_id),
        Message("It may have been removed. Look at the list."),
    )


def _read(path: Path) -> bytes:
    try:
        if path.stat().st_size > good_law_csv.LARGEST_BYTES:
            raise good_law_csv.too_large()
        if files.is_database(path):
            raise ListFileError(detail="database")
        return path.read_bytes()
    except OSError as error:
        title, remedy = (
            Message("The file could not be opened."),
            Message("Check that it exists and that you may read it."),
        )
        raise ListFileError(title, remedy, detail=f"errno {error.errno}") from error


def _write(path: Path, content: bytes) -> None:
    try:
        files.write_out(path, content)
    except StoreError as error:
        title, remedy = (
            Message("The file could not be written there."),
            Message("Choose another folder, or free some space."),
        )
        raise ListFileError(title, remedy, detail=error.detail) from error
