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


def test_a_misspelled_word_is_corrected_to_the_most_common_neighbour_and_others_are_left_alone(
    speller: Speller,
) -> None:
    meant = {"sentence": ("sentance", "senence", "sentencce"), "warrant": ("warrnat", "awrrant")}
    for word, misspellings in meant.items():
        for typed in misspellings:
            assert speller.corrected(typed) == {typed: word}
    for typed in ("sentence", "car", "zzzzzz", "statuee", "x1y2z3", "société"):
        assert speller.corrected(typed) == {}, typed


def test_two_misspellings_are_corrected_in_a_long_word_alone_or_with_related_words(speller: Speller) -> None:
    assert speller.corrected("coroboratoin") == {"coroboratoin": "corroboration"}
    assert speller.corrected("wararnnt to search") == {"wararnnt": "warrant"}
    assert speller.corrected("wararnnt") == {}, "too short to be judged alone"
    assert speller.corrected("wararnnt for counsel") == {}, "no passage has both"
    assert speller.corrected("Peterson waiver") == speller.corrected("peterson waiver") == {}


def test_a_known_word_is_replaced_only_by_a_frequent_one_that_is_related_to_the_others(
    speller: Speller,
) -> None:
    assert speller.corrected("waver of counsel") == {"waver": "waiver"}
    alone = ("waver", "jury waver", "waver affirmed", "waiter counsel", "counsel sentence")
    quoted_or_a_name = ('"waver" of counsel', "Waver of counsel", "state v. waver counsel")
    for query in (*alone, *quoted_or_a_name):
        assert speller.corrected(query) == {}, query


def test_the_answer_says_why_a_word_was_corrected_and_the_search_without_that_is_not_corrected_again(
    speller: Speller,
) -> None:
    for query, reason in (
        ("sentance of a court", "No passage contains “sentance”, so “sentence” was searched for."),
        (
            "waver of counsel",
            "No passage contains “waver” with another word of this search, so “waiver” was searched for.",
        ),
    ):
        parsed = parse(query, no_citations)
        parsed = parsed.corrected(rewording.corrections(parsed, speller.index, speller.store))
        assert reason in interpretation(parsed, semantic_used=True)
        (part,) = [part for part in parts_of(parsed) if part.role is PartRole.CORRECTED]
        assert part.without and speller.corrected(part.without) == {}
