"""Folds near-duplicate passages into one result, which names the others: versions of one document, and
copies.

*Similarity* is by the pairs of neighbouring words that two passages share. Pairs distinguish a copy from a
related text better than words, and a misread or changed word spoils two of them only. Capitals, blanks,
punctuation and the kind of quotation marks have no effect.

*Versions* (``collapsed``). Documents of one family (the same ``Document.family``) repeat each other's
passages, but not to the letter. The passage of the first version is shown, with those of nearly the same
text in the others behind it: it has most of their pairs (``NEARLY_VERSION``). The later passage must be
covered and not the other way round, so that a passage that only it has does not disappear. By ``python -m
tests.near_duplicates``: of 99 passages in 100, 10 % of whose words were misread, 0.71 of the pairs are left,
with borders moved by 20 words as well 0.63; the nearest other passage of the same brief stays below 0.33.

*Copies* (``folded``). An office writes its statement of the standard of review once and files it forty times,
each time with other names and cites in it. Passages are one result where they share most of all pairs of
words that the two have (``NEARLY_COPY``), and say "not" equally often. The text of a law is never folded on
similarity: "settlor" for "testator" makes another provision. By the same measure: of passages of different
briefs that share 0.85 or more, none has a run of more than 14 words out of 190 that the other lacks, which is
what a border in another place causes; with less, up to 23, enough for an argument of its own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache
from itertools import chain, count, pairwise
from typing import NamedTuple

import numpy as np

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
    if not families:
        return list(results)
    named: dict[int, Result] = {}
    for shown in chain.from_iterable(map(_versions, families.values())):
        best, candidate = shown.best, shown.result.candidate
        named[shown.result.passage.id] = replace(
            shown.result,
            candidate=replace(
                candidate, relevance=best.relevance, shares=best.shares, compared=best.compared
            ),
            versions=tuple(named_version(result) for _, result in shown.behind.values()),
        )
    return [
        named.get(result.passage.id, result)
        for result in results
        if not result.document.family or result.passage.id in named
    ]


def _versions(results: Sequence[Result]) -> list[_ShownVersion]:
    """Return what is shown of one family. Only shared pairs are compared, so that it takes linear time."""
    shown: list[_ShownVersion] = []
    having: dict[Words, list[int]] = {}
    for result in sorted(
        results, key=lambda result: (version_order(result.document), result.passage.ordinal)
    ):
        pairs = word_pairs(result.passage.text)
        counts = Counter(at for pair in pairs for at in having.get(pair, ()))
        document_id = result.document.id
        others = ((at, n) for at, n in counts.items() if shown[at].result.document.id != document_id)
        nearest, shared = max(others, key=lambda other: (other[1], -other[0]), default=(-1, 0))
        if shared < NEARLY_VERSION * len(pairs):
            shown.append(_ShownVersion(result, result.candidate))
            for pair in pairs:
                having.setdefault(pair, []).append(len(shown) - 1)
            continue
        first, share = shown[nearest], shared / len(pairs)
        if document_id not in first.behind or share > first.behind[document_id][0]:
            first.behind[document_id] = (share, result)
        first.best = max(first.best, result.candidate, key=lambda candidate: candidate.relevance)
    return shown


def named_version(result: Result) -> Version:
    """Return the reference by which a result names a passage folded into it."""
    document = result.document
    return Version(document.id, result.passage.id, document.title, document.filed, str(version_of(document)))


@dataclass(slots=True)
class _ShownCopy:
    """A passage that is shown, and those with the same or nearly the same text."""

    result: Result
    text: int
    same: list[Result] = field(default_factory=list)
    nearly: list[Result] = field(default_factory=list)


def folded(ordered: Sequence[Result]) -> list[Result]:
    """Return the passages in the order in which they are shown, of near-duplicates only the first.

    A passage of a page that was asked for is always shown. ``copies`` of the one that is shown are the others
    with their versions, newest first; ``nearly`` of these have not quite its words. A passage is folded into
    the most similar one, the first of equals.
    """
    numbers: dict[Words, int] = {}
    texts = [numbers.setdefault(words_of(result.passage.text), len(numbers)) for result in ordered]
    words = list(numbers)
    compared = sorted({text for text, r in zip(texts, ordered, strict=True) if r.document.kind not in LAW})
    alike_texts = alike([words[text] for text in compared], NEARLY_COPY)
    coded = {compared[at]: code for at, code in alike_texts.items()}
    by_pair: dict[int, list[int]] = {}
    """The places in ``shown`` of the texts that have a rare pair."""

    @cache
    def negations(text: int) -> list[str]:
        return sorted(filter(_NEGATIONS.__contains__, words[text]))

    def most_similar(text: int) -> int | None:
        """Return the place of the most similar text; only those that share a rare pair are compared."""
        best, share = None, 0.0
        rarest = coded[text].rarest if text in coded else ()
        for place in sorted({place for pair in rarest for place in by_pair.get(pair, ())}):
            other = shown[place].text
            likeness = union_share(coded[text], coded[other], NEARLY_COPY)
            if likeness > share and negations(text) == negations(other):
                best, share = place, likeness
        return best

    shown: list[_ShownCopy] = []
    first: dict[int, int] = {}
    for text, result in zip(texts, ordered, strict=True):
        is_law = result.document.kind in LAW
        if result.pages:
            shown.append(_ShownCopy(result, text))
        elif text in first:
            shown[first[text]].same.append(result)
        elif not is_law and (place := most_similar(text)) is not None:
            shown[place].nearly.append(result)
        else:
            first[text] = len(shown)
            if not is_law and text in coded:
                for pair in coded[text].rarest:
                    by_pair.setdefault(pair, []).append(len(shown))
            shown.append(_ShownCopy(result, text))
    return [_with_copies(group) for group in shown]


def _with_copies(shown: _ShownCopy) -> Result:
    others = sorted(
        (*shown.same, *shown.nearly),
        key=lambda result: (version_order(result.document), result.passage.ordinal),
    )
    if not others:
        return shown.result
    copies = [version for result in others for version in (named_version(result), *result.versions)]
    copies.sort(key=lambda version: version.filed or date.min, reverse=True)
    return replace(shown.result, copies=tuple(copies), nearly=len(copies) - len(shown.same))


def words_of(text: str) -> Words:
    """Return the words in order, without regard to capitals: runs of letters and digits."""
    for mark in "" if text.isascii() else _MARKS:
        text = text.replace(mark, " ")
    if text.isascii():
        return tuple(text.encode("ascii").translate(_PLAIN).decode("ascii").split())
    return tuple(_WORD.findall(text.casefold()))


def word_pairs(text: str) -> frozenset[Words]:
    """Return the pairs of neighbouring words; of a single word, or none, just that."""
    words = words_of(text)
    return frozenset(pairwise(words)) if len(words) > 1 else frozenset([words])


class Coded(NamedTuple):
    """A text's pairs of words as numbers shared by all the texts that it came with, because making the pairs
    themselves takes most of the time."""

    pairs: frozenset[int]
    rarest: tuple[int, ...]  # The numbers of its rarest pairs


def union_share(one: Coded, other: Coded, least: float) -> float:
    """Return the Jaccard index, the share of two texts' pairs that both have; 0 below ``least``."""
    both = len(one.pairs & other.pairs)
    share = both / (len(one.pairs) + len(other.pairs) - both)
    return share if share >= least else 0.0


def alike(texts: Sequence[Words], share: float) -> dict[int, Coded]:
    """Return, by index, the texts that may share ``share`` of the union of pairs with another one.

    Exact: two texts with that share are both returned and have one of their ``rarest`` in common. Each of the
    two has at least that share of its own pairs in the other. So a text with too many pairs that stand
    nowhere else is similar to none; and of a text's pairs, rarest first in an order that is the same for all,
    the first that both have comes before as many as may be missing are through. About linear.
    """
    lengths = np.fromiter(map(len, texts), np.int64, len(texts))
    numbers: dict[str, int] = {}
    total = int(lengths.sum())
    words = np.fromiter(map(numbers.setdefault, chain.from_iterable(texts), count()), np.int64, total)
    owners = np.repeat(np.arange(len(texts), dtype=np.int64), lengths)
    inside = owners[1:] == owners[:-1]
    codes, owners = (words[:-1] * total + words[1:])[inside], owners[1:][inside]
    _, pairs, occurrences = np.unique(codes, return_inverse=True, return_counts=True)
    alone = np.bincount(owners, weights=occurrences[pairs] == 1, minlength=len(texts))
    sizes = np.bincount(owners, minlength=len(texts))
    ends = np.cumsum(sizes)
    coded = {}
    for index in np.flatnonzero((sizes > 0) & (alone <= (1 - share) * sizes + _SLACK)).tolist():
        own = np.unique(pairs[ends[index] - sizes[index] : ends[index]])
        rarest_first = own[np.argsort(occurrences[own], kind="stable")]
        missing = int((1 - share) * len(own) + _SLACK)
        coded[index] = Coded(frozenset(own.tolist()), tuple(rarest_first[: missing + 1].tolist()))
    return coded
