"""Tests of the parts around a brief's own text: letterheads, signatures, appendices, notes."""

from __future__ import annotations

import pytest

from briefbank.domain.pages import Role
from briefbank.extraction.clean import clean
from briefbank.extraction.layout import lay_out
from tests.extraction.brief_factory import PROSE, bold, passages, paths, read_typed, stacked
from tests.extraction.page_factory import PlacedLine, centred, flowing, page_of

LETTERHEAD = """OFFICE OF THE PUBLIC DEFENDER
APPELLATE SECTION
31 CLINTON STREET
NEWARK, NEW JERSEY 07101

March 3, 2020

Re: State of New Jersey v. John Doe
Docket No. A-1234-18T4

Dear Judges:"""
LETTER = f"""{LETTERHEAD}

{PROSE}

LEGAL ARGUMENT

POINT I

THE COURT ERRED WHEN IT DENIED THE MOTION

{PROSE}

Respectfully submitted,

JANE ROE
Attorney for Defendant-Appellant"""


def test_lines_of_a_letterhead_are_no_headings() -> None:
    reading = read_typed(LETTER)
    assert reading[0].role is Role.CAPTION and reading[0].heading_path == ()
    assert paths(reading)[1:] == [("LEGAL ARGUMENT", "POINT I THE COURT ERRED WHEN IT DENIED THE MOTION")]
    assert reading[-1].role is Role.SIGNATURE


def test_the_head_of_a_memo_is_its_front() -> None:
    head = "MEMORANDUM\n\nTO: All Attorneys\n\nFROM: Jane Roe\n\nRE: The Waiver of Sentences"
    reading = read_typed(f"{head}\n\n{PROSE}\n\nA. The Cases\n\n{PROSE}\n\nB. The Rest\n\n{PROSE}")
    assert [p.role for p in reading][:2] == [Role.CAPTION, Role.BODY]
    assert paths(reading) == [(), ("A. The Cases",), ("B. The Rest",)]


def test_a_date_above_a_lawyers_name_opens_the_signature_and_a_date_in_the_text_does_not() -> None:
    signed = [
        PlacedLine("Dated: May 1, 2020"),
        PlacedLine("By: /s/ Jane Roe"),
        PlacedLine("Attorney for Defendant"),
    ]
    results = passages(stacked(centred("CONCLUSION", 0, bold=True), PROSE, *signed))
    assert [p.role for p in results] == [Role.BODY, Role.SIGNATURE]
    results = passages(stacked(PROSE, PlacedLine("Dated: May 1, 2020"), PROSE, PROSE))
    assert {p.role for p in results} == {Role.BODY}


def test_a_letter_that_is_quoted_does_not_hide_the_rest_of_the_brief() -> None:
    first = stacked(PROSE, PlacedLine("Sincerely,"), PlacedLine("JOHN SMITH"))
    results = passages(first, stacked(PROSE, PROSE), *[stacked(PROSE)] * 3)
    hidden = [p.text for p in results if p.role is Role.SIGNATURE]
    assert hidden == ["Sincerely, JOHN SMITH"]


def test_an_appendix_keeps_what_is_in_it_apart_from_the_document() -> None:
    results = passages(
        stacked(centred("LEGAL ARGUMENT", 0, bold=True), PROSE, PROSE),
        stacked(centred("APPENDIX A", 0, bold=True), PROSE),
        stacked(centred("STATEMENT OF FACTS", 0, bold=True), PROSE),
    )
    assert [p.role for p in results] == [Role.BODY, Role.APPENDIX, Role.APPENDIX]
    assert paths(results)[1:] == [("APPENDIX A",), ("APPENDIX A", "STATEMENT OF FACTS")]


def test_pages_numbered_from_one_with_a_letter_are_the_appendix() -> None:
    labels = ["1", "2", "3", "4", "Da1", "Da2", "Da3"]
    pages = [
        [*stacked(f"{PROSE} {'And so it was. ' * n}"), centred(label, 750)] for n, label in enumerate(labels)
    ]
    roles = {p.page_label: p.role for p in passages(*pages)}
    assert roles["1"] is Role.BODY and roles["Da1"] is Role.APPENDIX
    assert all(p.role is Role.APPENDIX for p in passages(*pages) if p.page_label.startswith("Da"))


def test_a_footnote_belongs_to_the_section_that_calls_it() -> None:
    called = PROSE.replace("that night.", "that night.1")
    page = [
        *stacked(bold("A. The Stop"), called, bold("B. The Search"), PROSE),
        PlacedLine("1 This is the note of the first point.", 72, 720, 9.0),
    ]
    results = passages(page, stacked(PROSE))
    note = next(p for p in results if p.role is Role.FOOTNOTE)
    assert note.heading_path == ("A. The Stop",)


def test_a_footnote_that_runs_over_the_page_is_one() -> None:
    first = [*flowing(f"{PROSE} {PROSE}", 80), PlacedLine("1 This is a note that goes on and", 72, 712, 9.0)]
    second = [*flowing(f"{PROSE} {PROSE}", 80), PlacedLine("ends on the next page.", 72, 712, 9.0)]
    notes = [p for p in passages(first, second) if p.role is Role.FOOTNOTE]
    assert [p.text for p in notes] == ["1 This is a note that goes on and ends on the next page."]
    assert (notes[0].first_page, notes[0].last_page) == (0, 1)


@pytest.mark.parametrize(("x", "right", "quoted"), [(108.0, 490.0, True), (72.0, 540.0, False)])
def test_a_block_set_in_from_both_margins_is_marked_as_a_quotation(
    x: float, right: float, quoted: bool
) -> None:
    rows = [
        PlacedLine("the right of the people to be secure in their persons", x, 240 + 14 * n, right=right)
        for n in (0, 1, 2)
    ]
    page = page_of([*flowing(PROSE, 80), *rows, *flowing(PROSE, 330), *flowing(PROSE, 450)])
    blocks = lay_out(clean([page]))[0].blocks
    assert any(block.quote for block in blocks) is quoted
