"""Work on the same contents takes turns; work on others does not wait."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest

from briefbank.errors import Cancelled
from briefbank.intake.turns import Turns


def test_only_one_holds_a_key_at_a_time() -> None:
    turns, inside, most = Turns(), [0], [0]

    def work(_: int) -> None:
        with turns.of("same", lambda: None):
            inside[0] += 1
            most[0] = max(most[0], inside[0])
            inside[0] -= 1

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(work, range(200)))
    assert most == [1]


def test_different_keys_are_held_together() -> None:
    turns, both = Turns(), Barrier(2, timeout=20)

    def work(key: str) -> None:
        with turns.of(key, lambda: None):
            both.wait()

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(work, "ab"))


def test_whoever_waits_can_be_stopped_and_a_failure_gives_the_key_back() -> None:
    turns, held, done = Turns(), Event(), Event()

    def hold() -> None:
        with turns.of("same", lambda: None):
            held.set()
            done.wait(20)

    def stop() -> None:
        raise Cancelled()

    with ThreadPoolExecutor(1) as threads:
        holding = threads.submit(hold)
        assert held.wait(20)
        with pytest.raises(Cancelled), turns.of("same", stop):
            raise AssertionError("two held it")
        done.set()
        holding.result(20)
    with pytest.raises(ZeroDivisionError), turns.of("same", stop):
        raise ZeroDivisionError
    with turns.of("same", stop):
        pass
