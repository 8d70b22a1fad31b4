"""What a search channel says of itself, how it is asked and explained, and the relative scores of its
lists.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from briefbank.domain.pages import Passage
from briefbank.search.query import Parameters, ParsedQuery
from briefbank.search.search_types import Candidate, MatchRanges, Query, Scored
from briefbank.text.messages import Message

Marks = tuple[tuple[int, int], ...]  # The ranges to mark in a passage's text, in order


@dataclass(frozen=True, slots=True)
class ExplainedResult:
    """A result with what its explanation is made from."""

    candidate: Candidate
    passage: Passage
    parsed: ParsedQuery
    marked: Marks
    match_ranges: MatchRanges


class Channel(ABC):
    """One way of finding passages. It keeps no state; any thread."""

    name: str  # The name in JSON and evaluations
    factor: Message  # The name of its share in the relevance of a result, for a person
    verbatim = False
    """Whether what it finds has what was typed. Such a channel answers at once, and is asked first."""
    graded = False
    """Whether passages have more or less of it. One that a list cut at a depth lacks then counts as the last
    one listed."""
    follows = False
    """Whether it is asked after the others, with their first results. It then changes the order, and takes
    relevance from no place."""

    @abstractmethod
    def weight(self, parameters: Parameters) -> float:
        """Return its weight for a class of queries, relative to those of the others; 0: it is not asked."""

    def applies(self, query: Query) -> bool:
        """Tell whether a request has anything to ask it."""
        return True

    @abstractmethod
    def ask(self, query: Query) -> Scored | None:
        """Return candidates, best first; None where its index fails, to go on by the others."""

    def reasons(self, result: ExplainedResult) -> Sequence[Message]:
        """Return sentences without full stops why a result was found, the strongest first."""
        return ()


def relative(scored: Scored, outside: Collection[int] = ()) -> dict[int, float]:
    """Return the scores of a list, best first, relative to its best: 1 is "as good as it gets here", 0
    "nothing in common". Negative scores count as 0. Those ``outside`` are not the best unless all are."""
    best = next((score for passage_id, score in scored if passage_id not in outside), 0.0)
    best = best or (scored[0][1] if scored else 0.0)
    if best <= 0:
        return dict.fromkeys((passage_id for passage_id, _ in scored), 0.0)
    return {passage_id: score / best if score > 0 else 0.0 for passage_id, score in scored}


def average(lists: Sequence[Scored], outside: Collection[int] = ()) -> Scored:
    """Return one list out of several: the mean of the relative scores, best first; ``outside`` as above."""
    if len(lists) == 1:
        return lists[0]
    total: dict[int, float] = {}
    for scored in lists:
        for passage_id, score in relative(scored, outside).items():
            total[passage_id] = total.get(passage_id, 0.0) + score / len(lists)
    return sorted(total.items(), key=lambda item: (-item[1], item[0]))
