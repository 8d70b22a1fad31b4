"""Reads single records of a library for the data of a person on another computer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from briefbank.api.records import RecordsApi
from briefbank.catalogue.store import Catalogue
from briefbank.domain.authorities import Authority
from briefbank.domain.documents import Document
from briefbank.domain.pages import PageInfo
from briefbank.domain.passages import Passage


class Records(RecordsApi):
    """The records of one library. Any thread."""

    def __init__(self, catalogue: Catalogue, library_id: Callable[[], str]) -> None:
        self._catalogue = catalogue
        self._library_id = library_id

    def library_id(self) -> str:
        return self._library_id()

    def find_by_hash(self, sha256: str) -> Document | None:
        return self._catalogue.find_by_hash(sha256)

    def passages_by_id(self, ids: Iterable[int]) -> dict[int, Passage]:
        return self._catalogue.passages_by_id(ids)

    def page_places(self, wanted: Iterable[tuple[int, int]]) -> dict[tuple[int, int], PageInfo]:
        return self._catalogue.page_places(wanted)

    def passages_with_words(self, wanted: Iterable[tuple[int, str]]) -> dict[tuple[int, str], int]:
        return self._catalogue.passages_with_words(wanted)

    def authority_ids(self, canonicals: Collection[str]) -> dict[str, int]:
        return self._catalogue.authorities.ids_of(canonicals)

    def authorities_by_id(self, ids: Iterable[int]) -> dict[int, Authority]:
        return self._catalogue.authorities.by_ids(ids)
