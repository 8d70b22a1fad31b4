"""Each change that a program makes to files in one folder, held up before it is made: let through or refused.

Linux asks by seccomp's user notification (seccomp_unotify(2)): of all threads and children, in native code as
in Python, one change after the other, so that they can be counted. It does not ask about what is written
through mapped memory, which is SQLite's index of its log alone.
"""

from __future__ import annotations

import ctypes
import os
import select
import signal
import socket
import struct
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from briefbank.sandbox import kernel
from briefbank.sandbox.kernel import AT_SECOND_ARGUMENT, AT_THIRD_ARGUMENT, Instruction
from tests.crashes.forked import Child, ChildResult

_ASK = 0x7FC00000
_SET_MODE_FILTER = 1
_ALL_THREADS, _LISTENER, _ALL_THREADS_OR_ERROR = 1, 8, 16
_RECEIVE, _SEND = 0xC0502100, 0xC0182101
_QUESTION, _ANSWER = struct.Struct("=QIIiIQ6Q"), struct.Struct("=QqiI")
_GO_ON = 1  # linux/seccomp.h
_WORKING_FOLDER = 0xFFFFFF9C
_LONGEST_PATH = 4096
_INT = 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class _Call:
    """A system call that changes files; the numbers are those of the arguments that say which."""

    name: str
    file: int | None = None  # An open file
    path: int | None = None
    folder: int | None = None  # An open folder, in which the path begins
    flags: int | None = None  # The number of the argument with the flags that a file is opened with
    room: bool = True  # True if a full disk refuses the call

    @property
    def creates(self) -> bool:
        return self.name.startswith(("open", "mkdir"))

    @property
    def deletes(self) -> bool:
        return self.name.startswith(("unlink", "rmdir"))


_CALLS = {
    1: _Call("write", file=0),
    18: _Call("pwrite64", file=0),
    20: _Call("writev", file=0),
    296: _Call("pwritev", file=0),
    328: _Call("pwritev2", file=0),
    40: _Call("sendfile", file=0),
    326: _Call("copy_file_range", file=2),
    285: _Call("fallocate", file=0),
    74: _Call("fsync", file=0),
    75: _Call("fdatasync", file=0),
    77: _Call("ftruncate", file=0, room=False),
    76: _Call("truncate", path=0, room=False),
    2: _Call("open", path=0, flags=1),
    257: _Call("openat", path=1, folder=0, flags=2),
    83: _Call("mkdir", path=0),
    258: _Call("mkdirat", path=1, folder=0),
    82: _Call("rename", path=1),
    264: _Call("renameat", path=3, folder=2),
    316: _Call("renameat2", path=3, folder=2),
    86: _Call("link", path=1),
    265: _Call("linkat", path=3, folder=2),
    88: _Call("symlink", path=1),
    266: _Call("symlinkat", path=2, folder=1),
    87: _Call("unlink", path=0, room=False),
    263: _Call("unlinkat", path=1, folder=0, room=False),
    84: _Call("rmdir", path=0, room=False),
    90: _Call("chmod", path=0, room=False),
    91: _Call("fchmod", file=0, room=False),
    268: _Call("fchmodat", path=1, folder=0, room=False),
}
"""System calls by their numbers on x86-64."""
_FLAGS_AT = {1: AT_SECOND_ARGUMENT, 2: AT_THIRD_ARGUMENT}


@dataclass(frozen=True, slots=True)
class Operation:
    """One change to a file, about to be made."""

    call: str
    path: str  # The path within the watched folder
    needs_room: bool

    def __str__(self) -> str:
        return f"{self.call} {self.path}"


Decide = Callable[[Operation], signal.Signals | int]
"""0: go on. A signal ends the program in place of the change; the number of an error fails it."""


def unavailable_reason() -> str:
    """Return why no system call can be intercepted here; empty if it can."""
    on = kernel.processor()
    if on is None or on.name != "x86_64":
        return "The system calls of this computer are not known here."
    seen: list[Operation] = []
    with tempfile.TemporaryDirectory() as folder, suppress(PermissionError):
        run_watched(
            lambda: Path(folder, "new").mkdir() or 0, Path(folder), lambda item: seen.append(item) or 0
        )
    return "" if seen else "This system does not let a program be asked before it changes files."


def run_watched(work: Callable[[], int], folder: Path, decide: Decide) -> ChildResult:
    """Do ``work`` in a child, with each change in ``folder`` as decided."""
    ours, theirs = socket.socketpair()

    def ask_first() -> int:
        ours.close()
        with theirs:
            listener = _ask()
            socket.send_fds(theirs, [b"\0"], [listener])
            os.close(listener)
        return work()

    child = Child(ask_first)
    theirs.close()
    with ours:
        _, listeners, _, _ = socket.recv_fds(ours, 1, 1)
    for listener in listeners:  # none where it could not ask
        _Gate(listener, child.id, folder.resolve(), decide).watch()
    return child.end()


class _Gate:
    def __init__(self, listener: int, program: int, folder: Path, decide: Decide) -> None:
        self._listener, self._program, self._folder, self._decide = listener, program, folder, decide

    def watch(self) -> None:
        """Answer questions until no process is left that would ask, or the program was ended."""
        waiting = select.poll()
        waiting.register(self._listener, select.POLLIN)
        ended = False
        try:
            while not ended and waiting.poll()[0][1] & select.POLLIN:
                try:
                    ended = self._answer()
                except FileNotFoundError:  # whoever asked has died
                    continue
        finally:
            os.close(self._listener)

    def _answer(self) -> bool:
        """Answer one question; whether the answer was to end the program."""
        import fcntl  # not on Windows

        question = bytearray(_QUESTION.size)
        fcntl.ioctl(self._listener, _RECEIVE, question)
        name, thread, _, number, _, _, *given = _QUESTION.unpack(question)
        operation = self._operation(thread, _CALLS[number], given)
        decided = 0 if operation is None else self._decide(operation)
        if isinstance(decided, signal.Signals):
            os.kill(self._program, decided)
            return True
        fcntl.ioctl(self._listener, _SEND, _ANSWER.pack(name, 0, -decided, 0 if decided else _GO_ON))
        return False

    def _operation(self, thread: int, call: _Call, given: list[int]) -> Operation | None:
        """Return the operation of a call.

        None stands for a path elsewhere and for a call that changes nothing: opening an existing file, making
        an existing folder, or deleting a missing file.
        """
        path = _path(Path(f"/proc/{thread}"), call, given)
        if not path.is_relative_to(self._folder):
            return None
        there = os.path.lexists(path)
        cuts = call.flags is not None and given[call.flags] & os.O_TRUNC
        if (call.creates and there and not cuts) or (call.deletes and not there):
            return None
        return Operation(call.name, str(path.relative_to(self._folder)), call.room)


def _path(process: Path, call: _Call, given: list[int]) -> Path:
    if call.file is not None:
        return (process / "fd" / str(given[call.file] & _INT)).readlink()
    assert call.path is not None
    with (process / "mem").open("rb", buffering=0) as memory:
        memory.seek(given[call.path])
        path = Path(os.fsdecode(memory.read(_LONGEST_PATH).partition(b"\0")[0]))
    folder = _WORKING_FOLDER if call.folder is None else given[call.folder] & _INT
    start = process / ("cwd" if folder == _WORKING_FOLDER else f"fd/{folder}")
    whole = path if path.is_absolute() else start.readlink() / path
    return whole.parent.resolve() / whole.name


def _ask() -> int:
    """Make the system ask about all further changes of this process and its children.

    Returns the descriptor of the questions. Raises OSError.
    """
    on = kernel.processor()
    assert on is not None
    kernel.promise_no_new_privileges()
    libc = ctypes.CDLL(None, use_errno=True)
    flags = ctypes.c_uint(_ALL_THREADS | _LISTENER | _ALL_THREADS_OR_ERROR)
    program = ctypes.byref(kernel.compiled(_filter(on)))
    listener = int(libc.syscall(ctypes.c_long(on.seccomp), ctypes.c_uint(_SET_MODE_FILTER), flags, program))
    if listener < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return listener


def _filter(on: kernel.Processor) -> list[Instruction]:
    ask, go_on = (kernel.RETURN, 0, 0, _ASK), (kernel.RETURN, 0, 0, kernel.ALLOW)
    instructions = kernel.begun(on)
    for number, call in _CALLS.items():
        decided = [ask]
        if call.flags is not None:  # a file that is only read
            flags = (kernel.LOAD, 0, 0, _FLAGS_AT[call.flags])
            decided = [flags, (kernel.IF_ANY_BIT, 1, 0, os.O_CREAT | os.O_TRUNC), go_on, ask]
        instructions += [(kernel.IF_EQUAL, 0, len(decided), number), *decided]
    return [*instructions, go_on]
