"""Tests of detecting headings by outline marks and the table of contents."""

from __future__ import annotations

import pytest

from briefbank.domain.pages import Role
from briefbank.extraction.headings import leader_start
from tests.extraction.brief_factory import PROSE, passages, paths, read_typed, stacked
from tests.extraction.page_factory import PlacedLine, centred


def test_points_are_found_in_plain_text_where_nothing_is_bold() -> None:
    reading = read_typed(
        f"""ARGUMENT

I. The Stop Was Unlawful Because the Officer Saw No Offense

{PROSE}

A. The light was not required by the statute.

{PROSE}

B. The officer's mistake was not reasonable.

{PROSE}

II. The Consent Was the Fruit of the Stop

{PROSE}"""
    )
    first = "I. The Stop Was Unlawful Because the Officer Saw No Offense"
    assert paths(reading) == [
        ("ARGUMENT", first),
        ("ARGUMENT", first, "A. The light was not required by the statute."),
        ("ARGUMENT", first, "B. The officer's mistake was not reasonable."),
        ("ARGUMENT", "II. The Consent Was the Fruit of the Stop"),
    ]


@pytest.mark.parametrize(
    "items",
    [
        ["1. He saw the car.", "2. He saw the driver.", "3. He saw the gun."],
        ["A. the first reason;", "B. the second reason;"],
        ["(1) Low income;", "(2) Limited English; and", "(3) Great distance."],
        ["Q. Did you see him?", "A. Yes, I did.", "Q. Where was he?", "A. In the car."],
    ],
    ids=["sentences", "phrases", "parentheses", "testimony"],
)
def test_items_of_a_list_and_testimony_are_no_headings(items: list[str]) -> None:
    listed = "\n\n".join(items)
    assert paths(read_typed(f"{PROSE}\n\n{listed}\n\n{PROSE}\n\n{PROSE}")) == [()]


def test_star_pages_of_a_research_service_are_no_part_of_a_heading() -> None:
    reading = read_typed(f"[*15] ARGUMENT\n\nA. The Stop\n\n{PROSE}\n\n[*17] B. The [*18] Search\n\n{PROSE}")
    assert paths(reading) == [("ARGUMENT", "A. The Stop"), ("ARGUMENT", "B. The Search")]
    assert "[*18]" in reading[-1].text, "the text itself keeps them"


def dotted_line(words: str, page: str, y: float, x: float = 72.0) -> PlacedLine:
    return PlacedLine(f"{words} {'.' * 40} {page}", x, y, right=540)


def table(*entries: tuple[str, str], start: float = 80) -> list[PlacedLine]:
    title = centred("TABLE OF CONTENTS", start, bold=True)
    return [
        title,
        *(dotted_line(words, page, start + 40 + 24 * n) for n, (words, page) in enumerate(entries)),
    ]


def test_a_table_that_lies_makes_no_line_after_line_a_heading() -> None:
    results = passages(
        table(("The defendant", "1"), ("A point that is nowhere argued", "2"), ("CONCLUSION", "99")),
        stacked(
            PROSE,
            PlacedLine("The defendant"),
            PROSE,
            PlacedLine("The defendant"),
            PROSE,
            PlacedLine("The defendant"),
            PROSE,
        ),
        stacked(centred("CONCLUSION", 0, bold=True), PROSE),
    )
    assert sum(p.text.count("The defendant\n") for p in results) >= 2
    assert [path for path in paths(results)[1:] if path == ("The defendant",)] == [("The defendant",)]
    assert paths(results)[-1] == ("CONCLUSION",)


def test_the_last_line_of_a_listed_case_is_no_heading_of_the_body() -> None:
    listed = [
        centred("TABLE OF AUTHORITIES", 80, bold=True),
        *(
            PlacedLine(words, 72, 110 + 14 * n)
            for n, words in enumerate(["Page(s)", "Cases", "Doe v. Roe", "(1980) 110"])
        ),
        dotted_line("Cal.App.3d 151, 163.", "4", 180),
    ]
    results = passages(listed, stacked(PROSE, PlacedLine("Cal.App.3d 151, 163."), PROSE))
    assert [p.role for p in results] == [Role.AUTHORITIES, Role.BODY]
    assert results[-1].heading_path == ()


def test_a_title_over_several_lines_is_one() -> None:
    result = passages(
        stacked(centred("REPORT OF THE PROCEEDINGS", 0), centred("OF THE JUDICIAL CONFERENCE", 0), PROSE)
    )
    assert paths(result) == [("REPORT OF THE PROCEEDINGS OF THE JUDICIAL CONFERENCE",)]


def test_a_list_of_names_and_a_line_at_the_foot_of_a_page_are_no_headings() -> None:
    names = [centred(f"HONORABLE {name}", 0, bold=True) for name in ("JANE ROE", "JOHN DOE", "ANN POE")]
    foot = centred("A TRADITION OF SERVICE", 700, bold=True)
    result = passages([*stacked(PROSE, *names), foot], stacked(PROSE))
    assert paths(result) == [()]


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("ARGUMENT ........ 12", "ARGUMENT"),
        ("State v. Doe . . . . . . 3, 4-6", "State v. Doe"),
        ("I. The stop…………iv", "I. The stop"),
        ("Order ___________ 17a", "Order"),
        ("He was 12", None),
        ("Yes . . . he said", None),
    ],
)
def test_a_line_that_leads_to_a_page_is_an_entry_of_a_table_of_contents(line: str, entry: str | None) -> None:
    at = leader_start(line)
    assert (line[:at] if at >= 0 else None) == entry


def test_headings_without_marks_nest_as_the_table_sets_them_in() -> None:
    entries = [("Committee on the Budget", 72.0), ("Budget Caps", 90.0), ("Committee on Criminal Law", 72.0)]
    contents = [dotted_line(words, str(n + 1), 120 + 24 * n, x) for n, (words, x) in enumerate(entries)]
    result = passages(
        [centred("CONTENTS", 80, bold=True), *contents],
        stacked(*(part for words, _ in entries for part in (centred(words.upper(), 0, bold=True), PROSE))),
    )
    assert paths(result)[1:] == [
        ("COMMITTEE ON THE BUDGET",),
        ("COMMITTEE ON THE BUDGET", "BUDGET CAPS"),
        ("COMMITTEE ON CRIMINAL LAW",),
    ]
