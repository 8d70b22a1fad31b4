"""Single records of a library, by number or hash, for what is kept outside it on a person's own computer."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Protocol

from briefbank.domain.authorities import Authority
from briefbank.domain.documents import Document
from briefbank.domain.pages import PageInfo
from briefbank.domain.passages import Passage


class RecordsApi(Protocol):
    """Records to which collections, saved searches and opened documents refer. Raises StoreError."""

    def library_id(self) -> str:
        """Return the id under which a person's searches are kept; a library that is moved keeps it."""

    def find_by_hash(self, sha256: str) -> Document | None:
        """Return the document with a hash, or None if it is not in the library."""

    def passages_by_id(self, ids: Iterable[int]) -> dict[int, Passage]:
        """Return those of these passages that exist, by id."""

    def page_places(self, wanted: Iterable[tuple[int, int]]) -> dict[tuple[int, int], PageInfo]:
        """Return those pages that exist, by document and page index (from 0)."""

    def passages_with_words(self, wanted: Iterable[tuple[int, str]]) -> dict[tuple[int, str], int]:
        """Return the first passage of each document that has words with this hash, by document and hash."""

    def authority_ids(self, canonicals: Collection[str]) -> dict[str, int]:
        """Return the ids of those authorities that are known, by canonical citation."""

    def authorities_by_id(self, ids: Iterable[int]) -> dict[int, Authority]:
        """Return those of these authorities that exist, by id."""
