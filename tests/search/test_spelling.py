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
from tests.search.fakes import Memory, no_citations

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
        self.index = LexicalIndex(folder)
        rows = ((memory.documents[number], [known]) for number, known in memory.passages.items())
        self.index.rebuild(rows, lambda: None)

    def corrected(self, query: str) -> dict[str, str]:
        corrections = rewording.corrections(parse(query, no_citations), self.index)
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


def test_a_word_that_some_passage_has_stays(speller: Speller) -> None:
    assert speller.corrected("waver of counsel") == {}


def test_the_search_without_its_correction_is_not_corrected_again(speller: Speller) -> None:
    parsed = parse("sentance of a court", no_citations)
    corrections = rewording.corrections(parsed, speller.index)
    (part,) = [part for part in parts_of(parsed.corrected(corrections)) if part.role is PartRole.CORRECTED]
    assert part.without and speller.corrected(part.without) == {}


def test_the_interpretation_says_why_a_word_was_corrected(speller: Speller) -> None:
    parsed = parse("sentance", no_citations)
    corrected = parsed.corrected(rewording.corrections(parsed, speller.index))
    said = interpretation(corrected, semantic_used=True)
    assert "No passage contains “sentance”, so “sentence” was searched for." in said


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
