"""Runs a command again and again, with a stop or a full disk at another operation each time, and judges."""

from __future__ import annotations

import enum
import errno
import os
import re
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

from briefbank.cli import commands
from briefbank.cli.output import DONE, FAULT, NOTHING
from briefbank.paths import UNFINISHED
from tests.crashes import office, offline
from tests.crashes.forked import ChildResult, Failed, run_in_child
from tests.crashes.gate import Operation, run_watched
from tests.crashes.office import PROBLEMS, State
from tests.support.trees import Tree, tree

_DIFFERENT = re.compile(r"((?<=/g-)|(?<=/before-restore-)).*|[0-9a-f]{16,}")


class Fault(enum.Enum):
    """A fault that replaces an operation."""

    STOP = "stopped"
    NO_ROOM_ONCE = "no room once"
    NO_ROOM = "no room from there on"


class Command(enum.Enum):
    """A command that is interrupted."""

    RESTORE = "restore"
    BACKUP = "backup"
    CORRECT = "correct"
    OFFLINE = "offline"


class Sweep:
    """A command that runs in its own folders inside ``base``."""

    def __init__(self, command: Command, base: Path) -> None:
        self.command = command
        self._made, self._now = base / "made", base / "now"
        self._library, self._backup = self._now / "library", self._now / "backup"
        self._office = base / "office"
        """The office from which an offline copy takes documents, on a disk that nothing happens to."""
        make = _MADE.get(command, office.make)
        (self._made / "home").mkdir(mode=0o700, parents=True)
        os.environ["BRIEFBANK_HOME"] = str(self._made / "home")
        run_in_child(lambda: make(self._made))
        os.environ["BRIEFBANK_HOME"] = str(self._now / "home")
        if command is Command.OFFLINE:
            for name in ("office", "server"):
                (self._made / name).rename(base / name)
        (self._made / "beside").mkdir()
        (self._made / "beside" / "letter.txt").write_text("Not BriefBank's.")
        self._afresh()
        self._before = self._states()
        self._afresh()
        self.operations: list[Operation] = []
        result = run_watched(self._work, self._now, lambda item: self.operations.append(item) or 0)
        assert result.status == DONE, result.output
        self._names = self._shape()
        self._after = self._states()

    def places(self, fault: Fault) -> list[int]:
        """The operations at which this can happen, by their numbers."""
        return [
            at for at, operation in enumerate(self.operations) if fault is Fault.STOP or operation.needs_room
        ]

    def turns(self, fault: Fault) -> list[int]:
        """Return the places at which the program turns to another file or to another kind of operation."""
        places = self.places(fault)
        descriptions = [str(self.operations[at]) for at in places]
        return [
            at
            for at, one, before in zip(places, descriptions, ["", *descriptions], strict=False)
            if one != before
        ]

    def complaints(self, fault: Fault, at: int) -> list[str]:
        """Return the problems after this fault at the operation with this number, counted from 0."""
        self._afresh()
        kept = self._kept()
        result = run_watched(self._work, self._now, _decider(fault, at))
        return [*self._of_end(fault, result), *self._of_rest(kept, result)]

    def _of_end(self, fault: Fault, ended: ChildResult) -> Iterator[str]:
        if fault is Fault.STOP:
            allowed = {-signal.SIGKILL, DONE}
        else:
            allowed = {DONE, NOTHING, FAULT}
            if "made a mistake" in ended.output or "Traceback" in ended.output:
                yield f"no sentence for a person: {ended.output[-600:]}"
        if ended.status not in allowed:
            yield f"ended with {ended.status}: {ended.output[-600:]}"

    def _of_rest(self, kept: Tree, ended: ChildResult) -> Iterator[str]:
        try:
            states = self._states()
            yield from self._of_states(states, ended)
            if self._kept() != kept:
                yield "files that are not the command's were changed"
            again = run_watched(self._work, self._now / "nothing", lambda _: 0)
            if again.status != DONE:
                yield f"does not succeed afterwards: {again.status} {again.output[-600:]}"
            left = {
                name for name in self._shape() - self._names if not name.endswith((".lock", "/lease.json"))
            }
            if left:  # locks and the lease of a computer are used again
                yield f"left over: {', '.join(sorted(left))}"
            if different := _differences(self._states(), self._after):
                yield f"does not give the same afterwards: {', '.join(different)}"
        except Failed as failed:
            yield f"cannot be opened: {failed}"

    def _of_states(self, states: dict[str, State], ended: ChildResult) -> Iterator[str]:
        for name, state in states.items():
            to_before = _differences({name: state}, self._before)
            to_after = _differences({name: state}, self._after)
            if to_after and ended.status == DONE:
                yield f"said to be done, and is not: {', '.join(to_after)}"
            if self.command is Command.OFFLINE:  # a part of the documents is there until the next exchange
                continue
            if new := state[PROBLEMS] - self._before[name][PROBLEMS] - self._after[name][PROBLEMS]:
                yield f"a check is not content: {' '.join(sorted(new))}"
            if to_before and to_after:
                yield f"neither as before ({', '.join(to_before)}) nor as after ({', '.join(to_after)})"

    def _states(self) -> dict[str, State]:
        """Return the states of the library and of its backup's content. Raises Failed."""
        states = {"library": run_in_child(lambda: office.seen(self._library))}
        if self.command is Command.BACKUP:
            states["backup"] = run_in_child(lambda: office.restored(self._backup, self._now / "elsewhere"))
        return states

    def _kept(self) -> Tree:
        """Return the files that the command must not touch."""
        backup = tree(self._backup) if self.command in (Command.RESTORE, Command.CORRECT) else {}
        return tree(self._now / "beside") | backup

    def _shape(self) -> set[str]:
        """The names of all files, without the digits that are different each time, and without what the next
        file that is written there takes away."""
        names = (name for name in tree(self._now) if not re.fullmatch(UNFINISHED, Path(name).name))
        return {_DIFFERENT.sub("*", name) for name in names}

    def _afresh(self) -> None:
        shutil.rmtree(self._now, ignore_errors=True)
        shutil.copytree(self._made, self._now)

    def _work(self) -> int:
        of = ["--library", str(self._library)]
        match self.command:
            case Command.OFFLINE:
                return offline.taken_along(self._office, self._library)
            case Command.CORRECT:
                return commands.run([*of, "correct", "1", "--title", "State v. Anybody"])
        return commands.run([*of, self.command.value, str(self._backup)])


_MADE = {Command.OFFLINE: offline.make}
"""What makes the libraries of a command, where they are not the usual ones."""


def _decider(fault: Fault, at: int) -> Callable[[Operation], signal.Signals | int]:
    numbers = iter(range(10**9))
    happened = False

    def decide(operation: Operation) -> signal.Signals | int:
        nonlocal happened
        if next(numbers) < at:
            return 0
        if fault is Fault.STOP:
            return signal.SIGKILL
        if not operation.needs_room or (happened and fault is Fault.NO_ROOM_ONCE):
            return 0
        happened = True
        return errno.ENOSPC

    return decide


def _differences(states: dict[str, State], others: dict[str, State]) -> list[str]:
    return [
        f"{name}: {item} is {str(state.get(item))[:300]}, not {str(others[name].get(item))[:300]}"
        for name, state in states.items()
        for item in sorted({*state, *others[name]} - {PROBLEMS})
        if state.get(item) != others[name].get(item)
    ]
