"""Tests of the fields read from names of files and folders, as offices wrote them from 1995 to 2015."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.domain.documents import Caption, CaptionEntry, Party
from briefbank.extraction.document import with_named_fields
from briefbank.extraction.file_naming import named_fields, named_kind

F = CaptionField

NAMES: list[tuple[str, str, str]] = [
    # the name of the file, its folder, and what both say
    (
        "State v. Smith A-1234-09 ReplyBr FINAL v3.wpd",
        "Appeals/2010/Smith, John",
        "title: State v. Smith | docket: A-1234-09 | kind: brief | paper: Reply Brief"
        " | client: Smith, John | version: Final, version 3 | year: 2010",
    ),
    ("SMITH.WPD", "", ""),
    # short forms
    ("RB.doc", "", "kind: brief"),
    ("AOB.pdf", "", "kind: brief | paper: Opening Brief"),
    ("Supp Br 4-2-01.wpd", "", "kind: brief | paper: Supplemental Brief | year: 2001"),
    ("Opp to Mot Suppress.doc", "", "kind: brief"),
    ("Br in Opp to cert.doc", "", "kind: brief | paper: Brief in Opposition"),
    ("memo re 404b.doc", "", "kind: memo"),
    ("slip op.pdf", "", "kind: opinion"),
    ("AG Directive 2002-2.pdf", "", "kind: directive | year: 2002"),
    # dates in every form
    ("Reply Brief (final) 3-15-09.doc", "", "kind: brief | paper: Reply Brief | version: Final | year: 2009"),
    ("20090315 brief.pdf", "", "kind: brief | year: 2009"),
    ("brief March 15, 2009.doc", "", "kind: brief | year: 2009"),
    ("brief Mar 2009.doc", "", "kind: brief | year: 2009"),
    ("brief 2008-2010.doc", "", "kind: brief"),
    ("Section 1983 brief.doc", "", "kind: brief"),
    # docket numbers
    ("A-001234-09T4 db brief.pdf", "", "docket: A-001234-09T4 | kind: brief"),
    ("A–1234–09T2.doc", "", "docket: A-1234-09T2"),
    ("Statement - A-1234-09T2.doc", "", "docket: A-1234-09T2"),
    ("17 Cr. 11696 (ADB) memo.doc", "", "docket: 17-Cr-11696 | kind: memo"),
    ("2019-P-0456 brief.pdf", "", "docket: 2019-P-0456 | kind: brief"),
    ("SJC-12345 brief.pdf", "", "docket: SJC-12345 | kind: brief"),
    ("A-1234-09 & A-1300-09 brief.doc", "", "docket: A-1234-09; A-1300-09 | kind: brief"),
    ("tr pp 10-150.pdf", "", ""),
    # versions
    ("brief v1.2.doc", "", "kind: brief | version: Version 1.2"),
    ("brief first draft jd edits.doc", "", "kind: brief | version: Draft 1"),
    ("brief as filed.pdf", "", "kind: brief | version: Filed"),
    ("brief FINAL2.doc", "", "kind: brief | version: Final, version 2"),
    # cases and clients
    (
        "State_v_Smith_reply_br.doc",
        "",
        "title: State v. Smith | client: Smith | kind: brief | paper: Reply Brief",
    ),
    ("In re J.S. brief.doc", "", "title: In re J.S. | client: J.S. | kind: brief"),
    ("Miranda v. Arizona.pdf", "", "title: Miranda v. Arizona"),
    ("Smith, John - Reply Brief.doc", "", "client: Smith, John | kind: brief | paper: Reply Brief"),
    ("scan0003.pdf", "Closed/1998/O'Neill, Mary Jane", "client: O'Neill, Mary Jane | year: 1998"),
    (
        "final.doc",
        "State v. Doe (A-77-03)",
        "title: State v. Doe | docket: A-77-03 | client: Doe | version: Final",
    ),
    ("x.wpd", "Briefs", "kind: brief"),
    ("cover letter.wpd", "Briefs", ""),
    # names from which nothing may be concluded
    ("scan0001.pdf", "", ""),
    ("untitled.wpd", "New Folder", ""),
    ("Motion to Suppress.doc", "", ""),
    ("", "", ""),
    ("Motions, Pending.doc", "Trial, Notes", ""),
]

TODAY = date(2026, 3, 1)


def named_values(name: str, folder: str) -> dict[str, str]:
    entries = [named_kind(name, folder), *named_fields(name, folder, TODAY)]
    return {entry.field.value: entry.value for entry in entries if entry is not None}


@pytest.mark.parametrize(("name", "folder", "expected"), NAMES, ids=[f"{f}/{n}" for n, f, _ in NAMES])
def test_a_name_says_this_and_nothing_more(name: str, folder: str, expected: str) -> None:
    fields = (field.partition(": ") for field in expected.split(" | ") if field)
    assert named_values(name, folder) == {field: value for field, _, value in fields}


def test_the_source_of_each_field_is_the_name_or_the_folder_and_never_sure() -> None:
    results = named_fields("State v. Smith A-1234-09 v3.wpd", "Appeals/2010/Smith, John", TODAY)
    assert {entry.field.value: entry.source for entry in results} == {
        **dict.fromkeys(("title", "docket", "version"), "file"),
        **dict.fromkeys(("client", "year"), "folder"),
    }
    assert all(0 < entry.confidence < 0.5 and entry.page is None for entry in results)


def test_the_nearest_folder_wins() -> None:
    assert named_values("x.doc", "2001/Doe, Jane/2004/Smith, John")["client"] == "Smith, John"
    assert named_values("x.doc", "2001/Doe, Jane/2004/Smith, John")["year"] == "2004"
    assert named_values("x 1999.doc", "2001")["year"] == "1999"


# --- beside the text -----------------------------------------------------------------------------


def entry(field: CaptionField, value: str, source: str = "file") -> CaptionEntry:
    return CaptionEntry(field, value, source, 0.4)


READ = Caption(
    "State v. Jones",
    docket="A-1-20",
    parties=(Party("Robert Jones", "Defendant"),),
    entries=(entry(F.TITLE, "State v. Jones", "caption"), entry(F.DOCKET, "A-1-20", "caption")),
)


def test_the_text_wins_over_the_name() -> None:
    named = named_fields("State v. Smith A-1234-09 v3.wpd", "2010/Smith, John", TODAY)
    caption = with_named_fields(READ, Kind.BRIEF, named)
    assert (caption.title, caption.docket) == ("State v. Jones", "A-1-20")
    assert {correction.field: correction.value for correction in caption.entries} == {
        **{F.TITLE: "State v. Jones", F.DOCKET: "A-1-20"},
        **{F.VERSION: "Version 3", F.YEAR: "2010"},
    }, "a client who is no party of the case is none"


def test_a_name_fills_what_the_text_does_not_say() -> None:
    named = named_fields("State v. Smith A-1234-09.wpd", "Smith, John", TODAY)
    caption = with_named_fields(Caption(), Kind.OTHER, named)
    assert (caption.title, caption.docket) == ("State v. Smith", "A-1234-09")
    assert [item.field for item in caption.entries] == [F.TITLE, F.DOCKET, F.CLIENT]


def test_an_opinion_has_no_client_and_no_version() -> None:
    named = named_fields("State v. Smith draft.pdf", "Smith, John", TODAY)
    assert [e.field for e in with_named_fields(Caption(), Kind.OPINION, named).entries] == [F.TITLE]


# --- any name ------------------------------------------------------------------------------------

PIECES = st.sampled_from(
    str.split(
        "State v. V versus in re Smith, John Smith A-1234-09 12-345 2010 3-15-09 2009-03-15 reply brief br"
        " memo FINAL draft v3 v filed _ - ( ) . , & de la Cruz US scan0001 \udc80 ´ é ß 漢字 ١٢٣ 20090315 §"
    )
)
ANY_NAME = st.one_of(st.text(max_size=400), st.lists(PIECES, max_size=14).map(" ".join))


@given(name=ANY_NAME, folder=st.one_of(ANY_NAME, st.lists(ANY_NAME, max_size=5).map("/".join)))
@example(name="v" * 300, folder="/" * 300)
@example(name="a v. " * 60, folder="")
def test_no_name_makes_it_fail_and_every_value_is_one_of_its_field(name: str, folder: str) -> None:
    kind = named_kind(name, folder)
    assert kind is None or Kind(kind.value)
    results = named_fields(name, folder, TODAY)
    assert len({item.field for item in results}) == len(results)
    for item in results:
        item.field.definition.value_type.check(item.value)
        assert item.value.strip() and item.source in ("file", "folder")
    assert results == named_fields(name, folder, TODAY)


@pytest.mark.parametrize(
    ("name", "year"), [("Smith 2041.wpd", ""), ("Smith 3-5-62.wpd", "1962"), ("Smith 3-5-26.wpd", "2026")]
)
def test_no_year_of_a_name_lies_in_the_future(name: str, year: str) -> None:
    years = [entry.value for entry in named_fields(name, "", TODAY) if entry.field is CaptionField.YEAR]
    assert years == ([year] if year else [])
