"""Passages that say the same are one result: the first stands, and names the others.

An office writes its statement of the standard of review once and files it forty times, each time with other
names and cites in it. So passages are one result where their words are the same, or nearly: where they share
most of all pairs of words that the two have (``NEARLY``), and say "not" equally often. What a statute or rule
says is never folded on likeness: "settlor" for "testator" makes another provision.

``NEARLY`` by measure (``python -m tests.near_duplicates``): of passages of different briefs that share 0.85
or more, none has a run of more than 14 words out of 190 that the other has not, which a border in another
place brings; with less, up to 23, enough for an argument of its own. Names and cites that are scattered may
be four words in a hundred.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from briefbank.models import LAW, Version
from briefbank.search.ranking import Found
from briefbank.search.versions import newest_first
from briefbank.search.word_pairs import Coded, Words, alike, union_share, words_of

NEARLY = 0.85
_TURNS = frozenset(
    {
        *("not", "no", "never", "nor", "neither", "none", "cannot", "without"),
        *("didn", "doesn", "isn", "aren", "wasn", "weren", "hasn", "haven", "hadn"),
        *("couldn", "wouldn", "shouldn"),
    }
)
"""Words that turn the sense of others; "didn" is what "didn't" begins with."""


@dataclass(slots=True)
class _Shown:
    """A passage that is shown, and those that say the same or nearly the same."""

    found: Found
    same: list[Found] = field(default_factory=list)
    nearly: list[Found] = field(default_factory=list)


def folded(ordered: Sequence[Found]) -> list[Found]:
    """The passages in the order in which they are shown, of those that say the same only the first.

    ``copies`` of the one that stands are the others with their versions, newest first; ``nearly`` of these
    have not quite its words. A passage goes to the one that it is most like, the first of equals.
    """
    numbers: dict[Words, int] = {}
    texts = [numbers.setdefault(words_of(item.passage.text), len(numbers)) for item in ordered]
    near = _Near(list(numbers), {text for text, item in zip(texts, ordered, strict=True) if _may(item)})
    shown: list[_Shown] = []
    first: dict[int, int] = {}
    for text, item in zip(texts, ordered, strict=True):
        if text in first:
            shown[first[text]].same.append(item)
        elif _may(item) and (place := near.to(text)) is not None:
            shown[place].nearly.append(item)
        else:
            first[text] = len(shown)
            if _may(item):
                near.show(text, len(shown))
            shown.append(_Shown(item))
    return [_named(each) for each in shown]


def _may(item: Found) -> bool:
    """Whether a passage may be folded on likeness."""
    return item.document.kind not in LAW


class _Near:
    """Finds which shown passage another is most like; only those that share a rare pair are compared."""

    def __init__(self, texts: Sequence[Words], wanted: Collection[int]) -> None:
        """``wanted`` are the places in ``texts`` of those that are asked for."""
        places = sorted(wanted)
        coded = alike([texts[place] for place in places], NEARLY)
        self._coded = {places[number]: each for number, each in coded.items()}
        self._texts = texts
        self._shown: dict[int, tuple[int, Coded]] = {}
        self._having: dict[int, list[int]] = {}
        self._turned: dict[int, list[str]] = {}

    def show(self, text: int, place: int) -> None:
        """Let a text be the one that is shown at a place; places go up."""
        if coded := self._coded.get(text):
            self._shown[place] = (text, coded)
            for pair in coded.rarest:
                self._having.setdefault(pair, []).append(place)

    def to(self, text: int) -> int | None:
        """The place of the text that this one is most like, the first of equals; None: it is like none."""
        coded = self._coded.get(text)
        if coded is None:
            return None
        best, share = None, 0.0
        for place in sorted(set().union(*(self._having.get(pair, ()) for pair in coded.rarest))):
            other, others = self._shown[place]
            likeness = union_share(coded, others, NEARLY)
            if likeness > share and self._turns(text) == self._turns(other):
                best, share = place, likeness
        return best

    def _turns(self, text: int) -> list[str]:
        if text not in self._turned:
            self._turned[text] = sorted(filter(_TURNS.__contains__, self._texts[text]))
        return self._turned[text]


def _named(shown: _Shown) -> Found:
    others = sorted(
        (*shown.same, *shown.nearly), key=lambda each: (*newest_first(each.document), each.passage.ordinal)
    )
    if not others:
        return shown.found
    copies = [version for item in others for version in (_version(item), *item.versions)]
    copies.sort(key=lambda version: version.filed or date.min, reverse=True)
    return replace(shown.found, copies=tuple(copies), nearly=len(copies) - len(shown.same))


def _version(item: Found) -> Version:
    return Version(item.document.id, item.passage.id, item.document.title, item.document.filed)
