"""The units of work that other computers do, and how they and their outcomes cross.

A unit takes seconds and can be done twice without harm: the reading of one file, the recognition of a few
pages, the embedding of a few texts.
"""

from __future__ import annotations

import io
import pickle
import zlib
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, TypeVar

from briefbank.domain.cluster import UNABLE, ComputerState
from briefbank.domain.pages import PageOrder
from briefbank.sandbox import restricted_unpickler
from briefbank.sandbox.restricted_unpickler import UntrustedAnswerError

T = TypeVar("T")

PAGES_OF_UNIT = 8
"""The pages that are recognised in one unit: half a minute of one processor."""
TEXTS_OF_UNIT = 64
"""The windows that are embedded in one unit: a second of one processor."""
LARGEST_PACKED = 64 * 2**20
"""The size limit of a packed unit or outcome in bytes. A brief of a thousand pages takes about 5 MB."""
LARGEST_UNPACKED = 1 << 30


class ReadingFunction(StrEnum):
    """How a PDF is read (``ingest.file_reading``)."""

    READ_FILE = "read_file"
    READ_RECOGNISED = "read_recognised"


@dataclass(frozen=True, slots=True)
class ReadFile:
    """The reading of a PDF."""

    function: ReadingFunction
    arguments: tuple[Any, ...]
    """The arguments after the file and the pages to be passed over."""
    patience: float
    """The factor by which time limits are longer than usual."""


@dataclass(frozen=True, slots=True)
class RecognisePages:
    """The recognition of some pages of a PDF by Tesseract."""

    orders: tuple[PageOrder, ...]
    engine: str
    """Tesseract and its language data, as the server has them (``tesseract_program.fingerprint``)."""


@dataclass(frozen=True, slots=True)
class EmbedTexts:
    """The embedding of some texts."""

    encoder: str
    """The name of the server's model, with the hash of its files."""
    texts: tuple[str, ...]


Unit = ReadFile | RecognisePages | EmbedTexts


@dataclass(frozen=True, slots=True)
class UnitFile:
    """The file that a unit is about."""

    sha256: str
    size: int
    suffix: str


@dataclass(frozen=True, slots=True)
class WorkOrder:
    """A unit as the server hands it out."""

    release: str
    """The server's own release: another one might read files differently."""
    unit: Unit
    file: UnitFile | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a unit: what it gave, what it raised, or why that computer could not do it."""

    value: Any = None
    error: Exception | None = None
    unable: ComputerState | None = None
    """One of UNABLE."""


def pack(value: object) -> bytes:
    """Return a value as it crosses: packed as everywhere in BriefBank, although Dask has errors packed in its
    own way in a process that loads it, which nobody would unpack."""
    packed = io.BytesIO()
    pickler = pickle.Pickler(packed, protocol=5)
    pickler.dispatch_table = {}
    pickler.dump(value)
    return zlib.compress(packed.getbuffer(), 1)


def unpack(untrusted: bytes, kind: type[T]) -> T:
    """Return a value that crossed. Raises UntrustedAnswerError for anything but a value of this kind."""
    decompressor = zlib.decompressobj()
    try:
        content = decompressor.decompress(untrusted, LARGEST_UNPACKED)
    except (zlib.error, MemoryError) as error:
        raise UntrustedAnswerError(type(error).__name__) from error
    if not decompressor.eof:
        raise UntrustedAnswerError("it is cut off or too large")
    value = restricted_unpickler.loads(content)
    if not isinstance(value, kind):
        raise UntrustedAnswerError("another kind of value")
    if isinstance(value, Outcome) and not _is_outcome(value):
        raise UntrustedAnswerError("no outcome")
    return value


def _is_outcome(untrusted: Outcome) -> bool:
    """Tell whether an outcome has all its fields, and no reason but one of UNABLE: a text equals one."""
    if not all(hasattr(untrusted, each.name) for each in fields(Outcome)):
        return False
    unable = untrusted.unable
    return unable is None or (isinstance(unable, ComputerState) and unable in UNABLE)
