"""Collections and exports of the stand-in library: the real ones, over its made-up documents."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from briefbank.domain.documents import Document
from briefbank.domain.pages import Page, PageInfo
from briefbank.domain.passages import Passage
from briefbank.exports.collection_resolver import CollectionResolver
from briefbank.exports.exports import Exports
from briefbank.text.hashes import text_hash
from tests.stand_ins.catalogue import NumberedAuthorities

if TYPE_CHECKING:
    from tests.stand_ins.library import StubLibrary


class StubTexts:
    """The part of a catalogue that the real collections use."""

    def __init__(self, library: StubLibrary) -> None:
        self._library = library

    def document(self, document_id: int) -> Document:
        return self._library.documents.get(document_id)

    def documents_by_id(self, ids: Iterable[int]) -> dict[int, Document]:
        return {each.id: each for each in self._library.documents.stored if each.id in set(ids)}

    def find_by_hash(self, sha256: str) -> Document | None:
        return next((each for each in self._library.documents.stored if each.sha256 == sha256), None)

    def passages_of(self, document_id: int) -> list[Passage]:
        return self._library.documents.passages(document_id)

    def passages_by_id(self, ids: Iterable[int]) -> dict[int, Passage]:
        wanted = set(ids)
        return {
            each.id: each for each, _document in self._library.documents.all_passages() if each.id in wanted
        }

    def passages_with_words(self, wanted: Iterable[tuple[int, str]]) -> dict[tuple[int, str], int]:
        known = {
            (document.id, text_hash(each.text)): each.id
            for each, document in self._library.documents.all_passages()
        }
        return {key: known[key] for key in wanted if key in known}

    def pages_of(self, document_id: int) -> list[Page]:
        return self._library.documents.pages(document_id)

    def page_places(self, wanted: Iterable[tuple[int, int]]) -> dict[tuple[int, int], PageInfo]:
        return {
            (document_id, page.index): PageInfo(page.label, page.confidence)
            for document_id, index in wanted
            for page in self._library.documents.pages(document_id)
            if page.index == index
        }


class StubCollectionResolver(CollectionResolver):
    """Notes what is shown, and can be made to fail as other calls can."""

    def __init__(self, library: StubLibrary) -> None:
        self._stub, self._texts = library, StubTexts(library)
        super().__init__(
            self._texts,
            library.good_law,
            library.userdata.collections,
        )

    def show(self, collection_id: int) -> Any:
        self._stub._call("gathered", collection_id)
        return super().show(collection_id)

    @property
    def exports(self) -> Exports:
        stub, names = self._stub, NumberedAuthorities({})
        return Exports(stub.search, names, self, stub.userdata.collections)
