"""Tests of storing, reading and removing documents in the catalogue."""

import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import fields, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event

from briefbank.catalogue import document_rows, feedback_rows, ingest_ledger, library_facts, passage_rows
from briefbank.catalogue.caption_rows import KEYS
from briefbank.catalogue.database import Database
from briefbank.catalogue.ingest_ledger import NewFile
from briefbank.catalogue.schema import open_catalogue
from briefbank.catalogue.sqlite_database import AlreadyInLibrary
from briefbank.catalogue.tables import DocumentRow
from briefbank.domain.authorities import Span
from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.domain.documents import ALL, Document
from briefbank.domain.ingest import FileOutcome, FileStatus
from briefbank.domain.pages import Role
from briefbank.domain.searches import Filters, Verdict
from briefbank.errors import Cancelled, NotInLibrary
from tests.catalogue.samples import add, passage, path_in, reading
from tests.support.database_files import content


def test_a_document_comes_back_as_it_was_read(catalogue: Database) -> None:
    what = reading()
    document, passages = add(catalogue, "a", what)
    assert document_rows.get(catalogue, document.id) == document
    assert (document.kind, document.title, document.filed) == (Kind.BRIEF, "State v. Doe", date(2021, 3, 4))
    assert (document.pages, document.ocr_pages, document.gaps, document.passages) == (3, 1, 1, 3)
    assert datetime.now(UTC) >= document.added_at > datetime(2020, 1, 1, tzinfo=UTC)
    assert document_rows.pages_of(catalogue, document.id) == list(what.pages)
    assert [replace(p, id=0, document_id=0) for p in passages] == list(what.passages)
    assert {p.document_id for p in passages} == {document.id}
    assert passage_rows.of_document(catalogue, document.id) == passages
    assert passage_rows.by_ids(catalogue, [p.id for p in passages]) == {p.id: p for p in passages}


def test_all_documents_are_read_in_order_in_any_batch_size(
    catalogue: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    days = [date(2020, 5, 1), None, date(2021, 1, 1), date(2020, 5, 1), None, date(1999, 1, 1), date.min]
    added = [add(catalogue, f"{n}", reading())[0] for n in range(len(days))]
    for document, day in zip(added, days, strict=True):
        document_rows.correct(catalogue, document.id, CaptionField.FILED, day.isoformat() if day else "")
    expected = [document_rows.get(catalogue, document.id) for document in added]
    for at_once in range(1, len(days) + 2):
        monkeypatch.setattr(document_rows, "READ_AT_ONCE", at_once)
        assert list(document_rows.iterate(catalogue)) == expected
        newest = sorted(
            expected, key=lambda item: (item.filed is not None, item.filed or date.min), reverse=True
        )
        assert list(document_rows.iterate(catalogue, ALL)) == newest


def test_a_document_removed_while_all_are_read_is_skipped(
    catalogue: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document_rows, "READ_AT_ONCE", 1)
    first, second, third = (add(catalogue, name, reading(title=name))[0] for name in "abc")
    rest = document_rows.iterate(catalogue)
    assert next(rest) == first
    ingest_ledger.remove_documents(catalogue, second.id)
    assert list(rest) == [third]


def test_everything_is_there_after_closing_and_opening(tmp_path: Path) -> None:
    first = open_catalogue(path_in(tmp_path))
    document, passages = add(first)
    first.close()
    second = open_catalogue(path_in(tmp_path))
    assert list(document_rows.iterate(second)) == [document]
    assert passage_rows.of_document(second, document.id) == passages
    second.close()


def test_the_columns_stand_in_the_order_of_the_documents_fields() -> None:
    named = [c.name for c in DocumentRow.__table__.columns if c.name not in KEYS]
    assert [*named, "paper", "version", "distinctions"] == [f.name for f in fields(Document)], (
        "three have none"
    )


def test_text_that_utf8_cannot_hold_is_kept(catalogue: Database) -> None:
    odd = "broken \ud835 glyph \x00 and ﬁ 𝒫"
    one = replace(passage(0, odd), heading_path=(odd,), page_label="\udc80", spans=())
    page = replace(reading().pages[0], raw=odd)
    what = replace(reading(one, title="caption \ud800"), pages=(page,))
    document, passages = add(catalogue, "a", what)
    assert document.title == "caption ⟨U+D800⟩"
    assert (passages[0].text, passages[0].heading_path, passages[0].page_label) == (odd, (odd,), "\udc80")
    assert document_rows.pages_of(catalogue, document.id)[0].raw == odd


def test_large_offsets_are_kept(catalogue: Database) -> None:
    far = replace(passage(0), spans=(Span(4_000_000_000, 1, 2, 3, 4),))
    assert add(catalogue, "a", reading(far))[1][0].spans == far.spans


def test_a_document_without_passages_or_pages_is_kept(catalogue: Database) -> None:
    bare = replace(reading(), pages=(), passages=())
    document, passages = add(catalogue, "a", bare)
    assert (document_rows.pages_of(catalogue, document.id), passages) == ([], [])


def test_the_same_contents_cannot_be_added_twice(catalogue: Database) -> None:
    _, passages = add(catalogue)
    with pytest.raises(AlreadyInLibrary):
        add(catalogue)
    assert passage_rows.all_ids(catalogue) == {p.id for p in passages}


def test_the_file_itself_forbids_a_second_row_of_a_hash(catalogue_file: Database, tmp_path: Path) -> None:
    add(catalogue_file)
    names = ", ".join(c.name for c in DocumentRow.__table__.columns if c.name != "id")
    raw = sqlite3.connect(path_in(tmp_path))
    with pytest.raises(sqlite3.IntegrityError):
        raw.execute(f"INSERT INTO document ({names}) SELECT {names} FROM document")
    raw.close()


def test_removing_takes_pages_and_passages_and_nothing_else(catalogue: Database) -> None:
    gone, gone_passages = add(catalogue, "a")
    remaining, remaining_passages = add(catalogue, "b")
    passage_rows.mark_embedded(catalogue, [p.id for p in gone_passages + remaining_passages], "model")
    ingest_ledger.remove_documents(catalogue, gone.id)
    with pytest.raises(NotInLibrary):
        document_rows.get(catalogue, gone.id)
    assert passage_rows.by_ids(catalogue, [p.id for p in gone_passages]) == {}
    assert document_rows.pages_of(catalogue, gone.id) == []
    assert list(document_rows.iterate(catalogue)) == [remaining]
    assert passage_rows.of_document(catalogue, remaining.id) == remaining_passages
    assert catalogue.faults() == []


def test_numbers_are_never_used_again(catalogue: Database) -> None:
    first, first_passages = add(catalogue)
    ingest_ledger.remove_documents(catalogue, first.id)
    second, second_passages = add(catalogue)
    assert second.id > first.id
    assert min(p.id for p in second_passages) > max(p.id for p in first_passages)


def test_removed_words_are_nowhere_in_the_files(catalogue_file: Database, tmp_path: Path) -> None:
    secret = "Zyxwvutsrq confidential informant " * 20
    document, _ = add(catalogue_file, "secret-name", reading(passage(0, secret), title="Zyxwvutsrq v. State"))
    path = Path("/briefs/Zyxwvutsrq.pdf")
    ingest_ledger.start(catalogue_file, [NewFile(path)])
    ingest_ledger.finish(
        catalogue_file,
        ingest_ledger.waiting(catalogue_file)[0].row,
        FileOutcome(path, FileStatus.ADDED, document),
    )

    assert b"Zyxwvutsrq" in content(tmp_path)
    ingest_ledger.remove_documents(catalogue_file, document.id)
    assert b"Zyxwvutsrq" not in content(tmp_path)


def test_numbers_that_do_not_exist_are_refused(catalogue: Database) -> None:
    for call in (
        lambda: document_rows.get(catalogue, 99),
        lambda: ingest_ledger.remove_documents(catalogue, 99),
        lambda: feedback_rows.give(catalogue, 99, "query", Verdict.UP),
    ):
        with pytest.raises(NotInLibrary):
            call()


def test_documents_are_found_by_hash_and_by_numbers(catalogue: Database) -> None:
    one, _ = add(catalogue, "a")
    two, _ = add(catalogue, "b", reading(title="State v. Roe"))
    assert document_rows.find_by_hash(catalogue, two.sha256) == two
    assert document_rows.find_by_hash(catalogue, "0" * 64) is None
    assert document_rows.get_many(catalogue, [two.id, 99, one.id]) == {one.id: one, two.id: two}
    assert document_rows.get_many(catalogue, []) == {}


def test_more_ids_than_one_statement_takes(catalogue: Database) -> None:
    _, passages = add(catalogue)
    assert len(passage_rows.by_ids(catalogue, range(50_000))) == len(passages)


def test_contents_and_authorities_are_not_searchable(catalogue: Database) -> None:
    roles = (Role.BODY, Role.CONTENTS, Role.AUTHORITIES, Role.SERVICE, Role.FACTS, Role.FOOTNOTE)
    _, passages = add(catalogue, "a", reading(*(passage(i, role=r) for i, r in enumerate(roles))))
    ids = {p.id for p in passages if p.role in (Role.BODY, Role.FACTS, Role.FOOTNOTE)}
    assert passage_rows.all_ids(catalogue, searchable_only=True) == ids
    assert {p.id for p in passage_rows.without_vector(catalogue, "model", [passages[0].document_id])} == ids


def test_passages_wait_for_a_vector_until_they_are_marked_for_that_model(catalogue: Database) -> None:
    document, passages = add(catalogue)
    searchable = [p for p in passages if p.role is Role.BODY]
    assert passage_rows.without_vector(catalogue, "one", [document.id]) == searchable
    passage_rows.mark_embedded(catalogue, [searchable[0].id, 12345], "one")
    assert passage_rows.without_vector(catalogue, "one", [document.id]) == searchable[1:]
    assert passage_rows.documents_without_vector(catalogue, "one") == [(document.id, len(searchable) - 1)]
    assert passage_rows.count_without_vector(catalogue, "one") == len(searchable) - 1
    assert passage_rows.count_without_vector(catalogue, "two") == len(searchable)
    passage_rows.mark_embedded(catalogue, [p.id for p in searchable], "two")
    assert (
        passage_rows.count_without_vector(catalogue, "two") == 0
        and passage_rows.documents_without_vector(catalogue, "two") == []
    )
    passage_rows.clear_embedded(catalogue)
    assert passage_rows.count_without_vector(catalogue, "two") == len(searchable)


def test_unembedded_passages_of_a_few_documents_are_found_without_a_full_scan(
    catalogue_file: Database, tmp_path: Path
) -> None:
    document, _ = add(catalogue_file)
    sent: list[tuple[str, Any]] = []
    with sent_statements(sent):
        assert passage_rows.without_vector(catalogue_file, "one", [document.id])
    with closing(sqlite3.connect(path_in(tmp_path))) as connection:
        plans = [connection.execute(f"EXPLAIN QUERY PLAN {sql}", given).fetchall() for sql, given in sent]
    ways = [row[3] for plan in plans for row in plan if "passage" in row[3]]
    assert ways and all("(document_id=?)" in way or "(rowid=?)" in way for way in ways)


@contextmanager
def sent_statements(sent: list[tuple[str, Any]]) -> Iterator[None]:
    """Note each question to a database, with its values."""

    def note(_connection: object, _cursor: object, sql: str, given: Any, *_rest: object) -> None:
        if sql.startswith("SELECT"):
            sent.append((sql, given))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield
    finally:
        event.remove(Engine, "before_cursor_execute", note)


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (Filters(), "abc"),
        (Filters(filed_from=date(2020, 1, 1)), "ab"),
        (Filters(filed_from=date(2020, 5, 5), filed_to=date(2020, 5, 5)), "a"),
        (Filters(filed_to=date(2020, 12, 31)), "a"),
        (Filters(kinds=frozenset({Kind.MEMO, Kind.RULE})), "b"),
        (Filters(court="ÉTAT"), "b"),
        (Filters(court="appellate"), "ac"),
        (Filters(court="no such"), ""),
    ],
)
def test_filters_choose_documents(catalogue: Database, filters: Filters, expected: str) -> None:
    memo = replace(reading(filed=date(2021, 1, 1), court="Cour d'état"), kind=Kind.MEMO)
    added = {
        "a": add(catalogue, "a", reading(filed=date(2020, 5, 5)))[0].id,
        "b": add(catalogue, "b", memo)[0].id,
        "c": add(catalogue, "c", reading(filed=None))[0].id,
    }
    assert document_rows.ids_matching(catalogue, filters) == {added[name] for name in expected}


def test_iterating_leaves_out_what_is_removed_meanwhile(catalogue: Database) -> None:
    documents = [add(catalogue, name)[0] for name in "abc"]
    rows = document_rows.iterate_with_passages(catalogue)
    assert next(rows)[0] == documents[0]
    ingest_ledger.remove_documents(catalogue, documents[1].id)
    rest = list(rows)
    assert [document for document, _ in rest] == [documents[2]]
    assert rest[0][1] == passage_rows.of_document(catalogue, documents[2].id)


def test_feedback_is_stored_changed_and_withdrawn(catalogue: Database) -> None:
    _, passages = add(catalogue)
    feedback_rows.give(catalogue, passages[0].id, "Suppression  hearing", Verdict.UP)
    feedback_rows.give(catalogue, passages[1].id, "suppression hearing", Verdict.DOWN)
    assert feedback_rows.given_for(catalogue, " SUPPRESSION\nhearing ") == {
        passages[0].id: Verdict.UP,
        passages[1].id: Verdict.DOWN,
    }
    feedback_rows.give(catalogue, passages[0].id, "suppression hearing", Verdict.DOWN)
    feedback_rows.give(catalogue, passages[1].id, "suppression hearing", None)
    assert feedback_rows.given_for(catalogue, "suppression hearing") == {passages[0].id: Verdict.DOWN}
    assert feedback_rows.given_for(catalogue, "another query") == {}


def test_feedback_survives_removing_and_adding_the_same_file(catalogue: Database) -> None:
    document, passages = add(catalogue)
    feedback_rows.give(catalogue, passages[1].id, "query", Verdict.UP)
    ingest_ledger.remove_documents(catalogue, document.id)
    assert feedback_rows.given_for(catalogue, "query") == {}
    _, again = add(catalogue)
    assert feedback_rows.given_for(catalogue, "query") == {again[1].id: Verdict.UP}


def test_feedback_belongs_to_one_document_even_if_another_has_the_same_words(catalogue: Database) -> None:
    _, one = add(catalogue, "a")
    add(catalogue, "b")
    feedback_rows.give(catalogue, one[0].id, "query", Verdict.UP)
    assert feedback_rows.given_for(catalogue, "query") == {one[0].id: Verdict.UP}


def test_a_better_reading_takes_the_place_of_a_worse_one_in_one_step(catalogue: Database) -> None:
    worse, _ = add(catalogue, "a", reading(passage(0, "few words")))
    better, passages = add(catalogue, "a", reading(passage(0, "many more words")), replacing=worse.id)
    assert [d.id for d in document_rows.iterate(catalogue)] == [better.id] == [worse.id]
    assert [p.id for p in passage_rows.of_document(catalogue, better.id)] == [p.id for p in passages]


def test_many_threads_read_and_write_at_once(catalogue: Database) -> None:
    start = threading.Barrier(8)

    def work(number: int) -> None:
        start.wait()
        for turn in range(5):
            document, passages = add(catalogue, f"{number}-{turn}")
            feedback_rows.give(catalogue, passages[0].id, f"query {number}", Verdict.UP)
            passage_rows.mark_embedded(catalogue, [p.id for p in passages], "model")
            assert passage_rows.of_document(catalogue, document.id) == passages
            assert document_rows.totals(catalogue)[0] >= turn + 1

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))
    assert document_rows.totals(catalogue)[0] == 40
    assert all(document.pages == 3 and document.sha256 for document in document_rows.iterate(catalogue))
    assert catalogue.faults() == []


def test_a_closed_catalogue_is_not_opened_again_by_accident(tmp_path: Path) -> None:
    catalogue = open_catalogue(path_in(tmp_path))
    catalogue.close()
    with pytest.raises(RuntimeError):
        list(document_rows.iterate(catalogue))


def test_a_transaction_sees_its_own_changes_and_is_stored_whole_or_not_at_all(catalogue: Database) -> None:
    with pytest.raises(Cancelled), catalogue.writing_together():
        library_facts.put(catalogue, "one", "1")
        assert library_facts.get(catalogue, "one") == "1"
        raise Cancelled
    assert library_facts.get(catalogue, "one") == ""
    with catalogue.writing_together():
        library_facts.put(catalogue, "one", "1")
        library_facts.put(catalogue, "two", "2")
    assert (library_facts.get(catalogue, "one"), library_facts.get(catalogue, "two")) == ("1", "2")
