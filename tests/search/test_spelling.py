"""Spelling correction by a real word index: which words are taken for slips, and for what."""

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
    made = Speller(tmp_path_factory.mktemp("spelling") / "lexical")
    yield made
    made.index.close()


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
def test_one_slip_in_a_word_is_mended_to_the_commonest_neighbour(
    speller: Speller, typed: str, meant: str
) -> None:
    assert speller.corrected(typed) == {typed: meant}


@pytest.mark.parametrize("typed", ["sentence", "car", "zzzzzz", "statuee", "x1y2z3", "société"])
def test_known_short_odd_and_hopeless_words_are_left_alone(speller: Speller, typed: str) -> None:
    assert speller.corrected(typed) == {}


def test_two_slips_are_mended_in_a_long_word_alone_or_beside_words_that_it_goes_with(
    speller: Speller,
) -> None:
    assert speller.corrected("coroboratoin") == {"coroboratoin": "corroboration"}
    assert speller.corrected("wararnnt to search") == {"wararnnt": "warrant"}
    assert speller.corrected("wararnnt") == {}, "too short to be judged alone"
    assert speller.corrected("wararnnt for counsel") == {}, "no passage has both"
    assert speller.corrected("Peterson waiver") == speller.corrected("peterson waiver") == {}


def test_the_correction_of_one_word_is_judged_by_that_of_another(speller: Speller) -> None:
    assert speller.corrected("serach wararnnt") == {"serach": "search", "wararnnt": "warrant"}


def test_a_word_that_goes_with_none_of_the_others_gives_way_to_a_frequent_one_that_does(
    speller: Speller,
) -> None:
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
def test_a_known_word_alone_with_its_like_named_quoted_or_as_frequent_stays(
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
    def said(query: str) -> str:
        parsed = parse(query, no_citations)
        corrections = rewording.corrections(parsed, speller.index, speller.store)
        return interpretation(parsed.corrected(corrections), semantic_used=True)

    assert "No passage contains “sentance”, so “sentence” was searched for." in said("sentance")
    expected = "No passage contains “waver” with another word of this search, so “waiver” was searched for."
    assert expected in said("waver of counsel")


def test_of_many_unknown_words_and_in_a_pasted_text_few_or_none_are_looked_up(
    speller: Speller, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []

    def looked_up(first: str) -> dict[str, int]:
        looked.append(first)
        return {}

    monkeypatch.setattr(speller.index, "words_beginning", looked_up)
    speller.corrected(" ".join(f"{letter}ordword" for letter in "bcdfghjklm"))
    assert 0 < len(looked) <= 2 * 2 * rewording.WORDS_LIMIT
    looked.clear()
    speller.corrected(" ".join(f"{letter}ordword" for letter in "bcdfghjklmnpq"))
    assert not looked
