"""Tests of checking that a library file is readable now, and of telling a lost library from a lost file."""

from __future__ import annotations

from pathlib import Path

import pytest

from briefbank.errors import FileAway, StoreAway
from briefbank.paths import LibraryPaths
from briefbank.storage.library_folder import require_readable


@pytest.fixture
def library(tmp_path: Path) -> LibraryPaths:
    paths = LibraryPaths(tmp_path / "library")
    paths.root.mkdir()
    paths.catalogue.write_bytes(b"catalogue")
    (paths.root / "brief.pdf").write_bytes(b"%PDF-1.7")
    return paths


def test_a_file_that_is_there_is_given_back(library: LibraryPaths) -> None:
    assert require_readable(library.root / "brief.pdf", library) == library.root / "brief.pdf"


def test_only_the_file_is_away_while_the_catalogue_is_there(library: LibraryPaths) -> None:
    with pytest.raises(FileAway):
        require_readable(library.root / "gone.pdf", library)


def test_a_folder_in_the_place_of_the_file_counts_as_away(library: LibraryPaths) -> None:
    with pytest.raises(FileAway):
        require_readable(library.root, library)


def test_a_library_without_its_folder_is_unavailable(library: LibraryPaths) -> None:
    library.root.rename(library.root.with_name("elsewhere"))
    with pytest.raises(StoreAway):
        require_readable(library.root / "brief.pdf", library)
