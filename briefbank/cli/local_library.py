"""Tells a library of this computer from that of an office, for commands that only the former can do."""

from __future__ import annotations

from briefbank.api.library import LibraryApi
from briefbank.errors import StoreError
from briefbank.library import Library


def local(library: LibraryApi) -> Library:
    """Return a library of this computer. Raises StoreError for that of an office."""
    if not isinstance(library, Library):
        raise StoreError(
            "This is done with a library of this computer, and not with that of the office.",
            "Name one with --library DIR.",
        )
    return library
