"""A person's feedback on results: helpful or not."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from briefbank.domain.document_names import Facts


class Verdict(StrEnum):
    """A verdict on a result: thumb up or down."""

    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class Feedback:
    """A verdict that a person gave, with the query and the passage."""

    query: str
    verdict: Verdict
    given_at: datetime
    """The time in UTC, timezone-aware."""
    passage_id: int
    """The passage; 0 while it is not in the library."""
    title: str
    """The document's title; empty while the passage is not in the library."""
    text: str
    """The passage's beginning; empty while it is not in the library."""
    key: str
    """The key by which the mark can be withdrawn."""
    for_all: bool = True
    """Whether it counts for all who search the library, rather than for the person who gave it alone."""
    distinctions: Facts = ()
    """What distinguishes the document from others with its title."""


@dataclass(frozen=True, slots=True)
class StoredFeedback:
    """A verdict as it is stored and exported to another library."""

    query: str
    verdict: Verdict
    given_at: datetime
    """The time, timezone-aware."""
    document_sha256: str
    """The file's SHA-256, 64 hexadecimal digits."""
    text_hash: str
    """The hash of the passage's words, 32 hexadecimal digits."""
