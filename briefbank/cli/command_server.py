"""Answers commands that only read in place of the program that was started for them.

An open window has its library, the encoder and the indexes loaded, and answers in milliseconds what takes a
fresh program a second. It listens at a socket in the file system: its folder and the socket are this user's
alone (0700 and 0600), and where the system tells who connects, others are turned away. Readers of untrusted
files cannot connect (``sandbox.confinement``). Nothing but the commands of ``reading_commands`` is answered,
and none that names a file, so no request changes or writes anything.

A request is one line of JSON. The first line of the answer says whether it is accepted; the second has the
exit status and how many bytes of output and of errors follow.
"""

from __future__ import annotations

import io
import json
import logging
import os
import selectors
import socket
import struct
import threading
from argparse import Namespace
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from briefbank import __version__, paths
from briefbank.cli.command_client import ACCEPTED_WITHIN_S, MAX_LINE, encoded, is_private
from briefbank.cli.opening import folder_of_command
from briefbank.cli.reading_commands import READING_COMMANDS
from briefbank.errors import BriefBankError

if TYPE_CHECKING:
    from briefbank.library import Library

log = logging.getLogger(__name__)

SENT_WITHIN_S = 5.0
WAITING_CONNECTIONS = 8


class CommandServer:
    """Answers commands on one open library, one after another, in a thread of its own."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._path = paths.sockets_folder() / f"{paths.socket_prefix()}{os.getpid()}"
        self._listener: socket.socket | None = None
        self._thread = threading.Thread(target=self._serve, name="commands", daemon=True)

    def start(self) -> None:
        """Begin to listen. Where that is not possible nothing is answered, and commands work alone."""
        if not hasattr(socket, "AF_UNIX"):
            return
        try:
            self._listener = _listening(self._path)
        except OSError as error:
            log.warning("commands are not answered: errno %s", error.errno)
            return
        self._ended, self._ends = os.pipe()  # readable at the end
        self._thread.start()

    def close(self) -> None:
        """Finish the request that is being answered, and listen no more. The library is closed after it."""
        if self._listener is None:
            return
        os.close(self._ends)
        self._thread.join()
        os.close(self._ended)
        self._listener.close()
        self._listener = None
        self._path.unlink(missing_ok=True)

    def _serve(self) -> None:
        from briefbank.cli import commands  # noqa: F401 - here, so that neither start nor first request waits

        listener = self._listener
        assert listener is not None
        with selectors.DefaultSelector() as waiting:
            waiting.register(listener, selectors.EVENT_READ)
            waiting.register(self._ended, selectors.EVENT_READ)
            while all(key.fileobj is listener for key, _ in waiting.select()):
                try:
                    connection, _ = listener.accept()
                except OSError as error:
                    log.warning("commands are answered no more: errno %s", error.errno)
                    return
                with connection:
                    try:
                        self._answer(connection)
                    except OSError as error:  # whoever asked is gone, or too slow
                        log.info("a command was not answered: errno %s", error.errno)

    def _answer(self, connection: socket.socket) -> None:
        if not _is_same_user(connection):
            return
        connection.settimeout(ACCEPTED_WITHIN_S)
        with connection.makefile("rb") as requests:
            request = self._accepted(requests.readline(MAX_LINE))
        connection.sendall(json.dumps({"accepted": request is not None}).encode() + b"\n")
        if request is None:
            return
        from briefbank.cli.commands import run_on
        from briefbank.cli.output import Output, Terminal

        terminal = Terminal(request.output, request.errors, request.environment)
        options = request.options
        status = run_on(lambda: self._library, options, Output(as_json=options.json, terminal=terminal))
        output, errors = (encoded(each.getvalue()) for each in (request.output, request.errors))
        head = {"status": status, "output": len(output), "errors": len(errors)}
        connection.settimeout(SENT_WITHIN_S)
        connection.sendall(json.dumps(head).encode() + b"\n" + output + errors)

    def _accepted(self, untrusted_line: bytes) -> _Request | None:
        """Return a request; None for one that the command must answer itself."""
        from briefbank.cli.options import WrongUse, parser

        try:
            untrusted = json.loads(untrusted_line)
            arguments = [str(each) for each in untrusted["arguments"]]
            folder = Path(str(untrusted["folder"]))
            environment = {str(name): str(value) for name, value in untrusted["environment"].items()}
            output, errors = (_Printed(is_terminal=bool(each)) for each in untrusted["terminals"])
            same_release = untrusted["release"] == __version__
        except (ValueError, KeyError, TypeError, AttributeError):
            return None
        if not same_release or any(each.startswith(("-h", "--h", "--v")) for each in arguments):
            return None  # the parser prints help and version, and ends the program
        try:
            options = parser().parse_args(arguments)
            can_answer = self._can_answer(options, folder)
        except (WrongUse, BriefBankError):  # the program that was started says what is wrong
            return None
        return _Request(options, output, errors, environment) if can_answer else None

    def _can_answer(self, options: Namespace, folder: Path) -> bool:
        named = [value for name, value in vars(options).items() if name != "library"]
        library = folder / folder_of_command(options.library)
        return (
            options.command in READING_COMMANDS
            and not any(isinstance(value, Path) for value in named)
            and library.resolve() == self._library.folder.resolve()
            and not self._library.has_unread_authorities()
        )


class _Printed(io.StringIO):
    """What is printed in place of a command's own stream."""

    def __init__(self, *, is_terminal: bool) -> None:
        super().__init__()
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal


@dataclass(frozen=True, slots=True)
class _Request:
    """A command that is to be answered; ``environment`` describes the terminal that shows the answer."""

    options: Namespace
    output: _Printed
    errors: _Printed
    environment: Mapping[str, str]


def _listening(path: Path) -> socket.socket:
    """Return a socket that listens at a path nobody else can reach. Raises OSError."""
    folder = path.parent
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not is_private(folder):
        raise PermissionError(f"{folder} is open to others")
    _delete_abandoned(folder)
    path.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        listener.bind(str(path))
        path.chmod(0o600)
        listener.listen(WAITING_CONNECTIONS)
    except BaseException:
        listener.close()
        raise
    return listener


def _delete_abandoned(folder: Path) -> None:
    """Delete the sockets of windows that ended without doing so."""
    for path in folder.glob(f"{paths.socket_prefix()}*"):
        with suppress(OSError, ValueError):
            try:
                os.kill(int(path.name.removeprefix(paths.socket_prefix())), 0)
            except ProcessLookupError:
                path.unlink()


def _is_same_user(connection: socket.socket) -> bool:
    """Tell whether it is this user who connected; where the system does not say, the folder keeps others
    out."""
    if not hasattr(socket, "SO_PEERCRED"):
        return True
    told = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    _, user, _ = struct.unpack("3i", told)
    return bool(user == os.getuid())
