"""Tests of the reading processes that successive tests share."""

import os
import signal

from tests.support.cached_readers import CachedReaders


def process_number() -> int:
    return os.getpid()


def process_of_library(memory_bytes: int) -> int:
    """Return the number of the process that answers in a new library."""
    with CachedReaders(1, memory_bytes, 20.0) as readers:
        return readers.call(process_number)


def test_an_idle_child_serves_the_next_library_of_its_kind_unless_it_died() -> None:
    first, other = process_of_library(5 << 30), process_of_library(6 << 30)
    assert process_of_library(5 << 30) == first and process_of_library(6 << 30) == other != first
    os.kill(first, signal.SIGKILL)
    os.waitid(os.P_PID, first, os.WEXITED | os.WNOWAIT)  # a zombie may still have threads that end
    assert process_of_library(5 << 30) != first


def test_closing_a_pool_twice_caches_no_child_twice() -> None:
    readers = CachedReaders(1, 7 << 30, 20.0)
    first = readers.call(process_number)
    readers.close()
    readers.close()
    with CachedReaders(1, 7 << 30, 20.0) as one, CachedReaders(1, 7 << 30, 20.0) as two:
        assert one.call(process_number) == first != two.call(process_number)
