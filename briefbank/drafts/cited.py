"""What a draft cites, and which authorities that are."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from briefbank.authority.whole import whole_of
from briefbank.catalogue.store import Catalogue
from briefbank.drafts.reading import ReadDraft
from briefbank.law import Authority
from briefbank.models import Citation, Passage

Key = tuple[str, str]
"""The whole authority's canonical name, and its sort."""


def cited_in(draft: ReadDraft) -> Iterator[tuple[Passage, Citation]]:
    """Every citation of an authority, in order."""
    for passage in draft.reading.passages:
        for citation in passage.citations:
            if citation.canonical and citation.sort != "record":
                yield passage, citation


def key_of(citation: Citation) -> Key:
    """The whole authority that a citation is of."""
    return whole_of(citation.canonical, citation.sort), citation.sort


def authorities(catalogue: Catalogue, keys: Collection[Key]) -> dict[Key, Authority]:
    """The authority of each key; one that the library does not know has the number 0. Raises StoreError."""
    ids = catalogue.authorities.ids_of([name for name, _ in keys])
    known = catalogue.authorities.by_ids(list(ids.values()))
    return {(name, sort): known.get(ids.get(name, 0)) or Authority(0, name, sort) for name, sort in keys}
