"""Tests of the good-law list: which entries it accepts, and its alerts."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.catalogue import document_rows
from briefbank.catalogue.schema import open_catalogue
from briefbank.citator.good_law import GoodLaw
from briefbank.domain.authorities import CitationKind, Standing
from briefbank.errors import EntryRefused, NotInLibrary
from tests.citator.graphed import GraphedCatalogue
from tests.citator.listing import ALWAYS_THE_SAME, CARTY, alerts_for, empty_list, passages


def test_a_line_is_kept_as_it_was_entered(good_law: GoodLaw, library: GraphedCatalogue) -> None:
    entry = good_law.enter(
        CARTY,
        Standing.OVERRULED,
        by=" State v.  Doe ",
        since=date(2015, 3, 3),
        note="a\r\n b ",
        entered_by="mm",
    )
    assert (entry.canonical, entry.name, entry.by, entry.note) == (
        "170 N.J. 632", "State v. Carty", "State v. Doe", "a\n b",
    )  # fmt: skip
    assert (entry.standing, entry.since, entry.entered_by) == (Standing.OVERRULED, date(2015, 3, 3), "mm")
    assert GoodLaw(library.catalogue).entries() == [entry] == [good_law.entry(entry.id)]


def test_a_computer_without_a_user_name_does_not_stop_anybody(
    good_law: GoodLaw, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody() -> str:
        raise KeyError("uid")

    monkeypatch.setattr("getpass.getuser", nobody)
    assert good_law.enter(CARTY, Standing.GOOD).entered_by == "not known"


@pytest.mark.parametrize("typed", ["", "   ", "the leading case", "\ud800", "x" * 100_000, "State v. Nobody"])
def test_text_without_a_citation_is_refused(good_law: GoodLaw, typed: str) -> None:
    with pytest.raises(EntryRefused):
        good_law.enter(typed, Standing.GOOD)
    assert good_law.entries() == []


def test_fields_that_no_file_could_hold_are_refused_or_put_right(good_law: GoodLaw) -> None:
    with pytest.raises(EntryRefused, match="too long"):
        good_law.enter(CARTY, Standing.GOOD, note="x" * 5000)
    assert good_law.enter(CARTY, Standing.LIMITED, by="a\ud800\0b").by == "a?b"


def test_spellings_that_only_the_library_knows_are_understood(
    library: GraphedCatalogue, good_law: GoodLaw
) -> None:
    library.add(f"{ALWAYS_THE_SAME}{CARTY}.")
    assert good_law.enter("170 NJ 632", Standing.LIMITED).canonical == "170 N.J. 632"
    named = good_law.enter("state v carty", Standing.LIMITED, since=date(2015, 1, 1))
    assert (named.canonical, named.name) == ("170 N.J. 632", "State v. Carty")


def test_a_name_that_two_cases_have_is_refused_with_both(
    library: GraphedCatalogue, good_law: GoodLaw
) -> None:
    library.add("State v. Carty, 170 N.J. 632 (2002).", "State v. Carty, 174 N.J. 351 (2002).")
    with pytest.raises(EntryRefused, match=r"170 N\.J\. 632.*174 N\.J\. 351"):
        good_law.enter("State v. Carty", Standing.LIMITED)


def test_two_standings_of_one_authority_need_different_days(good_law: GoodLaw) -> None:
    first = good_law.enter(CARTY, Standing.LIMITED, since=date(2010, 1, 1))
    second = good_law.enter(CARTY, Standing.OVERRULED, since=date(2015, 1, 1))
    with pytest.raises(EntryRefused, match=f"Line {first.id} .*limited, since January 1, 2010"):
        good_law.enter("170 N.J. 632", Standing.GOOD, since=date(2010, 1, 1))
    assert good_law.entries() == [second, first]


def test_a_line_is_changed_but_not_into_a_contradiction(good_law: GoodLaw) -> None:
    good_law.enter(CARTY, Standing.LIMITED)
    dated = good_law.enter(CARTY, Standing.OVERRULED, since=date(2015, 1, 1))
    with pytest.raises(EntryRefused):
        good_law.change(dated.id, Standing.OVERRULED, by="", since=None, note="", entered_by="")
    changed = good_law.change(
        dated.id, Standing.GOOD, by="x", since=date(2016, 1, 1), note="n", entered_by="mm"
    )
    assert good_law.entry(dated.id) == changed
    assert (changed.standing, changed.by, changed.since, changed.entered_by) == (
        Standing.GOOD,
        "x",
        date(2016, 1, 1),
        "mm",
    )


def test_lines_that_are_not_there_cannot_be_changed_and_are_not_counted_when_removed(
    good_law: GoodLaw,
) -> None:
    entry = good_law.enter(CARTY, Standing.LIMITED)
    with pytest.raises(NotInLibrary, match="no line 99"):
        good_law.change(99, Standing.GOOD, by="", since=None, note="", entered_by="")
    assert good_law.remove([entry.id, 99]) == 1 and good_law.remove([entry.id]) == 0
    assert good_law.entries() == []


def test_one_of_two_simultaneous_contradicting_entries_is_refused(tmp_path: Path, good_law: GoodLaw) -> None:
    other = open_catalogue(tmp_path / "catalogue.sqlite")

    def enter(by: GoodLaw) -> bool:
        try:
            by.enter(CARTY, Standing.LIMITED)
        except EntryRefused:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        entered = list(pool.map(enter, [good_law, GoodLaw(other)] * 4))
    assert entered.count(True) == 1 and len(good_law.entries()) == 1
    other.close()


def test_an_alert_says_what_the_list_says_and_since_when(good_law: GoodLaw) -> None:
    good_law.enter(CARTY, Standing.OVERRULED, by="State v. Doe, 200 N.J. 1", since=date(2015, 3, 3))
    assert alerts_for(good_law, "170 N.J. 632") == (
        "State v. Carty, 170 N.J. 632: overruled by State v. Doe, 200 N.J. 1, since March 3, 2015, "
        "your good-law list says.",
    )
    assert alerts_for(good_law, "70 N.J. 632") == ()


def test_a_treatment_on_other_grounds_is_reported_without_discrediting_the_case(
    library: GraphedCatalogue, good_law: GoodLaw
) -> None:
    library.add(f"{ALWAYS_THE_SAME}{CARTY}.")
    good_law.enter(CARTY, Standing.REVERSED_ON_OTHER_GROUNDS, by="State v. Doe, 200 N.J. 1")
    assert alerts_for(good_law, "170 N.J. 632") == (
        "State v. Carty, 170 N.J. 632: reversed on other grounds by State v. Doe, 200 N.J. 1, your "
        "good-law list says. The point that it is cited for may still stand; cite it with this history.",
    )
    assert good_law.outdated_documents() == {}
    [note] = good_law.notes(["170 N.J. 632"])
    assert note.alerts and note.text.startswith(
        "Your good-law list says what was done to it on other grounds; your point may still stand."
    )


def test_short_forms_and_parallel_citations_are_alerted_too(
    library: GraphedCatalogue, good_law: GoodLaw
) -> None:
    library.add(f"{ALWAYS_THE_SAME}{CARTY}.", f"{ALWAYS_THE_SAME}Carty, 170 N.J. at 640. Id. at 641.")
    only_parallel = library.add("The rule is in 790 A.2d 903.")
    good_law.enter("170 N.J. 632", Standing.LIMITED)
    every = [
        passage
        for document in document_rows.iterate(library.catalogue)
        for passage in passages(library, document)
    ]
    alerts = good_law.alerts(every)
    assert set(alerts) == {item.id for item in every} and len(set(alerts.values())) == 1
    assert passages(library, only_parallel)[0].id in alerts


def test_a_part_that_is_listed_says_nothing_of_other_parts_in_the_library(
    library: GraphedCatalogue, good_law: GoodLaw
) -> None:
    document = library.add("N.J.S.A. 2C:44-1(a) was applied.", "N.J.S.A. 2C:44-1(b) was applied.")
    good_law.enter("N.J.S.A. 2C:44-1(a)", Standing.AMENDED)
    first, second = passages(library, document)
    assert set(good_law.alerts([first, second])) == {first.id}


def test_the_newest_line_counts_and_the_others_are_named(good_law: GoodLaw) -> None:
    good_law.enter(CARTY, Standing.LIMITED)
    good_law.enter(CARTY, Standing.OVERRULED, since=date(2010, 1, 1))
    good_law.enter(CARTY, Standing.GOOD, since=date(2020, 1, 1))
    assert not alerts_for(good_law, "170 N.J. 632")
    [text] = alerts_for(good_law, "170 N.J. 632", as_of=date(2015, 1, 1))
    assert "632: overruled, since January 1, 2010" in text and text.endswith("Also on the list: limited.")
    [text] = alerts_for(good_law, "170 N.J. 632", as_of=date(2009, 1, 1))
    assert "632: limited, your" in text and "overruled" not in text


def test_the_gravest_alert_stands_first(good_law: GoodLaw) -> None:
    for number, standing in enumerate(
        (
            *(Standing.QUESTIONED, Standing.GOOD, Standing.OVERRULED, Standing.LIMITED, Standing.SUPERSEDED),
            *(Standing.REVERSED_ON_OTHER_GROUNDS, Standing.REVERSED_IN_PART, Standing.VACATED),
        )
    ):
        good_law.enter(f"{170 + number} N.J. 1", standing)
    texts = alerts_for(good_law, *(f"{170 + number} N.J. 1" for number in range(8)), "170 N.J. 1")
    assert [text.split(": ")[1].split(",")[0] for text in texts] == [
        *("overruled", "vacated", "superseded", "reversed in part", "limited", "questioned"),
        "reversed on other grounds",
    ]


def test_entries_of_another_program_count_at_once(tmp_path: Path, good_law: GoodLaw) -> None:
    assert not alerts_for(good_law, "170 N.J. 632")
    other = open_catalogue(tmp_path / "catalogue.sqlite")
    entry = GoodLaw(other).enter(CARTY, Standing.OVERRULED)
    assert alerts_for(good_law, "170 N.J. 632")
    GoodLaw(other).remove([entry.id])
    assert not alerts_for(good_law, "170 N.J. 632")
    other.close()


NUMBERS = ("", "(a)", "(a)(1)", "(a)(2)", "(b)")
DAYS = st.none() | st.dates(date(2000, 1, 1), date(2000, 1, 4))
LISTED = st.tuples(st.sampled_from(NUMBERS), st.sampled_from(list(Standing)), DAYS)


@given(
    st.lists(LISTED, max_size=8, unique_by=lambda item: (item[0], item[2])),
    st.sampled_from(NUMBERS),
    st.dates(date(1999, 12, 31), date(2000, 1, 5)),
)
def test_alerts_are_those_of_a_reading_of_the_list_line_by_line(
    good_law: GoodLaw, listed: list[tuple[str, Standing, date | None]], cited: str, day: date
) -> None:
    empty_list(good_law)
    for number, standing, since in listed:
        good_law.enter(f"N.J.S.A. 2C:44-1{number}", standing, since=since)
    expected = set()
    for number in NUMBERS:
        if cited.startswith(number):
            known = [(since or date.min, standing) for at, standing, since in listed if at == number]
            in_force = [item for item in known if item[0] <= day]
            if in_force and (standing := max(in_force)[1]) is not Standing.GOOD:
                expected.add((f"N.J.S.A. 2C:44-1{number}", standing.value))
    texts = alerts_for(good_law, f"N.J.S.A. 2C:44-1{cited}", as_of=day)
    assert {(text.split(": ")[0], text.split(": ")[1].split(",")[0]) for text in texts} == expected


def test_a_line_speaks_of_every_parallel_citation_that_was_typed_with_it(
    library: GraphedCatalogue, good_law: GoodLaw
) -> None:
    entry = good_law.enter(CARTY, Standing.OVERRULED)
    assert (entry.canonical, entry.also) == ("170 N.J. 632", ("790 A.2d 903",))
    document = library.add("The rule is in 790 A.2d 903, 910.")
    [passage] = passages(library, document)
    assert good_law.alerts([passage])[passage.id] == alerts_for(good_law, "170 N.J. 632")
    assert alerts_for(good_law, "790 A.2d 903", "170 N.J. 632") == alerts_for(good_law, "170 N.J. 632")
    assert GoodLaw(library.catalogue).entries() == [entry]


def test_parallel_citations_are_followed_through_the_list_and_the_library(
    library: GraphedCatalogue, good_law: GoodLaw
) -> None:
    good_law.enter(CARTY, Standing.LIMITED, since=date(2010, 1, 1))
    good_law.enter("790 A.2d 903, 2002 WL 313, 121 S. Ct. 9", Standing.QUESTIONED, since=date(2012, 1, 1))
    library.add("State v. Carty, 121 S. Ct. 9, 148 L. Ed. 2d 8.")
    expected = alerts_for(good_law, "170 N.J. 632")
    assert len(expected) == 1 and "questioned" in expected[0] and "limited" in expected[0]
    for form in ("790 A.2d 903", "2002 WL 313", "121 S. Ct. 9", "148 L. Ed. 2d 8"):
        assert alerts_for(good_law, form) == expected, form


def test_a_line_contradicts_another_by_any_of_its_forms(good_law: GoodLaw) -> None:
    good_law.enter(CARTY, Standing.LIMITED)
    with pytest.raises(EntryRefused, match="Line 1 "):
        good_law.enter("790 A.2d 903", Standing.GOOD)
    good_law.enter("790 A.2d 903, 2002 WL 313", Standing.GOOD, since=date(2012, 1, 1))
    with pytest.raises(EntryRefused, match="Line 1 "):
        good_law.enter("2002 WL 313", Standing.OVERRULED)


def test_the_last_entered_of_several_lines_on_one_case_counts(
    library: GraphedCatalogue, good_law: GoodLaw, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = good_law.enter("170 N.J. 632", Standing.LIMITED)
    monkeypatch.setattr("briefbank.citator.good_law.now", lambda: first.entered_at + timedelta(days=1))
    second = good_law.enter("790 A.2d 903", Standing.GOOD)
    library.add(f"{CARTY}.")
    assert not alerts_for(good_law, "170 N.J. 632") and not alerts_for(good_law, "790 A.2d 903")
    assert good_law.entries_on("170 N.J. 632", CitationKind.CASE) == [second, first]
    monkeypatch.setattr("briefbank.citator.good_law.now", lambda: first.entered_at + timedelta(days=2))
    with pytest.raises(EntryRefused, match=f"Line {second.id} ") as caught:
        good_law.change(first.id, Standing.LIMITED, by="", since=None, note="n", entered_by="")
    assert "Take one of the two off the list" in caught.value.remedy
    good_law.remove([second.id])
    assert "limited" in alerts_for(good_law, "790 A.2d 903")[0]


def test_the_gravest_of_several_lines_entered_in_one_second_counts(
    library: GraphedCatalogue, good_law: GoodLaw, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = good_law.enter("170 N.J. 632", Standing.LIMITED).entered_at
    monkeypatch.setattr("briefbank.citator.good_law.now", lambda: moment)
    good_law.enter("790 A.2d 903", Standing.GOOD)
    library.add(f"{CARTY}.")
    assert "632: limited, your" in alerts_for(good_law, "790 A.2d 903")[0]


def test_the_report_counts_documents_that_cite_any_form_of_a_line(
    library: GraphedCatalogue, good_law: GoodLaw
) -> None:
    one = library.add("The rule is in 790 A.2d 903.")
    two = library.add("The rule is in 170 N.J. 632.")
    assert [item.document.id for item in good_law.relying("170 N.J. 632")] == [two.id]
    assert {item.document.id for item in good_law.relying(CARTY)} == {one.id, two.id}
    good_law.enter(CARTY, Standing.LIMITED)
    assert {item.document.id for item in good_law.relying("170 N.J. 632")} == {one.id, two.id}
