"""Adds stored documents to the word index, those of several threads in one change.

A change of the index costs the same for one document as for ten: a new segment, its files on the disk, a new
list. While one thread makes a change, others store their documents and wait; the next change has them all.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from threading import Lock

from briefbank.catalogue.store import Catalogue
from briefbank.domain.passages import Passage
from briefbank.errors import IndexFault, NotInLibrary, StoreError
from briefbank.index.lexical import LexicalIndex
from briefbank.storage.locks import ProcessLock

log = logging.getLogger(__name__)


class WordsBatch:
    """Documents of the catalogue that are not in the word index yet. Any thread."""

    def __init__(self, catalogue: Catalogue, lexical: LexicalIndex, lock: ProcessLock) -> None:
        """``lock`` is the library's."""
        self._catalogue, self._lexical, self._lock = catalogue, lexical, lock
        self._waiting: list[tuple[int, Sequence[Passage]]] = []
        self._changing = Lock()

    def add(self, document_id: int, passages: Sequence[Passage]) -> None:
        """Let a document wait for the next change. The caller holds the library's lock."""
        self._waiting.append((document_id, passages))

    def publish(self) -> None:
        """Return when every document that waited at the call can be found by its words.

        The documents are stored whatever happens here: an index that falls behind is updated at the end of
        the ingestion, or when the library is next opened. The caller does not hold the library's lock.
        """
        with self._changing:
            try:
                with self._lock():
                    waiting, self._waiting = self._waiting, []
                    if waiting:
                        self._index(waiting)
            except (StoreError, IndexFault) as error:
                log.warning("stored, but not indexed yet: %s %s", type(error).__name__, error.detail)

    def _index(self, waiting: Sequence[tuple[int, Sequence[Passage]]]) -> None:
        """Index documents as the catalogue has them now, after corrections and removals meanwhile."""
        with self._lexical.batch() as change:
            for document_id, passages in waiting:
                try:
                    document = self._catalogue.document(document_id)
                except NotInLibrary:
                    continue
                change.add(document, passages)
