"""Explains in plain words why a passage is in the results, and finds the ranges to mark in it."""

from __future__ import annotations

from itertools import chain

from briefbank.domain.passages import Passage
from briefbank.domain.searches import Order, Tier
from briefbank.search.candidate import Found
from briefbank.search.channels import registry
from briefbank.search.channels.channel import ExplainedResult, Marks
from briefbank.search.dependencies import MatchRanges
from briefbank.search.interpretation import required_parts
from briefbank.search.query import ParsedQuery
from briefbank.text.listing import listed

NOT_ALL = "Does not have all that was asked for"


def marks(passage: Passage, parsed: ParsedQuery, match_ranges: MatchRanges) -> Marks:
    """Return the ranges to mark in a passage's text, in order: the words and numbers of the query, and the
    citations of its authorities, in whatever form they stand there."""
    cited = [
        (citation.start, citation.end)
        for citation in passage.citations
        if any(_is_of(citation.canonical, named) for named in parsed.cited)
    ]
    ranges: list[tuple[int, int]] = []
    for start, end in sorted([*match_ranges(passage.text, parsed.lexical()), *cited]):
        if ranges and start < ranges[-1][1]:
            ranges[-1] = ranges[-1][0], max(end, ranges[-1][1])
        else:
            ranges.append((start, end))
    return tuple(ranges)


def _is_of(canonical: str, named: str) -> bool:
    """Tell whether a citation is of an authority that was named, or of a part of it."""
    return canonical == named or canonical.startswith(f"{named}(")


def reasons(
    found: Found, parsed: ParsedQuery, marked: Marks, order: Order, match_ranges: MatchRanges
) -> tuple[str, ...]:
    """Return sentences without full stops, the strongest reason first; never empty.

    What a passage has or has not goes before what it has more or less of.
    """
    result = ExplainedResult(found.candidate, found.passage, parsed, marked, match_ranges)
    channels = sorted(registry.CHANNELS, key=lambda channel: channel.graded)
    lines = [
        *_asked_for(found, parsed),
        *_required(parsed),
        *chain.from_iterable(channel.reasons(result) for channel in channels),
        *_copies(len(found.copies), found.nearly),
        *_versions(len(found.versions)),
    ]
    if order is Order.NEWEST and found.tier is Tier.CLOSE and found.document.filed is None:
        lines.append("No filing date is known, so it stands last")
    if not lines:
        near = found.candidate.cosine is not None
        lines.append("Somewhat similar in meaning" if near else "Among the best matches of the whole search")
    return tuple(lines)


def _asked_for(found: Found, parsed: ParsedQuery) -> list[str]:
    if not found.asked_for:
        return []
    dockets = parsed.own_dockets(found.document)
    if dockets:
        return [f"The document has the docket number {listed(dockets)}"]
    if found.pages:
        return [f"Stands on page {listed(found.pages)}"]
    return ["The text that was asked for by its number"]


def _required(parsed: ParsedQuery) -> list[str]:
    if parsed.required is None:
        return []
    wanted = required_parts(parsed.required)
    return [f"Holds what was asked for: {'; '.join(wanted)}"] if wanted else []


def _copies(copies: int, nearly: int) -> list[str]:
    """Return a reason for copies; ``nearly`` of them have not quite the same words."""
    if not copies:
        return []
    how = "nearly " if nearly == copies else "the same or nearly " if nearly else ""
    return [f"{copies} more passage{'s have' if copies > 1 else ' has'} {how}the same text"]


def _versions(others: int) -> list[str]:
    if not others:
        return []
    return [f"Also in {others} other version{'s' if others > 1 else ''} of this document"]
