"""The office's good-law list as people use it: its lines, files and proposals, answers to "is it still good
law?", and the documents that rely on what no longer holds.

An answer never claims by itself that an authority holds. Only the list, which people keep, can state that.
Lines for the list are proposed from sentences of the library, and a person decides on them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from briefbank import files
from briefbank.api.law import GoodLawApi
from briefbank.catalogue import authority_rows, document_rows, law_rows, passage_rows
from briefbank.catalogue.database import Database
from briefbank.catalogue.law_rows import CitationCounts, ListChange
from briefbank.citations.mentions import PROVISIONS
from briefbank.citations.provisions import TypedAuthority, subsection_levels, whole_of
from briefbank.citator import good_law_csv
from briefbank.citator.good_law_list import (
    GoodLawList,
    ListStatement,
    Named,
    cleaned,
    describe_entry,
    entered_of,
    gravity,
    kind_of,
    now,
    refuse_contradiction,
    words_of_name,
)
from briefbank.domain.authorities import (
    GONE,
    GRAVEST_FIRST,
    TREATED_AS,
    Authority,
    AuthorityNote,
    CitationKind,
    Extent,
    GoodLawEntry,
    Standing,
)
from briefbank.domain.authority_reports import ImportReport, Proposal, Reliance
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Document, full_title
from briefbank.domain.maintenance import AuditEvent, AuditWriter, record_nothing
from briefbank.domain.pages import UNSEARCHED_ROLES, Passage
from briefbank.errors import ListFileError, NotInLibrary
from briefbank.search.passage_citation import reference
from briefbank.text.characters import table, text_hash
from briefbank.text.dates import format_date
from briefbank.text.messages import Message, joined, plural

OF_ONE_NAME = 3  # the most cases that one name may mean
_NOT_CITED = CitationCounts(0, 0, None)


def _note_text(
    own: Sequence[ListStatement], with_parts: Sequence[ListStatement], proposals: int, reach: CitationCounts
) -> Message:
    """Describe what the list states of an authority, what is proposed, and how the library cites it.
    ``with_parts`` also has the statements on parts of the authority alone."""
    if not with_parts:
        stated = Message("Not on your good-law list, which leaves open whether it still holds.")
    elif any(statement.against for statement in own):
        stated = Message("Your good-law list speaks against it.")
    elif any(statement.against for statement in with_parts):
        stated = Message("Your good-law list speaks against a part of it.")
    elif any(statement.warns for statement in with_parts):
        stated = Message(
            "Your good-law list says what was done to it on other grounds; your point may still stand."
        )
    elif not own:
        stated = Message(
            "Your good-law list has only a part of it, which leaves open whether the rest still holds."
        )
    else:
        stated = Message(
            "Your good-law list says that it is {standing}, entered by {entered_by} on {entered}.",
            standing=describe_entry(own[0].entry),
            entered_by=own[0].entry.entered_by,
            entered=format_date(own[0].entry.entered_at.astimezone().date()),
        )
    parts = [stated]
    if proposals:
        parts.append(
            plural(
                proposals,
                "A statement in your library speaks against it and waits for a decision.",
                "{number} statements in your library speak against it and wait for a decision.",
            )
        )
    if not reach.documents:
        parts.append(Message("No document of your library cites it."))
    else:
        parts.append(plural(reach.documents, "Cited in 1 document.", "Cited in {number:,} documents."))
    if reach.last_cited:
        parts.append(Message("Last cited on {day}.", day=format_date(reach.last_cited)))
    return joined([*parts, Message("Only your good-law list and library were looked at.")])


_BEST_SOURCES = (Kind.OPINION,), (Kind.DIRECTIVE, Kind.STATUTE, Kind.RULE), (Kind.BRIEF,), (Kind.MEMO,)
"""Of the documents that make a statement the best source is shown; of the same kind the newest."""


def _proposed(
    catalogue: Database, listed: GoodLawList, authority_id: int = 0, *, decided: bool = False
) -> list[Proposal]:
    """Return the undecided or ``decided`` proposals on one authority, or on all (0). What the list contains
    is left out. The best sources come first, then the gravest proposals, then the newest."""
    ids = [authority_id] if authority_id else None
    stated = authority_rows.relations(catalogue, target_ids=ids, kinds=list(TREATED_AS))
    relations = [one for one in stated if one.source is None or one.source.id != one.target.id]
    on_list = listed.on({relation.target.canonical: relation.target.kind for relation in relations})
    listed_as = {(name, entry.standing) for name, entries in on_list.items() for entry in entries}
    passages = passage_rows.by_ids(catalogue, {relation.passage_id for relation in relations})
    documents = document_rows.get_many(catalogue, {relation.document_id for relation in relations})
    decided_keys = law_rows.decided_proposals(catalogue)
    best: dict[str, tuple[tuple[int, int, int, int], Proposal]] = {}
    for relation in relations:
        target, standing = relation.target, TREATED_AS[relation.kind]
        passage, document = passages.get(relation.passage_id), documents.get(relation.document_id)
        if (target.canonical, standing) in listed_as or passage is None or document is None:
            continue  # a document may have been removed meanwhile
        words = " ".join(passage.text[relation.start : relation.end].split())
        by = relation.source.canonical if relation.source else ""
        # the key stays the same when the document is read again or another one makes the statement
        key = text_hash("\n".join((target.canonical, standing.value, by, "" if by else words)))[:16]
        if (key in decided_keys) is decided:
            proposal = Proposal(
                key=key,
                authority=target,
                standing=standing,
                by=str(relation.source) if relation.source else "",
                sentence=words,
                words=" ".join(relation.words.split()),
                passage_id=relation.passage_id,
                document=document,
            )
            better = (at for at, kinds in enumerate(_BEST_SOURCES) if document.kind in kinds)
            newest = -(document.filed or date.min).toordinal()
            rank = next(better, len(_BEST_SOURCES)), GRAVEST_FIRST.index(standing), newest, relation.id
            best[key] = min(best.get(key, (rank, proposal)), (rank, proposal), key=lambda pair: pair[0])
    return [proposal for _, proposal in sorted(best.values(), key=lambda pair: pair[0])]


NEGATIVE = tuple(kind for kind in TREATED_AS if kind.extent is not Extent.ON_OTHER_GROUNDS)
"""The treatments that a passage reports instead of relying on the authority."""


def cites(passage: Passage, wholes: Collection[str], below: str) -> bool:
    """Tell whether a passage cites a provision of these names, or its part ``below``."""
    return any(
        whole_of(citation.canonical, citation.kind) in wholes
        and below in subsection_levels(citation.canonical, citation.kind)
        for citation in passage.citations
        if citation.canonical
    )


REPORT_COLUMNS = ("document", "title", "kind", "filed", "court", "docket", "page", "citation", "passage")
"""The columns of the report on what relies on an authority, which has a row for each passage."""


class GoodLaw(GoodLawApi):
    """The office's good-law list. Any thread."""

    def __init__(self, catalogue: Database, note: AuditWriter = record_nothing) -> None:
        self._catalogue, self._note = catalogue, note
        self._listed = GoodLawList(catalogue)

    def entries(self) -> list[GoodLawEntry]:
        return self._listed.entries()

    def version(self) -> int:
        """Return a number that changes whenever this or another program changes the list. Milliseconds."""
        return self._listed.now().version

    def entries_on(self, canonical: str, kind: CitationKind) -> list[GoodLawEntry]:
        """Return the lines on an authority and its parts, under any of its names, the newest first."""
        return self._listed.on({canonical: kind}).get(canonical, [])

    def understood(self, authority: str) -> Authority:
        named = self._listed.understood(authority)
        known = self._listed.authorities_of(named)
        return Authority(known[0].id if known else 0, named.canonical, named.kind, named.name)

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
        named = self._listed.understood(authority)
        entry = GoodLawEntry(
            0, named.canonical, named.name, standing, by, since, note, entered_by, now(), named.also
        )
        return self._put(entry, named)

    def change(
        self, entry_id: int, standing: Standing, *, by: str, since: date | None, note: str, entered_by: str
    ) -> GoodLawEntry:
        entry = self.entry(entry_id)
        entry = replace(
            entry, standing=standing, by=by, since=since, note=note, entered_by=entered_by, entered_at=now()
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
        line = cleaned(entry)
        names = self._listed.names(named)

        def decide(entries: list[GoodLawEntry]) -> ListChange:
            if line.id and all(other.id != line.id for other in entries):
                raise _no_line(line.id)
            refuse_contradiction(line, names, entries)
            return ListChange((line,), decided=tuple(decided))

        put = law_rows.change_list(self._catalogue, decide)[0]
        self._note(AuditEvent.GOOD_LAW, change="changed" if line.id else "added", lines=1)
        return put

    def export(self, path: Path) -> int:
        entries = self.entries()
        files.write_export(path, good_law_csv.write(entries))
        self._note(AuditEvent.EXPORTED, what="good law", format="csv", lines=len(entries))
        return len(entries)

    def import_from(self, path: Path, entered_by: str = "") -> ImportReport:
        rows, unread = good_law_csv.read(_read(path), self._listed.recognised)
        report = ImportReport(0, 0, 0)

        def decide(entries: list[GoodLawEntry]) -> ListChange:
            nonlocal report
            change, report = good_law_csv.merge(rows, entries, entered_by)
            return change

        law_rows.change_list(self._catalogue, decide)
        if imported := report.added + report.changed:
            self._note(AuditEvent.GOOD_LAW, change="imported", lines=imported)
        return replace(report, unread=unread)

    def proposals(self, authority_id: int = 0) -> list[Proposal]:
        return _proposed(self._catalogue, self._listed, authority_id)

    def _proposal(self, key: str, *, decided: bool = False) -> Proposal:
        """Return a proposal. Raises NotInLibrary."""
        for proposal in _proposed(self._catalogue, self._listed, decided=decided):
            if proposal.key == key:
                return proposal
        raise NotInLibrary(
            Message("There is no such proposal."),
            Message("It may have been decided on. Look at the proposals again."),
        )

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
        proposal = self._proposal(key)
        passage = passage_rows.by_ids(self._catalogue, [proposal.passage_id])[proposal.passage_id]
        authority = proposal.authority
        name = authority.name if authority.kind is CitationKind.CASE else ""
        entry = GoodLawEntry(
            id=0,
            canonical=authority.canonical,
            name=name,
            standing=standing or proposal.standing,
            by=proposal.by if by is None else by,
            since=since,
            note=note or f"From {reference(proposal.document, passage)}",
            entered_by=entered_by,
            entered_at=now(),
        )
        return self._put(entry, TypedAuthority(authority.canonical, authority.kind, name), [key])

    def dismiss(self, key: str) -> None:
        self._proposal(key)
        law_rows.change_list(self._catalogue, lambda _entries: ListChange(decided=(key,)))

    def dismissed(self) -> list[Proposal]:
        return _proposed(self._catalogue, self._listed, decided=True)

    def undismiss(self, key: str) -> None:
        self._proposal(key, decided=True)
        law_rows.change_list(self._catalogue, lambda _entries: ListChange(undecided=(key,)))

    def alerts(
        self, passages: Iterable[Passage], as_of: date | None = None
    ) -> dict[int, tuple[Message, ...]]:
        cited = {
            passage.id: {cited.canonical: cited.kind for cited in passage.citations if cited.canonical}
            for passage in passages
        }
        named = {canonical: kind for kinds in cited.values() for canonical, kind in kinds.items()}
        statements = self.statements(named, as_of) if named else {}
        alerts: dict[int, tuple[Message, ...]] = {}
        for id_, canonicals in cited.items():
            stated = (statement for name in canonicals for statement in statements.get(name, ()))
            if warnings := sorted((statement for statement in stated if statement.warns), key=gravity):
                alerts[id_] = tuple(dict.fromkeys(statement.text for statement in warnings))
        return alerts

    def statements(self, named: Named, as_of: date | None = None) -> dict[str, tuple[ListStatement, ...]]:
        """Return the list's statements on authorities, by canonical name, the gravest first. Lines that say
        "good" are included. Authorities without a line are left out."""
        return self._listed.statements(named, as_of)

    def notes(self, canonicals: Sequence[str], names: Sequence[str] = ()) -> list[AuthorityNote]:
        notes: dict[str, AuthorityNote] = {}  # an authority with two names gets one note
        for canonical in canonicals:
            named = TypedAuthority(canonical, kind_of(canonical))
            known = next(iter(self._listed.authorities_of(named)), Authority(0, canonical, named.kind))
            notes.setdefault(known.canonical, self._authority_note(known, canonical))
        for name in names:
            for known in self._cases_of(name):
                if known.canonical not in notes:
                    notes[known.canonical] = self._authority_note(known, known.canonical)
        return list(notes.values())

    def _cases_of(self, name: str) -> list[Authority]:
        """Return the cases of a name: the library's, else the list's, else a placeholder."""
        words = words_of_name(name)
        ids = authority_rows.named(self._catalogue, words, OF_ONE_NAME)
        known = authority_rows.by_ids(self._catalogue, ids)
        if cases := [known[id_] for id_ in ids if id_ in known and known[id_].kind is CitationKind.CASE]:
            return cases
        listed: dict[str, Authority] = {}
        for entry in self.entries():
            if words and set(words) <= set(words_of_name(entry.name)):
                canonical = entry.canonical
                listed.setdefault(canonical, Authority(0, canonical, kind_of(canonical), entry.name))
        placeholder = Authority(0, " ".join(name.split()), CitationKind.CASE)
        return [listed[canonical] for canonical in sorted(listed)][:OF_ONE_NAME] or [placeholder]

    def _authority_note(self, authority: Authority, form: str) -> AuthorityNote:
        """Return the note on an authority. ``form`` is the one named, possibly a part of a provision."""
        own = self.statements({form: authority.kind}).get(form, ())
        with_parts = self._listed.statements({form: authority.kind}, parts=True).get(form, ())
        reach, proposals = _NOT_CITED, 0
        if authority.id:
            reach = law_rows.reach(self._catalogue, [authority.id]).get(authority.id, _NOT_CITED)
            proposals = len(self.proposals(authority.id))
        return AuthorityNote(
            authority=authority,
            passages=reach.passages,
            documents=reach.documents,
            last_cited=reach.last_cited,
            alerts=tuple(statement.text for statement in with_parts if statement.warns),
            text=_note_text(own, with_parts, proposals, reach),
            proposals=proposals,
        )

    def outdated_documents(self, as_of: date | None = None) -> dict[int, date | None]:
        """Return the documents that rely on authorities which the list speaks against, by id, with the newest
        day from which such an authority does not hold, or None if no line gives one. ``as_of`` is the day of
        the check; None means today. Raises StoreError."""
        since_by_document: dict[int, date | None] = {}
        lines = {entry.canonical: entered_of(entry) for entry in self._listed.entries()}
        statements = self._listed.statements({name: line.kind for name, line in lines.items()}, as_of)
        for name, stated in statements.items():
            against = [statement.entry for statement in stated if statement.against]
            days = [entry.since for entry in against if entry.since]
            for document_id in self._documents_relying(lines[name]) if against else ():
                before = since_by_document.get(document_id)
                since_by_document[document_id] = max(filter(None, (before, *days)), default=None)
        return since_by_document

    def _relying(self, named: TypedAuthority) -> list[tuple[int, int]]:
        """Return the (document_id, passage_id) of the passages that rely on an authority, in order.

        A passage that itself states what was done to the authority ("overruled by", "limited in", "repealed")
        does not rely on it. A document that states of a case that nothing of it holds does not rely on it
        anywhere. What was done on other grounds leaves the point standing. One part of a provision can be
        repealed while another holds, so for provisions only the passage counts.
        """
        ids = [authority.id for authority in self._listed.authorities_of(named)]
        relations = authority_rows.relations(self._catalogue, target_ids=ids, kinds=NEGATIVE)
        passages = {relation.passage_id for relation in relations}
        overturned = () if named.kind in PROVISIONS else relations
        documents = {relation.document_id for relation in overturned if TREATED_AS[relation.kind] in GONE}
        return [
            (document_id, passage_id)
            for document_id, passage_id in authority_rows.passages_citing(self._catalogue, ids)
            if document_id not in documents and passage_id not in passages
        ]

    def _documents_relying(self, named: TypedAuthority) -> set[int]:
        """Return the documents that rely on an authority, or on the named part of it."""
        pairs = self._relying(named)
        below = subsection_levels(named.canonical, named.kind)[-1]
        if not below:
            return {document_id for document_id, _ in pairs}
        wholes = self._listed.whole_names(named)
        passages = passage_rows.by_ids(self._catalogue, [passage_id for _, passage_id in pairs])
        return {passage.document_id for passage in passages.values() if cites(passage, wholes, below)}

    def relying(self, authority: str) -> list[Reliance]:
        named = self._listed.understood(authority)
        relying = [passage_id for _, passage_id in self._relying(named)]
        passages = passage_rows.by_ids(self._catalogue, relying)
        wholes = self._listed.whole_names(named)
        below = subsection_levels(named.canonical, named.kind)[-1]
        by_document: dict[int, list[Passage]] = defaultdict(list)
        for passage in sorted(passages.values(), key=lambda passage: passage.ordinal):
            if cites(passage, wholes, below):
                by_document[passage.document_id].append(passage)
        documents = document_rows.get_many(self._catalogue, set(by_document))

        def order(document: Document) -> tuple[bool, int, int]:  # the newest first, undated ones last
            return document.filed is None, -(document.filed or date.min).toordinal(), document.id

        reliances = []
        for document in sorted(documents.values(), key=order):
            own = by_document[document.id]
            untabled = [passage for passage in own if passage.role not in UNSEARCHED_ROLES]
            reliances.append(Reliance(document, tuple(untabled or own)))
        return reliances

    def export_relying(self, authority: str, path: Path) -> int:
        rows: list[tuple[object, ...]] = []
        for document, passages in ((one.document, one.passages) for one in self.relying(authority)):
            filed = document.filed.isoformat() if document.filed else ""
            title, kind = full_title(document), document.kind.value
            about = document.id, title, kind, filed, document.court, document.docket
            for passage in passages:
                page = passage.page_label or passage.first_page + 1
                rows.append((*about, page, reference(document, passage), passage.text))
        files.write_export(path, table(REPORT_COLUMNS, rows))
        self._note(AuditEvent.EXPORTED, what="report", format="csv", lines=len(rows))
        return len(rows)


def _no_line(entry_id: int) -> NotInLibrary:
    return NotInLibrary(
        Message("There is no line {entry_id} on your good-law list.", entry_id=entry_id),
        Message("It may have been removed. Look at the list."),
    )


def _read(path: Path) -> bytes:
    """Return the contents of a file, cut off one byte after the size beyond which it is refused."""
    try:
        if files.is_database(path):
            raise ListFileError(detail="database")
        with path.open("rb") as file:
            return file.read(good_law_csv.LARGEST_BYTES + 1)
    except OSError as error:
        title = Message("The file could not be opened.")
        remedy = Message("Check that it exists and that you may read it.")
        raise ListFileError(title, remedy, detail=f"errno {error.errno}") from error
