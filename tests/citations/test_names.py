"""Names of cases, and which citations are of one decision."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.citations.case_names import LONGEST_NAME, case_name, case_name_places
from briefbank.citations.cases import Rank, leaders, rank
from briefbank.citations.citations import find
from briefbank.domain.authorities import CitationKind
from tests.support.complexity import grows_linearly, repeated
from tests.support.examples import Examples

EXAMPLES = Examples(Path(__file__).with_name("examples") / "names.txt")
CITE = "170 N.J. 632"


def named(before: str) -> str:
    text = f"{before}{CITE} (2002)."
    return case_name(text, text.index(CITE))


@pytest.mark.parametrize(("before", "name"), EXAMPLES.pairs("A name is read without what stands before it"))
def test_a_name_is_read_without_what_stands_before_it(before: str, name: str) -> None:
    assert named(f"{before} ") == name


@pytest.mark.parametrize(
    "before", ["", f"{'A' * 80} v. {'B' * 80},", *EXAMPLES.texts("No name, because it is uncertain")]
)
def test_an_uncertain_case_name_is_left_out(before: str) -> None:
    assert named(f"{before} ") == ""


@pytest.mark.parametrize(("text", "names"), EXAMPLES.pairs("Names in a text"))
def test_names_are_found_without_signals_and_reporters(text: str, names: str) -> None:
    assert "; ".join(text[start:end] for start, end in case_name_places(text)) == names


def test_a_name_in_front_of_an_earlier_citation_is_not_of_a_later_one() -> None:
    text = "State v. Carty, 170 N.J. 632, 790 A.2d 903 (2002)"
    assert case_name(text, text.index("790"), text.index("632") + 3) == ""
    text = f"372 U.S. 335, 345, 1963 Marbury v. Madison, {CITE}."
    assert case_name(text, text.index(CITE), text.index(", 345")) == "Marbury v. Madison"


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
    assert case_name(text, text.index(CITE), len(before) if whole else 0) == "Marbury v. Madison"
    assert "Marbury v. Madison" in {text[start:end] for start, end in case_name_places(text)}


@given(
    st.text(max_size=400) | st.lists(st.sampled_from(["v.", "State", "In re", ",", "(", "a"])).map(" ".join),
    st.integers(0, 400),
    st.integers(0, 400),
)
def test_any_text_has_short_names_in_order(text: str, start: int, floor: int) -> None:
    name = case_name(text, min(start, len(text)), floor)
    assert len(name) <= LONGEST_NAME and name == name.strip()
    edges = [edge for span in case_name_places(text) for edge in span]
    assert edges == sorted(edges) and all(0 <= edge <= len(text) for edge in edges)
    assert named("State v. D\ud800oe, ") == "State v. D\ud800oe"


@pytest.mark.parametrize("piece", ["A v. ", "(", "In re ", "a, "])
def test_a_hostile_text_takes_linear_time(piece: str) -> None:
    assert grows_linearly(lambda text: case_name(text, len(text)), repeated(piece), 1_000_000)


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("State v. Carty, 170 N.J. 632, 790 A.2d 903 (2002)", "170 N.J. 632 = 790 A.2d 903"),
        ("Carty, 170 N.J. 632, 640-41, 790 A.2d 903, 907 (2002)", "170 N.J. 632 = 790 A.2d 903"),
        (
            "Bell Atl. Corp. v. Twombly, 550 U.S. 544, 556, 127 S. Ct. 1955, 167 L. Ed. 2d 929 (2007)",
            "550 U.S. 544 = 127 S. Ct. 1955 = 167 L. Ed. 2d 929",
        ),
        (
            "People v. Smith (2001) 25 Cal.4th 1, 7 [104 Cal.Rptr.2d 1, 18 P.3d 5]",
            "25 Cal. 4th 1 = 104 Cal. Rptr. 2d 1 = 18 P.3d 5",
        ),
        (
            "384 U.S. 436, 86 S. Ct. 1602, 16 L. Ed. 2d 694, 10 Ohio Misc. 9, 10 A.L.R.3d 974 (1966)",
            "384 U.S. 436 = 86 S. Ct. 1602 = 16 L. Ed. 2d 694 = 10 Ohio Misc. 9 = 10 A.L.R. 3d 974",
        ),
        ("170 N.J. 632 (2002), 790 A.2d 903", ""),
        ("170 N.J. 632; 790 A.2d 903", ""),
        ("170 N.J. 632, and 790 A.2d 903", ""),
        ("170 N.J. 632, 171 N.J. 1", ""),
        ("170 N.J. 632, 25 Cal. 4th 1", ""),
        ("N.J.S.A. 2C:44-1, 790 A.2d 903", ""),
    ],
)
def test_only_citations_of_one_decision_hang_together(text: str, forms: str) -> None:
    first, *others = forms.split(" = ")
    results = find(text)
    by_form = {
        results[at].canonical: results[leader].canonical for at, leader in leaders(text, results).items()
    }
    assert by_form == dict.fromkeys(others, first)


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
    assert rank("2002 WL 1", CitationKind.CASE) < rank("No. A-1-20", CitationKind.DOCKET) < Rank.ANNOTATION
