"""Checks confinement for the self-test: a real child, in a workspace as readers have, tries to leave it.

Its attempts do no harm: they use files made for the purpose and one of the system's, sockets that are never
connected, and a program that does nothing.
"""

from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from briefbank.domain.maintenance import CheckResult
from briefbank.errors import StoreError
from briefbank.sandbox import confinement
from briefbank.sandbox.child import Child, ChildEndedError, ChildSilentError, Tell
from briefbank.sandbox.messages import ParentPipe
from briefbank.sandbox.workspace import Workspace

NAME = "Reading of documents"
_OWN, _OTHER, _OF_SYSTEM, _WRITTEN = "own", "other", "passwords", "made"
_SOCKET, _DATAGRAM, _PROGRAM = "stream", "datagram", "program"
_FORBIDDEN_CALLS = frozenset({_SOCKET, _DATAGRAM, _PROGRAM})
_PASSWORDS, _DOES_NOTHING = "/etc/passwd", "/bin/true"
_SECONDS = 30.0

_APART = "Documents are opened by processes of their own."
_HELD = "One was tried: it could open no file but its own, make no connection and start no program."
_NOT_HELD = "One was tried, and it was not held to its own file, although this system can do that."
_AGAIN = "Start BriefBank again. If this stays so, ask whoever looks after this computer."
_NO_PROCESS = "None could be started now. Close other programs and try again."
_NO_FILE_RULES = (
    "The Linux kernel of this computer cannot keep them from your other files; from version 5.13 on, with "
    "Landlock switched on, it can."
)
_CALLS_HELD = "One was tried: it could make no connection and start no program."
_CALLS_NOT_HELD = "One was tried, and it could start programs or make connections."
_LIMITS_ALONE = (
    "This system lets BriefBank limit their memory, the size of their files and their time, and no more: "
    "they could open your other files."
)
_TIME_ALONE = "This system lets BriefBank limit their time, and no more: they could open your other files."


def reading_check() -> CheckResult:
    """Return what confines the processes that open untrusted documents, shown by one of them. Never raises.

    Takes a fifth of a second, for the child process. What the system cannot do is a remark and no failure; a
    kernel that has the rules and yet did not confine the child to them is a failure.
    """
    match confinement.level():
        case "files":
            return _by_files(_successful_attempts())
        case "calls":
            return _by_calls(_successful_attempts())
        case "limits":
            return CheckResult(NAME, True, f"{_APART} {_LIMITS_ALONE}", remark=True)
        case "none":
            return CheckResult(NAME, True, f"{_APART} {_TIME_ALONE}", remark=True)


def _by_files(done: frozenset[str] | None) -> CheckResult:
    if done is None:
        return CheckResult(NAME, False, f"{_APART} {_NO_PROCESS}")
    if done == {_OWN}:
        return CheckResult(NAME, True, f"{_APART} {_HELD}")
    return CheckResult(NAME, False, f"{_APART} {_NOT_HELD} {_AGAIN}")


def _by_calls(done: frozenset[str] | None) -> CheckResult:
    if done is None:
        return CheckResult(NAME, False, f"{_APART} {_NO_PROCESS}")
    held = _CALLS_NOT_HELD if done & _FORBIDDEN_CALLS else _CALLS_HELD
    return CheckResult(NAME, True, f"{_APART} {_NO_FILE_RULES} {held}", remark=True)


def _successful_attempts() -> frozenset[str] | None:
    """Return which attempts succeeded in a child with a workspace; None where no child can be started."""
    try:
        with tempfile.TemporaryDirectory() as work:
            return _attempt_in(Path(work))
    except (OSError, StoreError, ChildEndedError, ChildSilentError):
        return None


def _attempt_in(work: Path) -> frozenset[str]:
    own, other = work / "own", work / "other"
    for path in (own, other):
        path.write_bytes(b"a document")
    workspace = Workspace(work)
    given = workspace.lay(own)
    child = Child(_run_attempts, confine=confinement.confine_to_workspace(workspace.given, workspace.made))
    try:
        paths = given, other, work / "made"
        return frozenset(child.ask(paths, list[str], _SECONDS))
    finally:
        child.stop()
        workspace.close()


def _run_attempts(pipe: ParentPipe, _tell: Tell) -> None:
    pipe.answer_all(tuple[Path, Path, Path], _allowed_attempts)


def _allowed_attempts(paths: tuple[Path, Path, Path]) -> list[str]:
    """Return, in the child, the attempts that were not refused."""
    own, other, made = paths
    attempts: dict[str, Callable[[], object]] = {
        _OWN: own.read_bytes,
        _OTHER: other.read_bytes,
        _OF_SYSTEM: Path(_PASSWORDS).read_bytes,
        _WRITTEN: partial(made.write_bytes, b""),
        _SOCKET: socket.socket,
        _DATAGRAM: partial(socket.socket, socket.AF_INET, socket.SOCK_DGRAM),
        _PROGRAM: _start_program,
    }
    return [name for name, attempt in attempts.items() if not _is_refused(attempt)]


def _start_program() -> None:
    os.waitpid(os.posix_spawn(_DOES_NOTHING, [_DOES_NOTHING], {}), 0)


def _is_refused(attempt: Callable[[], object]) -> bool:
    """Tell whether the system refused it. Any error but "not permitted" means that nothing held it back."""
    try:
        attempt()
    except PermissionError:
        return True
    except OSError:
        return False
    return False
