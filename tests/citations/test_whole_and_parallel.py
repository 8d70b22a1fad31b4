"""Tests of assigning subsections to sections and parallel citations to one decision."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.citations.cases import Rank, leaders, rank
from briefbank.citations.citations import find
from briefbank.citations.provisions import whole_of
from briefbank.domain.authorities import CitationKind


@pytest.mark.parametrize(
    ("canonical", "kind", "whole"),
    [
        ("N.J.S.A. 2C:44-1(a)(3)", CitationKind.STATUTE, "N.J.S.A. 2C:44-1"),
        ("N.J.S.A. 2C:44-1", CitationKind.STATUTE, "N.J.S.A. 2C:44-1"),
        ("N.J.R.E. 803(c)(27)", CitationKind.RULE, "N.J.R.E. 803"),
        ("R. 3:5-7(d)", CitationKind.RULE, "R. 3:5-7"),
        ("N.J.S.A. 2C:44-1(a) (3)", CitationKind.STATUTE, "N.J.S.A. 2C:44-1"),
        ("45 C.F.R. § 164.512(e)(1)(ii)", CitationKind.REGULATION, "45 C.F.R. § 164.512"),
        ("42 U.S.C. §§ 1983 et seq.", CitationKind.STATUTE, "42 U.S.C. § 1983"),
        ("28 U.S.C. § 2254 note", CitationKind.STATUTE, "28 U.S.C. § 2254"),
        ("Cal. Penal Code §§ 30220-30224", CitationKind.STATUTE, "Cal. Penal Code §§ 30220-30224"),
        ("U.S. Const. amend. XIV, § 1", CitationKind.CONSTITUTION, "U.S. Const. amend. XIV, § 1"),
        ("170 N.J. 632", CitationKind.CASE, "170 N.J. 632"),
        ("(a)", CitationKind.STATUTE, "(a)"),
        ("", CitationKind.STATUTE, ""),
    ],
)
def test_a_whole_provision_has_no_subsections(canonical: str, kind: CitationKind, whole: str) -> None:
    assert whole_of(canonical, kind) == whole


@given(
    st.text(alphabet="N.J§() 2C:44-1ab etseqnote", max_size=40).map(lambda text: " ".join(text.split())),
    st.sampled_from([CitationKind.STATUTE, CitationKind.RULE, CitationKind.CASE]),
)
def test_a_whole_is_its_own_whole(canonical: str, kind: CitationKind) -> None:
    whole = whole_of(canonical, kind)
    assert whole_of(whole, kind) == whole or " et seq." in whole or " note" in whole


def leading_forms(text: str) -> dict[str, str]:
    result = find(text)
    return {result[at].canonical: result[first].canonical for at, first in leaders(text, result).items()}


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


@pytest.mark.parametrize(
    "best_first",
    [
        ("384 U.S. 436", "86 S. Ct. 1602", "16 L. Ed. 2d 694", "10 Ohio Misc. 9", "10 A.L.R. 3d 974"),
        ("170 N.J. 632", "790 A.2d 903", "2002 WL 12", "47 A.L.R. Fed. 2d 657"),
        ("2010 ND 5", "777 N.W.2d 320"),
        ("42 Ohio St. 2d 61", "326 N.E.2d 259", "71 Ohio Op. 2d 37"),
        ("73 N.Y.2d 1", "534 N.E.2d 1173", "538 N.Y.S.2d 210", "1988 N.Y. LEXIS 3"),
    ],
)
def test_a_case_is_named_by_its_official_reporter_and_by_an_annotation_last(
    best_first: tuple[str, ...],
) -> None:
    ranks = [rank(form, CitationKind.CASE) for form in best_first]
    assert ranks == sorted(set(ranks))
    assert (
        rank("2002 WL 12", CitationKind.CASE) < rank("No. A-1234-20", CitationKind.DOCKET) < Rank.ANNOTATION
    )


def test_all_reporters_of_one_supreme_court_case_hang_together() -> None:
    others = "86 S. Ct. 1602, 16 L. Ed. 2d 694, 10 Ohio Misc. 9, 36 Ohio Op. 2d 237, 10 A.L.R.3d 974"
    result = leading_forms(f"384 U.S. 436, {others} (1966)")
    assert list(result.values()) == ["384 U.S. 436"] * 5
