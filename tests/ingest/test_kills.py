"""Tests that an intake killed at any moment continues at the next start without loss or duplicates."""

from __future__ import annotations

import multiprocessing
import random
import signal
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.ingest.killed import contents, differences, run_ingest
from tests.ingest.outcome_files import write_outcome_files
from tests.support.profile import sample

KILLS = sample(6, 50)
SHARE = 0.7
"""A start is killed within this share of the signs that the whole work gives, so that kills hit all of it."""
AFTER_SIGN_S = 0.05  # The longest time from a sign to a kill, so that kills hit the work between two signs
PROGRAMS = multiprocessing.get_context("forkserver")
PROGRAMS.set_forkserver_preload(["tests.ingest.killed"])
"""Fifty starts then import the program once."""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return write_outcome_files(tmp_path_factory.mktemp("dropped"))


@dataclass(frozen=True)
class UninterruptedRun:
    """The content of a library after an uninterrupted run, and the number of signs of work in that run."""

    contents: dict[str, object]
    signs: int


@pytest.fixture(scope="module")
def undisturbed(files: list[Path], tmp_path_factory: pytest.TempPathFactory) -> UninterruptedRun:
    work = KillableIngest(tmp_path_factory.mktemp("undisturbed") / "library", files)
    signs = work.go_on()
    assert not work.kill()
    return UninterruptedRun(contents(work.folder), signs)


@pytest.mark.nightly
@pytest.mark.begun_first
@pytest.mark.timeout(1500)
def test_after_kills_at_random_moments_the_library_is_that_of_an_undisturbed_run(
    files: list[Path], undisturbed: UninterruptedRun, tmp_path: Path
) -> None:
    """Each library is killed again and again until its work happens to end between two kills."""
    assert {"documents", "passages"} <= {name for name, content in undisturbed.contents.items() if content}
    chance, kills = random.Random(20261121), 0
    for number in range(KILLS):
        folder = tmp_path / f"library-{number}"
        while _kill_once(folder, files, chance.uniform(0, SHARE * undisturbed.signs), chance):
            kills += 1
            assert kills < 4 * KILLS, "it goes on and on and does not get on"
        assert differences(contents(folder), undisturbed.contents) == {}
        if kills >= KILLS:
            return


def _kill_once(folder: Path, files: list[Path], signs: float, chance: random.Random) -> bool:
    """Kill the program a moment after its so manieth sign; False when it ended before."""
    work = KillableIngest(folder, files)
    work.go_on(round(signs))
    return work.kill(chance.uniform(0, AFTER_SIGN_S))


class KillableIngest:
    """The program at its work on a library."""

    def __init__(self, folder: Path, files: list[Path]) -> None:
        self.folder = folder
        self._signs, theirs = PROGRAMS.Pipe(duplex=False)
        self._process = PROGRAMS.Process(target=run_ingest, args=(folder, files, theirs))
        self._process.start()
        theirs.close()

    def go_on(self, most: float = float("inf")) -> int:
        """Wait for so many signs, or for the end; how many there were."""
        seen = 0
        while seen < most and self._sign():
            seen += 1
        return seen

    def _sign(self) -> bool:
        try:
            return bool(self._signs.recv_bytes())
        except EOFError:
            return False

    def kill(self, after_s: float | None = None) -> bool:
        """Kill the program and tell whether it was still at work ``after_s`` seconds from now; None waits for
        its end.
        """
        self._process.join(after_s)
        self._process.kill()
        self._process.join()
        self._signs.close()
        assert self._process.exitcode in (0, -signal.SIGKILL)
        return self._process.exitcode != 0
