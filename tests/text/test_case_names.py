"""Tests that case names use surnames of persons alone; institutions stay whole."""

import pytest

from briefbank.text.case_names import with_surnames


@pytest.mark.parametrize(
    ("title", "cited"),
    [
        ("State v. John Smith", "State v. Smith"),
        ("State v. Tyshawn De La Cruz", "State v. De La Cruz"),
        ("Commonwealth v. Mary-Ann O'Brien", "Commonwealth v. O'Brien"),
        ("United States v. John R. Smith, Jr.", "United States v. Smith"),
        ("John W. Terry v. State", "Terry v. State"),
        ("Jane Roe v. Henry Wade", "Roe v. Wade"),
        ("Maria Tardy v. CoreCivic", "Tardy v. CoreCivic"),
        ("Planned Parenthood v. Robert P. Casey", "Planned Parenthood v. Casey"),
        ("In re John Smith", "In re Smith"),
        ("State vs. Doe", "State v. Doe"),
    ],
)
def test_persons_are_named_by_their_surnames(title: str, cited: str) -> None:
    assert with_surnames(title) == cited


@pytest.mark.parametrize(
    "title",
    [
        "State v. J.D.",
        "State v. Jane D.",
        "State v. Wells Fargo Bank",
        "United States v. Wells Fargo",
        "People v. AMF",
        "Brown v. Board of Education",
        "Burger King v. Home Depot",
        "State v. Doe, Roe, and Poe",
        "In re J.D.",
        "In the Matter of the Civil Commitment of R.F.",
        "State ex rel. Jane Doe v. City of Trenton",
        "State v. John Smith Construction Co.",
        "",
        "Rule 404",
    ],
)
def test_names_of_organisations_and_withheld_names_stay_whole(title: str) -> None:
    assert with_surnames(title) == title
