"""Draws changes, runs a walkthrough of each changed library, and checks that nothing else changed."""

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

from tests.untrusted_input import factory
from tests.untrusted_input.deck import Deck
from tests.untrusted_input.factory import FOREIGN, FOREIGN_BACKUP, Case, Workspace

_FOREIGN_NAMES = [Path(name).name for name in (*FOREIGN, *FOREIGN_BACKUP)]
LIMIT_S = (
    150.0  # The limit for a walkthrough, which takes some seconds; other work may keep the processors busy
)
LIMIT_BYTES = 2 << 30  # The limit of memory, children included; a walkthrough takes a quarter
PROJECT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Finding:
    """Something that must not happen."""

    number: int
    kind: str
    changes: str  # The changes made before
    what: str


def findings_of_window(workspace: Workspace, case: Case) -> list[str]:
    """Open the window on a library and return the problems."""
    errors = workspace.root / "errors.txt"
    with errors.open("w") as error_file:
        completed = subprocess.run(
            [sys.executable, "-m", "tests.untrusted_input.window", str(workspace.root), str(case.library)],
            stdout=subprocess.PIPE,
            stderr=error_file,
            text=True,
            cwd=PROJECT,
            env={**_surroundings(workspace), "QT_QPA_PLATFORM": "offscreen"},
            timeout=LIMIT_S,
        )
    error_text = errors.read_text(errors="replace")
    if completed.returncode or "Traceback" in error_text:
        return [f"window: status {completed.returncode}, {error_text[-600:]}"]
    return [f"window: {change}" for change in json.loads(completed.stdout)]


def _surroundings(workspace: Workspace) -> dict[str, str]:
    return {**os.environ, "BRIEFBANK_HOME": str(workspace.home), "TMPDIR": str(workspace.temporary)}


class Worker:
    """The process that makes the tours; a new one where one died."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._errors = workspace.root / "errors.txt"
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()

    def walk(self, case: Case, of: str) -> list[str]:
        """Return the findings of a walkthrough of a "library", a "backup", or of the known "harm"."""
        process = self._process = self._process or self._start()
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(json.dumps({"folder": str(case.folder), "walkthrough": of}) + "\n")
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
                [sys.executable, "-m", "tests.untrusted_input.worker", str(self._workspace.root)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                cwd=PROJECT,
                env=_surroundings(self._workspace),
            )

    def _stop(self) -> str:
        """Stop the walkthrough and return its last error output."""
        if self._process is None:
            return ""
        for child in _children(self._process.pid):
            with suppress(psutil.NoSuchProcess):
                child.kill()
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
        return sum(item.memory_info().rss for item in (psutil.Process(pid), *_children(pid)))
    except psutil.NoSuchProcess:
        return 0


def run(workspace: Workspace, seed: int, numbers: Iterable[int]) -> Iterator[list[Finding]]:
    """The findings of each change, in their order."""
    deck = Deck(workspace, seed)
    before = outside_files(workspace)
    with Worker(workspace) as worker:
        for number in numbers:
            kind, case = deck.deal(number)
            results = worker.walk(case, "backup" if kind.of_backup else "library")
            results += lost_files(case)
            if harm := changes_outside(before, outside_files(workspace)):
                results += harm
                factory.make_canary(workspace.canary)
                before = outside_files(workspace)
            case.clear()
            yield [Finding(number, kind.name, "; ".join(case.changes), item) for item in results]


def outside_files(workspace: Workspace) -> dict[str, object]:
    """Return the kind, rights, time and contents of all files outside.

    The cases, the home of the user and the temporary files of other programs are left out.
    """
    left_out = (workspace.cases, workspace.home, workspace.temporary, workspace.root / "errors.txt")
    result: dict[str, object] = {}
    for folder, folders, names in os.walk(workspace.root):
        folders[:] = [name for name in folders if Path(folder, name) not in left_out]
        for name in (*folders, *names):
            path = Path(folder, name)
            if path not in left_out:
                about = path.lstat()
                content = path.read_bytes() if path.is_file() else b""
                result[str(path)] = (about.st_mode, about.st_mtime_ns if path.is_file() else 0, content)
    return result


def changes_outside(before: dict[str, object], after: dict[str, object]) -> list[str]:
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    return [f"outside: {name} changed" for name in names]


def lost_files(case: Case) -> list[str]:
    """Return the names of a person's lost files; a damaged library may be put into a folder inside."""
    left = Counter(path.name for path in case.folder.rglob("*") if path.name in _FOREIGN_NAMES)
    expected = Counter(_FOREIGN_NAMES)
    return [f"a person's file is gone: {name}" for name in (expected - left).elements()]
