"""What crosses from an office to an offline copy: rows of tables by document, vectors, and lists.

Documents cross as rows so that nothing is read or embedded again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from briefbank.domain.authorities import GoodLawEntry
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.office import OfflineChoice
from briefbank.domain.searches import StoredFeedback

MOST_MATTERS, MOST_DOCUMENTS = 100, 1_000
"""The limits on the docket numbers, and on the single documents, of an offline copy."""
CellValue = bool | int | float | str | bytes | None
"""A value of a row as it crosses: a day as text, a text that UTF-8 cannot represent as bytes."""
Rows = dict[str, list[tuple[Any, ...]]]
"""Rows by the name of their table, each with the values (CellValue) of its columns in order, without ids.
Untrusted until they are stored."""


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """A document of an offline copy as the office has it."""

    id: int
    """The id at the office."""
    sha256: str
    stamp: str
    """A value that differs whenever the rows differ."""
    passages: int


@dataclass(frozen=True, slots=True)
class FeedDocument:
    """The contents of a document of an offline copy."""

    sha256: str
    rows: Rows
    pdf_bytes: int
    """The size of the PDF that a person reads; 0 where the office lacks it."""
    pdf: bytes = b""
    """The PDF itself where it is small; a larger one is fetched in ranges."""


@dataclass(frozen=True, slots=True)
class FeedPortion:
    """Some documents of an offline copy."""

    revision: str
    """The revision of the tables, which must be the same at both ends."""
    documents: tuple[FeedDocument, ...]


@dataclass(frozen=True, slots=True)
class FeedVectors:
    """The vectors of some documents by the hashes of the embedded texts."""

    hashes: tuple[str, ...]
    matrix: bytes
    """Little-endian numbers of 32 bits, a row for each hash."""


@dataclass(frozen=True, slots=True)
class OfficeLists:
    """The office's lists, on which results depend."""

    good_law: tuple[GoodLawEntry, ...]
    thesaurus: str
    """The content of the office's own file; empty where it has none."""


@dataclass(frozen=True, slots=True)
class OfflineCorrection:
    """A correction that was made, changed or withdrawn (None) in an offline copy."""

    sha256: str
    field: CaptionField
    value: str | None


class FeedApi(Protocol):
    """The documents of a library as they cross to an offline copy, of those that the asking person sees.

    What an offline copy lacks, or has in another state, is told by comparing: an exchange that was stopped is
    gone on with by the next, and nothing is kept for it here.
    """

    def entries(self, choice: OfflineChoice) -> list[FeedEntry]:
        """Return the documents that are chosen, in order of id. Raises TooMuchOffline."""

    def portion(self, document_ids: Sequence[int]) -> FeedPortion:
        """Return those of the documents that are there. Raises TooMuchOffline for too many at once."""

    def vectors(self, document_ids: Sequence[int], encoder: str) -> FeedVectors:
        """Return the vectors that the model with this name made of the documents; none of another. Raises
        TooMuchOffline for too many at once."""

    def marks(self, document_ids: Sequence[int]) -> list[StoredFeedback]:
        """Return the marks on results in these documents that count for the person."""

    def lists(self) -> OfficeLists:
        """Return what results depend on besides documents."""


def portions(entries: Iterable[FeedEntry], most_passages: int, most: int) -> list[list[FeedEntry]]:
    """Split entries into lists of a limited size; a document of many passages is a list of its own."""
    lists: list[list[FeedEntry]] = []
    passages = 0
    for entry in entries:
        if not lists or passages + entry.passages > most_passages or len(lists[-1]) >= most:
            lists.append([])
            passages = 0
        lists[-1].append(entry)
        passages += entry.passages
    return lists
