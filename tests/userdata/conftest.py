"""A catalogue of its own, and the store of what a person keeps beside it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from briefbank.catalogue.database import Database
from briefbank.catalogue.schema import open_catalogue
from briefbank.paths import LibraryPaths
from briefbank.storage.lease import ProcessLock
from briefbank.userdata.userdata import FILE, Records, UserData

Keep = Callable[[], UserData]


@pytest.fixture
def catalogue(library_paths: LibraryPaths) -> Iterator[Database]:
    opened_catalogue = open_catalogue(library_paths.catalogue)
    yield opened_catalogue
    opened_catalogue.close()


@pytest.fixture
def file(home: Path) -> Path:
    return home / FILE


@pytest.fixture
def keep(catalogue: Database, file: Path, library_paths: LibraryPaths) -> Iterator[Keep]:
    """Opens the store, as each window does for itself."""
    opened_stores: list[UserData] = []

    def make() -> UserData:
        lock = ProcessLock(library_paths.lock, wait_s=20.0)
        opened_stores.append(UserData(file, Records(catalogue, lock), lambda: True))
        return opened_stores[-1]

    yield make
    for item in opened_stores:
        item.close()


@pytest.fixture
def personal(keep: Keep) -> UserData:
    return keep()
