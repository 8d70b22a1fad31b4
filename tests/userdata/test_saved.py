"""Tests of saved searches: their order, their undo, and new results."""

from collections.abc import Callable
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.searches import Filters, SearchRequest
from briefbank.domain.userdata import hashed, pack_hashes, unpack_hashes
from briefbank.errors import NotInLibrary
from briefbank.userdata.userdata import UserData

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


def test_no_key_of_a_passage_is_kept_as_it_is(personal: UserData, file: object) -> None:
    (search,) = save(personal, "stop")
    personal.saved.look(search, ["Quillfeather " * 4])
    personal.close()
    assert b"Quillfeather" not in personal.database.path.read_bytes()


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


def test_a_search_can_be_renamed_to_a_name_from_right_to_left(personal: UserData) -> None:
    (search,) = save(personal, "one")
    personal.saved.rename(search, "חיפוש " + "ארוך " * 100)
    assert names(personal)[0].startswith("חיפוש ארוך") and len(names(personal)[0]) <= 200
