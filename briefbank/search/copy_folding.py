"""Folds near-duplicate passages into one result: the first is shown, and names the others.

An office writes its statement of the standard of review once and files it forty times, each time with other
names and cites in it. So passages are one result where their words are the same, or nearly: where they share
most of all pairs of words that the two have (``NEARLY``), and say "not" equally often. The text of a statute
or rule is never folded on similarity: "settlor" for "testator" makes another provision.

``NEARLY`` by measure (``python -m tests.near_duplicates``): of passages of different briefs that share 0.85
or more, none has a run of more than 14 words out of 190 that the other lacks, which is what a border in
another place causes; with less, up to 23, enough for an argument of its own. Names and cites that are
scattered may be four words in a hundred.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from briefbank.domain.kinds import LAW
from briefbank.domain.version_order import version_order
from briefbank.search.candidate import Found
from briefbank.search.version_folding import named_version
from briefbank.search.word_pairs import Coded, Words, alike, union_share, words_of

NEARLY = 0.85
_NEGATIONS = frozenset(
    {
        *("not", "no", "never", "nor", "neither", "none", "cannot", "without"),
        *("didn", "doesn", "isn", "aren", "wasn", "weren", "hasn", "haven", "hadn"),
        *("couldn", "wouldn", "shouldn"),
    }
)
"""Words that negate others; "didn" is what "didn't" begins with."""


@dataclass(slots=True)
class _Shown:
    """A passage that is shown, and those with the same or nearly the same text."""

    found: Found
    same: list[Found] = field(default_factory=list)
    nearly: list[Found] = field(default_factory=list)


def folded(ordered: Sequence[Found]) -> list[Found]:
    """Return the passages in the order in which they are shown, of near-duplicates only the first.

    A passage of a page that was asked for is always shown. ``copies`` of the one that is shown are the others
    with their versions, newest first; ``nearly`` of these have not quite its words. A passage is folded into
    the most similar one, the first of equals.
    """
    numbers: dict[Words, int] = {}
    texts = [numbers.setdefault(words_of(item.passage.text), len(numbers)) for item in ordered]
    near = _SimilarPassages(
        list(numbers), {text for text, item in zip(texts, ordered, strict=True) if _may_fold(item)}
    )
    shown: list[_Shown] = []
    first: dict[int, int] = {}
    for text, item in zip(texts, ordered, strict=True):
        if item.pages:
            shown.append(_Shown(item))
        elif text in first:
            shown[first[text]].same.append(item)
        elif _may_fold(item) and (place := near.to(text)) is not None:
            shown[place].nearly.append(item)
        else:
            first[text] = len(shown)
            if _may_fold(item):
                near.show(text, len(shown))
            shown.append(_Shown(item))
    return [_with_copies(each) for each in shown]


def _may_fold(item: Found) -> bool:
    """Tell whether a passage may be folded on similarity."""
    return item.document.kind not in LAW


class _SimilarPassages:
    """Finds the shown passage most similar to another; only those that share a rare pair are compared."""

    def __init__(self, texts: Sequence[Words], wanted: Collection[int]) -> None:
        """``wanted`` are the places in ``texts`` of those that are compared."""
        places = sorted(wanted)
        coded = alike([texts[place] for place in places], NEARLY)
        self._coded = {places[number]: each for number, each in coded.items()}
        self._texts = texts
        self._shown: dict[int, tuple[int, Coded]] = {}
        self._places_by_pair: dict[int, list[int]] = {}
        self._negations_known: dict[int, list[str]] = {}

    def show(self, text: int, place: int) -> None:
        """Record a text as shown at a place; places go up."""
        if coded := self._coded.get(text):
            self._shown[place] = (text, coded)
            for pair in coded.rarest:
                self._places_by_pair.setdefault(pair, []).append(place)

    def to(self, text: int) -> int | None:
        """Return the place of the most similar text, the first of equals; None: it is similar to none."""
        coded = self._coded.get(text)
        if coded is None:
            return None
        best, share = None, 0.0
        for place in sorted(set().union(*(self._places_by_pair.get(pair, ()) for pair in coded.rarest))):
            other, others = self._shown[place]
            likeness = union_share(coded, others, NEARLY)
            if likeness > share and self._negations(text) == self._negations(other):
                best, share = place, likeness
        return best

    def _negations(self, text: int) -> list[str]:
        if text not in self._negations_known:
            self._negations_known[text] = sorted(filter(_NEGATIONS.__contains__, self._texts[text]))
        return self._negations_known[text]


def _with_copies(shown: _Shown) -> Found:
    others = sorted(
        (*shown.same, *shown.nearly), key=lambda each: (version_order(each.document), each.passage.ordinal)
    )
    if not others:
        return shown.found
    copies = [version for item in others for version in (named_version(item), *item.versions)]
    copies.sort(key=lambda version: version.filed or date.min, reverse=True)
    return replace(shown.found, copies=tuple(copies), nearly=len(copies) - len(shown.same))
