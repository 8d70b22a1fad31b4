"""Tests of finding words in a document, across the ends of lines and pages."""

from __future__ import annotations

import pytest

from briefbank.domain.authorities import Span
from briefbank.domain.pages import MOST_FOUND, FoundPiece, Passage, Role, TextMatches
from briefbank.extraction.find_text import FindableText


def found_texts(raw: str, text: str, **options: bool) -> list[str]:
    """The stretches of one page that are found."""
    return texts([raw], FindableText([raw], []).find(text, **options))


def texts(raws: list[str], result: TextMatches) -> list[str]:
    return [
        "|".join(raws[piece.page][piece.start : piece.end] for piece in match.pieces)
        for match in result.matches
    ]


@pytest.mark.parametrize(
    ("raw", "query", "stretches"),
    [
        ("Plain Error here, plain error there", "plain error", ["Plain Error", "plain error"]),
        ("plain er-\nror", "error", ["er-\nror"]),
        ("plain\r\n   error", "plain error", ["plain\r\n   error"]),
        ("the \ufb01rst o\ufb03cer", "first officer", ["\ufb01rst o\ufb03cer"]),
        ("\u201cdon\u2019t\u201d", '"don\'t"', ["\u201cdon\u2019t\u201d"]),
        ('"don\'t"', "\u201cdon\u2019t\u201d", ['"don\'t"']),
        ("Peña v. Pen\u0303a", "pena", ["Peña", "Pen\u0303a"]),
        ("a well-known rule", "well-known", ["well-known"]),
        ("a well-\nknown rule", "well-known", ["well-\nknown"]),
        ("N.J.S.A. 2C:44-\n1", "2c:44-1", ["2C:44-\n1"]),
        ("N.J.S.A. 2C:44–1", "2C:44-1", ["2C:44–1"]),
        ("2C:44-1", "2C:441", []),
        ("wellknown", "well-known", []),
        ("aaaa", "aa", ["aa", "aa"]),
        ("שלום עולם", "עולם", ["עולם"]),
        ("anything", "", []),
        ("", "anything", []),
    ],
)
def test_words_are_found_as_the_eye_reads_them(raw: str, query: str, stretches: list[str]) -> None:
    assert found_texts(raw, query) == stretches


def test_upper_and_lower_case_matter_on_request() -> None:
    assert found_texts("State, state, STATE", "State", match_case=True) == ["State"]
    assert found_texts("\ufb01ne, Fine", "fine", match_case=True) == ["\ufb01ne"]


def test_whole_words_leave_out_what_only_contains_the_word() -> None:
    raw = "a stop, stops; nonstop stop-and-frisk (stop)"
    assert found_texts(raw, "stop", whole_words=True) == ["stop", "stop", "stop"]
    assert found_texts("§ 2C:4 and § 2C:44", "2C:4", whole_words=True) == ["2C:4"]


def test_a_word_divided_at_the_end_of_a_page_is_one_match_on_two_pages() -> None:
    raws = ["it was plain er-", "ror to admit it"]
    places = FindableText(raws, []).find("plain error").matches
    assert [match.pieces for match in places] == [(FoundPiece(0, 7, 16), FoundPiece(1, 0, 3))]


def test_words_are_found_across_a_page_number_through_their_passage() -> None:
    raws = ["the order was\nplain\n12", "Brief for the State\nerror and\nmust fall"]
    spans = (Span(0, 0, 13, 0, 13), Span(0, 14, 19, 14, 5), Span(1, 20, 29, 20, 9), Span(1, 30, 39, 30, 9))
    passage = Passage(0, "the order was plain error and must fall", Role.BODY, (), spans, "12")
    text = FindableText(raws, [passage])
    assert texts(raws, text.find("plain error")) == ["plain|error"]
    assert texts(raws, text.find("plain error and must")) == ["plain|error and|must"]
    assert texts(raws, text.find("error and must")) == ["error and\nmust"]
    assert texts(raws, text.find("lain err", whole_words=True)) == []


def test_words_are_found_past_a_line_number_and_the_other_column() -> None:
    raws = ["the order 2 was plain other words\nerror and"]
    spans = (Span(0, 0, 9, 0, 9), Span(0, 12, 21, 10, 9), Span(0, 34, 43, 20, 9))
    passage = Passage(0, "the order was plain error and", Role.BODY, (), spans, "12")
    text = FindableText(raws, [passage])
    assert texts(raws, text.find("order was")) == ["order|was"]
    assert texts(raws, text.find("plain error")) == ["plain|error"]


def test_more_places_than_anybody_steps_through_are_not_counted() -> None:
    result = FindableText(["e " * (MOST_FOUND + 5)], []).find("e")
    assert len(result.matches) == MOST_FOUND and result.more
