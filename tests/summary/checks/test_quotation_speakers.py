"""Quotation marks stand where the source has them; citations are read in headings in capitals too."""

from __future__ import annotations

import pytest

from briefbank.domain.claims import ClaimFault, SourceKind
from briefbank.summary.checks import cites, quotations
from tests.summary.checks.made import compared, exactly

TWO = "He said “I did it” to the officer. Later she said “he lied.”"
LEE = "He told Lee that “the gun is not mine.”"
CARTY = "THE STOP WAS UNLAWFUL UNDER STATE V. CARTY, 170 N.J. 632 (2002)."


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("The officer testified that he was scared.", "The officer testified that “he was scared.”"),
        ("The officer testified that he was scared.", "“He was scared,” the officer testified."),
        ("He told Lee that the gun was his brother's.", "He told Lee that “the gun was his.”"),
        (LEE, "He told Lee that “the gun is” his."),
        (LEE, "He told Lee that “the gun is not” there."),
        (TWO, "Later she said “I did it.”"),
        ("Carter said “I did it.” Poole said “he lied.”", "Poole said “I did it.”"),
    ],
)
def test_marks_that_the_source_does_not_have_are_found(source: str, claim: str) -> None:
    assert ClaimFault.MISQUOTATION in [finding.fault for finding in quotations.find(compared(claim, source))]


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (TWO, "Later she said “he lied.”"),
        (TWO, "To the officer he said “I did it.”"),
        ("Carter said “I did it.” Poole said “he lied.”", "Carter said “I did it.”"),
        (
            "The officer yelled, “Stop or I will shoot,” and fired.",
            "The officer yelled “Stop or I will shoot.”",
        ),
        ("The test is the totality of the circumstances.", "The brief says that “the test is the totality.”"),
        ("The test is the totality of the facts.", "It looks to the “totality of the” facts."),
        ("The judge called the plea “knowing.”", "The plea was “knowing,” the judge said."),
    ],
)
def test_marks_of_the_source_and_words_of_the_brief_are_let_through(source: str, claim: str) -> None:
    assert list(quotations.find(compared(claim, source))) == []


def test_a_heading_is_the_briefs_own_words() -> None:
    claim = "Petitioner claims that “the stop was unlawful.”"
    case = compared(claim, "The stop was unlawful.", kind=SourceKind.POINT)
    assert list(quotations.find(case)) == []


@pytest.mark.parametrize(
    ("heading", "claim"),
    [
        ("THE STOP VIOLATED THE FOURTH AMENDMENT.", "The stop violated the Fourth Amendment."),
        ("THE STOP WAS UNLAWFUL UNDER STATE V. CARTY.", "The stop was unlawful under State v. Carty."),
        (CARTY, "The stop was unlawful under State v. Carty, 170 N.J. 632 (2002)."),
        ("IT IS 412 N.J. SUPER. 233 (APP. DIV. 2010).", "It is 412 N.J. Super. 233 (App. Div. 2010)."),
    ],
)
def test_what_a_heading_in_capitals_cites_may_be_cited(heading: str, claim: str) -> None:
    assert exactly(claim, heading) == []


@pytest.mark.parametrize(
    ("heading", "claim"),
    [
        ("THE STOP VIOLATED THE FOURTH AMENDMENT.", "The stop violated the Fifth Amendment."),
        ("THE STOP VIOLATED THE FOURTEENTH AMENDMENT.", "The stop violated the Fourth Amendment."),
        ("THE STOP WAS UNLAWFUL UNDER STATE V. CARTY.", "The stop was unlawful under State v. Lund."),
        (CARTY, "The stop was unlawful under State v. Carty, 170 N.J. 632 (2003)."),
        (CARTY, "The stop was unlawful under State v. Lund, 170 N.J. 632 (2002)."),
        (CARTY, "The stop was unlawful under State v. Carty, 170 N.J. 63 (2002)."),
        ("IT IS 412 N.J. SUPER. 233 (APP. DIV. 2010).", "It is 412 N.J. Super. 23 (App. Div. 2010)."),
    ],
)
def test_what_a_heading_in_capitals_does_not_cite_is_found(heading: str, claim: str) -> None:
    assert ClaimFault.CITATION in [finding.fault for finding in cites.find(compared(claim, heading))]
