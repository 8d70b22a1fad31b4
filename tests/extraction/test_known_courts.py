"""Tests of the names of courts: a whole name is known, and one with another word is not."""

from __future__ import annotations

import re

import courts_db
import pytest

from briefbank.extraction.caption_names import is_known_court

_COURT = re.compile(
    r"Supreme (?:Judicial )?Court\b|Superior Court\b|Court of (?:Criminal |Civil |Special )?Appeals?\b"
    r"|Appellate Court|Appeals Court|United States District Court"
)
_LEFT_OUT = re.compile(r"[NSEW]\.D\.|United States District Court, Oklahoma|Terms of|of Dakota$|^Tribunal")
"""Abbreviations, a plural, a territory of the past and a name in two languages."""


def test_courts_of_appeals_and_federal_district_courts_of_courts_db_are_known() -> None:
    names = [
        court["name"]
        for court in courts_db.courts
        if court["type"] == "appellate" and any(date["end"] is None for date in court["dates"])
    ]
    courts = [name.strip() for name in names if _COURT.search(name) and not _LEFT_OUT.search(name)]
    assert len(courts) > 120
    assert [name for name in courts if not is_known_court(name)] == []


@pytest.mark.parametrize(
    "name",
    [
        "Superior Court of New Jersey, Law Division - Criminal, Essex County",
        "Superior Court of the State of California, County of Los Angeles",
        "Circuit Court of the Seventeenth Judicial Circuit in and for Broward County, Florida",
        "Supreme Court of the State of New York, Appellate Division: Second Judicial Department",
        "United States Court of Appeals for the District of Columbia Circuit",
        "SUPERIOR COURT OF WASHINGTON FOR KING COUNTY",
        "Board of Immigration Appeals",
    ],
)
def test_names_with_division_and_place_are_known(name: str) -> None:
    assert is_known_court(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "Court of Appeals",
        "of New Jersey, Appellate Division",
        "Supreme Court), and for the Administrative Offiee",
        "Supreme Court of New Jersey has held",
        "Superior Court of New Jer5ey",
        'district court concluded that "a racially and ethnically diverse student body',
    ],
)
def test_any_other_word_and_a_court_without_a_place_are_unknown(name: str) -> None:
    assert not is_known_court(name)
