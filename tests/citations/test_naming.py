"""Tests that cases are named after the text before their citation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.citations.case_names import LONGEST_NAME, case_name, case_name_places
from tests.support.complexity import grows_linearly, repeated

CITE = "170 N.J. 632"


def named(before: str) -> str:
    text = f"{before}{CITE} (2002)."
    return case_name(text, text.index(CITE))


@pytest.mark.parametrize(
    ("before", "name"),
    [
        ("State v. Carty, ", "State v. Carty"),
        ("See State v. Carty, ", "State v. Carty"),
        ("See also State v. Carty, ", "State v. Carty"),
        ("In State v. Carty, ", "State v. Carty"),
        ("As the Court explained in State v. Carty, ", "State v. Carty"),
        ("The motion was denied. State v. Carty, ", "State v. Carty"),
        ("The burden rests with the State. State v. Carty, ", "State v. Carty"),
        ("by the State. Terry v. Ohio, ", "Terry v. Ohio"),
        ("before the Supreme Court. Jones v. State, ", "Jones v. State"),
        ("under the Bail Reform Act. Jones v. State, ", "Jones v. State"),
        ("consistent with the DNA. State v. Carty, ", "State v. Carty"),
        ("said the State.” State v. Carty, ", "State v. Carty"),
        ("says the State.2 State v. Carty, ", "State v. Carty"),
        ("U.S. Dep't of State v. Ray, ", "U.S. Dep’t of State v. Ray"),
        ("Mich. State Univ. v. Roe, ", "Mich. State Univ. v. Roe"),
        ("(citing State v. Carty, ", "State v. Carty"),
        ("State v. Roe, 100 N.J. 1 (1990); State v. Carty, ", "State v. Carty"),
        ("State v. Roe, 100 N.J. 1 (1990). State v. Carty, ", "State v. Carty"),
        ("(1990). State v. Carty, ", "State v. Carty"),
        ("State of New Jersey v. Carty, ", "State v. Carty"),
        ("The People of the State of California v. Smith (2001) ", "People v. Smith"),
        ("Commonwealth of Pennsylvania v. Smith, ", "Commonwealth v. Smith"),
        ("Smith & Sons, Inc. v. Jones, ", "Smith & Sons, Inc. v. Jones"),
        ("Regents of the Univ. of Cal. v. Bakke, ", "Regents of the Univ. of Cal. v. Bakke"),
        ("N.J. Dep't of Env't Prot. v. Jones et al., ", "N.J. Dep’t of Env’t Prot. v. Jones"),
        ("STATE V. CARTY, ", "State v. Carty"),
        ("State vs. Carty, ", "State v. Carty"),
        ("United States v. Leon,\n", "United States v. Leon"),
        ("In re Gault, ", "In re Gault"),
        ("the decision of In re Estate of Doe, ", "In re Estate of Doe"),
        ("State in the Interest of A.B., ", "State in the Interest of A.B."),
        ("Ex parte Young, ", "Ex parte Young"),
        ("State v. Smith, No. A-1234-20, ", "State v. Smith"),
        ("United States ex rel. Doe v. Roe, ", "United States ex rel. Doe v. Roe"),
        ("the question. 12 State v. Carty, ", "State v. Carty"),
        ("Doe v. Roe, 1 N.J. 1 (1977).......................... 3 State v. Carty, ", "State v. Carty"),
        ("Doe v. Roe (N.J. 1900)..... 6 State ex rel. Doe v. Carty, ", "State ex rel. Doe v. Carty"),
        ("as held there (1971). Cf. State v. Carty, ", "State v. Carty"),
        ("The answer is Four. See State v. Carty, ", "State v. Carty"),
        ("O’Bryan v. Holy See, ", "O’Bryan v. Holy See"),
        ("3M Co. v. Smith, ", "3M Co. v. Smith"),
        ("Pier 39 Ltd. v. Smith, ", "Pier 39 Ltd. v. Smith"),
        ("Bank of America (N.A.) v. Smith, ", "Bank of America v. Smith"),
        ("Roe, 5 N.J. 3 (1950)—State v. Carty, ", "State v. Carty"),
        ("Roe, 5 N.J. 3 (1950).2 State v. Carty, ", "State v. Carty"),
        ("App. Div. State v. Carty, ", "State v. Carty"),
        ("U.S. Const. amend. XIV. State v. Carty, ", "State v. Carty"),
    ],
)
def test_a_name_is_read_without_what_stands_before_it(before: str, name: str) -> None:
    assert named(before) == name


@pytest.mark.parametrize(
    "before",
    [
        "",
        "The court held so at ",
        "State v. Carty was decided on other grounds, as the State concedes, ",
        "and in Carty, ",
        "v. ",
        "as was held in Hoffman Plastic; Co. v. NLRB, ",
        "State v. , ",
        " v. Carty, ",
        "A" * 80 + " v. " + "B" * 80 + ", ",
    ],
)
def test_an_uncertain_case_name_is_left_out(before: str) -> None:
    assert named(before) == ""


def test_a_name_in_front_of_an_earlier_citation_is_not_of_a_later_one() -> None:
    text = "State v. Carty, 170 N.J. 632, 790 A.2d 903 (2002)"
    assert case_name(text, text.index("790"), text.index("632") + 3) == ""


CITED_BEFORE = ["Gideon v. Wainwright, 372 U.S. 335", "In re Gault, 387 U.S. 1", "Roe v. Doe, 2023 WL 128600"]
TAILS = st.tuples(
    st.sampled_from(["", ", 345", ", 345–46", ", 345 n.5", ", 345, 350", ", at *3", ", 83 S. Ct. 792, 794"]),
    st.sampled_from(
        [
            *("", " (1963)", " [1963]", ", 1963", " (N.J. 1963)", " (App. Div. 1963)", " (2d Cir. 1963)"),
            *(" (Pa.)", " (U.S.)", " (D.N.J. May 5, 1963)", " (Tex. Crim. App. [Panel Op.] 1963)"),
            *(" (1963) (en banc)", " (1963) (per curiam)", " (1963) (Black, J.)"),
            " (1963), cert. denied, 400 U.S. 5 (1970)",
        ]
    ),
    st.sampled_from([". ", "; ", ".\n", ". See ", "; see also ", ".  12 "]),
).map("".join)


@given(st.sampled_from(CITED_BEFORE), TAILS, st.booleans())
def test_no_name_begins_with_the_tail_of_the_citation_before_it(before: str, tail: str, whole: bool) -> None:
    text = f"{before}{tail}Marbury v. Madison, {CITE} (1803)."
    floor = len(before) if whole else 0
    assert case_name(text, text.index(CITE), floor) == "Marbury v. Madison"
    assert "Marbury v. Madison" in {text[start:end] for start, end in case_name_places(text)}


def test_a_bare_year_and_pages_after_a_citation_begin_no_name() -> None:
    text = f"372 U.S. 335, 345, 1963 Marbury v. Madison, {CITE}."
    assert case_name(text, text.index(CITE), text.index(", 345")) == "Marbury v. Madison"


@given(st.text(max_size=400), st.integers(0, 400), st.integers(0, 400))
def test_any_text_is_answered(text: str, start: int, floor: int) -> None:
    name = case_name(text, min(start, len(text)), floor)
    assert len(name) <= LONGEST_NAME
    assert name == name.strip()


def test_lone_surrogates_stay_in_a_name() -> None:
    assert named("State v. D\ud800oe, ") == "State v. D\ud800oe"


@pytest.mark.parametrize("piece", ["A v. ", "(", "In re ", "a, "])
def test_a_hostile_text_takes_linear_time(piece: str) -> None:
    assert grows_linearly(lambda text: case_name(text, len(text)), repeated(piece), 1_000_000)
