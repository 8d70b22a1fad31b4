"""Tests of reading a brief's own name from its first page."""

import pytest

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.pages import Box
from briefbank.extraction.caption_finders import Front
from briefbank.extraction.caption_finders.paper import find
from briefbank.extraction.caption_names import CaseWords
from briefbank.extraction.clean import CleanPage
from briefbank.extraction.text import Line


def name_of(*texts: str) -> str:
    lines = [
        Line(0, 0, len(text), text, Box(0, 20 * at, 1, 20 * at + 10), 12, False, ())
        for at, text in enumerate(texts)
    ]
    correction = find(Front(lines, CaseWords(()), [CleanPage(0, 612, 792, lines)], has_title=True))
    assert correction is None or correction.field is CaptionField.PAPER
    return correction.value if correction else ""


@pytest.mark.parametrize(
    ("texts", "name"),
    [
        (("SUPREME COURT", "APPELLANT'S REPLY BRIEF"), "Reply Brief"),
        (("On Petition for a Writ of Certiorari", "PETITION FOR A WRIT OF", "CERTIORARI"),
         "Petition for Writ of Certiorari"),
        (("Plaintiff,   ) VERIFIED PETITION FOR RELIEF",), "Verified Petition"),
        (("PETITION FOR POST-CONVICTION RELIEF",), "Petition for Post-Conviction Relief"),
    ],
)  # fmt: skip
def test_a_line_that_begins_with_the_name_gives_it(texts: tuple[str, ...], name: str) -> None:
    assert name_of(*texts) == name


@pytest.mark.parametrize(
    ("texts", "name"),
    [
        (("BRIEF FOR THE UNITED STATES AS AMICUS CURIAE SUPPORTING PETITIONER",),
         "Brief for the United States as Amicus Curiae"),
        (("BRIEF OF HARVARD UNIVERSITY AND", "BROWN UNIVERSITY AS AMICI CURIAE", "SUPPORTING RESPONDENTS"),
         "Brief of Harvard University and Brown University as Amici Curiae"),
        (("Brief of General Motors Corporation, Amicus Curiae",),
         "Brief of General Motors Corporation as Amicus Curiae"),
        (("BRIEF OF THE CITY OF ATLANTA, THE CITY OF BOSTON, THE CITY OF DETROIT, THE CITY OF DENVER",
          "AND THE CITY OF SEATTLE AS AMICI CURIAE"), "Brief of the City of Atlanta et al. as Amici Curiae"),
        (("BRIEF OF AMICUS CURIAE",), ""),
        (("BRIEF OF PETITIONERS", "ARGUMENT", "The amicus curiae says otherwise."), ""),
    ],
)  # fmt: skip
def test_the_brief_of_an_amicus_is_called_by_who_wrote_it(texts: tuple[str, ...], name: str) -> None:
    assert name_of(*texts) == name


@pytest.mark.parametrize(
    "texts",
    [
        (),
        ("BRIEF FOR APPELLANT",),
        ("BRIEF OF AMICI CURIAE IN SUPPORT OF", "PETITION FOR A WRIT OF CERTIORARI"),
        ("The verified petition was filed in 2015.",),
    ],
)
def test_lines_that_only_mention_a_paper_give_none(texts: tuple[str, ...]) -> None:
    assert name_of(*texts) == ""
