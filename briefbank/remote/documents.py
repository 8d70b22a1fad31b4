"""Lists the documents of the office's library a part at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from briefbank.domain.document_lists import ALL, DocumentList
from briefbank.domain.documents import Document
from briefbank.remote.link import Link
from briefbank.remote.services import call

AT_ONCE = 500
"""The documents that cross at once."""


class RemoteDocuments:
    """The part of ``DocumentsApi`` that is no single operation."""

    def __init__(self, link: Link) -> None:
        self._link = link

    def each(self, wanted: DocumentList = ALL) -> Iterator[Document]:
        ids: Sequence[int] = call(self._link, "documents.ids", wanted)
        for start in range(0, len(ids), AT_ONCE):
            some = ids[start : start + AT_ONCE]
            found: dict[int, Document] = call(self._link, "documents.some", some)
            yield from (found[each] for each in some if each in found)
