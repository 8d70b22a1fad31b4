"""What a search channel says of itself, and how it is asked and explained."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from briefbank.domain.passages import Passage
from briefbank.search.candidate import Candidate
from briefbank.search.dependencies import MatchRanges, Scored
from briefbank.search.prepared_request import PreparedRequest
from briefbank.search.query import ParsedQuery
from briefbank.search.query_classes import Parameters

Marks = tuple[tuple[int, int], ...]
"""The ranges to mark in a passage's text, in order."""


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

    name: str
    """The name in JSON, switches and evaluations."""
    factor: str
    """The name of its share in the relevance of a result, for a person."""
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

    def applies(self, question: PreparedRequest) -> bool:
        """Tell whether a request has anything to ask it."""
        return True

    @abstractmethod
    def ask(self, question: PreparedRequest) -> Scored | None:
        """Return candidates, best first; None where its index fails, to go on by the others."""

    def reasons(self, result: ExplainedResult) -> Sequence[str]:
        """Return sentences without full stops why a result was found, the strongest first."""
        return ()
