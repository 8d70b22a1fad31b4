"""The documents of a library, and the corrections of their captions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.document_lists import ALL, DocumentList, ListedDocument
from briefbank.domain.documents import Attachments, CaptionEntry, Document, LibraryChange, LibraryState
from briefbank.domain.pages import Page
from briefbank.domain.passages import Passage
from briefbank.jobs import Reporter


class DocumentsApi(Protocol):
    """The documents."""

    def each(self, wanted: DocumentList = ALL) -> Iterator[Document]:
        """Yield the documents of a list in its order; without one all, the newest filed first.

        They are read some hundred at a time; what is removed meanwhile is passed over. Raises StoreError at
        any step.
        """

    def ids(self, wanted: DocumentList) -> Sequence[int]:
        """Return the ids of the documents of a list in its order: a few megabytes for half a million."""

    def listed(self, document_ids: Iterable[int]) -> dict[int, ListedDocument]:
        """Return those of these documents that exist as rows of a list, by id."""

    def folders(self, most: int, also: str = "") -> dict[str, int]:
        """Return folders that tell the documents apart, each with its number of documents, those in it
        included: at most so many, those with most documents, and ``also`` where it has any."""

    def totals(self) -> tuple[int, int]:
        """Return how many documents there are, and their passages, without reading any of them."""

    def state(self) -> LibraryState:
        """Return the state of the documents, for ``change_since``. A millisecond for 200,000 documents.
        Raises IndexFault and StoreError."""

    def change_since(self, before: LibraryState) -> LibraryChange:
        """Return what became of the documents since an earlier ``state``."""

    def some(self, document_ids: Iterable[int]) -> dict[int, Document]:
        """Return those of these documents that exist, by id."""

    def get(self, document_id: int) -> Document:
        """Return a document. Raises NotInLibrary."""

    def pages(self, document_id: int) -> list[Page]:
        """Return a document's pages in order."""

    def passages(self, document_id: int) -> list[Passage]:
        """Return a document's passages in order."""

    def surroundings(self, passage_id: int) -> list[Passage]:
        """Return the whole section in which a passage stands, in document order.

        Raises NotInLibrary when the passage is no longer there.
        """

    def caption(self, document_id: int) -> tuple[CaptionEntry, ...]:
        """Return an entry for each CaptionField in order: a person's correction, else the value read, else an
        empty one. Raises NotInLibrary."""

    def attachments(self, document_id: int) -> Attachments:
        """Return what a document is attached to, and what is attached to it. Raises NotInLibrary."""

    def correct(self, document_id: int, field: CaptionField, value: str | None) -> Document:
        """Store a person's correction permanently; empty means that the document has no such value.

        None withdraws a correction, so that the value read applies. Takes seconds in a large library where an
        older correction is replaced or withdrawn, whose words are overwritten. Raises CorrectionRefused for a
        date or a kind that cannot be understood, NotInLibrary and StoreError.
        """

    def correct_many(
        self, document_ids: Sequence[int], field: CaptionField, value: str | None, reporter: Reporter
    ) -> list[int]:
        """Do as ``correct`` to each of these documents, or to none; return those that are not in the library.

        Raises CorrectionRefused, StoreError, and Cancelled until the catalogue has all: then nothing changed.
        """

    def remove(self, document_id: int, reporter: Reporter | None = None) -> None:
        """Remove a document, its copies and everything made from it, from the disk too. Raises NotInLibrary.

        Seconds for a large library, since the files that hold its words are rewritten.
        """
