"""Tests that an opinion is identified by its own citation and not by those that it makes."""

from __future__ import annotations

import pytest

from briefbank.citations.citations import own_citations
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Document
from tests.citator.graphed import reading
from tests.search.fakes import document


def own_canonicals(
    *texts: str, title: str = "State v. Carty", docket: str = "", kind: Kind = Kind.OPINION
) -> list[str]:
    what = reading(texts, kind=kind, title=title, docket=docket)
    cited_document: Document = document(1, kind=kind, title=title, docket=docket)
    return [canonical for canonical, _ in own_citations(cited_document, what.passages)]


@pytest.mark.parametrize(
    "line",
    [
        "170 N.J. 632 (2002)",
        "Cite as: 170 N.J. 632 (2002)",
        "State v. Carty, 170 N.J. 632 (2002)",
        "Cited as 170 N.J. 632 (App. Div. 2002)",
    ],
)
def test_a_citation_on_a_line_of_its_own_is_the_opinions(line: str) -> None:
    assert own_canonicals(f"SUPREME COURT OF NEW JERSEY\n{line}\nSTATE v. CARTY") == ["170 N.J. 632"]


def test_parallel_citations_are_both_its_own_and_the_first_counts() -> None:
    assert own_canonicals("State v. Carty, 170 N.J. 632, 790 A.2d 903 (2002)") == [
        "170 N.J. 632",
        "790 A.2d 903",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "The court relied on 170 N.J. 632 (2002).",
        "State v. Other, 170 N.J. 632 (2002)",
        "See 170 N.J. 632 (2002)",
        "overruling 170 N.J. 632 (2002)",
    ],
)
def test_a_citation_that_it_makes_is_not_its_own(line: str) -> None:
    assert own_canonicals(line) == []


def test_a_slip_opinion_is_known_by_its_dockets() -> None:
    assert own_canonicals("OPINION", docket="A-1234-20; A-1235-20") == ["No. A-1234-20", "No. A-1235-20"]


def test_its_reporter_comes_before_its_docket() -> None:
    assert own_canonicals("170 N.J. 632 (2002)", docket="A-1234-20") == ["170 N.J. 632"]


def test_a_brief_in_a_case_is_not_the_case() -> None:
    assert own_canonicals("170 N.J. 632 (2002)", docket="A-1234-20", kind=Kind.BRIEF) == []


@pytest.mark.parametrize("docket", ["", ";", "no number", "\ud800", "A-" * 500])
def test_any_docket_is_taken(docket: str) -> None:
    own_canonicals("OPINION", docket=docket)
