"""Tests of the searcher over the real catalogue, lexical index and vector index."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import date

import pytest

from briefbank.catalogue import feedback_rows, ingest_ledger
from briefbank.catalogue.database import Database
from briefbank.catalogue.document_rows import StoredFile
from briefbank.catalogue.schema import open_catalogue
from briefbank.citations import citations
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Caption, Reading
from briefbank.domain.pages import Passage, Role
from briefbank.domain.searches import Filters, Order, SearchRequest, Verdict
from briefbank.embedding.dense import DenseIndex, DenseRow
from briefbank.errors import QueryError
from briefbank.index import operator_matching
from briefbank.index.lexical import LexicalIndex
from briefbank.index.operator_matching import ExpressionMatcher
from briefbank.search.search_types import SearchServices
from briefbank.search.searcher import Searcher
from briefbank.text.characters import text_hash
from tests.stand_ins.encoders import Buckets

BRIEFS = (
    ("State v. Able", date(2009, 4, 1), "POINT I THE SEARCH", "The consent to search the car was coerced."),
    (
        "State v. Baker",
        date(2021, 6, 2),
        "POINT II CONSENT",
        "Consenting to searches of cars must be voluntary.",
    ),
    (
        "State v. Cole",
        date(2023, 1, 9),
        "THE CHARGE",
        "The judge’s charge on accomplice liability misled jurors.",
    ),
    ("State v. Fox", date(2001, 1, 9), "PARTIES", "An accomplice must share the purpose to steal."),
    ("State v. Doe", None, "OTHER ACTS", "Under N.J.R.E. 404(b), other crimes are barred; see 404(b)(2)."),
    (
        "State v. Eve",
        date(2015, 2, 3),
        "DIRECTIVE",
        "The doctrine of inevitable discovery saves the evidence.",
    ),
)


@dataclass(frozen=True)
class Side:
    encoder: Buckets
    dense: DenseIndex


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Searcher, Database]]:
    folder = tmp_path_factory.mktemp("library")
    encoder = Buckets()
    with (
        closing(open_catalogue(folder / "catalogue.sqlite")) as catalogue,
        closing(LexicalIndex(folder / "lexical")) as lexical,
        closing(DenseIndex(folder / "dense", encoder.name, encoder.dimensions)) as dense,
    ):
        for number, (title, filed, heading, text) in enumerate(BRIEFS):
            passage = Passage(0, text, Role.BODY, (heading,), (), "7")
            reading = Reading(Kind.BRIEF, Caption(title, "N.J.", f"A-{number}-20", filed), (), (passage,))
            document, passages = ingest_ledger.add_document(
                catalogue, reading, StoredFile(f"{number:064x}", ".pdf", f"{number}.pdf", 1, False, False)
            )
            lexical.add(document, passages)
            rows = [
                DenseRow(p.id, document.id, text_hash(p.text), encoder.encode_query(p.text)) for p in passages
            ]
            dense.add(rows)
        side = Side(encoder, dense)
        parts = SearchServices(
            lexical,
            lambda: side,
            catalogue,
            citations.find,
            operator_matching.match_ranges,
            ExpressionMatcher,
        )
        yield Searcher(parts), catalogue


def titles(searcher: Searcher, text: str, **values: object) -> list[str]:
    answer = searcher.search(SearchRequest(text, **values))  # type: ignore[arg-type]
    return [hit.document.title for hit in answer.close]


def test_stems_match_the_newest_comes_first_and_marks_cover_the_words(
    library: tuple[Searcher, Database],
) -> None:
    answer = library[0].search(SearchRequest("find me briefs about consent to search a car"))
    assert [hit.document.title for hit in answer.close] == ["State v. Baker", "State v. Able"]
    first = answer.hits[0]
    marked = [first.passage.text[start:end] for start, end in first.marks]
    assert marked == ["Consenting", "searches", "cars"]
    assert first.citation == "Brief at 7, State v. Baker, No. A-1-20 (N.J. filed June 2, 2021)"


def test_a_rule_number_in_any_dress_finds_exactly_its_passages(library: tuple[Searcher, Database]) -> None:
    for text in ("404(b)", "Rule 404(b)", "N.J.R.E. 404(b)", "404 (b)"):
        assert titles(library[0], text) == ["State v. Doe"], text
    assert titles(library[0], "403(b)") == []


def test_quoted_text_is_exact(library: tuple[Searcher, Database]) -> None:
    assert titles(library[0], "“inevitable discovery” evidence") == ["State v. Eve"]
    answer = library[0].search(SearchRequest("“discovery inevitable”"))
    assert answer.total == 0
    assert answer.advice == "Nothing was found for “discovery inevitable”."


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("consent! /5 search!", {"State v. Able", "State v. Baker"}),
        ("accomplice NOT steal", {"State v. Cole"}),
        ("accomplice +5 purpose", {"State v. Fox"}),
        ("purpose +5 accomplice", set()),
        ("rule:404(b)", {"State v. Doe"}),
        ("docket:A-1-20 OR docket:A-3-20", {"State v. Baker", "State v. Fox"}),
        ("heading:“the search” before:2010", {"State v. Able"}),
        ("“accomplice” after:2020 liability", {"State v. Cole"}),
    ],
)
def test_operators_find_exactly_what_they_hold_for(
    library: tuple[Searcher, Database], query: str, expected: set[str]
) -> None:
    for order in Order:
        assert set(titles(library[0], query, order=order)) == expected


def test_dates_and_as_of_filter_both_channels(library: tuple[Searcher, Database]) -> None:
    query = "consent to search a car"
    assert titles(library[0], query, as_of=date(2010, 1, 1)) == ["State v. Able"]
    (later,) = library[0].search(SearchRequest(query, as_of=date(2010, 1, 1))).outside
    assert later.hit.document.title == "State v. Baker"
    assert titles(library[0], query, filters=Filters(filed_from=date(2020, 1, 1))) == ["State v. Baker"]


def test_a_slip_is_mended_from_the_real_index(library: tuple[Searcher, Database]) -> None:
    answer = library[0].search(SearchRequest("acomplice liability", order=Order.BEST))
    assert "“accomplice” was searched for" in answer.interpretation
    assert answer.hits[0].document.title == "State v. Cole"


def test_feedback_is_returned_with_the_query(library: tuple[Searcher, Database]) -> None:
    searcher, catalogue = library
    query = "accomplice liability charge"
    passage = searcher.search(SearchRequest(query)).hits[0].passage
    feedback_rows.give(catalogue, passage.id, query, Verdict.UP)
    assert searcher.search(SearchRequest(query.upper())).hits[0].verdict is Verdict.UP


@pytest.mark.parametrize(
    "text",
    [
        "R. 3:5-7",
        "§ 1983",
        "A-1234-19",
        "🙂 search",
        "search\x00\ud800",
        "car " * 10_000,
        "(((search",
        "search!",
        "*",
    ],
)
def test_odd_input_is_answered_or_refused(library: tuple[Searcher, Database], text: str) -> None:
    try:
        answer = library[0].search(SearchRequest(text))
    except QueryError:
        return
    assert answer.hits or answer.advice
