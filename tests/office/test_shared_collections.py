"""Tests of shared collections, in each database: stored, replaced, hidden, limited."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import date
from pathlib import Path

import pytest
from sqlalchemy.dialects import sqlite

from briefbank.catalogue import document_rows, ingest_ledger
from briefbank.catalogue.columns import PageRanges
from briefbank.catalogue.database import ANSWERS, Database, Topic
from briefbank.domain.maintenance import AuditEvent, AuditValue, record_nothing
from briefbank.domain.office import OfficeRole, Person, acting_for
from briefbank.domain.userdata import (
    LONGEST_NOTES,
    LONGEST_SHARED_NAME,
    MOST_SHARED,
    CollectionEntry,
    Reference,
)
from briefbank.errors import BriefBankError, NotAllowed, NotInLibrary, SharingRefused, StoreDamaged
from briefbank.office import shared_collections
from briefbank.office.postgres_database import PostgresPlace
from briefbank.office.shared_collections import SharedCollections
from briefbank.office.walled_library import HidingRules, without_hidden
from briefbank.text.characters import text_hash
from tests.catalogue.samples import add, hash_of, path_in
from tests.support.postgres import catalogue_in

ADA, BEN = Person("Ada", OfficeRole.READER), Person("Ben", OfficeRole.EDITOR)
CHIEF = Person("Chief", OfficeRole.ADMINISTRATOR)
WORDS = text_hash("The court erred.")
FRIDAY = date(2026, 12, 4)


def entry(name: str = "a", page: int = 0, note: str = "", **parts: object) -> CollectionEntry:
    """Return an entry of the document that ``samples.add`` makes of a name."""
    values = {"document_sha256": hash_of(name), "words": WORDS, "page": page, **parts}
    return CollectionEntry(0, Reference(**values), note)


@pytest.fixture
def database(new_database: PostgresPlace | None, tmp_path: Path) -> Path | PostgresPlace:
    """Where a catalogue is made: a file, or a database of PostgreSQL."""
    return new_database or path_in(tmp_path)


@pytest.fixture
def catalogue(database: Path | PostgresPlace) -> Iterator[Database]:
    with closing(catalogue_in(database)) as opened:
        yield opened


@pytest.fixture
def noted() -> list[dict[str, AuditValue]]:
    return []


@pytest.fixture
def shared(catalogue: Database, noted: list[dict[str, AuditValue]]) -> SharedCollections:
    """The shared collections of a catalogue with the documents a and b."""

    def note(act: AuditEvent, *, at_once: bool = True, **details: AuditValue) -> None:
        assert act is AuditEvent.SHARED
        noted.append(details)

    for name in "ab":
        add(catalogue, name)
    return SharedCollections(catalogue, note)


@contextmanager
def without(catalogue: Database, *names: str) -> Iterator[SharedCollections]:
    """Yield the shared collections for somebody from whom documents are hidden."""
    rules = HidingRules(frozenset(map(hash_of, names)))
    with closing(without_hidden(catalogue, rules)) as visible:
        yield SharedCollections(visible, record_nothing)


def share(shared: SharedCollections, person: Person, name: str, *entries: CollectionEntry) -> int:
    with acting_for(person):
        return shared.share(name, FRIDAY, entries).id


def test_a_collection_is_read_by_all_as_it_was_shared(shared: SharedCollections) -> None:
    selected = entry("b", 1, ranges=((1, 0, 5), (2, 3, 9)))
    share(shared, ADA, "  The \n hearing ", entry("a", 2, "Lead with this.\nThen ask."), selected)
    with acting_for(BEN):
        (result,) = shared.all()
        entries = shared.entries(result.id)
    assert (result.name, result.hearing, result.shared_by, result.size) == ("The hearing", FRIDAY, "Ada", 2)
    assert result.shared_at.utcoffset() is not None and not result.may_withdraw
    assert [item.id for item in entries] == [1, 2]
    assert [item.note for item in entries] == ["Lead with this.\nThen ask.", ""]
    assert entries[1].reference == selected.reference


def test_sharing_again_replaces_what_that_person_shared_under_that_name_alone(
    shared: SharedCollections, noted: list[dict[str, AuditValue]]
) -> None:
    first = share(shared, ADA, "Hearing", entry("a", 0, "old"), entry("b"))
    other = share(shared, BEN, "Hearing", entry("a"))
    assert share(shared, ADA, "Hearing", entry("b", 1, "new")) == first != other
    assert [item.note for item in shared.entries(first)] == ["new"]
    assert {(row.shared_by, row.name) for row in shared.all()} == {("Ada", "Hearing"), ("Ben", "Hearing")}
    assert [(item["change"], item["passages"]) for item in noted] == [
        ("added", 2),
        ("added", 1),
        ("changed", 1),
    ]


def test_only_the_owner_or_an_administrator_can_stop_sharing(
    shared: SharedCollections, noted: list[dict[str, AuditValue]]
) -> None:
    for owner, withdrawing in ((ADA, ADA), (ADA, CHIEF), (BEN, BEN)):
        number = share(shared, owner, "Hearing", entry())
        with acting_for(ADA if owner is BEN else BEN), pytest.raises(NotAllowed):
            shared.withdraw(number)
        with acting_for(withdrawing):
            assert shared.get(number).may_withdraw
            shared.withdraw(number)
        assert shared.all() == []
        assert noted[-1] == {"change": "removed", "collection": number, "passages": 1}
    for ask in (shared.get, shared.entries, shared.withdraw):
        with pytest.raises(NotInLibrary):
            ask(number)


def test_no_entry_number_note_or_name_of_hidden_documents_is_revealed(
    catalogue: Database, shared: SharedCollections
) -> None:
    both = share(shared, ADA, "Both", entry("a", note="secret"), entry("b", note="open"))
    alone = share(shared, ADA, "The name of a client", entry("a"))
    with without(catalogue, "a") as visible:
        assert visible.all() == []
        for number in (both, alone, 99):
            with pytest.raises(NotInLibrary):
                visible.entries(number)
        assert visible.shareable([entry("a"), entry("b"), entry("c")]) == [entry("b")]
    with without(catalogue, "a", "b") as visible:
        assert visible.all() == []


def test_entries_of_a_removed_document_are_there_again_with_the_file(
    catalogue: Database, shared: SharedCollections
) -> None:
    number = share(shared, ADA, "Hearing", entry("a", note="kept"))
    ingest_ledger.remove_documents(catalogue, document_rows.find_by_hash(catalogue, hash_of("a")).id)
    assert shared.all() == []
    add(catalogue, "a")
    assert [item.note for item in shared.entries(number)] == ["kept"]


def test_sharing_voids_no_answer_of_a_search_in_a_database_that_tells_topics_apart(
    database: Path | PostgresPlace, catalogue: Database, shared: SharedCollections
) -> None:
    before = catalogue.version(ANSWERS), catalogue.version([Topic.COLLECTIONS])
    share(shared, ADA, "Hearing", entry())
    assert catalogue.version([Topic.COLLECTIONS]) != before[1]
    assert isinstance(database, Path) or catalogue.version(ANSWERS) == before[0]


WRONG = [
    entry("c"),
    entry(document_sha256="A" * 64),
    entry(document_sha256="\0"),
    entry(words="x"),
    entry(page=3),
    entry(page=-1),
    entry(page=2**70),
    entry(ranges=((0, 5, 5),)),
    entry(ranges=((9, 0, 5),)),
    entry(ranges=((0, 0, 2**70),)),
    entry(ranges=((0, 0, 1),) * 1_001),
]


def test_entries_of_no_place_in_the_library_are_left_out_and_an_empty_collection_is_refused(
    shared: SharedCollections,
) -> None:
    for wrong in WRONG:
        with pytest.raises(SharingRefused):
            share(shared, ADA, "Hearing", wrong)
    number = share(shared, ADA, "Hearing", *WRONG, entry())
    assert [item.reference for item in shared.entries(number)] == [entry().reference]


@pytest.mark.parametrize(
    ("name", "entries", "expected"),
    [
        ("Hearing", [entry()] * 100_000, f"{MOST_SHARED:,} passages"),
        ("Hearing", [entry(note="x" * LONGEST_NOTES), entry(note="x")], "notes"),
        ("Hearing", [], "office"),
        (" \n", [entry()], "name"),
        ("x" * (LONGEST_SHARED_NAME + 1), [entry()], f"a name of {LONGEST_SHARED_NAME}"),
        ("\u202e" * LONGEST_SHARED_NAME, [entry()], f"a name of {LONGEST_SHARED_NAME}"),
    ],
    ids=["entries", "notes", "empty", "no name", "name", "written-out name"],
)
def test_too_long_entries_are_refused_with_a_remedy(
    shared: SharedCollections, name: str, entries: list[CollectionEntry], expected: str
) -> None:
    with pytest.raises(SharingRefused, match=expected):
        share(shared, ADA, name, *entries)
    assert shared.all() == []


def test_the_longest_names_and_collections_are_shared(shared: SharedCollections) -> None:
    person = Person("\U0001f5c2" * 100, OfficeRole.READER)
    name = "\U0001f5c2" * LONGEST_SHARED_NAME
    number = share(shared, person, name, *[entry(note="\0 \ud800 \uffff")] * MOST_SHARED)
    assert shared.get(number).name == name
    assert [item.note for item in shared.entries(number)] == ["\0 \ud800 \uffff"] * MOST_SHARED


def test_a_single_user_cannot_fill_the_list(
    shared: SharedCollections, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_collections, "MOST_COLLECTIONS", 2)
    for name in ("First", "Second"):
        share(shared, ADA, name, entry())
    with pytest.raises(BriefBankError, match="share 2 collections already"):
        share(shared, ADA, "Third", entry())
    share(shared, ADA, "Second", entry())
    share(shared, BEN, "Third", entry())
    assert len(shared.all()) == 3


def test_ranges_that_briefbank_does_not_write_are_damage() -> None:
    outside = f"[[0,0,{2**70}]]"
    for forged in ("", "7", "[7]", '["abc"]', "[[1,2,-3]]", "[[true,1,2]]", outside, "[" * 100_000):
        with pytest.raises(StoreDamaged):
            PageRanges().result_processor(sqlite.dialect(), None)(forged)
