"""Groups passages that may become one result, to count parts of what a search found quickly.

A count beside a court says how many results a search in that court alone would find, and there other copies
would be folded than in the whole set. Only similar passages are folded: versions of one document
(``version_folding``), or passages with nearly the same text (``copy_folding``). Passages that are linked in
this way, also indirectly, make a group, and of any part of them each group can be folded by
itself; most passages are alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from briefbank.domain.kinds import LAW
from briefbank.search.candidate import Found
from briefbank.search.copy_folding import NEARLY
from briefbank.search.word_pairs import Coded, Words, alike, union_share, words_of

Fold = Callable[[Sequence[Found]], Sequence[Found]]
"""A function that makes results of relevant passages."""


class Groups:
    """The groups of the passages of one search. One thread."""

    def __init__(self, found: Sequence[Found], fold: Fold) -> None:
        """Takes about as long as folding all: a tenth of a second for a thousand passages."""
        self._fold = fold
        self._words = [words_of(item.passage.text) for item in found]
        self._parent = list(range(len(found)))
        for one, other in _links(found, self._words):
            self._join(one, other)
        members: dict[int, list[int]] = {}
        for place in range(len(found)):
            members.setdefault(self._root(place), []).append(place)
        self._group = {
            found[place].passage.id: leader
            for leader, places in members.items()
            if len(places) > 1
            for place in places
        }
        self._alike = {
            leader for leader, places in members.items() if len({self._words[each] for each in places}) == 1
        }
        self._by_id = {item.passage.id: item for item in found}
        self._known: dict[frozenset[int], int] = {}

    def count(self, passage_ids: Collection[int]) -> int:
        """Return how many results some of the passages make by themselves."""
        parts: dict[int, list[int]] = {}
        alone = 0
        for each in passage_ids:
            if (group := self._group.get(each)) is None:
                alone += 1
            else:
                parts.setdefault(group, []).append(each)
        return alone + sum(self._folded(group, part) for group, part in parts.items())

    def _folded(self, group: int, part: Sequence[int]) -> int:
        if len(part) == 1 or group in self._alike:
            return 1
        key = frozenset(part)
        if key not in self._known:
            self._known[key] = len(self._fold([self._by_id[each] for each in part]))
        return self._known[key]

    def _root(self, place: int) -> int:
        while self._parent[place] != place:
            self._parent[place] = self._parent[self._parent[place]]
            place = self._parent[place]
        return place

    def _join(self, one: int, other: int) -> None:
        self._parent[self._root(other)] = self._root(one)


def _links(found: Sequence[Found], words: Sequence[Words]) -> Iterator[tuple[int, int]]:
    """Yield pairs of places of passages of which one may be folded into the other; enough of them to join
    each group."""
    families: dict[int, int] = {}
    texts: dict[Words, int] = {}
    for place, item in enumerate(found):
        yield texts.setdefault(words[place], place), place
        if item.document.family:
            yield families.setdefault(item.document.family, place), place
    likely = {words[place]: place for place, item in enumerate(found) if item.document.kind not in LAW}
    yield from _similar_pairs(list(likely.values()), words)


def _similar_pairs(places: Sequence[int], words: Sequence[Words]) -> Iterator[tuple[int, int]]:
    coded = alike([words[place] for place in places], NEARLY)
    having: dict[int, list[tuple[int, Coded]]] = {}
    for number, code in coded.items():
        compared = {other: others for pair in code.rarest for other, others in having.get(pair, ())}
        for other, others in compared.items():
            if union_share(code, others, NEARLY):
                yield places[other], places[number]
        for pair in code.rarest:
            having.setdefault(pair, []).append((number, code))
