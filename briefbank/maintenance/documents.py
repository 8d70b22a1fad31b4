"""The documents of one library as a person lists, corrects and removes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from briefbank.api.documents import DocumentsApi
from briefbank.catalogue.store import Catalogue
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.document_lists import ALL, DocumentList, ListedDocument
from briefbank.domain.documents import Attachments, CaptionEntry, Document, LibraryChange, LibraryState
from briefbank.domain.pages import Page
from briefbank.domain.passages import Passage
from briefbank.errors import NotInLibrary
from briefbank.jobs import QuietReporter, Reporter

if TYPE_CHECKING:
    from briefbank.maintenance.document_changes import DocumentChanges


class Documents(DocumentsApi):
    """The documents of one library. Any thread."""

    def __init__(
        self, catalogue: Catalogue, indexed: Callable[[], int], changes: Callable[[], DocumentChanges]
    ) -> None:
        """``indexed`` returns the number of passages in the word index. ``changes`` returns what corrects and
        removes documents, and is called with the first change: it needs every part of a library."""
        self._catalogue, self._indexed, self._changes = catalogue, indexed, changes

    def each(self, wanted: DocumentList = ALL) -> Iterator[Document]:
        return self._catalogue.each_document(wanted)

    def ids(self, wanted: DocumentList) -> Sequence[int]:
        return self._catalogue.list_ids(wanted)

    def listed(self, document_ids: Iterable[int]) -> dict[int, ListedDocument]:
        return self._catalogue.listed(document_ids)

    def folders(self, most: int, also: str = "") -> dict[str, int]:
        return self._catalogue.folders(most, also)

    def totals(self) -> tuple[int, int]:
        return self._catalogue.totals()

    def state(self) -> LibraryState:
        return replace(self._catalogue.state_of_documents(), indexed=self._indexed())

    def change_since(self, before: LibraryState) -> LibraryChange:
        change = self._catalogue.change_since(before)
        indexed_since = not change.added and self._indexed() != before.indexed
        return replace(change, otherwise=True) if indexed_since else change

    def some(self, document_ids: Iterable[int]) -> dict[int, Document]:
        return self._catalogue.documents_by_id(document_ids)

    def get(self, document_id: int) -> Document:
        return self._catalogue.document(document_id)

    def pages(self, document_id: int) -> list[Page]:
        return self._catalogue.pages_of(document_id)

    def passages(self, document_id: int) -> list[Passage]:
        return self._catalogue.passages_of(document_id)

    def surroundings(self, passage_id: int) -> list[Passage]:
        found = self._catalogue.section_of(passage_id)
        if not found:
            raise NotInLibrary
        return found

    def caption(self, document_id: int) -> tuple[CaptionEntry, ...]:
        return self._catalogue.caption(document_id)

    def attachments(self, document_id: int) -> Attachments:
        return self._catalogue.attachments(document_id)

    def correct(self, document_id: int, field: CaptionField, value: str | None) -> Document:
        return self._changes().correct(document_id, field, value)

    def correct_many(
        self, document_ids: Sequence[int], field: CaptionField, value: str | None, reporter: Reporter
    ) -> list[int]:
        return self._changes().correct_many(document_ids, field, value, reporter)

    def remove(self, document_id: int, reporter: Reporter | None = None) -> None:
        self._changes().remove(document_id, reporter or QuietReporter())
