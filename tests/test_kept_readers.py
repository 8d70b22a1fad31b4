"""Reading processes that tests hand on: to the next library of their kind, unless they died."""

import os
import signal

from tests.kept_readers import KeptReaders


def own_number() -> int:
    return os.getpid()


def asked(memory_bytes: int) -> int:
    """The number of the process that answers in a library of its own."""
    with KeptReaders(1, memory_bytes, 20.0) as readers:
        return readers.call(own_number)


def test_a_waiting_child_serves_the_next_library_and_none_that_died_or_is_of_another_kind() -> None:
    first, other = asked(5 << 30), asked(6 << 30)
    assert asked(5 << 30) == first and asked(6 << 30) == other != first
    os.kill(first, signal.SIGKILL)
    os.waitid(os.P_PID, first, os.WEXITED | os.WNOWAIT)  # a zombie may still have threads that end
    assert asked(5 << 30) != first


def test_a_library_closes_twice_and_keeps_nothing_twice() -> None:
    readers = KeptReaders(1, 7 << 30, 20.0)
    first = readers.call(own_number)
    readers.close()
    readers.close()
    with KeptReaders(1, 7 << 30, 20.0) as one, KeptReaders(1, 7 << 30, 20.0) as two:
        assert one.call(own_number) == first != two.call(own_number)
