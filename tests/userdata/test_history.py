"""Tests of the search history: newest first, each search once with its filters."""

from contextlib import nullcontext
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.catalogue.database import Database
from briefbank.domain.caption_fields import Kind
from briefbank.domain.searches import Filters, Order, SearchRequest
from briefbank.userdata import history
from briefbank.userdata.userdata import Records, UserData
from tests.stand_ins.catalogue import StubRecords
from tests.support.database_files import content

NARROWED = SearchRequest(
    '"plain error" w/5 summation',
    order=Order.BEST,
    filters=Filters(
        date(2015, 1, 1),
        date(2020, 12, 31),
        frozenset({Kind.BRIEF, Kind.OPINION}),
        "Appellate",
        frozenset({"Superior Court of New Jersey"}),
        frozenset({"Imogen Pell"}),
    ),
    as_of=date(2019, 6, 30),
)


def texts(personal: UserData) -> list[str]:
    return [search.request.text for search in personal.history.newest()]


def test_the_newest_search_stands_first_and_each_stands_once(personal: UserData) -> None:
    for text in ("miranda", "plain error", "  MIRANDA  "):
        personal.history.add(SearchRequest(text))
    assert texts(personal) == ["MIRANDA", "plain error"]


def test_filters_and_the_day_of_the_law_come_back(personal: UserData) -> None:
    personal.history.add(NARROWED)
    assert [search.request for search in personal.history.newest()] == [NARROWED]


def test_the_same_words_narrowed_otherwise_are_another_search(personal: UserData) -> None:
    personal.history.add(SearchRequest("miranda"))
    personal.history.add(SearchRequest("miranda", as_of=date(2019, 6, 30)))
    personal.history.add(SearchRequest("miranda", filters=Filters(kinds=frozenset({Kind.BRIEF}))))
    personal.history.add(SearchRequest("miranda", order=Order.BEST))
    assert len(texts(personal)) == 3
    assert personal.history.newest()[0].request.order is Order.BEST


def test_the_newest_stands_first_although_the_clock_was_put_back(
    personal: UserData, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Back(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
            return datetime(2001, 1, 1, tzinfo=UTC)

    personal.history.add(SearchRequest("before"))
    monkeypatch.setattr(history, "datetime", Back)
    personal.history.add(SearchRequest("after"))
    assert texts(personal) == ["after", "before"]


def test_the_oldest_beyond_the_limit_are_forgotten(
    personal: UserData, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "SEARCHES_KEPT", 5)
    for number in range(8):
        personal.history.add(SearchRequest(f"search {number}"))
    assert texts(personal) == [f"search {number}" for number in (7, 6, 5, 4, 3)]


def test_lists_that_were_made_from_a_passage_are_not_kept(personal: UserData) -> None:
    for request in (SearchRequest("", like=3), SearchRequest("words", literal=True), SearchRequest("  ")):
        assert not personal.history.add(request)
    assert texts(personal) == []


def test_nothing_is_kept_while_nothing_is_to_be_remembered(catalogue: Database, file: Path) -> None:
    personal = UserData(file, Records(catalogue, nullcontext), lambda: False)
    assert not personal.history.add(SearchRequest("miranda"))
    assert not personal.recent.opened("a" * 64, 3)
    personal.recent.turned_to("a" * 64, 4)
    assert not file.exists()
    personal.close()


def test_a_very_long_query_and_a_right_to_left_query_are_stored(
    personal: UserData,
) -> None:
    long, hebrew, broken = "fact " * 2000, "חיפוש «בלתי סביר»", "half \ud800 a pair"
    for text in (long, hebrew, broken):
        personal.history.add(SearchRequest(text))
    assert texts(personal) == [broken, hebrew, long.strip()]


def test_one_search_is_forgotten_without_a_trace(personal: UserData, file: Path) -> None:
    personal.history.add(SearchRequest("Quillfeather informant"))
    personal.history.add(SearchRequest("miranda"))
    personal.history.forget(personal.history.newest()[1].id)
    assert texts(personal) == ["miranda"]
    for path in file.parent.glob(f"{file.name}*"):
        assert b"Quillfeather" not in content(path)


def test_authorities_are_found_again_under_other_numbers() -> None:
    before, after = StubRecords(numbers={"1 N.J. 1": 7, "2 N.J. 2": 8}), StubRecords(numbers={"1 N.J. 1": 8})
    expected = history.to_json(SearchRequest("x", filters=Filters(authorities=frozenset({7}))), before)
    assert history.from_json(expected, after).filters.authorities == {8}


def test_a_filter_by_a_removed_authority_does_not_widen_the_search() -> None:
    before = StubRecords(numbers={"1 N.J. 1": 7})
    expected = history.to_json(SearchRequest("x", filters=Filters(authorities=frozenset({7}))), before)
    assert history.from_json(expected, StubRecords(numbers={})).filters.authorities == {
        history.UNKNOWN_AUTHORITY
    }


DAYS = st.none() | st.dates()


@given(
    st.text(min_size=1).map(str.strip).filter(bool),
    st.sampled_from(Order),
    st.tuples(DAYS, DAYS, st.frozensets(st.sampled_from(Kind)), st.text()),
    st.frozensets(st.text(min_size=1)),
    DAYS,
)
def test_any_search_comes_back_as_it_was(
    text: str, order: Order, filters: tuple[object, ...], names: frozenset[str], as_of: date | None
) -> None:
    narrowed = Filters(*filters, courts=names, authors=names)  # type: ignore[arg-type]
    request = SearchRequest(text, order=order, filters=narrowed, as_of=as_of)
    assert (
        history.from_json(history.to_json(request, StubRecords(numbers={})), StubRecords(numbers={}))
        == request
    )
