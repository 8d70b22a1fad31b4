"""A catalogue in each of the databases that hold one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from briefbank.catalogue.database import Database
from briefbank.catalogue.schema import open_catalogue
from tests.catalogue.samples import path_in
from tests.support.postgres import PostgresServer


@pytest.fixture
def catalogue_file(tmp_path: Path) -> Iterator[Database]:
    """A new catalogue in a file in the folder of the test."""
    with closing(open_catalogue(path_in(tmp_path))) as opened:
        yield opened


@pytest.fixture(params=["file", pytest.param("postgresql", marks=pytest.mark.nightly)])
def catalogue(request: pytest.FixtureRequest) -> Iterator[Database]:
    """A new catalogue in a file, and every night in PostgreSQL, too."""
    if request.param == "file":
        yield request.getfixturevalue("catalogue_file")
        return
    server: PostgresServer = request.getfixturevalue("postgres")
    with closing(server.new_catalogue().open()) as opened:
        yield opened
