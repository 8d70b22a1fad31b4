"""Tests of headings, outline levels, footnotes, the roles of parts, and the sections of codes."""

from __future__ import annotations

from pathlib import Path

import pytest

from briefbank.domain.caption_fields import Kind
from briefbank.domain.pages import RawPage, Role
from briefbank.extraction.clean import clean
from briefbank.extraction.document import read
from briefbank.extraction.headings import known_title
from briefbank.extraction.layout import lay_out
from briefbank.extraction.statutes import provisions
from tests.extraction.brief_factory import PROSE, bold, passages, paths, read_typed, stacked, typed
from tests.extraction.page_factory import PlacedLine, centred, flowing
from tests.support.examples import Examples

EXAMPLES = Examples(Path(__file__).with_name("examples") / "sections.txt")


def test_headings_of_an_appellate_brief_nest_as_an_outline() -> None:
    results = passages(
        stacked(centred("PROCEDURAL HISTORY", 0), PROSE, centred("STATEMENT OF FACTS", 0), PROSE),
        stacked(
            centred("LEGAL ARGUMENT", 0),
            centred("POINT I", 0),
            [centred("THE TRIAL COURT ERRED WHEN IT DENIED", 0), centred("THE MOTION TO SUPPRESS.", 14)],
            PROSE,
            bold("A. The stop was unlawful."),
            PROSE,
            bold("B. The search was not consented to."),
            PROSE,
        ),
        stacked(
            centred("POINT II", 0),
            centred("THE SENTENCE IS EXCESSIVE.", 0),
            PROSE,
            centred("CONCLUSION", 0),
            PROSE,
        ),
    )
    first = "POINT I THE TRIAL COURT ERRED WHEN IT DENIED THE MOTION TO SUPPRESS."
    assert paths(results) == [
        ("PROCEDURAL HISTORY",),
        ("STATEMENT OF FACTS",),
        ("LEGAL ARGUMENT", first),
        ("LEGAL ARGUMENT", first, "A. The stop was unlawful."),
        ("LEGAL ARGUMENT", first, "B. The search was not consented to."),
        ("LEGAL ARGUMENT", "POINT II THE SENTENCE IS EXCESSIVE."),
        ("CONCLUSION",),
    ]
    assert [p.role for p in results][:2] == [Role.PROCEDURE, Role.FACTS]


def test_the_first_passage_under_a_heading_begins_with_its_words() -> None:
    title = [centred("REPORT OF THE PROCEEDINGS", 0), centred("OF THE JUDICIAL CONFERENCE", 14)]
    results = passages(stacked(title, bold("A. The stop was unlawful."), PROSE))
    assert results[0].text.startswith(
        "REPORT OF THE PROCEEDINGS OF THE JUDICIAL CONFERENCE\nA. The stop was unlawful.\nThe officer stopped"
    )


def test_letters_and_roman_numerals_are_distinguished_by_their_sequence() -> None:
    marks = ["I. FIRST POINT", "A. First reason", "B. Second reason", "II. SECOND POINT", "A. Another"]
    result = passages(*[stacked(bold(mark), PROSE) for mark in marks])
    assert [len(path) for path in paths(result)] == [1, 2, 2, 1, 2]
    letters = [f"{letter}. Reason {letter}" for letter in "ABCDEFGHI"]
    result = passages(*[stacked(bold(mark), PROSE) for mark in ["I. POINT", *letters, "II. POINT"]])
    assert [len(path) for path in paths(result)] == [1, *[2] * 9, 1]


@pytest.mark.parametrize("line", EXAMPLES.texts("Ordinary lines"))
def test_ordinary_lines_are_no_headings(line: str) -> None:
    assert paths(passages(stacked(PROSE, PlacedLine(line), PROSE))) == [()]


def test_a_table_of_contents_on_two_pages_is_recognised_and_names_unmarked_headings() -> None:
    point = "A. Counsel did not consult the expert at any time"
    results = passages(
        [
            centred("TABLE OF CONTENTS", 80, bold=True),
            PlacedLine("STATEMENT OF FACTS " + "." * 60 + " 1", y=120, right=540),
            PlacedLine("ARGUMENT " + "." * 70 + " 2", y=144, right=540),
        ],
        [
            PlacedLine(f"{point} {'.' * 30} 2", 90, 100, right=540),
            PlacedLine("CONCLUSION " + "." * 70 + " 9", y=124, right=540),
        ],
        [
            centred("TABLE OF AUTHORITIES", 80, bold=True),
            PlacedLine("State v. Carty, 170 N.J. 632 (2002) " + "." * 40 + " 4, 5", y=120, right=540),
            PlacedLine("State v. Doe, 1 N.J. 1 (1950) " + "." * 40 + " passim", y=144, right=540),
        ],
        stacked(
            centred("STATEMENT OF FACTS", 0, bold=True),
            PROSE,
            centred("ARGUMENT", 0, bold=True),
            PlacedLine(point, 72),
            PROSE,
        ),
    )
    roles = [(p.role, p.heading_path) for p in results]
    assert roles[0] == (Role.CONTENTS, ("TABLE OF CONTENTS",))
    assert (Role.AUTHORITIES, ("TABLE OF AUTHORITIES",)) in roles
    assert roles[-2:] == [(Role.FACTS, ("STATEMENT OF FACTS",)), (Role.BODY, ("ARGUMENT", point))]
    assert not any(p.role is Role.BODY and "...." in p.text for p in results)


@pytest.mark.parametrize(("title", "role"), EXAMPLES.pairs("Titles and the roles that they give"))
def test_known_titles_give_roles(title: str, role: str) -> None:
    assert known_title(title) == (Role(role) if role else None, True)


def test_signature_and_service_are_set_apart_and_names_there_are_no_headings() -> None:
    results = passages(
        stacked(
            centred("CONCLUSION", 0, bold=True),
            PROSE,
            PlacedLine("Respectfully submitted,", 320),
            PlacedLine("JOSEPH E. EXAMPLE", 320, bold=True),
            PlacedLine("PUBLIC DEFENDER", 320, bold=True),
            centred("CERTIFICATE OF SERVICE", 0, bold=True),
            "I served this brief on all counsel of record by electronic filing on the day named below.",
        )
    )
    assert [p.role for p in results] == [Role.BODY, Role.SIGNATURE, Role.SERVICE]
    assert "EXAMPLE" in results[1].text and results[1].heading_path == ("CONCLUSION",)


def test_footnotes_are_kept_apart_from_the_text_that_they_interrupt() -> None:
    first = [
        *flowing(PROSE + " " + PROSE, 80),
        PlacedLine("1 This is the note, and", 72, 700, 9.0),
        PlacedLine("it has two lines.", 72, 712, 9.0),
    ]
    results = passages(
        first, flowing("which continues on the next page without an indent and ends there.", 80, indent=0)
    )
    assert [p.role for p in results] == [Role.BODY, Role.FOOTNOTE]
    assert results[1].text == "1 This is the note, and it has two lines."
    assert "note" not in results[0].text


def test_a_paragraph_that_runs_over_the_foot_of_the_page_is_one() -> None:
    first = flowing(
        "The officer " + "saw the car and the driver and the man who sat beside him " * 6 + "and then he", 80
    )
    first[-1] = PlacedLine(first[-1].text, first[-1].x, first[-1].y, right=540)
    result = passages(first, flowing("walked up to it. " + PROSE, 80, indent=0))
    assert "and then he walked up to it." in result[0].text
    assert (result[0].first_page, result[0].last_page) == (0, 1)


def test_headings_survive_where_a_page_has_no_geometry() -> None:
    raw = "STATEMENT OF FACTS\n" + PROSE + "\nARGUMENT\n" + PROSE + "\n"
    result = read([RawPage(0, raw, (), 612, 792)], file_name="x.txt", converted=False).passages
    assert paths(result) == [("STATEMENT OF FACTS",), ("ARGUMENT",)]


SEARCH = "THE WARRANTLESS SEARCH WAS UNLAWFUL."


@pytest.mark.parametrize(
    "before", ["STATEMENT OF FACTS", "PROCEDURAL HISTORY", "PRELIMINARY STATEMENT", "QUESTIONS PRESENTED"]
)
def test_a_point_stands_beside_what_comes_before_the_argument(before: str) -> None:
    result = passages(stacked(centred(before, 0), PROSE, centred("POINT I", 0), centred(SEARCH, 0), PROSE))
    assert result[-1].role is Role.BODY
    assert paths(result) == [(before,), (f"POINT I {SEARCH}",)]


def test_a_numeral_closes_the_facts_only_when_its_words_contend_something() -> None:
    results = passages(
        stacked(
            centred("STATEMENT OF FACTS", 0, bold=True),
            PROSE,
            bold("I. The Stop on Route 9"),
            PROSE,
            bold("II. The Trial Court Held That the Search Was Unlawful"),
            PROSE,
        ),
        stacked(bold("I. The Trial Court Erred When It Admitted the Gun."), PROSE),
    )
    assert [p.role for p in results] == [Role.FACTS] * 3 + [Role.BODY]
    assert results[-1].heading_path == ("I. The Trial Court Erred When It Admitted the Gun.",)


@pytest.mark.parametrize("items", EXAMPLES.texts("Items of a list and testimony"))
def test_items_of_a_list_and_testimony_are_no_headings(items: str) -> None:
    listed = items.replace(" / ", "\n\n")
    assert paths(read_typed(f"{PROSE}\n\n{listed}\n\n{PROSE}\n\n{PROSE}")) == [()]


def test_star_pages_of_a_research_service_are_no_part_of_a_heading() -> None:
    reading = read_typed(f"[*15] ARGUMENT\n\nA. The Stop\n\n{PROSE}\n\n[*17] B. The [*18] Search\n\n{PROSE}")
    assert paths(reading) == [("ARGUMENT", "A. The Stop"), ("ARGUMENT", "B. The Search")]
    assert "[*18]" in reading[-1].text, "the text itself keeps them"


def test_a_table_that_lies_makes_no_line_after_line_a_heading() -> None:
    results = passages(
        [
            centred("TABLE OF CONTENTS", 80, bold=True),
            *(
                PlacedLine(f"{entry} {'.' * 40} {page}", 72, y, right=540)
                for entry, page, y in (
                    ("The defendant", 1, 120),
                    ("A point that is nowhere argued", 2, 144),
                    ("CONCLUSION", 99, 168),
                )
            ),
        ],
        stacked(PROSE, *[PlacedLine("The defendant"), PROSE] * 3),
        stacked(centred("CONCLUSION", 0, bold=True), PROSE),
    )
    assert sum(p.text.count("The defendant\n") for p in results) >= 2
    assert [path for path in paths(results)[1:] if path == ("The defendant",)] == [("The defendant",)]
    assert paths(results)[-1] == ("CONCLUSION",)


LETTER = f"""OFFICE OF THE PUBLIC DEFENDER
APPELLATE SECTION
31 CLINTON STREET
NEWARK, NEW JERSEY 07101

March 3, 2020

Re: State of New Jersey v. John Doe
Docket No. A-1234-18T4

Dear Judges:

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


WORDY = "and the court shall weigh the nature of the offense and the role of the actor in it " * 4
CRITERIA = "2C:44-1. Criteria for Imposing Sentence"
CHAPTER = f"""NEW JERSEY STATUTES ANNOTATED

TITLE 2C. CODE OF CRIMINAL JUSTICE

CHAPTER 44. AUTHORITY OF COURT IN SENTENCING

{CRITERIA}

a. In determining the sentence the court shall consider the following circumstances:

(1) The nature of the offense {WORDY};

(2) The gravity of the harm {WORDY};

(3) The risk of another offense {WORDY};

(4) The trust that was broken {WORDY}.

b. The court may also consider these circumstances:

(1) The conduct did not cause harm.

2C:44-2. Criteria for Imposing Fines

a. The court may sentence a defendant to pay a fine."""


def test_a_section_stands_under_its_ancestry() -> None:
    above = ("N.J.S.A.", "TITLE 2C. CODE OF CRIMINAL JUSTICE", "CHAPTER 44. AUTHORITY OF COURT IN SENTENCING")
    reading = read_typed(CHAPTER)
    for words, head in (
        ("The risk of another offense", CRITERIA),
        ("did not cause harm", CRITERIA),
        ("to pay a fine", "2C:44-2. Criteria for Imposing Fines"),
    ):
        assert next(p.heading_path for p in reading if words in p.text) == (*above, head)
    assert {p.role for p in reading} == {Role.BODY}


@pytest.mark.parametrize(("head", "codes"), EXAMPLES.pairs("Provisions under their codes"))
def test_a_title_is_added_only_where_the_code_is_named(head: str, codes: str) -> None:
    assert paths(read_typed(f"{head}\n\n{PROSE}")) == [(*filter(None, codes.split(" | ")), head)]


def test_rules_are_placed_under_the_rule_with_which_their_number_begins() -> None:
    reading = read_typed(f"RULE 3:5. SEARCH WARRANTS\n\n3:5-7. Motion to Suppress\n\n(a) Notice. {PROSE}")
    assert paths(reading) == [("RULE 3:5. SEARCH WARRANTS", "3:5-7. Motion to Suppress")]


@pytest.mark.parametrize(
    "text",
    [
        f"No. 23-129\n\nSUPREME COURT\n\nEDDIE TARDY,\n\nv.\n\nCORECIVIC\n\n{PROSE}",
        f"STATE v. DOE\n\nN.J.S.A. 2C:44-1. Criteria\n\n{PROSE}",
        f"{PROSE}\n\n2C:44-1. Criteria for Sentence\n\n{PROSE}",
        "TABLE OF AUTHORITIES\n\nN.J.S.A. 2C:44-1 ............ 5\n\nN.J.S.A. 2C:43-6 ............ 7",
        f"1. The first thing.\n\n{PROSE}",
    ],
    ids=["caption", "case", "cited later", "authorities", "list"],
)
def test_a_text_that_only_names_a_provision_is_no_code(text: str) -> None:
    assert provisions(lay_out(clean(typed(text)))) == []


@pytest.mark.parametrize(("head", "kind"), EXAMPLES.pairs("Kinds of a provision alone"))
def test_a_provision_alone_is_known_as_a_statute_or_a_rule(head: str, kind: str) -> None:
    text = f"{head}\n\n(a) No one may enter upon the administration of an estate.\n\n(b) This is a rule."
    assert read(typed(text), file_name="x.pdf", converted=False).kind is Kind(kind)
