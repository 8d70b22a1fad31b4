"""Tests of searching the law of a day: texts not in force are listed apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.catalogue import ingest_ledger
from briefbank.catalogue.database import Database
from briefbank.catalogue.document_rows import StoredFile
from briefbank.catalogue.schema import open_catalogue
from briefbank.citations import citations
from briefbank.domain.authorities import Window
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Caption, Reading
from briefbank.domain.pages import Passage, Role
from briefbank.domain.searches import Order, SearchAnswer, SearchRequest
from briefbank.errors import NotInLibrary, QueryError
from briefbank.index import operator_matching
from briefbank.index.lexical import LexicalIndex
from briefbank.index.operator_matching import ExpressionMatcher
from briefbank.search.presentation import OUTSIDE_SHOWN
from briefbank.search.search_types import SearchServices
from briefbank.search.searcher import Searcher
from tests.search.fakes import Memory

SECTIONS, VERSIONS = 10, 30
ALL = 2000
TODAY = date(2026, 1, 1)
FIRST = date(2000, 1, 1)
CAR = (1.0, 0.0, 0.0)


@dataclass(frozen=True)
class StoredCode:
    """``passages[section][version]`` is the number of a passage."""

    catalogue: Database
    lexical: LexicalIndex
    passages: tuple[tuple[int, ...], ...]

    def ask(self, text: str, windows: Mapping[int, Window], **values: object) -> SearchAnswer:
        parts = SearchServices(
            self.lexical,
            lambda: None,
            self.catalogue,
            citations.find,
            operator_matching.match_ranges,
            operator_matching.matching_forms,
            ExpressionMatcher,
            windows=lambda ids: {id_: windows[id_] for id_ in ids if id_ in windows},
            today=lambda: TODAY,
        )
        return Searcher(parts).search(SearchRequest(text, limit=ALL, **values))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def code(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StoredCode]:
    folder = tmp_path_factory.mktemp("code")
    with (
        closing(open_catalogue(folder / "catalogue.sqlite")) as catalogue,
        closing(LexicalIndex(folder / "lexical")) as lexical,
    ):
        numbers: list[list[int]] = [[] for _ in range(SECTIONS)]
        with lexical.batch():
            for version in range(VERSIONS):
                result = tuple(
                    Passage(section, _text(section, version), Role.BODY, (f"Chapter {section}",), (), "")
                    for section in range(SECTIONS)
                )
                reading = Reading(Kind.STATUTE, Caption(f"Code {version}"), (), result)
                file = StoredFile(f"{version:064x}", ".txt", f"{version}.txt", 1, False, False)
                document, stored = ingest_ledger.add_document(catalogue, reading, file)
                lexical.add(document, stored)
                for section, passage in enumerate(stored):
                    numbers[section].append(passage.id)
        yield StoredCode(catalogue, lexical, tuple(map(tuple, numbers)))


def _text(section: int, version: int) -> str:
    """The same words but two: what it is about, and which version it is."""
    return f"Whoever is guilty of topic{section}x is sentenced to term{version}y by the judge in open court."


DAYS = st.dates(FIRST, date(2030, 1, 1))
BORDERS = st.none() | DAYS
WINDOWS = st.tuples(BORDERS, BORDERS).map(
    lambda two: Window(*two) if None in two else Window(*sorted(two))  # type: ignore[type-var]
)


@given(st.lists(WINDOWS, min_size=VERSIONS, max_size=VERSIONS), st.data(), st.integers(0, SECTIONS - 1))
def test_on_every_day_exactly_the_versions_in_force_are_results_and_others_are_listed_apart(
    code: StoredCode, windows: list[Window], data: st.DataObject, section: int
) -> None:
    ids = code.passages[section]
    known = dict(zip(ids, windows, strict=True))
    borders = [item for window in windows for item in (window.first, window.last) if item]
    near = st.sampled_from(borders or [FIRST]).flatmap(
        lambda border: st.sampled_from([border - timedelta(1), border, border + timedelta(1)])
    )
    day = data.draw(near | DAYS, label="day")
    for text in (f"topic{section}x", f"“topic{section}x is” AND sentenced"):
        answer = code.ask(text, known, as_of=day)
        assert _found(answer) == {id_ for id_ in ids if known[id_].holds(day)}
        assert answer.outside_total == len([id_ for id_ in ids if not known[id_].holds(day)])
        assert all(not known[result.hit.passage.id].holds(day) for result in answer.outside)
        assert len(answer.outside) == min(answer.outside_total, OUTSIDE_SHOWN)
    year = code.ask(f"topic{section}x as of {day.year}", known)
    first, last = date(day.year, 1, 1), date(day.year, 12, 31)
    assert _found(year) == {id_ for id_ in ids if known[id_].meets(first, last)}
    assert (year.law_from, year.law_to) == (first, last)


@pytest.mark.parametrize("text", ["guilty judge sentenced", "“sentenced to” AND judge"])
@pytest.mark.parametrize("version", [0, 17, VERSIONS - 1])
@pytest.mark.parametrize("order", list(Order))
def test_however_many_old_versions_crowd_the_candidates_all_that_is_in_force_is_found(
    code: StoredCode, text: str, version: int, order: Order
) -> None:
    day = FIRST + timedelta(days=365 * version + 100)
    windows = {
        number: Window(FIRST + timedelta(days=365 * at), FIRST + timedelta(days=365 * at + 364))
        for numbers in code.passages
        for at, number in enumerate(numbers)
    }
    answer = code.ask(text, windows, as_of=day, order=order)
    assert _found(answer) == {numbers[version] for numbers in code.passages}
    assert answer.outside and not any(windows[result.hit.passage.id].holds(day) for result in answer.outside)


def test_texts_in_force_rank_as_if_the_others_were_not_in_the_library(code: StoredCode) -> None:
    """Old versions that match better must not push the law in force below the cut."""
    windows = {number: Window(last=FIRST) for numbers in code.passages[1:] for number in numbers}
    answer = code.ask("topic0x topic1x topic1x guilty", windows)
    assert _found(answer) == set(code.passages[0])
    assert answer.hits[0].score == pytest.approx(1.0)


def _found(answer: SearchAnswer) -> set[int]:
    named = {other.passage_id for hit in answer.close for other in (*hit.copies, *hit.versions)}
    return {hit.passage.id for hit in answer.close} | named


def library() -> Memory:
    """1: a repealed section; 2: the section now; 3: a brief of 2012; 4: one of 2020; 5: one without a date;
    6: a section of which nothing is known."""
    memory = Memory(today=TODAY)
    text = "Consent to search a car must be knowing"
    memory.add(1, f"{text} alpha.", vector=CAR, kind=Kind.STATUTE)
    memory.add(2, f"{text} beta.", vector=CAR, kind=Kind.STATUTE)
    memory.add(3, f"{text}, argued early.", date(2012, 5, 1), vector=CAR)
    memory.add(4, f"{text}, argued late.", date(2020, 5, 1), vector=CAR)
    memory.add(5, f"{text}, never dated.", vector=CAR)
    memory.add(6, f"{text} gamma.", vector=CAR, kind=Kind.STATUTE)
    memory.windows = {1: Window(date(2001, 7, 1), date(2015, 6, 30)), 2: Window(date(2015, 7, 1))}
    memory.directions["consent to search a car"] = CAR
    return memory


QUERY = "consent to search a car"


def ask(memory: Memory, text: str = QUERY, **values: object) -> SearchAnswer:
    answer = memory.searcher().search(SearchRequest(text, **values))  # type: ignore[arg-type]
    assert not {result.hit.passage.id for result in answer.outside} & _found(answer), (
        "both found and set apart"
    )
    return answer


def ids(answer: SearchAnswer) -> list[int]:
    return sorted(hit.passage.id for hit in answer.hits)


def outside_results(answer: SearchAnswer) -> dict[int, str]:
    return {result.hit.passage.id: result.text for result in answer.outside}


def test_without_a_day_today_s_law_and_briefs_of_any_day_count() -> None:
    answer = ask(library())
    assert ids(answer) == [2, 3, 4, 5, 6]
    assert outside_results(answer) == {1: "In force from July 1, 2001 to June 30, 2015."}
    assert (answer.law_from, answer.law_to, answer.outside_total) == (None, None, 1)
    assert "1 passage stands apart: not the law now." in answer.interpretation
    assert not any(hit.alerts for hit in answer.hits)


def test_a_day_that_is_set_is_for_the_law_and_for_what_had_been_filed() -> None:
    answer = ask(library(), as_of=date(2015, 3, 1))
    assert ids(answer) == [1, 3, 5, 6]
    assert outside_results(answer) == {
        2: "Not in force before July 1, 2015.",
        4: "Filed on May 1, 2020, after the day you asked about.",
    }
    assert answer.law_from == answer.law_to == date(2015, 3, 1)
    assert "As of March 1, 2015" in answer.interpretation
    answer = ask(library(), f"{QUERY} as of 2024", as_of=date(2015, 3, 1), as_of_document=4)
    assert answer.law_to == date(2015, 3, 1)
    assert "“as of 2024” does not count" in answer.interpretation


def test_an_undated_text_stays_in_the_results_and_says_so() -> None:
    alerts = {hit.passage.id: hit.alerts for hit in ask(library(), as_of=date(2015, 3, 1)).hits}
    assert alerts[5] == ("No filing date is known: it may be later than March 1, 2015.",)
    assert alerts[6] == ("When this text was in force is not known: it may be of another time.",)
    assert alerts[1] == alerts[3] == ()
    named = {hit.passage.id: hit.alerts for hit in ask(library(), f"{QUERY} as of 2012").hits}
    assert named[5] == () and named[6]


def test_a_day_in_the_text_chooses_versions_and_leaves_briefs_alone() -> None:
    answer = ask(library(), f"{QUERY} as of March 2015")
    assert ids(answer) == [1, 3, 4, 5, 6]
    assert outside_results(answer) == {2: "Not in force before July 1, 2015."}
    assert (answer.law_from, answer.law_to) == (date(2015, 3, 1), date(2015, 3, 31))
    assert "the law of March 2015" in answer.interpretation
    answer = ask(library(), f"{QUERY} as of 2015")
    assert {1, 2} <= set(ids(answer)) and not answer.outside, "a year holds the law of all its days"
    reasons = {hit.passage.id: hit.reasons for hit in answer.hits}
    assert "In force from July 1, 2001 to June 30, 2015" in reasons[1]
    assert "In force from July 1, 2015" in reasons[2]


def test_the_day_of_a_brief_is_its_filing_date_and_one_without_a_date_or_that_is_gone_has_none() -> None:
    answer = ask(library(), as_of_document=3)
    assert (answer.law_from, ids(answer)) == (date(2012, 5, 1), [1, 3, 5, 6])
    with pytest.raises(QueryError, match="No filing date is known"):
        ask(library(), as_of_document=5)
    with pytest.raises(NotInLibrary):
        ask(library(), as_of_document=77)


def test_the_same_words_in_an_old_version_are_no_copy_of_those_in_force() -> None:
    memory = library()
    memory.passages[1] = replace(memory.passages[1], text=memory.passages[2].text)
    answer = ask(memory)
    assert next(hit for hit in answer.hits if hit.passage.id == 2).copies == ()
    assert list(outside_results(answer)) == [1]


def test_advice_points_to_results_of_other_times_when_there_are_no_others() -> None:
    memory = library()
    for number in (2, 3, 4, 5, 6):
        del memory.passages[number], memory.documents[number], memory.vectors[number]
    answer = ask(memory)
    assert answer.total == 0
    assert "One passage was found, but was not the law of that time" in answer.advice
    assert "Nothing was found" not in ask(memory, "“consent to search”").advice
    assert ask(memory, "“consent to search”").outside_total == 1
