"""A program killed at any moment of an intake goes on at its next start; nothing is lost or doubled."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.intake.killed import contents, differences, work

PROJECT = Path(__file__).resolve().parents[2]
KILLS = int(os.environ.get("BRIEFBANK_KILLS", "50"))
SHARE = 0.25
"""A start is killed within this share of the time that the whole work takes, so that kills hit all of it."""


@pytest.fixture(scope="module")
def files(shared_data: Path) -> list[Path]:
    return sorted((shared_data / "pdf").iterdir())


@dataclass(frozen=True)
class Undisturbed:
    """What a library holds after a run that nothing stopped, and how long that took."""

    contents: dict[str, object]
    seconds: float


@pytest.fixture(scope="module")
def undisturbed(files: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Undisturbed:
    folder = tmp_path_factory.mktemp("undisturbed") / "library"
    started = time.monotonic()
    work(folder, files)
    return Undisturbed(contents(folder), time.monotonic() - started)


@pytest.mark.begun_first
@pytest.mark.timeout(1500)
def test_after_50_kills_at_random_moments_the_library_is_that_of_an_undisturbed_run(
    files: list[Path], undisturbed: Undisturbed, tmp_path: Path
) -> None:
    """Each library is killed again and again until its work happens to end between two kills."""
    chance, kills = random.Random(20261121), 0
    for number in range(KILLS):
        folder = tmp_path / f"library-{number}"
        while _killed(folder, files, chance.uniform(0.0, SHARE * undisturbed.seconds)):
            kills += 1
            assert kills < 4 * KILLS, "it goes on and on and does not get on"
        assert differences(contents(folder), undisturbed.contents) == {}
        if kills >= KILLS:
            return


def _killed(folder: Path, files: list[Path], after_s: float) -> bool:
    """Kill the program ``after_s`` seconds after it begins to work; False when it ended before."""
    command = [sys.executable, "-m", "tests.intake.killed", str(folder), *map(str, files)]
    with subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "working\n"
        try:
            assert program.wait(after_s) == 0
        except subprocess.TimeoutExpired:
            program.send_signal(signal.SIGKILL)
            return True
    return False
