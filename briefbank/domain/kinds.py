"""The kinds of documents."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """The kind of a document; the command line and the catalogue use these values."""

    BRIEF = "brief"
    OPINION = "opinion"
    STATUTE = "statute"
    RULE = "rule"
    DIRECTIVE = "directive"
    MEMO = "memo"
    MAIL = "mail"
    OTHER = "other"


LAW = frozenset({Kind.STATUTE, Kind.RULE, Kind.DIRECTIVE})
"""The kinds that bind. Every word of them counts, and so do their dates in force instead of their dates of
printing."""
SETTLED = frozenset({Kind.STATUTE, Kind.RULE})
"""The kinds that do not age while they are in force, and that cite without arguing."""
