"""Calls of functions in a child: the request names a function of a module, whose signature declares the types
of its arguments and of its result.

A file among the arguments is marked as such (``workspace.InputFile`` and the like). It crosses as the path
where the child finds it, or as an open file.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import cache
from importlib import import_module
from multiprocessing import reduction
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

import msgspec

from briefbank.errors import BriefBankError, ChildMistake
from briefbank.sandbox import messages
from briefbank.sandbox.child import Child, Tell
from briefbank.sandbox.messages import ParentPipe
from briefbank.sandbox.workspace import ReceivedFile, Workspace, WorkspacePlace, prepared_in

T = TypeVar("T")


class PathArgument(msgspec.Struct, frozen=True, tag=True):
    """A path as an argument."""

    path: Path


class OpenFileArgument(msgspec.Struct, frozen=True, tag=True):
    """An open file as an argument, whose descriptor follows the request."""

    suffix: bytes


class ValueArgument(msgspec.Struct, frozen=True, tag=True):
    """Any other argument, of the type that the function declares."""

    value: msgspec.Raw


class Call(msgspec.Struct, frozen=True):
    """The request to call a function."""

    module: str
    function: str
    arguments: tuple[PathArgument | OpenFileArgument | ValueArgument, ...]
    reports: bool
    """Whether the function takes, as its first argument, one that reports its progress."""


class CallWorker:
    """A child that runs ``serve``, with a workspace of its own where it is confined. Not for two threads at
    once."""

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
            self._close_workspace()
            raise

    def call(
        self,
        function: Callable[..., T],
        arguments: Sequence[Any],
        silence_s: Callable[[], float] | float | None,
        *,
        check: Callable[[], None],
        on_told: Tell | None = None,
        errors: tuple[type[Exception], ...] = (BriefBankError, ChildMistake, OSError),
    ) -> T:
        """Call a function of a module in the child, and return its result.

        With ``on_told`` the function is called as ``function(tell, *arguments)``. Raises the BriefBankError
        or OSError that the function raises, ChildMistake where it raises anything else, what ``Child.ask``
        and ``workspace.prepared_in`` raise, and TypeError for arguments that cannot be sent. ``errors``: the
        classes that the child may raise here.
        """
        self.calls += 1
        with prepared_in(self._workspace, arguments) as prepared:
            crossing = tuple(map(_crossing, prepared.arguments))
            result: T = self.child.ask(
                Call(function.__module__, function.__qualname__, crossing, on_told is not None),
                get_type_hints(function)["return"],
                silence_s,
                errors=errors,
                on_told=_ignore if on_told is None else on_told,
                check=check,
                handing=prepared.descriptors,
            )
            return result

    def stop(self) -> None:
        """Stop the child and delete the workspace. May be called twice."""
        self.child.stop()
        self._close_workspace()

    def _close_workspace(self) -> None:
        if self._workspace is not None:
            self._workspace.close()


def _ignore(done: int, total: int) -> None:
    """Take progress that nobody asked for."""


def _crossing(argument: object) -> PathArgument | OpenFileArgument | ValueArgument:
    if isinstance(argument, Path):
        return PathArgument(argument)
    if isinstance(argument, ReceivedFile):
        return OpenFileArgument(os.fsencode(argument.suffix))
    return ValueArgument(msgspec.Raw(messages.encode(argument)))


# --- in the child --------------------------------------------------------------------------------


def serve(
    pipe: ParentPipe, tell: Tell, failure: Callable[[Exception], Exception] = lambda error: error
) -> None:
    """Make the calls that the parent asks for, until it closes the pipe. ``failure`` returns the exception
    that is sent in place of the one that a function raised."""
    while True:
        try:
            request: Call = pipe.receive(Call)
            with ExitStack() as files:
                _answer(pipe, tell, request, files, failure)
        except (EOFError, OSError):
            return


def _answer(
    pipe: ParentPipe,
    tell: Tell,
    request: Call,
    files: ExitStack,
    failure: Callable[[Exception], Exception],
) -> None:
    function = getattr(import_module(request.module), request.function)
    arguments = list(_received(pipe, function, request, files))
    try:
        pipe.send(function(tell, *arguments) if request.reports else function(*arguments))
    except Exception as error:  # noqa: BLE001 - carried to the caller, which raises it
        pipe.send_failure(failure(error))


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
