"""Tests that case names are found at their position in a text, without the words around them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.citations.case_names import case_name_places


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("In State v. Carty, 170 N.J. 632 (2002), the Court held.", ["State v. Carty"]),
        (
            "See Gideon v. Wainwright, 372 U.S. 335; Miranda v. Arizona, 384 U.S. 436.",
            ["Gideon v. Wainwright", "Miranda v. Arizona"],
        ),
        (
            "Under Gideon v. Wainwright and Argersinger v. Hamlin, counsel is due.",
            ["Gideon v. Wainwright", "Argersinger v. Hamlin"],
        ),
        ("Roe v. Wade. The Court said so.", ["Roe v. Wade"]),
        ("See Carty, 170 N.J. at 640.", ["Carty"]),
        ("In re Gault, 387 U.S. 1 (1967).", ["In re Gault"]),
        ("(citing Smith v. Jones & Co., Inc., 1 F.2d 3)", ["Smith v. Jones & Co., Inc."]),
        ("“Brown v. Board of Education” decided it.", ["Brown v. Board of Education"]),
        ("But see State v. Johnson (2008) 193 N.J. 528.", ["State v. Johnson"]),
        ("Nothing here v. all, and 170 N.J. 632.", []),
    ],
)
def test_names_are_found_without_signals_and_reporters(text: str, names: list[str]) -> None:
    assert [text[start:end] for start, end in case_name_places(text)] == names


@given(
    st.text(max_size=60) | st.lists(st.sampled_from(["v.", "State", "In re", ",", "(", "a"])).map(" ".join)
)
def test_any_text_has_names_in_order_that_do_not_overlap(text: str) -> None:
    edges = [edge for span in case_name_places(text) for edge in span]
    assert edges == sorted(edges) and all(0 <= edge <= len(text) for edge in edges)
