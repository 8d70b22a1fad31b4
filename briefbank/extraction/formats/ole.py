"""Tells OLE compound files apart by their streams: Word's older documents, Outlook's messages and others.

``olefile`` reads their directory ([MS-CFB]); it is imported inside the functions. Damage is no error here:
such a file has no streams.
"""

from __future__ import annotations

from briefbank.sandbox.workspace import Source

MARK = bytes.fromhex("D0CF11E0A1B11AE1")
"""The first bytes of every compound file."""


def top_streams(untrusted: Source) -> frozenset[str]:
    """Return the names of the streams outside all storages; those of a file inside the file are not among
    them."""
    import olefile

    try:
        with untrusted.open("rb") as file, olefile.OleFileIO(file) as ole:
            return frozenset(path[0] for path in ole.listdir() if len(path) == 1)
    except Exception:  # noqa: BLE001 - olefile raises anything for a malformed file
        return frozenset()


def first_bytes(untrusted: Source, stream: str, count: int) -> bytes:
    """Return the first bytes of a stream outside all storages; empty where they cannot be read."""
    import olefile

    try:
        with untrusted.open("rb") as file, olefile.OleFileIO(file) as ole:
            return bytes(ole.openstream(stream).read(count))
    except Exception:  # noqa: BLE001 - olefile raises anything for a malformed file
        return b""
