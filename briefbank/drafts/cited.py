"""The citations of a draft and their authorities."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from briefbank.catalogue.store import Catalogue
from briefbank.citations.whole_provision import whole_of
from briefbank.domain.authorities import Authority
from briefbank.domain.citations import Citation, CitationKind
from briefbank.domain.passages import Passage
from briefbank.drafts.reading import ReadDraft

Key = tuple[str, CitationKind]
"""The canonical name and the kind of a whole authority."""


def cited_in(draft: ReadDraft) -> Iterator[tuple[Passage, Citation]]:
    """Yield every citation of an authority, in order."""
    for passage in draft.reading.passages:
        for citation in passage.citations:
            if citation.canonical and citation.kind is not CitationKind.RECORD:
                yield passage, citation


def key_of(citation: Citation) -> Key:
    """Return the key of the whole authority that a citation belongs to."""
    return whole_of(citation.canonical, citation.kind), citation.kind


def authorities(catalogue: Catalogue, keys: Collection[Key]) -> dict[Key, Authority]:
    """Return the authority of each key; an unknown one has the id 0. Raises StoreError."""
    ids = catalogue.authorities.ids_of([name for name, _ in keys])
    known = catalogue.authorities.by_ids(list(ids.values()))
    return {(name, kind): known.get(ids.get(name, 0)) or Authority(0, name, kind) for name, kind in keys}
