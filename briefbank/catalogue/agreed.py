"""Marks on what this user wants to be read from the disk: watched folders, and files that wait to be added.

Both stand in the catalogue as paths, and a catalogue may come from somebody else or from a backup. A path
without this user's mark is shown and asked about, and nothing of it is read before.
"""

from __future__ import annotations

from briefbank.user_secret import is_keyed_hash, keyed_hash

_FOLDER, _FILE = "watched folder", "waiting file"


def folder(path: str) -> str:
    """The mark of a folder that is to be watched."""
    return keyed_hash(_FOLDER, path)


def is_folder(untrusted: str, path: str) -> bool:
    """Whether this user wants a folder to be watched."""
    return is_keyed_hash(untrusted, _FOLDER, path)


def file(path: str, archive: str, member: str) -> str:
    """The mark of a file that is to be added; ``archive`` and ``member`` are empty for one of its own."""
    return keyed_hash(_FILE, path, archive, member)


def is_file(untrusted: str, path: str, archive: str, member: str) -> bool:
    """Whether this user wants a file to be added."""
    return is_keyed_hash(untrusted, _FILE, path, archive, member)
