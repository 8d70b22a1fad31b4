"""Tests that a section without a code belongs to the code told by its number or the text, or to none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.citations.citations import find, of_document
from briefbank.citations.provisions import whole_of
from briefbank.domain.authorities import CitationKind

NUMBERS = [
    *("2C:18-3", "2C:44-1", "2C:35-10.5", "2C:44-1(a)(3)", "2C:44-1a(3)", "2C:58-3c(5)", "2A:4A-60"),
    *("30:4-123.51", "30:4-123.51b", "40A:14-151", "18A:6-10", "52:27D-301", "40:55D-70", "47:1A-1.1"),
]
SIGNS = ["§ ", "§", "section ", "Section ", "sec. ", "Sec. ", "SECTION ", "§§ ", "Sections ", "secs. "]
JOINTS = [" and ", ", ", " or ", " to ", " through ", ", and ", " & ", " and § ", "-", "–", " – ", "--"]


def authorities(text: str) -> list[str]:
    """The authorities of a document of one passage, in order; short forms included."""
    return [item.canonical for item in of_document([text])[0] if item.canonical]


def named_in_full(text: str) -> list[str]:
    return [item.canonical for item in find(text)]


@given(st.sampled_from(NUMBERS), st.sampled_from(SIGNS), st.sampled_from(["See ", "under ", "", "("]))
def test_a_section_sign_changes_no_authority(number: str, sign: str, before: str) -> None:
    text = f"{before}{sign}{number} and more"
    assert named_in_full(text) == named_in_full(number) == named_in_full(f"N.J.S.A. {number}")
    assert authorities(text) == named_in_full(number)


@given(
    st.sampled_from(["§§ ", "Sections ", "sections ", "secs. "]),
    st.lists(st.sampled_from(NUMBERS), min_size=2, max_size=4),
    st.data(),
)
def test_every_section_of_a_list_or_range_is_cited(
    sign: str, numbers: list[str], data: st.DataObject
) -> None:
    joints = [data.draw(st.sampled_from(JOINTS)) for _ in numbers[1:]]
    text = sign + numbers[0] + "".join(map("".join, zip(joints, numbers[1:], strict=True)))
    assert named_in_full(text) == [name for number in numbers for name in named_in_full(number)]


@pytest.mark.parametrize("dash", ["-", "–", "—", "−", " – ", "--"])
def test_both_ends_of_a_range_are_cited_without_a_sign_too(dash: str) -> None:
    both = ["N.J.S.A. 2C:11-3", "N.J.S.A. 2C:11-6"]
    assert named_in_full(f"2C:11-3{dash}2C:11-6") == both
    assert named_in_full(f"N.J.S.A. 2C:11-3{dash}2C:11-6") == both
    assert named_in_full(f"N.J.S.A. 30:4-23{dash}30:4-25") == ["N.J.S.A. 30:4-23", "N.J.S.A. 30:4-25"]


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("§ 39:4-50", "N.J.S.A. 39:4-50"),
        ("§ 2C : 44 - 1", "N.J.S.A. 2C:44-1"),
        ("§§ 2C:11-3-6", "N.J.S.A. 2C:11-3"),
        ("§ 39:4-50.4a", "N.J.S.A. 39:4-50.4a"),
        ("section 10:5-12 of title 10", "N.J.S.A. 10:5-12"),
        ("Title 39, section 39:4-50", "N.J.S.A. 39:4-50"),
        ("§ 10A:71-3.11", "N.J.A.C. 10A:71-3.11"),
        ("supra § 2C:44-1", "N.J.S.A. 2C:44-1"),
        ("New Jersey Code of Criminal Justice § 2C:44-1", "N.J.S.A. 2C:44-1"),
        ("N.J. Stat. Ann. § 39:4-50", "N.J.S.A. 39:4-50"),
        ("N.J. Rev. Stat. § 2C:44-1", "N.J.S.A. 2C:44-1"),
        ("N.J. Admin. Code § 13:54-1.2", "N.J.A.C. 13:54-1.2"),
    ],
)
def test_a_number_that_only_new_jersey_has_is_new_jerseys(text: str, canonical: str) -> None:
    assert named_in_full(f"It is in {text}.") == [canonical]


@pytest.mark.parametrize(
    "text",
    [
        "§ 13:54-1.2",
        "section 3:5-7",
        "§ 64:3-2",
        "§ 803(c)(27)",
        "§ 5",
        "John 3:16-18",
        "from 4:30-5",
        "Wigmore on Evidence § 12:34-5",
        "section 4:22-17 of the Lease",
    ],
)
def test_a_number_that_others_have_too_is_no_authority(text: str) -> None:
    assert authorities(f"It is in {text}.") == []


def test_a_number_that_others_have_too_is_of_the_code_that_the_document_cites_with_it() -> None:
    assert authorities("N.J.S.A. 10:5-12.1 governs. See § 10:5-12.1.") == ["N.J.S.A. 10:5-12.1"] * 2
    assert authorities("N.J.A.C. 13:54-1.2 governs. See § 13:54-1.2.") == ["N.J.A.C. 13:54-1.2"] * 2


@pytest.mark.parametrize(
    "code", ["N.J.S.A. 2C:44-1", "N.J.A.C. 10A:71-3.11", "OAR 137-003-0001", "RCW 9A.04.010"]
)
def test_a_section_and_what_follows_is_the_section_for_whoever_asks_for_all_of_it(code: str) -> None:
    (section,), (more,) = named_in_full(code), named_in_full(f"{code} et seq.")
    assert whole_of(more, CitationKind.STATUTE) == section


CITED = "42 U.S.C. § 1983 gives a remedy"


@pytest.mark.parametrize(
    "section",
    [
        "section 922(g)(1) of title 18",
        "section 922(g)(1) of Title 18",
        "§ 922(g)(1) of title 18",
        "section 922(g)(1) (felon in possession) of title 18",
        "section 922(g)(1) or (g)(3) of title 18",
        "section 922 or 924 of title 18",
        "sections 922 and 924 of title 18",
        "section 922, in title 18,",
        "title 18, section 922(g)(1)",
        "Title 18 § 922(g)(1)",
        "section 5 of that title",
        "section 5 of the same title",
        "section 5 thereof",
        "section 13A of chapter 265 of the General Laws",
        "chapter 265, section 13A",
        "G.L. c. 265, § 13A",
        "chapter 265, section 13A of the General Laws",
        "section 3 of article 5",
        "section 924 of the United States Code",
        "section 5 of the Bail Amendment",
        "section 5 of the Act",
        "section 7 of this act",
        "section 5 of the lease",
        "section 11 of the Uniform Code of Military Justice",
        "section 7 under the Act",
        "the Standing Order 5 § 4",
        "the A.B.A. Standards § 4",
        "the Act's § 4",
        "section 609.185",
        "Restatement (Second) of Torts § 402A",
        "Title VII § 703",
        "U.S.S.G. § 2K2.1",
        "the Guidelines § 2K2.1",
        "§ 40-35-113",
        "§ 10:5-12.1",
    ],
)
@pytest.mark.parametrize("joint", [", and ", " and ", ". See ", "; "])
def test_a_section_of_something_else_is_no_section_of_the_last_code(section: str, joint: str) -> None:
    assert authorities(f"{CITED}{joint}{section}, as was held.") == ["42 U.S.C. § 1983"]


@pytest.mark.parametrize(
    ("section", "canonical"),
    [
        ("section 922(g)(1) of title 18, United States Code", "18 U.S.C. § 922(g)(1)"),
        ("section 922(g)(1) of title 18 of the United States Code", "18 U.S.C. § 922(g)(1)"),
        ("section 922 of title 18, U.S.C.", "18 U.S.C. § 922"),
        ("section 240.10b-5 of title 17 of the Code of Federal Regulations", "17 C.F.R. § 240.10b-5"),
        ("section 2502 of title 18 of the Pennsylvania Consolidated Statutes", "18 Pa. Cons. Stat. § 2502"),
        ("section 187 of the Penal Code of California", "Cal. Penal Code § 187"),
        ("section 187 of the California Penal Code", "Cal. Penal Code § 187"),
        ("section 125.25 of the New York Penal Law", "N.Y. Penal Law § 125.25"),
        ("title 18, section 922 of the United States Code", "18 U.S.C. § 922"),
        ("title 7, section 187 of the California Penal Code", "Cal. Penal Code § 187"),
        ("section 1 of Public Law 87-722", "Pub. L. No. 87-722"),
        ("section 1985 of title 42", "42 U.S.C. § 1985"),
        ("Smith's § 1985 claim", "42 U.S.C. § 1985"),
        ("then § 1985 claims, of course", "42 U.S.C. § 1985"),
    ],
)
def test_a_section_is_of_the_code_that_the_text_names_after_it(section: str, canonical: str) -> None:
    assert authorities(f"{CITED}, and {section}.") == ["42 U.S.C. § 1983", canonical]


@pytest.mark.parametrize(
    ("code", "section", "canonicals"),
    [
        ("Cal. Pub. Res. Code", "Coastal Act § 30251", ["Cal. Pub. Res. Code § 30251"]),
        ("Cal. Gov. Code", "Tort Claims Act § 30100", ["Cal. Gov't Code § 30100"]),
        ("Cal. Pub. Res. Code", "Coastal Act § 7", ["Coastal Act § 7"]),
        ("42 U.S.C.", "Social Security Act § 30251", ["Social Security Act § 30251"]),
    ],
)
def test_a_section_of_an_act_is_of_the_main_code_of_a_state_whose_numbers_it_has(
    code: str, section: str, canonicals: list[str]
) -> None:
    text = f"{code} § 30001, {code} § 30500 and {code} § 30900 govern. The {section} was held to apply."
    assert authorities(text)[3:] == canonicals


def test_a_list_ends_where_a_section_of_another_title_begins() -> None:
    assert authorities("42 U.S.C. § 1983 and § 922(g) of title 18") == ["42 U.S.C. § 1983"]
    assert authorities("N.J.S.A. 2C:44-1 and § 922(g)") == ["N.J.S.A. 2C:44-1"]


def test_the_year_of_an_act_is_no_title_of_the_code_after_it() -> None:
    assert named_in_full("Civil Rights Act of 1964, 42 U.S.C. § 2000d") == ["42 U.S.C. § 2000d"]


def test_id_with_a_section_keeps_to_the_numbers_of_its_code() -> None:
    assert authorities("N.J.S.A. 2C:44-1 governs. Id. § 2C:44-2a. But id. § 5.") == [
        "N.J.S.A. 2C:44-1",
        "N.J.S.A. 2C:44-2(a)",
    ]
    assert authorities("18 U.S.C. § 922. Id. § 924.") == ["18 U.S.C. § 922", "18 U.S.C. § 924"]


def test_a_number_that_a_letter_joins_is_not_cut_short() -> None:
    assert named_in_full("N.Y. Penal Law § 265.01-b") == ["N.Y. Penal Law § 265.01-b"]
    assert named_in_full("RSA 630:1-a") == ["N.H. Rev. Stat. § 630:1-a"]
    assert named_in_full("RSA 632-A:2") == ["N.H. Rev. Stat. § 632-A:2"]
    assert authorities("42 U.S.C. § 1983; § 2K2.1") == ["42 U.S.C. § 1983"]
