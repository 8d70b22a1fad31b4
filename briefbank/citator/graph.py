"""Keeps the graph of authorities in step with the documents of the library.

A document is read for it right after it was stored or its caption was corrected. ``graphed`` says which were,
so that whatever a stop left out is made up for by ``catch_up``. One transaction a document.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress

from briefbank.authority.provisions import provisions_of
from briefbank.catalogue import provisions as provision_rows
from briefbank.catalogue.store import Catalogue
from briefbank.errors import NotInLibrary, StoreDamaged
from briefbank.index.named import citation_key
from briefbank.models import Document, Passage

SCHEME = "1"
"""Documents whose authorities were read by another scheme are read again."""


class Graph:
    """``update`` is called under the library's writer lock, the others take it themselves. Any thread."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def update(self, document: Document, passages: Sequence[Passage]) -> None:
        """Put in what a document cites, is and says, in place of what was there. Raises StoreError."""
        from briefbank.citator.extraction import entries_of  # all the patterns of treatments come with it

        provisions = provisions_of(document, passages)
        self._catalogue.graph.put(
            document.id,
            entries_of(document, passages, provisions),
            SCHEME,
            lambda connection: provision_rows.put(connection, document.id, provisions, citation_key),
        )

    def unread(self) -> list[int]:
        """The documents that are not in the graph as they are now. Raises StoreError."""
        return self._catalogue.graph.unread(SCHEME)

    def catch_up(self, lock: Callable[[], AbstractContextManager[None]], check: Callable[[], None]) -> int:
        """Read the documents that were not read for it yet; how many. ``check`` may raise to stop.

        Takes ``lock`` for each of them, some 10 ms; that all were read is known in less than one.
        Raises StoreError.
        """
        done = 0
        while unread := self.unread():  # what one says of parallel citations may bring up others
            for document_id in unread:
                check()
                with lock(), suppress(NotInLibrary):  # it may have been removed meanwhile
                    document = self._catalogue.document(document_id)
                    self.update(document, self._catalogue.passages_of(document_id))
            done += len(unread)
        return done

    def rebuild(self, lock: Callable[[], AbstractContextManager[None]], check: Callable[[], None]) -> int:
        """Read all documents anew; searches go on meanwhile. Raises StoreError, and what ``check`` raises.

        Where what is there of one stands in the way of another, all is cleared first.
        """
        with lock():
            self._catalogue.graph.mark_unread()
        try:
            return self.catch_up(lock, check)
        except StoreDamaged:
            with lock():
                self._catalogue.graph.clear()
            return self.catch_up(lock, check)
