"""Folds near-duplicate passages into one result, which names the others: versions of one document, and
copies.

*Similarity* is by the pairs of neighbouring words that two passages share. Pairs distinguish a copy from a
related text better than words, and a misread or changed word spoils two of them only. Capitals, blanks,
punctuation and the kind of quotation marks have no effect.

*Versions* (``collapsed``). Documents of one family (the same ``Document.family``) repeat each other's
passages, but not to the letter. The passage of the first version is shown, with those of nearly the same
text in the others behind it: it has most of their pairs (``NEARLY_VERSION``). The later passage must be
covered and not the other way round, so that a passage that only it has does not disappear. Of 99 passages in
100 with 10 % of their words misread 0.71 of the pairs are left; the nearest other passage of the same brief
stays below 0.33 (``python -m tests.support.near_duplicates``).

*Copies* (``Folding``). An office writes its statement of the standard of review once and files it forty
times, each time with other names and cites in it. Passages are one result where they share most of all the
pairs that the two have (``NEARLY_COPY``), and say "not" equally often. The text of a law is never folded on
similarity: "settlor" for "testator" makes another provision. Of passages that share 0.85 or more, none has a
run of more than 14 words out of 190 that the other lacks; with less, up to 23, enough for an argument of its
own.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import chain, filterfalse, pairwise
from math import ceil, inf

from briefbank.domain.caption_fields import LAW
from briefbank.domain.documents import Version, version_of, version_order
from briefbank.search.search_types import Candidate, Result
from briefbank.search.typed_text import word_set

NEARLY_VERSION = 0.6
NEARLY_COPY = 0.85
_NEGATIONS = word_set(
    "not no never nor neither none cannot without didn doesn isn aren wasn weren hasn haven hadn couldn "
    "wouldn shouldn"
)
"""Words that negate others; "didn" is what "didn't" begins with."""
_WORD = re.compile(r"[^\W_]+")
_MARKS = "’“”§—–‘¶…•\xa0\xad"
"""The signs that keep most passages of briefs from being plain ASCII; no letters or digits."""
_PLAIN = bytes(ord(chr(n).lower()) if n < 128 and chr(n).isalnum() else ord(" ") for n in range(256))
_SLACK = 1e-9

Words = tuple[str, ...]


@dataclass(slots=True)
class _ShownVersion:
    """A passage that is shown, and the nearest passage of each other version, with its share of pairs."""

    result: Result
    best: Candidate  # The candidate of the highest relevance among them all
    behind: dict[int, tuple[float, Result]] = field(default_factory=dict)


def collapsed(results: Sequence[Result]) -> list[Result]:
    """Return the same passages, but of nearly the same ones in a family only the first, naming the others.

    It takes the best relevance of its group. The order stays as it is, each at the place of the one shown.
    """
    families: dict[int, list[Result]] = {}
    for result in results:
        if result.document.family:
            families.setdefault(result.document.family, []).append(result)
    named: dict[int, Result] = {}
    for shown in chain.from_iterable(map(_versions, families.values())):
        best, first = shown.best, shown.result
        if shown.behind:
            own, versions = first.candidate, [named_version(result) for _, result in shown.behind.values()]
            raised = own._replace(relevance=best.relevance, shares=best.shares, compared=best.compared)
            first = first._replace(candidate=raised, versions=tuple(versions))
        named[first.passage.id] = first
    return [
        named.get(result.passage.id, result)
        for result in results
        if not result.document.family or result.passage.id in named
    ]


def _versions(results: Sequence[Result]) -> list[_ShownVersion]:
    shown: list[_ShownVersion] = []
    index = PairIndex()
    for result in sorted(results, key=_version_key):
        pairs, document_id = word_pairs(words_of(result.passage.text)), result.document.id
        others = [
            (common, -at)
            for at, common in index.sharing(pairs, NEARLY_VERSION)
            if shown[at].result.document.id != document_id
        ]
        if not others:
            shown.append(_ShownVersion(result, result.candidate))
            index.add(pairs)
            continue
        common, place = max(others)
        first, share = shown[-place], common / len(pairs)
        if document_id not in first.behind or share > first.behind[document_id][0]:
            first.behind[document_id] = (share, result)
        first.best = max(first.best, result.candidate, key=lambda candidate: candidate.relevance)
    return shown


def _version_key(result: Result) -> tuple[object, int]:
    return version_order(result.document), result.passage.ordinal


def named_version(result: Result) -> Version:
    """Return the reference by which a result names a passage folded into it."""
    document = result.document
    return Version(document.id, result.passage.id, document.title, document.filed, str(version_of(document)))


@dataclass(slots=True)
class _ShownCopy:
    """A passage that is shown, and those with the same or nearly the same text."""

    result: Result
    words: Words
    others: list[Result] = field(default_factory=list)


class _Originals:
    """The shown passages that others may be copies of, by their pairs of neighbouring words.

    Of a passage that brought more new pairs than its copy may lack, each copy has some of those. The others,
    which are few, are looked up in an index.
    """

    def __init__(self) -> None:
        self._passages: list[tuple[_ShownCopy, frozenset[int]]] = []
        self._brought_by: dict[int, int] = {}  # The passage that was the first with a pair
        self._least: list[float] = []  # The pairs that each brought and its copy has at least
        self._index, self._indexed = PairIndex(), list[int]()

    def original_of(self, shown: _ShownCopy) -> _ShownCopy | None:
        """Return the passage of which this one is nearly a copy, the first of equally similar ones. Where
        there is none, this one is an original for those that come later."""
        pairs = word_pairs(shown.words)
        new = list(filterfalse(self._brought_by.__contains__, pairs))
        may_bring = (1 - NEARLY_COPY) * len(pairs) + _SLACK  # a copy has that share of the pairs of both
        if len(new) <= may_bring and (original := self._most_similar(shown.words, pairs)):
            return original
        at, least = len(self._passages), ceil(len(new) - may_bring)
        self._passages.append((shown, pairs))
        self._brought_by.update(dict.fromkeys(new, at))
        self._least.append(least if least > 0 else inf)
        if least <= 0:
            self._index.add(pairs)
            self._indexed.append(at)
        return None

    def _most_similar(self, words: Words, pairs: frozenset[int]) -> _ShownCopy | None:
        counts = Counter(map(self._brought_by.get, pairs))
        places = [at for at, count in counts.items() if at is not None and count >= self._least[at]]
        places += [self._indexed[number] for number, _ in self._index.sharing(pairs, NEARLY_COPY)]
        best, best_share = None, 0.0
        for shown, others in map(self._passages.__getitem__, sorted(places)):
            common = len(pairs & others)
            share = common / (len(pairs) + len(others) - common)
            if share >= NEARLY_COPY and share > best_share and _negations(words) == _negations(shown.words):
                best, best_share = shown, share
        return best


class Folding:
    """Passages in the order in which they are shown, of near-duplicates only the first. One thread.

    A passage of a page that was asked for is always shown. ``copies`` of the one that is shown are the others
    with their versions, newest first. A passage is folded into the most similar one, the first of equals.
    """

    def __init__(self) -> None:
        self._shown: list[_ShownCopy] = []
        self._placed: dict[int, _ShownCopy] = {}  # The passage that each one added is shown by
        self._same: dict[Words, _ShownCopy] = {}  # The first passage of each text
        self._originals = _Originals()

    def __len__(self) -> int:
        return len(self._shown)

    def documents(self) -> set[int]:
        return {shown.result.document.id for shown in self._shown}

    def add(self, results: Iterable[Result]) -> None:
        for result in results:
            ids = result.passage.id, *(version.passage_id for version in result.versions)
            if shown := next((self._placed[id_] for id_ in ids if id_ in self._placed), None):
                if shown.result.passage.id in ids:  # it has more versions by now
                    shown.result = result
                self._placed[result.passage.id] = shown
                continue
            words, is_law = words_of(result.passage.text), result.document.kind in LAW
            if not result.pages and words in self._same:
                self._place(result, self._same[words]).others.append(result)
                continue
            shown = _ShownCopy(result, words)
            if not (result.pages or is_law) and (original := self._originals.original_of(shown)):
                self._place(result, original).others.append(result)
                continue
            self._shown.append(self._place(result, shown))
            if not result.pages:
                self._same[words] = shown

    def _place(self, result: Result, shown: _ShownCopy) -> _ShownCopy:
        self._placed[result.passage.id] = shown
        return shown

    def results(self) -> list[Result]:
        results = []
        for shown in self._shown:
            others = sorted(shown.others, key=_version_key)
            copies = [version for result in others for version in (named_version(result), *result.versions)]
            copies.sort(key=lambda version: version.filed or date.min, reverse=True)
            results.append(shown.result._replace(copies=tuple(copies)) if others else shown.result)
        return results


def _negations(words: Words) -> list[str]:
    return sorted(filter(_NEGATIONS.__contains__, words))


class PairIndex:
    """Texts by their pairs of neighbouring words. Most texts share few, so pairs are only looked up for one
    that has enough in common with all others together."""

    def __init__(self) -> None:
        self._texts: list[frozenset[int]] = []
        self._known: set[int] = set()  # The pairs of all texts
        self._having: defaultdict[int, list[int]] = defaultdict(list)
        self._looked_up = 0  # The texts that are in ``_having``

    def add(self, pairs: frozenset[int]) -> None:
        self._texts.append(pairs)
        self._known |= pairs

    def sharing(self, pairs: frozenset[int], share: float) -> Iterator[tuple[int, int]]:
        """Yield the texts that have at least ``share`` of these pairs, in order, with how many they have.

        Such a text lacks so few pairs that it has one of any that are one more. The rarest are looked up.
        """
        least, having = share * len(pairs) - _SLACK, self._having
        lacking, most_lacking = 0, len(pairs) - least
        for pair in pairs:  # of most texts a few pairs tell
            lacking += pair not in self._known
            if lacking > most_lacking:
                return
        known = pairs & self._known
        for at in range(self._looked_up, len(self._texts)):
            for pair in self._texts[at]:
                having[pair].append(at)
        self._looked_up = len(self._texts)
        rarest = sorted(known, key=lambda pair: len(having[pair]))[: len(known) - ceil(least) + 1]
        for at in sorted({at for pair in rarest for at in having[pair]}):
            if (common := len(pairs & self._texts[at])) >= least:
                yield at, common


def words_of(text: str) -> Words:
    """Return the words in order, without regard to capitals: runs of letters and digits."""
    for mark in "" if text.isascii() else _MARKS:
        text = text.replace(mark, " ")
    if text.isascii():  # five times as fast
        return tuple(text.encode("ascii").translate(_PLAIN).decode("ascii").split())
    return tuple(_WORD.findall(text.casefold()))


def word_pairs(words: Words) -> frozenset[int]:
    """Return the pairs of neighbouring words, by their hashes; of a single word, or none, just that."""
    return frozenset(map(hash, pairwise(words))) if len(words) > 1 else frozenset([hash(words)])
