"""Speaks with the office server: calls, jobs, files to and fro."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from briefbank import errors
from briefbank.domain.ingest import FileOutcome, FileProgress
from briefbank.domain.office import Person
from briefbank.files import is_database, write_export
from briefbank.jobs import QuietReporter, Reporter
from briefbank.network.egress_client import EndedCertificate, Exchange, NoAnswer, TooLongAnswer
from briefbank.network.egress_client import WrongCertificate as OtherCertificate
from briefbank.office import wire
from briefbank.text.messages import Message

T = TypeVar("T")

CALL_S = 60.0  # The time within which a call is answered; what may take longer is a job
PIECE = 4 * 2**20  # The bytes of a file that cross at once
LOST_NEWS = 3  # The questions for a job's news in a row that may fail before the server counts as away


@dataclass
class Credentials:
    device: str = ""  # The secret of this computer
    session: str = ""  # The token of the person who is signed in


class Link:
    """The connection to one office server. Any thread. All methods raise ServerAway, OtherServer and
    CertificateEnded, and the errors that the server raises, as the same classes."""

    def __init__(self, exchange: Exchange, credentials: Credentials) -> None:
        self.exchange = exchange
        self.credentials = credentials
        self.forget_office: Callable[[], None] = lambda: None
        """Deletes what this computer has of the office; called when the server let it go."""

    def greet(self) -> wire.Greeting:
        """Return what the server says of itself. Raises OtherRelease."""
        untrusted = self.ask("GET", "/v1/greeting", b"")
        try:
            greeting: wire.Greeting = wire.decode(untrusted, wire.Greeting)
        except wire.Malformed as error:
            raise errors.OtherRelease from error
        if not greeting.oldest <= wire.PROTOCOL <= greeting.protocol:
            raise errors.OtherRelease
        return greeting

    def enrol(self, code: str, device: str) -> str:
        """Return the secret of this computer, for the code of an invitation. Raises NotEnrolled."""
        return self._posted("/v1/enrolment", wire.Enrolment(code, device), str)

    def sign_in(self, person: str, password: str) -> wire.SignedIn:
        """Sign a person in, who asks from now on. Raises NotEnrolled and SignInRefused."""
        signed_in = self._posted("/v1/session", wire.SignIn(person, password), wire.SignedIn)
        self.credentials.session = signed_in.token
        return signed_in

    def signed_in(self) -> Person:
        """Return who is signed in. Raises NotSignedIn."""
        return _decoded(self.ask("GET", "/v1/session", b""), Person)

    def change_password(self, old: str, new: str) -> None:
        """Change the password of the person who is signed in. Raises NotSignedIn, SignInRefused and
        AccountRefused."""
        self._posted("/v1/password", wire.NewPassword(old, new), type(None))

    def sign_out(self) -> None:
        self.ask("DELETE", "/v1/session", b"")
        self.credentials.session = ""

    def perform(self, operation: wire.Operation, named: Mapping[str, Any]) -> Any:
        arguments = {name: value for name, value in named.items() if name != operation.reporter}
        target = arguments.get(operation.path) if operation.path else None
        if operation.path:
            arguments[operation.path] = _crossing(target, writes=operation.writes)
        body = wire.encode(arguments)
        if operation.reporter:
            reporter = named.get(operation.reporter) or QuietReporter()
            untrusted = self._job(f"/v1/job/{operation.name}", body, reporter)
        else:
            untrusted = self.ask("POST", f"/v1/call/{operation.name}", body)
        result = _decoded(untrusted, operation.result)
        if operation.writes:
            result, content = result
            assert isinstance(target, Path)
            write_export(target, content)
        return result

    def _job(self, path: str, body: bytes, reporter: Reporter) -> bytes:
        """Run a job to its end, and hand its progress on. Raises Cancelled, after the server was told."""
        job = _decoded(self.ask("POST", path, body), str)
        after, lost = 0, 0
        while True:
            try:
                untrusted = self.ask("GET", f"/v1/job/{job}/{after}", b"", reporter.check)
            except errors.ServerAway:
                lost += 1
                if lost >= LOST_NEWS:
                    raise
                continue
            except errors.Cancelled:
                with suppress(errors.BriefBankError):  # a job that nobody asks for ends by itself
                    self.ask("DELETE", f"/v1/job/{job}", b"")
                raise
            news = _decoded(untrusted, wire.JobNews)
            after, lost = news.following, 0
            for event in news.events:
                if isinstance(event, wire.StageProgress):
                    reporter.progress(event.stage, event.done, event.total)
                else:
                    reporter.file(event.event)
            if news.fault is not None:
                raise wire.error_of(news.fault)
            if news.ended:
                return news.result

    def stored_pdf(self, document_id: int) -> wire.StoredPdf:
        """Return size and stamp of a document's PDF. Raises NotInLibrary."""
        return _decoded(self.ask("GET", f"/v1/pdf/{document_id}/stored", b""), wire.StoredPdf)

    def fetch_pdf(
        self, document_id: int, size: int, file: BinaryIO, check: Callable[[], None] = lambda: None
    ) -> None:
        """Append to a file what it lacks of a document's PDF of so many bytes. Raises FileAway where the
        office lacks it, and OSError."""
        while file.tell() < size:
            check()
            ranges = {"Range": f"bytes={file.tell()}-{file.tell() + PIECE - 1}"}
            piece = self.ask("GET", f"/v1/pdf/{document_id}", b"", headers=ranges)
            if not piece:
                raise errors.FileAway(detail="the PDF ended early")
            file.write(piece)

    def add(self, path: Path, how: wire.AddUpload, reporter: Reporter, name: str = "") -> list[FileOutcome]:
        """Send a file and have it added, under another ``name`` where one is given; return what became of it,
        with paths on this computer. What was sent of it before is not sent again. Raises FileRefused and
        Cancelled."""
        if is_database(path):
            raise errors.UnknownFormat(detail="database")
        try:
            with path.open("rb") as file:
                sha256 = hashlib.file_digest(file, "sha256").hexdigest()
                begun = wire.UploadBegun(name or path.name, path.stat().st_size, sha256)
                state = self._posted("/v1/upload", begun, wire.UploadState)
                while state.received < begun.size:
                    reporter.check()
                    received = state.received
                    file.seek(received)
                    where = f"/v1/upload/{state.upload}/{received}"
                    state = _decoded(self.ask("PUT", where, file.read(PIECE)), wire.UploadState)
                    if state.received <= received:  # the file became shorter
                        raise errors.NotReadable(detail="nothing was taken")
        except OSError as error:
            raise errors.NotReadable(detail=f"errno {error.errno}") from error

        def here(at_server: Path) -> Path:
            """Return the path on this computer; of a member of an archive below that. At the server the file
            lies in the folder of its upload, under a name that may be another."""
            parts = at_server.parts
            return path.joinpath(*(parts[parts.index(folder) + 2 :] if folder in parts else ()))

        def renamed(event: FileProgress) -> FileProgress:
            outcome = event.outcome and replace(event.outcome, path=here(event.outcome.path))
            return replace(event, path=here(event.path), outcome=outcome)

        folder = state.upload
        untrusted = self._job(
            f"/v1/upload/{folder}/add", wire.encode(how), wire.ChangedReporter(reporter, renamed)
        )
        outcomes = _decoded(untrusted, list[FileOutcome])
        return [replace(outcome, path=here(outcome.path)) for outcome in outcomes]

    def _posted(self, path: str, value: object, kind: type[T]) -> T:
        return _decoded(self.ask("POST", path, wire.encode(value)), kind)

    def ask(
        self,
        method: str,
        path: str,
        body: bytes,
        check: Callable[[], None] = lambda: None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Return the untrusted body of the answer. Raises TooLarge, for which the server, or what speaks with
        it, would end the connection."""
        if len(body) > wire.LARGEST_BODY:
            raise errors.TooLarge(detail="a request")
        shown = {wire.DEVICE: self.credentials.device, wire.SESSION: self.credentials.session}
        sent = {"Content-Type": wire.CONTENT_TYPE, **shown, **(headers or {})}
        try:
            status, untrusted = self.exchange(method, path, body, sent, CALL_S, check)
        except OtherCertificate as error:
            raise errors.OtherServer from error
        except EndedCertificate as error:
            raise errors.CertificateEnded from error
        except TooLongAnswer as error:
            raise errors.AnswerTooLong from error
        except NoAnswer as error:
            raise errors.ServerAway(detail=str(error)) from error
        if status not in (200, 206):
            refusal = wire.error_of(_decoded(untrusted, wire.WireError))
            if isinstance(refusal, errors.Revoked) and self.credentials.device:
                self.forget_office()
                raise errors.Revoked(
                    Message(
                        "This computer does not belong to the office’s library any more. What it had of the "
                        "office was deleted from it."
                    )
                )
            raise refusal
        return untrusted


def _crossing(value: object, *, writes: bool) -> object:
    """Return a path as it crosses. Raises NotReadable."""
    if writes:
        return str(getattr(value, "name", value))
    if not isinstance(value, Path):
        return wire.PastedText(str(value))
    if is_database(value):
        raise errors.UnknownFormat(detail="database")
    try:
        with value.open("rb") as file:
            return wire.FileContent(value.name, file.read(wire.LARGEST_BODY + 1))  # one byte more is refused
    except OSError as error:
        raise errors.NotReadable(detail=f"errno {error.errno}") from error


def _decoded(untrusted: bytes, kind: type[T]) -> T:
    """Return an answer of the server. Raises OtherRelease for one that this release does not know."""
    try:
        value: T = wire.decode(untrusted, kind)
    except wire.Malformed as error:
        raise errors.OtherRelease from error
    return value


def service(protocol: type, name: str, link: Link, own: object = None) -> Any:
    """Return a service of the office's library: what ``own`` has, else an operation of the server, else a
    refusal (NotFromHere)."""
    members: dict[str, Callable[..., Any]] = {}
    for method in vars(protocol):
        operation = wire.OPERATIONS.get(f"{name}.{method}")
        if not method.startswith("_") and not hasattr(own, method):
            members[method] = _asking(operation, link) if operation else _refusing
    base = type(own) if own is not None else object
    made: Any = object.__new__(type(f"Remote{protocol.__name__.removesuffix('Api')}", (base,), members))
    vars(made).update(vars(own) if own is not None else {})
    return made


def call(link: Link, name: str, *values: Any) -> Any:
    operation = wire.OPERATIONS[name]
    return link.perform(operation, operation.named(*values))


def _asking(operation: wire.Operation, link: Link) -> Callable[..., Any]:
    def asking(_self: object, *values: Any, **named: Any) -> Any:
        return link.perform(operation, operation.named(*values, **named))

    return asking


def _refusing(*_values: Any, **_named: Any) -> Any:
    raise errors.NotFromHere
