"""Embedding in the background: each passage once, whatever happens in between, and vectors taken over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from briefbank import meaning as module
from briefbank.catalogue.store import Catalogue
from briefbank.errors import Cancelled
from briefbank.hashes import text_hash
from briefbank.jobs import QuietReporter
from tests.care.library_parts import QUIET, Made, opened

TEXTS = [f"{'word ' * (number % 7)}passage number {number}" for number in range(40)]


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Made]:
    monkeypatch.setattr(module, "BATCH_PASSAGES", 4)
    monkeypatch.setattr(module, "FETCHED_AT_ONCE", 12)
    with opened(tmp_path / "library") as made:
        for first in range(0, len(TEXTS), 10):
            made.add(*TEXTS[first : first + 10])
        yield made


def nearest(library: Made, text: str) -> str:
    dense = library.parts.meaning.dense_if_ready()
    assert dense is not None
    ((found, _),) = dense.search(library.encoder.encode_query(text), None, 1)
    return library.parts.catalogue.passages_by_id([found])[found].text


def test_every_passage_is_embedded_once_and_found_by_its_own_text(library: Made) -> None:
    assert library.parts.meaning.embed_pending(QUIET) == len(TEXTS) == library.encoder.passages
    assert library.parts.meaning.embed_pending(QUIET) == 0
    library.parts.meaning.warm()
    assert all(nearest(library, text) == text for text in TEXTS[::7])
    assert library.health.check(QUIET).healthy


class StopsAfter(QuietReporter):
    """Stops once so many passages are done."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.count = count

    def progress(self, stage: str, done: int, total: int) -> None:
        if done >= self.count:
            self.cancel()


def test_a_stop_costs_no_finished_batch(library: Made) -> None:
    with pytest.raises(Cancelled):
        library.parts.meaning.embed_pending(StopsAfter(8))
    assert library.parts.meaning.waiting() == len(TEXTS) - 8
    library.embed()
    assert library.encoder.passages == len(TEXTS)


def test_a_stop_between_vectors_and_marks_embeds_nothing_twice(
    library: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise Cancelled

    monkeypatch.setattr(Catalogue, "mark_embedded", stopped)
    with pytest.raises(Cancelled):
        library.embed()
    monkeypatch.undo()
    library.embed()
    assert library.encoder.passages == len(TEXTS)
    assert library.health.check(QUIET).healthy


def test_a_document_removed_while_it_is_embedded_leaves_no_vector(
    library: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    encode = library.encoder.encode_passages

    def remove_first(texts: list[str]) -> object:
        if len(library.parts.catalogue.documents()) == 4:
            library.parts.catalogue.remove_document(1)
            library.parts.lexical.remove(1)
        return encode(texts)

    monkeypatch.setattr(library.encoder, "encode_passages", remove_first)
    library.embed()
    known = library.parts.catalogue.passage_ids(searchable_only=True)
    assert library.parts.meaning.ids() == known and len(known) == 30


def test_vectors_are_taken_over_by_text_and_what_is_left_over_goes(library: Made) -> None:
    library.embed()
    _, hashes, matrix = library.parts.meaning.contents() or ("", [], None)
    assert matrix is not None and sorted(hashes) == sorted(map(text_hash, TEXTS))
    known = dict(zip(hashes, matrix, strict=True))
    library.parts.meaning._open().remove(1, 2)
    library.parts.catalogue.remove_document(4)
    assert library.parts.meaning.take_over(known, QUIET) == 30
    assert library.encoder.passages == len(TEXTS), "nothing was embedded again"
    assert library.parts.meaning.ids() == library.parts.catalogue.passage_ids(searchable_only=True)
    assert all(nearest(library, text) == text for text in TEXTS[:30:7])
