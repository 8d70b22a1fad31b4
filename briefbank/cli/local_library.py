"""Chooses the library of a command, and tells one of this computer from that of an office."""

from __future__ import annotations

from pathlib import Path

from briefbank import settings
from briefbank.api.library import LibraryApi
from briefbank.errors import StoreError
from briefbank.library import Library
from briefbank.paths import LibraryPaths, default_library
from briefbank.server import server_settings
from briefbank.storage.library_folder import is_library


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


def require_served_library(folder: Path) -> None:
    """Raise StoreError where the library that is served from this computer should be in a folder, and is not,
    so that no empty library takes its place while its disk is not mounted."""
    if server_settings.is_served(folder) and not is_library(LibraryPaths(folder)):
        raise StoreError(
            f"The library that this computer serves is not in its folder, {folder}.",
            "If its disk is not mounted, mount it and try again. If the library is lost, restore a backup: "
            f"briefbank --library {folder} restore DIR.",
            detail="served library missing",
        )
