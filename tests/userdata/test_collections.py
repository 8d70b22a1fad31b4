"""Tests of collections: order, notes, undo, stored references, and two windows at once."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.userdata import Reference
from briefbank.errors import NotInLibrary
from briefbank.userdata.userdata import Collections, UserData
from tests.support.database_files import content
from tests.userdata.conftest import Keep


@pytest.fixture
def collections(personal: UserData) -> Collections:
    return personal.collections


def references(*pages: int) -> list[Reference]:
    return [Reference(f"{page:064x}", f"{page:032x}", page) for page in pages]


def pages(collections: Collections, collection_id: int) -> list[int]:
    return [entry.reference.page for entry in collections.entries(collection_id)]


def test_a_collection_has_a_name_a_hearing_and_a_size_and_the_newest_is_first(
    collections: Collections,
) -> None:
    first, second = collections.make("  For the hearing\n on Friday "), collections.make("Brief")
    collections.set_hearing(first.id, date(2026, 12, 4))
    collections.rename(second.id, "Reply brief")
    collections.add(first.id, references(1, 2))
    listed = [(collection.name, collection.hearing, collection.size) for collection in collections.all()]
    assert listed == [("Reply brief", None, 0), ("For the hearing on Friday", date(2026, 12, 4), 2)]


def test_an_entry_already_in_a_collection_is_not_added_again(collections: Collections) -> None:
    collection = collections.make("Friday")
    collections.add(collection.id, references(1, 2))
    new = collections.add(collection.id, [*references(2, 3, 3)])
    assert [entry.reference.page for entry in new] == [3]
    assert pages(collections, collection.id) == [1, 2, 3]


def test_a_note_is_kept_as_it_was_typed(collections: Collections) -> None:
    collection = collections.make("Friday")
    [entry] = collections.add(collection.id, references(1))
    note = "  First\n\n\tsecond — “quoted” \N{HEBREW LETTER ALEF} 🙂 "
    collections.write_note(entry.id, note)
    assert collections.entries(collection.id)[0].note == note


def test_passages_keep_the_chosen_order_and_new_ones_come_last(collections: Collections) -> None:
    collection = collections.make("Friday")
    ids = [entry.id for entry in collections.add(collection.id, references(1, 2, 3))]
    collections.arrange(collection.id, ids[::-1])
    collections.add(collection.id, references(4))
    assert pages(collections, collection.id) == [3, 2, 1, 4]


def test_an_order_that_knows_only_some_of_them_loses_none(collections: Collections) -> None:
    collection, other = collections.make("Friday"), collections.make("Monday")
    ids = [entry.id for entry in collections.add(collection.id, references(1, 2, 3))]
    [foreign] = collections.add(other.id, references(9))
    collections.arrange(collection.id, [ids[2], 12345, foreign.id])
    assert pages(collections, collection.id) == [3, 1, 2]
    assert pages(collections, other.id) == [9]


def test_a_removed_entry_is_restored_with_its_note_at_its_position(collections: Collections) -> None:
    collection = collections.make("Friday")
    entries = collections.add(collection.id, references(1, 2, 3))
    collections.write_note(entries[1].id, "keep")
    removed = collections.remove([entries[1].id])
    assert pages(collections, collection.id) == [1, 3]
    collections.put_back(removed)
    assert pages(collections, collection.id) == [1, 2, 3]
    assert collections.entries(collection.id)[1].note == "keep"


def test_a_deleted_collection_takes_its_passages_and_notes_out_of_the_file(
    personal: UserData, collections: Collections
) -> None:
    collection = collections.make("Confidential hearing")
    [entry] = collections.add(collection.id, references(1))
    collections.write_note(entry.id, "a very private remark")
    collections.delete(collection.id)
    with pytest.raises(NotInLibrary):
        collections.entries(collection.id)
    files = personal.database.path.parent.glob("personal.sqlite*")
    text = b"".join(map(content, files))
    assert b"a very private remark" not in text
    assert b"Confidential hearing" not in text


def test_a_deleted_collection_or_entry_is_reported_as_deleted(collections: Collections) -> None:
    for act in (
        lambda: collections.rename(7, "x"),
        lambda: collections.entries(7),
        lambda: collections.add(7, references(1)),
        lambda: collections.write_note(7, "x"),
    ):
        with pytest.raises(NotInLibrary, match="not"):
            act()
    assert collections.remove([7]) == []


def test_putting_back_into_a_deleted_collection_is_refused(collections: Collections) -> None:
    collection = collections.make("Friday")
    [entry] = collections.add(collection.id, references(1))
    removed = collections.remove([entry.id])
    collections.delete(collection.id)
    with pytest.raises(NotInLibrary):
        collections.put_back(removed)


def test_two_windows_write_into_one_collection(keep: Keep) -> None:
    one, other = keep().collections, keep().collections
    collection = one.make("Friday")
    one.add(collection.id, references(1))
    other.add(collection.id, references(2))
    assert pages(one, collection.id) == [1, 2]


def test_any_moves_give_the_order_of_a_plain_list(collections: Collections) -> None:
    """Compares shown and stored order with a list that is changed in the same way."""
    collection = collections.make("Friday")
    ids = [entry.id for entry in collections.add(collection.id, references(*range(6)))]

    @given(st.integers(0, 5), st.integers(0, 5))
    def moves(start: int, target: int) -> None:
        ids.insert(target, ids.pop(start))
        collections.arrange(collection.id, ids)
        assert [entry.id for entry in collections.entries(collection.id)] == ids

    moves()
