"""The search history and saved searches: newest first, each once, and new results."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.catalogue.database import Database
from briefbank.domain.caption_fields import Kind
from briefbank.domain.searches import Filters, Order, SearchRequest
from briefbank.domain.userdata import hashed, pack_hashes, unpack_hashes
from briefbank.errors import NotInLibrary
from briefbank.userdata import history
from briefbank.userdata.userdata import Records, UserData
from tests.stand_ins.catalogue import StubRecords
from tests.support.database_files import content


def texts(personal: UserData) -> list[str]:
    return [search.request.text for search in personal.history.newest()]


def test_the_newest_search_stands_first_and_each_stands_once(personal: UserData) -> None:
    for text in ("miranda", "plain error", "  MIRANDA  "):
        personal.history.add(SearchRequest(text))
    assert texts(personal) == ["MIRANDA", "plain error"]


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


def test_a_very_long_query_and_a_right_to_left_query_are_stored(personal: UserData) -> None:
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


STOP = SearchRequest("traffic stop", filters=Filters(date(2015, 1, 1)), as_of=date(2019, 6, 30))


def names(personal: UserData) -> list[str]:
    return [saved.name for saved in personal.saved.all()]


def save(personal: UserData, *names: str) -> list[int]:
    return [personal.saved.save(name, SearchRequest(name)).id for name in names]


def test_a_saved_search_keeps_all_it_is_narrowed_to(personal: UserData) -> None:
    personal.saved.save("  For   Friday ", STOP)
    (saved,) = personal.saved.all()
    assert (saved.name, saved.request, saved.news) == ("For Friday", STOP, 0)


def test_saving_the_same_search_again_gives_it_the_new_name(personal: UserData) -> None:
    first, again = (personal.saved.save(name, STOP) for name in ("old", "new"))
    assert first.id == again.id
    assert names(personal) == ["new"]


def test_the_newest_stands_first_until_they_are_arranged(personal: UserData) -> None:
    one, two, three = save(personal, "one", "two", "three")
    assert names(personal) == ["three", "two", "one"]
    personal.saved.arrange([one, three])
    assert names(personal) == ["one", "three", "two"]
    personal.saved.save("four", SearchRequest("four"))
    assert names(personal) == ["four", "one", "three", "two"]
    assert two


def test_only_what_was_not_there_before_is_new(personal: UserData) -> None:
    (search,) = save(personal, "stop")
    personal.saved.look(search, ["a", "b"])
    assert personal.saved.count_news(search, ["a", "b"]) == 0
    assert personal.saved.count_news(search, ["a", "b", "c", "d"]) == 2
    assert personal.saved.all()[0].news == 2
    before = personal.saved.seen(search)
    assert hashed("a") in before.hashes and hashed("c") not in before.hashes
    personal.saved.look(search, ["a", "b", "c", "d"])
    assert personal.saved.all()[0].news == 0
    assert personal.saved.all()[0].seen_at > before.since


def test_a_passage_that_left_the_results_for_a_while_is_not_new_again(personal: UserData) -> None:
    (search,) = save(personal, "stop")
    personal.saved.look(search, ["a", "b"])
    personal.saved.look(search, ["a"])
    assert personal.saved.count_news(search, ["a", "b"]) == 0


@given(st.lists(st.frozensets(st.integers(0, 30)), min_size=1, max_size=6))
def test_news_are_the_keys_in_none_of_the_answers_looked_at(answers: list[frozenset[int]]) -> None:
    seen: frozenset[bytes] = frozenset()
    for answer in answers:
        seen = unpack_hashes(pack_hashes(seen | {hashed(str(key)) for key in answer}))
    assert seen == {hashed(str(key)) for key in frozenset().union(*answers)}


def test_a_removed_search_comes_back_as_it_was(personal: UserData) -> None:
    _one, two, _three = save(personal, "one", "two", "three")
    personal.saved.look(two, ["a"])
    personal.saved.count_news(two, ["a", "b"])
    before = personal.saved.all()
    removed = personal.saved.remove(two)
    assert names(personal) == ["three", "one"]
    personal.saved.put_back(removed)
    assert personal.saved.all() == before
    assert personal.saved.count_news(two, ["a", "b", "c"]) == 2


def test_a_search_that_another_window_removed_says_so(keep: Callable[[], UserData]) -> None:
    here, there = keep(), keep()
    (search,) = save(here, "one")
    there.saved.remove(search)
    for use in (
        lambda: here.saved.rename(search, "two"),
        lambda: here.saved.look(search, ["a"]),
        lambda: here.saved.remove(search),
    ):
        with pytest.raises(NotInLibrary, match="removed in another window"):
            use()
