"""Tests of moving a catalogue from a file into PostgreSQL and back with its ids and checksums."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select

from briefbank.catalogue import (
    checksums,
    document_rows,
    feedback_rows,
    ingest_ledger,
    passage_rows,
    sqlite_database,
)
from briefbank.catalogue.database import Database, Topic
from briefbank.catalogue.ingest_ledger import NewFile
from briefbank.catalogue.schema import PLAIN_TABLES, open_catalogue
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.searches import Verdict
from briefbank.errors import Cancelled
from tests.catalogue.samples import add, passage, path_in, reading
from tests.support.postgres import PostgresServer

COUNTER = re.compile("version of |mark of a restore")


@pytest.fixture
def office(postgres: PostgresServer) -> Iterator[Database]:
    with closing(postgres.new_catalogue().open()) as opened:
        yield opened


@pytest.fixture
def client(catalogue_file: Database) -> Database:
    """A catalogue with rows in many tables, and text that no database stores unchanged."""
    odd = replace(passage(3, "broken \ud835 and \0 and \uffff"), page_label="\udc80")
    document, passages = add(catalogue_file, "a", reading(*reading().passages, odd))
    add(catalogue_file, "b", reading(filed=None))
    gone, _ = add(catalogue_file, "c")
    document_rows.correct(catalogue_file, document.id, CaptionField.FILED, "1999-01-01")
    feedback_rows.give(catalogue_file, passages[3].id, "odd \ud800 query", Verdict.UP)
    passage_rows.mark_embedded(catalogue_file, [passages[0].id], "model")
    ingest_ledger.start(catalogue_file, [NewFile(Path("/briefs/\udcff.pdf"))])
    ingest_ledger.remove_documents(catalogue_file, gone.id)
    return catalogue_file


def rows(catalogue: Database) -> dict[str, list[tuple[object, ...]]]:
    """All rows as they are stored, without the counters that only a database has."""
    result = {}
    with catalogue.reading() as connection:
        for table in PLAIN_TABLES:
            result[table.name] = sorted(map(tuple, connection.execute(select(table))), key=repr)
    result["state"] = [row for row in result["state"] if not COUNTER.match(str(row[0]))]
    return result


def test_all_rows_come_over_as_they_were(client: Database, office: Database, tmp_path: Path) -> None:
    office.replace_by(path_in(tmp_path), lambda: None)
    assert rows(office) == rows(client)
    for document in document_rows.iterate(client):
        fit = checksums.fit(office, document.id)
        assert fit == checksums.fit(client, document.id) and fit is not None and fit.intact


def test_all_rows_go_back_into_a_file(client: Database, office: Database, tmp_path: Path) -> None:
    office.replace_by(path_in(tmp_path), lambda: None)
    before, copy = rows(office), tmp_path / "copy.sqlite"
    with office.frozen() as copy_out:
        add(office, "late")
        copy_out(copy, lambda: None)
    with closing(open_catalogue(copy, create=False)) as opened:
        assert rows(opened) == before
        assert opened.faults() == [] and opened.count_orphans() == 0
        assert add(opened, "new")[0].id > client.used_numbers()["document"]


def test_numbers_are_not_used_again_after_a_replacement(
    client: Database, office: Database, tmp_path: Path
) -> None:
    highest = 0
    for name in "defghij":
        document, passages = add(office, name)
        highest = max(highest, document.id)
    office.replace_by(path_in(tmp_path), lambda: None)
    new, new_passages = add(office, "new")
    assert new.id > highest and min(item.id for item in new_passages) > max(item.id for item in passages)


def test_caches_notice_a_replacement(client: Database, office: Database, tmp_path: Path) -> None:
    add(office, "d")
    before = {topic: office.version([topic]) for topic in Topic}
    sqlite_database.mark(path_in(tmp_path), 77)
    office.replace_by(path_in(tmp_path), lambda: None)
    assert all(office.version([topic]) > number for topic, number in before.items())
    assert office.mark() == 77


def test_a_cancelled_transfer_changes_nothing(client: Database, office: Database, tmp_path: Path) -> None:
    add(office, "d")
    before, calls = rows(office), 0

    def stop() -> None:
        nonlocal calls
        calls += 1
        if calls == 5:
            raise Cancelled

    with pytest.raises(Cancelled):
        office.replace_by(path_in(tmp_path), stop)
    assert rows(office) == before
