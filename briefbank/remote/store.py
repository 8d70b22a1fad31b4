"""Reads single records of the office's library for the services that stay on the desk."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from briefbank.api.documents import DocumentsApi
from briefbank.api.records import RecordsApi
from briefbank.domain.authorities import Authority
from briefbank.domain.documents import Document
from briefbank.domain.pages import Page, PageInfo
from briefbank.domain.passages import Passage


class RemoteAuthorities:
    """The ids and names of authorities."""

    def __init__(self, records: RecordsApi) -> None:
        self._records = records

    def by_ids(self, ids: Iterable[int]) -> dict[int, Authority]:
        wanted = list(ids)
        return self._records.authorities_by_id(wanted) if wanted else {}

    def ids_of(self, canonicals: Collection[str]) -> dict[str, int]:
        return self._records.authority_ids(canonicals) if canonicals else {}


class RemoteStore:
    """The part of a catalogue that reader, collections, personal lists and exports use. Any thread; methods
    raise ServerAway."""

    def __init__(self, documents: DocumentsApi, records: RecordsApi) -> None:
        self._documents, self._records = documents, records
        self.authorities = RemoteAuthorities(records)
        self._library_id = ""

    def document(self, document_id: int) -> Document:
        return self._documents.get(document_id)

    def documents_by_id(self, ids: Iterable[int]) -> dict[int, Document]:
        return self._documents.some(list(ids))

    def find_by_hash(self, sha256: str) -> Document | None:
        return self._records.find_by_hash(sha256)

    def pages_of(self, document_id: int) -> list[Page]:
        return self._documents.pages(document_id)

    def passages_of(self, document_id: int) -> list[Passage]:
        return self._documents.passages(document_id)

    def passages_by_id(self, ids: Iterable[int]) -> dict[int, Passage]:
        return self._records.passages_by_id(list(ids))

    def page_places(self, wanted: Iterable[tuple[int, int]]) -> dict[tuple[int, int], PageInfo]:
        return self._records.page_places(list(wanted))

    def passages_with_words(self, wanted: Iterable[tuple[int, str]]) -> dict[tuple[int, str], int]:
        return self._records.passages_with_words(list(wanted))

    def state(self, key: str) -> str:
        """Return the id of the library, the one value that a person's lists ask for. It never changes."""
        self._library_id = self._library_id or self._records.library_id()
        return self._library_id

    def set_state(self, key: str, value: str) -> None:
        raise AssertionError("the server gives the library its id")
