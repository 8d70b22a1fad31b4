"""Tests of a child that sends its answer in parts and can be asked to stop."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from briefbank.errors import Cancelled
from briefbank.sandbox.child import Child, ChildEndedError, ChildSilentError, Halt, Tell
from briefbank.sandbox.messages import ParentPipe

Request = tuple[int, float, bool]
"""The number of parts, the seconds of work for each, and whether a request to halt is heeded."""


def streaming(pipe: ParentPipe, tell: Tell, halt: Halt) -> None:
    """Says that it is up; then for a number n sends n parts, with a wish to halt looked at or not."""
    pipe.send("up")
    while True:
        try:
            parts, pause_s, gentle = pipe.receive(Request)
        except EOFError:
            return
        sent = 0
        while sent < parts and not (gentle and halt.is_wished()):
            time.sleep(pause_s)  # the work itself
            pipe.send_part(sent)
            sent += 1
        pipe.send(sent)


def closing(pipe: ParentPipe, tell: Tell, mark: Path, hangs: bool) -> None:
    """Writes a mark once its pipe is closed, at once or never."""
    pipe.send("up")
    try:
        pipe.receive(str)
    except EOFError:
        if hangs:
            signal.pause()
        mark.touch()


def send_folder(pipe: ParentPipe, tell: Tell) -> None:
    pipe.send(str(Path.cwd()))


def test_a_child_does_not_run_in_the_working_folder_of_its_parent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    child = Child(send_folder)
    assert child.receive(str, 20.0) == Path.cwd().anchor
    child.stop()


@pytest.fixture
def halt() -> Halt:
    return Halt(grace_s=0.4)


@pytest.fixture
def child(halt: Halt) -> Iterator[Child]:
    started = Child(streaming, halt)
    assert started.receive(str, 20.0) == "up"
    yield started
    started.stop()


def test_parts_arrive_in_order_and_before_the_answer(child: Child) -> None:
    parts: list[int] = []
    assert child.ask((50, 0.0, True), int, 5.0, part=int, on_part=parts.append) == 50
    assert parts == list(range(50))


def test_a_part_is_a_sign_of_life_and_silence_is_none(child: Child) -> None:
    assert child.ask((6, 0.2, True), int, 0.8, part=int) == 6
    with pytest.raises(ChildSilentError):
        child.ask((1, 60.0, True), int, 0.3, part=int)
    assert not child.is_running()


def test_the_check_for_cancellation_runs_between_parts_however_fast_they_come(
    child: Child, halt: Halt
) -> None:
    looked: list[int] = []

    def stop_soon() -> None:
        looked.append(1)
        if len(looked) == 20:
            raise Cancelled()

    with pytest.raises(Cancelled):
        child.ask((10**9, 0.0, True), int, 5.0, part=int, check=stop_soon, halt=halt)
    assert child.ask((2, 0.0, True), int, 5.0, part=int) == 2, "the former answer was left in the pipe"


def stop() -> None:
    raise Cancelled()


def test_a_child_that_halts_is_kept_and_answers_the_next(child: Child, halt: Halt) -> None:
    pid = child.pid
    with pytest.raises(Cancelled):
        child.ask((10**9, 0.01, True), int, 5.0, part=int, check=stop, halt=halt)
    assert child.ask((3, 0.0, True), int, 5.0, part=int, halt=halt) == 3
    assert child.pid == pid and child.is_running()


def test_a_child_that_does_not_halt_within_its_grace_is_ended(child: Child, halt: Halt) -> None:
    with pytest.raises(Cancelled):
        child.ask((10**9, 0.01, False), int, 5.0, part=int, check=stop, halt=halt)
    assert not child.is_running() and child.pid == -1


def late(pipe: ParentPipe, tell: Tell, gate: Path) -> None:
    """Comes up once somebody opens the gate, a named pipe."""
    gate.open().close()
    pipe.send("up")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such pipes")
def test_waiting_for_the_start_of_a_child_can_be_cancelled_and_resumed(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    child = Child(late, gate)
    with pytest.raises(Cancelled):
        child.receive(str, 20.0, check=stop)
    gate.open("w").close()
    assert child.receive(str, 20.0) == "up"
    child.stop()


def test_a_killed_child_is_noticed(child: Child) -> None:
    child.kill()
    with pytest.raises(ChildEndedError):
        child.ask((1, 0.0, True), int, 5.0, part=int)
    assert not child.is_running()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_a_child_that_is_killed_in_the_middle_of_its_parts_is_noticed(child: Child) -> None:
    def kill(part: int) -> None:
        if part == 3:
            os.kill(child.pid, signal.SIGKILL)

    with pytest.raises(ChildEndedError) as ended:
        child.ask((10**9, 0.001, True), int, 5.0, part=int, on_part=kill)
    assert ended.value.exit_code == -signal.SIGKILL


@pytest.mark.parametrize("hangs", [False, True])
def test_a_child_that_is_ended_closes_what_it_has_unless_it_hangs(tmp_path: Path, hangs: bool) -> None:
    child = Child(closing, tmp_path / "mark", hangs)
    assert child.receive(str, 20.0) == "up"
    child.end(0.4 if hangs else 20.0)
    assert child.gone and (tmp_path / "mark").exists() is not hangs
