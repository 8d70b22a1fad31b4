"""Chooses and opens the library that a command is on: one of this computer, or that of an office."""

from __future__ import annotations

import argparse
import gc
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import TYPE_CHECKING

from briefbank import settings
from briefbank.api.library import LibraryApi
from briefbank.cli.output import Output
from briefbank.cli.reading_commands import READING_COMMANDS
from briefbank.errors import NothingOffline, StoreDamaged, StoreError
from briefbank.library import Library
from briefbank.paths import LibraryPaths, default_library, offline_folder
from briefbank.server import server_settings
from briefbank.storage import offline_lease
from briefbank.storage.library_folder import is_library

if TYPE_CHECKING:
    from briefbank.ingest.work_spread import WorkSpread


def opened(options: argparse.Namespace, output: Output) -> AbstractContextManager[LibraryApi]:
    """Open the library: on a computer of an office the office's, unless another is named, or it is to be
    served from here. For ``restore``, move a library aside that is too damaged to open."""
    chosen = settings.load()
    if chosen.office_address and not options.library and options.command != server_settings.COMMAND:
        from briefbank.remote.library import RemoteLibrary

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
        spread = _spread() if options.command == server_settings.COMMAND else None
        return closing(Library.open(folder, tidy=tidy, database=database, spread=spread))
    except StoreDamaged as damaged:
        if options.command != "restore" or database is not None:
            raise
        aside = Library.make_room_for(options.folder, folder)
        output.say(f"{damaged.title} What is left of it was put into {aside}.")
        return closing(Library.open(folder))


def _spread() -> WorkSpread | None:
    """Return where an office server has work on files done."""
    from briefbank.server import own_cluster

    return own_cluster.spread()


def local(library: LibraryApi) -> Library:
    """Return a library of this computer. Raises StoreError for that of an office."""
    if not isinstance(library, Library):
        raise StoreError(
            "This is done with a library of this computer, and not with that of the office.",
            "Name one with --library DIR.",
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
            f"The library that this computer serves is not in its folder, {folder}.",
            "If its disk is not mounted, mount it and try again. If the library is lost, restore a backup: "
            f"briefbank --library {folder} restore DIR.",
            detail="served library missing",
        )
