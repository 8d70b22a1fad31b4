"""The topics of a catalogue, by which caches know whether a change concerns them."""

from __future__ import annotations

from enum import StrEnum


class Topic(StrEnum):
    """A part of the catalogue with a version of its own, where the database can tell."""

    DOCUMENTS = "documents"
    """Documents, their passages, and the graph of authorities."""
    FEEDBACK = "feedback"
    LAW = "law"
    """The office's list of what still holds, and the periods in force that a person entered."""
    COLLECTIONS = "collections"
    """The collections that persons share with the office."""
    WORK = "work"
    """The queue of the ingest, the marks of embedded passages, watched folders, and small facts. No answer of
    a search depends on them; the vectors themselves have a stamp of their own."""


ANSWERS = frozenset({Topic.DOCUMENTS, Topic.FEEDBACK, Topic.LAW})
"""The topics on which the answer of a search depends."""

_OF_TABLE = {
    "feedback": Topic.FEEDBACK,
    **dict.fromkeys(("good_law", "dismissed", "window"), Topic.LAW),
    **dict.fromkeys(("shared_collection", "shared_entry"), Topic.COLLECTIONS),
    **dict.fromkeys(("intake", "ocr_order", "embedded", "watched", "seen", "state"), Topic.WORK),
}


def topic_of(table: str) -> Topic:
    """Return the topic of the table with this name."""
    return _OF_TABLE.get(table, Topic.DOCUMENTS)
