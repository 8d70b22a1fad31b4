"""One spawned child process and the pipe to it, for work that may crash or hang.

Each child has a pipe of its own. A pool that shares one pipe and its locks among its children (as pebble's
does) breaks as a whole when a child dies at the wrong moment, and dying is what these children are for.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any


class ChildEndedError(Exception):
    """The child died; ``exit_code`` is negative for a signal, as in ``multiprocessing``."""

    def __init__(self, exit_code: int | None) -> None:
        self.exit_code = exit_code
        super().__init__(f"child ended with {exit_code}")


class ChildSilentError(Exception):
    """The child did not answer in time."""


class Child:
    """Runs ``main(pipe, *args)``, picklable, in a spawned process, which is started but not waited for.

    ``main`` receives requests and sends one answer to each, and returns when the pipe is closed. For one
    thread at a time; only ``kill`` may be called from any thread.
    """

    def __init__(self, main: Callable[..., None], *args: Any) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_run, args=(main, theirs, *args), daemon=True)
        self._process.start()
        self._gone = False
        theirs.close()

    def ask(self, request: Any, timeout_s: float | None) -> Any:
        """The answer; after ChildEndedError or ChildSilentError the child is gone and of no more use.

        A request or answer that cannot be pickled raises as pickle does and leaves the child as it was.
        """
        try:
            self._pipe.send(request)
            if self._pipe.poll(timeout_s):
                return self._pipe.recv()
        except (EOFError, OSError) as error:
            self._process.join(1.0)
            code = self._process.exitcode
            self.stop()
            raise ChildEndedError(code) from error
        self.stop()
        raise ChildSilentError

    def kill(self) -> None:
        """End the process; whoever waits for its answer gets ChildEndedError."""
        try:
            self._process.kill()
        except ValueError:  # stopped already
            return

    def stop(self) -> None:
        """Killed, not asked: it holds nothing worth saving and may be hanging. May be called twice."""
        if self._gone:
            return
        self._gone = True
        self._pipe.close()
        self._process.kill()
        self._process.join()
        self._process.close()


def _run(main: Callable[..., None], pipe: Connection, *args: Any) -> None:
    """In the child: an interrupt from the terminal is for the parent, which then ends the child."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    main(pipe, *args)
