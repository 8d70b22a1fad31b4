"""Tests of cases that a draft cites differently from the library."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.drafts.office import brief
from tests.support.library_factory import library_of

KNOWN = (
    "State v. Frost, 158 N.J. 76, 727 A.2d 1 (1999). United States v. Jones, 565 U.S. 400 (2012). "
    "State v. Smith, 155 N.J. 83 (1998). State v. Page, 210 N.J. 1 (2012)."
)
TYPED = "State v. Slip, 120 N.J. 55 (1990)."


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """Three documents cite the cases; one has another page for one of them."""
    texts = {
        f"{name}.txt": brief(f"STATE v. {name.upper()}", (name, f"Of {name}. {KNOWN} {TYPED}"))
        for name in ("alpha", "beta", "gamma")
    }
    texts["once.txt"] = brief("STATE v. ONCE", ("once", "Of once. State v. Lonely, 130 N.J. 88 (1993)."))
    twice = "State v. Twice, 140 N.J. 44 (1995). Again State v. Twice, 140 N.J. 44, 50 (1995)."
    texts["twice.txt"] = brief("STATE v. DOUBLE", ("twice", f"Of twice. {twice}"))
    texts["delta.txt"] = brief("STATE v. DELTA", ("delta", "Of delta. State v. Slip, 210 N.J. 55 (1990)."))
    with library_of(tmp_path_factory.mktemp("office"), texts) as opened:
        yield opened


def check(library: Library, text: str) -> list[tuple[str, str]]:
    """Return the miscited citations with their messages."""
    report = library.drafts.check(f"The rule is settled. {text}", QuietReporter())
    return [(citation.written, citation.text) for citation in report.miscited]


@pytest.mark.parametrize(
    ("written", "part"),
    [
        ("State v. Frost, 185 N.J. 76", "volume"),
        ("State v. Frost, 185 N.J. 76 (1999)", "volume"),
        ("State v. Frost, 158 N.J. 67 (1999)", "page"),
        ("State v. Frost, 158 N.J. 82 (1999)", "page"),
        ("State v. Frost, 158 N.J. Super. 76 (1999)", "reporter"),
        ("State v. Frost, 158 N.J. 76 (1989)", "year"),
        ("State v. Slip, 210 N.J. 55 (1990)", "volume"),
        ("State v. Frost, 158 N.J. 76 (1999). State v. Frost, 185 N.J. 76 (1999)", "volume"),
    ],
)
def test_a_case_known_under_a_citation_that_differs_by_a_slip_is_reported(
    library: Library, written: str, part: str
) -> None:
    [(cited, text)] = check(library, f"{written}.")
    assert written.endswith(cited) and text.endswith(f", in 3 documents. Check the {part}.")
    assert text.startswith("The library knows State v. ")


@pytest.mark.parametrize(
    "text",
    [
        "State v. Frost, 158 N.J. 76, 80 (1999).",
        "State v. Frost, 727 A.2d 1 (1999).",
        "State v. Frost, 119 S. Ct. 200 (1999).",
        "State v. Frost, 301 N.J. Super. 1 (App. Div. 1997), aff’d, 158 N.J. 76 (1999).",
        "State v. Frost, 185 N.J. 76 (2005).",
        "State v. Frost, 158 N.J. 400 (1999).",
        "State v. Smith, 58 N.J. 202 (1971). State v. Smith, 134 N.J. 599 (1994).",
        "United States v. Jones, 29 F.4th 1290 (9th Cir. 2022). United States v. Jones, 119 U.S. 477 (1886).",
        "State v. Page, 305 N.J. 1 (2012).",
        "State v. Frost, No. A-1234-97, 1999 WL 76158 (App. Div. May 1, 1999).",
        "State v. Frost, 158 N.J. 76 (1999). Frost, 158 N.J. at 82.",
        "State v. Winter, 185 N.J. 76 (2005).",
    ],
)
def test_other_decisions_of_one_name_and_other_forms_of_one_decision_are_no_slips(
    library: Library, text: str
) -> None:
    assert check(library, text) == []


def test_a_single_document_is_no_evidence(library: Library) -> None:
    assert check(library, "State v. Lonely, 103 N.J. 88 (1993).") == []
    assert check(library, "State v. Twice, 104 N.J. 44 (1995).") == []


def test_the_documents_that_know_the_case_are_named_with_a_passage(library: Library) -> None:
    report = library.drafts.check("See State v. Frost, 185 N.J. 76 (1999).", QuietReporter())
    [only] = report.miscited
    assert only.authority.canonical == "158 N.J. 76" and only.place.text == "185 N.J. 76"
    names = {document.document.file_name for document in only.documents}
    assert names == {"alpha.txt", "beta.txt", "gamma.txt"}
    passages = library.records.passages_by_id([document.passage_id for document in only.documents])
    assert len(passages) == 3 and all("158 N.J. 76" in passage.text for passage in passages.values())
