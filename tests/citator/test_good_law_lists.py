"""The good-law list as a file: it is read back unchanged, all of it or nothing."""

from __future__ import annotations

import contextlib
import csv
import io
import stat
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Engine, event

from briefbank.catalogue.schema import open_catalogue
from briefbank.citations.provisions import TypedAuthority, parse_authority
from briefbank.citator import good_law_list
from briefbank.citator.good_law import GoodLaw
from briefbank.citator.good_law_csv import COLUMNS, ListRow, read, write
from briefbank.citator.good_law_list import LONGEST, one_line, some_lines
from briefbank.domain.authorities import GoodLawEntry, Standing
from briefbank.domain.authority_reports import ImportReport
from briefbank.errors import EntryRefused, ExportRefused, ListFileError
from briefbank.text.characters import table
from tests.citator.graphed import GraphedCatalogue
from tests.citator.listing import CARTY, empty_list, without_numbers
from tests.support.annotation_mistakes import always_fails, failing

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


def test_an_extent_is_understood_as_people_type_it() -> None:
    [line] = parsed_lines(f"{HEADER}\n170 N.J. 632,, Reversed  in Part,,,,,\n")
    assert line.standing is Standing.REVERSED_IN_PART


@pytest.mark.parametrize(
    "content",
    ["", "\n\n", "\ufeff", HEADER, f"{HEADER}\n,,,,,,,\n", "\0\0\0", b"\xff\xfe\x00a", b"PK\x03\x04\x80\x00"],
)
def test_files_without_a_list_are_refused_with_a_sentence(content: str | bytes) -> None:
    assert parse_error(content).title.endswith(".")


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


def filled(good_law: GoodLaw) -> list[GoodLawEntry]:
    good_law.enter(CARTY, Standing.LIMITED, by='=cmd|"x"', note="-one,\n'=two; “three”", entered_by="@mm")
    good_law.enter(CARTY, Standing.OVERRULED, by="State v. Doe, 200 N.J. 1", since=date(2015, 3, 3))
    good_law.enter("2C:44-1(a)", Standing.AMENDED, since=date(1999, 12, 31))
    return good_law.entries()


def test_a_list_travels_to_another_library_and_back_exactly(good_law: GoodLaw, tmp_path: Path) -> None:
    entries = filled(good_law)
    file = tmp_path / "list.csv"
    assert good_law.export(file) == 3
    if hasattr(stat, "S_IMODE"):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    other = open_catalogue(tmp_path / "other.sqlite")
    assert GoodLaw(other).import_from(file) == ImportReport(3, 0, 0)
    assert without_numbers(GoodLaw(other).entries()) == without_numbers(entries)
    assert GoodLaw(other).import_from(file) == ImportReport(0, 0, 3)
    again = tmp_path / "again.csv"
    GoodLaw(other).export(again)
    assert again.read_bytes() == file.read_bytes()
    other.close()


def test_a_row_changes_its_line_and_what_the_file_does_not_say_stays(
    good_law: GoodLaw, tmp_path: Path
) -> None:
    entry = good_law.enter(CARTY, Standing.LIMITED, by="Doe", note="kept", entered_by="mm")
    file = tmp_path / "list.csv"
    file.write_text("authority,status\n170 N.J. 632,overruled\n")
    assert good_law.import_from(file, "jr") == ImportReport(0, 1, 0)
    changed = good_law.entry(entry.id)
    assert (changed.standing, changed.by, changed.note, changed.name, changed.entered_by) == (
        Standing.OVERRULED, "Doe", "kept", "State v. Carty", "jr",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "row"),
    [
        ("170 N.J. 632,good,\n180 N.J. 1,good,\n170 N.J. 632,limited,\n", 4),
        ("170 N.J. 632,good,2010\n170 N.J. 632,limited,2010-01-01\n", 3),
        ("170 N.J. 632,good,\nfoo,limited,\n", 3),
    ],
)
def test_a_file_with_a_fault_imports_nothing(good_law: GoodLaw, tmp_path: Path, rows: str, row: int) -> None:
    before = filled(good_law)
    file = tmp_path / "list.csv"
    file.write_text(f"authority,status,since\n{rows}")
    with pytest.raises(ListFileError) as caught:
        good_law.import_from(file)
    assert (caught.value.row, caught.value.column) == (row, "authority")
    assert good_law.entries() == before


def test_files_that_cannot_be_read_or_written_are_reported(good_law: GoodLaw, tmp_path: Path) -> None:
    with pytest.raises(ListFileError, match="could not be opened"):
        good_law.import_from(tmp_path / "none.csv")
    with pytest.raises(ListFileError, match="could not be opened"):
        good_law.import_from(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(ExportRefused):
        good_law.export(tmp_path / "file" / "list.csv")


EVERYTHING: dict[str, Any] = {
    "canonical": st.sampled_from(["170 N.J. 632", "180 N.J. 1", "R. 3:5-7(d)", "N.J.S.A. 2C:44-1(a)"]),
    "standing": st.sampled_from(list(Standing)),
    "by": st.text(max_size=15),
    "since": st.none() | st.dates(date(1700, 1, 1)),
    "note": st.text(max_size=25),
}


@given(
    st.lists(st.fixed_dictionaries(EVERYTHING), max_size=6, unique_by=lambda e: (e["canonical"], e["since"]))
)
def test_any_entered_line_is_restored_from_its_export(
    good_law: GoodLaw, tmp_path: Path, lines: list[dict[str, Any]]
) -> None:
    empty_list(good_law)
    for line in lines:
        typed = {name: line[name] for name in ("by", "since", "note")}
        good_law.enter(line["canonical"], line["standing"], **typed)
    before = good_law.entries()
    assert good_law.export(tmp_path / "list.csv") == len(lines)
    if lines:
        assert good_law.import_from(tmp_path / "list.csv") == ImportReport(0, 0, len(lines))
        empty_list(good_law)
        assert good_law.import_from(tmp_path / "list.csv") == ImportReport(len(lines), 0, 0)
    assert without_numbers(good_law.entries()) == without_numbers(before)


def unnamed(good_law: GoodLaw) -> list[GoodLawEntry]:
    """The lines without numbers and names: a library that knows a case fills its name in."""
    return [replace(number, name="") for number in without_numbers(good_law.entries())]


def imported(good_law: GoodLaw, folder: Path, rows: str) -> ImportReport:
    file = folder / "rows.csv"
    file.write_text(f"authority,status,since,entered_at\n{rows}")
    return good_law.import_from(file, "mm")


def test_rows_of_one_case_that_contradict_each_other_are_refused(good_law: GoodLaw, tmp_path: Path) -> None:
    both = '"170 N.J. 632, 790 A.2d 903",limited,,2020-01-01\n790 A.2d 903,good,,2021-01-01\n'
    with pytest.raises(ListFileError, match=r"Row 3.* row 2 says something else"):
        imported(good_law, tmp_path, both)
    assert good_law.entries() == []


def test_a_row_adds_the_forms_that_its_line_does_not_have(good_law: GoodLaw, tmp_path: Path) -> None:
    good_law.enter("170 N.J. 632", Standing.LIMITED)
    row = '"790 A.2d 903, 170 N.J. 632",limited,,\n'
    assert imported(good_law, tmp_path, row) == ImportReport(0, 1, 0)
    assert [entry.forms for entry in good_law.entries()] == [("790 A.2d 903", "170 N.J. 632")]
    assert imported(good_law, tmp_path, row) == ImportReport(0, 0, 1)


def test_a_row_that_makes_two_lines_one_case_is_refused(good_law: GoodLaw, tmp_path: Path) -> None:
    good_law.enter("170 N.J. 632", Standing.LIMITED)
    good_law.enter("790 A.2d 903", Standing.GOOD)
    with pytest.raises(ListFileError, match="lines 1 and 2 of the list"):
        imported(good_law, tmp_path, '"170 N.J. 632, 790 A.2d 903",good,,\n')
    assert [entry.also for entry in good_law.entries()] == [(), ()]


CASE_FORMS = ("170 N.J. 632", "790 A.2d 903", "2002 WL 313", "121 S. Ct. 9")
TYPED = st.permutations(CASE_FORMS).flatmap(lambda some: st.integers(1, 3).map(lambda n: ", ".join(some[:n])))
CASE_ROWS = st.tuples(TYPED, st.sampled_from(list(Standing)), st.none() | st.just(date(2010, 1, 1)))


@pytest.fixture
def ignorant(tmp_path: Path) -> Iterator[GoodLaw]:
    """The list of a library without documents."""
    catalogue = open_catalogue(tmp_path / "ignorant.sqlite")
    yield GoodLaw(catalogue)
    catalogue.close()


@pytest.fixture
def knowing(library: GraphedCatalogue, good_law: GoodLaw) -> GoodLaw:
    """The list of a library where a document has all forms side by side."""
    library.add(f"State v. Carty, {', '.join(CASE_FORMS)}.")
    return good_law


@given(
    st.lists(CASE_ROWS, max_size=6), st.lists(st.tuples(TYPED, st.sampled_from(list(Standing))), max_size=3)
)
def test_any_list_can_be_imported_where_more_citations_are_known_to_be_one_case(
    ignorant: GoodLaw, knowing: GoodLaw, tmp_path: Path, entered: list[Any], rows: list[Any]
) -> None:
    empty_list(ignorant)
    empty_list(knowing)
    for typed, standing, since in entered:
        with contextlib.suppress(EntryRefused):
            ignorant.enter(typed, standing, since=since)
    for typed, standing in rows:
        with contextlib.suppress(ListFileError):
            imported(ignorant, tmp_path, f'"{typed}",{standing},,\n')
    entries = unnamed(ignorant)
    ignorant.export(tmp_path / "list.csv")
    for good_law in (ignorant, knowing, knowing) if entries else ():
        good_law.import_from(tmp_path / "list.csv")
        assert unnamed(good_law) == entries


@pytest.mark.parametrize("known", [False, True], ids=["new lines", "changed lines"])
def test_a_long_list_asks_the_catalogue_no_more_often_than_a_short_one(
    good_law: GoodLaw, tmp_path: Path, known: bool
) -> None:
    file = tmp_path / "list.csv"
    statements: dict[int, int] = {}
    for number in (5, 100):
        file.write_text("authority,status\n" + "".join(f"{number} N.J. {n},good\n" for n in range(1, number)))
        if known:
            good_law.import_from(file)
            file.write_text(file.read_text().replace("good", "limited"))
        statements[number] = _statements_of(lambda: good_law.import_from(file))
        assert {entry.standing for entry in good_law.entries()} <= {
            Standing.LIMITED if known else Standing.GOOD
        }
    assert statements[100] <= statements[5]


def _statements_of(work: Callable[[], object]) -> int:
    """Count the statements sent to the database while ``work`` runs."""
    sent: list[str] = []

    def send(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        sent.append(statement)

    event.listen(Engine, "before_cursor_execute", send)
    try:
        work()
    finally:
        event.remove(Engine, "before_cursor_execute", send)
    return len(sent)


@pytest.mark.forces_mistakes
def test_a_row_that_a_mistake_keeps_from_being_read_is_named_and_the_others_are_imported(
    good_law: GoodLaw, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(good_law_list, "parse_authority", failing(parse_authority))
    rows = "170 N.J. 632,good,,\nThe zebra 171 N.J. 1,good,,\n172 N.J. 2,good,,\n"
    assert imported(good_law, tmp_path, rows) == ImportReport(2, 0, 0, unread=(3,))
    assert [entry.canonical for entry in good_law.entries()] == ["170 N.J. 632", "172 N.J. 2"]


@pytest.mark.forces_mistakes
def test_a_line_whose_authority_cannot_be_read_any_more_stays_on_the_list_and_on_file(
    good_law: GoodLaw, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = filled(good_law)
    monkeypatch.setattr(good_law_list, "find", always_fails)
    assert (
        good_law.change(entries[0].id, Standing.GOOD, by="", since=None, note="", entered_by="mm").standing
        is Standing.GOOD
    )
    assert [entry.canonical for entry in good_law.entries()] == [entry.canonical for entry in entries]
