"""Backups of several days, each complete, and what a library knows of its backups."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from briefbank.cli.commands import run
from briefbank.cli.output import DONE
from briefbank.errors import Cancelled, NotInLibrary, StoreBusy, StoreError, StoreLinked
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.maintenance import backup_sets
from briefbank.maintenance.restore import is_whole
from briefbank.text.messages import Message
from tests.stand_ins.encoders import Buckets
from tests.summary.factory import DOCUMENT
from tests.support.trees import tree


@pytest.fixture(scope="module")
def filled(text_files: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed library of two briefs."""
    folder = tmp_path_factory.mktemp("filled") / "library"
    with Library.open(folder, encoder=Buckets()) as library:
        library.ingest.add(text_files[:2], QUIET)
        library.embedding.embed_pending(QUIET)
    return folder


@pytest.fixture
def library(filled: Path, tmp_path: Path) -> Iterator[Library]:
    with Library.open(shutil.copytree(filled, tmp_path / "library"), encoder=Buckets()) as opened:
        yield opened


@pytest.fixture
def series(tmp_path: Path) -> Path:
    return tmp_path / "backups"


def back_up(library: Library, series: Path, days: int = 30) -> Path:
    return library.maintenance.backup(series, QUIET, keep_days=days).folder


def set_back(backup: Path, days: int) -> None:
    """Have a backup be made some days earlier."""
    path = backup / backup_sets.MANIFEST
    manifest = json.loads(path.read_text())
    manifest["made"] = (datetime.fromisoformat(manifest["made"]) - timedelta(days)).isoformat()
    path.write_text(json.dumps(manifest))


def documents_in(backup: Path) -> int:
    """Return the number of documents of a backup, all of whose files are whole."""
    manifest = backup_sets.read(backup)
    assert all(is_whole(backup, item, lambda: None) for item in manifest.items())
    return len(manifest.originals)


def test_each_backup_is_whole_and_shares_what_did_not_change(
    library: Library, series: Path, tmp_path: Path
) -> None:
    first = back_up(library, series)
    removed = next(iter(library.documents.each()))
    library.documents.remove(removed.id)
    second = back_up(library, series)
    assert set(series.iterdir()) == {first, second}
    assert [documents_in(item) for item in (first, second)] == [2, 1]
    (kept,) = (second / "files").iterdir()
    assert kept.samefile(first / "files" / kept.name)
    assert not (second / "files" / f"{removed.sha256}.pdf").exists()
    assert (first / "files" / f"{removed.sha256}.pdf").is_file(), "an older backup stays as it was"


def test_a_disk_without_hard_links_holds_each_in_full(
    library: Library, series: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_paths: object, **_options: object) -> None:
        raise PermissionError

    first = back_up(library, series)
    monkeypatch.setattr("briefbank.maintenance.backup.os.link", refuse)
    second = back_up(library, series)
    monkeypatch.undo()
    for name in (path.name for path in (first / "files").iterdir()):
        assert not (first / "files" / name).samefile(second / "files" / name)
    assert documents_in(second) == 2


def test_backups_older_than_the_days_go_and_the_newest_never(library: Library, series: Path) -> None:
    old, older = back_up(library, series), back_up(library, series)
    set_back(old, 31)
    set_back(older, 300)
    recent = back_up(library, series)
    set_back(recent, 29)
    newest = back_up(library, series)
    assert set(series.iterdir()) == {recent, newest}
    set_back(recent, 400)
    set_back(newest, 400)
    only = back_up(library, series, days=1)
    assert list(series.iterdir()) == [only]


def test_a_file_of_somebody_in_an_old_backup_is_not_deleted_with_it(library: Library, series: Path) -> None:
    old = back_up(library, series)
    (old / "letter.txt").write_text("mine")
    set_back(old, 31)
    back_up(library, series)
    assert [path.name for path in old.iterdir()] == ["letter.txt"]


def test_an_interrupted_backup_is_continued_and_the_others_stay(
    library: Library, series: Path, tmp_path: Path
) -> None:
    class Stopping(QuietReporter):
        def progress(self, stage: Message, done: int, total: int) -> None:
            raise Cancelled

    first = back_up(library, series)
    before = tree(first)
    with pytest.raises(Cancelled):
        library.maintenance.backup(series, Stopping(), keep_days=30)
    assert tree(first) == before
    second = back_up(library, series)
    assert set(series.iterdir()) == {first, second}
    assert documents_in(second) == 2


def test_a_deletion_that_was_stopped_is_finished_by_the_next_backup(
    library: Library, series: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = back_up(library, series)
    set_back(old, 31)

    with monkeypatch.context() as patch, pytest.raises(StoreError):
        unlink = Path.unlink

        def unlinked(path: Path, missing_ok: bool = False) -> None:
            if path.parent.name == "files" and path.is_relative_to(old):
                raise OSError(5, "no")
            unlink(path, missing_ok)

        patch.setattr(Path, "unlink", unlinked)
        back_up(library, series)
    assert old.exists() and not (old / backup_sets.MANIFEST).exists()
    back_up(library, series)
    assert not old.exists()


@pytest.mark.parametrize("days", [30])
def test_simultaneous_backups_of_one_library_do_not_damage_each_other(
    library: Library, series: Path, days: int
) -> None:
    refused: list[StoreBusy] = []

    class Another(QuietReporter):
        def progress(self, stage: Message, done: int, total: int) -> None:
            if not refused:
                with (
                    Library.open(library.folder, encoder=Buckets(), tidy=False) as other,
                    pytest.raises(StoreBusy) as raised,
                ):
                    other.maintenance.backup(series, QUIET, keep_days=days)
                refused.append(raised.value)

    newest = library.maintenance.backup(series, Another(), keep_days=days).folder
    assert documents_in(newest) == 2
    assert "Another backup" in refused[0].title
    assert documents_in(library.maintenance.backup(series, QUIET, keep_days=days).folder) == 2


def test_an_unfinished_backup_with_a_linked_folder_is_refused(
    library: Library, series: Path, tmp_path: Path
) -> None:
    back_up(library, series)
    (tmp_path / "elsewhere").mkdir()
    (series / "unfinished").mkdir()
    (series / "unfinished" / "files").symlink_to(tmp_path / "elsewhere")
    backup_sets.begin(series / "unfinished")
    with pytest.raises(StoreLinked):
        back_up(library, series)
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_restored_backup_of_a_series_still_expires(library: Library, series: Path) -> None:
    backup_folder = back_up(library, series)
    (known,) = library.maintenance.backups()
    library.maintenance.restore(backup_folder, QUIET)
    again = next(backup for backup in library.maintenance.backups() if backup.folder == backup_folder)
    assert again.until == known.until is not None


@pytest.mark.parametrize("damage", ["manifest", "link", "file"])
def test_a_damaged_newest_backup_is_no_hindrance(
    library: Library, series: Path, tmp_path: Path, damage: str
) -> None:
    first = back_up(library, series)
    if damage == "manifest":
        (first / backup_sets.MANIFEST).write_text("{")
    elif damage == "link":
        first.rename(tmp_path / "elsewhere")
        first.symlink_to(tmp_path / "elsewhere")
    else:
        for path in (first / "files").iterdir():
            path.unlink()
    second = back_up(library, series)
    assert documents_in(second) == 2
    assert first.exists()


def test_backups_that_still_hold_a_removed_document_are_listed_with_their_last_day(
    library: Library, series: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = next(iter(library.documents.each()))
    old, kept = back_up(library, series), library.maintenance.backup(tmp_path / "once", QUIET).folder
    newest = back_up(library, series, days=10)
    last_days = {backup.folder: backup.until for backup in library.maintenance.backups_with(document.id)}
    assert last_days.keys() == {old, kept, newest}
    assert last_days[kept] is None
    now = datetime.now(UTC)
    assert timedelta(9) < (last_days[newest] or now) - now < timedelta(11)
    options = ["--library", str(tmp_path / "library")]
    assert run([*options, "backups", "--json"]) == DONE
    rows = json.loads(capsys.readouterr().out)["backups"]
    assert [(item["folder"], item["until"] is None) for item in rows] == [
        (str(newest), False),
        (str(kept), True),
        (str(old), False),
    ]
    assert run([*options, "backups"]) == DONE
    assert "What was removed after a backup was made is still in it" in capsys.readouterr().out
    set_back(old, 31)
    assert run([*options, "backup", str(series), "--keep-days", "30"]) == DONE
    capsys.readouterr()
    run([*options, "backups", "--json"])
    listed = [backup["folder"] for backup in json.loads(capsys.readouterr().out)["backups"]]
    assert str(old) not in listed and len(listed) == 3


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


@pytest.mark.parametrize(
    "damage", ["", "{", "[1]", '{"folder": "x"}', '[{"folder": "/x"}]', '[{"folder": "/x", "made": "soon"}]']
)
def test_a_damaged_note_is_ignored_and_rewritten(tmp_path: Path, damage: str) -> None:
    (tmp_path / backup_sets.FILE).write_text(damage)
    assert backup_sets.known(tmp_path) == ()
    backup_sets.note(tmp_path, Path("/media/new"))
    assert [item.folder for item in backup_sets.known(tmp_path)] == [Path("/media/new")]


@pytest.mark.nightly
def test_only_so_many_are_kept_the_newest_of_them_and_for_this_user_alone(tmp_path: Path) -> None:
    for day in range(backup_sets.MOST + 3):
        created = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=day)
        backup_sets.note(tmp_path, Path(f"/media/{day}"), created)
    known = backup_sets.known(tmp_path)
    assert len(known) == backup_sets.MOST and known[0].folder == Path(f"/media/{backup_sets.MOST + 2}")
    assert (tmp_path / backup_sets.FILE).stat().st_mode & 0o077 == 0
