"""Provisions: their versions and the one in force on a day, and which provision governs a statement.

*Differences* between the words of two texts: runs of three words that occur once in each text, and in the
same order, serve as anchors (patience diff, Bram Cohen: "unique lines first"). Only the words between anchors
are compared one by one, so that two texts of 20,000 words take well under a second however little they have
in common.

*The governing provision* of a statement under a condition: the first provisions of a search are the
candidates. If the office has a model that reads them, either a model that compares texts or a language model,
that model chooses (``query_expansion.expansion``). Otherwise the nearest sentence's similarity to the
condition decides together with the search's own score (``search.law``). That worth also tells how far apart
the candidates are, whoever chose, and whether the first is better than the others at all.
"""

from __future__ import annotations

import difflib
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta

import numpy as np

from briefbank.api.law import ProvisionFinderApi, ValidityApi
from briefbank.catalogue import authority_rows, document_rows, law_rows, passage_rows
from briefbank.catalogue.database import Database
from briefbank.citations.citations import find
from briefbank.citations.provisions import settled, whole_of
from briefbank.citator.good_law_list import describe_entry
from briefbank.domain.authorities import (
    ALWAYS,
    STANDING_NAMES,
    TREATED_AS,
    Authority,
    Change,
    GoodLawEntry,
    LawAsOf,
    Provision,
    RelationKind,
    Standing,
    Window,
)
from briefbank.domain.authority_reports import Difference, ProvisionAnswer, ProvisionCandidate
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Document
from briefbank.domain.searches import Filters, Order, SearchRequest
from briefbank.embedding.encoders import Encoder
from briefbank.errors import QueryError, WindowRefused
from briefbank.index.occurrences import citation_key
from briefbank.jobs import QuietReporter, Reporter
from briefbank.search.law import CLEAR_SHARE, best_first, closeness, worths
from briefbank.search.passage_citation import reference
from briefbank.search.search_types import Reranker
from briefbank.search.searcher import Searcher
from briefbank.text.dates import format_date
from briefbank.text.messages import NO_MESSAGE, Message, listed, plural

_WORD = re.compile(r"\S+\s*")
_RUN_LENGTH = 3
"""The number of words in a run. Shorter runs match by chance; every change breaks longer ones."""
_MOST_COMPARISONS = 250_000
"""The largest product of the word counts of both sides for which every word is compared with every other."""


def differences(before: str, after: str) -> list[Difference]:
    """Return the runs of words that stayed, were removed or were added, in order. The runs that were not
    removed make up all of ``after`` with its spaces. A different line break is no difference. Pure; any
    thread."""
    old, new = _WORD.findall(before), _WORD.findall(after)
    runs: list[Difference] = []

    def add(change: str, words: Sequence[str]) -> None:
        text = "".join(words)
        if text and runs and runs[-1].change == change:
            text = runs.pop().text + text
        if text:
            runs.append(Difference(change, text))

    a = c = 0
    plain_old, plain_new = [word.rstrip() for word in old], [word.rstrip() for word in new]
    for b, d in (*_anchors(plain_old, plain_new), (len(old), len(new))):
        for change, i, j, k, m in _opcodes(plain_old[a:b], plain_new[c:d]):
            if change == "equal":
                add("same", new[c + k : c + m])
            else:
                add("removed", old[a + i : a + j])
                add("added", new[c + k : c + m])
        a, c = b, d
    return runs


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Return where the anchors begin: the longest ordered list of runs that occur once in each text."""
    positions = _single_runs(new)
    pairs = [(at, positions[run]) for run, at in _single_runs(old).items() if run in positions]
    # the longest subsequence of pairs, ordered by first position, whose second positions rise too
    ends: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for at, (_, position) in enumerate(pairs):
        size = bisect_left(ends, position)
        before.append(last[size - 1] if size else -1)
        ends[size:] = [position, *ends[size + 1 :]]
        last[size:] = [at, *last[size + 1 :]]
    chain: list[tuple[int, int]] = []
    at = last[-1] if last else -1
    while at >= 0:
        chain.append(pairs[at])
        at = before[at]
    return chain[::-1]


def _single_runs(words: Sequence[str]) -> dict[tuple[str, ...], int]:
    """Return the runs of words that occur once in a text, in order, with their positions."""
    runs = list(zip(*(words[shift:] for shift in range(_RUN_LENGTH)), strict=False))
    counted = Counter(runs)
    return {run: at for at, run in enumerate(runs) if counted[run] == 1}


def _opcodes(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[str, int, int, int, int]]:
    """Yield opcodes like those of ``difflib``. Long stretches without a common run are not compared."""
    if old == new:
        yield "equal", 0, len(old), 0, len(new)
    elif len(old) * len(new) > _MOST_COMPARISONS:
        yield "replace", 0, len(old), 0, len(new)
    else:
        yield from difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()


_NUMBER = re.compile(r"\d{1,6}[A-Za-z]{0,3}(?:[.:\-–]\d{1,6}[A-Za-z]{0,3}){0,5}")
_HEADING_WITHIN = 12  # leading lines of a section's text that are searched for its heading
_CHANGE_KINDS = tuple(
    kind
    for kind in TREATED_AS
    if kind.whole in (RelationKind.AMENDS, RelationKind.REPEALS, RelationKind.SUPERSEDES)
)


class Validity(ValidityApi):
    """The versions of provisions and their windows. Any thread."""

    def __init__(
        self,
        catalogue: Database,
        entries: Callable[[], Sequence[GoodLawEntry]] = tuple,
        today: Callable[[], date] = date.today,
    ) -> None:
        """Create a reader. ``entries`` are the lines of the office's good-law list."""
        self._catalogue, self._entries, self._today = catalogue, entries, today

    def versions(self, authority: int | str) -> list[Provision]:
        id_ = authority if isinstance(authority, int) else self._named(authority)
        return self._versions_of([id_]).get(id_, []) if id_ else []

    def provision(self, provision_id: int) -> Provision:
        """Return one version of a provision. Raises NotInLibrary."""
        known = law_rows.get_provision(self._catalogue, provision_id)
        return self._settled([known]).get(provision_id, known)

    def of_passages(self, passage_ids: Collection[int]) -> dict[int, Provision]:
        provisions = law_rows.provisions_of_passages(self._catalogue, passage_ids)
        known = self._settled(provisions.values()) if provisions else {}
        return {passage_id: known[provision.id] for passage_id, provision in provisions.items()}

    def in_force(self, authority: int | str, day: date) -> list[Provision]:
        """Return the versions in force on a day: usually one, several if their windows overlap."""
        return [version for version in self.versions(authority) if version.window.holds(day)]

    def text(self, provision_id: int) -> str:
        return self._texts([law_rows.get_provision(self._catalogue, provision_id)])[provision_id]

    def differences(self, before: int, after: int) -> list[Difference]:
        return differences(self.text(before), self.text(after))

    def set_window(self, provision_id: int, window: Window | None) -> Provision:
        if window is None:
            law_rows.clear_window(self._catalogue, provision_id)
        elif window.first and window.last and window.last < window.first:
            raise WindowRefused
        else:
            law_rows.set_window(self._catalogue, provision_id, window)
        return self.provision(provision_id)

    def problems(self, authority: int | str) -> list[Message]:
        versions = self.versions(authority)
        windows = sorted(
            (version.window for version in versions if version.window != ALWAYS),
            key=lambda window: (window.first or date.min, window.last or date.max),
        )
        problems: list[Message] = []
        for at, window in enumerate(windows[1:], 1):
            first, last = window.first, max(former.last or date.max for former in windows[:at])
            if first is None or last >= first:
                day = first or window.last or (last if last < date.max else None)
                problems.append(
                    Message(
                        "Two versions are in force at once on {day}. Set the days of one of them.",
                        day=format_date(day),
                    )
                    if day
                    else Message("Two versions are in force at once. Set the days of one of them.")
                )
            elif (first - last).days > 1:
                problems.append(
                    Message(
                        "No version covers the days from {next} to {next2}.",
                        next=format_date(last + timedelta(days=1)),
                        next2=format_date(first - timedelta(days=1)),
                    )
                )
        if (undated := len(versions) - len(windows)) and len(versions) > 1:
            problems.append(
                plural(
                    undated,
                    "One version does not say when it is in force. Set its days.",
                    "{number} versions do not say when they are in force. Set their days.",
                )
            )
        return problems

    def windows(self, passage_ids: Collection[int]) -> dict[int, Window]:
        """Return the windows of passages that have one, by passage id."""
        if not law_rows.has_provisions(self._catalogue):
            return {}
        provisions = self.of_passages(passage_ids)
        return {id_: known.window for id_, known in provisions.items() if known.window != ALWAYS}

    def law_of(self, document: Document) -> LawAsOf:
        if document.filed is None:
            return LawAsOf(None, ())
        cited = self._cited(document)
        changes = (
            *self._changed_versions(cited, document.filed),
            *self._changes_on_list(cited, document.filed),
            *self._changes_in_documents(cited, document),
        )
        in_order = (change for id_ in cited for change in changes if change.authority.id == id_)
        return LawAsOf(document.filed, tuple(in_order))

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

    def _changed_versions(self, cited: Mapping[int, Authority], day: date) -> Iterator[Change]:
        today = self._today()
        for id_, versions in self._versions_of(list(cited)).items():
            begun = sorted(
                {v.window.first for v in versions if v.window.first and day < v.window.first <= today}
            )
            now = next((version.id for version in versions if version.window.holds(today)), 0)
            if begun:
                days = listed([format_date(day) for day in begun])
                amended = (
                    Message("Amended on {days}: the library has the later text.", days=days)
                    if now
                    else Message("Amended on {days}.", days=days)
                )
                yield Change(cited[id_], amended, now)
                continue
            lasts = [version.window.last or date.max for version in versions if version.window.holds(day)]
            if lasts and max(lasts) < today:
                ended = format_date(max(lasts) + timedelta(days=1))
                yield Change(cited[id_], Message("No longer in force since {ended}.", ended=ended), now)

    def _changes_on_list(self, cited: Mapping[int, Authority], day: date) -> Iterator[Change]:
        entries = [
            e for e in self._entries() if e.standing is not Standing.GOOD and e.since and e.since > day
        ]
        ids = authority_rows.ids_of(self._catalogue, [form for entry in entries for form in entry.forms])
        for entry in sorted(entries, key=lambda entry: (entry.since or day, entry.id)):
            id_ = next((ids[form] for form in entry.forms if ids.get(form) in cited), 0)
            if id_ and entry.since:
                text = Message("{entry:^}, your office’s list says.", entry=describe_entry(entry))
                yield Change(cited[id_], text)

    def _changes_in_documents(self, cited: Mapping[int, Authority], document: Document) -> Iterator[Change]:
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

    def _named(self, text: str) -> int:
        """Return the authority that a person means, preferably one whose text the library has; 0 for none."""
        for citation in find(text)[:1]:
            name = whole_of(citation.canonical, citation.kind)
            ids = authority_rows.ids_by_key(self._catalogue, [citation_key(name)])
            known = [id_ for same_key in ids.values() for id_ in same_key]
            with_text = law_rows.versions_of_authorities(self._catalogue, known)
            if known:
                return next((id_ for id_ in known if id_ in with_text), known[0])
        # the only provision that the library has under the first number of the text
        numbers = _NUMBER.findall(text)
        numbered = law_rows.with_number(self._catalogue, numbers[0].replace("–", "-")) if numbers else []
        return numbered[0] if len(numbered) == 1 else 0

    def _versions_of(self, ids: Collection[int]) -> dict[int, list[Provision]]:
        """Return the settled versions of authorities, without copies, the newest window first."""
        return {
            id_: sorted(self._without_copies(_settle(versions)), key=_newest)
            for id_, versions in law_rows.versions_of_authorities(self._catalogue, ids).items()
        }

    def _settled(self, provisions: Iterable[Provision]) -> dict[int, Provision]:
        """Return all versions of these provisions' authorities, by id, settled among each other."""
        ids = {provision.authority.id for provision in provisions}
        groups = law_rows.versions_of_authorities(self._catalogue, ids).values()
        return {version.id: version for group in groups for version in _settle(group)}

    def _without_copies(self, versions: Sequence[Provision]) -> list[Provision]:
        """Drop copies: of versions with the same words and window, the one of the newest document stays."""
        if len(versions) < 2:
            return list(versions)
        texts = self._texts(versions)
        kept: dict[tuple[str, Window], Provision] = {}
        for version in sorted(versions, key=lambda version: (version.document_id, version.first)):
            kept[" ".join(texts[version.id].split()), version.window] = version
        return list(kept.values())

    def _texts(self, versions: Iterable[Provision]) -> dict[int, str]:
        """Return the text of each version by id; each document is read once."""
        texts: dict[int, str] = {}
        by_document: dict[int, list[Provision]] = {}
        for version in versions:
            by_document.setdefault(version.document_id, []).append(version)
        for document_id, own in by_document.items():
            passages = passage_rows.of_document(self._catalogue, document_id)
            for version in own:
                words = [p.text for p in passages if version.first <= p.ordinal <= version.last]
                lines = "\n".join(words).split("\n")
                plain = [line.replace("–", "-") for line in lines[:_HEADING_WITHIN]]
                # without the names of the code, title and chapter above the section's own heading
                head = next((at for at, line in enumerate(plain) if version.number in line), 0)
                texts[version.id] = "\n".join(lines[head:])
        return texts


def _later(document: Document, day: date | None) -> bool:
    return document.filed is not None and day is not None and document.filed > day


def _settle(versions: Sequence[Provision]) -> list[Provision]:
    """Return the versions with the ends that the beginnings of the next versions give."""
    windows = settled([version.window for version in versions])
    return [
        version
        if window == version.window
        else replace(version, window=window, source=version.source or "next")
        for version, window in zip(versions, windows, strict=True)
    ]


def _newest(version: Provision) -> tuple[int, int, int]:
    """Return a sort key: the latest beginning first, then versions without one by latest end."""
    first, last = version.window.first, version.window.last
    ends = (last or date.max).toordinal()
    return (-first.toordinal() if first else 0, -ends, -version.document_id)


CANDIDATES = 20  # candidates in "A Framework to Retrieve Relevant Laws for Will Execution"
DEPTH = 200  # passages searched for candidates, because a long section has many
KINDS = frozenset({Kind.STATUTE, Kind.RULE, Kind.DIRECTIVE})
COMPARING_S = 45.0
"""The seconds that a model may take while a person waits for one answer. A model that compares texts takes a
second or two. A language model reads 20 to 200 words a second, and the candidates together are about 1,000
words."""

Check = Callable[[], None]

RULE = Message("Its nearest sentence is the closest to the condition, beside what the search found.")
BY_MODEL = Message("A model on this computer that read the candidates put it first.")
BY_SEARCH = Message("It is the first that the search found; search by meaning is not ready yet.")
NO_BETTER = Message(
    "The first is no better than the others. Compare at least the first three; the one that governs may be "
    "none of them."
)
ONLY = Message("It is the only provision that was found, which does not mean that it governs.")
NOT_MEASURED = Message(
    "How far apart the provisions are cannot be said before search by meaning is ready. Compare at least the "
    "first three."
)
NO_PROVISIONS = Message(
    "Your library holds no statutes, rules or directives. Add their text as PDF, Word, HTML or text files."
)
NOTHING = Message(
    "No provision in your library has to do with this. Say it in other words, or add the code it is in."
)


class ProvisionFinder(ProvisionFinderApi):
    """The provision finder. Any thread. A question takes about a second, to read the candidates."""

    def __init__(
        self,
        searcher: Searcher,
        catalogue: Database,
        validity: Validity,
        encoder: Callable[[], Encoder | None],
        model: Callable[[Check], Reranker | None],
    ) -> None:
        """Create a finder. ``encoder`` returns None while it is not loaded. ``model`` returns a model that
        chooses, or None without one. A slow model keeps calling the check that it is given, which may raise
        to stop it."""
        self._searcher, self._catalogue, self._validity = searcher, catalogue, validity
        self._encoder, self._model = encoder, model

    def find(
        self,
        statement: str,
        condition: str = "",
        filters: Filters | None = None,
        day: date | None = None,
        reporter: Reporter | None = None,
    ) -> ProvisionAnswer:
        filters = filters or Filters()
        filters = replace(filters, kinds=frozenset(filters.kinds & KINDS) or KINDS)
        text = "\n\n".join(part.strip() for part in (statement, condition) if part.strip())
        request = SearchRequest(text, order=Order.BEST, filters=filters, as_of=day)
        try:
            ranked = self._searcher.rank(request, DEPTH)
        except QueryError as error:  # a broken operator in quoted text is read literally
            if error.position < 0:
                raise
            ranked = self._searcher.rank(replace(request, literal=True), DEPTH)
        scores = {candidate.passage_id: candidate.relevance for candidate in ranked.candidates}
        candidates = self._candidates(scores, day or date.today())
        if not candidates:
            empty = not document_rows.ids_matching(self._catalogue, filters)
            return ProvisionAnswer(None, (), "", NO_MESSAGE, NO_PROVISIONS if empty else NOTHING)
        texts = [
            self._validity.text(candidate.provision.id) if candidate.provision else candidate.passage.text
            for candidate in candidates
        ]
        point = [part.sentence for part in ranked.parsed.parts]
        order, chosen_by, reason = list(range(len(candidates))), "rule", BY_SEARCH
        near: Sequence[float | None] = [None] * len(candidates)
        if (encoder := self._encoder()) is not None:
            worth = worths([candidate.score for candidate in candidates], texts, point, encoder)
            order, reason = best_first(worth), RULE
        model = self._model((reporter or QuietReporter()).check)
        if model is not None and len(candidates) > 1:
            scores_of_model = model.score(" ".join(point), texts, limit_s=COMPARING_S)
            if not np.isnan(scores_of_model).any():
                order, chosen_by, reason = best_first(scores_of_model), "model", BY_MODEL
        if encoder is not None:
            near = closeness(worth, order[0])
        arranged = tuple(replace(candidates[at], closeness=near[at]) for at in order)
        shares = [candidate.closeness for candidate in arranged[1:]]
        doubt = NO_MESSAGE
        if not shares:
            doubt = ONLY
        elif None in shares:
            doubt = NOT_MEASURED
        elif any(share is not None and share >= CLEAR_SHARE for share in shares):
            doubt = NO_BETTER
        return ProvisionAnswer(arranged[0], arranged, chosen_by, reason, doubt=doubt)

    def _candidates(self, scores: dict[int, float], day: date) -> list[ProvisionCandidate]:
        """Return the first provisions of the search that are in force, each by its best passage."""
        passages = passage_rows.by_ids(self._catalogue, scores)
        documents = document_rows.get_many(
            self._catalogue, {passage.document_id for passage in passages.values()}
        )
        provisions = self._validity.of_passages(list(passages))
        candidates: dict[object, ProvisionCandidate] = {}
        for number, score in scores.items():
            passage, provision = passages.get(number), provisions.get(number)
            if passage is None or (document := documents.get(passage.document_id)) is None:
                continue
            key: object = (document.id, passage.section)
            path = passage.heading_path
            if provision is not None:
                if not provision.window.holds(day):
                    continue
                key = provision.authority.id
                own = ". ".join(part for part in (provision.number, provision.catchline) if part)
                path = (*provision.path, own)  # "Title 3B", "Chapter 3. Wills", "3B:3-2. Execution"
            cite = reference(document, passage)
            candidates.setdefault(key, ProvisionCandidate(provision, passage, document, path, score, cite))
        return list(candidates.values())[:CANDIDATES]
