"""Tests that processes of recognition share the work fairly and can be ended at any moment."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from threading import Thread

import psutil
import pytest

from briefbank.errors import Cancelled, StoreError, StoreFull, StoreReadOnly
from briefbank.ocr.engines import OcrWorkers, WorkError

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="process groups are POSIX")

ROOT = Path(__file__).resolve().parents[2]
HOLD = """
import sys
from pathlib import Path
from briefbank.ocr.engines import OcrWorkers
from tests.ocr.test_workers import sleep_below
if __name__ == "__main__":
    OcrWorkers(1).run(sleep_below, Path(sys.argv[1]), limit_s=600, check=lambda: None)
"""


def add(a: int, b: int) -> int:
    return a + b


def fail() -> None:
    raise ValueError("with a secret")


def fail_at_disk(number: int) -> None:
    raise OSError(number, "with a secret")


def die() -> None:
    os._exit(3)


def sleep_below(note: Path) -> None:
    child = subprocess.Popen(["sleep", "600"])
    note.write_text(str(child.pid))
    child.wait()


def go_on() -> None:
    return


def ends(pid: int) -> bool:
    """Tell whether a process ends within ten seconds."""
    try:
        process = psutil.Process(pid)
        process.wait(timeout=10)
    except psutil.NoSuchProcess:
        return True
    except psutil.TimeoutExpired:  # nobody has to collect the exit status of an orphan
        return bool(process.status() == psutil.STATUS_ZOMBIE)
    return True


@pytest.fixture
def worker():  # type: ignore[no-untyped-def]
    workers = OcrWorkers(1, memory_bytes=2**32)
    yield workers
    workers.close()


def test_a_failure_names_its_kind_and_nothing_else(worker: OcrWorkers) -> None:
    with pytest.raises(WorkError) as caught:
        worker.run(fail, limit_s=30, check=go_on)
    assert str(caught.value).startswith("ValueError at test_workers.py:")
    assert worker.run(add, 1, 1, limit_s=30, check=go_on) == 2


@pytest.mark.parametrize(("number", "kind"), [(errno.ENOSPC, StoreFull), (errno.EROFS, StoreReadOnly)])
def test_a_disk_that_takes_no_more_is_not_the_functions_failure(
    worker: OcrWorkers, number: int, kind: type[StoreError]
) -> None:
    with pytest.raises(StoreError) as caught:
        worker.run(fail_at_disk, number, limit_s=30, check=go_on)
    assert type(caught.value) is kind and "secret" not in str(caught.value) + caught.value.detail
    with pytest.raises(WorkError):
        worker.run(fail_at_disk, errno.EIO, limit_s=30, check=go_on)


def test_a_child_that_dies_is_replaced(worker: OcrWorkers) -> None:
    with pytest.raises(WorkError):
        worker.run(die, limit_s=30, check=go_on)
    assert worker.run(add, 1, 1, limit_s=30, check=go_on) == 2


def test_cancelling_ends_the_child_and_what_it_started(worker: OcrWorkers, tmp_path: Path) -> None:
    note = tmp_path / "pid"

    def cancel_when_started() -> None:
        if note.exists() and note.read_text():
            raise Cancelled()

    with pytest.raises(Cancelled):
        worker.run(sleep_below, note, limit_s=30, check=cancel_when_started)
    assert ends(int(note.read_text()))


def test_silence_ends_the_child_and_what_it_started(worker: OcrWorkers, tmp_path: Path) -> None:
    worker.run(add, 1, 1, limit_s=30, check=go_on)
    with pytest.raises(WorkError, match="in time"):
        worker.run(sleep_below, tmp_path / "pid", limit_s=1.0, check=go_on)
    assert ends(int((tmp_path / "pid").read_text()))


def test_nothing_outlives_a_program_that_was_killed(tmp_path: Path) -> None:
    program, note = tmp_path / "program.py", tmp_path / "pid"
    program.write_text(HOLD)
    os.mkfifo(note)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    holder = subprocess.Popen([sys.executable, str(program), str(note)], env=environment)
    below = int(note.read_text())  # waits until the child has written it
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    assert ends(below)


def count_beside(folder: Path) -> int:
    """Return the largest number of processes seen in a folder at one moment, this one included."""
    mark = folder / str(os.getpid())
    mark.touch()
    most = max(len(list(folder.iterdir())) for _ in range(200))
    mark.unlink()
    return most


def counting(workers: OcrWorkers, folder: Path, check: Callable[[], None]) -> int:
    return workers.run(count_beside, folder, limit_s=60, check=check)


def failing(piece: int, check: Callable[[], None]) -> int:
    if piece == 3:
        raise OSError("disk")
    return piece


@pytest.fixture
def crew() -> Iterator[OcrWorkers]:
    workers = OcrWorkers(2)
    yield workers
    workers.close()


def test_tasks_never_exceed_the_workers_and_short_tasks_do_not_wait(crew: OcrWorkers, tmp_path: Path) -> None:
    long: list[int] = []
    started: list[Thread] = []
    done_before: list[int] = []

    def short() -> None:
        crew.work(partial(counting, crew), [tmp_path], lambda most: done_before.append(len(long)), go_on)

    def on_long(most: int) -> None:
        long.append(most)
        if len(long) == 2:
            started.append(Thread(target=short))
            started[0].start()

    crew.work(partial(counting, crew), [tmp_path] * 40, on_long, go_on)
    started[0].join()
    assert max(long) <= 2 and len(long) == 40
    assert done_before[0] < 20


def test_an_exception_of_a_task_ends_the_work_and_reaches_the_caller(crew: OcrWorkers) -> None:
    done: list[int] = []
    with pytest.raises(OSError, match="disk"):
        crew.work(failing, range(1000), done.append, go_on)
    assert len(done) < 10
