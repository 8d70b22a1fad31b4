"""One spawned child process and the pipe to it, for work that may crash or hang.

Each child has a pipe of its own. A pool that shares one pipe and its locks among its children (as pebble's
does) breaks as a whole when a child dies at the wrong moment, and dying is what these children are for.
"""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import signal
import stat
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing import reduction, resource_tracker
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from briefbank import answers, programs

CHECK_S = 0.1
"""Between two looks at where the child is and whether the caller still wants the answer."""

_NOWHERE = -1
_STANDARD_ERROR = 2

Tell = Callable[[int, int], None]
"""Says how many parts of the work are done, and of how many: both below 2**31."""


class Place:
    """Where a child's work is: one number in memory that both processes see.

    Nothing is sent for it, so it may change thousands of times a second, and it outlives a child that dies.
    """

    def __init__(self) -> None:
        self._number = multiprocessing.get_context("spawn").RawValue("q", _NOWHERE)

    def tell(self, done: int, total: int) -> None:
        """In the child."""
        self._number.value = done << 31 | total

    def clear(self) -> None:
        """Before the next request."""
        self._number.value = _NOWHERE

    def now(self) -> tuple[int, int] | None:
        """What was told last; None before the first."""
        number = self._number.value
        return None if number == _NOWHERE else (number >> 31, number & 0x7FFFFFFF)


@dataclass(frozen=True, slots=True)
class Partial:
    """What ``main`` sends of an answer before the answer. Each one is a sign of life."""

    value: Any


class Halt:
    """The wish that the child ends its present work and keeps what it holds: one bit that both processes see.

    Handed to ``main`` among its arguments, and to ``ask``. A child that goes on all the same is killed.
    """

    def __init__(self, grace_s: float) -> None:
        self.grace_s = grace_s
        """How long the child has to end its work with an answer, which nobody reads."""
        self._flag = multiprocessing.get_context("spawn").RawValue("b", 0)

    def wish(self) -> None:
        self._flag.value = 1

    def clear(self) -> None:
        """The work has ended."""
        self._flag.value = 0

    def is_wished(self) -> bool:
        """In the child, as often as it can."""
        return bool(self._flag.value)


class ChildEndedError(Exception):
    """The child died; ``exit_code`` is negative for a signal, as in ``multiprocessing``."""

    def __init__(self, exit_code: int | None) -> None:
        self.exit_code = exit_code
        super().__init__(f"child ended with {exit_code}")


class ChildSilentError(Exception):
    """The child did not answer in time."""


class Child:
    """Runs ``main(pipe, tell, *args)``, picklable, in a spawned process, which is started but not waited for.

    ``main`` receives requests and sends one answer to each, and returns when the pipe is closed. It may send
    any number of Partial before an answer, and an answer that nobody asked for, which ``hear`` waits for. For
    one thread at a time; only ``kill`` may be called from any thread. ``confine`` is picklable and runs first
    of all in the child, while that has one thread: the kernel holds threads, and those they start.
    """

    def __init__(
        self, main: Callable[..., None], *args: Any, confine: Callable[[], None] | None = None
    ) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._place = Place()
        self._process = context.Process(
            target=_run, args=(main, theirs, self._place, confine, *args), daemon=True
        )
        self._process.start()
        self.gone = False
        """Whether it was stopped or found dead."""
        theirs.close()

    def ask(
        self,
        request: Any,
        silence_s: Callable[[], float] | float | None,
        *,
        on_told: Tell = lambda done, total: None,
        on_part: Callable[[Any], None] = lambda value: None,
        check: Callable[[], None] = lambda: None,
        halt: Halt | None = None,
        handing: Sequence[int] = (),
    ) -> Any:
        """The answer; after ChildEndedError or ChildSilentError the child is gone and of no more use.

        A few times a second ``check`` is called, and ``on_told`` with where the work is, if that has changed;
        once more when it ends, however it ends. ``on_part`` gets what is sent before the answer, in order.
        Whatever they raise goes on to the caller, and ends the child; with ``halt``, the same one as in the
        child, only where the child does not answer within its grace. ``silence_s`` is the longest time
        without a change or a part; where it is a function, it is asked again and again. A request that
        cannot be pickled raises as pickle does and leaves the child as it was. ``handing``: descriptors of
        open files that go with the request, of which ``main`` receives its own (``reduction.recv_handle``).
        """
        self._place.clear()
        self._send(request, handing)
        try:
            return self._listen(silence_s, on_told, on_part, check)
        except (ChildEndedError, ChildSilentError):
            self.stop()
            raise
        except Exception:  # of the caller: whoever stops listening must not leave the answer for the next
            self._halted(halt)
            raise
        except BaseException:
            self.stop()
            raise

    def hear(
        self,
        silence_s: Callable[[], float] | float | None,
        *,
        on_told: Tell = lambda done, total: None,
        check: Callable[[], None] = lambda: None,
    ) -> Any:
        """What the child says unasked, such as that it has come up. As ``ask``, but what ``check`` raises
        leaves the child at its work: what it says can be waited for again."""
        try:
            return self._listen(silence_s, on_told, lambda value: None, check)
        except (ChildEndedError, ChildSilentError):
            self.stop()
            raise

    def _halted(self, halt: Halt | None) -> None:
        """Let the child end its work, or end the child."""
        if halt is None:
            return self.stop()
        over = time.monotonic() + halt.grace_s
        halt.wish()
        try:
            while time.monotonic() < over:
                if self._pipe.poll(CHECK_S) and not isinstance(self._received(), Partial):
                    return None
        except ChildEndedError:
            return None
        finally:
            halt.clear()
        return self.stop()

    def _send(self, request: Any, handing: Sequence[int]) -> None:
        try:
            self._pipe.send(request)
            for descriptor in handing:
                reduction.send_handle(self._pipe, descriptor, self.pid)
        except OSError as error:
            raise self._ended() from error

    def _listen(
        self,
        silence_s: Callable[[], float] | float | None,
        on_told: Tell,
        on_part: Callable[[Any], None],
        check: Callable[[], None],
    ) -> Any:
        heard, known = time.monotonic(), None
        while True:
            sent = self._pipe.poll(CHECK_S)
            place = self._place.now()
            if place is not None and place != known:
                heard, known = time.monotonic(), place
                on_told(*place)
            if sent:
                answer = self._received()
                if not isinstance(answer, Partial):
                    return answer
                heard = time.monotonic()
                on_part(answer.value)
            if _is_over(heard, silence_s):
                raise ChildSilentError
            check()

    def _received(self) -> Any:
        try:
            return answers.received(self._pipe)
        except (EOFError, OSError) as error:
            raise self._ended() from error
        except answers.UntrustedAnswerError as error:
            self.stop()
            raise ChildEndedError(None) from error

    def _ended(self) -> ChildEndedError:
        self._process.join(1.0)
        code = self._process.exitcode
        self.stop()
        return ChildEndedError(code)

    @property
    def pid(self) -> int:
        """The process's number; -1 once it was stopped."""
        return -1 if self.gone else int(self._process.pid or -1)

    def is_running(self) -> bool:
        """Whether the process is there. One that was killed is noticed here without being asked anything."""
        return not self.gone and self._process.is_alive()

    def kill(self) -> None:
        """End the process; whoever waits for its answer gets ChildEndedError."""
        try:
            self._process.kill()
        except ValueError:  # stopped already
            return

    def stop(self) -> None:
        """Killed, not asked: it holds nothing worth saving and may be hanging. May be called twice."""
        if self.gone:
            return
        self.gone = True
        self._pipe.close()
        self._process.kill()
        self._process.join()
        self._process.close()


def _is_over(since: float, silence_s: Callable[[], float] | float | None) -> bool:
    limit = silence_s() if callable(silence_s) else silence_s
    return limit is not None and time.monotonic() - since > limit


def _run(
    main: Callable[..., None],
    pipe: Connection,
    place: Place,
    confine: Callable[[], None] | None,
    *args: Any,
) -> None:
    """In the child: an interrupt from the terminal is for the parent, which then ends the child."""
    let_go()
    if confine is not None:
        confine()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    main(pipe, place.tell, *args)


def let_go() -> None:
    """In a child, first of all: leave the folder that its parent stands in, and give up the open files by
    which it could harm its parent.

    The memory that both see is a nameless file; cut short, it would end the parent when that next looks
    there. The pipe to multiprocessing's tracker has names of shared memory removed, anybody's. Nothing takes
    their place, so that the numbers are not given out again and closed by those who think them theirs.
    """
    os.chdir(programs.FOLDER)
    if sys.platform == "win32":
        return
    shared = [number for number in _open_files() if _is_nameless_file(number)]
    tracker = resource_tracker.getfd()
    nothing = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
    for number in shared if tracker is None else (tracker, *shared):
        os.dup2(nothing, number, inheritable=False)
    os.close(nothing)


def _open_files() -> list[int]:
    """Beside the standard ones; empty where the system does not list them."""
    listed = Path("/dev/fd" if sys.platform == "darwin" else "/proc/self/fd")
    try:
        numbers = [int(entry.name) for entry in listed.iterdir()]
    except OSError:
        return []
    return [number for number in numbers if number > _STANDARD_ERROR]


def _is_nameless_file(number: int) -> bool:
    try:
        found = os.fstat(number)
    except OSError:  # the list itself was open while it was read
        return False
    return stat.S_ISREG(found.st_mode) and not found.st_nlink


def _end_with_the_parent() -> None:
    """A parent that was killed closes no pipe in the middle of a call; its children must not work on."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)
