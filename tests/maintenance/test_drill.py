"""Tests that a drill proves that a backup can be restored, and leaves nothing behind."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from briefbank.api.library import LibraryApi
from briefbank.cli.commands import run
from briefbank.cli.output import DONE, FAULT, NOTHING
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.searches import Verdict
from briefbank.embedding.dense import DenseIndex, DenseRow
from briefbank.errors import Cancelled, StoreDamaged
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.maintenance import backup_sets, restore
from briefbank.maintenance.health import LibraryParts
from briefbank.text.messages import Message
from tests.network.programs import PROJECT
from tests.stand_ins.encoders import Buckets

LOSSES: dict[str, Callable[[LibraryApi, LibraryParts], object]] = {
    "The rows of “document” are not those of the backup.": lambda library, _: library.documents.correct(
        1, CaptionField.TITLE, "State v. Heron"
    ),
    "was changed or damaged": lambda _, parts: next(parts.paths.files.iterdir()).write_bytes(b""),
    "The vectors are not those of the backup.": lambda _, parts: parts.meaning.discard(),
    "vectors are not those": lambda _, parts: change_a_vector(parts.meaning.model().dense),
}

QUIET = QuietReporter()


@pytest.fixture(scope="module")
def whole_backup(text_files: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The backup of three briefs with a correction and a mark."""
    folder = tmp_path_factory.mktemp("backed-up")
    with Library.open(folder / "library", encoder=Buckets()) as library:
        library.ingest.add(text_files[:3], QUIET)
        library.embedding.embed_pending(QUIET)
        library.documents.correct(1, CaptionField.TITLE, "State v. Zebra")
        library.feedback.give(library.documents.passages(1)[0].id, "reasonable doubt", Verdict.UP)
        library.maintenance.backup(folder / "backup", QUIET)
    return folder / "backup"


@pytest.fixture
def backup(whole_backup: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole_backup, tmp_path / "backup"))


@pytest.fixture
def drill_place(tmp_path: Path) -> Path:
    return tmp_path / "place"


def test_a_whole_backup_is_restored_compared_and_leaves_nothing(backup: Path, drill_place: Path) -> None:
    before = sorted(path.relative_to(backup) for path in backup.rglob("*"))
    report = Library.drill(backup, drill_place, QUIET, encoder=Buckets())
    assert report.problems == ()
    assert (report.documents, report.files, report.searches) == (3, 3, 3)
    assert report.rows > report.passages > 0
    assert report.vectors > 0
    assert report.made.isoformat() == backup_sets.read(backup).made
    assert list(drill_place.iterdir()) == []
    assert sorted(path.relative_to(backup) for path in backup.rglob("*")) == before


def test_a_backup_from_just_after_a_crash_is_good_although_authorities_were_not_read_yet(
    backup: Path, drill_place: Path, tmp_path: Path
) -> None:
    with Library.open(tmp_path / "library", encoder=Buckets()) as library:
        library.maintenance.restore(backup, QUIET)
        with closing(sqlite3.connect(tmp_path / "library" / "catalogue.sqlite")) as connection, connection:
            connection.execute("DELETE FROM graphed WHERE document_id = 1")
        assert len(library.maintenance.check().problems) == 1
        library.maintenance.backup(backup, QUIET)
    assert Library.drill(backup, drill_place, QUIET, encoder=Buckets()).problems == ()


def test_a_changed_file_in_the_backup_is_reported_and_nothing_is_left_behind(
    backup: Path, drill_place: Path
) -> None:
    original = next((backup / "files").iterdir())
    original.write_bytes(original.read_bytes()[:-1] + b"?")
    with pytest.raises(StoreDamaged, match="Missing or changed"):
        Library.drill(backup, drill_place, QUIET, encoder=Buckets())
    assert list(drill_place.iterdir()) == []


def test_searches_without_results_after_a_restore_are_reported(
    backup: Path, drill_place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = Library.search

    def find_nothing(self: Library, request: object) -> object:
        return search(self, request.__class__("zyzzyva", words_only=True))

    monkeypatch.setattr(Library, "search", find_nothing)
    (problem,) = Library.drill(backup, drill_place, QUIET, encoder=Buckets()).problems
    assert problem == "3 of 3 searches found nothing."


def test_a_drill_that_is_cancelled_leaves_nothing(backup: Path, drill_place: Path) -> None:
    class Cancelling(QuietReporter):
        def progress(self, stage: Message, done: int, total: int) -> None:
            if stage == restore.COMPARING:
                raise Cancelled

    with pytest.raises(Cancelled):
        Library.drill(backup, drill_place, Cancelling(), encoder=Buckets())
    assert list(drill_place.iterdir()) == []


def test_folders_of_a_killed_drill_are_removed_by_the_next_and_no_others(
    backup: Path, drill_place: Path
) -> None:
    killed = f"""
import os
from pathlib import Path
from briefbank.maintenance import restore
with restore.drill_folder(Path({str(drill_place)!r})) as folder:
    (folder / "library").mkdir()
    os._exit(9)
"""
    assert subprocess.run([sys.executable, "-c", killed], cwd=PROJECT, check=False).returncode == 9
    (drill_place / "briefbank-drill-of-mine").mkdir()
    with restore.drill_folder(drill_place) as another:
        assert another.is_dir()
        assert {path.name for path in drill_place.iterdir()} == {another.name, "briefbank-drill-of-mine"}
        with restore.drill_folder(drill_place):
            assert another.is_dir(), "a drill that runs keeps its folder"
    assert [path.name for path in drill_place.iterdir()] == ["briefbank-drill-of-mine"]


def test_the_command_says_what_was_compared_and_needs_no_library(
    backup: Path, drill_place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Library, "drill", partial(Library.drill, encoder=Buckets()))
    status = run(["drill", str(backup), "--place", str(drill_place), "--json"])
    report = json.loads(capsys.readouterr().out)
    assert (status, report["equal"], report["problems"]) == (DONE, True, [])
    assert (report["documents"], report["files"]) == (3, 3)
    (backup / "files").rename(backup / "elsewhere")
    assert run(["drill", str(backup), "--place", str(drill_place)]) == FAULT
    assert "Missing or changed" in capsys.readouterr().err
    assert run(["drill", str(drill_place), "--place", str(drill_place)]) == FAULT
    assert "There is no backup in this folder." in capsys.readouterr().err


@pytest.mark.parametrize("expected", LOSSES)
@pytest.mark.nightly
def test_losses_of_a_restore_are_reported(
    backup: Path,
    drill_place: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    expected: str,
) -> None:
    class Losing(restore.Drill):
        def __init__(self, backup: Path, library: LibraryApi, parts: LibraryParts, scratch: Path) -> None:
            super().__init__(backup, library, parts, scratch)
            LOSSES[expected](library, parts)
            parts.meaning.model()

    monkeypatch.setattr(restore, "Drill", Losing)
    monkeypatch.setattr(Library, "drill", partial(Library.drill, encoder=Buckets()))
    assert run(["drill", str(backup), "--place", str(drill_place)]) == NOTHING
    output = " ".join(capsys.readouterr().out.split())
    assert "cannot be restored as it was" in output and expected in output


def change_a_vector(index: DenseIndex) -> None:
    """Turn the vector of one passage round."""
    passage = next(index.passages())[0]
    (key,) = list(index.hashes_of([passage])[passage])[:1]
    index.add([DenseRow(int(passage), 1, key, -index.vectors_by_hash([key])[key])])
