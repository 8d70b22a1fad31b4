"""Tests that documents stored by several threads are indexed in one change."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from briefbank.catalogue import ingest_ledger, passage_rows
from briefbank.domain.documents import Document
from briefbank.domain.searches import Filters, LexicalQuery
from briefbank.errors import IndexFault
from briefbank.index.lexical import LexicalIndex
from briefbank.ingest.document_writer import UnindexedDocuments
from briefbank.maintenance import documents
from tests.maintenance.library_parts import QUIET as QUIET
from tests.maintenance.library_parts import OpenParts, opened


@pytest.fixture
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenParts]:
    with opened(tmp_path_factory.mktemp("words") / "library") as opened_library:
        yield opened_library


@pytest.fixture
def changes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The changes of the lexical index from now on."""
    begun: list[int] = []
    batch = LexicalIndex.batch
    monkeypatch.setattr(LexicalIndex, "batch", lambda self: begun.append(1) or batch(self))
    return begun


def stored_only(library: OpenParts, *texts: str) -> Document:
    """A document of the catalogue that the lexical index does not have."""
    document = library.add(*texts)
    library.parts.lexical.remove(document.id)
    return document


def batch_of(library: OpenParts) -> UnindexedDocuments:
    return UnindexedDocuments(library.parts.catalogue, library.parts.lexical, library.parts.lock)


def documents_with_word(library: OpenParts, word: str, filters: Filters = Filters()) -> set[int]:  # noqa: B008 (frozen)
    """The documents with a word."""
    hits = library.parts.lexical.search(LexicalQuery((word,)), filters, 100)
    return set(passage_rows.documents_of(library.parts.catalogue, (id_ for id_, _ in hits)).values())


def add(library: OpenParts, batch: UnindexedDocuments, document: Document) -> None:
    with library.parts.lock():
        batch.add(document.id, passage_rows.of_document(library.parts.catalogue, document.id))


def test_waiting_documents_are_indexed_in_one_change(library: OpenParts, changes: list[int]) -> None:
    documents = [stored_only(library, f"zebra number {number}") for number in range(5)]
    batch = batch_of(library)
    changes.clear()
    for document in documents:
        add(library, batch, document)
    batch.publish()
    assert len(changes) == 1 and documents_with_word(library, "zebra") == {
        document.id for document in documents
    }
    batch.publish()
    assert len(changes) == 1, "nothing waits"


def test_each_thread_finds_its_own_words_once_they_are_published(library: OpenParts) -> None:
    documents = [stored_only(library, f"word{number} and zebra") for number in range(12)]
    batch, begun = batch_of(library), Barrier(12)

    def publish(number: int) -> bool:
        begun.wait(20)
        add(library, batch, documents[number])
        batch.publish()
        return documents_with_word(library, f"word{number}") == {documents[number].id}

    with ThreadPoolExecutor(12) as threads:
        assert all(threads.map(publish, range(12)))


def test_a_document_that_is_removed_while_it_waits_is_not_indexed(library: OpenParts) -> None:
    gone, other = stored_only(library, "zebra"), stored_only(library, "zebra, too")
    batch = batch_of(library)
    add(library, batch, gone)
    add(library, batch, other)
    ingest_ledger.remove_documents(library.parts.catalogue, gone.id)
    batch.publish()
    assert library.parts.lexical.ids() == passage_rows.all_ids(library.parts.catalogue, searchable_only=True)
    assert documents_with_word(library, "zebra") == {other.id}


def test_an_index_that_cannot_be_changed_keeps_nothing_from_being_stored(
    library: OpenParts, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = stored_only(library, "zebra")
    batch = batch_of(library)
    add(library, batch, document)

    def fault(_self: LexicalIndex) -> object:
        raise IndexFault(detail="damaged")

    with monkeypatch.context() as patch:
        patch.setattr(LexicalIndex, "batch", fault)
        batch.publish()
    parts = library.parts
    documents.bring_words_up(parts.lexical, parts.catalogue, parts.lock, QUIET)
    assert documents_with_word(library, "zebra") == {document.id}
