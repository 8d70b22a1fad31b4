"""Tests that pages that crash or hang the reader cost only themselves."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from pathlib import Path

import pytest

from briefbank.domain.pages import PageOrder
from briefbank.errors import Cancelled, Crashed, TooSlow
from briefbank.extraction.worker_pool import WorkerPool
from briefbank.ingest import file_reading
from briefbank.ingest.file_reading import FileReading, read_in_child
from briefbank.ingest.progress import Progress
from briefbank.jobs import QuietReporter
from briefbank.sandbox.child import Tell


def reader(tell: Tell, path: Path, skipped: AbstractSet[int], bad: frozenset[int], how: str) -> FileReading:
    """Stands for the reading of six pages; names the pages that it got through."""
    for page in range(6):
        tell(page, 6)
        if page in bad - skipped:
            ctypes.string_at(0) if how == "crash" else time.sleep(600)
    return FileReading(None, tuple(PageOrder(page) for page in range(6) if page not in skipped))


def dying_at_the_end(tell: Tell, path: Path, skipped: AbstractSet[int]) -> FileReading:
    tell(0, 1)
    tell(1, 1)
    ctypes.string_at(0)
    return FileReading(None)


@pytest.fixture
def read() -> Iterator[Callable[..., FileReading]]:
    with WorkerPool(1, 0, 30.0) as processes:
        progress = Progress(Path("a.pdf"), QuietReporter(), lambda: None)
        yield lambda function, *args: read_in_child(processes, Path("a.pdf"), progress, function, *args)


def test_pages_that_crash_the_reader_are_left_out_and_the_others_are_read(
    read: Callable[..., FileReading],
) -> None:
    result = read(reader, frozenset({1, 4}), "crash")
    assert [order.index for order in result.orders] == [0, 2, 3, 5]


@pytest.mark.nightly
def test_a_page_that_hangs_is_left_out(
    read: Callable[..., FileReading], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_reading, "PAGE_SILENCE_S", 6.0)  # a new child needs a second to come up
    assert [order.index for order in read(reader, frozenset({2}), "hang").orders] == [0, 1, 3, 4, 5]


def test_a_file_whose_pages_go_on_hanging_is_refused_in_time(
    read: Callable[..., FileReading], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_reading, "PAGE_SILENCE_S", 0.5)
    monkeypatch.setattr(file_reading, "TROUBLE_S", 1.0)
    with pytest.raises(TooSlow):
        read(reader, frozenset(range(6)), "hang")


def test_a_crash_that_no_page_is_to_blame_for_refuses_the_file(read: Callable[..., FileReading]) -> None:
    with pytest.raises(Crashed):
        read(dying_at_the_end)


def test_reading_ends_at_once_when_the_file_is_cancelled() -> None:
    def stop() -> None:
        raise Cancelled()

    with WorkerPool(1, 0, 30.0) as processes, pytest.raises(Cancelled):
        progress = Progress(Path("a.pdf"), QuietReporter(), stop)
        read_in_child(processes, Path("a.pdf"), progress, reader, frozenset({0}), "hang")
