"""What crosses between the office server and its workers: invitations, units and outcomes.

A unit takes seconds and can be done twice without harm: the reading of one file, or the recognition of a few
pages. Units and outcomes are MessagePack, compressed by zlib, and decoded against their types, so that they
carry values and never code.
"""

from __future__ import annotations

import ssl
import zlib
from pathlib import Path
from threading import Lock
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec

from briefbank.domain.ingest import Stage
from briefbank.domain.office import ComputerState
from briefbank.domain.pages import PageOrder, RecognisedPage
from briefbank.errors import BriefBankError, Crashed, WrongInvitation
from briefbank.files import write_atomically
from briefbank.ingest import file_reading
from briefbank.ingest.file_reading import FileMetadata, FileReading, Recognition
from briefbank.network.address import BadAddress, parse_address
from briefbank.office.certificates import Certified, check
from briefbank.paths import data_folder
from briefbank.sandbox.messages import decode_other, encode_other
from briefbank.text.messages import Message

T = TypeVar("T")

PAGES_OF_UNIT = 8  # The pages that are recognised in one unit: half a minute of one processor
LARGEST_PACKED = 16 * 2**20
"""The size limit of a packed unit or outcome in bytes. A brief of a thousand pages takes about 2 MB."""
LARGEST_UNPACKED = 64 * 2**20
"""The size limit of an unpacked unit or outcome in bytes. A brief of a thousand pages takes about 6 MB."""
UNPACKED_AT_LEAST, UNPACKED_OF_FILE = 2 * 2**20, 25
"""The size limit of the reading of a file, before ``LARGEST_UNPACKED``: these bytes, and so many for each
byte of the file. As values, bytes take up to 25 times the memory; real readings take about twice."""
_LARGEST_OF_PAGES = 8 * 2**20  # The same limit for outcomes of a few pages

UNABLE = frozenset(ComputerState) - {ComputerState.WORKS, ComputerState.RESTS}
"""The states in which a computer cannot do a task that another one can."""


class BadOutcome(Exception):
    """Raised for bytes that are no unit, or no outcome of the expected kind. Its text names no value."""


class ReadFile(msgspec.Struct, frozen=True, tag=True):
    """The reading of a PDF by its own text (``file_reading.read_file``)."""

    metadata: FileMetadata
    recognise: bool
    patience: float  # The factor by which time limits are longer than usual


class ReadRecognised(msgspec.Struct, frozen=True, tag=True):
    """The reading of a PDF into which recognised pages were written (``file_reading.read_recognised``)."""

    metadata: FileMetadata
    recognised: dict[int, Recognition]
    patience: float


class RecognisePages(msgspec.Struct, frozen=True, tag=True):
    """The recognition of some pages of a PDF by Tesseract."""

    orders: tuple[PageOrder, ...]
    engine: str  # Tesseract and its language data, as the server has them (``tesseract.fingerprint``)


Unit = ReadFile | ReadRecognised | RecognisePages


class UnitFile(msgspec.Struct, frozen=True):
    sha256: str
    size: int
    suffix: str


class WorkOrder(msgspec.Struct, frozen=True):
    """A unit as the server hands it out."""

    unit: Unit
    file: UnitFile


class UnitOutcome(msgspec.Struct, Generic[T], frozen=True, kw_only=True):
    """The outcome of a unit: its value, or why there is none."""

    value: T | None = None
    unable: ComputerState | None = None  # One of UNABLE; None beside a value
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
            elif isinstance(outcome.value, tuple):
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
}
_UNPACKING = Lock()


_LARGEST_INVITATION = 65_536


BROKER, CERTIFICATE, KEY = "broker.pem", "certificate.pem", "key.pem"
"""The files with the certificate that the broker must show, and with the one that this worker shows."""


_MEMBERSHIP = "worker.json"


class WorkerMembership(msgspec.Struct, frozen=True):
    """The office that a worker belongs to, and how it is known there."""

    server: str  # The office server: 'https://host:port'. The broker is on the same computer.
    pin: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    """The SHA-256 of the server's certificate, in hexadecimal digits."""
    broker_port: Annotated[int, msgspec.Meta(gt=0, lt=65_536)]
    office: str  # The name of the office, for people
    secret: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{16}\.[A-Za-z0-9_-]{20,100}$")]
    """The worker's own secret, which begins with its number and a dot."""

    @property
    def number(self) -> str:
        return self.secret.partition(".")[0]

    @property
    def host(self) -> str:
        return parse_address(self.server).host

    def __post_init__(self) -> None:
        """Raise ValueError for an address that is no HTTPS server's, and a name that cannot be shown."""
        try:
            is_https = parse_address(self.server).scheme == "https"
        except BadAddress as error:
            raise ValueError("no address") from error
        if not is_https or not self.office.isprintable():
            raise ValueError("no server, or no name")


class _Invitation(WorkerMembership, frozen=True, kw_only=True):
    """The content of the file by which a computer becomes a worker, with its certificate, in PEM."""

    file: Literal["BriefBank worker invitation"]
    certificate: str
    key: str
    broker: str  # The broker's certificate


def worker_folder() -> Path:
    return data_folder() / "worker"


def write_invitation(membership: WorkerMembership, own: Certified, broker: bytes) -> bytes:
    """Return the content of an invitation. ``broker`` is the broker's certificate."""
    invitation = _Invitation(
        **msgspec.structs.asdict(membership),
        file="BriefBank worker invitation",
        certificate=own.certificate.decode("ascii"),
        key=own.key.decode("ascii"),
        broker=broker.decode("ascii"),
    )
    return msgspec.json.format(msgspec.json.encode(invitation), indent=2)


def accept_invitation(path: Path) -> WorkerMembership:
    """Accept an invitation: from now on this computer is a worker of that office. Raises WrongInvitation and
    StoreError."""
    try:
        with path.open("rb") as file:
            invitation = msgspec.json.decode(file.read(_LARGEST_INVITATION), type=_Invitation)
        own = Certified(invitation.certificate.encode("ascii"), invitation.key.encode("ascii"))
        check(own)
        ssl.create_default_context(cadata=invitation.broker)
    except (OSError, ValueError, RecursionError, msgspec.DecodeError) as error:
        raise WrongInvitation(detail=type(error).__name__) from error
    membership = WorkerMembership(
        invitation.server, invitation.pin, invitation.broker_port, invitation.office, invitation.secret
    )
    worker_folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    for name, content in (
        *((KEY, own.key), (CERTIFICATE, own.certificate), (BROKER, invitation.broker.encode("ascii"))),
        (_MEMBERSHIP, msgspec.json.encode(membership)),
    ):
        write_atomically(worker_folder() / name, content)
    return membership


def worker_membership() -> WorkerMembership | None:
    """Return the office that this computer works for; None where it accepted no invitation."""
    try:
        return msgspec.json.decode((worker_folder() / _MEMBERSHIP).read_bytes(), type=WorkerMembership)
    except (OSError, ValueError, RecursionError):
        return None


WORKER_PATH, UNIT_PATH = "/v1/worker", "/v1/unit"


SECRET = "x-worker"  # The header with the worker's secret


PIECE = 4 * 2**20  # The bytes of a file that cross at once


LARGEST_ANSWER = 2 * 2**30  # The size limit of one file in bytes, as of an upload


class UnknownUnit(BriefBankError):
    """Raised when the server does not have the unit any more, or its file is not what it was."""


class WorkerRefused(BriefBankError):
    default_title = Message("The office does not let this computer work on its files any more.")
    default_remedy = Message(
        "Ask whoever looks after the server for a new invitation, and start the worker with it."
    )


class InvitationUsedTwice(WorkerRefused):
    default_title = Message("Another computer works for the office by the same invitation.")
    default_remedy = Message("Ask whoever looks after the server for an invitation of this computer’s own.")


class UnitProgress(msgspec.Struct, frozen=True, array_like=True):
    """How far a worker is with a unit that it has begun and not answered."""

    token: str
    stage: Stage = Stage.WAITING
    done: int = 0  # The pages
    total: int = 0


class Presence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a worker says of itself every few seconds."""

    run: str  # A random name of this run of the worker's program
    name: str  # The name of the computer, for people
    release: str  # BriefBank's release there: another one might read files differently
    places: int  # The number of units that it does at once
    works: bool  # It takes units now
    units: tuple[UnitProgress, ...] = ()
