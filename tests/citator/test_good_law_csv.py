"""Tests of the good-law list as a file: it is read back unchanged, and faults name row and column."""

import csv
import io
from datetime import UTC, date, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.citations.provisions import (
    TypedAuthority,
    parse_authority,
    subsection_levels,
)
from briefbank.citator.good_law_csv import (
    COLUMNS,
    LARGEST_BYTES,
    ListRow,
    read,
    write,
)
from briefbank.citator.good_law_list import LONGEST, one_line, some_lines
from briefbank.domain.authorities import CitationKind, GoodLawEntry, Standing
from briefbank.errors import EntryRefused, ListFileError
from briefbank.text.characters import table

HEADER = ",".join(COLUMNS)


def cited_in(cell: str) -> TypedAuthority:
    authority = parse_authority(cell)
    if authority is None:
        raise EntryRefused("There is no citation in it.")
    return authority


def parsed_lines(content: str | bytes) -> list[ListRow]:
    data = content.encode() if isinstance(content, str) else content
    lines, unread = read(data, cited_in)
    assert unread == ()
    return lines


def parse_error(content: str | bytes) -> ListFileError:
    with pytest.raises(ListFileError) as caught:
        parsed_lines(content)
    assert "imported" in caught.value.remedy
    return caught.value


def entry(**changes: Any) -> GoodLawEntry:
    values: dict[str, Any] = {
        "id": 1,
        "canonical": "170 N.J. 632",
        "name": "State v. Carty",
        "standing": Standing.LIMITED,
        "by": "State v. Doe, 200 N.J. 1",
        "since": date(2015, 3, 1),
        "note": "",
        "entered_by": "mm",
        "entered_at": datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC),
    }
    if forms := changes.pop("forms", None):
        values |= {"canonical": forms[0], "also": forms[1:]}
    return GoodLawEntry(**{**values, **changes})


FORMS = (
    *(("170 N.J. 632",), ("N.J.S.A. 2C:44-1(a)(3)",), ("R. 3:5-7(d)",), ("Directive 2005-1",)),
    *(
        ("384 U.S. 436", "86 S. Ct. 1602", "16 L. Ed. 2d 694"),
        ("170 N.J. 632", "790 A.2d 903", "2002 WL 313"),
    ),
)
LINES = st.text(st.characters(codec="utf-8"), max_size=40) | st.text("=+-@'\",;\t\r\n x", max_size=12)
ENTRIES = st.builds(
    entry,
    forms=st.sampled_from(FORMS),
    name=LINES.map(one_line),
    standing=st.sampled_from(list(Standing)),
    by=LINES.map(one_line),
    since=st.none() | st.dates(),
    note=LINES.map(some_lines),
    entered_by=LINES.map(one_line),
    entered_at=st.datetimes(timezones=st.just(UTC)),
)


@given(st.lists(ENTRIES, min_size=1, max_size=5))
def test_every_list_comes_back_from_a_file_exactly_as_it_was(entries: list[GoodLawEntry]) -> None:
    lines = parsed_lines(write(entries))
    assert [line.row for line in lines] == list(range(2, len(entries) + 2))
    for line, was in zip(lines, entries, strict=True):
        assert line.authority.forms == was.forms
        kept = (line.name, line.standing, line.by, line.since, line.note, line.entered_by, line.entered_at)
        assert kept == (
            was.name, was.standing, was.by, was.since, was.note, was.entered_by, was.entered_at,
        )  # fmt: skip


@given(st.lists(st.lists(LINES, min_size=3, max_size=3), min_size=1, max_size=4))
def test_no_cell_of_any_table_is_run_as_a_formula(rows: list[list[str]]) -> None:
    text = table(("a", "b", "c"), rows).decode("utf-8-sig")
    for row in csv.reader(io.StringIO(text, newline="")):
        assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row)


@given(st.text(max_size=60))
def test_a_truncated_field_stays_unchanged_when_stored_again(text: str) -> None:
    assert one_line(one_line(text)) == one_line(text)
    assert some_lines(some_lines(text)) == some_lines(text)


def test_a_file_is_written_as_excel_expects_it() -> None:
    content = write([entry(note="one, two\nthree")])
    assert content.startswith(b"\xef\xbb\xbfauthority,name,")
    assert content.endswith(b"\r\n") and b'"one, two\nthree"' in content


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_files_of_all_regions_are_understood(separator: str, line_end: str, mark: bytes) -> None:
    rows = [("Authority", "STATUS", "Since", "Entered by"), ("N.J.S.A. 2C:44-1", "Amended", "3/1/2015", "mm")]
    content = mark + line_end.join(separator.join(row) for row in rows).encode()
    [line] = parsed_lines(content)
    assert (line.authority.canonical, line.standing) == ("N.J.S.A. 2C:44-1", Standing.AMENDED)
    assert (line.since, line.entered_by, line.by) == (date(2015, 3, 1), "mm", None)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2015-03-01", date(2015, 3, 1)),
        ("3/1/2015", date(2015, 3, 1)),
        ("March 1, 2015", date(2015, 3, 1)),
        ("March 2015", date(2015, 3, 1)),
        ("2015", date(2015, 1, 1)),
        ("", None),
    ],
)
def test_days_are_understood_as_people_and_spreadsheets_write_them(written: str, meant: date | None) -> None:
    [line] = parsed_lines(f'authority,status,since\n170 N.J. 632,good,"{written}"\n')
    assert line.since == meant


def test_empty_rows_and_columns_of_a_spreadsheet_are_passed_over() -> None:
    lines = parsed_lines("authority,status,,\n,,,\n170 N.J. 632,good,,\n,,,\n171 N.J. 1,limited,,\n")
    assert [(line.row, line.standing) for line in lines] == [(3, Standing.GOOD), (5, Standing.LIMITED)]


GOOD_ROW = "170 N.J. 632,,good,,,,,"


@pytest.mark.parametrize(
    ("content", "row", "column"),
    [
        (f"{HEADER}\n{GOOD_ROW}\n170 N.J. 632,,bad,,,,,\n", 3, "status"),
        (f"{HEADER}\n170 N.J. 632,,,,,,,\n", 2, "status"),
        (f"{HEADER}\n170 N.J. 632,,good,,yesterday,,,\n", 2, "since"),
        (f"{HEADER}\n170 N.J. 632,,good,,2015-02-30,,,\n", 2, "since"),
        (f"{HEADER}\n170 N.J. 632,,good,,3/1/15,,,\n", 2, "since"),
        (f"{HEADER}\n170 N.J. 632,,good,,,,,never\n", 2, "entered_at"),
        (f"{HEADER}\nState v. Carty,,good,,,,,\n", 2, "authority"),
        (f"{HEADER}\n,x,good,,,,,\n", 2, "authority"),
        (f"{HEADER}\n170 N.J. 632; 180 N.J. 5,,good,,,,,\n", 2, "authority"),
        (f"{HEADER}\n170 N.J. 632,,good\n", 2, ""),
        (f"{HEADER}\n170 N.J. 632,,good,,,,,,more\n", 2, ""),
        (f"{HEADER}\n170 N.J. 632,,good,,,{'x' * (LONGEST + 1)},,\n", 2, "note"),
        ("authority,name\n170 N.J. 632,x\n", 1, "status"),
        ("status,name\ngood,x\n", 1, "authority"),
        ("authority,status,color\n170 N.J. 632,good,red\n", 1, "color"),
        ("authority,status,Status\n170 N.J. 632,good,good\n", 1, "status"),
        ("authority,,status\n170 N.J. 632,,good\n", 1, ""),
        ("\n\nauthority,status,color\n", 3, "color"),
        (f'{HEADER}\n170 N.J. 632,"a" b,good,,,,,\n', 2, ""),
        (f'{HEADER}\n170 N.J. 632,"a,good,,,,,\n', 2, ""),
        (f"{HEADER}\n170 N.J. 632,{'x' * 200_000},good,,,,,\n", 2, ""),
        (HEADER.encode() + b"\n170 N.J. 632,\xa7,good,,,,,\n", 2, ""),
    ],
)
def test_every_fault_is_named_by_row_and_column(content: str | bytes, row: int, column: str) -> None:
    error = parse_error(content)
    assert (error.row, error.column) == (row, column)
    assert f"Row {row}" in error.title and (not column or f"“{column}”" in error.title)


@pytest.mark.parametrize("status", ["good", "questioned", "limited", "overruled", "superseded", "amended"])
def test_a_list_of_an_earlier_release_means_what_it_meant(status: str) -> None:
    assert parsed_lines(f"{HEADER}\n170 N.J. 632,,{status},,,,,\n")[0].standing.value == status


def test_an_extent_is_understood_as_people_type_it() -> None:
    [line] = parsed_lines(f"{HEADER}\n170 N.J. 632,, Reversed  in Part,,,,,\n")
    assert line.standing is Standing.REVERSED_IN_PART


@pytest.mark.parametrize(
    "content",
    ["", "\n\n", "\ufeff", HEADER, f"{HEADER}\n,,,,,,,\n", "\0\0\0", b"\xff\xfe\x00a", b"PK\x03\x04\x80\x00"],
)
def test_files_without_a_list_are_refused_with_a_sentence(content: str | bytes) -> None:
    assert parse_error(content).title.endswith(".")


def test_a_file_that_is_too_large_is_refused() -> None:
    assert "too large" in parse_error(b"a" * (LARGEST_BYTES + 1)).title


@given(st.binary(max_size=200) | st.text("authoriystu,;\n\"'=170 N.J632gd", max_size=80).map(str.encode))
def test_no_file_breaks_the_reader(content: bytes) -> None:
    try:
        assert parsed_lines(content)
    except ListFileError as error:
        assert error.title and error.remedy


def test_the_content_of_a_cell_is_not_logged() -> None:
    error = parse_error(f"{HEADER}\n170 N.J. 632,,good,,SECRET,,,\n")
    assert "SECRET" in error.title and "SECRET" not in error.detail


@pytest.mark.parametrize(
    ("typed", "canonical", "name"),
    [
        ("State v. Carty, 170 N.J. 632, 640-41, 790 A.2d 903 (2002)", "170 N.J. 632", "State v. Carty"),
        ("NJSA 2C:44-1a(3)", "N.J.S.A. 2C:44-1(a)(3)", ""),
        ("Rule 3:5-7(d)", "R. 3:5-7(d)", ""),
        ("42 U.S.C. §§ 1983 et seq.", "42 U.S.C. § 1983", ""),
        ("Directive #1-05", "Directive 1-05", ""),
    ],
)
def test_an_authority_is_understood_in_many_forms(typed: str, canonical: str, name: str) -> None:
    authority = parse_authority(typed)
    assert authority is not None and (authority.canonical, authority.name) == (canonical, name)


def test_parallel_citations_are_kept_in_the_order_in_which_they_were_typed() -> None:
    authority = parse_authority("Miranda v. Arizona, 384 U.S. 436, 444, 86 S.Ct. 1602, 16 L.Ed.2d 694 (1966)")
    assert authority is not None
    assert authority.forms == ("384 U.S. 436", "86 S. Ct. 1602", "16 L. Ed. 2d 694")


@pytest.mark.parametrize(
    "typed",
    [
        "170 N.J. 632 and 180 N.J. 5",
        "170 N.J. 632, 180 N.J. 5",
        "170 N.J. 632, 790 A.2d 903, 180 N.J. 5",
        "State v. Carty, 170 N.J. 632, overruled by State v. Doe, 200 N.J. 1",
        "N.J.S.A. 2C:44-1 to -3",
        "N.J.S.A. 2C:44-1, -2",
        "N.J.S.A. 2C:44-1 and N.J.S.A. 2C:44-3",
    ],
)
def test_a_line_for_more_than_one_authority_is_refused(typed: str) -> None:
    with pytest.raises(EntryRefused):
        parse_authority(typed)


def test_a_provision_has_levels_and_a_case_has_none() -> None:
    assert subsection_levels("N.J.S.A. 2C:44-1(a)(3)", CitationKind.STATUTE) == ("", "(a)", "(a)(3)")
    assert subsection_levels("N.J.S.A. 2C:44-1", CitationKind.STATUTE) == ("",)
    assert subsection_levels("170 N.J. 632", CitationKind.CASE) == ("",)
