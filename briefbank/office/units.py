"""What crosses between the office server and its workers: invitations, units and outcomes.

A unit is the recognition of a few pages, takes seconds and can be done twice without harm. Units and outcomes
are MessagePack, compressed by zlib, and decoded against their types, so that they carry values and never
code.
"""

from __future__ import annotations

import ssl
import zlib
from pathlib import Path
from threading import Lock
from typing import Annotated, Literal, TypeVar

import msgspec

from briefbank.domain.office import ComputerState
from briefbank.domain.pages import PageOrder, RecognisedPage
from briefbank.errors import BriefBankError, Crashed, WrongInvitation
from briefbank.files import write_atomically
from briefbank.ingest.file_reading import require_sound_page
from briefbank.network.address import BadAddress, parse_address
from briefbank.office.certificates import Certified, check
from briefbank.paths import data_folder
from briefbank.sandbox.messages import decode_other, encode_other
from briefbank.text.messages import Message

T = TypeVar("T")

PAGES_OF_UNIT = 8  # The pages that are recognised in one unit: half a minute of one processor
LARGEST_FILE = 2 * 2**30  # The size limit of one file in bytes, as of an upload
LARGEST_UNIT = 8 * 2**20  # The size limit of a unit or an outcome in bytes, packed and unpacked
WORKER_PATH, UNIT_PATH = "/v1/worker", "/v1/unit"
SECRET = "x-worker"  # The header with the worker's secret
PIECE = 4 * 2**20  # The bytes of a file that cross at once

UNABLE = frozenset(ComputerState) - {ComputerState.WORKS, ComputerState.RESTS}
"""The states in which a computer cannot do a task that another one can."""


class BadOutcome(Exception):
    """Raised for bytes that are no unit, or no outcome of the expected kind. Its text names no value."""


class Unit(msgspec.Struct, frozen=True):
    """The recognition of some pages of a PDF by Tesseract."""

    sha256: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    size: Annotated[int, msgspec.Meta(gt=0, le=LARGEST_FILE)]
    orders: tuple[PageOrder, ...]
    engine: str  # Tesseract and its language data, as the server has them (``tesseract.fingerprint``)


class Outcome(msgspec.Struct, frozen=True):
    """The outcome of a unit: the pages, or why there are none."""

    pages: tuple[RecognisedPage, ...] = ()
    unable: ComputerState | None = None  # One of UNABLE; None beside pages


def pack(value: Unit | Outcome) -> bytes:
    return zlib.compress(_ENCODER.encode(value), 1)


def unpack_unit(packed: bytes) -> Unit:
    return _decoded(_UNIT, packed)


def unpack_outcome(packed: bytes) -> Outcome:
    """Decode and check an outcome. Raises BadOutcome.

    One outcome is unpacked at a time, and what is not sound is gone before the next one.
    """
    with _UNPACKING:
        outcome = _decoded(_OUTCOME, packed)
        if bool(outcome.pages) == (outcome.unable is not None) or outcome.unable not in {None, *UNABLE}:
            raise BadOutcome("nothing, or too much")
        try:
            for page in outcome.pages:
                require_sound_page(page)
        except Crashed as error:
            raise BadOutcome(error.detail) from error
    return outcome


def _decoded(decoder: msgspec.msgpack.Decoder[T], packed: bytes) -> T:
    decompressor = zlib.decompressobj()
    try:
        unpacked = decompressor.decompress(packed, LARGEST_UNIT)
        if not decompressor.eof:
            raise BadOutcome("cut off or too large")
        return decoder.decode(unpacked)
    except (zlib.error, msgspec.DecodeError, RecursionError, OverflowError, ValueError) as error:
        raise BadOutcome(type(error).__name__) from error


_ENCODER = msgspec.msgpack.Encoder(enc_hook=encode_other)
_UNIT = msgspec.msgpack.Decoder(Unit, dec_hook=decode_other)
_OUTCOME = msgspec.msgpack.Decoder(Outcome, dec_hook=decode_other)
_UNPACKING = Lock()

_LARGEST_INVITATION = 65_536
_MEMBERSHIP = "worker.json"


class WorkerMembership(msgspec.Struct, frozen=True, kw_only=True):
    """The office that a worker belongs to, and how it is known there: what its invitation says, which it
    keeps. Certificates and keys are in PEM."""

    file: Literal["BriefBank worker invitation"]
    server: str  # The office server: 'https://host:port'. The broker is on the same computer.
    pin: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    """The SHA-256 of the server's certificate, in hexadecimal digits."""
    broker_port: Annotated[int, msgspec.Meta(gt=0, lt=65_536)]
    office: str  # The name of the office, for people
    secret: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{16}\.[A-Za-z0-9_-]{20,100}$")]
    """The worker's own secret, which begins with its number and a dot."""
    certificate: str
    key: str
    broker: str  # The certificate that the broker must show

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


def worker_folder() -> Path:
    return data_folder() / "worker"


def write_invitation(membership: WorkerMembership) -> bytes:
    return msgspec.json.format(msgspec.json.encode(membership), indent=2)


def accept_invitation(path: Path) -> WorkerMembership:
    """Accept an invitation: from now on this computer is a worker of that office. Raises WrongInvitation and
    StoreError."""
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST_INVITATION)
        membership = msgspec.json.decode(content, type=WorkerMembership)
        check(Certified(membership.certificate.encode("ascii"), membership.key.encode("ascii")))
        ssl.create_default_context(cadata=membership.broker)
    except (OSError, ValueError, RecursionError, msgspec.DecodeError) as error:
        raise WrongInvitation(detail=type(error).__name__) from error
    worker_folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    write_atomically(worker_folder() / _MEMBERSHIP, content)
    return membership


def worker_membership() -> WorkerMembership | None:
    """Return the office that this computer works for; None where it accepted no invitation."""
    try:
        return msgspec.json.decode((worker_folder() / _MEMBERSHIP).read_bytes(), type=WorkerMembership)
    except (OSError, ValueError, RecursionError):
        return None


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


class Presence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    run: str  # A random name of this run of the worker's program
    name: str  # The name of the computer, for people
    release: str  # BriefBank's release there: another one might read files differently
    places: int  # The number of units that it does at once
    works: bool  # It takes units now
    units: tuple[str, ...] = ()  # The tokens of the units that it has begun and not answered
