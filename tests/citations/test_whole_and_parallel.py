"""Subsections belong to their section, and citations of one decision to each other, and nothing else does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.citations.citations import find
from briefbank.citations.parallel import DOCKET, OFFICIAL, PRIVATE, REGIONAL, UNREPORTED, leaders, rank
from briefbank.citations.whole import whole_of


@pytest.mark.parametrize(
    ("canonical", "sort", "whole"),
    [
        ("N.J.S.A. 2C:44-1(a)(3)", "statute", "N.J.S.A. 2C:44-1"),
        ("N.J.S.A. 2C:44-1", "statute", "N.J.S.A. 2C:44-1"),
        ("N.J.R.E. 803(c)(27)", "rule", "N.J.R.E. 803"),
        ("R. 3:5-7(d)", "rule", "R. 3:5-7"),
        ("45 C.F.R. § 164.512(e)(1)(ii)", "regulation", "45 C.F.R. § 164.512"),
        ("42 U.S.C. §§ 1983 et seq.", "statute", "42 U.S.C. § 1983"),
        ("28 U.S.C. § 2254 note", "statute", "28 U.S.C. § 2254"),
        ("Cal. Penal Code §§ 30220-30224", "statute", "Cal. Penal Code §§ 30220-30224"),
        ("U.S. Const. amend. XIV, § 1", "constitution", "U.S. Const. amend. XIV, § 1"),
        ("170 N.J. 632", "case", "170 N.J. 632"),
        ("(a)", "statute", "(a)"),
        ("", "statute", ""),
    ],
)
def test_a_whole_provision_has_no_subsections(canonical: str, sort: str, whole: str) -> None:
    assert whole_of(canonical, sort) == whole


@given(
    st.text(alphabet="N.J§() 2C:44-1ab etseqnote", max_size=40), st.sampled_from(["statute", "rule", "case"])
)
def test_a_whole_is_its_own_whole(canonical: str, sort: str) -> None:
    whole = whole_of(canonical, sort)
    assert whole_of(whole, sort) == whole or " et seq." in whole or " note" in whole


def leading_forms(text: str) -> dict[str, str]:
    found = find(text)
    return {found[at].canonical: found[first].canonical for at, first in leaders(text, found).items()}


@pytest.mark.parametrize(
    ("text", "hung"),
    [
        ("State v. Carty, 170 N.J. 632, 790 A.2d 903 (2002)", {"790 A.2d 903": "170 N.J. 632"}),
        ("Carty, 170 N.J. 632, 640-41, 790 A.2d 903, 907 (2002)", {"790 A.2d 903": "170 N.J. 632"}),
        (
            "Bell Atl. Corp. v. Twombly, 550 U.S. 544, 556, 127 S. Ct. 1955, 167 L. Ed. 2d 929 (2007)",
            {"127 S. Ct. 1955": "550 U.S. 544", "167 L. Ed. 2d 929": "550 U.S. 544"},
        ),
        (
            "People v. Smith (2001) 25 Cal.4th 1, 7 [104 Cal.Rptr.2d 1, 18 P.3d 5]",
            {"104 Cal. Rptr. 2d 1": "25 Cal. 4th 1", "18 P.3d 5": "25 Cal. 4th 1"},
        ),
        ("170 N.J. 632 (2002), 790 A.2d 903", {}),
        ("170 N.J. 632; 790 A.2d 903", {}),
        ("170 N.J. 632, and 790 A.2d 903", {}),
        ("170 N.J. 632, 171 N.J. 1", {}),
        ("170 N.J. 632, 25 Cal. 4th 1", {}),
        ("N.J.S.A. 2C:44-1, 790 A.2d 903", {}),
    ],
)
def test_only_citations_of_one_decision_hang_together(text: str, hung: dict[str, str]) -> None:
    assert leading_forms(text) == hung


def test_the_official_reporter_names_a_case_and_a_docket_number_comes_last() -> None:
    ranks = [
        rank(*each)
        for each in (
            ("170 N.J. 632", "case"),
            ("2010 ND 5", "case"),
            ("790 A.2d 903", "case"),
            ("127 S. Ct. 1955", "case"),
            ("2002 WL 12", "case"),
            ("2002 N.J. LEXIS 3", "case"),
            ("No. A-1234-20", "docket"),
        )
    ]
    assert ranks == [OFFICIAL, OFFICIAL, REGIONAL, PRIVATE, UNREPORTED, UNREPORTED, DOCKET]
