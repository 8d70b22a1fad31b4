"""A child that crashes, hangs or eats memory costs one call, and every hostile file ends with an answer."""

from __future__ import annotations

import ctypes
import os
import pickle
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from briefbank.errors import Cancelled, Damaged, Encrypted, FileRefused, TooLarge, TooSlow
from briefbank.models import PageSource, RawPage
from briefbank.reading import isolated
from briefbank.reading.isolated import ReadingProcesses, extract_pages
from briefbank.reading.sniff import file_type
from tests.reading.pdfs import shared, write


def mark_child() -> None:
    os.environ["BRIEFBANK_TEST_CHILD"] = "yes"


def marked() -> str:
    return os.environ.get("BRIEFBANK_TEST_CHILD", "")


def crash() -> None:
    ctypes.string_at(0)


def hang() -> None:
    while True:
        time.sleep(60)


def fill_memory() -> int:
    return len(bytearray(8 << 30))


def refuse() -> None:
    raise Encrypted(detail="from the child")


def fail() -> None:
    raise ZeroDivisionError("of our own")


def unsendable() -> object:
    return lambda: None


def double(number: int) -> int:
    return 2 * number


@pytest.fixture(scope="module")
def processes() -> Iterator[ReadingProcesses]:
    with ReadingProcesses(2, 3 << 30, 20.0, initializer=mark_child) as made:
        yield made


def test_an_error_of_ours_arrives_as_it_was(processes: ReadingProcesses) -> None:
    with pytest.raises(Encrypted) as caught:
        processes.call(refuse)
    assert caught.value.detail == "from the child"


def test_a_crash_is_a_damaged_file_and_the_next_call_works(processes: ReadingProcesses) -> None:
    with pytest.raises(Damaged):
        processes.call(crash)
    assert processes.call(double, 21) == 42


def test_a_hang_is_ended(processes: ReadingProcesses) -> None:
    with pytest.raises(TooSlow):
        processes.call(hang, timeout_s=0.5)
    assert processes.call(double, 4) == 8


def test_crashes_from_many_threads_break_no_other_call(processes: ReadingProcesses) -> None:
    def crash_or_double(number: int) -> int:
        if number % 3 == 0:
            with pytest.raises(Damaged):
                processes.call(crash)
            return number * 2
        return processes.call(double, number)

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(crash_or_double, range(24))) == [2 * n for n in range(24)]


def test_a_fault_of_ours_arrives_with_its_place(processes: ReadingProcesses) -> None:
    with pytest.raises(ZeroDivisionError, match="of our own") as caught:
        processes.call(fail)
    assert "in fail" in str(caught.value.__cause__)


def test_a_result_that_cannot_be_sent_is_an_error_and_not_a_hang(processes: ReadingProcesses) -> None:
    with pytest.raises(RuntimeError, match="cannot be sent"):
        processes.call(unsendable)


def test_arguments_that_cannot_be_sent_leave_the_child_as_it_was(processes: ReadingProcesses) -> None:
    with pytest.raises((AttributeError, TypeError, pickle.PicklingError)):
        processes.call(double, lambda: None)  # type: ignore[arg-type]
    assert processes.call(double, 3) == 6


def test_closing_ends_calls_in_progress() -> None:
    processes = ReadingProcesses(1, 0, 60.0)
    assert processes.call(double, 1) == 2
    with ThreadPoolExecutor(1) as threads:
        running = threads.submit(processes.call, hang)
        while not processes._busy:
            pass
        processes.close()
        with pytest.raises(Cancelled):
            running.result(timeout=20)
    with pytest.raises(Cancelled):
        processes.call(double, 1)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_memory_is_limited(processes: ReadingProcesses) -> None:
    with pytest.raises(TooLarge):
        processes.call(fill_memory)


def test_the_initializer_runs_in_every_child_and_nowhere_else(processes: ReadingProcesses) -> None:
    with pytest.raises(Damaged):
        processes.call(crash)
    assert processes.call(marked) == "yes"
    assert marked() == ""


def test_a_waiting_child_has_loaded_neither_qt_nor_a_parser() -> None:
    with ReadingProcesses(1, 0, 20.0) as fresh:
        loaded: list[str] = fresh.call(eval, "list(__import__('sys').modules)")
    assert "briefbank.reading.isolated" in loaded
    heavy = ("PySide6", "docx", "reportlab", "pypdfium2", "numpy")
    assert [name for name in loaded if name.startswith(heavy)] == []


def test_several_threads_may_call_at_once(processes: ReadingProcesses) -> None:
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(lambda n: processes.call(double, n), range(20))) == [2 * n for n in range(20)]


def crash_on_third(path: Path, pages: list[int]) -> list[RawPage]:
    if 3 in pages:
        crash()
    return [RawPage(page, "text", (), 612.0, 792.0) for page in pages]


def test_a_page_that_crashes_the_reader_is_one_gap(
    processes: ReadingProcesses, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(isolated, "extract", crash_on_third)
    path = write(tmp_path / "a.pdf", [["page"]] * 6)
    seen: list[tuple[int, int]] = []
    pages = extract_pages(processes, path, on_pages=lambda done, total: seen.append((done, total)))
    assert [page.index for page in pages] == list(range(6))
    assert [page.source is PageSource.GAP for page in pages] == [n == 3 for n in range(6)]
    assert seen == [(6, 6)]


def test_reading_stops_when_asked(processes: ReadingProcesses, tmp_path: Path) -> None:
    def stop() -> None:
        raise Cancelled()

    with pytest.raises(Cancelled):
        extract_pages(processes, write(tmp_path / "a.pdf", [["page"]]), check=stop)


FILES = [p for p in (*shared("hostile"), *shared("pdf")) if p.suffix == ".pdf"]


@pytest.mark.parametrize("path", FILES or [None], ids=lambda p: p.name if p else "none")
def test_every_file_ends_with_pages_or_a_reason(processes: ReadingProcesses, path: Path | None) -> None:
    if path is None:
        pytest.skip("the shared test data is not here")
    try:
        if file_type(path) != ".pdf":
            return
        pages = extract_pages(processes, path)
    except FileRefused as refused:
        assert refused.title and refused.remedy
    else:
        assert pages
        assert [page.index for page in pages] == list(range(len(pages)))
        assert all(page.gap_reason for page in pages if page.source is PageSource.GAP)
