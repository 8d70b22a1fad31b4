"""Runs the command line: in this process, or as a person's shell would, in a process of its own."""

from __future__ import annotations

import io
import logging
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from briefbank.cli.json_values import Json, builtins
from briefbank.cli.output import TerminalPage, View, printable


@dataclass(frozen=True)
class CommandResult:
    """The exit status and output of a command."""

    status: int
    output: str
    errors: str


def run(folder: Path, *arguments: str, as_json: bool = True) -> CommandResult:
    """Run a command on the library ``folder/library``, but for closing the network, which is for ever.

    A process of its own spends seconds on loading everything again; ``run_as_program`` is for what only it
    can show: the closed network, what other code prints, how Python itself ends.
    """
    from briefbank.cli import commands

    output, errors = io.StringIO(), io.StringIO()
    with logging_as_before(), redirect_stdout(output), redirect_stderr(errors):
        try:
            status = commands.run(_arguments(folder, arguments, as_json))
        except SystemExit as refused:  # as argparse ends a program that is used wrongly
            assert isinstance(refused.code, int)
            status = refused.code
    return CommandResult(status, output.getvalue(), errors.getvalue())


def run_as_program(folder: Path, *arguments: str, as_json: bool = True) -> CommandResult:
    """Run a command as ``run`` does, in a process of its own."""
    command = [sys.executable, "-m", "briefbank", *_arguments(folder, arguments, as_json)]
    completed = subprocess.run(command, capture_output=True, text=True, timeout=280)
    return CommandResult(completed.returncode, completed.stdout, completed.stderr)


def drawn(view: View, document: Json, width: int = 80, *, colours: bool = False) -> str:
    """Return what a view draws of a document on a terminal of so many columns."""
    output = io.StringIO()
    console = Console(file=output, width=width, force_terminal=colours, markup=False, emoji=False)
    view(TerminalPage(console), printable(builtins(document)))
    return output.getvalue()


@contextmanager
def logging_as_before() -> Iterator[None]:
    """A command starts the log; what comes after it must not write into it."""
    root = logging.getLogger()
    handlers, level, raises = list(root.handlers), root.level, logging.raiseExceptions
    try:
        yield
    finally:
        for handler in [handler for handler in root.handlers if handler not in handlers]:
            root.removeHandler(handler)
            handler.close()
        root.setLevel(level)
        logging.raiseExceptions = raises


def _arguments(folder: Path, arguments: tuple[str, ...], as_json: bool) -> list[str]:
    return ["--library", str(folder / "library"), *arguments, *["--json"] * as_json]
