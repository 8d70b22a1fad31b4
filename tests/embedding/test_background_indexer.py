"""Tests of embedding in the background: each passage once, with vectors reused."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import date
from pathlib import Path

import pytest

from briefbank.catalogue import document_rows, ingest_ledger, passage_rows
from briefbank.catalogue.database import Database
from briefbank.embedding import background_indexer as module
from briefbank.embedding.background_indexer import EmbeddingIndexer
from briefbank.embedding.dense import DenseIndex, stored
from briefbank.errors import BriefBankError, Cancelled
from briefbank.text.characters import text_hash
from tests.embedding.vectors import KnownVectors
from tests.maintenance.library_parts import QUIET, OpenParts, opened
from tests.stand_ins.encoders import Buckets
from tests.stand_ins.reporters import StopsWhen

TEXTS = [f"{'word ' * (number % 7)}passage number {number}" for number in range(40)]


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenParts]:
    monkeypatch.setattr(module, "BATCH_PASSAGES", 4)
    monkeypatch.setattr(module, "SORTED_TOGETHER", 12)
    with opened(tmp_path / "library") as opened_library:
        for first in range(0, len(TEXTS), 10):
            opened_library.add(*TEXTS[first : first + 10])
        yield opened_library


def nearest(library: OpenParts, text: str) -> str:
    model = library.parts.meaning.ready()
    assert model is not None
    ((result, _),) = model.dense.search(library.encoder.encode_query(text), None, 1)
    return passage_rows.by_ids(library.parts.catalogue, [result])[result].text


def test_every_passage_is_embedded_once_and_found_by_its_own_text(library: OpenParts) -> None:
    assert library.parts.meaning.embed_pending(QUIET) == len(TEXTS) == library.encoder.passages
    assert library.parts.meaning.embed_pending(QUIET) == 0
    library.parts.meaning.warm()
    assert all(nearest(library, text) == text for text in TEXTS[::7])
    assert library.health.check(QUIET).healthy


def test_a_stop_costs_no_finished_batch(library: OpenParts) -> None:
    with pytest.raises(Cancelled):
        library.parts.meaning.embed_pending(StopsWhen(lambda stage, done: done >= 8))
    assert library.parts.meaning.waiting() == len(TEXTS) - 8
    library.embed()
    assert library.encoder.passages == len(TEXTS)


def test_a_document_removed_while_it_is_embedded_leaves_no_vector(
    library: OpenParts, monkeypatch: pytest.MonkeyPatch
) -> None:
    encode = library.encoder.encode_passages

    def remove_first(texts: list[str]) -> object:
        if document_rows.totals(library.parts.catalogue)[0] == 4:
            ingest_ledger.remove_documents(library.parts.catalogue, 1)
            library.parts.lexical.remove(1)
        return encode(texts)

    monkeypatch.setattr(library.encoder, "encode_passages", remove_first)
    library.embed()
    known = passage_rows.all_ids(library.parts.catalogue, searchable_only=True)
    assert library.parts.meaning.ids() == known and len(known) == 30


def test_vectors_are_reused_by_text_and_unused_ones_are_removed(library: OpenParts) -> None:
    library.embed()
    known = KnownVectors(library.parts.meaning.model().dense)
    assert known.keys() == set(map(text_hash, TEXTS))
    library.parts.meaning.model().dense.remove(1, 2)
    ingest_ledger.remove_documents(library.parts.catalogue, 4)
    library.parts.meaning.take_over(known, QUIET)
    assert len(library.parts.meaning.ids()) == 30
    assert library.encoder.passages == len(TEXTS), "nothing was embedded again"
    assert library.parts.meaning.ids() == passage_rows.all_ids(library.parts.catalogue, searchable_only=True)
    assert all(nearest(library, text) == text for text in TEXTS[:30:7])


def embedded_texts_of(library: OpenParts, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that the model is given from now on."""
    given: list[str] = []
    encode = library.encoder.encode_passages
    monkeypatch.setattr(
        library.encoder, "encode_passages", lambda texts: given.extend(texts) or encode(texts)
    )
    return given


def test_the_newest_briefs_are_embedded_first_and_those_without_a_day_last(
    library: OpenParts, monkeypatch: pytest.MonkeyPatch
) -> None:
    for year in (2003, 2021, 1999, 2015):
        library.add(*(f"filed in {year}: {number}" for number in range(12)), filed=date(year, 3, 1))
    given = embedded_texts_of(library, monkeypatch)
    library.embed()
    years = [text[9:13] for text in given if text.startswith("filed")]
    assert years == [str(year) for year in (2021, 2015, 2003, 1999) for _ in range(12)]
    assert given[48:] and set(given[48:]) == set(TEXTS)


def test_a_newer_brief_added_meanwhile_is_embedded_before_older_ones(
    library: OpenParts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PORTIONS_A_ROUND", 1)
    given = embedded_texts_of(library, monkeypatch)

    def add(stage: str, done: int) -> bool:
        if done == 4:
            library.add("filed today", filed=date(2026, 1, 1))
        return False

    library.parts.meaning.embed_pending(StopsWhen(add))
    assert TEXTS and 10 < given.index("filed today") < 24
    assert library.health.check(QUIET).healthy


def test_a_text_that_stands_in_several_briefs_is_embedded_once(library: OpenParts) -> None:
    library.embed()
    before = library.encoder.passages
    again = library.add(*TEXTS[:10], "and one more passage", "and one more passage")
    library.add("and one more passage", "another")
    assert library.parts.meaning.embed_pending(QUIET) == 14
    assert library.encoder.passages == before + 2
    vectors = {id_: library.parts.meaning.vector_of(id_) for id_ in library.parts.meaning.ids()}
    passages = passage_rows.of_document(library.parts.catalogue, again.id)
    assert all(vectors[passage.id] is not None for passage in passages)
    assert library.health.check(QUIET).healthy


class OtherEncoder(Buckets):
    """Another model, with vectors of another size."""

    name = "others@1"
    dimensions = 96


class ModelFolders:
    """Model folders of an office, and which of them is chosen."""

    def __init__(self) -> None:
        self.chosen = FIRST
        self.loaded: list[Buckets] = []
        self.gone: set[Path | None] = set()

    def load(self, folder: Path | None) -> Buckets:
        if folder in self.gone:
            raise BriefBankError("The model could not be loaded.", "Choose another.", detail="gone")
        self.loaded.append(Buckets() if folder == FIRST else OtherEncoder())
        return self.loaded[-1]

    def passages(self, kind: type[Buckets]) -> int:
        return sum(item.passages for item in self.loaded if type(item) is kind)


FIRST, SECOND = Path("/models/first"), Path("/models/second")


@pytest.fixture
def models() -> ModelFolders:
    return ModelFolders()


@contextmanager
def opened_meaning(library: OpenParts, models: ModelFolders) -> Iterator[EmbeddingIndexer]:
    """Open the indexes as a newly started program does."""
    opened = EmbeddingIndexer(
        library.paths,
        library.parts.catalogue,
        library.parts.lock,
        lambda: models.load(models.chosen),
        chosen_folder=lambda: models.chosen,
    )
    with closing(opened):
        yield opened


def found_with(indexer: EmbeddingIndexer, library: OpenParts, text: str) -> tuple[str, str]:
    """The name of the model that answers, and the nearest passage."""
    side = indexer.ready()
    assert side is not None
    ((result, _),) = side.dense.search(side.encoder.encode_query(text), None, 1)
    return side.name, passage_rows.by_ids(library.parts.catalogue, [result])[result].text


@pytest.fixture
def changing(library: OpenParts, models: ModelFolders) -> OpenParts:
    """A library embedded with the first model, where the second was chosen and a stop came in the middle."""
    with opened_meaning(library, models) as indexer:
        indexer.embed_pending(QUIET)
        indexer.warm()
        models.chosen = SECOND
        indexer.choose_again()
        with pytest.raises(Cancelled):
            indexer.embed_pending(StopsWhen(lambda stage, done: done >= 8))
        assert len(indexer.ids()) == 8 and stored(library.paths.dense).keys() == {
            Buckets.name,
            OtherEncoder.name,
        }
    return library


def test_a_new_model_embeds_each_passage_once_and_the_old_vectors_are_deleted(
    changing: OpenParts, models: ModelFolders
) -> None:
    with opened_meaning(changing, models) as indexer:
        indexer.warm()
        assert indexer.embed_pending(QUIET) == len(TEXTS) - 8
        assert found_with(indexer, changing, TEXTS[11]) == (OtherEncoder.name, TEXTS[11])
        assert indexer.waiting() == 0
    assert stored(changing.paths.dense) == {OtherEncoder.name: OtherEncoder.dimensions}
    assert (models.passages(Buckets), models.passages(OtherEncoder)) == (len(TEXTS), len(TEXTS)), "each once"
    with opened_meaning(changing, models) as indexer:
        indexer.warm()
        assert found_with(indexer, changing, TEXTS[2]) == (OtherEncoder.name, TEXTS[2])
        assert indexer.embed_pending(QUIET) == 0


def test_a_document_removed_during_a_model_change_leaves_no_vector_of_either_model(
    changing: OpenParts, models: ModelFolders
) -> None:
    with opened_meaning(changing, models) as indexer:
        models_before = len(models.loaded)
        with changing.parts.lock():
            indexer.remove(1)
        ingest_ledger.remove_documents(changing.parts.catalogue, 1)
        assert len(models.loaded) == models_before, "removing needs no model"
        for name, dimensions in stored(changing.paths.dense).items():
            index = DenseIndex(changing.paths.dense, name, dimensions)
            assert not index.ids() & set(range(1, 11))
            index.close()
        indexer.embed_pending(QUIET)
        assert indexer.ids() == passage_rows.all_ids(changing.parts.catalogue, searchable_only=True)


def test_going_back_to_the_former_model_in_the_middle_embeds_nothing(
    changing: OpenParts, models: ModelFolders
) -> None:
    models.chosen = FIRST
    with opened_meaning(changing, models) as indexer:
        assert indexer.embed_pending(QUIET) == 0
        indexer.warm()
        assert found_with(indexer, changing, TEXTS[5]) == (Buckets.name, TEXTS[5])
        assert stored(changing.paths.dense).keys() == {Buckets.name} and indexer.waiting() == 0
    assert models.passages(Buckets) == len(TEXTS)


@pytest.mark.parametrize("embedded", [0, 40])
def test_a_model_that_is_chosen_while_pending_passages_are_looked_for_gets_all_of_them(
    library: OpenParts, models: ModelFolders, monkeypatch: pytest.MonkeyPatch, embedded: int
) -> None:
    look = passage_rows.documents_without_vector

    def choose_meanwhile(catalogue: Database, mark: str) -> list[tuple[int, int]]:
        result = look(catalogue, mark)
        if models.chosen != SECOND:
            models.chosen = SECOND
            indexer.choose_again()
        return result

    with opened_meaning(library, models) as indexer:
        with suppress(Cancelled):
            indexer.embed_pending(StopsWhen(lambda _stage, done: done >= embedded))
        indexer.warm()
        monkeypatch.setattr(passage_rows, "documents_without_vector", choose_meanwhile)
        indexer.embed_pending(QUIET)
        assert indexer.waiting() == 0


def test_a_chosen_model_that_does_not_load_is_reported(changing: OpenParts, models: ModelFolders) -> None:
    models.gone = {SECOND}
    with opened_meaning(changing, models) as indexer:
        with pytest.raises(BriefBankError):
            indexer.warm()
        with pytest.raises(BriefBankError):
            indexer.embed_pending(QUIET)
        assert indexer.ready() is None
        assert indexer.trouble() == "The model could not be loaded. Choose another."


def test_old_vectors_left_by_an_interruption_are_deleted_at_the_next_start(
    changing: OpenParts, models: ModelFolders, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise Cancelled

    with opened_meaning(changing, models) as indexer:
        monkeypatch.setattr(module, "forget_all_but", stopped)
        with pytest.raises(Cancelled):
            indexer.embed_pending(QUIET)
        monkeypatch.undo()
    with opened_meaning(changing, models) as indexer:
        assert indexer.embed_pending(QUIET) == 0
        indexer.warm()
        assert found_with(indexer, changing, TEXTS[5]) == (OtherEncoder.name, TEXTS[5])
    assert stored(changing.paths.dense).keys() == {OtherEncoder.name}


def test_known_vectors_of_some_documents_and_of_all_are_stored(
    changing: OpenParts, models: ModelFolders
) -> None:
    known, other = KnownVectors(), OtherEncoder()
    known.update({text_hash(text): other.encode_query(text) for text in TEXTS})
    with opened_meaning(changing, models) as indexer:
        indexer.warm()
        indexer.add_known(known, QUIET, {1})
        assert indexer.waiting() > 0
        indexer.add_known(known, QUIET)
        assert indexer.waiting() == 0
        assert found_with(indexer, changing, TEXTS[35]) == (OtherEncoder.name, TEXTS[35])
    assert stored(changing.paths.dense).keys() == {OtherEncoder.name}
