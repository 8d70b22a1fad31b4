"""The messages between desk and server beside operations: enrolment, sign-in, jobs, files, faults."""

from __future__ import annotations

from datetime import datetime

import msgspec

from briefbank import errors
from briefbank.domain.ingest import FileProgress
from briefbank.domain.rights import Role
from briefbank.errors import BriefBankError, QueryError

CONTENT_TYPE = "application/msgpack"
DEVICE, SESSION = "X-BriefBank-Device", "X-BriefBank-Session"
"""The headers with the secret of a computer and the token of a person who is signed in at it."""
LARGEST_BODY = 16 * 2**20
"""The size limit of a request in bytes; a draft with pictures is the largest that desks send at once."""


class Greeting(msgspec.Struct, frozen=True):
    """What the server says of itself to any desk."""

    protocol: int
    oldest: int
    """The oldest protocol that it answers."""
    release: str
    office: str
    """The name of the office, for people."""


class Enrolment(msgspec.Struct, frozen=True):
    """A computer's request to be enrolled."""

    code: str
    """The code of the invitation, good once."""
    device: str
    """The name of the computer, for the office's list."""


class Enrolled(msgspec.Struct, frozen=True):
    """The secret of a computer that is enrolled."""

    secret: str


class SignIn(msgspec.Struct, frozen=True):
    """A person's request to be signed in."""

    person: str
    password: str


class SignedIn(msgspec.Struct, frozen=True):
    """A session of a person at a computer."""

    token: str
    person: str
    role: Role
    until: datetime


class JobStarted(msgspec.Struct, frozen=True):
    """A job that the server began."""

    job: str


class StageProgress(msgspec.Struct, frozen=True, tag=True):
    """What a job told its Reporter of a stage."""

    stage: str
    done: int
    total: int


class FileNews(msgspec.Struct, frozen=True, tag=True):
    """What a job told its Reporter of a file."""

    event: FileProgress


class JobNews(msgspec.Struct, frozen=True):
    """What happened in a job since it was last asked."""

    events: tuple[StageProgress | FileNews, ...]
    following: int
    """The number of the next event."""
    ended: bool = False
    result: bytes = b""
    """The encoded result of the operation, where it ended well."""
    fault: Fault | None = None


class StoredPdf(msgspec.Struct, frozen=True):
    """A PDF that a desk may fetch."""

    size: int
    stamp: str
    """Differs whenever the bytes differ."""


class UploadBegun(msgspec.Struct, frozen=True):
    """A file that a desk begins to send, or goes on sending."""

    name: str
    """The last name of the file."""
    size: int
    sha256: str


class AddUpload(msgspec.Struct, frozen=True):
    """How a file that arrived is to be added."""

    password: str = ""
    """Opens a protected file; it is used once and not kept."""
    thorough: bool = False
    """True to read it with repair, longer limits and more careful recognition."""


class UploadState(msgspec.Struct, frozen=True):
    """How much of a file the server has."""

    upload: str
    received: int


class Fault(msgspec.Struct, frozen=True):
    """An error for a person, as ``briefbank.errors`` has it; the detail for the log stays where it arose."""

    kind: str
    title: str
    remedy: str
    position: int = -1
    """The character of a query that cannot be understood, or -1."""


def fault_of(error: BriefBankError) -> Fault:
    """Return an error for the other end."""
    position = error.position if isinstance(error, QueryError) else -1
    return Fault(type(error).__name__, error.title, error.remedy, position)


def error_of(fault: Fault) -> BriefBankError:
    """Return the error that the other end raised: of the same class, where that is one of ours."""
    kind = _classes(BriefBankError).get(fault.kind, BriefBankError)
    error = kind(fault.title, fault.remedy, detail="from the office server")
    if isinstance(error, QueryError):
        error.position = fault.position
    return error


def _classes(root: type[BriefBankError]) -> dict[str, type[BriefBankError]]:
    found = {root.__name__: root}
    for each in root.__subclasses__():
        found |= _classes(each)
    return found


UNEXPECTED = Fault(
    errors.BriefBankError.__name__,
    "The office server could not do this because of a mistake in it.",
    "Try again. If it happens again, tell whoever looks after the server when it was.",
)
