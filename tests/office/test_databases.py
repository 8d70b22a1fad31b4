"""Tests that a library in PostgreSQL gives the same rows, order and scores as one in a file."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeAlias

import pytest
from sqlalchemy import update

from briefbank.catalogue import checksums, document_rows
from briefbank.catalogue.tables import DocumentRow
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import DocumentList, ListColumn
from briefbank.domain.searches import Verdict
from briefbank.errors import BriefBankError
from briefbank.office.library import OfficeLibrary
from briefbank.office.postgres_database import PostgresPlace
from tests.office.test_contract import MISTAKES, READINGS, SEARCHES, answered
from tests.stand_ins.encoders import Buckets
from tests.support.postgres import PostgresServer

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
