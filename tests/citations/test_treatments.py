"""Statements that one authority treats another, and sentences that only resemble them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.citations import citations
from briefbank.citations.treatments import TreatmentStatement, statements
from briefbank.domain.authorities import Citation, CitationForm, CitationKind
from tests.support.complexity import grows_linearly
from tests.support.examples import Examples

EXAMPLES = Examples(Path(__file__).with_name("examples") / "treatments.txt")


def read(text: str) -> list[TreatmentStatement]:
    return statements(text, citations.of_document([text])[0])


def as_written(results: list[TreatmentStatement]) -> set[str]:
    return {
        f"{item.kind.value} {'_' if item.source is None else item.source} {item.target}" for item in results
    }


@pytest.mark.parametrize(
    ("sentence", "expected"),
    EXAMPLES.pairs(
        "What a sentence says: kind, source and target by their places among its citations, _ for nobody",
        "Which of several citations is treated",
    ),
)
def test_a_treatment_is_found_with_its_kind_and_direction(sentence: str, expected: str) -> None:
    assert as_written(read(sentence)) == set(expected.split(";"))


@pytest.mark.parametrize(
    ("sentence", "expected"), EXAMPLES.pairs("The extent of a treatment, with A and B for cases")
)
def test_the_extent_of_a_treatment_belongs_to_its_kind(sentence: str, expected: str) -> None:
    text = sentence.replace("A", "Roe v. A, 1 N.J. 2 (1990)", 1).replace("B", "Doe v. B, 3 N.J. 4 (1995)", 1)
    assert as_written(read(text)) == {expected}


@pytest.mark.parametrize("sentence", EXAMPLES.texts("No statement: denied, argued, or of something else"))
def test_a_treatment_that_is_denied_argued_or_of_something_else_is_no_statement(sentence: str) -> None:
    assert read(sentence) == []


def test_a_statement_keeps_its_sentence_and_its_words_as_written() -> None:
    sentence = (
        "State v. A, 1 N.J. 2 (1990), expressly overruled on other\n grounds by State v. B, 3 N.J. 4 (1995)."
    )
    [result] = read(f"It was cold. {sentence} The next one.")
    assert (result.start, result.end) == (13, 13 + len(sentence))
    assert result.words == "expressly overruled on other grounds by"


def test_cites_to_the_record_and_citations_without_a_name_take_no_part() -> None:
    cited = [
        Citation(0, 5, "1T4-5", CitationKind.RECORD),
        Citation(20, 35, "", CitationKind.CASE, CitationForm.SHORT),
    ]
    assert statements("1T4-5, overruled by 372 U.S. at 339.", cited) == []


_PIECES = st.sampled_from(
    [
        *("State v. A, ", "1 N.J. 2", "N.J.S.A. 2C:1-1", "overruled", "overruling", "was", "by", ", ", "; "),
        *(". ", "(", ")", "[", "]", "in part", "and", "the holding in", "amended", "as", "\ue000", "\ud800"),
        *("“", "\n"),
    ]
)


@given(st.lists(_PIECES, max_size=40), st.integers(-5, 90), st.integers(-5, 90))
def test_any_text_is_read_and_every_statement_names_citations_of_its_own_sentence(
    pieces: list[str], start: int, end: int
) -> None:
    text = " ".join(pieces)
    cited = citations.of_document([text])[0]
    for statement in statements(text, cited):
        ends = [statement.target, *([] if statement.source is None else [statement.source])]
        assert all(statement.start <= cited[at].start < statement.end for at in ends)
        assert statement.source != statement.target
        assert statement.words
    beside = Citation(max(0, start), max(0, end), "1 N.J. 2", CitationKind.CASE)
    statements(f"{text} overruled by ", [beside, Citation(0, 3, "x", CitationKind.CASE)])


@pytest.mark.parametrize(
    "piece",
    ["1 N.J. 2, overruled, ", "1 N.J. 2 (overruled ", "overruling 1 N.J. 2 and ", "the amendment to the "],
)
def test_time_grows_with_the_length_and_not_with_its_square(piece: str) -> None:
    def build(times: int) -> tuple[str, list[Citation]]:
        text = piece * times + "1 N.J. 2"
        starts = [match.start() for match in re.finditer(re.escape("1 N.J. 2"), text)]
        return text, [Citation(at, at + 8, "1 N.J. 2", CitationKind.CASE) for at in starts]

    assert grows_linearly(lambda given: statements(*given), build, 4_000)
