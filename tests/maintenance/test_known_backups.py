"""Tests that the library knows which of its backups hold a document."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from briefbank.errors import NotInLibrary
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.maintenance import backup_sets
from tests.summary.factory import DOCUMENT

PAGE = "<html><body><h1>N.J.S.A. 2C:35-5</h1><p>No person shall keep an ibis.</p></body></html>"
QUIET = QuietReporter()


def test_a_backup_is_known_by_its_folder_brings_back_pages_from_the_web_and_stays_known(
    tmp_path: Path,
) -> None:
    (tmp_path / "ibis.html").write_text(PAGE)
    with Library.open(tmp_path / "library") as library:
        library.ingest.add([tmp_path / "ibis.html"], QUIET)
        (added,) = list(library.documents.each())
        assert library.maintenance.backups_with(added.id) == ()
        library.maintenance.backup(tmp_path / "backup", QUIET)
        assert [item.folder for item in library.maintenance.backups_with(added.id)] == [tmp_path / "backup"]
        before = library.maintenance.restore(tmp_path / "backup", QUIET).kept_before
        (restored,) = list(library.documents.each())
        assert restored.suffix == ".html" and "ibis" in library.documents.passages(restored.id)[0].text
        folders = {item.folder for item in library.maintenance.backups_with(restored.id)}
        assert folders == {tmp_path / "backup", before}
        with pytest.raises(NotInLibrary):
            library.maintenance.backups_with(999)


def test_a_backup_from_before_a_document_was_added_does_not_hold_it(tmp_path: Path) -> None:
    added = replace(DOCUMENT, added_at=datetime(2026, 3, 3, tzinfo=UTC))
    for hours, name in ((-1, "before"), (0, "then"), (1, "after")):
        backup_sets.note(tmp_path, Path("/media") / name, added.added_at + timedelta(hours=hours))
    assert [item.folder.name for item in backup_sets.containing(tmp_path, added)] == ["after", "then"]


def test_an_updated_backup_is_listed_once(tmp_path: Path) -> None:
    for day in (1, 2):
        backup_sets.note(tmp_path, Path("/media/same"), datetime(2026, 3, day, tzinfo=UTC))
    (known,) = backup_sets.known(tmp_path)
    assert known.made.day == 2


@pytest.mark.parametrize(
    "damage", ["", "{", "[1]", '{"folder": "x"}', '[{"folder": "/x"}]', '[{"folder": "/x", "made": "soon"}]']
)
def test_a_damaged_note_is_ignored_and_rewritten(tmp_path: Path, damage: str) -> None:
    (tmp_path / backup_sets.FILE).write_text(damage)
    assert backup_sets.known(tmp_path) == ()
    backup_sets.note(tmp_path, Path("/media/new"))
    assert [item.folder for item in backup_sets.known(tmp_path)] == [Path("/media/new")]


def test_only_so_many_are_kept_the_newest_of_them_and_for_this_user_alone(tmp_path: Path) -> None:
    for day in range(backup_sets.MOST + 3):
        created = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=day)
        backup_sets.note(tmp_path, Path(f"/media/{day}"), created)
    known = backup_sets.known(tmp_path)
    assert len(known) == backup_sets.MOST and known[0].folder == Path(f"/media/{backup_sets.MOST + 2}")
    assert (tmp_path / backup_sets.FILE).stat().st_mode & 0o077 == 0
