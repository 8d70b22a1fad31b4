"""Tests that a child that crashes, hangs or uses too much memory costs one call."""

from __future__ import annotations

import ctypes
import os
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from briefbank.errors import Cancelled, Crashed, Damaged, Encrypted, TooSlow
from briefbank.extraction.worker_pool import WorkerPool
from briefbank.sandbox.child import Tell
from tests.stand_ins.hanging import hang


def mark_child() -> None:
    os.environ["BRIEFBANK_TEST_CHILD"] = "yes"


def marked() -> str:
    return os.environ.get("BRIEFBANK_TEST_CHILD", "")


def crash() -> None:
    ctypes.string_at(0)


def refuse() -> None:
    raise Encrypted(detail="from the child")


def niceness() -> int:
    return os.nice(0)


def modules() -> list[str]:
    return list(sys.modules)


def own_number() -> int:
    return os.getpid()


def double(number: int) -> int:
    return 2 * number


@pytest.fixture(scope="module")
def processes() -> Iterator[WorkerPool]:
    with WorkerPool(2, 3 << 30, 20.0, initializer=mark_child) as pool:
        yield pool


def test_an_error_of_ours_arrives_as_it_was(processes: WorkerPool) -> None:
    with pytest.raises(Encrypted) as caught:
        processes.call(refuse)
    assert caught.value.detail == "from the child"


def test_a_crash_is_a_damaged_file_and_the_next_child_is_initialised_as_the_first(
    processes: WorkerPool,
) -> None:
    with pytest.raises(Damaged):
        processes.call(crash)
    assert processes.call(marked) == "yes"
    assert marked() == ""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has classes instead")
def test_children_give_way_to_the_window(processes: WorkerPool) -> None:
    assert processes.call(niceness) > niceness()


def test_a_waiting_child_has_loaded_neither_qt_nor_a_parser() -> None:
    with WorkerPool(1, 0, 20.0) as fresh:
        loaded: list[str] = fresh.call(modules)
    assert "briefbank.extraction.worker_pool" in loaded
    heavy = ("PySide6", "docx", "reportlab", "pypdfium2", "numpy")
    assert [name for name in loaded if name.startswith(heavy)] == []


def test_calls_that_follow_one_another_are_answered_by_one_child() -> None:
    with WorkerPool(3, 0, 20.0) as fresh:
        assert len({fresh.call(own_number) for _ in range(4)}) == 1


def count_and_tell(tell: Tell, upto: int) -> int:
    for number in range(upto):
        tell(number, upto)
    return upto


def crash_and_tell(tell: Tell) -> None:
    crash()


def tell_slowly(tell: Tell, words: int) -> None:
    for word in range(words):
        time.sleep(0.2)  # the work itself
        tell(word, words)


def test_progress_arrives_in_order_before_the_answer_and_never_in_a_later_call(processes: WorkerPool) -> None:
    reports: list[tuple[int, int]] = []

    def on_progress(done: int, total: int) -> None:
        reports.append((done, total))

    assert processes.call(count_and_tell, 2000, timeout_s=20.0, on_progress=on_progress) == 2000
    assert reports[-1] == (1999, 2000) and reports == sorted(reports)
    reports.clear()
    with pytest.raises(Crashed):
        processes.call(crash_and_tell, timeout_s=20.0, on_progress=on_progress)
    assert reports == []


def test_only_silence_is_too_slow(processes: WorkerPool) -> None:
    assert processes.call(double, 4) == 8, "a child has come up, which is no silence"
    processes.call(tell_slowly, 8, timeout_s=1.0, on_progress=lambda done, total: None)
    with pytest.raises(TooSlow):
        processes.call(tell_slowly, 8, timeout_s=0.1, on_progress=lambda done, total: None)


def test_a_caller_that_no_longer_wants_the_answer_ends_the_work(processes: WorkerPool) -> None:
    def stop() -> None:
        raise Cancelled()

    with pytest.raises(Cancelled):
        processes.call(hang, check=stop)
    assert processes.call(double, 5) == 10


def test_a_waiting_call_can_be_stopped_and_closing_ends_the_one_in_progress() -> None:
    checks: list[int] = []

    def stop_at_the_third() -> None:
        checks.append(1)
        if len(checks) == 3:
            raise Cancelled()

    with WorkerPool(1, 0, 60.0) as one, ThreadPoolExecutor(1) as threads:
        begun = threading.Event()
        running = threads.submit(one.call, hang, check=begun.set)
        assert begun.wait(20)
        with pytest.raises(Cancelled):
            one.call(double, 1, check=stop_at_the_third)
        one.close()
        with pytest.raises(Cancelled):
            running.result(timeout=20)
        with pytest.raises(Cancelled):
            one.call(double, 1)
