"""Work in a child of its own: an opened library leaves threads behind, and beside them nothing is forked."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

PATIENCE_S = 200  # The time after which a child counts as hung
Answer = TypeVar("Answer")


class Failed(Exception):
    """A child raised an exception or died; the message has its output."""


@dataclass(frozen=True, slots=True)
class ChildResult:
    """The exit status of a child, or the negative number of a signal, and its whole output."""

    status: int
    output: str


class Child:
    """A process that does some work, whose result is its exit status."""

    def __init__(self, work: Callable[[], int]) -> None:
        """Start the work at once."""
        self._printed = os.memfd_create("printed")
        sys.stdout.flush()
        self.id = os.fork()
        if self.id == 0:
            _do(work, self._printed)

    def end(self) -> ChildResult:
        """Wait for it."""
        status = os.waitstatus_to_exitcode(os.waitpid(self.id, 0)[1])
        with os.fdopen(self._printed, "rb") as printed:
            printed.seek(0)
            return ChildResult(status, printed.read().decode("utf-8", "replace").strip())


def _do(work: Callable[[], int], printed: int) -> None:
    """Never returns."""
    status = 99
    try:
        os.dup2(printed, 1)
        os.dup2(printed, 2)
        sys.stdout = sys.stderr = os.fdopen(1, "w", closefd=False)
        signal.alarm(PATIENCE_S)
        status = work()
    finally:
        if sys.exc_info()[0] is not None:
            traceback.print_exc()
        sys.stdout.flush()
        os._exit(status)


def run_in_child(work: Callable[[], Answer]) -> Answer:
    """Return the result of ``work``, run in a child. Raises Failed."""
    with os.fdopen(os.memfd_create("answer"), "w+b") as given:

        def give() -> int:
            pickle.dump(work(), given)
            given.flush()
            return 0

        ended = Child(give).end()
        if ended.status != 0:
            raise Failed(f"{ended.status}: {ended.output}")
        given.seek(0)
        answered: Answer = pickle.load(given)
        return answered
