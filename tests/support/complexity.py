"""Whether work grows with the length of its input or faster: a question of method, not of speed.

Only the ratio of two processor times of one thread is judged, so that neither the speed of a computer nor its
other work decides.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
LONGER = 8  # How many times as long the long input is
ALLOWED = 3  # How many times what is linear is still taken for linear; the square is eight times as much
TRIES = 3
SHORTEST_S = 0.004  # A time that is measured well; less counts as this


def grows_linearly(work: Callable[[T], object], make: Callable[[int], T], length: int) -> bool:
    """Tell whether work on an input of ``length`` takes about eight times what it takes on an eighth of it.

    ``make`` returns an input of a length, in any unit. The best of a few tries counts.
    """
    short, long = make(length // LONGER), make(length)
    work(short)  # what is made once is made now
    for _ in range(TRIES):
        allowed = ALLOWED * LONGER * max(_seconds(work, short), SHORTEST_S)
        if _seconds(work, long) <= allowed:
            return True
    return False


def repeated(piece: str) -> Callable[[int], str]:
    """Return what makes a text of a number of characters by repeating a piece."""
    return lambda characters: piece * (characters // len(piece))


def _seconds(work: Callable[[T], object], given: T) -> float:
    began = time.thread_time()
    work(given)
    return time.thread_time() - began
