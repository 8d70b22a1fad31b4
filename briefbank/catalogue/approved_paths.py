"""Marks of consent: keyed hashes on the watched folders and waiting files that this user wants to be read.

Both are stored in the catalogue as paths, and a catalogue may come from somebody else or from a backup. A
path without this user's mark is shown to the user for confirmation, and is not read before.
"""

from __future__ import annotations

from briefbank.storage.user_secret import is_keyed_hash, keyed_hash

_FOLDER, _FILE = "watched folder", "waiting file"


def folder(path: str) -> str:
    """Return the mark of a folder that is to be watched."""
    return keyed_hash(_FOLDER, path)


def is_folder(untrusted: str, path: str) -> bool:
    """Tell whether the mark says that this user wants the folder to be watched."""
    return is_keyed_hash(untrusted, _FOLDER, path)


def file(path: str, archive: str, member: str) -> str:
    """Return the mark of a file that is to be added; ``archive`` and ``member`` are empty for one outside
    archives."""
    return keyed_hash(_FILE, path, archive, member)


def is_file(untrusted: str, path: str, archive: str, member: str) -> bool:
    """Tell whether the mark says that this user wants the file to be added."""
    return is_keyed_hash(untrusted, _FILE, path, archive, member)
