"""Tests of finding citations, of their canonical form and of their position."""

from __future__ import annotations

import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.citations.citations import find
from briefbank.domain.authorities import CitationKind
from tests.support.complexity import grows_linearly, repeated


@pytest.mark.parametrize(
    ("text", "canonical", "kind"),
    [
        ("State v. Carty, 170 N.J. 632, 635-36 (2002)", "170 N.J. 632", CitationKind.CASE),
        ("State v. Smith, 58 N.J. Super. 200 (App. Div. 1959)", "58 N.J. Super. 200", CitationKind.CASE),
        ("Miranda v. Arizona, 384 U. S. 436 (1966)", "384 U.S. 436", CitationKind.CASE),
        ("N.J.S.A. 2C:44-1(a)(3)", "N.J.S.A. 2C:44-1(a)(3)", CitationKind.STATUTE),
        ("N.J.S.A. 2C:44-1a(3)", "N.J.S.A. 2C:44-1(a)(3)", CitationKind.STATUTE),
        ("NJSA 2C:35-10.5", "N.J.S.A. 2C:35-10.5", CitationKind.STATUTE),
        ("under 2C:11-3", "N.J.S.A. 2C:11-3", CitationKind.STATUTE),
        ("18 U.S.C. § 924(c)(1)", "18 U.S.C. § 924(c)(1)", CitationKind.STATUTE),
        ("42 U.S.C. 1983", "42 U.S.C. § 1983", CitationKind.STATUTE),
        ("Cal. Penal Code § 187", "Cal. Penal Code § 187", CitationKind.STATUTE),
        ("Tenn. Code Ann. § 40-35-113", "Tenn. Code Ann. § 40-35-113", CitationKind.STATUTE),
        ("R. 3:5-7(d)", "R. 3:5-7(d)", CitationKind.RULE),
        ("Rule 3:22-2", "R. 3:22-2", CitationKind.RULE),
        ("N.J.R.E. 404(b)", "N.J.R.E. 404(b)", CitationKind.RULE),
        ("NJRE 803(c)(27)", "N.J.R.E. 803(c)(27)", CitationKind.RULE),
        ("Fed. R. Evid. 404(b)", "Fed. R. Evid. 404(b)", CitationKind.RULE),
        ("admitted under 803(c)(27)", "Evid. R. 803(c)(27)", CitationKind.RULE),
        ("U.S. Const. amend. IV", "U.S. Const. amend. IV", CitationKind.CONSTITUTION),
        ("N.J. Const. art. I, ¶ 7", "N.J. Const. art. I, ¶ 7", CitationKind.CONSTITUTION),
        ("N.J. Const. (1947), art. I, par. 10", "N.J. Const. art. I, ¶ 10", CitationKind.CONSTITUTION),
        ("the Fourth Amendment", "U.S. Const. amend. IV", CitationKind.CONSTITUTION),
        ("AG Directive 2021-5", "Directive 2021-5", CitationKind.DIRECTIVE),
        ("Attorney General Law Enforcement Directive No. 2006-5", "Directive 2006-5", CitationKind.DIRECTIVE),
        ("89 Wash. L. Rev. 87 (2014)", "89 Wash. L. Rev. 87", CitationKind.JOURNAL),
        ("597 U.S. ___ (2022)", "597 U.S. ___", CitationKind.CASE),
        ("2003-Ohio-5", "2003-Ohio-5", CitationKind.CASE),
        ("2010 ND 5", "2010 ND 5", CitationKind.CASE),
        ("5 U.S. (1 Cranch) 137", "5 U.S. 137", CitationKind.CASE),
        ("Pub. Resources Code, § 30260", "Cal. Pub. Res. Code § 30260", CitationKind.STATUTE),
        (
            "California Public Resources Code section 30260",
            "Cal. Pub. Res. Code § 30260",
            CitationKind.STATUTE,
        ),
        ("Cal. Code Civ. Proc. § 1094.5", "Cal. Civ. Proc. Code § 1094.5", CitationKind.STATUTE),
        (
            "Code of Civil Procedure section 1094.5, subdivision (b)",
            "Cal. Civ. Proc. Code § 1094.5(b)",
            CitationKind.STATUTE,
        ),
        ("Tex. Penal Code Ann. § 19.02", "Tex. Penal Code § 19.02", CitationKind.STATUTE),
        ("Minn. Stat. 609.185", "Minn. Stat. § 609.185", CitationKind.STATUTE),
        ("720 ILCS 5/9-1", "720 Ill. Comp. Stat. 5/9-1", CitationKind.STATUTE),
        ("RCW 9A.04.010", "Wash. Rev. Code § 9A.04.010", CitationKind.STATUTE),
        ("M.C.L. 750.316", "Mich. Comp. Laws § 750.316", CitationKind.STATUTE),
        ("G.S. 15A-1", "N.C. Gen. Stat. § 15A-1", CitationKind.STATUTE),
        ("C.P.L. § 330.30", "N.Y. Crim. Proc. Law § 330.30", CitationKind.STATUTE),
        ("Ind. Code 35-42-1-1", "Ind. Code § 35-42-1-1", CitationKind.STATUTE),
        ("Section 1002.38, Florida Statutes", "Fla. Stat. § 1002.38", CitationKind.STATUTE),
        ("Title 18, United States Code, Section 924(c)", "18 U.S.C. § 924(c)", CitationKind.STATUTE),
        ("Pub. L. No. 107-174", "Pub. L. No. 107-174", CitationKind.STATUTE),
        ("17 C.F.R. § 240.10b-5", "17 C.F.R. § 240.10b-5", CitationKind.REGULATION),
        ("14 Cal. Code Regs. § 13169", "Cal. Code Regs. tit. 14, § 13169", CitationKind.REGULATION),
        ("N.J.A.C. 10A:71-3.11", "N.J.A.C. 10A:71-3.11", CitationKind.REGULATION),
        ("81 Fed. Reg. 12,345", "81 Fed. Reg. 12,345", CitationKind.REGULATION),
        ("5th Circuit Rule 47.5.4", "5th Cir. R. 47.5.4", CitationKind.RULE),
        ("California Rules of Court, rule 8.204(a)", "Cal. Rules of Court, rule 8.204(a)", CitationKind.RULE),
        ("Pa.R.E. 404", "Pa. R. Evid. 404", CitationKind.RULE),
        ("Federal Rule of Appellate Procedure 28(j)", "Fed. R. App. P. 28(j)", CitationKind.RULE),
        ("U.S. CONST. AMEND. XIV, § 1", "U.S. Const. amend. XIV, § 1", CitationKind.CONSTITUTION),
        ("U.S. Const. art. I, § 8, cl. 3", "U.S. Const. art. I, § 8, cl. 3", CitationKind.CONSTITUTION),
        ("AOC Directive #09-19", "Directive 09-19", CitationKind.DIRECTIVE),
    ],
)
def test_one_authority_has_one_name(text: str, canonical: str, kind: CitationKind) -> None:
    assert [(c.canonical, c.kind) for c in find(text)] == [(canonical, kind)]


@pytest.mark.parametrize("space", ["\n", "  ", " \n ", "\t", "\xa0"])
def test_line_ends_inside_a_citation_do_not_hide_it_and_ranges_are_the_texts_own(space: str) -> None:
    text = f"See State v. Carty, 170{space}N.J.{space}632 (2002) and R.{space}3:5-7."
    results = find(text)
    assert [c.canonical for c in results] == ["170 N.J. 632", "R. 3:5-7"]
    assert [text[c.start : c.end] for c in results] == [f"170{space}N.J.{space}632", f"R.{space}3:5-7"]


def test_a_section_number_broken_after_its_hyphen_is_whole() -> None:
    text = "under N.J.S.A. 2C:44-\n1(a) the court"
    assert [(c.canonical, text[c.start : c.end]) for c in find(text)] == [
        ("N.J.S.A. 2C:44-1(a)", "N.J.S.A. 2C:44-\n1(a)")
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "\n",
        "Id. at 5.",
        "See supra.",
        "He paid 12 dollars at 4:30 p.m.",
        "section 803(c) of the Act",
        "A-1234-19",
        "App. 5",
        "In 1999 The court sat",
        "First Amendment Coalition",
        "5 Or 6 men",
    ],
)
def test_text_without_citations_gives_none(text: str) -> None:
    assert find(text) == ()


def test_a_citation_at_the_border_of_two_pieces_is_found_once() -> None:
    filler = "word " * 1540
    for shift in range(0, 300, 17):
        text = filler + "x" * shift + " 170 N.J. 632 (2002) " + filler
        assert [c.canonical for c in find(text)] == ["170 N.J. 632"], shift


HOSTILE = ["1—", "1 − ", "*5 ", " *5", "[*5", "-\n*5", "*"]


@pytest.mark.parametrize(
    "piece", ["a", "( ", "§ ", "N.J.S.A. 2C:", "A ", "Const. art. ", "1-", "Code Code ", *HOSTILE]
)
def test_hostile_text_takes_linear_time(piece: str) -> None:
    assert grows_linearly(find, repeated(piece), 200_000)


def test_nothing_of_the_text_reaches_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        find("State v. Secretname, 170 N.J. 632 (2002); Secretname, 170 N.J. at 640.")
    assert "Secretname" not in caplog.text


@pytest.mark.parametrize(
    "text",
    [
        "See Roe, 410 U.S. 113, 120 (1973); Doe, 410 U. S. 179; id. at 5; Roe, 410 U.S. at 120.",
        "State v. Carty, 170 N. J. 632, 790 A.2d 903 (2002), supra, 170 N.J. at 640, 12 S. W. 2d 5.",
        "Cal. Penal Code § 187; N.Y. Penal Law § 125.25; Tex. Penal Code Ann. § 19.02",
        "Mass. Gen. Laws ch. 1, §§ 2-3; 2020 WL 123456; 12 N.Y.S. 2d 9; 100 Harv. L. Rev. 1",
        "5 Cranch 137; 1 Wheat. 304; 89 Wash. L. Rev. 87",
    ],
)
def test_whole_citations_are_those_that_the_library_finds_with_all_its_patterns(text: str) -> None:
    from eyecite.models import CitationToken
    from eyecite.tokenizers import default_tokenizer

    tokens = [token for _, token in default_tokenizer.tokenize(text)[1]]
    whole = {t.start for t in tokens if isinstance(t, CitationToken) and not t.short}
    assert whole
    assert whole <= {citation.start for citation in find(text)}


PARTS = st.sampled_from(
    [
        "170",
        "N.J.",
        "632",
        "§",
        "U.S.C.",
        "2C:44-1",
        "(a)",
        "R. 3:5-7",
        "\n",
        "v.",
        "Id.",
        "supra",
        "é",
        "\x00",
        "Const. art. I",
        "(2002)",
        "404(b)",
    ]
)


@given(st.lists(PARTS, max_size=25).map(" ".join))
def test_ranges_are_inside_the_text_in_order_and_apart(text: str) -> None:
    end = 0
    for citation in find(text):
        assert end <= citation.start < citation.end <= len(text)
        assert citation.canonical
        end = citation.end
