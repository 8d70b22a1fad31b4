"""Says whether Tantivy's files are as Tantivy wrote them.

Each of its files ends with a footer: JSON with the CRC-32 of all that stands before, the length of that JSON
and a magic number. Its Rust side compares them (``Index::validate_checksum``), its Python side does not.
"""

from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path

_END = struct.Struct("<II")
_MAGIC = 1337
_SUFFIXES = frozenset({".del", ".fast", ".fieldnorm", ".idx", ".pos", ".store", ".term"})


def whole(folder: Path) -> bool:
    """Whether all files of an index fit their checksums. Nobody may write to it meanwhile.

    A gigabyte takes a second. Raises OSError.
    """
    return all(_is_whole(path.read_bytes()) for path in folder.iterdir() if path.suffix in _SUFFIXES)


def _is_whole(content: bytes) -> bool:
    if len(content) < _END.size:
        return False
    length, magic = _END.unpack_from(content, len(content) - _END.size)
    body = len(content) - _END.size - length
    if magic != _MAGIC or body < 0:
        return False
    try:
        said = json.loads(content[body : -_END.size])["crc"]
    except (ValueError, KeyError, TypeError):
        return False
    return bool(said == zlib.crc32(memoryview(content)[:body]))
