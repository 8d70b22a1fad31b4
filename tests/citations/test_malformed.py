"""Tests of malformed citations: each kind is reported, and correct ones are not."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.citations import citations
from briefbank.citations.malformed import MOST, find_faults
from briefbank.domain.authorities import Citation
from briefbank.domain.pages import Role
from tests.support.complexity import grows_linearly

TODAY = date(2026, 11, 21)
WRONG = {
    "State v. Carty, 170 N.J. 632, 530 (2002), decides this.": "begins on page 632",
    "State v. Carty, 170 N.J. 632 (2052), decides this.": "still to come",
    "State v. Carty, 170 N.J. 632 (1931), decides this.": "decisions of 1948 to 2026",
    "Johnson v. Board, 263 F.2d 1234 (11th Cir. 2001), agrees.": "decisions of 1924 to 1993",
    "Johnson v. Board, 1263 F.3d 12 (11th Cir. 2001), agrees.": "no volume 1263",
    "State v. Carty, 17O N.J. 632 (2002), decides this.": "A letter stands where a digit belongs",
    "It is governed by N.J.S.A. 2C-44:1 alone.": "N.J.S.A. 2C:44-1",
    "It is governed by N.J.S.A. 2C:44:1 alone.": "N.J.S.A. 2C:44-1",
    "It is governed by R. 3:5:7 alone.": "R. 3:5-7",
    "A claim under 82 U.S.C. § 1983 lies.": "no title 82",
    "Smith v. Jones, 12 F.7th 34 (2d Cir. 1990), agrees.": "No reporter is called “F.7th”",
    "Smith v. Jones, 12 Cal. 3d. 34 (1980), agrees.": "usually written “Cal. 3d”",
    "The stop was bad. Carty, 170 N.J. at 640.": "leans on a full citation",
    "State v. Carty, 170 N.J. 632 (2002). See Carty, 170 N.J. at 530.": "begins on page 632",
}
RIGHT = (
    "State v. Carty, 170 N.J. 632, 640-41 (2002).",
    "State v. Carty, 170 N.J. 632, 640, 790 A.2d 903 (2002).",
    "Dred Scott v. Sandford, 60 U.S. (19 How.) 393 (1857); Ableman v. Booth, 62 U.S. 506 (1859).",
    "People v. Smith (1998) 17 Cal.4th 800, 805. The court agreed.",
    "State v. Doe, 2010 ND 5, ¶ 3. The court agreed.",
    "United States v. Roe, 2019 WL 1234567, at *3 (D.N.J. Jan. 3, 2019).",
    "N.J.S.A. 2C:44-1(a)(3), R. 3:5-7(d), N.J.R.E. 803(c)(27), 42 U.S.C. § 1983 and 28 C.F.R. § 2.1.",
    "Title 18 of the U.S.C. § 1 and sections of 18 and 21 U.S.C. § 841.",
    "Tenn. Code Ann. § 30-1-101 and N.J.S.A. 40A:14-147.",
    "State v. Carty, 170 N.J. 632 (2002). Carty, 170 N.J. at 640. Id. at 641. Carty, supra, at 640.",
    "Jones, The Law (2d ed. 1990). Id. at 5.",
    "Doe v. Roe, 500 F.2d 1 (2d Cir. 1974), aff’d, 420 U.S. 1 (1975).",
    "N.J.S.A. 2C:44-1 (a statute of New Jersey) says so.",
    "Smith v. Jones, 999 F.3d 1 (9th Cir. 2021), and Roe v. Doe, 1 F.4th 1 (1st Cir. 2021).",
)


def fault_words(*texts: str, roles: tuple[Role, ...] = (), whole: bool = True) -> list[str]:
    cited = citations.of_document(texts, roles)
    return [fault.words for fault in find_faults(texts, cited, TODAY, roles, whole=whole)]


@pytest.mark.parametrize("text", WRONG)
def test_a_malformed_citation_is_named_with_its_fault(text: str) -> None:
    assert any(WRONG[text] in words for words in fault_words(text)), fault_words(text)


@pytest.mark.parametrize("text", RIGHT)
def test_a_correct_citation_has_no_fault(text: str) -> None:
    assert fault_words(text) == []


def test_the_place_is_the_citation_with_its_pin() -> None:
    text = "As said before, State v. Carty, 170 N.J. 632, 530 (2002), decides this."
    [only] = find_faults([text], citations.of_document([text]), TODAY)
    assert text[only.start : only.end] == "170 N.J. 632, 530"


def test_a_slip_that_is_made_again_and_again_is_named_once() -> None:
    assert len(fault_words(*["It is governed by N.J.S.A. 2C:44:1 alone."] * 30)) == 1
    assert (
        len(fault_words(*[f"The stop was bad. Carty, 170 N.J. at {page}." for page in range(640, 660)])) == 1
    )


def test_short_forms_in_a_pasted_paragraph_may_refer_to_text_before_it() -> None:
    text = "The stop was bad. Carty, 170 N.J. at 640."
    assert fault_words(text) and not fault_words(text, whole=False)


@given(st.lists(st.text(alphabet="()[]., 0123456789§vUSNJFd:-—Cir\ud800I“”at"), max_size=4))
def test_no_text_makes_it_raise(texts: list[str]) -> None:
    for fault in find_faults(texts, citations.of_document(texts), TODAY):
        assert 0 <= fault.start <= fault.end <= len(texts[fault.text]) and fault.words


@pytest.mark.parametrize(
    "piece", ("170 N.J. 632, 1, 2, 3, 4, ", "Carty, supra, ", "Id. at 5. ", "U.S.C. § 1 ", "v. A, 1 B. C")
)
def test_a_document_of_one_thing_takes_linear_time(piece: str) -> None:
    def build(texts: int) -> tuple[list[str], list[tuple[Citation, ...]]]:
        of_one_thing = [piece * (1000 // len(piece))] * texts
        return of_one_thing, citations.of_document(of_one_thing)

    def faults(document: tuple[list[str], list[tuple[Citation, ...]]]) -> None:
        assert len(find_faults(*document, TODAY)) <= MOST

    assert grows_linearly(faults, build, 160)
