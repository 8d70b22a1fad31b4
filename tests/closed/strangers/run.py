"""Deals changes, has what came of them toured, and looks from outside at what became of everything else."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

import psutil

from tests.closed.strangers import made
from tests.closed.strangers.deck import Deck
from tests.closed.strangers.made import FOREIGN, FOREIGN_BACKUP, Case, Place

_FOREIGN_NAMES = [Path(name).name for name in (*FOREIGN, *FOREIGN_BACKUP)]
LIMIT_S = 150.0
"""For a tour, which takes some seconds; other work may keep the processors busy."""
LIMIT_BYTES = 2 << 30
"""Of memory, children included; a tour takes a quarter."""
PROJECT = Path(__file__).resolve().parents[3]


@dataclass(frozen=True)
class Finding:
    """What ought not to be."""

    number: int
    kind: str
    said: str
    """What had been changed."""
    what: str


def shown(place: Place, case: Case) -> list[str]:
    """What was found when the window was opened on a library."""
    errors = place.root / "errors.txt"
    with errors.open("w") as told:
        ended = subprocess.run(
            [sys.executable, "-m", "tests.closed.strangers.window", str(place.root), str(case.library)],
            stdout=subprocess.PIPE,
            stderr=told,
            text=True,
            cwd=PROJECT,
            env={**_surroundings(place), "QT_QPA_PLATFORM": "offscreen"},
            timeout=LIMIT_S,
        )
    said = errors.read_text(errors="replace")
    if ended.returncode or "Traceback" in said:
        return [f"window: status {ended.returncode}, {said[-600:]}"]
    return [f"window: {each}" for each in json.loads(ended.stdout)]


def _surroundings(place: Place) -> dict[str, str]:
    return {**os.environ, "BRIEFBANK_HOME": str(place.home), "TMPDIR": str(place.temporary)}


class Worker:
    """The process that makes the tours; a new one where one died."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._errors = place.root / "errors.txt"
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()

    def tour(self, case: Case, of: str) -> list[str]:
        """What was found on it. ``of``: "library", "backup", or "harm" for what must be found."""
        process = self._process = self._process or self._start()
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(json.dumps({"folder": str(case.folder), "tour": of}) + "\n")
        process.stdin.flush()
        ends = time.monotonic() + LIMIT_S
        while not select.select([process.stdout], [], [], 0.25)[0]:
            if time.monotonic() > ends:
                return [f"hung {self._stop()}"]
            if _memory(process.pid) > LIMIT_BYTES:
                return [f"took too much memory {self._stop()}"]
        line = process.stdout.readline()
        if line:
            return list(json.loads(line))
        status = process.wait()
        return [f"died, {status}: {self._stop()}"]

    def _start(self) -> subprocess.Popen[str]:
        with self._errors.open("w") as errors:
            return subprocess.Popen(
                [sys.executable, "-m", "tests.closed.strangers.worker", str(self._place.root)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                cwd=PROJECT,
                env=_surroundings(self._place),
            )

    def _stop(self) -> str:
        """Where it was, as far as it told."""
        if self._process is None:
            return ""
        for each in _children(self._process.pid):
            with suppress(psutil.NoSuchProcess):
                each.kill()
        self._process.kill()
        with suppress(BrokenPipeError), self._process:
            self._process = None
        return self._errors.read_text(errors="replace")[-600:]


def _children(pid: int) -> list[psutil.Process]:
    try:
        return psutil.Process(pid).children(recursive=True)
    except psutil.NoSuchProcess:
        return []


def _memory(pid: int) -> int:
    try:
        return sum(each.memory_info().rss for each in (psutil.Process(pid), *_children(pid)))
    except psutil.NoSuchProcess:
        return 0


def run(place: Place, seed: int, numbers: Iterable[int]) -> Iterator[list[Finding]]:
    """The findings of each change, in their order."""
    deck = Deck(place, seed)
    before = outside(place)
    with Worker(place) as worker:
        for number in numbers:
            kind, case = deck.deal(number)
            found = worker.tour(case, "backup" if kind.of_backup else "library")
            found += foreign(case)
            if harm := changed(before, outside(place)):
                found += harm
                made.make_canary(place.canary)
                before = outside(place)
            case.clear()
            yield [Finding(number, kind.name, "; ".join(case.said), each) for each in found]


def outside(place: Place) -> dict[str, object]:
    """All but the cases, the home of the user and what other programs keep for a time: kind, rights, time and
    contents."""
    left_out = (place.cases, place.home, place.temporary, place.root / "errors.txt")
    found: dict[str, object] = {}
    for folder, folders, names in os.walk(place.root):
        folders[:] = [name for name in folders if Path(folder, name) not in left_out]
        for name in (*folders, *names):
            path = Path(folder, name)
            if path not in left_out:
                about = path.lstat()
                content = path.read_bytes() if path.is_file() else b""
                found[str(path)] = (about.st_mode, about.st_mtime_ns if path.is_file() else 0, content)
    return found


def changed(before: dict[str, object], after: dict[str, object]) -> list[str]:
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    return [f"outside: {name} changed" for name in names]


def foreign(case: Case) -> list[str]:
    """What a person had put there and is gone; a library that is damaged may be put into a folder inside."""
    left = Counter(path.name for path in case.folder.rglob("*") if path.name in _FOREIGN_NAMES)
    expected = Counter(_FOREIGN_NAMES)
    return [f"a person's file is gone: {name}" for name in (expected - left).elements()]
