"""A library in PostgreSQL is like one in a file, is backed up like any other, and reports its problems."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import inspect, select, update

from briefbank.catalogue import checksums, document_rows, feedback_rows, ingest_ledger, library_facts, schema
from briefbank.catalogue.database import ANSWERS, Database, Topic
from briefbank.catalogue.ingest_ledger import NewFile
from briefbank.catalogue.schema import open_catalogue
from briefbank.catalogue.tables import ChecksumRow, DocumentRow, StateRow
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import DocumentList, ListColumn
from briefbank.domain.searches import SearchRequest, Verdict
from briefbank.errors import BriefBankError, StoreBusy, StoreDamaged, StoreError, StoreTooNew
from briefbank.jobs import QuietReporter
from briefbank.office import postgres_database
from briefbank.office.library import OfficeLibrary
from briefbank.office.postgres_database import DatabaseAway, NoDatabase, PostgresPlace
from tests.catalogue import toy_release
from tests.catalogue.samples import add, hash_of, passage, path_in, reading
from tests.office.test_contract import MISTAKES, READINGS, SEARCHES, answered
from tests.stand_ins.encoders import Buckets
from tests.support.postgres import PostgresServer, catalogue_in

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=30)
"""Lone surrogates, NUL and the last code points among all others."""


@pytest.fixture
def database(postgres: PostgresServer) -> PostgresPlace:
    return postgres.new_catalogue()


@pytest.fixture
def office(database: PostgresPlace) -> Iterator[Database]:
    with closing(database.open()) as opened:
        yield opened


@pytest.fixture(scope="module")
def kept(postgres: PostgresServer) -> Iterator[Database]:
    """A catalogue for all examples of a property."""
    with closing(postgres.new_catalogue().open()) as opened:
        yield opened


@given(text=ANY_TEXT)
def test_any_text_comes_back_as_it_was(kept: Database, text: str) -> None:
    library_facts.put(kept, "a fact", text)
    assert library_facts.get(kept, "a fact") == text


def test_text_is_ordered_byte_by_byte_as_in_a_file(office: Database) -> None:
    names = ["b", "B", "é", "a", "_", "Z", "z", "\U0001f600", "\ufb01"]
    with office.writing() as connection:
        connection.execute(StateRow.__table__.insert(), [{"key": name, "value": ""} for name in names])
        ordered = connection.scalars(select(StateRow.key).order_by(StateRow.key)).all()
    assert [item for item in ordered if item in names] == sorted(names, key=str.encode)


def test_the_checksums_are_those_of_a_file(office: Database, tmp_path: Path) -> None:
    catalogue_file = open_catalogue(path_in(tmp_path))
    odd = replace(passage(3, "broken \ud835 and \0 and \uffff"), page_label="\udc80")
    what = reading(*reading().passages, odd)
    sealed = []
    for catalogue in (office, catalogue_file):
        document, _ = add(catalogue, "a", what)
        document_rows.correct(catalogue, document.id, CaptionField.DOCKET, "A-9-21")
        assert checksums.fit(catalogue, document.id).intact
        with catalogue.reading() as connection:
            sealed.append(connection.scalars(select(ChecksumRow.read)).one())
    assert sealed[0] == sealed[1]


def test_queries_as_long_as_a_page_have_marks(office: Database) -> None:
    _, passages = add(office)
    long = " ".join(f"{hash_of(str(number))}" for number in range(300))
    feedback_rows.give(office, passages[0].id, long, Verdict.UP)
    feedback_rows.give(office, passages[0].id, long, Verdict.DOWN)
    assert feedback_rows.given_for(office, long) == {passages[0].id: Verdict.DOWN}
    assert feedback_rows.marked_queries(office, 5) == [long.casefold()]


def test_a_change_counts_for_its_topic_and_for_every_program(
    office: Database, database: PostgresPlace
) -> None:
    def versions() -> dict[Topic, int]:
        return {topic: other.version([topic]) for topic in Topic}

    with closing(database.open()) as other:
        _, passages = add(office)
        before, answers = versions(), other.version(ANSWERS)
        feedback_rows.give(office, passages[0].id, "query", Verdict.UP)
        after = versions()
        assert {topic for topic in Topic if before[topic] != after[topic]} == {Topic.FEEDBACK}
        assert other.version(ANSWERS) != answers
        answers = other.version(ANSWERS)
        ingest_ledger.start(office, [NewFile(Path("/a.pdf"))])
        assert versions()[Topic.WORK] != after[Topic.WORK] and other.version(ANSWERS) == answers


def test_another_writer_makes_it_busy(
    office: Database, database: PostgresPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_database, "BUSY_SECONDS", 0.05)
    with closing(database.open()) as impatient:
        with office.writing(), pytest.raises(StoreBusy):
            add(impatient)
        assert list(document_rows.iterate(impatient)) == []
        add(impatient)


def test_removed_documents_are_taken_out_of_the_tables(office: Database) -> None:
    document, _ = add(office, what=reading(filed=date(2020, 1, 1)))
    ingest_ledger.remove_documents(office, document.id)
    assert (library_facts.deleted(office) is not None) and (library_facts.deleted(office) or []) == [
        document.id
    ]
    library_facts.erase(office)
    assert not (library_facts.deleted(office) is not None)
    with office.reading() as connection:
        dead = "SELECT sum(n_dead_tup) FROM pg_stat_user_tables WHERE relname IN ('document', 'passage')"
        assert connection.exec_driver_sql(dead).scalar_one() == 0


def test_the_database_refuses_names_that_could_lead_elsewhere(office: Database) -> None:
    add(office)
    for values in ({"sha256": "../" + "a" * 61}, {"sha256": "A" * 64}, {"suffix": "./x"}, {"suffix": "pdf"}):
        with pytest.raises(StoreDamaged), office.writing() as connection:
            connection.execute(update(DocumentRow).values(values))


def test_another_programs_database_is_not_taken_over(postgres: PostgresServer) -> None:
    database = postgres.new_database("recipes")
    postgres.run("CREATE TABLE recipe (name text)", "recipes")
    with pytest.raises(StoreDamaged, match="something else"):
        database.open()


def test_a_newer_catalogue_is_refused(database: PostgresPlace, postgres: PostgresServer) -> None:
    postgres.run("UPDATE alembic_version SET version_num = '9999'", database.name)
    with pytest.raises(StoreTooNew):
        database.open()


def test_a_database_that_cannot_hold_every_character_is_refused(postgres: PostgresServer) -> None:
    postgres.run("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    with pytest.raises(StoreError, match="every character"):
        PostgresPlace(postgres.folder, "latin").open()


def test_a_missing_database_is_named_and_its_server_not_reported_as_unavailable(
    postgres: PostgresServer,
) -> None:
    with pytest.raises(NoDatabase, match="no database “misspelt”"):
        PostgresPlace(postgres.folder, "misspelt").open()


def test_a_server_that_is_away_is_named_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(DatabaseAway, match="does not answer"):
        PostgresPlace(tmp_path, "library").open()


def test_a_connection_that_was_cut_is_made_again(
    office: Database, database: PostgresPlace, postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    document, _ = add(office)
    version = office.version()
    postgres.run(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{database.name}'")
    assert office.version() == version
    assert document_rows.get(office, document.id) == document


def test_variables_of_the_environment_lead_to_no_other_server(
    database: PostgresPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"PGHOST": "/nowhere", "PGUSER": "nobody", "PGDATABASE": "other"}.items():
        monkeypatch.setenv(name, value)
    database.open().close()


def test_a_later_migration_runs_in_the_database_once(
    database: PostgresPlace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(database.open()) as catalogue:
        document, _ = add(catalogue)
    monkeypatch.setattr(schema, "SHAPES", dict(schema.SHAPES))
    monkeypatch.setattr(schema, "MIGRATIONS", schema.MIGRATIONS)
    toy_release.install(toy_release.migrations(tmp_path / "toy"))
    for _ in range(2):
        with closing(database.open()) as catalogue:
            assert document_rows.get(catalogue, document.id).title == document.title + toy_release.MARK


def test_two_programs_make_the_tables_of_a_new_database_once(postgres: PostgresServer) -> None:
    database, start = postgres.new_database("shared_start"), threading.Barrier(3)
    opened: list[Database] = []

    def work() -> None:
        start.wait()
        opened.append(database.open())

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(opened) == 3
    for item in opened:
        item.close()


def test_a_file_and_a_database_have_the_same_tables(database: PostgresPlace, tmp_path: Path) -> None:
    described = []
    for there in (database, path_in(tmp_path)):
        with closing(catalogue_in(there)) as catalogue, catalogue.reading() as connection:
            seen = inspect(connection)
            columns = {name: seen.get_columns(name) for name in sorted(seen.get_table_names())}
            described.append(
                {
                    name: {item["name"]: item["nullable"] for item in results}
                    for name, results in columns.items()
                }
            )
    assert described[0] == described[1]


QUIET = QuietReporter()


def state(library: OfficeLibrary) -> tuple[object, ...]:
    """The documents, a search by words and meaning, and what a thorough check finds."""
    library.warm()
    results = library.search(SearchRequest("reasonable doubt"))
    return list(library.documents.each()), results.hits, library.maintenance.check(thorough=True).problems


@pytest.mark.parametrize("back_into", ["file", "postgresql"])
def test_a_backup_holds_all_of_it(
    back_into: str, office_database: tuple[Path, PostgresPlace], postgres: PostgresServer, tmp_path: Path
) -> None:
    folder, source_database = office_database
    with OfficeLibrary.open(folder, encoder=Buckets(), database=postgres.copied(source_database)) as library:
        library.documents.correct(1, CaptionField.TITLE, "State v. Zebra")
        library.maintenance.backup(tmp_path / "backup", QUIET)
        before = state(library)
        assert not (folder / "catalogue.sqlite").exists()
    database = postgres.new_catalogue() if back_into == "postgresql" else None
    with OfficeLibrary.open(tmp_path / "restored", encoder=Buckets(), database=database) as library:
        library.maintenance.restore(tmp_path / "backup", QUIET)
        assert library.embedding.embed_pending(QUIET) == 0, "no vector was lost"
        assert state(library) == before


Both: TypeAlias = tuple[OfficeLibrary, OfficeLibrary]
ON_THE_DISK = {"sizes", "revision", "thesaurus"}
"""Answers that name the library's folder, or speak of the database itself."""


@pytest.fixture
def both(
    office_place: tuple[Path, None],
    office_database: tuple[Path, PostgresPlace],
    postgres: PostgresServer,
    tmp_path: Path,
) -> Iterator[Both]:
    """The same briefs in two libraries, added at the same moment."""
    folder = shutil.copytree(office_database[0], tmp_path / "second")
    with ExitStack() as stack:
        opened = [
            stack.enter_context(OfficeLibrary.open(folder, encoder=Buckets(), database=database))
            for folder, database in ((office_place[0], None), (folder, postgres.copied(office_database[1])))
        ]
        for library in opened:
            with library.catalogue.writing() as connection:
                connection.execute(update(DocumentRow).values(added_at=datetime(2026, 1, 1, tzinfo=UTC)))
                for document_id in document_rows.all_ids(connection):
                    checksums.seal_entry(connection, document_id)
        yield opened[0], opened[1]


def test_searches_have_the_same_answers(both: Both) -> None:
    for request in SEARCHES:
        first, second = (answered(library, request) for library in both)
        assert first == second, request


def test_marks_change_the_answers_alike(both: Both) -> None:
    request = SEARCHES[0]
    before = answered(both[0], request)
    for library in both:
        library.feedback.give(before.hits[-1].passage.id, request.text, Verdict.UP)
    first, second = (answered(library, request) for library in both)
    assert first == second != before


def test_reads_are_the_same_in_both_databases(both: Both) -> None:
    for name in sorted(READINGS.keys() - ON_THE_DISK):
        first, second = (READINGS[name](library) for library in both)
        assert first == second, name


def test_lists_have_the_same_order(both: Both) -> None:
    for library in both:
        library.documents.correct(2, CaptionField.FILED, "")
    for column in ListColumn:
        for descending in (False, True):
            list_ = DocumentList(column=column, descending=descending)
            first, second = (list(library.documents.ids(list_)) for library in both)
            assert first == second, list_


def test_mistakes_are_the_same(both: Both) -> None:
    for name, mistake in MISTAKES.items():
        errors = []
        for library in both:
            with pytest.raises(BriefBankError) as caught:
                mistake(library)
            errors.append((type(caught.value), str(caught.value)))
        assert errors[0] == errors[1], name


def test_a_thorough_check_finds_both_sound(both: Both) -> None:
    first, second = (library.maintenance.check(thorough=True) for library in both)
    assert first.problems == second.problems == ()
