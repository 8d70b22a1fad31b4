"""The OCR child can be ended at any moment with everything below it, and its failures are values."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from briefbank.errors import Cancelled
from briefbank.ocr.worker import Worker, WorkError

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="process groups are POSIX")


def add(on_page: Callable[[], None], a: int, b: int) -> int:
    on_page()
    return a + b


def fail(_: Callable[[], None]) -> None:
    raise ValueError("with a secret")


def die(_: Callable[[], None]) -> None:
    os._exit(3)


def sleep_below(_: Callable[[], None], note: Path) -> None:
    child = subprocess.Popen(["sleep", "600"])
    note.write_text(str(child.pid))
    child.wait()


def where(_: Callable[[], None]) -> str:
    return tempfile.mkdtemp()


def go_on() -> None:
    return


def gone(pid: int) -> bool:
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
        except FileNotFoundError:
            return True
        if state == "Z":
            return True
    return False


@pytest.fixture
def worker(tmp_path: Path):  # type: ignore[no-untyped-def]
    made = Worker(tmp_path)
    yield made
    made.stop()


def test_results_and_pages_come_back(worker: Worker) -> None:
    pages: list[int] = []
    for _ in range(2):
        assert worker.run(add, 2, 3, silence_s=30, check=go_on, on_page=lambda: pages.append(1)) == 5
    assert len(pages) == 2


def test_a_failure_names_its_kind_and_nothing_else(worker: Worker) -> None:
    with pytest.raises(WorkError) as caught:
        worker.run(fail, silence_s=30, check=go_on)
    assert str(caught.value) == "ValueError"
    assert worker.run(add, 1, 1, silence_s=30, check=go_on) == 2


def test_a_child_that_dies_is_replaced(worker: Worker) -> None:
    with pytest.raises(WorkError):
        worker.run(die, silence_s=30, check=go_on)
    assert worker.run(add, 1, 1, silence_s=30, check=go_on) == 2


def test_cancelling_ends_the_child_and_what_it_started(worker: Worker, tmp_path: Path) -> None:
    note = tmp_path / "pid"

    def cancel_when_started() -> None:
        if note.exists() and note.read_text():
            raise Cancelled()

    with pytest.raises(Cancelled):
        worker.run(sleep_below, note, silence_s=30, check=cancel_when_started)
    assert gone(int(note.read_text()))


def test_silence_ends_the_child_and_what_it_started(worker: Worker, tmp_path: Path) -> None:
    worker.run(add, 1, 1, silence_s=30, check=go_on)
    with pytest.raises(WorkError, match="in time"):
        worker.run(sleep_below, tmp_path / "pid", silence_s=1.0, check=go_on)
    assert gone(int((tmp_path / "pid").read_text()))


def test_temporary_files_lie_in_the_given_folder(worker: Worker, tmp_path: Path) -> None:
    assert Path(worker.run(where, silence_s=30, check=go_on)).parent == tmp_path
