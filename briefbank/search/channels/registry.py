"""The registry of the search channels, and of the parts of searching that can be turned off.

The application never turns one off. ``briefbank evaluate --without …`` and ``--ablations`` do, so that every
part has to show by figures that it belongs there. A search gets the names of those that are off
(``Query.without``).
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from briefbank.search.channels.channel import Channel
from briefbank.search.channels.co_citation import CITATIONS
from briefbank.search.channels.identifiers import NUMBERS
from briefbank.search.channels.lexical import LEXICAL
from briefbank.search.channels.semantic import SEMANTIC

CHANNELS: tuple[Channel, ...] = (LEXICAL, SEMANTIC, NUMBERS, CITATIONS)
"""All channels, in the order in which evaluations name them. Read it through this module at each use, so that
a channel that is added takes part everywhere."""


class SearchPart(StrEnum):
    """A part of searching beside the channels."""

    THESAURUS = "thesaurus"
    """Related words beside those typed."""
    SPLITTING = "splitting"
    """Long queries searched part by part."""
    ADAPTIVE = "adaptive"
    """Weights, depths and cuts by the class of the query; otherwise the same for all."""
    FEEDBACK = "feedback"
    """The effect of feedback on earlier searches."""
    SPELLING = "spelling"
    """Spelling correction."""


def names() -> tuple[str, ...]:
    """Return the names of all channels."""
    return tuple(channel.name for channel in CHANNELS)


def part_names() -> tuple[str, ...]:
    """Return the names of all channels and other parts, in order."""
    return (*names(), *(part.value for part in SearchPart))


def known_parts(parts: Iterable[str]) -> frozenset[str]:
    """Return the names of parts as a set. Raises ValueError for an unknown one."""
    given = frozenset(parts)
    if unknown := given.difference(part_names()):
        raise ValueError(f"unknown parts of search: {', '.join(sorted(unknown))}")
    return given
