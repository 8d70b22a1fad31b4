"""One spawned child process and the pipe to it, for work that may crash or hang."""

from __future__ import annotations

import inspect
import multiprocessing
import multiprocessing.connection
import os
import signal
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from functools import cache
from importlib import import_module
from multiprocessing import reduction, resource_tracker
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

import msgspec

from briefbank.errors import BriefBankError, ChildMistake
from briefbank.sandbox import guard, messages, windows
from briefbank.sandbox.confinement import ReceivedFile, Workspace, WorkspacePlace, prepared_in
from briefbank.sandbox.messages import Answer, ParentPipe, Part, Reply

CHECK_S = 0.1
"""The seconds between two looks at the child's progress and at whether the caller still wants the answer."""

_NO_PROGRESS = -1
_STANDARD_ERROR = 2

Tell = Callable[[int, int], None]
"""Reports how many parts of the work are done, and of how many. Both are below 2**31."""


class SharedProgress:
    """The progress of a child's work: one number in memory that both processes see. Nothing is sent for it,
    so it may change thousands of times a second, and it outlives a child that dies."""

    def __init__(self) -> None:
        self._number = multiprocessing.get_context("spawn").RawValue("q", _NO_PROGRESS)

    def tell(self, done: int, total: int) -> None:
        self._number.value = done << 31 | total

    def clear(self) -> None:
        """Forget the progress, before the next request."""
        self._number.value = _NO_PROGRESS

    def now(self) -> tuple[int, int] | None:
        """Return the last progress set, or None before the first."""
        number = self._number.value
        return None if number == _NO_PROGRESS else (number >> 31, number & 0x7FFFFFFF)


class Halt:
    """A request that the child end its present work and keep what it holds: one bit that both processes see.
    It is among the arguments of ``main`` and of ``ask``. A child that goes on all the same is killed."""

    def __init__(self, grace_s: float) -> None:
        self.grace_s = grace_s
        """The time that the child has to end its work with an answer, which nobody reads."""
        self._flag = multiprocessing.get_context("spawn").RawValue("b", 0)

    def wish(self) -> None:
        self._flag.value = 1

    def clear(self) -> None:
        """Withdraw the request once the work has ended."""
        self._flag.value = 0

    def is_wished(self) -> bool:
        """Tell whether the halt is requested. The child calls this as often as it can."""
        return bool(self._flag.value)


class ChildEndedError(Exception):
    """Raised when the child died; ``exit_code`` is negative for a signal, as in ``multiprocessing``."""

    def __init__(self, exit_code: int | None) -> None:
        self.exit_code = exit_code
        super().__init__(f"child ended with {exit_code}")


class ChildSilentError(Exception):
    """Raised when the child did not answer in time."""


class Child:
    """A spawned process that runs ``main(pipe, tell, *args)``, picklable. The start is not waited for.

    ``main`` receives requests by its ParentPipe and sends one answer to each, and returns when the pipe is
    closed. It may send parts before an answer, and an answer that nobody asked for, which ``receive`` waits
    for. One thread at a time may use a Child; only ``kill`` may be called from any thread.
    """

    def __init__(
        self,
        main: Callable[..., None],
        *args: Any,
        confine: Callable[[], None] | None = None,
        leads_group: bool = False,
    ) -> None:
        """``confine`` is picklable and runs first in the child, while it has one thread: the kernel confines
        threads and those they start. A child that ``leads_group`` ends together with the programs that it
        started; on Windows every child does. Raises OSError, and then nothing is left open."""
        context = multiprocessing.get_context("spawn")
        self._progress, self._leads_group = SharedProgress(), leads_group
        self._pipe, theirs = context.Pipe()
        arguments = (main, theirs, self._progress, confine, leads_group, *args)
        self._process = context.Process(target=_run, args=arguments, daemon=True)
        with theirs:
            try:
                self._process.start()
            except OSError:
                self._pipe.close()
                raise
        self.gone = False
        """True when the process was stopped or found dead."""

    def ask(
        self,
        request: object,
        answer: Any,
        silence_s: Callable[[], float] | float | None,
        *,
        part: Any = None,
        errors: tuple[type[Exception], ...] = (),
        on_progress: Tell = lambda done, total: None,
        on_part: Callable[[Any], None] = lambda value: None,
        check: Callable[[], None] = lambda: None,
        halt: Halt | None = None,
        handing: Sequence[int] = (),
    ) -> Any:
        """Send a request and return the answer, which has the type ``answer``.

        Raises an exception of ``errors`` where the child sends one in place of the answer, and
        ChildEndedError or ChildSilentError, after which the child is gone. A child that sends anything else
        is killed and counts as ended.

        A few times a second ``check`` is called, and ``on_progress`` with the progress of the work, if that
        has changed; once more when the work ends, however it ends. ``on_part`` gets the parts, of the type
        ``part``, in order. Whatever they raise goes on to the caller and ends the child; with ``halt``, the
        same object as in the child, it does so only where the child does not answer within its grace.
        ``silence_s`` is the longest time without progress or a part; a function is asked again and again. A
        request that cannot be sent raises TypeError and leaves the child as it was. ``handing`` holds
        descriptors of open files that go with the request; ``main`` receives its own copies
        (``reduction.recv_handle``).
        """
        self._progress.clear()
        content = messages.encode(request)
        try:
            self._pipe.send_bytes(content)
            for descriptor in handing:
                reduction.send_handle(self._pipe, descriptor, self.pid)
        except OSError as error:
            raise self._ended_error() from error
        reply = Reply(answer, part, errors)
        try:
            message = self._listen(reply, silence_s, on_progress, on_part, check)
        except (ChildEndedError, ChildSilentError):
            self.stop()
            raise
        except Exception:  # raised by the caller's callbacks: no answer may be left for the next request
            self._halt_or_stop(halt, reply)
            raise
        except BaseException:
            self.stop()
            raise
        if isinstance(message, Exception):
            raise message
        return message

    def receive(
        self,
        answer: Any,
        silence_s: Callable[[], float] | float | None,
        *,
        errors: tuple[type[Exception], ...] = (),
        on_progress: Tell = lambda done, total: None,
        check: Callable[[], None] = lambda: None,
    ) -> Any:
        """Return what the child sends without a request, such as that it has started.

        It works as ``ask`` does, but what ``check`` raises leaves the child at work, so that its message can
        be waited for again.
        """
        reply = Reply(answer, errors=errors)
        message = self._listen(reply, silence_s, on_progress, lambda value: None, check)
        if isinstance(message, Exception):
            raise message
        return message

    def _halt_or_stop(self, halt: Halt | None, reply: Reply) -> None:
        """Let the child end its work within the grace of ``halt``, or else kill it."""
        if halt is None:
            return self.stop()
        over = time.monotonic() + halt.grace_s
        halt.wish()
        try:
            while time.monotonic() < over:
                if self._pipe.poll(CHECK_S) and not isinstance(self._receive(reply), Part):
                    return None
        except ChildEndedError:
            return None
        finally:
            halt.clear()
        return self.stop()

    def _listen(
        self,
        reply: Reply,
        silence_s: Callable[[], float] | float | None,
        on_progress: Tell,
        on_part: Callable[[Any], None],
        check: Callable[[], None],
    ) -> Any:
        """Wait for the answer, and return its value, or the exception that the child sent in its place. The
        child is stopped where it ended or was silent."""
        heard, known = time.monotonic(), None
        while True:
            sent = self._pipe.poll(CHECK_S)
            progress = self._progress.now()
            if progress is not None and progress != known:
                heard, known = time.monotonic(), progress
                on_progress(*progress)
            if sent:
                message = self._receive(reply)
                if not isinstance(message, Part):
                    return message if isinstance(message, Exception) else message.value
                heard = time.monotonic()
                on_part(message.value)
            limit = silence_s() if callable(silence_s) else silence_s
            if limit is not None and time.monotonic() - heard > limit:
                self.stop()
                raise ChildSilentError
            check()

    def _receive(self, reply: Reply) -> Answer[Any] | Part[Any] | Exception:
        try:
            return messages.receive(self._pipe, reply)
        except (EOFError, OSError) as error:
            raise self._ended_error() from error
        except messages.MalformedMessageError as error:
            self.stop()
            raise ChildEndedError(None) from error

    def _ended_error(self) -> ChildEndedError:
        self._process.join(1.0)
        code = self._process.exitcode
        self.stop()
        return ChildEndedError(code)

    @property
    def pid(self) -> int:
        """The process's number; -1 once the process was stopped."""
        return -1 if self.gone else int(self._process.pid or -1)

    def is_running(self) -> bool:
        """Tell whether the process is alive. A process that was killed is noticed without being asked
        anything."""
        return not self.gone and self._process.is_alive()

    def kill(self) -> None:
        """Kill the process. Whoever waits for its answer gets ChildEndedError."""
        try:
            self._kill_group()
            self._process.kill()
        except ValueError:  # stopped already
            return

    def end(self, grace_s: float) -> None:
        """Close the pipe, whereupon ``main`` closes what it has open and returns, and kill the process where
        that takes longer. May be called twice."""
        if not self.gone:
            self._pipe.close()
            self._process.join(grace_s)
            self.stop()

    def stop(self) -> None:
        """Kill the process, which holds nothing worth saving and may be hanging. May be called twice."""
        if self.gone:
            return
        self.gone = True
        self._pipe.close()
        self._kill_group()
        self._process.kill()
        self._process.join()
        self._process.close()

    def _kill_group(self) -> None:
        """Kill the programs below the child. Raises ValueError where the process was stopped already."""
        pid = self._process.pid
        if sys.platform == "win32" or pid is None or not self._leads_group:
            return
        with suppress(ProcessLookupError):
            if os.getpgid(pid) == pid:
                os.killpg(pid, signal.SIGKILL)


def _run(
    main: Callable[..., None],
    pipe: Connection,
    progress: SharedProgress,
    confine: Callable[[], None] | None,
    leads_group: bool,
    *args: Any,
) -> None:
    """Run ``main`` in the child. An interrupt from the terminal is for the parent, which then ends the
    child."""
    _leave_parent()
    if confine is not None:
        confine()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "win32":
        windows.join_job()
    elif leads_group:
        os.setsid()
    threading.Thread(target=_end_with_the_parent, args=(leads_group,), daemon=True).start()
    main(ParentPipe(pipe), progress.tell, *args)


def _leave_parent() -> None:
    """Leave the parent's working folder and give up the open files by which a child could harm its parent.

    The child calls this first of all. The memory that both processes see is a nameless file: cut short, it
    would end the parent at its next look. The pipe to multiprocessing's resource tracker can have anybody's
    shared memory removed by name. Each number is kept occupied by the null device, so that it is not given
    out again and closed by code that takes it for its own.
    """
    os.chdir(guard.FOLDER)
    if sys.platform == "win32":
        return
    listed = Path("/dev/fd" if sys.platform == "darwin" else "/proc/self/fd")
    try:
        numbers = [number for entry in listed.iterdir() if (number := int(entry.name)) > _STANDARD_ERROR]
    except OSError:  # the system does not list them
        numbers = []
    given_up = [] if (tracker := resource_tracker.getfd()) is None else [tracker]
    for number in numbers:
        with suppress(OSError):  # the list itself was open while it was read
            status = os.fstat(number)
            if stat.S_ISREG(status.st_mode) and not status.st_nlink:
                given_up.append(number)
    nothing = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
    for number in given_up:
        os.dup2(nothing, number, inheritable=False)
    os.close(nothing)


def _end_with_the_parent(leads_group: bool) -> None:
    """Exit when the parent is gone, with the programs below. A parent that was killed does not close the pipe
    while a call is running."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    multiprocessing.connection.wait([parent.sentinel])
    if leads_group and sys.platform != "win32":
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


T = TypeVar("T")


class PathArgument(msgspec.Struct, frozen=True, tag=True):
    path: Path


class OpenFileArgument(msgspec.Struct, frozen=True, tag=True):
    """An open file as an argument, whose descriptor follows the request."""

    suffix: bytes


class ValueArgument(msgspec.Struct, frozen=True, tag=True):
    """Any other argument, of the type that the function declares."""

    value: msgspec.Raw


class Call(msgspec.Struct, frozen=True):
    module: str
    function: str
    arguments: tuple[PathArgument | OpenFileArgument | ValueArgument, ...]
    reports: bool  # Whether the function takes, as its first argument, one that reports its progress


class CallWorker:
    """A child that runs ``serve``, with a workspace of its own where it is confined. Not for two threads at
    once.

    A request names a function of a module, whose signature declares the types of its arguments and of its
    result. A file among the arguments is marked as such (``confinement.InputFile`` and the like). It crosses
    as the path where the child finds it, or as an open file.
    """

    def __init__(
        self, main: Callable[..., None], *args: Any, place: WorkspacePlace | None, leads_group: bool = False
    ) -> None:
        """``main`` calls ``serve``; see ``Child``. Raises OSError and StoreError; nothing is left then."""
        self.calls = 0
        """The number of calls so far."""
        self._workspace = Workspace(place.work) if place is not None else None
        confine = None
        if place is not None and self._workspace is not None:
            confine = place.confining(self._workspace.given, self._workspace.made)
        try:
            self.child = Child(main, *args, confine=confine, leads_group=leads_group)
        except OSError:
            if self._workspace is not None:
                self._workspace.close()
            raise

    def call(
        self,
        function: Callable[..., T],
        arguments: Sequence[Any],
        silence_s: Callable[[], float] | float | None,
        *,
        check: Callable[[], None],
        on_progress: Tell | None = None,
        errors: tuple[type[Exception], ...] = (BriefBankError, ChildMistake, OSError),
    ) -> T:
        """Call a function of a module in the child, and return its result.

        With ``on_progress`` the function is called as ``function(tell, *arguments)``. Raises the
        BriefBankError or OSError that the function raises, ChildMistake where it raises anything else, what
        ``Child.ask`` and ``prepared_in`` raise, and TypeError for arguments that cannot be sent. ``errors``:
        the classes that the child may raise here.
        """
        self.calls += 1
        with prepared_in(self._workspace, arguments) as (prepared, descriptors):
            crossing: list[PathArgument | OpenFileArgument | ValueArgument] = []
            for argument in prepared:
                if isinstance(argument, Path):
                    crossing.append(PathArgument(argument))
                elif isinstance(argument, ReceivedFile):
                    crossing.append(OpenFileArgument(os.fsencode(argument.suffix)))
                else:
                    crossing.append(ValueArgument(msgspec.Raw(messages.encode(argument))))
            result: T = self.child.ask(
                Call(function.__module__, function.__qualname__, tuple(crossing), on_progress is not None),
                get_type_hints(function)["return"],
                silence_s,
                errors=errors,
                on_progress=on_progress if on_progress is not None else lambda done, total: None,
                check=check,
                handing=descriptors,
            )
            return result

    def stop(self) -> None:
        """Stop the child and delete the workspace. May be called twice."""
        self.child.stop()
        if self._workspace is not None:
            self._workspace.close()


def serve(
    pipe: ParentPipe, tell: Tell, failure: Callable[[Exception], Exception] = lambda error: error
) -> None:
    """Make the calls that the parent asks for, until it closes the pipe. ``failure`` returns the exception
    that is sent in place of the one that a function raised."""
    while True:
        try:
            request: Call = pipe.receive(Call)
            function = getattr(import_module(request.module), request.function)
            with ExitStack() as files:
                arguments = list(_received(pipe, function, request, files))
                try:
                    pipe.send(function(tell, *arguments) if request.reports else function(*arguments))
                except Exception as error:  # noqa: BLE001 - carried to the caller, which raises it
                    pipe.send_failure(failure(error))
        except (EOFError, OSError):
            return


def _received(
    pipe: ParentPipe, function: Callable[..., Any], request: Call, files: ExitStack
) -> Iterator[Any]:
    """Yield the arguments; the files among them are closed with ``files``."""
    types = _parameter_types(function)[request.reports :]
    for position, argument in enumerate(request.arguments):
        match argument:
            case PathArgument(path):
                yield path
            case OpenFileArgument(suffix):
                file = ReceivedFile(os.fsdecode(suffix), reduction.recv_handle(pipe.connection))
                files.callback(file.close)
                yield file
            case ValueArgument(value):
                yield messages.decode(value, types[position])


@cache
def _parameter_types(function: Callable[..., Any]) -> tuple[Any, ...]:
    """Return the declared types of the parameters, in order."""
    hints = get_type_hints(function)
    return tuple(hints[name] for name in inspect.signature(function).parameters)
