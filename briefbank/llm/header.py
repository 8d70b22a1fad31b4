"""The header of a GGUF file: its metadata and where its tensors lie, without its weights.

The file is untrusted. The header is read as one block of bounded size, and every count and length in it is
checked against the bytes that are there, so that no number in it costs more time or memory than its own
bytes. The gguf package's reader makes an array object of each word: 9 s for a vocabulary of 128,000 words and
its merges, for which this takes 0.04 s; and it bounds nothing. The format:
https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
"""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from briefbank.errors import ModelRefused

MOST_BYTES = 96 << 20
"""The largest header that is read. The largest known, of vocabularies of 260,000 words, have about 16 MiB."""
_MOST_KEYS = 1 << 16
_MOST_TENSORS = 1 << 17
_MOST_DIMENSIONS = 4
"""GGML_MAX_DIMS."""
_NUMBERS_KEPT = 4096
"""The longest list of numbers that is kept. Of a longer one, such as the scores of a vocabulary, only the
length is of use here."""
_STRING, _ARRAY = 8, 9
_SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
"""Value types and their ``struct`` formats."""
_VERSIONS = (2, 3)

DAMAGED = "This model’s file is damaged."
FETCH_AGAIN = "Copy or fetch it again, whole, and choose it again."
NOT_OPENED = "The model’s file could not be opened."
LOOK_FOR_IT = "Check that it still exists and that you may read it."


@dataclass(frozen=True, slots=True)
class Tensor:
    """One matrix of weights; ``offset`` from the start of the weights, in bytes."""

    name: str
    dimensions: tuple[int, ...]
    kind: int
    offset: int

    @property
    def elements(self) -> int:
        return math.prod(self.dimensions)


@dataclass(frozen=True, slots=True)
class Length:
    """The length of a list of words, or of a long list of numbers, that was skipped."""

    items: int


@dataclass(frozen=True, slots=True)
class Header:
    """The metadata and tensors of a file. ``values`` holds numbers, booleans, strings, short lists of
    numbers, and a Length for any other list."""

    values: dict[str, Any]
    tensors: tuple[Tensor, ...]
    data_start: int
    """The offset in the file at which the weights begin."""

    def number(self, key: str, default: int = 0) -> int:
        """Return a whole number that is not negative; of a list with one for each layer, the largest."""
        found = self.values.get(key)
        if isinstance(found, list) and found:
            found = max((each for each in found if isinstance(each, int)), default=default)
        return found if isinstance(found, int) and found >= 0 else default

    def words(self, key: str, most: int = 120) -> str:
        """Return a string that can be shown in one line; empty where there is none."""
        found = self.values.get(key)
        printable = (
            "".join(character if character.isprintable() else " " for character in found)
            if isinstance(found, str)
            else ""
        )
        return " ".join(printable.split())[:most]


def read_header(path: Path) -> Header:
    """Read the header. Raises ModelRefused (no GGUF, damaged, of another kind of processor) and OSError."""
    with path.open("rb") as file:
        block = file.read(MOST_BYTES)
    _check_beginning(block)
    try:
        return _HeaderParser(block).header()
    except (struct.error, IndexError, ValueError) as error:
        raise ModelRefused(DAMAGED, FETCH_AGAIN, detail=f"header: {type(error).__name__}") from error


def _check_beginning(block: bytes) -> None:
    if block[:4] != b"GGUF":
        raise ModelRefused("This is not a model in the GGUF format.", detail="magic")
    if len(block) < 24:
        raise ModelRefused(DAMAGED, FETCH_AGAIN, detail="24 bytes")
    (version,) = struct.unpack_from("<I", block, 4)
    if version & 0xFFFF == 0:
        raise ModelRefused(
            "This model was written for another kind of processor.",
            "Choose the file for little-endian computers.",
            detail="big-endian",
        )
    if version not in _VERSIONS:
        raise ModelRefused(
            "This model is in a version of the GGUF format that is not known here.",
            "Choose a file that was made with a current program.",
            detail=f"version {version}",
        )


class _HeaderParser:
    """Parses a header from its current position. Raises struct.error, IndexError or ValueError for one that
    is malformed."""

    def __init__(self, block: bytes) -> None:
        self._block, self._at = block, 8

    def header(self) -> Header:
        tensors, keys = self._number("Q"), self._number("Q")
        if tensors > _MOST_TENSORS or keys > _MOST_KEYS:
            raise ValueError("counts")
        values: dict[str, Any] = {}
        for _ in range(keys):
            key = self._text()
            values[key] = self._value(self._number("I"))
        listed = tuple(self._tensor() for _ in range(tensors))
        alignment = values.get("general.alignment", 32)
        if not isinstance(alignment, int) or alignment <= 0 or alignment & (alignment - 1):
            raise ValueError("alignment")
        return Header(values, listed, -(-self._at // alignment) * alignment)

    def _number(self, struct_format: str) -> Any:
        (number,) = struct.unpack_from("<" + struct_format, self._block, self._at)
        self._at += struct.calcsize("<" + struct_format)
        return number

    def _text(self) -> str:
        return self._bytes(self._number("Q")).decode("utf-8", "replace")

    def _bytes(self, length: int) -> bytes:
        if length > len(self._block) - self._at:
            raise IndexError("length")
        start, self._at = self._at, self._at + length
        return self._block[start : self._at]

    def _value(self, kind: int) -> Any:
        if kind == _STRING:
            return self._text()
        return self._list() if kind == _ARRAY else self._number(_struct_format(kind))

    def _list(self) -> Any:
        kind, length = self._number("I"), self._number("Q")
        if kind == _STRING:
            return self._skip_strings(length)
        item_format = _struct_format(kind)  # refuses a list of lists, as llama.cpp does
        packed = self._bytes(length * struct.calcsize("<" + item_format))
        return (
            list(struct.unpack(f"<{length}{item_format}", packed))
            if length <= _NUMBERS_KEPT
            else Length(length)
        )

    def _skip_strings(self, length: int) -> Length:
        """Skip hundreds of thousands of words: this loop is what a header takes, a tenth of a second."""
        if length * 8 > len(self._block) - self._at:
            raise IndexError("length")
        block, at, end, size = self._block, self._at, len(self._block), struct.Struct("<Q").unpack_from
        for _ in range(length):
            at += 8 + size(block, at)[0]
            if at > end:
                raise IndexError("length")
        self._at = at
        return Length(length)

    def _tensor(self) -> Tensor:
        name, dimensions = self._text(), self._number("I")
        if dimensions > _MOST_DIMENSIONS:
            raise ValueError("dimensions")
        sizes = tuple(self._number("Q") for _ in range(dimensions))
        if math.prod(sizes) >= 1 << 63:
            raise ValueError("size")
        return Tensor(name, sizes, self._number("I"), self._number("Q"))


def _struct_format(kind: int) -> str:
    if kind not in _SCALARS:
        raise ValueError("type")
    return _SCALARS[kind]
