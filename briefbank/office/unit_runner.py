"""A computer that works on files for an office: its invitation, its link to the server, and units of work.

Units are done in the same sandbox in which an office server opens files itself.
"""

from __future__ import annotations

import json
import logging
import re
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from http import HTTPStatus
from pathlib import Path
from threading import Lock
from typing import Annotated, Any, Literal, assert_never

import msgspec
import numpy as np

from briefbank import files
from briefbank.domain.ingest import FileProgress, Stage
from briefbank.domain.office import ComputerState
from briefbank.domain.pages import RecognisedPage
from briefbank.embedding.encoders import Encoder, load_encoder
from briefbank.errors import (
    BriefBankError,
    Cancelled,
    FileRefused,
    NotReadable,
    OcrError,
    OutOfMemory,
    StoreError,
    TooLarge,
    WrongInvitation,
)
from briefbank.extraction.worker_pool import reading_processes
from briefbank.files import write_atomically
from briefbank.ingest.file_reading import read_file, read_in_child, read_recognised
from briefbank.ingest.progress import Progress
from briefbank.jobs import QuietReporter
from briefbank.network.address import BadAddress, parse_address
from briefbank.network.egress_client import EndedCertificate, Exchange, NoAnswer, WrongCertificate
from briefbank.ocr import engines, tesseract
from briefbank.office.certificates import Certified, check
from briefbank.office.units import (
    BadOutcome,
    EmbedTexts,
    ReadFile,
    ReadRecognised,
    RecognisePages,
    Unit,
    UnitFile,
    UnitOutcome,
    WorkOrder,
    pack,
    unpack_order,
)
from briefbank.paths import data_folder
from briefbank.storage.lease import clear_left, private_folder
from briefbank.text.messages import Message

log = logging.getLogger(__name__)

LARGEST = 65_536
BROKER, CERTIFICATE, KEY = "broker.pem", "certificate.pem", "key.pem"
"""The files with the certificate that the broker must show, and with the one that this worker shows."""
_MEMBERSHIP = "worker.json"


class WorkerMembership(msgspec.Struct, frozen=True):
    """The office that a worker belongs to, and how it is known there."""

    server: str
    """The office server: 'https://host:port'. The broker is on the same computer."""
    pin: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    """The SHA-256 of the server's certificate, in hexadecimal digits."""
    broker_port: Annotated[int, msgspec.Meta(gt=0, lt=65_536)]
    office: str
    """The name of the office, for people."""
    secret: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{16}\.[A-Za-z0-9_-]{20,100}$")]
    """The worker's own secret, which begins with its number and a dot."""

    @property
    def number(self) -> str:
        """Return the worker's number, its name at the broker."""
        return self.secret.partition(".")[0]

    @property
    def host(self) -> str:
        """Return the name or IP address of the office server's computer."""
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
    broker: str
    """The broker's certificate."""


def folder() -> Path:
    return data_folder() / "worker"


def write(membership: WorkerMembership, own: Certified, broker: bytes) -> bytes:
    """Return the content of an invitation. ``broker`` is the broker's certificate."""
    invitation = _Invitation(
        **msgspec.structs.asdict(membership),
        file="BriefBank worker invitation",
        certificate=own.certificate.decode("ascii"),
        key=own.key.decode("ascii"),
        broker=broker.decode("ascii"),
    )
    return msgspec.json.format(msgspec.json.encode(invitation), indent=2)


def accept(path: Path) -> WorkerMembership:
    """Accept an invitation: from now on this computer is a worker of that office. Raises WrongInvitation and
    StoreError."""
    try:
        with path.open("rb") as file:
            invitation = msgspec.json.decode(file.read(LARGEST), type=_Invitation)
        own = Certified(invitation.certificate.encode("ascii"), invitation.key.encode("ascii"))
        check(own)
        ssl.create_default_context(cadata=invitation.broker)
    except (OSError, ValueError, RecursionError, msgspec.DecodeError) as error:
        raise WrongInvitation(detail=type(error).__name__) from error
    membership = WorkerMembership(
        invitation.server, invitation.pin, invitation.broker_port, invitation.office, invitation.secret
    )
    folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    for name, content in (
        *((KEY, own.key), (CERTIFICATE, own.certificate), (BROKER, invitation.broker.encode("ascii"))),
        (_MEMBERSHIP, msgspec.json.encode(membership)),
    ):
        write_atomically(folder() / name, content)
    return membership


def accepted() -> WorkerMembership | None:
    """Return the office that this computer works for; None where it accepted no invitation."""
    try:
        return msgspec.json.decode((folder() / _MEMBERSHIP).read_bytes(), type=WorkerMembership)
    except (OSError, RecursionError, msgspec.DecodeError):
        return None


WORKER_PATH, UNIT_PATH = "/v1/worker", "/v1/unit"
SECRET = "x-worker"
"""The header with the worker's secret."""
PIECE = 4 * 2**20
"""The bytes of a file or an outcome that cross at once."""
AWAY_S = 90.0
"""The time for which a server may be away, as long as it takes to start again, before a unit is given up."""
_WITHIN_S, _REPORT_WITHIN_S = 60.0, 5.0
_AGAIN_S = 1.0
_TRANSIENT = (HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
KEPT = 2 * 2**30
"""The bytes of fetched files that are kept although no unit needs them now; the oldest go first."""
LARGEST_ANSWER = 2 * 2**30
"""The size limit of one file in bytes, as of an upload."""
_FOLDER = "briefbank-worker-"


class UnknownUnit(BriefBankError):
    """Raised when the server does not have the unit any more, or its file is not what it was."""


class WorkerRefused(BriefBankError):
    """Raised where the office server does not let this worker in."""

    default_title = Message("The office does not let this computer work on its files any more.")
    default_remedy = Message(
        "Ask whoever looks after the server for a new invitation, and start the worker with it."
    )


class InvitationUsedTwice(WorkerRefused):
    """Raised where another computer works by the same invitation."""

    default_title = Message("Another computer works for the office by the same invitation.")
    default_remedy = Message("Ask whoever looks after the server for an invitation of this computer’s own.")


class Presence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a worker says of itself every few seconds."""

    run: str
    """A random name of this run of the worker's program."""
    name: str
    """The name of the computer, for people."""
    release: str
    """BriefBank's release there: another one might read files differently."""
    places: int
    """The number of units that it does at once."""
    works: bool
    """It takes units now."""
    units: tuple[str, ...] = ()
    """The tokens of the units that it has begun and not answered."""


class ServerLink:
    """The connection of one worker. Any thread.

    All methods about units raise UnknownUnit, NoAnswer where the server stays away, and Cancelled after
    ``cancel``. Each request can be sent twice without harm.
    """

    def __init__(self, exchange: Exchange, secret: str, *, away_s: float = AWAY_S) -> None:
        self._exchange, self._away_s = exchange, away_s
        self._headers = {SECRET: secret, "Content-Type": "application/octet-stream"}
        self._cancelled = threading.Event()

    def cancel(self) -> None:
        self._cancelled.set()

    def present(self, presence: Presence) -> None:
        """Say that this worker is there. Raises WorkerRefused, InvitationUsedTwice and NoAnswer."""
        status, _ = self._exchange(
            "POST", WORKER_PATH, msgspec.json.encode(presence), self._headers, _REPORT_WITHIN_S
        )
        if status == HTTPStatus.UNAUTHORIZED:
            raise WorkerRefused
        if status == HTTPStatus.CONFLICT:
            raise InvitationUsedTwice
        if status != HTTPStatus.OK:
            raise NoAnswer(str(status))

    def order(self, token: str) -> WorkOrder:
        """Return the unit of a token. Raises BadOutcome too."""
        return unpack_order(self._ask("GET", f"{UNIT_PATH}/{token}"))

    def fetch(self, token: str, file: UnitFile, target: Path) -> None:
        """Write the file of a unit, whole and checked, to ``target``. Raises StoreError too."""
        part = target.with_suffix(".part")
        try:
            with part.open("wb") as written:
                while written.tell() < file.size:
                    first = written.tell()
                    last = min(file.size, first + PIECE) - 1
                    piece = self._ask(
                        "GET", f"{UNIT_PATH}/{token}/file", headers={"Range": f"bytes={first}-{last}"}
                    )
                    if not 0 < len(piece) <= last + 1 - first:
                        raise UnknownUnit(detail="the file ended early")
                    written.write(piece)
            if files.hash_file(part) != file.sha256:
                raise UnknownUnit(detail="another file")
            part.replace(target)
        except OSError as error:
            if isinstance(error, NoAnswer):
                raise
            raise files.store_error(error) from error

    def report(self, token: str, stage: Stage, done: int, total: int) -> None:
        """Report how far a unit is, or skip it where the server does not answer now: a file would count as
        slow while this waits. Raises UnknownUnit."""
        progress = {"stage": stage.value, "done": done, "total": total}
        with suppress(NoAnswer):
            path = f"{UNIT_PATH}/{token}/progress"
            self._ask_once("POST", path, json.dumps(progress).encode(), {}, _REPORT_WITHIN_S)

    def answer(self, token: str, outcome: UnitOutcome[Any]) -> None:
        """Send the outcome of a unit."""
        packed = pack(outcome)
        last = (len(packed) - 1) // PIECE * PIECE
        for first in range(0, last, PIECE):
            self._ask("PUT", f"{UNIT_PATH}/{token}/outcome/{first}", packed[first : first + PIECE])
        self._ask("POST", f"{UNIT_PATH}/{token}/outcome/{last}", packed[last:])

    def _ask(
        self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> bytes:
        """Return the server's answer; while the server is away, ask again."""
        ends = time.monotonic() + self._away_s
        while True:
            try:
                return self._ask_once(method, path, body, headers or {}, _WITHIN_S)
            except (WrongCertificate, EndedCertificate):  # waiting does not make it the server that was named
                raise
            except NoAnswer:
                if time.monotonic() > ends:
                    raise
            self._cancelled.wait(_AGAIN_S)

    def _ask_once(
        self, method: str, path: str, body: bytes, headers: Mapping[str, str], within_s: float
    ) -> bytes:
        if self._cancelled.is_set():
            raise Cancelled
        status, answer = self._exchange(method, path, body, self._headers | dict(headers), within_s)
        if status in (HTTPStatus.OK, HTTPStatus.PARTIAL_CONTENT):
            return answer
        if status in _TRANSIENT:
            raise NoAnswer("busy")
        raise UnknownUnit(detail=str(status))


@dataclass
class _InUse:
    """A file that units need now."""

    units: int = 0
    fetching: Lock = field(default_factory=Lock)


class FetchedFiles:
    """The fetched files in one folder, which is emptied at the start and the end. Any thread."""

    def __init__(self, folder: Path) -> None:
        """Raises StoreError."""
        self._folder, self._lock = folder, Lock()
        self._in_use: dict[str, _InUse] = {}
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise files.store_error(error) from error
        self.clear()

    def clear(self) -> None:
        for path in self._folder.iterdir():
            files.delete(path)

    @contextmanager
    def kept(self, file: UnitFile, fetch: Callable[[Path], None]) -> Iterator[Path]:
        """Return the path of a file for as long as a unit needs it; ``fetch`` writes it where it is missing.
        Raises TooLarge, and what ``fetch`` raises."""
        if not re.fullmatch(r"[0-9a-f]{64}", file.sha256) or not re.fullmatch(
            r"\.[a-z0-9]{1,8}", file.suffix
        ):
            raise TooLarge(detail="no name of a file")
        if not 0 < file.size <= LARGEST_ANSWER:
            raise TooLarge
        path = self._folder / f"{file.sha256}{file.suffix}"
        with self._lock:
            use = self._in_use.setdefault(path.name, _InUse())
            use.units += 1
        try:
            with use.fetching:
                if path.is_file():
                    path.touch()
                else:
                    fetch(path)
            yield path
        finally:
            with self._lock:
                use.units -= 1
                if not use.units:
                    del self._in_use[path.name]
                self._make_room()

    def _make_room(self) -> None:
        in_use = {Path(name).stem for name in self._in_use}
        unused = [path for path in self._folder.iterdir() if path.stem not in in_use]
        total = 0
        for path in sorted(unused, key=lambda path: path.stat().st_mtime, reverse=True):
            total += path.stat().st_size
            if total > KEPT:
                path.unlink(missing_ok=True)


@contextmanager
def own_folder(parent: Path) -> Iterator[Path]:
    """Create a folder in ``parent`` for files on their way, and delete it afterwards. Folders that killed
    workers left are deleted first, since documents lie there. Raises StoreError."""
    clear_left(parent, _FOLDER)
    with private_folder(parent, _FOLDER) as folder:
        yield folder


REPORT_S = 2.0
"""The time between two reports of how far a unit is."""


class UnitRunner:
    """Does the units of one office server. Any thread, several at once."""

    def __init__(self, link: ServerLink, folder: Path, at_once: int) -> None:
        """``folder`` is for files on their way, and for nothing else; ``at_once`` is the number of children
        that read, of those that recognise, and of threads that embed. Raises StoreError."""
        self._link, self._at_once = link, at_once
        self._files = FetchedFiles(folder / "files")
        self._work = folder / "work"
        self._work.mkdir(mode=0o700, exist_ok=True)
        self._processes = reading_processes(self._work, at_once)
        self._tesseract = engines.tesseract(self._work, at_once)
        self._loading = Lock()
        self._tokens: dict[str, None] = {}

    def close(self) -> None:
        """End all children, and delete the files."""
        self._processes.close()
        self._tesseract.close()
        self._files.clear()

    def tokens(self) -> tuple[str, ...]:
        """Return the tokens of the units that have begun here and are not answered."""
        return tuple(self._tokens)

    def do(self, token: str) -> None:
        """Do a unit, and send the server the outcome. Never raises."""
        self._tokens[token] = None
        try:
            self._link.answer(token, self._outcome(token, self._link.order(token)))
        except (UnknownUnit, Cancelled, BadOutcome) as error:
            log.info("a unit was given up: %s", type(error).__name__)
        except NoAnswer as error:
            log.warning("the server was not reached: %s", error)
        finally:
            del self._tokens[token]

    def _outcome(self, token: str, order: WorkOrder) -> UnitOutcome[Any]:
        try:
            return UnitOutcome(value=self._value(token, order))
        except (StoreError, OutOfMemory) as error:
            log.warning("no room for a unit: %s", error.detail)
            return UnitOutcome(unable=ComputerState.NO_ROOM)
        except (_OtherEngine, OcrError):
            return UnitOutcome(unable=ComputerState.OTHER_ENGINE)
        except _OtherModel:
            return UnitOutcome(unable=ComputerState.OTHER_MODEL)
        except NotReadable as error:  # the server's file was to be judged, not the copy here
            log.warning("a fetched file was lost: %s", error.detail)
            return UnitOutcome(unable=ComputerState.FAULT)
        except FileRefused as error:
            log.info("a file cannot be read: %s %s", type(error).__name__, error.detail)
            return UnitOutcome(refused=True)
        except (UnknownUnit, Cancelled, NoAnswer):
            raise
        except Exception:
            log.exception("fault while a unit was done")
            return UnitOutcome(unable=ComputerState.FAULT)

    def _value(self, token: str, order: WorkOrder) -> Any:
        unit, file = order.unit, order.file
        if isinstance(unit, EmbedTexts):
            return self._vectors(unit)
        if file is None:
            raise UnknownUnit(detail="no file")
        with self._files.kept(file, lambda path: self._link.fetch(token, file, path)) as path:
            return self._of_file(token, unit, path)

    def _of_file(self, token: str, unit: Unit, path: Path) -> Any:
        reporter = _UnitReporter(self._link, token)
        progress = Progress(path, reporter, reporter.check)
        match unit:
            case ReadFile(metadata, recognise, patience):
                progress.patience = patience
                return read_in_child(self._processes, path, progress, read_file, metadata, recognise)
            case ReadRecognised(metadata, recognised, patience):
                progress.patience = patience
                return read_in_child(self._processes, path, progress, read_recognised, metadata, recognised)
            case RecognisePages(orders, engine):
                if engine != self._engine:
                    raise _OtherEngine
                pages: list[RecognisedPage] = []

                def keep(page: RecognisedPage) -> None:
                    pages.append(page)
                    reporter.file(FileProgress(path, Stage.OCR, len(pages), len(orders)))

                self._tesseract.recognise(path, orders, self._work, on_page=keep, check=reporter.check)
                return tuple(sorted(pages, key=lambda page: page.index))
            case EmbedTexts():
                raise UnknownUnit(detail="texts are in no file")
            case _:
                assert_never(unit)

    def _vectors(self, unit: EmbedTexts) -> bytes:
        with self._loading:
            encoder = self._encoder
        if encoder is None or encoder.name != unit.encoder:
            raise _OtherModel
        return np.ascontiguousarray(encoder.encode_passages(unit.texts), "<f4").tobytes()

    @cached_property
    def _encoder(self) -> Encoder | None:
        """The model that comes with BriefBank; None where it cannot be loaded here."""
        try:
            return load_encoder(threads=self._at_once)
        except BriefBankError as error:
            log.warning("no model: %s", error.detail)
            return None

    @cached_property
    def _engine(self) -> str:
        return tesseract.fingerprint()


class _OtherEngine(Exception):
    """Raised where Tesseract, or its language data, differs from the server's."""


class _OtherModel(Exception):
    """Raised where the model differs from the server's."""


class _UnitReporter(QuietReporter):
    """Reports to the server how far a unit is, now and then."""

    def __init__(self, link: ServerLink, token: str) -> None:
        super().__init__()
        self._link, self._token = link, token
        self._lock = Lock()
        self._last, self._due = (Stage.WAITING, 0, 0), time.monotonic() + REPORT_S

    def file(self, event: FileProgress) -> None:
        self._last = event.stage, event.done, event.total

    def check(self) -> None:
        """Report where it is time. Raises UnknownUnit where nobody waits for the unit any more, and
        Cancelled."""
        with self._lock:
            if time.monotonic() < self._due:
                return
            self._due = time.monotonic() + REPORT_S
        self._link.report(self._token, *self._last)
