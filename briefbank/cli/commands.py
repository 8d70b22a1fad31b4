"""Opens the library that a command is on, runs the command, and turns its outcome into an exit status."""

from __future__ import annotations

import argparse
import gc
import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

from briefbank import logs, settings
from briefbank.api.library import LibraryApi
from briefbank.catalogue.feedback_rows import FeedbackFileError
from briefbank.cli.main import READING_COMMANDS
from briefbank.cli.options import Command, WrongUse, parser
from briefbank.cli.output import FAULT, NOTHING, WRONG_USE, Output
from briefbank.errors import (
    BriefBankError,
    Cancelled,
    CorrectionRefused,
    EntryRefused,
    ExportRefused,
    ListFileError,
    NothingOffline,
    NotInLibrary,
    OfflineChoiceRefused,
    QueryError,
    ShortOfMemory,
    StoreDamaged,
    StoreError,
    SummaryError,
)
from briefbank.library import Library
from briefbank.office import server_settings
from briefbank.paths import LibraryPaths, default_library, offline_folder
from briefbank.storage import offline_lease
from briefbank.storage.library_folder import is_library
from briefbank.storage.model_files import lacks_memory
from briefbank.text.messages import Message

if TYPE_CHECKING:
    from briefbank.ingest.progress import WorkSpread

log = logging.getLogger(__name__)


_OFFICE_COMMANDS = frozenset({server_settings.COMMAND, "move-to-office"})


def opened(options: argparse.Namespace, output: Output) -> AbstractContextManager[LibraryApi]:
    """Open the library: on a computer of an office the office's, unless another is named, or it is to be
    served from here. For ``restore``, move a library aside that is too damaged to open."""
    chosen = settings.load()
    if chosen.office_address and not options.library and options.command != server_settings.COMMAND:
        from briefbank.office.remote_library import RemoteLibrary

        return closing(RemoteLibrary.open())
    folder = folder_of_command(options.library)
    if not (options.command == "restore" and options.library):  # which begins a lost library anew
        _require_served_library(folder)
    if folder == offline_folder() and offline_lease.kept(folder) is None:
        raise NothingOffline
    tidy = options.command not in READING_COMMANDS
    if tidy:
        gc.enable()
    database = server_settings.database_of(folder)
    try:
        if database is None and options.command not in _OFFICE_COMMANDS:
            return closing(Library.open(folder, tidy=tidy))
        from briefbank.office.library import OfficeLibrary

        spread = _spread() if options.command == server_settings.COMMAND else None
        return closing(OfficeLibrary.open(folder, tidy=tidy, database=database, spread=spread))
    except StoreDamaged as damaged:
        if options.command != "restore" or database is not None:
            raise
        aside = Library.make_room_for(options.folder, folder)
        output.say(f"{damaged.title} What is left of it was put into {aside}.")
        return closing(Library.open(folder))


def _spread() -> WorkSpread | None:
    """Return where an office server has work on files done."""
    from briefbank.office import serving

    return serving.spread()


def local(library: LibraryApi) -> Library:
    """Return a library of this computer. Raises StoreError for that of an office."""
    if not isinstance(library, Library):
        raise StoreError(
            Message("This is done with a library of this computer, and not with that of the office."),
            Message("Name one with --library DIR."),
        )
    return library


def folder_of_command(named: Path | None) -> Path:
    """Return the folder of the library that a command is on: the one that was named, else the one that is
    served from this computer, else the user's own. Raises BriefBankError where its settings are damaged."""
    if named is None:
        server_settings.require_undamaged()
    return named or server_settings.served_library() or settings.load().library or default_library()


def _require_served_library(folder: Path) -> None:
    """Raise StoreError where the library that is served from this computer should be in a folder, and is not,
    so that no empty library takes its place while its disk is not mounted."""
    if server_settings.is_served(folder) and not is_library(LibraryPaths(folder)):
        raise StoreError(
            Message(
                "The library that this computer serves is not in its folder, {folder}.", folder=str(folder)
            ),
            Message(
                "If its disk is not mounted, mount it and try again. If the library is lost, restore "
                "a backup: briefbank --library {folder} restore DIR.",
                folder=str(folder),
            ),
            detail="served library missing",
        )


WRONGLY_USED = (
    OfflineChoiceRefused,
    CorrectionRefused,
    EntryRefused,
    ExportRefused,
    FeedbackFileError,
    ListFileError,
    QueryError,
)
"""Errors in what a person asked for."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    try:
        options = parser().parse_args(arguments)
    except WrongUse as wrong:
        wrong.show()
        raise
    logs.start()
    output = Output(as_json=options.json)
    with ExitStack() as stack:
        return run_on(lambda: stack.enter_context(opened(options, output)), options, output)


def run_on(opened: Callable[[], LibraryApi], options: argparse.Namespace, output: Output) -> int:
    """Run a command on the library that ``opened`` returns, show what became of it, and return the exit
    status. Any thread. Never raises because of the library or the command."""
    command: Command = options.definition
    try:
        if not command.needs_library(options):
            return command.run(None, options, output)
        library = opened()
        if command.reads_authorities and library.has_unread_authorities():
            with output.progress() as reporter:  # of documents that were read by other rules
                library.maintenance.read_authorities(reporter)
        status = command.run(library, options, output)
        if status != FAULT and (why := library.read_only()):
            output.say(why)
        return status
    except (Cancelled, NotInLibrary, SummaryError) as error:
        output.error(error)
        return NOTHING
    except WRONGLY_USED as error:
        output.error(error)
        return WRONG_USE
    except BriefBankError as error:
        log.warning("command ended: %s %s", type(error).__name__, error.detail)
        output.error(error)
        return FAULT
    except KeyboardInterrupt:
        output.error(Cancelled())
        return NOTHING
    except Exception as error:
        log.exception("fault")
        mistake = BriefBankError(
            Message("BriefBank made a mistake and stopped."), Message("The log has the details.")
        )
        output.error(ShortOfMemory() if lacks_memory(error) else mistake)
        return FAULT
