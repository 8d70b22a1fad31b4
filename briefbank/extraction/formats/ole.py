"""Lists the streams of an OLE compound file, by which old Office files are told apart.

See [MS-CFB], https://learn.microsoft.com/openspecs/windows_protocols/ms-cfb. Only the directory is read, and
of a stream its first bytes. Nothing of the untrusted file is trusted: chains are bounded, and damage raises
ValueError.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import BinaryIO

MARK = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

_ENTRY_BYTES = 128
_MOST_SECTORS = 4096
"""The maximum sectors of a directory; a real one has a few dozen."""
_FIRST_FAT_SECTORS = 109
_LAST_SECTOR = 0xFFFFFFF9
"""Numbers from here on end a chain or mark a sector without a successor."""
_STREAM = 2


@dataclass(frozen=True, slots=True)
class Stream:
    """A stream below any storage of the file, with the number of its first sector."""

    name: str
    first: int
    size: int


class CompoundFile:
    """An OLE compound file, opened. Raises ValueError for damage, and OSError."""

    def __init__(self, untrusted: BinaryIO) -> None:
        self._file = untrusted
        header = untrusted.read(512)
        if len(header) < 512 or not header.startswith(MARK):
            raise ValueError("no header")
        (shift,) = struct.unpack_from("<H", header, 30)
        if shift not in (9, 12):
            raise ValueError("sector size")
        self._sector_bytes = 1 << shift
        (self._directory,) = struct.unpack_from("<I", header, 48)
        self._fat_sectors = struct.unpack_from(f"<{_FIRST_FAT_SECTORS}I", header, 76)

    def top_streams(self) -> list[Stream]:
        """Return the streams of the top storage. One of a file inside the file is not among them."""
        entries = self._entries()
        found, seen, waiting = [], set[int](), [self._numbers(entries, 0)[2]] if entries else []
        while waiting:
            index = waiting.pop()
            if index in seen or not 0 <= index < len(entries):
                continue
            seen.add(index)
            left, right, _ = self._numbers(entries, index)
            waiting += [left, right]
            entry = entries[index]
            if entry[66] == _STREAM:
                found.append(_stream(entry))
        return found

    def first_bytes(self, stream: Stream, count: int) -> bytes:
        """Return the first bytes of a stream of 4,096 bytes or more; smaller ones lie elsewhere."""
        return self._sector(stream.first)[:count]

    def _entries(self) -> list[bytes]:
        data, sector = b"", self._directory
        for _ in range(_MOST_SECTORS):
            if sector >= _LAST_SECTOR:
                break
            data += self._sector(sector)
            sector = self._next(sector)
        else:
            raise ValueError("endless directory")
        return [data[at : at + _ENTRY_BYTES] for at in range(0, len(data), _ENTRY_BYTES)]

    def _numbers(self, entries: list[bytes], index: int) -> tuple[int, int, int]:
        """Return the entries to the left and right of one, and below it."""
        left, right, below = struct.unpack_from("<III", entries[index], 68)
        return left, right, below

    def _next(self, sector: int) -> int:
        per_sector = self._sector_bytes // 4
        place, index = divmod(sector, per_sector)
        if place >= _FIRST_FAT_SECTORS:  # a directory behind 7 MB in a file of small sectors
            raise ValueError("directory beyond the first table")
        table = self._sector(self._fat_sectors[place])
        (following,) = struct.unpack_from("<I", table, 4 * index)
        return int(following)

    def _sector(self, number: int) -> bytes:
        if number >= _LAST_SECTOR:
            raise ValueError("no such sector")
        self._file.seek((number + 1) * self._sector_bytes)
        data = self._file.read(self._sector_bytes)
        if len(data) < self._sector_bytes:
            raise ValueError("cut short")
        return data


def _stream(entry: bytes) -> Stream:
    (length,) = struct.unpack_from("<H", entry, 64)
    name = entry[: max(0, min(length, 64) - 2)].decode("utf-16-le", "replace")
    first, size = struct.unpack_from("<II", entry, 116)
    return Stream(name, first, size)
