"""The registry of the search channels."""

from __future__ import annotations

from briefbank.search.channels.channel import Channel
from briefbank.search.channels.co_citation import CITATIONS
from briefbank.search.channels.identifiers import NUMBERS
from briefbank.search.channels.meaning import MEANING
from briefbank.search.channels.words import WORDS

CHANNELS: tuple[Channel, ...] = (WORDS, MEANING, NUMBERS, CITATIONS)
"""All channels, in the order in which evaluations and switches name them. Read it through this module at each
use, so that a channel that is added takes part everywhere."""


def names() -> tuple[str, ...]:
    """Return the names of all channels."""
    return tuple(channel.name for channel in CHANNELS)
