"""Tests of importing and exporting the good-law list, all of it or nothing."""

import contextlib
import stat
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Engine, event

from briefbank.catalogue.schema import open_catalogue
from briefbank.citations.provisions import parse_authority
from briefbank.citator import good_law_list
from briefbank.citator.good_law import GoodLaw
from briefbank.domain.authorities import GoodLawEntry, Standing
from briefbank.domain.authority_reports import ImportReport
from briefbank.errors import EntryRefused, ExportRefused, ListFileError
from tests.citator.graphed import GraphedCatalogue
from tests.citator.listing import CARTY, empty_list, without_numbers
from tests.support.annotation_mistakes import always_fails, failing


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


def test_importing_a_list_twice_changes_nothing_the_second_time(good_law: GoodLaw, tmp_path: Path) -> None:
    file = tmp_path / "list.csv"
    file.write_text("authority;status;since\nState v. Carty, 170 N.J. 632;limited;2010\n2C:44-1;good;\n")
    assert good_law.import_from(file, "mm") == ImportReport(2, 0, 0)
    before = good_law.entries()
    assert before[1].name == "State v. Carty" and {item.entered_by for item in before} == {"mm"}
    assert good_law.import_from(file, "somebody else") == ImportReport(0, 0, 2)
    assert good_law.entries() == before


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


def test_a_row_that_stands_there_twice_is_taken_once(good_law: GoodLaw, tmp_path: Path) -> None:
    file = tmp_path / "list.csv"
    file.write_text("authority,status\n170 N.J. 632,good\n170 N.J. 632,good\n")
    assert good_law.import_from(file) == ImportReport(1, 0, 0)


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


# --- rows of one case ----------------------------------------------------------------------------


def unnamed(good_law: GoodLaw) -> list[GoodLawEntry]:
    """The lines without numbers and names: a library that knows a case fills its name in."""
    return [replace(number, name="") for number in without_numbers(good_law.entries())]


def imported(good_law: GoodLaw, folder: Path, rows: str) -> ImportReport:
    file = folder / "rows.csv"
    file.write_text(f"authority,status,since,entered_at\n{rows}")
    return good_law.import_from(file, "mm")


def test_lines_on_one_case_are_exported_and_imported_anywhere(
    library: GraphedCatalogue, good_law: GoodLaw, tmp_path: Path
) -> None:
    good_law.enter("170 N.J. 632", Standing.LIMITED)
    good_law.enter("790 A.2d 903", Standing.GOOD)
    library.add(f"{CARTY}.")
    entries, file = good_law.entries(), tmp_path / "list.csv"
    good_law.export(file)
    assert good_law.import_from(file) == ImportReport(0, 0, 2) and good_law.entries() == entries
    empty_list(good_law)
    assert good_law.import_from(file) == ImportReport(2, 0, 0)
    assert unnamed(good_law) == [replace(entry, id=0) for entry in entries]


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


def test_two_rows_for_one_line_are_refused(good_law: GoodLaw, tmp_path: Path) -> None:
    good_law.enter(CARTY, Standing.LIMITED)
    rows = "170 N.J. 632,limited,,2020-01-01\n790 A.2d 903,good,,2021-01-01\n"
    with pytest.raises(ListFileError, match="Row 3"):
        imported(good_law, tmp_path, rows)


FORMS = ("170 N.J. 632", "790 A.2d 903", "2002 WL 313", "121 S. Ct. 9")
TYPED = st.permutations(FORMS).flatmap(lambda some: st.integers(1, 3).map(lambda n: ", ".join(some[:n])))
ROWS = st.tuples(TYPED, st.sampled_from(list(Standing)), st.none() | st.just(date(2010, 1, 1)))


@pytest.fixture
def ignorant(tmp_path: Path) -> Iterator[GoodLaw]:
    """The list of a library without documents."""
    catalogue = open_catalogue(tmp_path / "ignorant.sqlite")
    yield GoodLaw(catalogue)
    catalogue.close()


@pytest.fixture
def knowing(library: GraphedCatalogue, good_law: GoodLaw) -> GoodLaw:
    """The list of a library where a document has all forms side by side."""
    library.add(f"State v. Carty, {', '.join(FORMS)}.")
    return good_law


@given(st.lists(ROWS, max_size=6), st.lists(st.tuples(TYPED, st.sampled_from(list(Standing))), max_size=3))
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
