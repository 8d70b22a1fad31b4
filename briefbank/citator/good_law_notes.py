"""Answers to "is it still good law?" from the office's own list and library, and the changes in the law.

An answer never claims by itself that an authority holds. Only the list, which people keep, can state that.
Lines for the list are proposed from sentences of the library, and a person decides on them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from briefbank.catalogue import authority_rows, document_rows, law_rows, passage_rows
from briefbank.catalogue.database import Database
from briefbank.catalogue.law_rows import CitationCounts
from briefbank.citations.provisions import TypedAuthority, subsection_levels, whole_of
from briefbank.citations.treatment_text import PROVISIONS
from briefbank.citator.good_law_list import (
    GoodLawAlerts,
    GoodLawList,
    ListStatement,
    authorities_of,
    describe_entry,
    entered_of,
    kind_of,
    words_of_name,
)
from briefbank.domain.authorities import (
    GONE,
    GRAVEST_FIRST,
    STANDING_NAMES,
    TREATED_AS,
    Authority,
    AuthorityNote,
    Change,
    CitationKind,
    Extent,
    GoodLawEntry,
    Provision,
    Relation,
    RelationKind,
    Standing,
)
from briefbank.domain.authority_reports import Proposal
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Document
from briefbank.domain.pages import Passage
from briefbank.errors import NotInLibrary
from briefbank.text.characters import text_hash
from briefbank.text.dates import format_date
from briefbank.text.messages import Message, joined, listed, plural

OF_ONE_NAME = 3
"""The most cases that one name may mean."""
_NOT_CITED = CitationCounts(0, 0, None)


class NoteWriter:
    """The writer of notes on authorities. Any thread."""

    def __init__(
        self, catalogue: Database, listed: GoodLawList, alerts: GoodLawAlerts, proposals: Proposals
    ) -> None:
        self._catalogue, self._listed = catalogue, listed
        self._alerts, self._proposals = alerts, proposals

    def of(self, canonicals: Sequence[str], names: Sequence[str]) -> list[AuthorityNote]:
        """Return a note for each authority in the order named; an authority with two names gets one note."""
        notes: dict[str, AuthorityNote] = {}
        for canonical in canonicals:
            named = TypedAuthority(canonical, kind_of(canonical))
            every = authorities_of(self._catalogue, self._listed, named)
            known = every[0] if every else Authority(0, canonical, named.kind)
            notes.setdefault(known.canonical, self._note(known, canonical))
        for name in names:
            for known in self._of_name(name):
                if known.canonical not in notes:
                    notes[known.canonical] = self._note(known, known.canonical)
        return list(notes.values())

    def _of_name(self, name: str) -> list[Authority]:
        """Return the cases of a name: the library's, else the list's, else a placeholder."""
        words = words_of_name(name)
        ids = authority_rows.named(self._catalogue, words, OF_ONE_NAME)
        known = authority_rows.by_ids(self._catalogue, ids)
        cases = [known[id_] for id_ in ids if id_ in known and known[id_].kind is CitationKind.CASE]
        return cases or self._listed_cases(words) or [Authority(0, " ".join(name.split()), CitationKind.CASE)]

    def _listed_cases(self, words: Sequence[str]) -> list[Authority]:
        """Return the cases of the list whose name contains all these words."""
        cases: dict[str, Authority] = {}
        for entry in self._alerts.entries():
            if words and set(words) <= set(words_of_name(entry.name)):
                canonical = entry.canonical
                cases.setdefault(canonical, Authority(0, canonical, kind_of(canonical), entry.name))
        return [cases[canonical] for canonical in sorted(cases)][:OF_ONE_NAME]

    def _note(self, authority: Authority, form: str) -> AuthorityNote:
        """Return the note on an authority. ``asked`` is the form named, possibly a part of a provision."""
        own = self._alerts.statements({form: authority.kind}).get(form, ())
        with_parts = self._alerts.statements({form: authority.kind}, parts=True).get(form, ())
        reach = _NOT_CITED
        proposals = 0
        if authority.id:
            reach = law_rows.reach(self._catalogue, [authority.id]).get(authority.id, _NOT_CITED)
            proposals = len(self._proposals.waiting(authority.id))
        return AuthorityNote(
            authority=authority,
            passages=reach.passages,
            documents=reach.documents,
            last_cited=reach.last_cited,
            alerts=tuple(statement.text for statement in with_parts if statement.warns),
            text=joined([*_list_words(own, with_parts), *_proposal_words(proposals), *_library_words(reach)]),
            proposals=proposals,
        )


def _list_words(own: Sequence[ListStatement], with_parts: Sequence[ListStatement]) -> list[Message]:
    """Describe the list's statements. ``of_all`` also has those on parts of the authority alone."""
    if not with_parts:
        return [Message("Not on your office’s list, which leaves open whether it still holds.")]
    if any(statement.against for statement in own):
        return [Message("Your office’s list speaks against it.")]
    if any(statement.against for statement in with_parts):
        return [Message("Your office’s list speaks against a part of it.")]
    if any(statement.warns for statement in with_parts):
        return [
            Message(
                "Your office’s list says what was done to it on other grounds; your point may still stand."
            )
        ]
    if not own:
        return [
            Message(
                "Your office’s list has only a part of it, which leaves open whether the rest still holds."
            )
        ]
    entry = own[0].entry
    entered = format_date(entry.entered_at.astimezone().date())
    if entry.since is None:
        return [
            Message(
                "Your office’s list says that it is good law, entered by {entered_by} on {entered}.",
                entered_by=entry.entered_by,
                entered=entered,
            )
        ]
    return [
        Message(
            "Your office’s list says that it is good law since {since}, entered by {entered_by} on "
            "{entered}.",
            since=format_date(entry.since),
            entered_by=entry.entered_by,
            entered=entered,
        )
    ]


def _proposal_words(proposals: int) -> list[Message]:
    if not proposals:
        return []
    if proposals == 1:
        return [Message("A statement in your library speaks against it and waits for a decision.")]
    return [
        Message(
            "{proposals} statements in your library speak against it and wait for a decision.",
            proposals=proposals,
        )
    ]


def _library_words(reach: CitationCounts) -> list[Message]:
    looked = Message("Only your office’s list and library were looked at.")
    if not reach.documents:
        return [Message("No document of your library cites it."), looked]
    if reach.last_cited is None:
        return [plural(reach.documents, "Cited in 1 document.", "Cited in {number:,} documents."), looked]
    cited = plural(
        reach.documents,
        "Cited in 1 document, last on {day}.",
        "Cited in {number:,} documents, last on {day}.",
        day=format_date(reach.last_cited),
    )
    return [cited, looked]


_SOURCE_ORDER = {
    Kind.OPINION: 0,
    Kind.DIRECTIVE: 1,
    Kind.STATUTE: 1,
    Kind.RULE: 1,
    Kind.BRIEF: 2,
    Kind.MEMO: 3,
}
"""Of the documents that make a statement the best source is shown; of the same kind the newest."""
_OTHER_SOURCES = 4


@dataclass(frozen=True, slots=True)
class _Sentence:
    """One sentence that states that one authority treated another."""

    relation: Relation
    key: str
    """The key of the proposal: 16 hexadecimal digits, short enough to type."""
    words: str
    document: Document

    def order(self) -> tuple[int, int, int]:
        filed = self.document.filed or date.min
        return _SOURCE_ORDER.get(self.document.kind, _OTHER_SOURCES), -filed.toordinal(), self.relation.id


Statement = tuple[int, Standing, str]
"""The id of the treated authority, its standing, and the treating authority ('' if none is named)."""


class Proposals:
    """The proposals for the list. Any thread."""

    def __init__(self, catalogue: Database, alerts: GoodLawAlerts) -> None:
        self._catalogue, self._alerts = catalogue, alerts

    def waiting(self, authority_id: int = 0) -> list[Proposal]:
        """Return the undecided proposals on one authority, or on all (0).

        The best sources come first, then the gravest proposals, then the newest.
        """
        return self._proposals(authority_id, decided=False)

    def decided(self) -> list[Proposal]:
        """Return the decided proposals that the list does not contain, in the same order."""
        return self._proposals(0, decided=True)

    def with_key(self, key: str, *, decided: bool = False) -> tuple[Proposal, list[str]]:
        """Return an undecided or ``decided`` proposal, and the keys of all its sentences.

        Raises NotInLibrary.
        """
        for sentences in self._statements(0, decided=decided).values():
            keys = list(dict.fromkeys(sentence.key for sentence in sentences))
            if key in keys:
                return _proposal(min(sentences, key=_Sentence.order)), keys
        raise NotInLibrary(
            Message("There is no such proposal."),
            Message("It may wait already. Look at the proposals.")
            if decided
            else Message("It may have been decided on. Look at the proposals again."),
        )

    def _proposals(self, authority_id: int, *, decided: bool) -> list[Proposal]:
        def order(sentence: _Sentence) -> tuple[int, int, int, str]:
            kind, newest, _ = sentence.order()
            gravity = GRAVEST_FIRST.index(TREATED_AS[sentence.relation.kind])
            return kind, gravity, newest, sentence.relation.target.canonical

        statements = self._statements(authority_id, decided=decided).values()
        best = [min(sentences, key=_Sentence.order) for sentences in statements]
        return [_proposal(sentence) for sentence in sorted(best, key=order)]

    def _statements(self, authority_id: int, *, decided: bool) -> dict[Statement, list[_Sentence]]:
        """Return the sentences by statement. Statements that are listed already are left out."""
        relations = [
            relation
            for relation in authority_rows.relations(
                self._catalogue, target_ids=[authority_id] if authority_id else None, kinds=list(TREATED_AS)
            )
            if relation.source is None or relation.source.id != relation.target.id
        ]
        on_list = self._alerts.on({relation.target.canonical: relation.target.kind for relation in relations})
        listed_as = {(name, entry.standing) for name, entries in on_list.items() for entry in entries}
        relations = [
            relation
            for relation in relations
            if (relation.target.canonical, TREATED_AS[relation.kind]) not in listed_as
        ]
        passages = passage_rows.by_ids(self._catalogue, {relation.passage_id for relation in relations})
        documents = document_rows.get_many(self._catalogue, {relation.document_id for relation in relations})
        keys = law_rows.decided_proposals(self._catalogue)
        statements: dict[Statement, list[_Sentence]] = {}
        for relation in relations:
            passage, document = passages.get(relation.passage_id), documents.get(relation.document_id)
            if passage is None or document is None:  # the document was removed meanwhile
                continue
            words = " ".join(passage.text[relation.start : relation.end].split())
            standing, by = TREATED_AS[relation.kind], relation.source.canonical if relation.source else ""
            # the key stays the same when the document is read again or another one makes the statement
            parts = (relation.target.canonical, standing.value, by, "" if by else words)
            key = text_hash("\n".join(parts))[:16]
            if (key in keys) is decided:
                sentence = _Sentence(relation, key, words, document)
                statements.setdefault((relation.target.id, standing, by), []).append(sentence)
        return statements


def _proposal(sentence: _Sentence) -> Proposal:
    relation = sentence.relation
    return Proposal(
        key=sentence.key,
        authority=relation.target,
        standing=TREATED_AS[relation.kind],
        by=str(relation.source) if relation.source else "",
        sentence=sentence.words,
        words=" ".join(relation.words.split()),
        passage_id=relation.passage_id,
        document=sentence.document,
    )


NEGATIVE = tuple(kind for kind in TREATED_AS if kind.extent is not Extent.ON_OTHER_GROUNDS)
"""The treatments that a passage reports instead of relying on the authority."""


class OutdatedFinder:
    """The finder of documents that rely on authorities which the office's list speaks against. Any thread.

    A search asks the list about a few passages. Here the lines are few and the passages many. The check
    therefore goes from each line to the documents that cite its authority, and reads passages only for lines
    about a part of a provision.

    A passage that itself states what was done to the authority ("overruled by", "limited in", "repealed")
    does not rely on it. A document that states of a case that nothing of it holds does not rely on it
    anywhere. What was done on other grounds leaves the point standing. One part of a provision can be
    repealed while another holds, so for provisions only the passage counts.
    """

    def __init__(self, catalogue: Database, listed: GoodLawList, alerts: GoodLawAlerts) -> None:
        self._catalogue, self._listed, self._alerts = catalogue, listed, alerts

    def documents(self, as_of: date | None = None) -> dict[int, date | None]:
        """Return the documents that rely on authorities the list speaks against, by id.

        The value is the newest day from which such an authority does not hold, or None if no line gives one.
        ``as_of`` is the day of the check; None means today. Raises StoreError.
        """
        since_by_document: dict[int, date | None] = {}
        lines = {entry.canonical: entered_of(entry) for entry in self._alerts.entries()}
        statements = self._alerts.statements({name: line.kind for name, line in lines.items()}, as_of)
        for name, stated in statements.items():
            against = [statement.entry for statement in stated if statement.against]
            days = [entry.since for entry in against if entry.since]
            for document_id in self._documents_relying(lines[name]) if against else ():
                before = since_by_document.get(document_id)
                since_by_document[document_id] = max(filter(None, (before, *days)), default=None)
        return since_by_document

    def relying(self, named: TypedAuthority) -> list[tuple[int, int]]:
        """Return the (document_id, passage_id) of the passages that rely on an authority, in order."""
        ids = [authority.id for authority in authorities_of(self._catalogue, self._listed, named)]
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
        pairs = self.relying(named)
        below = subsection_levels(named.canonical, named.kind)[-1]
        if not below:
            return {document_id for document_id, _ in pairs}
        wholes = self._listed.whole_names([named])[named]
        passages = passage_rows.by_ids(self._catalogue, [passage_id for _, passage_id in pairs])
        return {passage.document_id for passage in passages.values() if cites(passage, wholes, below)}


def cites(passage: Passage, wholes: Collection[str], below: str) -> bool:
    """Tell whether a passage cites a provision of these names, or its part ``below``."""
    return any(
        whole_of(citation.canonical, citation.kind) in wholes
        and below in subsection_levels(citation.canonical, citation.kind)
        for citation in passage.citations
        if citation.canonical
    )


Versions = Callable[[Collection[int]], dict[int, list[Provision]]]
_CHANGE_KINDS = tuple(
    kind
    for kind in TREATED_AS
    if kind.whole in (RelationKind.AMENDS, RelationKind.REPEALS, RelationKind.SUPERSEDES)
)


class Changes:
    """A reader of changes in the law. Any thread."""

    def __init__(
        self,
        catalogue: Database,
        versions: Versions,
        entries: Callable[[], Sequence[GoodLawEntry]],
        today: Callable[[], date],
    ) -> None:
        """Create a reader.

        ``versions`` returns, by authority id, the settled versions of the authorities that have any.
        """
        self._catalogue, self._versions, self._entries, self._today = catalogue, versions, entries, today

    def since(self, document: Document) -> tuple[Change, ...]:
        """Return what changed since the document was filed, in citation order; empty without a date."""
        if document.filed is None:
            return ()
        cited = self._cited(document)
        changes = (
            *self._from_versions(cited, document.filed),
            *self._from_list(cited, document.filed),
            *self._from_later_documents(cited, document),
        )
        return tuple(change for id_ in cited for change in changes if change.authority.id == id_)

    def _cited(self, document: Document) -> dict[int, Authority]:
        """Return the authorities that a document cites, in the order of their first citation."""
        names = dict.fromkeys(
            whole_of(citation.canonical, citation.kind)
            for passage in passage_rows.of_document(self._catalogue, document.id)
            for citation in passage.citations
            if citation.canonical
        )
        ids = authority_rows.ids_of(self._catalogue, list(names))
        known = authority_rows.by_ids(self._catalogue, set(ids.values()))
        return {ids[name]: known[ids[name]] for name in names if name in ids}

    def _from_versions(self, cited: Mapping[int, Authority], day: date) -> Iterator[Change]:
        today = self._today()
        for id_, versions in self._versions(list(cited)).items():
            begun = sorted(
                {v.window.first for v in versions if v.window.first and day < v.window.first <= today}
            )
            now = next((version.id for version in versions if version.window.holds(today)), 0)
            if begun:
                yield Change(cited[id_], _amended(begun, now != 0), now)
            elif ended := _ended(versions, day, today):
                yield Change(
                    cited[id_], Message("No longer in force since {ended}.", ended=format_date(ended)), now
                )

    def _from_list(self, cited: Mapping[int, Authority], day: date) -> Iterator[Change]:
        entries = [
            e for e in self._entries() if e.standing is not Standing.GOOD and e.since and e.since > day
        ]
        ids = authority_rows.ids_of(self._catalogue, [form for entry in entries for form in entry.forms])
        for entry in sorted(entries, key=lambda entry: (entry.since or day, entry.id)):
            id_ = next((ids[form] for form in entry.forms if ids.get(form) in cited), 0)
            if id_ and entry.since:
                text = Message("{entry:^}, your office’s list says.", entry=describe_entry(entry))
                yield Change(cited[id_], text)

    def _from_later_documents(self, cited: Mapping[int, Authority], document: Document) -> Iterator[Change]:
        """Yield what documents filed later say: the newest for each authority and kind."""
        relations = authority_rows.relations(self._catalogue, target_ids=list(cited), kinds=_CHANGE_KINDS)
        sayers = document_rows.get_many(self._catalogue, {relation.document_id for relation in relations})
        newest: dict[tuple[int, RelationKind], Document] = {}
        for relation in relations:
            sayer, key = sayers.get(relation.document_id), (relation.target.id, relation.kind)
            if sayer and _later(sayer, document.filed) and _later(sayer, newest.get(key, document).filed):
                newest[key] = sayer
        for (id_, kind), sayer in newest.items():
            if sayer.filed:
                treatment = STANDING_NAMES[TREATED_AS[kind]]
                words = Message(
                    "“{title}”, filed on {filed}, speaks of it as {treatment}.",
                    title=sayer.title,
                    filed=format_date(sayer.filed),
                    treatment=treatment,
                )
                yield Change(cited[id_], words)


def _later(document: Document, day: date | None) -> bool:
    return document.filed is not None and day is not None and document.filed > day


def _amended(begun: Sequence[date], here: bool) -> Message:
    days = listed([format_date(day) for day in begun])
    return (
        Message("Amended on {days}: the library has the later text.", days=days)
        if here
        else Message("Amended on {days}.", days=days)
    )


def _ended(versions: Sequence[Provision], day: date, today: date) -> date | None:
    """Return the first day without any version that was in force on ``day``; None if one still is."""
    lasts = [version.window.last for version in versions if version.window.holds(day)]
    ends = [last for last in lasts if last is not None]
    if not ends or len(ends) < len(lasts) or max(ends) >= today:
        return None
    return max(ends) + timedelta(days=1)
