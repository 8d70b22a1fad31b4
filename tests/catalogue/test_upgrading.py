"""Bringing an older catalogue up to date: what is kept first, and what a stop or a lack of room leaves."""

import errno
import os
import shutil
import signal
import sqlite3
import stat
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from briefbank.catalogue import before_upgrade, schema
from briefbank.catalogue.store import Catalogue
from briefbank.errors import Cancelled, StoreDamaged, StoreError, StoreFull, StoreReadOnly
from tests.catalogue.killing import killable_processes
from tests.catalogue.samples import path_in
from tests.fixtures.kept import FIRST, unpack
from tests.stand_ins.reporters import RecordingReporter

VICTIM = """
import shutil
from pathlib import Path
from alembic import command# loaded before any process is forked
from sqlalchemy import event
from sqlalchemy.engine import Engine
from briefbank.catalogue import before_upgrade
from briefbank.catalogue.store import Catalogue

old, folder = Path(sys.argv[1]), Path(sys.argv[2])

def begin():
    for path in folder.iterdir():
        path.unlink()
    shutil.copy(old, folder / "catalogue.sqlite")

def around(name):
    whole = getattr(before_upgrade, name)
    def stepping(*given):
        step()
        whole(*given)
        step()
    setattr(before_upgrade, name, stepping)

def work():
    for name in ("create_private", "_copy", "publish_file", "_delete"):
        around(name)
    event.listen(Engine, "after_cursor_execute", step)
    event.listen(Engine, "commit", step)
    Catalogue.open(folder / "catalogue.sqlite").close()
    (folder / "steps").write_text(str(seen))
"""
"""An upgrade; where it is not killed, the number of its steps is left in a file."""


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A catalogue of the first release."""
    return unpack(FIRST, tmp_path_factory.mktemp("first")) / "catalogue.sqlite"


@pytest.fixture
def folder(old: Path, tmp_path: Path) -> Path:
    """The folder of a library with that catalogue."""
    shutil.copy(old, path_in(tmp_path))
    return tmp_path


def titles(catalogue: Path) -> list[tuple[str]]:
    with closing(sqlite3.connect(catalogue)) as connection:
        return connection.execute("SELECT title FROM document ORDER BY id").fetchall()


def test_an_upgrade_killed_at_any_step_leaves_a_catalogue_that_opens_whole(old: Path, tmp_path: Path) -> None:
    wanted = titles(old)
    with killable_processes(VICTIM, str(old), str(tmp_path)) as killed_at:
        assert killed_at(0) == 0
        steps = int((tmp_path / "steps").read_text())
        assert steps > 60
        for step in (*range(1, 10), *range(20, steps - 2, steps // 4), steps - 1, steps):
            assert killed_at(step) == -signal.SIGKILL
            with closing(Catalogue.open(path_in(tmp_path))) as catalogue:
                assert [(document.title,) for document in catalogue.each_document()] == wanted
                assert catalogue.integrity() == []
            for copy in before_upgrade.copies(tmp_path):
                assert copy.suffix == ".sqlite", "the draft of a copy is gone"
                assert titles(copy) == wanted


def test_two_programs_that_open_an_old_library_at_once_both_get_it_whole(folder: Path, old: Path) -> None:
    with ThreadPoolExecutor(2) as pool:
        opened = list(pool.map(Catalogue.open, [path_in(folder)] * 2))
    for catalogue in opened:
        assert [(document.title,) for document in catalogue.each_document()] == titles(old)
        catalogue.close()
    (copy,) = before_upgrade.copies(folder)
    assert titles(copy) == titles(old)


def test_without_room_for_a_copy_nothing_is_changed_and_the_amount_is_said(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = path_in(folder).read_bytes()
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=1_000_000))
    with pytest.raises(StoreFull, match=r"Free 67 MB on its disk and open it again\."):
        Catalogue.open(path_in(folder))
    assert path_in(folder).read_bytes() == before
    assert before_upgrade.copies(folder) == []


def test_an_old_library_that_cannot_be_written_to_says_that_it_must_be_brought_up_to_date(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> int:
        raise OSError(errno.EROFS, "read-only")

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", _refusing(os.open, "before-upgrade", refuse))
        with pytest.raises(StoreReadOnly, match="must be brought up to date"):
            Catalogue.open(path_in(folder))
    Catalogue.open(path_in(folder)).close()


def _refusing(whole: Callable[..., int], name: str, refuse: Callable[..., int]) -> Callable[..., int]:
    return lambda path, *given, **named: (refuse if name in str(path) else whole)(path, *given, **named)


def test_a_damaged_old_catalogue_is_not_brought_up_to_date(folder: Path) -> None:
    whole = path_in(folder).read_bytes()
    middle = len(whole) // 2
    path_in(folder).write_bytes(whole[:middle] + b"\xa5" * 40_000 + whole[middle + 40_000 :])
    with pytest.raises(StoreDamaged):
        Catalogue.open(path_in(folder))
    assert before_upgrade.copies(folder) == []


def test_whoever_closes_the_window_while_the_copy_is_made_finds_the_library_as_it_was(folder: Path) -> None:
    def close(*_: object) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        Catalogue.open(path_in(folder), RecordingReporter(on_progress=close))
    assert [path.name for path in folder.iterdir()] == ["catalogue.sqlite"]
    with closing(sqlite3.connect(path_in(folder))) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)


def test_the_copy_of_an_earlier_upgrade_gives_way_to_the_new_one(folder: Path) -> None:
    earlier = folder / "before-upgrade-0000.sqlite"
    earlier.write_bytes(b"of long ago")
    Catalogue.open(path_in(folder)).close()
    (copy,) = before_upgrade.copies(folder)
    assert (copy.name, stat.S_IMODE(copy.stat().st_mode)) == ("before-upgrade-0001.sqlite", 0o600)


def test_a_failing_migration_keeps_the_old_catalogue_and_its_copy(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def half(connection: object) -> None:
        connection.exec_driver_sql("DROP TABLE feedback")  # type: ignore[attr-defined]
        raise StoreError

    with monkeypatch.context() as patch, pytest.raises(StoreError):
        patch.setattr(schema, "upgrade", half)
        Catalogue.open(path_in(folder))
    with closing(Catalogue.open(path_in(folder))) as catalogue:
        assert len(catalogue.all_feedback()) == 2


@pytest.mark.parametrize(("days", "kept"), [(29, 1), (31, 0)])
def test_the_copy_goes_after_a_month(folder: Path, days: int, kept: int) -> None:
    Catalogue.open(path_in(folder)).close()
    (copy,) = before_upgrade.copies(folder)
    then = time.time() - days * 86_400
    os.utime(copy, (then, then))
    before_upgrade.forget_old(folder)
    assert len(before_upgrade.copies(folder)) == kept
