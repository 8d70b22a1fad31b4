"""The passages of a person's collections, resolved against the library as it is now.

A reference identifies a passage by the hash of its words. If those are gone because the document was read
again, its page is used instead. A collection thus survives a rebuild, a restore, and the removal and
re-adding of a document.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from briefbank.api.documents import DocumentsApi
from briefbank.api.law import GoodLawApi
from briefbank.api.library import CollectionResolverApi, RecordsApi, SharedCollectionsApi
from briefbank.domain.authorities import Citation, Span
from briefbank.domain.documents import Document
from briefbank.domain.pages import UNSEARCHED_ROLES, PageInfo, Passage, Role
from briefbank.domain.searches import Hit
from briefbank.domain.userdata import (
    Collection,
    CollectionEntry,
    EntryState,
    Ranges,
    Reference,
    ResolvedEntry,
    SharedCollection,
    require_shareable,
)
from briefbank.errors import NotInLibrary
from briefbank.exports.quotations import least_certain, running
from briefbank.search.passage_citation import reference as cite
from briefbank.text.characters import text_hash
from briefbank.text.messages import Message
from briefbank.userdata.userdata import Collections

Located = tuple[Document, Passage, tuple[Passage, ...]]
"""A document, the passage to show, and the stored passages that it is or overlaps."""


class CollectionResolver(CollectionResolverApi):
    """The resolver of collections. Any thread. Raises StoreError, and NotInLibrary for what is gone."""

    def __init__(
        self,
        documents: DocumentsApi,
        records: RecordsApi,
        good_law: GoodLawApi,
        collections: Collections,
        shared: SharedCollectionsApi | None = None,
    ) -> None:
        """``shared`` are the collections of an office, None on a computer that works alone."""
        self._documents, self._records, self._good_law = documents, records, good_law
        self._collections, self._shared = collections, shared

    def add_passages(self, collection_id: int, passage_ids: Iterable[int]) -> list[CollectionEntry]:
        ids = list(dict.fromkeys(passage_ids))
        passages = self._records.passages_by_id(ids)
        documents = self._documents.some({passage.document_id for passage in passages.values()})
        if len(passages) < len(ids):
            title = Message("This passage is not in the library any more.")
            raise NotInLibrary(title, Message("Search again, then add it."))
        references = [
            Reference(documents[passage.document_id].sha256, text_hash(passage.text), passage.first_page)
            for passage in (passages[id_] for id_ in ids)
        ]
        return self._collections.add(collection_id, references)

    def add_selection(self, collection_id: int, document_id: int, ranges: Ranges) -> list[CollectionEntry]:
        sha256 = self._documents.get(document_id).sha256
        words = text_hash("\f".join(self._raw_texts(document_id, ranges)))
        selection = Reference(sha256, words, ranges[0][0], tuple(sorted(ranges)))
        return self._collections.add(collection_id, [selection])

    def share(self, collection_id: int) -> SharedCollection:
        collection = self._collections.get(collection_id)
        entries = self._collections.entries(collection_id)
        require_shareable(collection.name, entries)  # before a long list is sent in vain
        return self._at_office().share(collection.name, collection.hearing, entries)

    def copy_shared(self, shared_id: int) -> Collection:
        shared = self._at_office().get(shared_id)
        entries = self._at_office().entries(shared_id)
        return self._collections.copy(shared.name, shared.hearing, entries)

    def show(self, collection_id: int) -> list[ResolvedEntry]:
        return self._resolved(self._collections.entries(collection_id))

    def show_shared(self, shared_id: int) -> list[ResolvedEntry]:
        return self._resolved(self._at_office().entries(shared_id))

    def _at_office(self) -> SharedCollectionsApi:
        assert self._shared is not None, "no office"
        return self._shared

    def _resolved(self, entries: Sequence[CollectionEntry]) -> list[ResolvedEntry]:
        hashes = {entry.reference.document_sha256 for entry in entries}
        known = map(self._records.find_by_hash, hashes)
        documents = {document.sha256: document for document in known if document is not None}
        by_words = self._by_words(entries, documents)
        located = [self._located(entry, documents, by_words) for entry in entries]
        stored = [passage for _state, there in located if there for passage in there[2]]
        alerts = self._good_law.alerts(stored)
        shown = {(there[0].id, page) for _state, there in located if there for page in _pages(there[1])}
        pages = self._records.page_places(shown)
        return [
            ResolvedEntry(entry, state, _hit(there, alerts, pages) if there else None)
            for entry, (state, there) in zip(entries, located, strict=True)
        ]

    def _by_words(
        self, entries: Sequence[CollectionEntry], documents: Mapping[str, Document]
    ) -> dict[tuple[int, str], Passage]:
        """Return the whole passages that are unchanged, by document and words."""
        references = [entry.reference for entry in entries if not entry.reference.ranges]
        there = [reference for reference in references if reference.document_sha256 in documents]
        ids = self._records.passages_with_words(
            (documents[reference.document_sha256].id, reference.words) for reference in there
        )
        passages = self._records.passages_by_id(ids.values())
        return {key: passages[id_] for key, id_ in ids.items() if id_ in passages}

    def _located(
        self,
        entry: CollectionEntry,
        documents: Mapping[str, Document],
        by_words: Mapping[tuple[int, str], Passage],
    ) -> tuple[EntryState, Located | None]:
        reference = entry.reference
        document = documents.get(reference.document_sha256)
        if document is None:
            return EntryState.GONE, None
        passage = by_words.get((document.id, reference.words))
        if passage is not None and not reference.ranges:
            return EntryState.AS_IT_WAS, (document, passage, (passage,))
        selected = self._selected(document, reference) if reference.ranges else None
        if selected is not None:
            return EntryState.AS_IT_WAS, selected
        passage = _on_page(self._documents.passages(document.id), reference.page)
        return (EntryState.REREAD, (document, passage, (passage,))) if passage else (EntryState.GONE, None)

    def _selected(self, document: Document, reference: Reference) -> Located | None:
        """Return a passage of exactly the selected words, or None if other words stand there now."""
        raws = self._raw_texts(document.id, reference.ranges)
        if text_hash("\f".join(raws)) != reference.words:
            return None
        text, first = running(raws), reference.ranges[0][0]
        around = [p for p in self._documents.passages(document.id) if touches(p, reference.ranges)]
        label = self._records.page_places([(document.id, first)])[document.id, first].label
        made = Passage(
            0,
            text,
            around[0].role if around else Role.BODY,
            around[0].heading_path if around else (),
            tuple(Span(page, start, end, 0, len(text)) for page, start, end in reference.ranges),
            label,
            tuple(_citations_within(around, text)),
            document_id=document.id,
        )
        return document, made, tuple(around)

    def _raw_texts(self, document_id: int, ranges: Ranges) -> list[str]:
        """Return the raw text of each range; empty if its page is gone."""
        raw = {page.index: page.raw for page in self._documents.pages(document_id)}
        return [raw.get(page, "")[start:end] for page, start, end in sorted(ranges)]


def touches(passage: Passage, ranges: Iterable[tuple[int, int, int]]) -> bool:
    """Return whether a passage overlaps one of the ranges of raw text."""
    return any(
        span.page == page and span.start < end and start < span.end
        for page, start, end in ranges
        for span in passage.spans
    )


def _on_page(passages: Sequence[Passage], page: int) -> Passage | None:
    """Return a passage on a page, preferably one with a searched role."""
    there = [passage for passage in passages if page in _pages(passage)]
    return min(there, key=lambda passage: passage.role in UNSEARCHED_ROLES, default=None)


def _pages(passage: Passage) -> set[int]:
    return {span.page for span in passage.spans}


def _citations_within(around: Iterable[Passage], text: str) -> Iterator[Citation]:
    for passage in around:
        for citation in passage.citations:
            at = text.find(words := passage.text[citation.start : citation.end])
            if at >= 0:
                yield replace(citation, start=at, end=at + len(words))


def _hit(
    there: Located, alerts: Mapping[int, tuple[Message, ...]], infos: Mapping[tuple[int, int], PageInfo]
) -> Hit:
    document, passage, stored = there
    pages = [infos.get((document.id, page), PageInfo("", None)) for page in sorted(_pages(passage))]
    last = pages[-1].label if pages else ""
    distinct_alerts = dict.fromkeys(alert for passage in stored for alert in alerts.get(passage.id, ()))
    doubt = least_certain(page.confidence for page in pages)
    citation = cite(document, passage, last)
    return Hit(0, passage, document, 0.0, (), (), tuple(distinct_alerts), citation, doubt=doubt)
