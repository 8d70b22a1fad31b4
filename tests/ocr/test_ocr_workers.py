"""Tests that all documents share the workers fairly and that a stop waits for nobody."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from threading import Thread

import pytest

from briefbank.ocr.engines import OcrWorkers


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


def go_on() -> None:
    return


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
