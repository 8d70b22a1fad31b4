"""Work that is killed after any number of its steps, each time in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
_STEPS = """
import os, signal, sys
fatal = seen = 0

def step(*_, **__):
    global seen
    seen += 1
    if seen == fatal:
        os.kill(os.getpid(), signal.SIGKILL)

def begin():
    pass
"""
_LOOP = """
for line in sys.stdin:
    fatal = int(line)
    begin()
    child = os.fork()
    if child == 0:
        try:
            work()
            os._exit(0)
        finally:
            os._exit(1)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


@contextmanager
def killable_processes(work: str, *arguments: str) -> Iterator[Callable[[int], int]]:
    """Kills work after so many steps, and tells how it ended; after 0 it is never killed.

    ``work`` is a program that defines ``work()``, in which ``step()`` is called at each step and ``seen`` is
    their number so far; ``begin()``, where it defines one, runs before. Processes are forked from that one
    program: starting a program for each would take most of the time.
    """
    with subprocess.Popen(
        [sys.executable, "-c", f"{_STEPS}{work}{_LOOP}", *arguments],
        cwd=PROJECT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdin is not None and program.stdout is not None
        requests, answers = program.stdin, program.stdout

        def killed(after: int) -> int:
            print(after, file=requests, flush=True)
            return int(answers.readline())

        yield killed
