"""The office's list: what may stand on it, what it alerts to, what is proposed for it, and how it travels."""

import stat
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.catalogue.store import Catalogue
from briefbank.citator.good_law import GoodLaw
from briefbank.errors import EntryRefused, ListFileError, NotInLibrary
from briefbank.law import GoodLawEntry, Standing
from briefbank.law_reports import ImportReport
from briefbank.models import Citation, Document, Kind, Passage, Role
from tests.citator.graphed import Library, reading

CARTY = "State v. Carty, 170 N.J. 632, 790 A.2d 903 (2002)"
DOE = "State v. Doe, 200 N.J. 1 (2009)"
ALWAYS_THE_SAME = "The trooper had no reason to ask for consent. "


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    catalogue = Catalogue.open(tmp_path / "catalogue.sqlite")
    yield Library(catalogue)
    catalogue.close()


@pytest.fixture
def good_law(library: Library) -> GoodLaw:
    return GoodLaw(library.catalogue)


def passages(library: Library, document: Document) -> list[Passage]:
    return library.catalogue.passages_of(document.id)


def citing(*canonicals: str, id_: int = 1) -> Passage:
    cited = tuple(
        Citation(0, 1, each, "case" if " N.J. " in each or " A.2d " in each else "statute")
        for each in canonicals
    )
    return Passage(0, "text", Role.BODY, (), (), "", cited, id=id_)


def alerted(good_law: GoodLaw, *canonicals: str, as_of: date | None = None) -> tuple[str, ...]:
    return good_law.alerts([citing(*canonicals)], as_of).get(1, ())


def without_numbers(entries: Sequence[GoodLawEntry]) -> list[GoodLawEntry]:
    return [replace(each, id=0) for each in entries]


def emptied(good_law: GoodLaw) -> None:
    """Examples of one property share a catalogue: making one takes longer than all that is done in it."""
    good_law.remove([each.id for each in good_law.entries()])


# --- lines ---------------------------------------------------------------------------------------


def test_a_line_is_kept_as_it_was_entered(good_law: GoodLaw, library: Library) -> None:
    made = good_law.enter(
        CARTY,
        Standing.OVERRULED,
        by=" State v.  Doe ",
        since=date(2015, 3, 3),
        note="a\r\n b ",
        entered_by="mm",
    )
    assert (made.canonical, made.name, made.by, made.note) == (
        "170 N.J. 632", "State v. Carty", "State v. Doe", "a\n b",
    )  # fmt: skip
    assert (made.standing, made.since, made.entered_by) == (Standing.OVERRULED, date(2015, 3, 3), "mm")
    assert GoodLaw(library.catalogue).entries() == [made] == [good_law.entry(made.id)]


def test_who_entered_a_line_is_the_computers_user_where_nobody_says(
    good_law: GoodLaw, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: "jroe")
    assert good_law.enter(CARTY, Standing.GOOD).entered_by == "jroe"


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


def test_spellings_that_only_the_library_knows_are_understood(library: Library, good_law: GoodLaw) -> None:
    library.add(f"{ALWAYS_THE_SAME}{CARTY}.")
    assert good_law.enter("170 NJ 632", Standing.LIMITED).canonical == "170 N.J. 632"
    named = good_law.enter("state v carty", Standing.LIMITED, since=date(2015, 1, 1))
    assert (named.canonical, named.name) == ("170 N.J. 632", "State v. Carty")


def test_a_name_that_two_cases_have_is_refused_with_both(library: Library, good_law: GoodLaw) -> None:
    library.add("State v. Carty, 170 N.J. 632 (2002).", "State v. Carty, 174 N.J. 351 (2002).")
    with pytest.raises(EntryRefused, match=r"170 N\.J\. 632.*174 N\.J\. 351"):
        good_law.enter("State v. Carty", Standing.LIMITED)


def test_two_standings_of_one_authority_need_different_days(good_law: GoodLaw) -> None:
    first = good_law.enter(CARTY, Standing.LIMITED, since=date(2010, 1, 1))
    second = good_law.enter(CARTY, Standing.OVERRULED, since=date(2015, 1, 1))
    with pytest.raises(EntryRefused, match=f"Line {first.id} .*limited, since 1 January 2010"):
        good_law.enter("170 N.J. 632", Standing.GOOD, since=date(2010, 1, 1))
    assert good_law.entries() == [second, first]


def test_two_standings_without_a_day_contradict_each_other(good_law: GoodLaw) -> None:
    good_law.enter(CARTY, Standing.LIMITED)
    with pytest.raises(EntryRefused):
        good_law.enter(CARTY, Standing.GOOD)


def test_a_parallel_citation_is_the_same_authority(library: Library, good_law: GoodLaw) -> None:
    library.add(f"{ALWAYS_THE_SAME}{CARTY}.")
    good_law.enter("170 N.J. 632", Standing.LIMITED)
    with pytest.raises(EntryRefused):
        good_law.enter("790 A.2d 903", Standing.GOOD)


def test_a_part_of_a_provision_may_stand_beside_the_whole(good_law: GoodLaw) -> None:
    good_law.enter("N.J.S.A. 2C:44-1", Standing.GOOD)
    good_law.enter("N.J.S.A. 2C:44-1(a)", Standing.AMENDED)
    good_law.enter("N.J.S.A. 2C:44-1(b)", Standing.SUPERSEDED)
    assert len(good_law.entries()) == 3


def test_a_line_is_changed_but_not_into_a_contradiction(good_law: GoodLaw) -> None:
    good_law.enter(CARTY, Standing.LIMITED)
    dated = good_law.enter(CARTY, Standing.OVERRULED, since=date(2015, 1, 1))
    with pytest.raises(EntryRefused):
        good_law.change(dated.id, Standing.OVERRULED, by="", since=None, note="", entered_by="")
    made = good_law.change(dated.id, Standing.GOOD, by="x", since=date(2016, 1, 1), note="n", entered_by="mm")
    assert good_law.entry(dated.id) == made
    assert (made.standing, made.by, made.since, made.entered_by) == (
        Standing.GOOD,
        "x",
        date(2016, 1, 1),
        "mm",
    )


def test_lines_that_are_not_there_cannot_be_changed_and_are_not_counted_when_removed(
    good_law: GoodLaw,
) -> None:
    made = good_law.enter(CARTY, Standing.LIMITED)
    with pytest.raises(NotInLibrary, match="no line 99"):
        good_law.change(99, Standing.GOOD, by="", since=None, note="", entered_by="")
    assert good_law.remove([made.id, 99]) == 1 and good_law.remove([made.id]) == 0
    assert good_law.entries() == []


def test_of_two_people_who_contradict_each_other_at_once_one_is_refused(
    tmp_path: Path, good_law: GoodLaw
) -> None:
    other = Catalogue.open(tmp_path / "catalogue.sqlite")

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


# --- alerts --------------------------------------------------------------------------------------


def test_an_alert_says_what_the_list_says_and_since_when(good_law: GoodLaw) -> None:
    good_law.enter(CARTY, Standing.OVERRULED, by="State v. Doe, 200 N.J. 1", since=date(2015, 3, 3))
    assert alerted(good_law, "170 N.J. 632") == (
        "State v. Carty, 170 N.J. 632: overruled by State v. Doe, 200 N.J. 1, since 3 March 2015, "
        "your office’s list says.",
    )
    assert alerted(good_law, "70 N.J. 632") == ()


def test_what_happened_after_the_day_asked_about_does_not_count(good_law: GoodLaw) -> None:
    good_law.enter(CARTY, Standing.OVERRULED, since=date(2015, 3, 3))
    assert not alerted(good_law, "170 N.J. 632", as_of=date(2015, 3, 2))
    assert alerted(good_law, "170 N.J. 632", as_of=date(2015, 3, 3))
    good_law.enter("200 N.J. 1", Standing.SUPERSEDED, since=date(9999, 1, 1))
    assert not alerted(good_law, "200 N.J. 1")


def test_short_forms_and_parallel_citations_are_alerted_too(library: Library, good_law: GoodLaw) -> None:
    library.add(f"{ALWAYS_THE_SAME}{CARTY}.", f"{ALWAYS_THE_SAME}Carty, 170 N.J. at 640. Id. at 641.")
    only_parallel = library.add("The rule is in 790 A.2d 903.")
    good_law.enter("170 N.J. 632", Standing.LIMITED)
    every = [each for document in library.catalogue.documents() for each in passages(library, document)]
    found = good_law.alerts(every)
    assert set(found) == {each.id for each in every} and len(set(found.values())) == 1
    assert passages(library, only_parallel)[0].id in found


def test_a_line_for_a_whole_provision_speaks_of_its_parts_and_not_the_other_way_round(
    good_law: GoodLaw,
) -> None:
    good_law.enter("N.J.S.A. 2C:44-1(a)", Standing.AMENDED)
    assert alerted(good_law, "N.J.S.A. 2C:44-1(a)") and alerted(good_law, "N.J.S.A. 2C:44-1(a)(3)")
    assert not alerted(good_law, "N.J.S.A. 2C:44-1") and not alerted(good_law, "N.J.S.A. 2C:44-1(b)")
    good_law.enter("N.J.S.A. 2C:43-1", Standing.AMENDED)
    assert alerted(good_law, "N.J.S.A. 2C:43-1(c)(1)") and not alerted(good_law, "N.J.S.A. 2C:43-10")


def test_a_part_that_is_listed_says_nothing_of_other_parts_in_the_library(
    library: Library, good_law: GoodLaw
) -> None:
    document = library.add("N.J.S.A. 2C:44-1(a) was applied.", "N.J.S.A. 2C:44-1(b) was applied.")
    good_law.enter("N.J.S.A. 2C:44-1(a)", Standing.AMENDED)
    first, second = passages(library, document)
    assert set(good_law.alerts([first, second])) == {first.id}


def test_the_newest_line_counts_and_the_others_are_named(good_law: GoodLaw) -> None:
    good_law.enter(CARTY, Standing.LIMITED)
    good_law.enter(CARTY, Standing.OVERRULED, since=date(2010, 1, 1))
    good_law.enter(CARTY, Standing.GOOD, since=date(2020, 1, 1))
    assert not alerted(good_law, "170 N.J. 632")
    [text] = alerted(good_law, "170 N.J. 632", as_of=date(2015, 1, 1))
    assert "632: overruled, since 1 January 2010" in text and text.endswith("Also on the list: limited.")
    [text] = alerted(good_law, "170 N.J. 632", as_of=date(2009, 1, 1))
    assert "632: limited, your" in text and "overruled" not in text


def test_the_gravest_alert_stands_first(good_law: GoodLaw) -> None:
    for number, standing in enumerate(
        (Standing.QUESTIONED, Standing.GOOD, Standing.OVERRULED, Standing.LIMITED, Standing.SUPERSEDED)
    ):
        good_law.enter(f"{170 + number} N.J. 1", standing)
    texts = alerted(good_law, *(f"{170 + number} N.J. 1" for number in range(5)), "170 N.J. 1")
    assert [text.split(": ")[1].split(",")[0] for text in texts] == [
        "overruled", "superseded", "limited", "questioned",
    ]  # fmt: skip


def test_what_another_program_enters_counts_at_once(tmp_path: Path, good_law: GoodLaw) -> None:
    assert not alerted(good_law, "170 N.J. 632")
    other = Catalogue.open(tmp_path / "catalogue.sqlite")
    made = GoodLaw(other).enter(CARTY, Standing.OVERRULED)
    assert alerted(good_law, "170 N.J. 632")
    GoodLaw(other).remove([made.id])
    assert not alerted(good_law, "170 N.J. 632")
    other.close()


NUMBERS = ("", "(a)", "(a)(1)", "(a)(2)", "(b)")
DAYS = st.none() | st.dates(date(2000, 1, 1), date(2000, 1, 4))
LISTED = st.tuples(st.sampled_from(NUMBERS), st.sampled_from(list(Standing)), DAYS)


@given(
    st.lists(LISTED, max_size=8, unique_by=lambda each: (each[0], each[2])),
    st.sampled_from(NUMBERS),
    st.dates(date(1999, 12, 31), date(2000, 1, 5)),
)
def test_alerts_are_those_of_a_reading_of_the_list_line_by_line(
    good_law: GoodLaw, listed: list[tuple[str, Standing, date | None]], cited: str, day: date
) -> None:
    emptied(good_law)
    for number, standing, since in listed:
        good_law.enter(f"N.J.S.A. 2C:44-1{number}", standing, since=since)
    expected = set()
    for number in NUMBERS:
        if cited.startswith(number):
            known = [(since or date.min, standing) for at, standing, since in listed if at == number]
            in_force = [each for each in known if each[0] <= day]
            if in_force and (standing := max(in_force)[1]) is not Standing.GOOD:
                expected.add((f"N.J.S.A. 2C:44-1{number}", standing.value))
    texts = alerted(good_law, f"N.J.S.A. 2C:44-1{cited}", as_of=day)
    assert {(text.split(": ")[0], text.split(": ")[1].split(",")[0]) for text in texts} == expected


# --- proposals -----------------------------------------------------------------------------------

SAYS = f"{CARTY}, overruled by {DOE}."


def statement(
    library: Library, text: str = SAYS, *, kind: Kind = Kind.BRIEF, filed: date | None = None
) -> Document:
    return library.put(reading([text], kind=kind, title=f"{kind} {filed}", filed=filed))


def test_what_the_library_says_is_proposed_with_its_sentence(library: Library, good_law: GoodLaw) -> None:
    document = statement(library)
    [proposal] = good_law.proposals()
    assert (proposal.authority.canonical, proposal.standing) == ("170 N.J. 632", Standing.OVERRULED)
    assert proposal.by == "State v. Doe, 200 N.J. 1" and proposal.document == document
    assert proposal.sentence.startswith("State v. Carty") and "overruled" in proposal.words
    assert proposal.words in proposal.sentence
    assert good_law.entries() == []
    assert good_law.proposals(library.id_of("170 N.J. 632")) == [proposal]
    assert good_law.proposals(library.id_of("200 N.J. 1")) == []


def test_a_statement_of_many_documents_is_one_proposal_from_the_best(
    library: Library, good_law: GoodLaw
) -> None:
    statement(library, f"As we said, {SAYS}", filed=date(2022, 1, 1))
    statement(library, kind=Kind.OPINION, filed=date(2011, 1, 1))
    best = statement(library, f"But see {SAYS}", kind=Kind.OPINION, filed=date(2012, 1, 1))
    statement(library, kind=Kind.DIRECTIVE, filed=date(2023, 1, 1))
    [proposal] = good_law.proposals()
    assert proposal.document == best


def test_a_confirmed_proposal_is_a_line_that_names_its_source(library: Library, good_law: GoodLaw) -> None:
    statement(library, kind=Kind.OPINION, filed=date(2011, 1, 1))
    [proposal] = good_law.proposals()
    made = good_law.confirm(proposal.key, entered_by="mm", since=date(2009, 5, 5))
    assert (made.canonical, made.name, made.standing) == (
        "170 N.J. 632",
        "State v. Carty",
        Standing.OVERRULED,
    )
    assert made.note == "From opinion 2011-01-01 at 1 (filed Jan. 1, 2011)"
    assert (made.by, made.since, made.entered_by) == (proposal.by, date(2009, 5, 5), "mm")
    assert good_law.proposals() == []
    good_law.remove([made.id])
    assert good_law.proposals() == [], "what was decided on is not proposed again"


def test_a_dismissed_proposal_stays_away_when_documents_are_read_again_or_repeat_it(
    library: Library, good_law: GoodLaw
) -> None:
    document = statement(library)
    good_law.dismiss(good_law.proposals()[0].key)
    assert good_law.proposals() == [] and good_law.entries() == []
    library.put(reading([SAYS]), replacing=document.id)
    statement(library, filed=date(2024, 1, 1))
    assert good_law.proposals() == []


def test_what_the_list_says_already_is_not_proposed(library: Library, good_law: GoodLaw) -> None:
    statement(library)
    made = good_law.enter("790 A.2d 903", Standing.OVERRULED)
    assert good_law.proposals() == []
    good_law.change(made.id, Standing.LIMITED, by="", since=None, note="", entered_by="")
    [proposal] = good_law.proposals()
    with pytest.raises(EntryRefused, match=f"Line {made.id} "):
        good_law.confirm(proposal.key)
    assert good_law.proposals() == [proposal], "a refused confirmation decides nothing"
    assert good_law.confirm(proposal.key, since=date(2009, 1, 1)).since == date(2009, 1, 1)


def test_provisions_that_amend_each_other_are_two_proposals(library: Library, good_law: GoodLaw) -> None:
    one, two = "N.J.S.A. 2C:44-1", "N.J.S.A. 2C:43-6"
    statement(library, f"{one} was amended by {two}.")
    statement(library, f"{two} was amended by {one}.")
    assert {(each.authority.canonical, each.by) for each in good_law.proposals()} == {(one, two), (two, one)}


def test_the_same_sentence_about_two_authorities_is_two_proposals(
    library: Library, good_law: GoodLaw
) -> None:
    statement(library, "State v. Poe, 150 N.J. 1 (1997), is no longer good law.")
    statement(library, "State v. Roe, 151 N.J. 1 (1997), is no longer good law.")
    first, second = good_law.proposals()
    good_law.dismiss(first.key)
    assert good_law.proposals() == [second]


def test_proposals_that_are_not_there_cannot_be_decided_on(good_law: GoodLaw) -> None:
    with pytest.raises(NotInLibrary):
        good_law.confirm("0" * 16)
    with pytest.raises(NotInLibrary):
        good_law.dismiss("")


def test_proposals_go_with_the_document_that_said_it(library: Library, good_law: GoodLaw) -> None:
    document = statement(library)
    library.catalogue.remove_document(document.id)
    assert good_law.proposals() == []


# --- notes and reports ---------------------------------------------------------------------------


def test_a_note_never_says_that_something_holds_unless_the_list_does(
    library: Library, good_law: GoodLaw
) -> None:
    library.put(reading([f"{ALWAYS_THE_SAME}{CARTY}."], filed=date(2021, 3, 3)))
    [note] = good_law.notes(["170 N.J. 632"])
    assert note.text == (
        "Not on your office’s list, which leaves open whether it still holds. Cited in 1 document, last on "
        "3 March 2021. Only your office’s list and library were looked at."
    )
    assert (note.passages, note.documents, note.last_cited, note.alerts) == (1, 1, date(2021, 3, 3), ())
    good_law.enter(CARTY, Standing.GOOD, since=date(2002, 1, 1), entered_by="mm")
    [note] = good_law.notes(["790 A.2d 903"])
    assert "says that it is good law since 1 January 2002, entered by mm on" in note.text and not note.alerts


def test_a_note_by_name_counts_proposals_and_gives_alerts(library: Library, good_law: GoodLaw) -> None:
    statement(library)
    [note] = good_law.notes([], ["state v carty"])
    assert note.authority.canonical == "170 N.J. 632" and note.proposals == 1
    assert "A statement in your library speaks against it" in note.text
    good_law.confirm(good_law.proposals()[0].key)
    [note] = good_law.notes(["170 N.J. 632"], ["State v. Carty"])
    assert note.proposals == 0 and "overruled by State v. Doe" in note.alerts[0]
    assert "speaks against it." in note.text


def test_what_nobody_knows_is_said_to_be_unknown(good_law: GoodLaw) -> None:
    by_cite, by_name = good_law.notes(["170 N.J. 632"], ["State v. Nobody"])
    for note in (by_cite, by_name):
        assert note.authority.id == 0 and "No document of your library cites it." in note.text
        assert "leaves open" in note.text
    assert by_name.authority.canonical == "State v. Nobody"


def test_a_case_that_only_the_list_knows_is_found_by_name(good_law: GoodLaw) -> None:
    good_law.enter(CARTY, Standing.OVERRULED)
    [note] = good_law.notes([], ["State v. Carty"])
    assert note.authority.canonical == "170 N.J. 632" and note.alerts


def test_a_note_on_a_provision_says_what_the_list_has_of_its_parts(good_law: GoodLaw) -> None:
    good_law.enter("N.J.S.A. 2C:44-1(a)", Standing.AMENDED)
    [whole] = good_law.notes(["N.J.S.A. 2C:44-1"])
    assert "a part of it" in whole.text and len(whole.alerts) == 1
    [part] = good_law.notes(["N.J.S.A. 2C:44-1(a)(1)"])
    assert "speaks against it." in part.text


def test_the_report_has_every_document_that_relies_the_newest_first(
    library: Library, good_law: GoodLaw
) -> None:
    old = library.put(reading([f"{CARTY}.", "Nothing.", "Carty, 170 N.J. at 640."], filed=date(2010, 1, 1)))
    undated = library.put(reading(["See 790 A.2d 903."]))
    new = library.put(
        reading(
            [CARTY, f"{ALWAYS_THE_SAME}{CARTY}."], filed=date(2020, 1, 1), roles=[Role.AUTHORITIES, Role.BODY]
        )
    )
    library.put(reading([f"{DOE}."], filed=date(2021, 1, 1)))
    found = good_law.relying("State v. Carty, 170 N.J. 632")
    assert [each.document for each in found] == [new, old, undated]
    assert [[passage.ordinal for passage in each.passages] for each in found] == [[1], [0, 2], [0]]
    assert good_law.relying("state v carty") == found
    assert good_law.relying("199 N.J. 1") == []


def test_the_report_on_a_part_of_a_provision_leaves_other_parts_out(
    library: Library, good_law: GoodLaw
) -> None:
    document = library.add("N.J.S.A. 2C:44-1(a)(1).", "N.J.S.A. 2C:44-1(b).", "N.J.S.A. 2C:44-1.")
    [reliance] = good_law.relying("N.J.S.A. 2C:44-1(a)")
    assert reliance.document.id == document.id and [each.ordinal for each in reliance.passages] == [0]
    assert len(good_law.relying("2C:44-1")[0].passages) == 3


def test_the_report_is_written_with_a_row_for_each_passage(
    library: Library, good_law: GoodLaw, tmp_path: Path
) -> None:
    library.put(reading([f"=1+1 {CARTY}.", f"{CARTY}."], filed=date(2010, 1, 1)))
    file = tmp_path / "report.csv"
    assert good_law.export_relying("170 N.J. 632", file) == 2
    text = file.read_bytes().decode("utf-8-sig")
    assert text.startswith("document,title,kind,filed,") and "'=1+1" in text


# --- files ---------------------------------------------------------------------------------------


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
    other = Catalogue.open(tmp_path / "other.sqlite")
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
    assert before[1].name == "State v. Carty" and {each.entered_by for each in before} == {"mm"}
    assert good_law.import_from(file, "somebody else") == ImportReport(0, 0, 2)
    assert good_law.entries() == before


def test_a_row_changes_its_line_and_what_the_file_does_not_say_stays(
    good_law: GoodLaw, tmp_path: Path
) -> None:
    made = good_law.enter(CARTY, Standing.LIMITED, by="Doe", note="kept", entered_by="mm")
    file = tmp_path / "list.csv"
    file.write_text("authority,status\n170 N.J. 632,overruled\n")
    assert good_law.import_from(file, "jr") == ImportReport(0, 1, 0)
    changed = good_law.entry(made.id)
    assert (changed.standing, changed.by, changed.note, changed.name, changed.entered_by) == (
        Standing.OVERRULED, "Doe", "kept", "State v. Carty", "jr",
    )  # fmt: skip


def test_a_file_in_another_citation_form_changes_the_same_line(
    library: Library, good_law: GoodLaw, tmp_path: Path
) -> None:
    library.add(f"{CARTY}.")
    good_law.enter("170 N.J. 632", Standing.LIMITED)
    file = tmp_path / "list.csv"
    file.write_text("authority,status\n790 A.2d 903,overruled\n")
    assert good_law.import_from(file) == ImportReport(0, 1, 0)
    assert [each.canonical for each in good_law.entries()] == ["170 N.J. 632"]


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


def test_files_that_cannot_be_read_or_written_are_said_so(good_law: GoodLaw, tmp_path: Path) -> None:
    with pytest.raises(ListFileError, match="could not be opened"):
        good_law.import_from(tmp_path / "none.csv")
    with pytest.raises(ListFileError, match="could not be opened"):
        good_law.import_from(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(ListFileError, match="could not be written"):
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
def test_whatever_was_entered_comes_back_from_its_export(
    good_law: GoodLaw, tmp_path: Path, lines: list[dict[str, Any]]
) -> None:
    emptied(good_law)
    for line in lines:
        typed = {name: line[name] for name in ("by", "since", "note")}
        good_law.enter(line["canonical"], line["standing"], **typed)
    before = good_law.entries()
    assert good_law.export(tmp_path / "list.csv") == len(lines)
    if lines:
        assert good_law.import_from(tmp_path / "list.csv") == ImportReport(0, 0, len(lines))
        emptied(good_law)
        assert good_law.import_from(tmp_path / "list.csv") == ImportReport(len(lines), 0, 0)
    assert without_numbers(good_law.entries()) == without_numbers(before)
