"""Tests of spelling correction by a real lexical index."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from briefbank.domain.searches import PartRole
from briefbank.index.lexical import LexicalIndex
from briefbank.search import rewording
from briefbank.search.interpretation import interpretation, parts_of
from briefbank.search.parsing import parse
from tests.search.fakes import Memory, Store, no_citations

TEXTS = (
    *["A waiver of counsel must be knowing."] * 30,
    *["The sentence was affirmed."] * 40,
    *["The sentences were affirmed."] * 9,
    *["A warrant is needed to search a house."] * 9,
    *["The corroboration of an accomplice is needed."] * 5,
    *["Any person may enter."] * 30,
    "The jury did not waver.",
    "The sergeant, Ralph Waiter, left.",
    "A statue stood there.",
)


class Speller:
    """Corrects queries by the passages of a library."""

    def __init__(self, folder: Path, texts: Sequence[str] = TEXTS) -> None:
        memory = Memory()
        for number, text in enumerate(texts, 1):
            memory.add(number, text)
        self.index, self.store = LexicalIndex(folder), Store(memory)
        rows = ((memory.documents[number], [known]) for number, known in memory.passages.items())
        self.index.rebuild(rows, lambda: None)

    def corrected(self, query: str) -> dict[str, str]:
        corrections = rewording.corrections(parse(query, no_citations), self.index, self.store)
        return {correction.typed: correction.used for correction in corrections}


@pytest.fixture(scope="module")
def speller(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Speller]:
    opened_speller = Speller(tmp_path_factory.mktemp("spelling") / "lexical")
    yield opened_speller
    opened_speller.index.close()


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("sentance", "sentence"),
        ("senence", "sentence"),
        ("sentencce", "sentence"),
        ("warrnat", "warrant"),
        ("awrrant", "warrant"),
    ],
)
def test_a_misspelled_word_is_corrected_to_the_most_common_neighbour(
    speller: Speller, typed: str, meant: str
) -> None:
    assert speller.corrected(typed) == {typed: meant}


@pytest.mark.parametrize("typed", ["sentence", "car", "zzzzzz", "statuee", "x1y2z3", "société"])
def test_known_short_odd_and_hopeless_words_are_left_alone(speller: Speller, typed: str) -> None:
    assert speller.corrected(typed) == {}


def test_two_misspellings_are_corrected_in_a_long_word_alone_or_with_related_words(speller: Speller) -> None:
    assert speller.corrected("coroboratoin") == {"coroboratoin": "corroboration"}
    assert speller.corrected("wararnnt to search") == {"wararnnt": "warrant"}
    assert speller.corrected("wararnnt") == {}, "too short to be judged alone"
    assert speller.corrected("wararnnt for counsel") == {}, "no passage has both"
    assert speller.corrected("Peterson waiver") == speller.corrected("peterson waiver") == {}


def test_a_word_unrelated_to_the_others_is_replaced_by_a_frequent_related_one(speller: Speller) -> None:
    assert speller.corrected("waver of counsel") == {"waver": "waiver"}


@pytest.mark.parametrize(
    "query",
    [
        "waver",
        "jury waver",
        "waver affirmed",
        "Waver of counsel",
        "state v. waver counsel",
        '"waver" of counsel',
        "waiter counsel",
        "counsel sentence",
    ],
)
def test_a_known_word_stays_if_it_is_alone_quoted_a_name_or_equally_frequent(
    speller: Speller, query: str
) -> None:
    assert speller.corrected(query) == {}


@pytest.mark.parametrize("query", ["waver of counsel", "sentance of a court"])
def test_the_search_without_its_correction_is_not_corrected_again(speller: Speller, query: str) -> None:
    parsed = parse(query, no_citations)
    corrections = rewording.corrections(parsed, speller.index, speller.store)
    (part,) = [part for part in parts_of(parsed.corrected(corrections)) if part.role is PartRole.CORRECTED]
    assert part.without and speller.corrected(part.without) == {}


def test_the_interpretation_says_why_a_word_was_corrected(speller: Speller) -> None:
    def interpretation_of(query: str) -> str:
        parsed = parse(query, no_citations)
        corrections = rewording.corrections(parsed, speller.index, speller.store)
        return interpretation(parsed.corrected(corrections), semantic_used=True)

    assert "No passage contains “sentance”, so “sentence” was searched for." in interpretation_of("sentance")
    expected = "No passage contains “waver” with another word of this search, so “waiver” was searched for."
    assert expected in interpretation_of("waver of counsel")
