"""Tests that a library with its catalogue in PostgreSQL is backed up and restored like any other."""

from __future__ import annotations

from pathlib import Path

import pytest

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.searches import SearchRequest
from briefbank.jobs import QuietReporter
from briefbank.office.library import OfficeLibrary
from briefbank.office.postgres_database import PostgresPlace
from tests.stand_ins.encoders import Buckets
from tests.support.postgres import PostgresServer

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
