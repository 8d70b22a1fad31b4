"""Tests that line ends, hyphens, page breaks and wide or missing spaces inside a citation do not hide it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.citations.citations import find, of_document
from briefbank.domain.authorities import Citation, CitationKind

CITED = [
    "170 N.J. 632",
    "58 N.J. Super. 200",
    "384 U.S. 436",
    "169 Cal. App. 4th 912",
    "22 F.4th 512",
    "733 F. Supp. 533",
    "124 Cal. Rptr. 2d 618",
    "141 S. Ct. 2190",
    "301 S.W.3d 603",
    "2023 WL 128600",
    "2020 U.S. Dist. LEXIS 14032",
    "89 Wash. L. Rev. 87",
    "22 Ohio App. 3d 12",
    "N.J.S.A. 2C:44-1(a)(3)",
    "N.J.S.A. 2C:35-10.5",
    "18 U.S.C. § 924(c)(1)",
    "Cal. Pub. Res. Code § 30260",
    "Tex. Penal Code Ann. § 19.02",
    "Tenn. Code Ann. § 40-35-113",
    "Minn. Stat. § 609.185",
    "720 ILCS 5/9-1",
    "RCW 9A.04.010",
    "Ind. Code § 35-42-1-1",
    "Cal. Code Regs., tit. 14, § 13169",
    "17 C.F.R. § 240.10b-5",
    "81 Fed. Reg. 12345",
    "R. 3:5-7(d)",
    "N.J.R.E. 404(b)",
    "Fed. R. Evid. 404(b)",
    "Federal Rule of Appellate Procedure 28(j)",
    "5th Cir. R. 47.5",
    "Cal. Rules of Court, rule 8.204(a)",
    "U.S. Const. amend. XIV, § 1",
    "N.J. Const. art. I, ¶ 7",
    "AG Directive 2021-5",
    "Docket No. A-1234-19",
    "2T13-12",
    "Da45",
    "Pet. App. 3a",
    "ECF No. 5 at 12",
    "Joint Appendix 12",
]
IN_NUMBERS = [
    *CITED,
    "135 Mass. App. Ct. 147",
    "2003-Ohio-5",
    "5 U.S. (1 Cranch) 137",
    "N.J.A.C. 10A:71-3.11",
    "N.Y. Penal Law § 265.01-b",
    "RSA 630:1-a",
    "Pub. L. No. 104-132",
    "S. Rep. No. 98-225",
    "No. 1:19-cv-00123",
    "N.J.S.A. 2C:44-1 to 2C:44-3",
]
SPACES = ("\n", "\r\n", "  ", " \n ", "\t", "\f", "\n\f\n", "\xa0", "\n\n")
WORD = re.compile(r"(?<=[A-Za-z]{2})(?=[a-z]{2})")
DIGITS = re.compile(r"(?<=\d)(?=\d)")


def cite(text: str) -> tuple[Citation, ...]:
    return of_document([text])[0]


def overlapping(citations: tuple[Citation, ...], start: int, end: int) -> list[Citation]:
    return [citation for citation in citations if citation.start < end and start < citation.end]


@st.composite
def broken(draw: st.DrawFn) -> tuple[str, str, bool]:
    """A citation, the same with one break in it, and whether its number may be read with the hyphen."""
    whole = draw(st.sampled_from(CITED))
    places = [("space", m.start()) for m in re.finditer(" ", whole)]
    places += [("hyphen", m.end()) for m in re.finditer("-", whole)]
    places += [("word", m.start()) for m in WORD.finditer(whole)]
    places += [("digits", m.start()) for m in DIGITS.finditer(whole)]
    kind, at = draw(st.sampled_from(places))
    space = draw(st.sampled_from(SPACES))
    line_end = draw(st.sampled_from(["\n", "\r\n", "\n\f", " \n "]))
    if kind == "space":
        return whole, whole[:at] + space + whole[at + 1 :], False
    if kind == "hyphen":
        return whole, whole[:at] + line_end + whole[at:], False
    return whole, whole[:at] + "-" + line_end + whole[at:], kind == "digits"


@given(broken())
def test_no_citation_is_lost_by_a_break_inside_it(example: tuple[str, str, bool]) -> None:
    whole, text, number_broken = example
    before, after = "The court relied on ", ", and the panel agreed with that."
    (expected,) = cite(before + whole + after)
    met = overlapping(cite(before + text + after), len(before), len(before) + len(text))
    assert len(met) == 1, met
    assert met[0].kind == expected.kind
    by_page = expected.kind in (CitationKind.CASE, CitationKind.JOURNAL)
    if by_page or not number_broken:
        assert met[0].canonical == expected.canonical
    assert met[0].start == len(before)


@pytest.mark.parametrize("whole", CITED)
def test_every_citation_of_the_list_is_found_whole(whole: str) -> None:
    (result,) = cite(f"See {whole}.")
    assert result.start == 4
    assert result.end == 4 + len(whole)


@pytest.mark.parametrize(
    ("glued", "canonical"),
    [
        ("170N.J.632", "170 N.J. 632"),
        ("170 N.J.632", "170 N.J. 632"),
        ("58N.J.Super.200", "58 N.J. Super. 200"),
        ("15F.3d506", "15 F.3d 506"),
        ("169Cal.App.4th912", "169 Cal. App. 4th 912"),
        ("18U.S.C.§924(c)", "18 U.S.C. § 924(c)"),
        ("Pub.Res.Code§30260", "Cal. Pub. Res. Code § 30260"),
        ("N.J.S.A.2C:44-1(a)", "N.J.S.A. 2C:44-1(a)"),
        ("R.3:5-7", "R. 3:5-7"),
        ("Fed.R.Evid.404(b)", "Fed. R. Evid. 404(b)"),
    ],
)
def test_glued_citations_are_read_like_spaced_ones(glued: str, canonical: str) -> None:
    assert [item.canonical for item in find(f"See {glued}.")] == [canonical]


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("l70 N.J. 632", "170 N.J. 632"),
        ("17O N.J. 632", "170 N.J. 632"),
        ("170 N.J. 6S2", "170 N.J. 652"),
        ("170 N.J. I32", "170 N.J. 132"),
        ("3B4 U.S. 436", "384 U.S. 436"),
    ],
)
def test_letters_read_for_digits_are_recognised_and_flagged(text: str, canonical: str) -> None:
    (result,) = find(f"See {text} (2002).")
    assert (result.canonical, result.certain) == (canonical, False)
    assert find("See 170 N.J. 632 (2002).")[0].certain


def canonicals(citation: str) -> list[str]:
    return [item.canonical for item in cite(f"The court relied on {citation}, and so on.")]


DASHES = "‐‑‒–—―−﹘﹣－\u00ad"


@given(st.sampled_from([number for number in IN_NUMBERS if "-" in number]), st.data())
def test_no_dash_for_a_hyphen_changes_the_authority(whole: str, data: st.DataObject) -> None:
    dash = st.sampled_from([*DASHES, *(f"{item}\n" for item in DASHES), "-\n"])
    parts = whole.split("-")
    changed = parts[0] + "".join(data.draw(dash | st.just("-")) + part for part in parts[1:])
    assert canonicals(changed) == canonicals(whole)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("42 U.S.C. § 1983—18 U.S.C. § 922(g)", ["42 U.S.C. § 1983", "18 U.S.C. § 922(g)"]),
        ("18 U.S.C. § 922—a statute", ["18 U.S.C. § 922"]),
        ("18 U.S.C. § 922 — the statute", ["18 U.S.C. § 922"]),
        ("18 U.S.C. § 922(g)—5 years ago", ["18 U.S.C. § 922(g)"]),
        ("42 U.S.C. §§ 2000a-h", ["42 U.S.C. § 2000a"]),
    ],
)
def test_a_dash_between_a_number_and_other_words_ends_the_number(text: str, canonical: list[str]) -> None:
    assert canonicals(text) == canonical


def test_a_dash_at_a_line_end_does_not_glue_two_words() -> None:
    assert canonicals("State v. Carty—\nthe leading case—\n170 N.J. 632") == ["170 N.J. 632"]


STARS = (" *355 ", " **355 ", "\n*355\n", "[*355]", " ***355 ", " [*355] ", "  [**355]  ", " [* 355 ] ")
GAPS = [
    (number[: match.start()], number[match.end() :], number)
    for number in IN_NUMBERS
    for match in re.finditer(r" |(?<=:)|(?=[(])|(?=-)|(?<=-)(?=\d)", number)
]


@given(st.sampled_from(GAPS), st.sampled_from(STARS))
def test_no_star_page_inside_a_citation_changes_the_authority(gap: tuple[str, str, str], star: str) -> None:
    before, after, whole = gap
    assert canonicals(before + star + after) == canonicals(whole)


@pytest.mark.parametrize(
    ("text", "pin"),
    [
        ("2023 WL 128600, at *2 (N.J. 2023)", "*2"),
        ("2023 WL 128600, at *2 n.5 and", "*2 n.5"),
        ("2023 WL 128600, at *2-*4", "*2-*4"),
        ("2023 WL 128600, *3 (N.J. 2023)", "*3"),
    ],
)
def test_the_star_of_a_pin_cite_is_no_star_page(text: str, pin: str) -> None:
    assert [item.pin for item in cite(f"See {text}.")] == [pin]


@pytest.mark.parametrize(
    "text", ["135 *355Mass. 147", "135 [*355 Mass. 147", "135 †355 Mass. 147", "135 ★355 Mass. 147"]
)
def test_the_number_of_a_star_page_is_no_volume(text: str) -> None:
    assert canonicals(text) == []


def test_a_dash_of_two_hyphens_does_not_cut_a_section_of_new_jersey_short() -> None:
    assert canonicals("N.J.S.A. 2C:44--1") == ["N.J.S.A. 2C:44-1"]
    assert canonicals("N.J.S.A. 2C:44\u00ad-1") == ["N.J.S.A. 2C:44-1"]


def test_the_mark_of_a_star_page_inside_a_citation_does_not_hide_it() -> None:
    text = "See State v. Carty, 170  [*12]  N.J. 632 (2002)."
    (result,) = find(text)
    assert result.canonical == "170 N.J. 632"
    assert text[result.start : result.end] == "170  [*12]  N.J. 632"


def test_a_range_at_a_line_end_keeps_its_hyphen() -> None:
    assert cite("See N.J.S.A. 2C:44-\n1(a).")[0].canonical == "N.J.S.A. 2C:44-1(a)"
    assert cite("State v. Carty, 170 N.J. 632, 635-\n36 (2002).")[0].canonical == "170 N.J. 632"
