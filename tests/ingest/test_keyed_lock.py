"""Work on the same contents takes turns; work on others does not wait."""

from __future__ import annotations

import pytest

from briefbank.ingest.progress import KeyedLock, KeyTaken


def test_a_key_that_is_held_is_refused_at_once_and_others_are_free() -> None:
    turns = KeyedLock()
    with turns.of("one"), turns.of("another"), pytest.raises(KeyTaken), turns.of("one"):
        raise AssertionError("two held it")
    with turns.of("one"):
        pass


def test_a_failure_gives_the_key_back() -> None:
    turns = KeyedLock()
    with pytest.raises(ZeroDivisionError), turns.of("one"):
        raise ZeroDivisionError
    with turns.of("one"):
        pass
