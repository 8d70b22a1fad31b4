"""Keeps the graph of authorities in step with the documents of the library.

A document is read into the graph right after it was stored or its caption was corrected. ``graphed`` records
which were read, so that ``catch_up`` can add those that an interruption left out, some in each transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from itertools import islice
from math import log

from briefbank.catalogue import authority_rows, document_rows, graph_rows, provision_rows
from briefbank.catalogue.database import Database
from briefbank.catalogue.graph_rows import DocumentGraph
from briefbank.domain.authorities import ReadProvision
from briefbank.domain.documents import Annotation, AnnotationGaps, Document
from briefbank.domain.pages import Passage
from briefbank.errors import StoreDamaged

SCHEME = "3"
"""The version of the reading scheme. Documents read by another one are read again."""
_TOGETHER = 50
"""The documents that are read in one transaction, a quarter of a second."""


class Graph:
    """The writer of the graph. Any thread.

    ``update`` and ``update_all`` are called under the library's writer lock; the other methods take it
    themselves.
    """

    def __init__(self, catalogue: Database) -> None:
        self._catalogue = catalogue
        self._groups: Callable[[], Mapping[int, str]] | None = None

    def update(self, document: Document, passages: Sequence[Passage]) -> None:
        """Replace a document's entries in the graph, and its gaps in them. Raises StoreError."""
        self.update_all([(document, passages)])

    def update_all(self, documents: Iterable[tuple[Document, Sequence[Passage]]]) -> None:
        """Do what ``update`` does for several documents, some in each transaction. Raises StoreError."""
        self._forget_kept_apart()
        remaining = iter(documents)
        while some := list(islice(remaining, _TOGETHER)):
            self._read(some)

    def _read(self, documents: Iterable[tuple[Document, Sequence[Passage]]]) -> None:
        """Replace the entries of documents in one transaction."""
        from briefbank.citations.provisions import provisions_of
        from briefbank.citator.extraction import entries_of  # imports all patterns of treatments
        from briefbank.index.occurrences import citation_key

        graphs, provisions = dict[int, DocumentGraph](), dict[int, Sequence[ReadProvision]]()
        for document, passages in documents:
            gaps, nothing = AnnotationGaps(), DocumentGraph()
            own = gaps.attempt(Annotation.TREATMENTS, [], provisions_of, document, passages, gaps)
            entries = gaps.attempt(Annotation.TREATMENTS, nothing, entries_of, document, passages, own, gaps)
            graphs[document.id], provisions[document.id] = replace(entries, gaps=gaps.all()), own
        graph_rows.put(
            self._catalogue,
            graphs,
            SCHEME,
            lambda connection, id_: provision_rows.put(connection, id_, provisions[id_], citation_key),
        )

    def keep_apart(
        self, groups: Callable[[], Mapping[int, str]], lock: Callable[[], AbstractContextManager[None]]
    ) -> None:
        """Learn from now on from no document that is in a group which citations are one case, and forget what
        was learned from those that are in one now. 10 ms for each document that must be read again. Raises
        StoreError."""
        self._groups = groups
        self.catch_up(lock, lambda: None)

    def _forget_kept_apart(self) -> None:
        if self._groups is not None:
            graph_rows.keep_apart(self._catalogue, self._groups())

    def unread(self) -> list[int]:
        """Return the documents whose current state is not in the graph. Raises StoreError."""
        return graph_rows.unread(self._catalogue, SCHEME)

    def catch_up(self, lock: Callable[[], AbstractContextManager[None]], check: Callable[[], None]) -> int:
        """Read the documents that are not in the graph yet, and return how many.

        ``check`` may raise to stop. ``lock`` is held for some documents, 5 ms for each; to learn that none is
        left takes less than 1 ms. Raises StoreError.
        """
        count = 0
        if self._groups is not None:
            with lock():
                self._forget_kept_apart()
        while unread := self.unread():  # parallel citations found in one may mark others as unread
            for start in range(0, len(unread), _TOGETHER):
                with lock():  # one may have been removed meanwhile
                    self._read(self._checked(unread[start : start + _TOGETHER], check))
            count += len(unread)
        return count

    def _checked(
        self, ids: Sequence[int], check: Callable[[], None]
    ) -> Iterator[tuple[Document, Sequence[Passage]]]:
        for document_and_passages in document_rows.iterate_with_passages(self._catalogue, ids):
            check()
            yield document_and_passages

    def rebuild(self, lock: Callable[[], AbstractContextManager[None]], check: Callable[[], None]) -> int:
        """Read all documents anew while searches continue. Raises StoreError, and what ``check`` raises.

        If a document's old entries conflict with another's new ones, the whole graph is cleared first.
        """
        with lock():
            graph_rows.mark_all_unread(self._catalogue)
        try:
            return self.catch_up(lock, check)
        except StoreDamaged:
            with lock():
                graph_rows.clear(self._catalogue)
            return self.catch_up(lock, check)


MOST = 20
"""The most co-cited authorities that a page names."""
_WEIGHED = 50
"""The number of authorities that are weighed: those that share the most passages."""


def most_cocited(shared: Mapping[int, int], passages: int, catalogue: Database) -> list[int]:
    """Return the authorities that are characteristically cited together with another one, best first.

    ``shared`` maps each authority to how many of the ``passages`` that cite the authority in question cite it
    too. Authorities that are cited everywhere are cited together with any other. Each one is therefore
    weighed by the number of passages that cite both, times its excess over chance: n log(1 + n N / (a b)) for
    n shared of a and b in N passages, after the local mutual information of Evert, "The Statistics of Word
    Cooccurrences" (2005).
    """
    often = sorted(shared, key=lambda id_: (-shared[id_], id_))[:_WEIGHED]
    cited = authority_rows.citations(catalogue, often)
    everywhere = max(1, authority_rows.size(catalogue)[1])

    def weight(id_: int) -> float:
        number = shared[id_]
        return number * log(1 + number * everywhere / (passages * max(number, cited.get(id_, 0))))

    return sorted(often, key=lambda id_: (-weight(id_), id_))[:MOST]
