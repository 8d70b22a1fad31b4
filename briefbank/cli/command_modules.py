"""The commands that are a module each: on authorities, provisions, drafts and the record.

Each is imported when it is used, because a command in a terminal should answer at once.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from briefbank.cli.terminal import Output


class CommandModule(Protocol):
    """What a command's module offers."""

    def add_options(self, command: argparse.ArgumentParser) -> None:
        """Add the command's options."""

    def run(self, library: Any, options: argparse.Namespace, output: Output) -> int:
        """Run the command and return its exit status. Raises BriefBankError."""


class ModuleCommand(NamedTuple):
    """A command that is a module."""

    name: str
    words: str
    """What it does, for the help."""
    load: Callable[[], CommandModule]

    def add_options(self, command: argparse.ArgumentParser) -> None:
        self.load().add_options(command)

    def run(self, library: LibraryApi | None, options: argparse.Namespace, output: Output) -> int:
        return self.load().run(library, options, output)


def _authority() -> CommandModule:
    from briefbank.cli import authority

    return authority


def _good_law() -> CommandModule:
    from briefbank.cli import good_law

    return good_law


def _versions() -> CommandModule:
    from briefbank.cli import versions

    return versions


def _provision() -> CommandModule:
    from briefbank.cli import provision

    return provision


def _draft() -> CommandModule:
    from briefbank.cli import draft

    return draft


def _audit() -> CommandModule:
    from briefbank.cli import audit

    return audit


def _serve() -> CommandModule:
    from briefbank.cli import serve

    return serve


def _offline() -> CommandModule:
    from briefbank.cli import offline

    return offline


def _worker() -> CommandModule:
    from briefbank.cli import worker

    return worker


ON_AUTHORITIES = (
    ModuleCommand(
        "authority", "what the library knows of an authority, or what a document cites", _authority
    ),
    ModuleCommand("good-law", "your office's list of what still holds", _good_law),
    ModuleCommand(
        "versions", "the versions of a provision, what was in force when, and how they differ", _versions
    ),
    ModuleCommand(
        "provision", "find the provisions that may govern a statement, the likeliest first", _provision
    ),
    ModuleCommand("draft", "check a draft against the library; nothing of it is kept", _draft),
)
"""The commands that need the authorities of all documents, in the order of the help."""
AUDIT = ModuleCommand("audit", "the record of what was done with the library, without any content", _audit)
SERVE = ModuleCommand("serve", "answer the desks of an office with this library, over the network", _serve)
OFFLINE = ModuleCommand(
    "offline", "take documents of the office along, to use them without its server", _offline
)
WORKER = ModuleCommand("worker", "let this computer work on files for an office’s server", _worker)
