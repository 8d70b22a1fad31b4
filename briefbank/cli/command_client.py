"""Asks an open window to answer a command that only reads: it has everything loaded.

The window listens at a socket in the file system, in a folder that belongs to this user alone
(``command_server``). Asked are all windows of this user; one that has another library declines. Where nobody
answers in time, the command does the work itself, with the same result.

This module must stay light: with what it imports, it is all that a command loads that a window answers.
"""

from __future__ import annotations

import io
import json
import os
import socket
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO

from briefbank import __version__, paths

ACCEPTED_WITHIN_S = 1.0
"""The time in which a window says whether it answers: enough for a busy computer, and less than a command
takes that works alone."""
ANSWERED_WITHIN_S = 20.0
_NAMES = "surrogatepass"
"""How names of files that are no text in UTF-8 cross."""
MAX_LINE = 64 * 1024
"""The most bytes of a request, and of the line that begins an answer."""
_TERMINAL_VARIABLES = (
    *("TERM", "COLORTERM", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"),
    *("TTY_COMPATIBLE", "TTY_INTERACTIVE", "UNIX_CONSOLE"),
)
"""The environment variables by which the renderer (rich) judges a terminal."""


def ask_window(arguments: Sequence[str]) -> int | None:
    """Have a window run the command, write what it printed, and return its exit status; None where no window
    does."""
    if not hasattr(socket, "AF_UNIX"):
        return None
    request = json.dumps(_request(arguments)).encode() + b"\n"
    if len(request) > MAX_LINE:
        return None
    answers = (_asked(path, request) for path in _sockets())
    answer = next((each for each in answers if each is not None), None)
    return None if answer is None else _printed(*answer)


def _request(arguments: Sequence[str]) -> dict[str, Any]:
    environment = {name: os.environ[name] for name in _TERMINAL_VARIABLES if name in os.environ}
    if "COLUMNS" not in environment and (columns := _columns()):
        environment["COLUMNS"] = str(columns)
    return {
        "release": __version__,
        "arguments": list(arguments),
        "folder": str(Path.cwd()),
        "environment": environment,
        "terminals": [sys.stdout.isatty(), sys.stderr.isatty()],
    }


def _columns() -> int:
    """Return the width of the terminal, 0 without one."""
    for descriptor in range(3):
        with suppress(OSError):
            return os.get_terminal_size(descriptor).columns
    return 0


def _sockets() -> Iterator[Path]:
    """Yield the sockets of windows, where their folder belongs to this user and nobody else can enter it."""
    folder = paths.sockets_folder()
    with suppress(OSError):
        if is_private(folder):
            yield from sorted(
                folder.glob(f"{paths.socket_prefix()}*"), key=lambda path: -path.stat().st_mtime
            )


def is_private(folder: Path) -> bool:
    """Tell whether a folder is this user's and closed to all others. Raises OSError where there is none."""
    state = folder.lstat()
    return stat.S_ISDIR(state.st_mode) and state.st_uid == os.getuid() and not state.st_mode & 0o077


def _asked(path: Path, request: bytes) -> tuple[int, bytes, bytes] | None:
    """Return a window's answer; None where it declines, is too slow or has ended."""
    with (
        suppress(OSError, ValueError, KeyError, TypeError),
        socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection,
    ):
        connection.settimeout(ACCEPTED_WITHIN_S)
        connection.connect(str(path))
        connection.sendall(request)
        return _answer(connection)
    return None


def _answer(connection: socket.socket) -> tuple[int, bytes, bytes] | None:
    """Return exit status, output and errors; None where the window declines. Raises OSError and ValueError
    where it breaks off or is too slow."""
    with connection.makefile("rb") as answer:
        if not json.loads(answer.readline(MAX_LINE))["accepted"]:
            return None
        connection.settimeout(ANSWERED_WITHIN_S)
        head = json.loads(answer.readline(MAX_LINE))
        status, sizes = int(head["status"]), (int(head["output"]), int(head["errors"]))
        output, errors = (answer.read(size) for size in sizes)
    if (len(output), len(errors)) != sizes:
        raise ValueError("the answer breaks off")
    return status, output, errors


def _printed(status: int, output: bytes, errors: bytes) -> int:
    for stream, written in ((sys.stdout, output), (sys.stderr, errors)):
        take_any_letter(stream)
        stream.write(written.decode("utf-8", _NAMES))
    return status


def take_any_letter(stream: TextIO) -> None:
    """Let a stream print a sign for what its encoding lacks, as letters of a file name."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")


def encoded(printed: str) -> bytes:
    """Return what was printed as it crosses the socket."""
    return printed.encode("utf-8", _NAMES)
