"""Tests that every judged passage is in its document and that the set of searches has its shape."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.evaluate.defenders.collection import Document, documents, files
from tests.evaluate.defenders.judged import OPEN, SEALED, Search, SearchKind, in_halves, plain, read

SEARCHES = (*read(OPEN), *read(SEALED))


@pytest.fixture(scope="module")
def library(shared_data: Path) -> dict[str, Document]:
    return documents(shared_data)


def test_the_words_of_a_judged_passage_occur_once_in_its_document_and_elsewhere_only_if_judged(
    library: dict[str, Document],
) -> None:
    texts = {document.id: plain(document.text) for document in library.values()}
    astray = []
    for search in SEARCHES:
        judged = {passage.document for passage in search.relevant}
        for passage in search.relevant:
            holds = {name for name, text in texts.items() if plain(passage.quote) in text}
            if texts[passage.document].count(plain(passage.quote)) != 1 or not holds <= judged:
                astray.append((search.id, passage.document, passage.quote, holds))
    assert astray == []


def test_only_a_subject_that_the_library_does_not_have_is_without_a_right_passage() -> None:
    assert {search.id for search in SEARCHES if not search.right} == {
        search.id for search in SEARCHES if search.kind is SearchKind.ABSENT
    }
    assert not any(search.also for search in SEARCHES if search.kind is SearchKind.ABSENT)


def test_a_judgement_has_eight_to_fifteen_words_and_occurs_once_per_search() -> None:
    for search in SEARCHES:
        assert len(set(search.relevant)) == len(search.relevant), search.id
        assert all(8 <= len(passage.quote.split()) <= 15 for passage in search.relevant), search.id


def test_there_are_150_searches_with_16_to_22_of_each_kind() -> None:
    counts = Counter(search.kind for search in SEARCHES)
    assert len({search.id for search in SEARCHES}) == len({search.query for search in SEARCHES}) == 150
    assert set(counts) == set(SearchKind)
    assert all(16 <= number <= 22 for number in counts.values()), counts


@pytest.mark.parametrize("kind", SearchKind)
def test_the_halves_are_drawn_within_each_kind(kind: SearchKind) -> None:
    halves = [{search.id for search in read(path) if search.kind is kind} for path in (OPEN, SEALED)]
    assert tuple(halves) == in_halves(set.union(*halves))
    assert len(halves[0]) == len(halves[1])


def test_no_search_uses_the_words_of_a_passage_as_they_stand() -> None:
    def copied(search: Search) -> bool:
        return len(search.query.split()) >= 6 and any(
            plain(search.query) in plain(passage.quote) for passage in search.relevant
        )

    assert [search.id for search in SEARCHES if copied(search)] == []


def test_each_document_has_its_file_and_the_same_text_and_date_every_time(
    library: dict[str, Document], shared_data: Path, tmp_path: Path
) -> None:
    assert documents(shared_data) == library
    paths = files(library, tmp_path)
    assert paths.keys() == library.keys()
    assert all(path.is_file() for path in paths.values())
