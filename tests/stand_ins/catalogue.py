"""Small parts of a catalogue, kept in memory."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol

from briefbank.api.library import RecordsApi
from briefbank.domain.authorities import Authority, CitationKind
from briefbank.domain.documents import Document
from briefbank.domain.pages import Page, PageInfo, Passage
from briefbank.text.characters import text_hash


class MemoryState:
    """A value of the catalogue, kept in memory."""

    def __init__(self) -> None:
        self.value = ""

    def get(self) -> str:
        return self.value

    def put(self, value: str) -> None:
        self.value = value


class InventedDocuments(Protocol):
    """The made-up documents of a stand-in library."""

    @property
    def stored(self) -> Sequence[Document]: ...

    def all_passages(self) -> Iterable[tuple[Passage, Document]]: ...

    def pages(self, document_id: int) -> list[Page]: ...


class StubRecords(RecordsApi):
    """The records of made-up documents, and authorities under these numbers."""

    def __init__(
        self, documents: InventedDocuments | None = None, numbers: Mapping[str, int] | None = None
    ) -> None:
        self._documents, self._numbers = documents, numbers or {}

    def library_id(self) -> str:
        return "made up"

    def find_by_hash(self, sha256: str) -> Document | None:
        stored = self._documents.stored if self._documents else ()
        return next((document for document in stored if document.sha256 == sha256), None)

    def passages_by_id(self, ids: Iterable[int]) -> dict[int, Passage]:
        chosen = set(ids)
        return {passage.id: passage for passage, _document in self._passages() if passage.id in chosen}

    def passages_with_words(self, passages: Iterable[tuple[int, str]]) -> dict[tuple[int, str], int]:
        known = {(document.id, text_hash(passage.text)): passage.id for passage, document in self._passages()}
        return {key: known[key] for key in passages if key in known}

    def page_places(self, pages: Iterable[tuple[int, int]]) -> dict[tuple[int, int], PageInfo]:
        return {
            (document_id, page.index): PageInfo(page.label, page.confidence)
            for document_id, index in pages
            for page in (self._documents.pages(document_id) if self._documents else ())
            if page.index == index
        }

    def authority_ids(self, canonicals: Collection[str]) -> dict[str, int]:
        return {name: self._numbers[name] for name in canonicals if name in self._numbers}

    def authorities_by_id(self, ids: Iterable[int]) -> dict[int, Authority]:
        known = {number: Authority(number, name, CitationKind.CASE) for name, number in self._numbers.items()}
        return {number: known[number] for number in ids if number in known}

    def _passages(self) -> Iterable[tuple[Passage, Document]]:
        return self._documents.all_passages() if self._documents else ()
