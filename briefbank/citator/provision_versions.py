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
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date

import numpy as np

from briefbank.api.law import ProvisionFinderApi, ValidityApi
from briefbank.catalogue import authority_rows, document_rows, law_rows, passage_rows
from briefbank.catalogue.database import Database
from briefbank.citations.citations import find
from briefbank.citations.provisions import settled, whole_of
from briefbank.citator.good_law_notes import Changes
from briefbank.domain.authorities import ALWAYS, GoodLawEntry, LawAsOf, Provision, Window
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
from briefbank.search.query import ParsedQuery
from briefbank.search.search_types import Ranking, Reranker
from briefbank.search.searcher import Searcher
from briefbank.text.dates import format_date
from briefbank.text.messages import NO_MESSAGE, Message

_WORD = re.compile(r"\S+\s*")
_RUN_LENGTH = 3
"""The number of words in a run. Shorter runs match by chance; every change breaks longer ones."""
_MOST_COMPARISONS = 250_000
"""The largest product of the word counts of both sides for which every word is compared with every other."""


def differences(before: str, after: str) -> list[Difference]:
    """Return the runs of words that stayed, were removed or were added, in order.

    The runs that were not removed make up all of ``after`` with its spaces. A different line break is no
    difference. Pure; any thread.
    """
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
_HEADING_WITHIN = 12
"""The number of leading lines of a section's text that are searched for its heading."""


class Validity(ValidityApi):
    """The versions of provisions and their windows. Any thread."""

    def __init__(
        self,
        catalogue: Database,
        entries: Callable[[], Sequence[GoodLawEntry]] = tuple,
        today: Callable[[], date] = date.today,
    ) -> None:
        """Create a reader. ``entries`` are the lines of the office's good-law list."""
        self._catalogue = catalogue
        self._changes = Changes(catalogue, self._versions_of, entries, today)

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
        undated = sum(version.window == ALWAYS for version in versions)
        dated = sorted(
            (version for version in versions if version.window != ALWAYS),
            key=lambda version: (
                version.window.first or date.min,
                version.window.last or date.max,
                version.id,
            ),
        )
        problems: list[Message] = []
        for at, version in enumerate(dated[1:], 1):
            # the earlier one that reaches furthest
            before = max((former.window for former in dated[:at]), key=lambda window: window.last or date.max)
            problems += _pair_problem(before, version.window)
        if undated and len(versions) > 1:
            problems.append(_undated(undated))
        return problems

    def windows(self, passage_ids: Collection[int]) -> dict[int, Window]:
        """Return the windows of passages that have one, by passage id."""
        if not law_rows.has_provisions(self._catalogue):
            return {}
        provisions = self.of_passages(passage_ids)
        return {id_: known.window for id_, known in provisions.items() if known.window != ALWAYS}

    def law_of(self, document: Document) -> LawAsOf:
        return LawAsOf(document.filed, self._changes.since(document) if document.filed else ())

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
                texts[version.id] = _from_heading("\n".join(words), version.number)
        return texts


def _from_heading(text: str, number: str) -> str:
    """Drop the names of the code, title and chapter above a section's own heading."""
    lines = text.split("\n")
    head = next(
        (at for at, line in enumerate(lines[:_HEADING_WITHIN]) if number in line.replace("–", "-")), 0
    )
    return "\n".join(lines[head:])


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


def _pair_problem(before: Window, after: Window) -> Iterator[Message]:
    """Yield the problem of two windows of which the second begins no sooner."""
    if before.last is None or after.first is None or before.last >= after.first:
        day = after.first or after.last or before.last
        yield (
            Message(
                "Two versions are in force at once on {day}. Set the days of one of them.",
                day=format_date(day),
            )
            if day
            else Message("Two versions are in force at once. Set the days of one of them.")
        )
    elif (after.first - before.last).days > 1:
        yield Message(
            "No version covers the days from {next} to {next2}.",
            next=_next(before.last, 1),
            next2=_next(after.first, -1),
        )


def _next(day: date, step: int) -> Message:
    return format_date(date.fromordinal(day.toordinal() + step))


def _undated(number: int) -> Message:
    if number == 1:
        return Message("One version does not say when it is in force. Set its days.")
    return Message("{number} versions do not say when they are in force. Set their days.", number=number)


CANDIDATES = 20
"""The number of candidates in "A Framework to Retrieve Relevant Laws for Will Execution"."""
DEPTH = 200
"""The number of passages searched for candidates, because a long section has many."""
KINDS = frozenset({Kind.STATUTE, Kind.RULE, Kind.DIRECTIVE})
COMPARING_S = 45.0
"""The seconds that a model may take while a person waits for one answer.

A model that compares texts takes a second or two. A language model reads 20 to 200 words a second, and the
candidates together are about 1,000 words.
"""

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
        """Create a finder.

        ``encoder`` returns None while it is not loaded. ``model`` returns a model that chooses, or None
        without one. A slow model keeps calling the check that it is given, which may raise to stop it.
        """
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
        ranked = self._ranked(SearchRequest(text, order=Order.BEST, filters=filters, as_of=day))
        scores = {candidate.passage_id: candidate.relevance for candidate in ranked.candidates}
        candidates = self._candidates(scores, day or date.today())
        if not candidates:
            empty = not document_rows.ids_matching(self._catalogue, filters)
            return ProvisionAnswer(None, (), "", NO_MESSAGE, NO_PROVISIONS if empty else NOTHING)
        check = (reporter or QuietReporter()).check
        order, near, chosen_by, reason = self._order(candidates, ranked.parsed, check)
        arranged = tuple(replace(candidates[at], closeness=near[at]) for at in order)
        return ProvisionAnswer(arranged[0], arranged, chosen_by, reason, doubt=_doubt(arranged))

    def _ranked(self, request: SearchRequest) -> Ranking:
        """Rank the passages; a statement is quoted text, so a broken operator in it is read literally."""
        try:
            return self._searcher.rank(request, DEPTH)
        except QueryError as error:
            if error.position < 0:
                raise
            return self._searcher.rank(replace(request, literal=True), DEPTH)

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

    def _order(
        self, candidates: Sequence[ProvisionCandidate], parsed: ParsedQuery, check: Check
    ) -> tuple[list[int], Sequence[float | None], str, Message]:
        """Return the candidates best first, how near each comes to the first, who decided, and why."""
        texts = [self._text(candidate) for candidate in candidates]
        point = [part.sentence for part in parsed.parts]
        order, chosen_by, reason = list(range(len(candidates))), "rule", BY_SEARCH
        near: Sequence[float | None] = [None] * len(candidates)
        if (encoder := self._encoder()) is not None:
            worth = worths([candidate.score for candidate in candidates], texts, point, encoder)
            order, reason = best_first(worth), RULE
        if (model := self._model(check)) is not None and len(candidates) > 1:
            scores = model.score(" ".join(point), texts, limit_s=COMPARING_S)
            if not np.isnan(scores).any():
                order, chosen_by, reason = best_first(scores), "model", BY_MODEL
        if encoder is not None:
            near = closeness(worth, order[0])
        return order, near, chosen_by, reason

    def _text(self, candidate: ProvisionCandidate) -> str:
        provision = candidate.provision
        return self._validity.text(provision.id) if provision else candidate.passage.text


def _doubt(candidates: Sequence[ProvisionCandidate]) -> Message:
    """Return why the first of the candidates may not govern; empty where it leads clearly."""
    near = [candidate.closeness for candidate in candidates[1:]]
    if not near:
        return ONLY
    if None in near:
        return NOT_MEASURED
    return NO_BETTER if any(share is not None and share >= CLEAR_SHARE for share in near) else NO_MESSAGE
