"""Tests of structure: headings, outline levels, tables, footnotes, and the roles of sections."""

from __future__ import annotations

import pytest

from briefbank.domain.pages import RawPage, Role
from briefbank.extraction.document import read
from briefbank.extraction.headings import known_title
from tests.extraction.brief_factory import PROSE, bold, passages, paths, stacked
from tests.extraction.page_factory import PlacedLine, centred, flowing


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
    result = passages(stacked(centred("LEGAL ARGUMENT", 0), bold("A. The stop was unlawful."), PROSE))
    assert result[0].text.startswith("LEGAL ARGUMENT\nA. The stop was unlawful.\nThe officer stopped")


def test_letters_and_roman_numerals_are_distinguished_by_their_sequence() -> None:
    marks = ["I. FIRST POINT", "A. First reason", "B. Second reason", "II. SECOND POINT", "A. Another"]
    result = passages(*[stacked(bold(mark), PROSE) for mark in marks])
    assert [len(path) for path in paths(result)] == [1, 2, 2, 1, 2]
    letters = [f"{letter}. Reason {letter}" for letter in "ABCDEFGHI"]
    result = passages(*[stacked(bold(mark), PROSE) for mark in ["I. POINT", *letters, "II. POINT"]])
    assert [len(path) for path in paths(result)] == [1, *[2] * 9, 1]


@pytest.mark.parametrize(
    "line",
    [
        "1. That judgment be entered for the defendant on every count of the complaint.",
        "State v. Carty, 170 N.J. 632 (2002).",
        "and he left the car.",
        "555 Main Street, Newark, NJ 07102",
    ],
)
def test_ordinary_lines_are_no_headings(line: str) -> None:
    result = passages(stacked(PROSE, PlacedLine(line), PROSE))
    assert paths(result) == [()]


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


@pytest.mark.parametrize(
    ("title", "role"),
    [
        ("QUESTIONS PRESENTED", Role.QUESTIONS),
        ("Statement of the Case", Role.FACTS),
        ("STATEMENT OF THE MATTER INVOLVED", Role.FACTS),
        ("FACTUAL BACKGROUND", Role.FACTS),
        ("STATEMENT OF PROCEDURAL HISTORY", Role.PROCEDURE),
        ("CERTIFICATE OF SERVICE", Role.SERVICE),
        ("TABLE OF JUDGMENTS, ORDERS AND RULINGS BEING APPEALED", Role.CONTENTS),
        ("PRELIMINARY STATEMENT", Role.PRELIMINARY),
        ("Reasons for Granting the Writ", None),
    ],
)
def test_known_titles_give_roles(title: str, role: Role | None) -> None:
    assert known_title(title) == (role, True)


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


def test_issues_listed_under_the_questions_stay_questions() -> None:
    results = passages(
        stacked(
            centred("QUESTIONS PRESENTED", 0, bold=True),
            centred("POINT I", 0, bold=True),
            "Whether the officer could search the trunk of the car without a warrant and without consent of"
            " the driver, who had not been arrested.",
        )
    )
    assert {p.role for p in results} == {Role.QUESTIONS}


def test_a_known_heading_right_below_the_title_ends_a_caption() -> None:
    rows = [
        *("SUPERIOR COURT OF NEW JERSEY", "APPELLATE DIVISION", "DOCKET NO. A-1234-19", "STATE,"),
        *("Plaintiff-Respondent,", "v.", "JOHN DOE,", "Defendant-Appellant.", "BRIEF ON BEHALF OF DEFENDANT"),
    ]
    puts = [PlacedLine(text, 72, 80 + 14 * n) for n, text in enumerate([*rows, "STATEMENT OF FACTS"])]
    results = passages(
        [*puts, *flowing(PROSE, 260), *[PlacedLine("POINT I", 72, 400), PlacedLine(SEARCH, 72, 430)]]
    )
    assert [p.role for p in results] == [Role.CAPTION, Role.FACTS, Role.BODY]
    assert paths(results)[1:] == [("STATEMENT OF FACTS",), (f"POINT I {SEARCH}",)]
