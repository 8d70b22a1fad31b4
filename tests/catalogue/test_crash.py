"""A program killed at any moment of adding or removing leaves a catalogue with all of a document or none."""

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from briefbank.catalogue.store import Catalogue
from tests.catalogue.samples import add, path_in

VICTIM = """
import os, signal, sys
from pathlib import Path
from sqlalchemy import event
from briefbank.catalogue.store import Catalogue
from tests.catalogue.samples import add, passage, path_in, reading

# More than SQLite keeps in memory, so that unfinished pages reach the log on the disk.
MORE = reading(*(passage(i, f"{i} long words " * 300) for i in range(1500)))

def work(fatal):
    catalogue = Catalogue.open(path_in(Path(sys.argv[1])))
    seen = 0

    def count(*_):
        nonlocal seen
        seen += 1
        if seen == fatal:
            os.kill(os.getpid(), signal.SIGKILL)

    engine = catalogue._database._engine
    event.listen(engine, "after_cursor_execute", count)
    event.listen(engine, "commit", count)
    if sys.argv[2] == "add":
        add(catalogue, "b", MORE)
    else:
        catalogue.remove_document(1)

for fatal in sys.stdin:
    child = os.fork()
    if child == 0:
        try:
            work(int(fatal))
            os._exit(0)
        finally:
            os._exit(1)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""For each number that it is given, a process of its own that is killed after so many steps; its exit status.

They are forked before any catalogue is open: starting a program for each would take most of the time.
"""
PROJECT = Path(__file__).resolve().parents[2]


@contextmanager
def victims(folder: Path, work: str) -> Iterator[Callable[[int], int]]:
    """Kills the work after so many steps and tells how it ended."""
    command = [sys.executable, "-c", VICTIM, str(folder), work]
    with subprocess.Popen(
        command, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdin is not None and program.stdout is not None
        asked, answers = program.stdin, program.stdout

        def killed(after: int) -> int:
            asked.write(f"{after}\n")
            asked.flush()
            return int(answers.readline())

        yield killed


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
@pytest.mark.parametrize("work", ["add", "remove"])
def test_nothing_is_half_done_when_the_program_is_killed(tmp_path: Path, work: str) -> None:
    catalogue = Catalogue.open(path_in(tmp_path))
    kept, kept_passages = add(catalogue, "a")
    catalogue.close()
    deaths = 0
    with victims(tmp_path, work) as killed:
        for after in range(1, 30):
            code = killed(after)
            assert code in (0, -signal.SIGKILL)
            catalogue = Catalogue.open(path_in(tmp_path))
            assert catalogue.integrity() == []
            if code == 0:
                break
            deaths += 1
            assert catalogue.documents() == [kept]
            assert catalogue.passages_of(kept.id) == kept_passages
            assert catalogue.passage_ids() == {passage.id for passage in kept_passages}
            catalogue.close()
    assert deaths >= 2
    assert len(catalogue.documents()) == (2 if work == "add" else 0)
    catalogue.close()
