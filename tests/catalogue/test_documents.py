"""Documents and passages come back from the catalogue as they were stored, and go with all that is theirs."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event

from briefbank.catalogue import document_rows, feedback_rows, ingest_ledger, library_facts, passage_rows
from briefbank.catalogue.columns import pack_citations, unpack_citations
from briefbank.catalogue.database import Database
from briefbank.catalogue.ingest_ledger import NewFile
from briefbank.catalogue.schema import open_catalogue
from briefbank.catalogue.sqlite_database import AlreadyInLibrary
from briefbank.domain.authorities import Citation, CitationForm, CitationKind, Span
from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.domain.documents import ALL, full_title
from briefbank.domain.ingest import FileOutcome, FileStatus
from briefbank.domain.pages import PageOrder, Role
from briefbank.domain.searches import Filters, Verdict
from briefbank.errors import Cancelled, NotInLibrary
from tests.catalogue.samples import add, hash_of, passage, path_in, reading
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


def test_documents_are_found_by_hash_and_by_numbers(catalogue: Database) -> None:
    one, _ = add(catalogue, "a")
    two, _ = add(catalogue, "b", reading(title="State v. Roe"))
    assert document_rows.find_by_hash(catalogue, two.sha256) == two
    assert document_rows.find_by_hash(catalogue, "0" * 64) is None
    assert document_rows.get_many(catalogue, [two.id, 99, one.id]) == {one.id: one, two.id: two}
    assert document_rows.get_many(catalogue, []) == {}
    with pytest.raises(AlreadyInLibrary):
        add(catalogue, "a")


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


def test_a_passage_leads_to_its_section_in_document_order_and_to_no_other_document(
    catalogue: Database,
) -> None:
    what = reading(*(replace(passage(n), section=n // 3) for n in range(7)))
    add(catalogue, "a", what)
    _, passages = add(catalogue, "b", what)
    assert [item.section for item in passages] == [0, 0, 0, 1, 1, 1, 2]
    assert passage_rows.of_section(catalogue, passages[4].id) == passages[3:6]
    assert passage_rows.of_section(catalogue, passages[6].id) == passages[6:]


@pytest.mark.parametrize(
    "citation",
    [
        Citation(3, 15, "170 N.J. 632", CitationKind.CASE),
        Citation(3, 15, "170 N.J. 632", CitationKind.CASE, CitationForm.SHORT, "640"),
        Citation(0, 3, "", CitationKind.RECORD, CitationForm.ID),
        Citation(3, 15, "170 N.J. 632", CitationKind.CASE, CitationForm.FULL, "", "see also"),
        Citation(3, 15, "170 N.J. 632", CitationKind.CASE, certain=False),
    ],
)
def test_a_citation_comes_back_whole(citation: Citation) -> None:
    assert unpack_citations(pack_citations((citation, citation))) == (citation, citation)


def shown(catalogue: Database, *ids: int) -> list[str]:
    rows = document_rows.get_many(catalogue, ids)
    return [full_title(rows[id_]) for id_ in ids]


def test_equal_titles_are_distinguished_even_for_a_single_document(catalogue: Database) -> None:
    first, _ = add(catalogue, "a", reading(side="Appellant"))
    second, _ = add(catalogue, "b", reading(title="STATE V. DOE", side="Respondent"))
    names = ["State v. Doe · Brief of Appellant", "STATE V. DOE · Brief of Respondent"]
    assert shown(catalogue, first.id, second.id) == names
    assert shown(catalogue, first.id) + shown(catalogue, second.id) == names
    assert full_title(document_rows.get(catalogue, first.id)) == names[0]
    assert [full_title(document) for document in document_rows.iterate(catalogue)] == names
    assert full_title(document_rows.listed(catalogue, [second.id])[second.id].document) == names[1]
    known = document_rows.find_by_hash(catalogue, hash_of("a"))
    assert known is not None and full_title(known) == names[0]


def test_a_mark_names_the_document_that_it_is_on(catalogue: Database) -> None:
    _, (passage, *_rest) = add(catalogue, "a", reading(side="Appellant"))
    add(catalogue, "b", reading(side="Respondent"))
    feedback_rows.give(catalogue, passage.id, "search of the car", Verdict.UP)
    (mark,) = feedback_rows.given(catalogue)
    assert mark.title == "State v. Doe" and [fact.value for fact in mark.distinctions] == [
        "brief",
        "Appellant",
    ]


def test_each_of_very_many_equal_titles_has_a_suffix(catalogue: Database) -> None:
    with catalogue.writing_together():
        ids = [add(catalogue, f"order {number}", reading(title="Order"))[0].id for number in range(450)]
    names = shown(catalogue, ids[0], ids[449])
    assert names == ["Order · order 0.pdf", "Order · order 449.pdf"]


SPOOFED = "report\u202efdp.exe"
SHOWN = "report⟨U+202E⟩fdp.exe"


@pytest.mark.parametrize("hidden", ["\u202e", "\u2066", "\u200b", "\x1b", "\n", "\x07", "\u00ad", "\udc80"])
def test_hidden_characters_of_names_and_titles_are_written_out(catalogue: Database, hidden: str) -> None:
    name = f"a{hidden}b"
    stored, _ = add(catalogue, name, reading(title=name, court=name, docket=name))
    document = document_rows.get(catalogue, stored.id)
    assert document == stored
    for value in (document.title, document.court, document.file_name.removesuffix(".pdf")):
        assert value == f"a⟨U+{ord(hidden):04X}⟩b"
    # Walls hide by docket numbers, so that one is stored as a person sees it: without such characters.
    assert document.docket == {"\n": "a b", "\u00ad": "a-b; ab"}.get(hidden, "ab")


def test_a_name_that_an_older_release_stored_raw_is_shown_as_it_is(
    tmp_path: Path, catalogue_file: Database
) -> None:
    document, _ = add(catalogue_file)
    with sqlite3.connect(path_in(tmp_path)) as raw:
        raw.execute("UPDATE document SET title = ?, file_name = ?", (SPOOFED, SPOOFED))
    raw.close()
    result = document_rows.get(catalogue_file, document.id)
    assert (result.title, result.file_name) == (SHOWN, SHOWN)


def test_names_of_any_language_stay_as_they_are(catalogue: Database) -> None:
    title = "State v. Muñoz — חוק, Закон, 法律, قانون (§ 2)"
    document, _ = add(catalogue, what=reading(title=title))
    assert document_rows.get(catalogue, document.id).title == title


def test_the_version_grows_with_every_signature_and_is_the_same_for_all_programs(tmp_path: Path) -> None:
    with (
        closing(open_catalogue(path_in(tmp_path))) as ours,
        closing(open_catalogue(path_in(tmp_path))) as other,
    ):
        assert document_rows.signatures_version(ours) == 0
        document = add(ours)[0].id
        assert [document_rows.sign_all(other, "s", {document: b"x"}, {}) for _ in range(11)] == list(
            range(1, 12)
        )
        assert document_rows.signatures_version(ours) == 11


def test_families_are_written_and_shown_with_the_document(catalogue: Database) -> None:
    one, two, three = (add(catalogue, name)[0].id for name in "abc")
    document_rows.sign_all(catalogue, "s", {two: b"x"}, {one: one, two: one})
    assert [document.family for document in document_rows.iterate(catalogue)] == [one, one, 0]
    assert document_rows.family_members(catalogue, [one, 0]) == [one, two]
    assert document_rows.family_members(catalogue, [0]) == []
    assert document_rows.families_of(catalogue, [two, three, 99]) == {two: one, three: 0}
    document_rows.assign_families(catalogue, {one: 0, two: 0})
    assert document_rows.family_members(catalogue, [one]) == []


def test_removing_a_document_removes_its_signature_and_none_is_added_later(catalogue: Database) -> None:
    document = add(catalogue)[0].id
    document_rows.sign_all(catalogue, "s", {document: b"x"}, {})
    ingest_ledger.remove_documents(catalogue, document)
    assert document_rows.signatures(catalogue, "s") == {}
    document_rows.sign_all(catalogue, "s", {document: b"x"}, {document: document})
    assert document_rows.signatures(catalogue, "s") == {}
    assert document_rows.unsigned(catalogue, "s") == []


def test_an_odd_reading_comes_back_as_it_was(catalogue: Database) -> None:
    odd = "broken \ud835 glyph \x00 and ﬁ 𝒫"
    far = Span(4_000_000_000, 1, 2, 3, 4)
    one = replace(passage(0, odd), heading_path=(odd,), page_label="\udc80", spans=(far,))
    page = replace(reading().pages[0], raw=odd)
    what = replace(reading(one, title="caption \ud800"), pages=(page,))
    document, (stored,) = add(catalogue, "a", what)
    assert document.title == "caption ⟨U+D800⟩"
    assert (stored.text, stored.heading_path, stored.page_label) == (odd, (odd,), "\udc80")
    assert stored.spans == (far,)
    assert document_rows.pages_of(catalogue, document.id)[0].raw == odd
    empty, passages = add(catalogue, "b", replace(reading(), pages=(), passages=()))
    assert (document_rows.pages_of(catalogue, empty.id), passages) == ([], [])


def test_numbers_that_do_not_exist_are_refused_and_nothing_is_kept(catalogue: Database) -> None:
    for call in (
        lambda: document_rows.get(catalogue, 99),
        lambda: ingest_ledger.remove_documents(catalogue, 99),
        lambda: ingest_ledger.start_again(catalogue, 99, [PageOrder(0)]),
        lambda: feedback_rows.give(catalogue, 99, "query", Verdict.UP),
        lambda: document_rows.caption(catalogue, 99),
        lambda: document_rows.correct(catalogue, 99, CaptionField.TITLE, "x"),
        lambda: document_rows.correct(catalogue, 99, CaptionField.TITLE, None),
    ):
        with pytest.raises(NotInLibrary):
            call()
    assert passage_rows.of_section(catalogue, 1) == [] and catalogue.faults() == []
