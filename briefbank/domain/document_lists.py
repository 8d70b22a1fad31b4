"""A list of documents as a person asks for it: narrowed, and in an order."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import Document
from briefbank.domain.kinds import Kind


class ListColumn(StrEnum):
    """The values by which a list of documents is ordered."""

    TITLE = "title"
    """The title, or the name of the file of a document without one."""
    FILED = "filed"
    KIND = "kind"
    COURT = "court"
    DOCKET = "docket"
    PAGES = "pages"
    REMARKS = "remarks"
    """The number of remarks: gaps, doubtful pages, covered text, other versions."""


@dataclass(frozen=True, slots=True)
class TypedWord:
    """A word by which a list is narrowed, and what it stands for in the language of the person.

    It is sought, without regard to capitals and accents, within title, version, court, docket, name of the
    file, folder, and day of filing as 2015-03-01. A docket number is sought in any of its forms
    (``text.docket_numbers``).
    """

    text: str
    kinds: frozenset[Kind] = frozenset()
    """The kinds of which it is the name, or a part of it."""
    months: frozenset[int] = frozenset()
    """The months, 1 to 12, of which it is the name, or a part of it."""


@dataclass(frozen=True, slots=True)
class DocumentList:
    """A selection of documents and its order. Of equal documents the newest filed comes first, those without
    a date last; of one day, the one that was added first."""

    words: tuple[TypedWord, ...] = ()
    """The words of which each must occur."""
    lacking: frozenset[CaptionField] = frozenset()
    """Fields of EXPECTED of which one must be missing: the name of its file is no title, and a mail needs no
    court. None asks for nothing."""
    folder: str = ""
    """The folder in which they lie, or in one in it; empty for any."""
    column: ListColumn = ListColumn.FILED
    descending: bool = True
    kinds: tuple[Kind, ...] = tuple(Kind)
    """All kinds, in the order of their names."""


ALL = DocumentList()
"""All documents, the newest filed first."""


@dataclass(frozen=True, slots=True)
class ListedDocument:
    """A document as a row of a list."""

    document: Document
    others: tuple[Document, ...] = ()
    """Its other versions, the filed and newest first."""
