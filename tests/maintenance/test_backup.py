"""Backup and restore of a library in use: complete or absent, never partial."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from briefbank import files
from briefbank.catalogue import document_rows, ingest_ledger, law_rows, passage_rows, sqlite_database
from briefbank.catalogue.law_rows import ListChange
from briefbank.domain.authorities import GoodLawEntry, Standing
from briefbank.domain.searches import Filters, LexicalQuery
from briefbank.errors import (
    BriefBankError,
    Cancelled,
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreLinked,
    StoreReadOnly,
    StoreTooNew,
)
from briefbank.maintenance import backup, backup_sets, disks
from briefbank.maintenance import backup as backups
from briefbank.maintenance.restore import set_damaged_aside
from briefbank.text.characters import text_hash
from tests.maintenance.library_parts import QUIET, OpenParts, opened
from tests.stand_ins.encoders import Buckets
from tests.stand_ins.reporters import StopsAt
from tests.support.database_files import content
from tests.support.profile import sampled
from tests.support.trees import tree

PROJECT = Path(__file__).resolve().parents[2]
NO_RECORD = b"\n" * 300_000  # More lines than a record of this size can have


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "backup"


def files_of(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): content(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def is_found(library: OpenParts, word: str) -> bool:
    return bool(library.parts.lexical.search(LexicalQuery((word,)), Filters(), 10))


def note_copy(library: OpenParts, content: bytes) -> None:
    """Note these bytes as the searchable copy of document 2."""
    with closing(sqlite3.connect(library.paths.catalogue)) as connection, connection:
        noted = hashlib.sha256(content).hexdigest()
        connection.execute("UPDATE checksum SET copy = ? WHERE document_id = 2", (noted,))


def restored_elsewhere(source: Path, folder: Path) -> tuple[object, ...]:
    """The state of a new library after a restore; nothing was embedded again."""
    with opened(folder) as other:
        other.restore.restore(source, QUIET)
        assert other.encoder.passages == 0
        assert other.health.check(QUIET, thorough=True).problems == ()
        return other.state()


@pytest.mark.parametrize("damage", ["truncated", "unreadable"])
def test_a_file_that_the_library_lost_stays_in_the_backup_that_still_has_it(
    library: OpenParts, target: Path, tmp_path: Path, damage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = library.state()
    library.backup.make(target, QUIET)
    path = library.paths.original(document_rows.get(library.parts.catalogue, 1).sha256, ".txt")
    with monkeypatch.context() as patch:
        if damage == "truncated":
            path.write_bytes(path.read_bytes()[:-1])
        else:
            stat = Path.stat

            def fail(self: Path, **options: bool) -> os.stat_result:
                if self == path:
                    raise OSError(errno.EIO, "the disk")
                return stat(self, **options)

            patch.setattr(Path, "stat", fail)
        report = library.backup.make(target, QUIET)
    assert len(report.problems) == 1 and "“State v. Zebra”" in report.problems[0]
    assert restored_elsewhere(target, tmp_path / "other") == before


def test_an_unreadable_audit_log_is_reported_and_the_backup_keeps_the_last_readable_one(
    library: OpenParts, target: Path, tmp_path: Path
) -> None:
    library.paths.audit.write_bytes(b"whole\n")
    library.backup.make(target, QUIET)
    library.paths.audit.write_bytes(NO_RECORD)
    report = library.backup.make(target, QUIET)
    assert len(report.problems) == 1 and "activity log" in report.problems[0]
    (backed_up,) = target.glob("audit-*.log")
    assert backed_up.read_bytes() == b"whole\n"
    assert restored_elsewhere(target, tmp_path / "other") == library.state()


def test_a_document_removed_while_it_is_copied_is_not_in_the_backup(
    library: OpenParts, target: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = backup.BackupFolder.store
    document = document_rows.get(library.parts.catalogue, 2)

    def remove_first(self: backup.BackupFolder, *rest: object) -> object:
        if library.paths.original(document.sha256, ".txt").exists():
            ingest_ledger.remove_documents(library.parts.catalogue, document.id)
            library.paths.original(document.sha256, ".txt").unlink()
            library.paths.reading_copy(document.sha256).unlink()
            library.parts.lexical.remove(document.id)
            library.parts.meaning.remove(document.id)
        return store(self, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(backup.BackupFolder, "store", remove_first)
    report = library.backup.make(target, QUIET)
    assert (report.documents, report.problems) == (1, ())
    monkeypatch.undo()
    assert restored_elsewhere(target, tmp_path / "other") == library.state()


def test_documents_can_be_added_while_a_backup_is_made(
    library: OpenParts, target: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, write = library.state(), backup_sets.write

    def add_first(*rest: object) -> None:
        library.add("camel appeal")
        write(*rest)  # type: ignore[arg-type]

    monkeypatch.setattr(backup_sets, "write", add_first)
    library.backup.make(target, QUIET)
    monkeypatch.undo()
    assert restored_elsewhere(target, tmp_path / "other") == before


def mark_as_newer(target: Path) -> None:
    content = json.loads((target / "manifest.json").read_text())
    (target / "manifest.json").write_text(json.dumps(content | {"format": 99}))


@pytest.mark.parametrize(
    ("step", "code", "kind", "expected"),
    [
        ("write_in_full", errno.ENOSPC, StoreFull, "disk for the backup is full"),
        ("hashed", errno.EROFS, StoreReadOnly, "folder for the backup cannot be written"),
        ("save_vectors", errno.ENOENT, StoreError, "folder for the backup cannot be used"),
        ("hashed", errno.EIO, StoreError, "folder for the backup cannot be used"),
    ],
)
@pytest.mark.nightly
def test_a_disk_error_of_the_backup_is_reported_as_such_and_the_older_backup_stays(
    library: OpenParts,
    target: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    step: str,
    code: int,
    kind: type[StoreError],
    expected: str,
) -> None:
    library.backup.make(target, QUIET)
    before, named = library.state(), (target / "manifest.json").read_bytes()
    library.add("camel appeal")
    library.embed()

    def fails(*_: object) -> str:
        raise OSError(code, os.strerror(code))

    for module in (backup, backups, files):
        if hasattr(module, step):
            monkeypatch.setattr(module, step, fails)
    with pytest.raises(kind, match=expected):
        library.backup.make(target, QUIET)
    assert (target / "manifest.json").read_bytes() == named
    monkeypatch.undo()
    assert restored_elsewhere(target, tmp_path / "other") == before


def test_a_disk_without_room_is_refused_before_anything_is_copied(
    library: OpenParts, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup.BackupFolder, "free", lambda self: 1000)
    with pytest.raises(StoreFull, match="needs"):
        library.backup.make(target, QUIET)
    assert not list((target / "files").iterdir())


def test_a_cancelled_first_backup_does_not_count_and_can_be_continued(
    library: OpenParts, target: Path, tmp_path: Path
) -> None:
    for count in range(30):
        try:
            library.backup.make(target, StopsAt(count))
        except Cancelled:
            with pytest.raises(StoreDamaged, match="no backup"):
                backup_sets.read(target)
        else:
            break
    assert count > 3
    assert restored_elsewhere(target, tmp_path / "other") == library.state()


def test_a_restore_brings_back_what_was_and_keeps_what_is(
    library: OpenParts, target: Path, tmp_path: Path
) -> None:
    before = library.state()
    library.backup.make(target, QUIET)
    ingest_ledger.remove_documents(library.parts.catalogue, 1)
    library.parts.lexical.remove(1)
    later = library.add("camel appeal", scanned=True)
    library.embed()
    report = library.restore.restore(target, QUIET)
    assert library.state() == before and not is_found(library, "camel")
    assert report.kept_before is not None and report.kept_before.parent == library.paths.root
    assert library.health.check(QUIET, thorough=True).problems == ()
    again = library.restore.restore(report.kept_before, QUIET)
    assert [d.id for d in document_rows.iterate(library.parts.catalogue)] == [2, later.id]
    assert is_found(library, "camel") and again.documents == 2
    assert library.add("quagga appeal").id > later.id, "numbers are not used again"


def test_a_library_without_documents_is_kept_aside_if_it_has_other_data(
    library: OpenParts, target: Path, tmp_path: Path
) -> None:
    library.backup.make(target, QUIET)
    with opened(tmp_path / "other") as other:
        now = datetime.now(UTC)
        entry = GoodLawEntry(0, "384 U.S. 436", "", Standing.OVERRULED, "1 U.S. 1", None, "", "Ada", now)
        law_rows.change_list(other.parts.catalogue, lambda _: ListChange(put=(entry,)))
        (before,) = law_rows.list_entries(other.parts.catalogue)
        kept = other.restore.restore(target, QUIET).kept_before
        assert kept is not None and law_rows.list_entries(other.parts.catalogue) == []
        other.restore.restore(kept, QUIET)
        assert law_rows.list_entries(other.parts.catalogue) == [before]
    with opened(tmp_path / "new") as new:
        assert new.restore.restore(target, QUIET).kept_before is None


@pytest.mark.nightly
def test_a_search_in_a_library_that_is_open_elsewhere_finds_what_was_restored(
    library: OpenParts, target: Path
) -> None:
    library.backup.make(target, QUIET)
    library.add("camel appeal")
    ingest_ledger.remove_documents(library.parts.catalogue, 1)
    library.parts.lexical.remove(1)
    code = (
        "import sys; from pathlib import Path; from tests.maintenance.library_parts import QUIET, opened\n"
        "with opened(Path(sys.argv[1])) as other: other.restore.restore(Path(sys.argv[2]), QUIET)\n"
    )
    vector = library.encoder.encode_query("zebra stop")
    dense = library.parts.meaning.model().dense
    dense.search(vector, None, 1)
    subprocess.run(
        [sys.executable, "-c", code, str(library.paths.root), str(target)], cwd=PROJECT, check=True
    )
    assert not is_found(library, "camel") and is_found(library, "zebra")
    ((nearest, _),) = dense.search(vector, None, 1)
    assert passage_rows.by_ids(library.parts.catalogue, [nearest])[nearest].text == "zebra stop"


def test_searches_go_on_while_a_restore_runs(library: OpenParts, target: Path) -> None:
    library.backup.make(target, QUIET)
    library.add("camel appeal")
    ended, faults = threading.Event(), []

    def search() -> None:
        while not ended.is_set():
            try:
                assert is_found(library, "heron")
                list(document_rows.iterate(library.parts.catalogue))
            except (BriefBankError, AssertionError) as error:
                faults.append(error)

    searching = threading.Thread(target=search)
    searching.start()
    library.restore.restore(target, QUIET)
    ended.set()
    searching.join()
    assert faults == []


def lose(path: Path) -> None:
    path.unlink()


def shorten(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def change(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))


@pytest.mark.parametrize(
    ("which", "damage"),
    [
        *(("*.sqlite", shorten), ("*.rows", lose), ("files/*", change), ("reading/*", lose)),
        ("manifest.json", shorten),
    ],
)
def test_a_damaged_backup_is_refused_and_the_library_stays(
    library: OpenParts, target: Path, which: str, damage: Callable[[Path], None]
) -> None:
    library.backup.make(target, QUIET)
    library.add("camel appeal")
    library.embed()
    before = library.state()
    damage(next(target.glob(which)))
    with pytest.raises(StoreDamaged) as refused:
        library.restore.restore(target, QUIET)
    if which == "reading/*":
        assert "a file of “State v. Heron”" in refused.value.title
    assert library.state() == before
    assert {path.name for path in library.paths.root.iterdir() if "sqlite" not in path.name} <= {
        *("files", "reading", "lexical", "dense", "work", "writer.lock", "intake.lock")
    }


def test_a_backup_on_a_read_only_disk_can_be_restored(
    library: OpenParts, target: Path, tmp_path: Path
) -> None:
    library.backup.make(target, QUIET)
    for path in (*target.rglob("*"), target):
        path.chmod(0o500 if path.is_dir() else 0o400)
    try:
        assert restored_elsewhere(target, tmp_path / "other") == library.state()
    finally:
        for path in (target, target / "files", target / "reading"):
            path.chmod(0o700)


def test_a_cancelled_restore_leaves_the_library_as_it_was(library: OpenParts, target: Path) -> None:
    library.backup.make(target, QUIET)
    library.add("camel appeal")
    library.embed()
    before = library.state()
    for count in range(0, 60, 2):
        try:
            library.restore.restore(target, StopsAt(count))
        except Cancelled:
            library.restore.finish_interrupted(QUIET)
            if library.state() != before:
                break
        else:
            break
    assert count > 10 and not is_found(library, "camel")
    assert library.health.check(QUIET).problems == ()


def test_a_library_without_a_catalogue_can_be_restored(library: OpenParts, target: Path) -> None:
    library.backup.make(target, QUIET)
    before, root = library.state(), library.paths.root
    library.parts.catalogue.close()
    for path in root.glob("catalogue.sqlite*"):
        path.write_bytes(b"damaged")
    aside = set_damaged_aside(library.paths, target)
    assert len(list((aside / "files").iterdir())) == 2
    assert restored_elsewhere(target, root) == before


def test_files_of_a_person_beside_a_backup_stay(library: OpenParts, target: Path) -> None:
    library.backup.make(target, QUIET)
    names = ("mydata.sqlite", "results.npz", "files/holiday.pdf", "reading/x.pdf", "thesaurus-a.txt")
    mine = [target / name for name in (*names, f"files/{'a' * 64}.pdf", "audit-1.log", "a.draft-b.docx")]
    for path in mine:
        path.write_text("mine")
    library.add("camel appeal")
    library.backup.make(target, QUIET)
    assert [path for path in mine if not path.is_file() or path.read_text() != "mine"] == []


@pytest.mark.parametrize("part", ["files", "reading"])
def test_a_backup_whose_folder_leads_elsewhere_is_not_written_to(
    library: OpenParts, target: Path, tmp_path: Path, part: str
) -> None:
    library.backup.make(target, QUIET)
    documents = tmp_path / "Documents"
    (target / part).rename(documents)
    (documents / "mine.pdf").write_text("mine")
    (target / part).symlink_to(documents)
    ingest_ledger.remove_documents(library.parts.catalogue, 2)
    before = tree(documents)
    for action in (library.backup.make, library.restore.restore):
        with pytest.raises(StoreLinked, match="backup"):
            action(target, QUIET)
    assert tree(documents) == before


def test_files_of_an_unfinished_backup_are_removed_by_the_next_one(
    library: OpenParts, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StoreFull

    with monkeypatch.context() as patch:
        patch.setattr(backup_sets, "write", full)
        with pytest.raises(StoreFull):
            library.backup.make(target, QUIET)
    written = set(files_of(target)) - {backup_sets.UNFINISHED}
    for document in document_rows.iterate(library.parts.catalogue):
        ingest_ledger.remove_documents(library.parts.catalogue, document.id)
        library.parts.meaning.remove(document.id)
    library.backup.make(target, QUIET)
    assert written and not written & set(files_of(target))


def rewrite_manifest(target: Path, change: Callable[[dict[str, Any]], object]) -> None:
    manifest_file = target / backup_sets.MANIFEST
    content = json.loads(manifest_file.read_text())
    change(content)
    manifest_file.write_text(json.dumps(content))


FORGED: dict[str, Callable[[dict[str, Any]], object]] = {
    "path outside": lambda m: m["originals"][0].update(name="../../victim.pdf"),
    "absolute path": lambda m: m["catalogue"].update(name="/etc/passwd"),
    "original of another name": lambda m: m["originals"][0].update(name=f"files/{'f' * 64}.pdf"),
    "copy of no document": lambda m: m["reading"][0].update(document=""),
    "vectors of a path": lambda m: m["vectors"][0].update(name="../../vectors-" + "0" * 24 + ".rows"),
    "vectors that are no list": lambda m: m.update(vectors=m["vectors"][0]),
    "copy of a path": lambda m: m["reading"][0].update(document="../../victim"),
    "a catalogue among originals": lambda m: m["originals"].append(m["catalogue"]),
    "a negative size": lambda m: m["catalogue"].update(size=-1),
    "no list": lambda m: m.update(originals="files"),
    "no date": lambda m: m.update(made="yesterday"),
    "a number for a date": lambda m: m.update(made=1),
}


def test_a_forged_manifest_is_refused_and_nothing_is_touched(library: OpenParts, target: Path) -> None:
    library.backup.make(target, QUIET)
    manifest, before = target / backup_sets.MANIFEST, library.state()
    whole = manifest.read_text()
    contents = ["[" * 100_000, "null", "3", '{"format": "1"}', "\ud800"]
    for forged in FORGED.values():
        content = json.loads(whole)
        forged(content)
        contents.append(json.dumps(content))
    for text in contents:
        manifest.write_bytes(text.encode("utf-8", "surrogatepass"))
        files = tree(target)
        with pytest.raises(StoreDamaged):
            library.restore.restore(target, QUIET)
        assert tree(target) == files, text
        assert not (library.paths.root / "restoring").exists(), text
    assert library.state() == before


def replace_vectors(target: Path, content: bytes) -> None:
    """Put other vectors into a backup, with the right hash, as somebody would who forges one."""
    path = next(target.glob("vectors-*.rows"))
    path.write_bytes(content)
    digest = hashlib.sha256(content).hexdigest()
    rewrite_manifest(target, lambda m: m["vectors"][0].update(sha256=digest, size=len(content)))


_ROW = text_hash("zebra stop").encode() + bytes(4 * Buckets.dimensions)
BAD_VECTORS = {
    "nothing": b"",
    "another length": _ROW[:36],
    "texts that are none": b"\xff\x00../x".ljust(32, b"y") + _ROW[32:],
    "more rows than a portion has": _ROW * 16_385,
}


@pytest.mark.parametrize("bad", BAD_VECTORS)
@pytest.mark.nightly
def test_bad_vectors_in_a_backup_cost_the_vectors_alone(
    library: OpenParts, target: Path, tmp_path: Path, bad: str
) -> None:
    library.backup.make(target, QUIET)
    replace_vectors(target, BAD_VECTORS[bad])
    with opened(tmp_path / "other") as other:
        other.restore.restore(target, QUIET)
        assert document_rows.totals(other.parts.catalogue)[0] == 2
        assert not (other.paths.root / "restoring").exists()
        assert other.parts.meaning.ids() == set()
        other.embed()
        assert other.health.check(QUIET, thorough=True).problems == ()


UNREADABLE = (b"", b"SQLite format 3\0" + bytes(500))


@pytest.mark.parametrize("content", UNREADABLE)
def test_a_catalogue_that_was_staged_in_part_shuts_nobody_out(
    tmp_path: Path, target: Path, content: bytes
) -> None:
    """A kill, or a full disk, in the middle of bringing in the catalogue of a backup."""
    folder = tmp_path / "library"
    with opened(folder) as library:
        library.add("zebra stop")
        before = library.state()
    (folder / "restoring" / "reading").mkdir(parents=True)
    (folder / "restoring" / "catalogue.sqlite").write_bytes(content)
    with opened(folder) as library:
        assert library.state() == before
        assert not (folder / "restoring").exists()


@pytest.mark.parametrize("content", UNREADABLE)
def test_a_backup_whose_catalogue_cannot_be_read_is_refused_and_tried_no_more(
    library: OpenParts, target: Path, content: bytes
) -> None:
    library.backup.make(target, QUIET)
    path = next(target.glob("catalogue-*.sqlite"))
    path.write_bytes(content)
    digest = hashlib.sha256(content).hexdigest()
    rewrite_manifest(target, lambda m: m["catalogue"].update(sha256=digest, size=len(content)))
    before = library.state()
    for _ in range(2):
        with pytest.raises(StoreError):
            library.restore.restore(target, QUIET)
        assert library.state() == before and not (library.paths.root / "restoring").exists()
    with pytest.raises(StoreError):  # the way out of a damaged library is tried first, too
        set_damaged_aside(library.paths, target)
    assert library.state() == before


def test_a_full_disk_after_the_switch_does_not_block_the_library_and_the_rest_follows(
    two_states: tuple[Path, tuple[object, ...], tuple[object, ...]],
    target: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder, _, new = two_states
    with opened(folder) as library, monkeypatch.context() as patch:
        patch.setattr(library.parts.meaning, "take_over", full_disk)
        with pytest.raises(StoreFull):
            library.restore.restore(target, QUIET)
        library.restore.finish_interrupted(QUIET)
        assert (folder / "restoring").exists()
    with opened(folder) as library:
        assert library.state() == new and not (folder / "restoring").exists()


def full_disk(*_: object) -> None:
    raise StoreFull


@pytest.mark.parametrize("comes", [True, False], ids=["comes into force", "is lost"])
@pytest.mark.nightly
def test_an_uncertain_switch_is_decided_at_the_next_opening(
    two_states: tuple[Path, tuple[object, ...], tuple[object, ...]],
    target: Path,
    monkeypatch: pytest.MonkeyPatch,
    comes: bool,
) -> None:
    """The disk takes the new catalogue but not its last sync, and somebody else reads the log."""

    def busy(*_: object) -> None:
        raise StoreBusy

    folder, old, new = two_states
    with opened(folder) as library, monkeypatch.context() as patch:
        patch.setattr(library.parts.catalogue, "replace_by", full_disk)
        patch.setattr(library.parts.catalogue, "settle", busy)
        with pytest.raises(StoreFull):
            library.restore.restore(target, QUIET)
        (aside,) = folder.glob("before-restore-*")
        assert aside in [item.folder for item in backup_sets.known(folder)]
    if comes:
        sqlite_database.copy_into(folder / "restoring" / "catalogue.sqlite", folder / "catalogue.sqlite", int)
    with opened(folder) as library:
        library.health.delete_unknown_files(QUIET)
        assert library.state() == (new if comes else old)
        assert library.health.check(QUIET, thorough=True).problems == ()
    assert aside.exists() and not (folder / "restoring").exists()


STOPS = """
import os, sys, threading
from pathlib import Path
from briefbank import files
from briefbank.catalogue import sqlite_database
from briefbank.maintenance import backup, backup_sets, restore
from briefbank.storage import generations
from tests.maintenance.library_parts import QUIET, opened
def die(*_, **__):
    os._exit(9)
def after(call):
    def instead(*given, **named):
        call(*given, **named)
        os._exit(9)
    return instead
folder, target = map(Path, sys.argv[1:])
with opened(folder) as library:
"""


def killed(folder: Path, target: Path, code: str) -> bool:
    completed = subprocess.run([sys.executable, "-c", STOPS + code, str(folder), str(target)], cwd=PROJECT)
    assert completed.returncode in (0, 9)
    return completed.returncode == 9


@pytest.mark.parametrize(
    "stop",
    sampled(
        (
            "    sqlite_database.copy_out = die\n",
            "    sqlite_database.copy_out = after(sqlite_database.copy_out)\n",
            "    backup.save_vectors = die\n",
            "    backup_sets.write = die\n",
            "    backup_sets.begun = die\n",
        )
    ),
)
def test_a_kill_while_backing_up_leaves_the_older_backup_or_the_new_one(
    tmp_path: Path, target: Path, stop: str
) -> None:
    folder = tmp_path / "library"
    with opened(folder) as library:
        library.add("zebra stop")
        library.embed()
        library.backup.make(target, QUIET)
        old = library.state()
        library.add("camel appeal", scanned=True)
        library.embed()
        new = library.state()
    assert killed(folder, target, stop + "    library.backup.make(target, QUIET)\n")
    assert restored_elsewhere(target, tmp_path / "a") == (new if "begun" in stop else old)
    with opened(folder) as library:
        library.backup.make(target, QUIET)
    assert restored_elsewhere(target, tmp_path / "b") == new
    assert not list(target.rglob("*.draft*"))


@pytest.mark.nightly
def test_a_kill_before_a_removed_document_has_left_the_backup_leaves_that_to_the_next(
    tmp_path: Path, target: Path
) -> None:
    folder = tmp_path / "library"
    with opened(folder) as library:
        document = library.add("zebra stop", scanned=True)
        library.backup.make(target, QUIET)
        ingest_ledger.remove_documents(library.parts.catalogue, document.id)
        library.parts.lexical.remove(document.id)
    stop = "    backup_sets.write = after(backup_sets.write)\n    library.backup.make(target, QUIET)\n"
    assert killed(folder, target, stop)
    assert list(target.glob("reading/*.pdf"))
    with opened(folder) as library:
        library.backup.make(target, QUIET)
    named = {item.name for item in backup_sets.read(target).items()}
    assert set(files_of(target)) == named | {backup_sets.MANIFEST}


RESTORE_STOPS = {
    "    restore.Staging.take_original = die\n": "old",
    "    sqlite_database.copy_into = die\n": "old",
    "    sqlite_database.copy_into = after(sqlite_database.copy_into)\n": "new",
    "    generations.json = type('Json', (), {'dumps': die})\n": "new",
    "    type(library.parts.meaning).take_over = die\n": "new",
    "    restore.Staging.clear = after(restore.Staging.clear)\n": "old",
    "    type(library.health).delete_unknown_files = die\n": "new",
}


@pytest.fixture
def two_states(tmp_path: Path, target: Path) -> tuple[Path, tuple[object, ...], tuple[object, ...]]:
    """A library folder, its present state, and that of its backup."""
    folder = tmp_path / "library"
    with opened(folder) as library:
        library.add("zebra stop", scanned=True)
        library.add("heron plea", scanned=True)
        library.embed()
        library.backup.make(target, QUIET)
        backed_up = library.state()
        ingest_ledger.remove_documents(library.parts.catalogue, 1)
        library.parts.lexical.remove(1)
        library.parts.meaning.remove(1)
        copy = library.paths.reading_copy(document_rows.get(library.parts.catalogue, 2).sha256)
        copy.write_bytes(b"another copy of it")
        note_copy(library, b"another copy of it")
        library.add("camel appeal", scanned=True)
        library.embed()
        library.health.delete_unknown_files(QUIET)
        library.health.sweep(QUIET)
        return folder, library.state(), backed_up


@pytest.mark.parametrize("stop", sampled(RESTORE_STOPS))
def test_a_kill_while_restoring_leaves_the_old_library_or_the_new_one(
    two_states: tuple[Path, tuple[object, ...], tuple[object, ...]], target: Path, stop: str
) -> None:
    folder, old, new = two_states
    assert killed(folder, target, stop + "    library.restore.restore(target, QUIET)\n")
    with opened(folder) as library:
        library.health.delete_unknown_files(QUIET)
        assert library.state() == {"old": old, "new": new}[RESTORE_STOPS[stop]]
        kept = set(folder.glob("before-restore-*"))
        assert {item.folder for item in backup_sets.known(folder)} == kept, "removed documents are in it"
        assert not (folder / "restoring").exists()
        assert library.health.check(QUIET, thorough=True).problems == ()
        library.restore.restore(target, QUIET)
        assert library.state() == new


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(4))
def test_a_kill_at_any_moment_of_a_restore_leaves_the_old_library_or_the_new_one(
    two_states: tuple[Path, tuple[object, ...], tuple[object, ...]], target: Path, seed: int
) -> None:
    folder, old, new = two_states
    delay = random.Random(seed).uniform(0, 0.4)
    code = (
        f"    threading.Timer({delay}, die).start()\n    library.restore.restore(target, QUIET)\n    die()\n"
    )
    assert killed(folder, target, code)
    with opened(folder) as library:
        library.health.delete_unknown_files(QUIET)
        assert library.state() in (old, new)
        library.restore.restore(target, QUIET)
        assert library.state() == new
    shutil.rmtree(folder)


OWN = "whip = car\n"


def test_a_backup_without_words_leaves_those_of_the_library(library: OpenParts, tmp_path: Path) -> None:
    library.backup.make(tmp_path / "backup", QUIET)
    library.paths.thesaurus.write_text(OWN)
    library.restore.restore(tmp_path / "backup", QUIET)
    assert library.paths.thesaurus.read_text() == OWN


def test_a_backup_whose_words_were_changed_is_not_restored(library: OpenParts, tmp_path: Path) -> None:
    library.paths.thesaurus.write_text(OWN)
    library.backup.make(tmp_path / "backup", QUIET)
    (stored,) = (tmp_path / "backup").glob("thesaurus-*.txt")
    stored.write_text("heap = car\n")
    with pytest.raises(StoreDamaged):
        library.restore.restore(tmp_path / "backup", QUIET)
    assert library.paths.thesaurus.read_text() == OWN


def test_the_offices_words_come_with_a_restore_and_those_that_it_replaces_are_kept(
    library: OpenParts, tmp_path: Path
) -> None:
    for words in ("whip = wagon\n", OWN):
        library.paths.thesaurus.write_text(words)
        library.backup.make(tmp_path / "backup", QUIET)
    assert len(list((tmp_path / "backup").glob("thesaurus-*.txt"))) == 1, "the older words are dropped"
    with opened(tmp_path / "other") as other:
        other.paths.thesaurus.write_text("heap = car\n")
        kept = other.restore.restore(tmp_path / "backup", QUIET).kept_before
        assert other.paths.thesaurus.read_text() == OWN
        item = backup_sets.read(kept).thesaurus if kept else None
        assert kept is not None and item is not None
        other.paths.thesaurus.write_text("pile = car\n")
        assert (kept / item.name).read_text() == "heap = car\n", "no change of the file reaches it"
    library.paths.thesaurus.unlink()
    library.paths.thesaurus.mkdir()
    assert len(library.backup.make(tmp_path / "backup", QUIET).problems) == 1
    (last_readable,) = (tmp_path / "backup").glob("thesaurus-*.txt")
    assert last_readable.read_text() == OWN


def test_each_backup_has_all_and_copies_only_what_is_new(
    library: OpenParts, target: Path, tmp_path: Path
) -> None:
    report = library.backup.make(target, QUIET)
    assert (report.documents, report.files_copied, report.problems) == (2, 3, ())
    stored = [content for name, content in files_of(target).items() if "/" in name]
    assert report.bytes_copied == sum(map(len, stored))
    assert restored_elsewhere(target, tmp_path / "first") == library.state()
    assert disks.sizes(library.paths, library.parts.catalogue).last_backup is not None
    assert library.backup.make(target, QUIET).files_copied == 0
    copy = next(library.paths.reading.iterdir())
    copy.with_name("new-one").write_bytes(b"COPY OF " + copy.read_bytes()[8:])
    copy.with_name("new-one").replace(copy)
    note_copy(library, copy.read_bytes())
    document = library.add("camel appeal", scanned=True)
    library.embed()
    assert library.backup.make(target, QUIET).files_copied == 3, "a new searchable copy is copied, too"
    assert restored_elsewhere(target, tmp_path / "second") == library.state()
    ingest_ledger.remove_documents(library.parts.catalogue, document.id)
    library.backup.make(target, QUIET)
    assert not any(document.sha256 in name for name in files_of(target))
    assert len(list(target.glob("*.sqlite"))) == len(list(target.glob("*.rows"))) == 1
    waits = hashlib.sha256(b"waits").hexdigest()
    library.paths.original(waits, ".pdf").write_bytes(b"waits")
    library.backup.make(target, QUIET)
    assert f"files/{waits}.pdf" not in files_of(target)
    library.waiting.add(waits)
    library.backup.make(target, QUIET)
    assert f"files/{waits}.pdf" in files_of(target), "it waits in the intake"


def test_unfit_folders_and_backups_of_others_are_refused_and_left_alone(
    library: OpenParts, target: Path, tmp_path: Path
) -> None:
    (tmp_path / "file.txt").write_text("mine")
    others = {"letter.txt": "mine", "manifest.json": '{"manifest_version": 3}', "unfinished.txt": "another"}
    for name, text in others.items():
        (tmp_path / name.partition(".")[0]).mkdir()
        (tmp_path / name.partition(".")[0] / name).write_text(text)
    inside = (library.paths.root, library.paths.files / "backup", tmp_path)
    for unfit in (*(tmp_path / name.partition(".")[0] for name in others), tmp_path / "file.txt", *inside):
        before = {name: content for name, content in files_of(tmp_path).items() if "sqlite-" not in name}
        with pytest.raises(StoreError) as refused:
            library.backup.make(unfit, QUIET)
        assert refused.value.title and refused.value.remedy.startswith("Choose")
        after = {name: content for name, content in files_of(tmp_path).items() if "sqlite-" not in name}
        assert after == before, unfit
    library.backup.make(target, QUIET)
    whole = files_of(target)
    with opened(tmp_path / "another") as other:
        other.add("camel appeal")
        with pytest.raises(StoreError, match="another library") as refused:
            other.backup.make(target, QUIET)
        assert "empty folder" in refused.value.remedy
        assert files_of(target) == whole
    mark_as_newer(target)
    newer = files_of(target)
    for action in (library.backup.make, library.restore.restore):
        with pytest.raises(StoreTooNew):
            action(target, QUIET)
    assert files_of(target) == newer
