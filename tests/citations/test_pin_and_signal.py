"""Tests of reading pin cites and signals as written."""

from __future__ import annotations

import pytest

from briefbank.citations.citations import of_document
from briefbank.domain.authorities import Citation


def first(text: str) -> Citation:
    return of_document([text])[0][0]


@pytest.mark.parametrize(
    ("text", "pin"),
    [
        ("170 N.J. 632, 635-36 (2002)", "635-36"),
        ("170 N.J. 632, 635, 640-41 (2002)", "635, 640-41"),
        ("170 N.J. 632, 635 n.3 (2002)", "635 n.3"),
        ("2023 WL 128600, at *2 (N.J. 2023)", "*2"),
        ("25 Cal.4th 268, at p. 270.", "270"),
        ("170 N.J. at 640-41", "640-41"),
        ("Id. at 5.", "5"),
        ("170 N.J. 632, 790 A.2d 903 (2002)", ""),
        ("322 Ark. 673, 912 S.W.2d 902 (1995)", ""),
        ("170 N.J. 632 (2002)", ""),
        ("18 U.S.C. § 924(c), 5 years", ""),
    ],
)
def test_the_pin_cite_is_what_is_pointed_at(text: str, pin: str) -> None:
    assert first(text).pin == pin


@pytest.mark.parametrize(
    ("before", "signal"),
    [
        ("See State v. Carty, ", "see"),
        ("See also State v. Carty, ", "see also"),
        ("See, e.g., State v. Carty, ", "see, e.g."),
        ("But see State v. Carty, ", "but see"),
        ("so held; cf. State v. Carty, ", "cf."),
        ("Accord State v. Carty, ", "accord"),
        ("Compare State v. Carty, ", "compare"),
        ("(see State v. Carty, ", "see"),
        ("State v. Carty, ", ""),
        ("in accord with State v. Carty, ", ""),
        ("See what he did. It was State v. Carty, ", ""),
        ("See Roe; State v. Carty, ", ""),
    ],
)
def test_the_signal_is_the_one_that_introduces_the_citation(before: str, signal: str) -> None:
    assert first(f"{before}170 N.J. 632 (2002).").signal == signal


def test_a_signal_belongs_to_the_first_citation_behind_it() -> None:
    results = of_document(["See Roe v. Wade, 410 U.S. 113 (1973), and Carty, 170 N.J. 632 (2002)."])[0]
    assert [citation.signal for citation in results] == ["see", ""]
