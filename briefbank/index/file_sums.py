"""Verifies the checksums of Tantivy's files.

Each of its files ends with a footer: JSON with the CRC-32 of all that stands before, the length of that JSON
and a magic number. Its Rust side compares them (``Index::validate_checksum``), its Python side does not.
"""

from __future__ import annotations

import json
import os
import struct
import zlib
from collections.abc import Collection
from pathlib import Path

from briefbank.files import open_regular

_TRAILER = struct.Struct("<II")
_MAGIC = 1337
_SUFFIXES = frozenset({".del", ".fast", ".fieldnorm", ".idx", ".pos", ".store", ".term"})
_FOOTER_BYTES = 1024
"""The largest JSON of a footer: a version and a number take some 80 bytes."""
_BLOCK = 1 << 20


def intact(folder: Path, segments: Collection[str]) -> bool:
    """Tell whether all files of these segments match their checksums. Nobody may write to them meanwhile.

    Files that a stop left of other segments are ignored. A gigabyte takes a second. Raises OSError.
    """
    stems = {segment.replace("-", "") for segment in segments}
    found = (path for path in folder.iterdir() if path.suffix in _SUFFIXES)
    return all(_is_whole(path) for path in found if path.name.partition(".")[0] in stems)


def _is_whole(path: Path) -> bool:
    with open_regular(path) as file:
        size = file.seek(0, os.SEEK_END)
        if size < _TRAILER.size:
            return False
        file.seek(size - _TRAILER.size)
        length, magic = _TRAILER.unpack(file.read(_TRAILER.size))
        body = size - _TRAILER.size - length
        if magic != _MAGIC or length > _FOOTER_BYTES or body < 0:
            return False
        file.seek(body)
        try:
            said = json.loads(file.read(length))["crc"]
        except (ValueError, KeyError, TypeError, RecursionError):
            return False
        file.seek(0)
        crc = 0
        while body and (block := file.read(min(body, _BLOCK))):
            crc = zlib.crc32(block, crc)
            body -= len(block)
        return body == 0 and bool(said == crc)
