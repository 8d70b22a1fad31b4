"""Tests of the thesaurus of the office in backups and restores."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from briefbank.errors import StoreDamaged
from briefbank.maintenance import backup_sets
from tests.maintenance.library_parts import QUIET, OpenParts, opened

OWN = "whip = car\n"


@pytest.fixture
def library(tmp_path: Path) -> Iterator[OpenParts]:
    with opened(tmp_path / "library") as opened_library:
        opened_library.add("zebra stop", "the wagon was searched")
        yield opened_library


def test_a_restore_elsewhere_brings_the_offices_words(library: OpenParts, tmp_path: Path) -> None:
    library.paths.thesaurus.write_text(OWN)
    library.backup.make(tmp_path / "backup", QUIET)
    with opened(tmp_path / "other") as other:
        other.restore.restore(tmp_path / "backup", QUIET)
        assert other.paths.thesaurus.read_text() == OWN


def test_a_restore_keeps_the_words_that_it_replaces(library: OpenParts, tmp_path: Path) -> None:
    library.paths.thesaurus.write_text(OWN)
    library.backup.make(tmp_path / "backup", QUIET)
    with opened(tmp_path / "other") as other:
        other.paths.thesaurus.write_text("heap = car\n")
        kept = other.restore.restore(tmp_path / "backup", QUIET).kept_before
        assert kept is not None
        item = backup_sets.read(kept).thesaurus
        assert item is not None and (kept / item.name).read_text() == "heap = car\n"
        assert not other.paths.thesaurus.samefile(kept / item.name)


def test_the_thesaurus_of_a_backup_does_not_change_with_the_file(library: OpenParts, tmp_path: Path) -> None:
    library.backup.make(tmp_path / "backup", QUIET)
    library.paths.thesaurus.write_text(OWN)
    kept = library.restore.restore(tmp_path / "backup", QUIET).kept_before
    assert kept is not None
    library.paths.thesaurus.write_text("heap = car\n")
    item = backup_sets.read(kept).thesaurus
    assert item is not None and (kept / item.name).read_text() == OWN


def test_a_backup_without_words_leaves_those_of_the_library(library: OpenParts, tmp_path: Path) -> None:
    library.backup.make(tmp_path / "backup", QUIET)
    library.paths.thesaurus.write_text(OWN)
    library.restore.restore(tmp_path / "backup", QUIET)
    assert library.paths.thesaurus.read_text() == OWN


def test_a_newer_backup_drops_the_words_of_the_older(library: OpenParts, tmp_path: Path) -> None:
    for words in (OWN, "heap = car\n"):
        library.paths.thesaurus.write_text(words)
        library.backup.make(tmp_path / "backup", QUIET)
    (only,) = (tmp_path / "backup").glob("thesaurus-*.txt")
    assert only.read_text() == "heap = car\n"


def test_a_backup_whose_words_were_changed_is_not_restored(library: OpenParts, tmp_path: Path) -> None:
    library.paths.thesaurus.write_text(OWN)
    library.backup.make(tmp_path / "backup", QUIET)
    (stored,) = (tmp_path / "backup").glob("thesaurus-*.txt")
    stored.write_text("heap = car\n")
    with pytest.raises(StoreDamaged):
        library.restore.restore(tmp_path / "backup", QUIET)
    assert library.paths.thesaurus.read_text() == OWN


def test_words_that_cannot_be_read_are_named_and_the_rest_is_backed_up(
    library: OpenParts, tmp_path: Path
) -> None:
    library.paths.thesaurus.mkdir()
    report = library.backup.make(tmp_path / "backup", QUIET)
    assert len(report.problems) == 1 and "thesaurus" in report.problems[0]
    assert backup_sets.read(tmp_path / "backup").originals
