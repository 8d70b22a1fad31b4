"""Gives the documents of an office's library to offline copies: which there are, their rows, vectors and
marks.

It is asked of the library as a person sees it, whose parts know no other documents.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from briefbank.api.documents import FeedApi
from briefbank.catalogue.store import Catalogue
from briefbank.domain.office import (
    MOST_DOCUMENTS,
    MOST_MATTERS,
    FeedDocument,
    FeedEntry,
    FeedPortion,
    FeedVectors,
    OfficeLists,
    OfflineChoice,
    current_name,
)
from briefbank.domain.searches import StoredFeedback
from briefbank.errors import BriefBankError, TooMuchOffline
from briefbank.files import read_small
from briefbank.office import visible_database
from briefbank.office.feed_table import REVISION, FeedTable
from briefbank.office.visible_database import HidingRules

log = logging.getLogger(__name__)

MOST_PASSAGES, MOST_AT_ONCE = 4_000, 100
"""The passages, unless one document has more, and the documents that cross at once: some ten megabytes with
their vectors."""
SMALL_PDF = 256 * 1024
"""The size in bytes up to which a PDF crosses with its document, since each request takes time of its own."""
LARGEST_THESAURUS = 1 << 20


class StoredVectors(Protocol):
    """The vectors of a library."""

    def vectors_of(self, document_ids: Sequence[int], encoder_name: str) -> dict[str, NDArray[np.float32]]:
        """Return the vectors of documents by text hash; see ``EmbeddingIndexer.vectors_of``."""


class DocumentFeed(FeedApi):
    """The feed of one library, or of what a person sees of it. Any thread."""

    def __init__(
        self, catalogue: Catalogue, vectors: StoredVectors, pdf_path: Callable[[int], Path], thesaurus: Path
    ) -> None:
        """``pdf_path`` returns where a document's PDF should be; ``thesaurus`` is the office's own file."""
        self._catalogue, self._vectors = catalogue, vectors
        self._feed = FeedTable(catalogue.database)
        self._pdf_path, self._thesaurus = pdf_path, thesaurus

    def entries(self, choice: OfflineChoice) -> list[FeedEntry]:
        if len(choice.matters) > MOST_MATTERS or len(choice.documents) > MOST_DOCUMENTS:
            raise TooMuchOffline(detail="choice")
        # Walls find the documents of a matter by the same rules.
        rules = HidingRules.of(choice.documents, choice.matters)
        with self._catalogue.database.reading() as connection:
            chosen = visible_database.with_attached(connection, rules)
        return self._feed.entries(chosen)

    def portion(self, document_ids: Sequence[int]) -> FeedPortion:
        documents = self._feed.rows(self._within_limits(document_ids))
        return FeedPortion(
            REVISION,
            tuple(
                FeedDocument(str(rows["document"][0][0]), rows, *self._pdf(id_))
                for id_, rows in documents.items()
            ),
        )

    def vectors(self, document_ids: Sequence[int], encoder: str) -> FeedVectors:
        try:
            vectors = self._vectors.vectors_of(self._within_limits(document_ids), encoder)
        except TooMuchOffline:
            raise
        except BriefBankError as error:
            log.warning("no vectors for an offline copy: %s", error.detail)
            vectors = {}
        matrix = np.stack(list(vectors.values())).astype("<f4", copy=False).tobytes() if vectors else b""
        return FeedVectors(tuple(vectors), matrix)

    def marks(self, document_ids: Sequence[int]) -> list[StoredFeedback]:
        return self._feed.marks(document_ids, current_name())

    def lists(self) -> OfficeLists:
        try:
            thesaurus = read_small(self._thesaurus, LARGEST_THESAURUS).decode("utf-8", "replace")
        except (OSError, ValueError):
            thesaurus = ""
        return OfficeLists(tuple(self._catalogue.good_law.entries()), thesaurus)

    def _within_limits(self, document_ids: Sequence[int]) -> list[int]:
        """Return those of the documents that are there. Raises TooMuchOffline."""
        if len(document_ids) > MOST_AT_ONCE:
            raise TooMuchOffline(detail="documents at once")
        known = self._catalogue.documents_by_id(document_ids)
        if len(known) > 1 and sum(document.passages for document in known.values()) > MOST_PASSAGES:
            raise TooMuchOffline(detail="passages at once")
        return list(known)

    def _pdf(self, document_id: int) -> tuple[int, bytes]:
        """Return the size of a document's PDF, 0 where it is missing, and a small one itself."""
        try:
            path = self._pdf_path(document_id)
            size = path.stat().st_size
            return size, path.read_bytes() if size <= SMALL_PDF else b""
        except OSError:
            return 0, b""
