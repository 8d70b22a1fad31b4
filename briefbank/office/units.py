"""The units of work that other computers do, and how they and their outcomes are encoded.

A unit takes seconds and can be done twice without harm: the reading of one file, the recognition of a few
pages, the embedding of a few texts. Units and outcomes are MessagePack, compressed by zlib, and decoded
against their types, so that they carry values and never code.
"""

from __future__ import annotations

import zlib
from threading import Lock
from typing import Any, Generic, TypeVar

import msgspec

from briefbank.domain.office import ComputerState
from briefbank.domain.pages import PageOrder, RecognisedPage
from briefbank.errors import Crashed
from briefbank.ingest import file_reading
from briefbank.ingest.file_reading import FileMetadata, FileReading, Recognition
from briefbank.sandbox.messages import decode_other, encode_other

T = TypeVar("T")

PAGES_OF_UNIT = 8
"""The pages that are recognised in one unit: half a minute of one processor."""
TEXTS_OF_UNIT = 64
"""The windows that are embedded in one unit: a second of one processor."""
LARGEST_PACKED = 32 * 2**20
"""The size limit of a packed unit or outcome in bytes. A brief of a thousand pages takes about 2 MB."""
LARGEST_UNPACKED = 64 * 2**20
"""The size limit of an unpacked unit or outcome in bytes. A brief of a thousand pages takes about 6 MB."""
UNPACKED_AT_LEAST, UNPACKED_OF_FILE = 2 * 2**20, 25
"""The size limit of the reading of a file, before ``LARGEST_UNPACKED``: these bytes, and so many for each
byte of the file. As values, bytes take up to 25 times the memory; real readings take about twice."""
_LARGEST_OF_PAGES = 8 * 2**20
_LARGEST_OF_VECTORS = 2**20
"""The same limits for outcomes of a few pages and of a few texts."""


UNABLE = frozenset(ComputerState) - {ComputerState.WORKS, ComputerState.RESTS}
"""The states in which a computer cannot do a task that another one can."""


class BadOutcome(Exception):
    """Raised for bytes that are no unit, or no outcome of the expected kind. Its text names no value."""


class ReadFile(msgspec.Struct, frozen=True, tag=True):
    """The reading of a PDF by its own text (``file_reading.read_file``)."""

    metadata: FileMetadata
    recognise: bool
    patience: float
    """The factor by which time limits are longer than usual."""


class ReadRecognised(msgspec.Struct, frozen=True, tag=True):
    """The reading of a PDF into which recognised pages were written (``file_reading.read_recognised``)."""

    metadata: FileMetadata
    recognised: dict[int, Recognition]
    patience: float


class RecognisePages(msgspec.Struct, frozen=True, tag=True):
    """The recognition of some pages of a PDF by Tesseract."""

    orders: tuple[PageOrder, ...]
    engine: str
    """Tesseract and its language data, as the server has them (``tesseract_program.fingerprint``)."""


class EmbedTexts(msgspec.Struct, frozen=True, tag=True):
    """The embedding of some texts."""

    encoder: str
    """The name of the server's model, with the hash of its files."""
    texts: tuple[str, ...]


Unit = ReadFile | ReadRecognised | RecognisePages | EmbedTexts


class UnitFile(msgspec.Struct, frozen=True):
    sha256: str
    size: int
    suffix: str


class WorkOrder(msgspec.Struct, frozen=True):
    """A unit as the server hands it out."""

    unit: Unit
    file: UnitFile | None


class UnitOutcome(msgspec.Struct, Generic[T], frozen=True, kw_only=True):
    """The outcome of a unit: its value, or why there is none."""

    value: T | None = None
    unable: ComputerState | None = None
    """One of UNABLE; None beside a value."""
    refused: bool = False
    """The file cannot be read there. No word of a refusal crosses: the server tries the file itself."""


def pack(value: WorkOrder | UnitOutcome[Any]) -> bytes:
    return zlib.compress(_ENCODER.encode(value), 1)


def unpack_order(packed: bytes) -> WorkOrder:
    """Decode a unit. Raises BadOutcome."""
    return _decoded(_ORDER, packed, LARGEST_UNPACKED)


def unpack_outcome(packed: bytes, unit: Unit, file_size: int) -> UnitOutcome[Any]:
    """Decode and check the outcome of ``unit``, about a file of so many bytes. Raises BadOutcome.

    One outcome is unpacked at a time, and what is not sound is gone before the next one.
    """
    decoder, largest = _OUTCOMES[type(unit)]
    with _UNPACKING:
        if largest == LARGEST_UNPACKED:
            largest = min(largest, UNPACKED_AT_LEAST + UNPACKED_OF_FILE * file_size)
        outcome: UnitOutcome[Any] = _decoded(decoder, packed, largest)
        if (outcome.value is not None) + (outcome.unable in UNABLE) + outcome.refused != 1:
            raise BadOutcome("nothing, or too much")
        try:
            if isinstance(outcome.value, FileReading):
                file_reading.require_sound(outcome.value)
            elif isinstance(outcome.value, tuple):  # vectors are checked where they are used
                for page in outcome.value:
                    file_reading.require_sound_page(page)
        except Crashed as error:
            raise BadOutcome(error.detail) from error
    return outcome


def _decoded(decoder: msgspec.msgpack.Decoder[T], packed: bytes, largest: int) -> T:
    decompressor = zlib.decompressobj()
    try:
        unpacked = decompressor.decompress(packed, largest)
        if not decompressor.eof:
            raise BadOutcome("cut off or too large")
        return decoder.decode(unpacked)
    except (zlib.error, msgspec.DecodeError, RecursionError, OverflowError, ValueError) as error:
        raise BadOutcome(type(error).__name__) from error


_ENCODER = msgspec.msgpack.Encoder(enc_hook=encode_other)
_ORDER = msgspec.msgpack.Decoder(WorkOrder, dec_hook=decode_other)
_READING = msgspec.msgpack.Decoder(UnitOutcome[FileReading], dec_hook=decode_other), LARGEST_UNPACKED
_OUTCOMES: dict[type, tuple[msgspec.msgpack.Decoder[Any], int]] = {
    ReadFile: _READING,
    ReadRecognised: _READING,
    RecognisePages: (
        msgspec.msgpack.Decoder(UnitOutcome[tuple[RecognisedPage, ...]], dec_hook=decode_other),
        _LARGEST_OF_PAGES,
    ),
    EmbedTexts: (msgspec.msgpack.Decoder(UnitOutcome[bytes]), _LARGEST_OF_VECTORS),
}
_UNPACKING = Lock()
