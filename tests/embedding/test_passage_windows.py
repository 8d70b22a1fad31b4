"""Tests of embedding long passages: all their windows or none, also in old libraries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from briefbank.catalogue import passage_rows
from briefbank.domain.pages import Passage
from briefbank.embedding import background_indexer as module
from briefbank.embedding.background_indexer import EmbeddingIndexer
from briefbank.embedding.dense import WINDOW_PARTS, embedded_windows
from briefbank.embedding.encoders import Encoder
from tests.embedding.vectors import KnownVectors
from tests.maintenance.library_parts import QUIET, OpenParts, opened
from tests.stand_ins.encoders import Buckets


def long_text(number: int, end: str) -> str:
    """Return about 300 words, the last of which are about another subject."""
    return f"plea{number} court " * 115 + f"{end} " * 35


ENDS = ["zebra heron", "walrus otter", "magpie lynx"]
LONG = [long_text(number, end) for number, end in enumerate(ENDS)]
SHORT = [f"short s{number} of it" for number in range(5)]
WINDOWS = 2 * len(LONG) + len(SHORT)


class ShortInputEncoder(Buckets):
    """Reads as many words as a model with a short input does, and no further."""

    def encode_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return super().encode_passages([" ".join(text.split()[:WINDOW_PARTS]) for text in texts])


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenParts]:
    monkeypatch.setattr(module, "BATCH_PASSAGES", 2)
    with opened(tmp_path / "library") as opened_library:
        opened_library.add(LONG[0], *SHORT[:3])
        opened_library.add(*LONG[1:], *SHORT[3:])
        yield opened_library


def passages(library: OpenParts) -> list[Passage]:
    catalogue = library.parts.catalogue
    return list(passage_rows.by_ids(catalogue, sorted(passage_rows.all_ids(catalogue))).values())


def nearest_text(library: OpenParts, indexer: EmbeddingIndexer, text: str) -> str:
    ((id_, _),) = indexer.model().dense.search(indexer.encoder().encode_query(text), None, 1)
    return passage_rows.by_ids(library.parts.catalogue, [id_])[id_].text


def windows_stored(library: OpenParts) -> dict[int, set[str]]:
    dense = library.parts.meaning.model().dense
    return dense.hashes_of(dense.ids())


def all_windows(library: OpenParts) -> dict[int, set[str]]:
    return {passage.id: set(embedded_windows(passage)) for passage in passages(library)}


def test_the_end_of_a_long_passage_is_found_by_semantic_search(library: OpenParts) -> None:
    indexer = EmbeddingIndexer(library.paths, library.parts.catalogue, library.parts.lock, ShortInputEncoder)
    with closing(indexer):
        assert indexer.embed_pending(QUIET) == len(LONG) + len(SHORT)
        assert [nearest_text(library, indexer, end) for end in ENDS] == LONG
        assert [nearest_text(library, indexer, f"plea{number} court") for number in range(3)] == LONG


@pytest.mark.nightly
def test_the_real_model_finds_the_end_of_a_long_passage_too(library: OpenParts, encoder: Encoder) -> None:
    plea = "The trial court accepted the guilty plea after a full and careful colloquy with the defendant. "
    dog = "The police dog alerted to the trunk of the parked car, and the officers found cocaine in it. "
    text = plea * 14 + dog * 6
    library.add(text, "The officers stopped the car at night because one of its lights was out.")
    indexer = EmbeddingIndexer(library.paths, library.parts.catalogue, library.parts.lock, lambda: encoder)
    with closing(indexer):
        indexer.embed_pending(QUIET)
        assert nearest_text(library, indexer, "drugs in a vehicle after a canine alert") == text
    query, (seen,) = (
        encoder.encode_query("drugs in a vehicle after a canine alert"),
        encoder.encode_passages([text]),
    )
    (other,) = encoder.encode_passages(
        ["The officers stopped the car at night because one of its lights was out."]
    )
    assert other @ query > seen @ query, "with one vector for all of it the other passage is nearer"


def test_a_passage_with_all_its_windows_counts_once(library: OpenParts) -> None:
    library.embed()
    library.parts.meaning.warm()
    assert library.encoder.passages == WINDOWS and windows_stored(library) == all_windows(library)
    report = library.health.check(QUIET)
    assert report.healthy and report.waiting_for_meaning == 0
    assert report.dense_passages == len(LONG) + len(SHORT)
    dense = library.parts.meaning.model().dense
    hits = dense.search(library.encoder.encode_query("plea1 court"), None, 8)
    assert len(hits) == len({id_ for id_, _ in hits}) == 8
    vector = library.parts.meaning.vector_of(passages(library)[0].id)
    assert vector is not None and np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)


def test_a_crash_between_a_passage_s_windows_leaves_it_without_any(
    library: OpenParts, monkeypatch: pytest.MonkeyPatch
) -> None:
    encode = library.encoder.encode_query

    def dies(text: str) -> NDArray[np.float32]:
        if ENDS[1] in text:
            raise MemoryError
        return encode(text)

    monkeypatch.setattr(library.encoder, "encode_query", dies)
    with pytest.raises(MemoryError):
        library.embed()
    monkeypatch.undo()
    monkeypatch.setattr(module, "BATCH_PASSAGES", 2)
    whole, stored = all_windows(library), windows_stored(library)
    assert 0 < len(stored) < len(whole) and all(stored[id_] == whole[id_] for id_ in stored)
    assert library.parts.meaning.waiting() == len(whole) - len(stored)
    assert library.health.check(QUIET).healthy
    library.embed()
    assert windows_stored(library) == whole and library.parts.meaning.waiting() == 0


def test_a_long_passage_is_reused_only_if_all_its_windows_are_known(library: OpenParts) -> None:
    library.embed()
    known = KnownVectors(library.parts.meaning.model().dense)
    assert len(known) == WINDOWS
    first = passages(library)[0]
    del known[list(embedded_windows(first))[1]]
    with library.parts.lock():
        library.parts.meaning.remove(1, 2)
    library.parts.meaning.take_over(known, QUIET)
    assert len(library.parts.meaning.ids()) == len(LONG) + len(SHORT) - 1
    assert first.id not in library.parts.meaning.ids() and library.parts.meaning.waiting() == 1
    encoded_before = library.encoder.passages
    library.embed()
    assert library.encoder.passages == encoded_before + 2 and windows_stored(library) == all_windows(library)
