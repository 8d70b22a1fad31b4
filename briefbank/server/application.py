"""Answers the requests of desks: of an enrolled computer, and most of a person who is signed in at it.

Whatever comes in is bounded before it is read, checked against its type while it is decoded, and asked for by
a person whose role allows it. Work is done in threads, so that a slow search holds up nobody.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from briefbank import __version__
from briefbank.audit.asking import asked_by
from briefbank.audit.fields import fits
from briefbank.domain.audit_events import AuditEvent
from briefbank.domain.rights import Action, Person
from briefbank.errors import BriefBankError, NotInLibrary, TooLarge
from briefbank.jobs import Reporter
from briefbank.server import restricted
from briefbank.server.accounts import Accounts
from briefbank.server.intake import Intake
from briefbank.server.jobs import MOST_WAITING, Jobs
from briefbank.server.uploads import Uploads
from briefbank.server.visible_libraries import VisibleLibraries
from briefbank.server.walls import Walls
from briefbank.wire import PROTOCOL
from briefbank.wire.encoding import Malformed, decode, encode
from briefbank.wire.errors import NotAllowed, NotEnrolled, NotSignedIn
from briefbank.wire.messages import (
    CONTENT_TYPE,
    DEVICE,
    SESSION,
    UNEXPECTED,
    AddUpload,
    Enrolled,
    Enrolment,
    Fault,
    Greeting,
    JobStarted,
    SignIn,
    StoredPdf,
    UploadBegun,
    fault_of,
)
from briefbank.wire.operations import OPERATIONS, FileContent, Operation, PastedText

if TYPE_CHECKING:
    from briefbank.library import Library

log = logging.getLogger(__name__)

LARGEST_BODY = 16 * 2**20
"""The size limit of a request in bytes; a draft with pictures is the largest that desks send at once."""
BODY_WITHIN_S = 60.0
"""The time within which a request must have arrived."""
SIGN_INS_AT_ONCE = 8

_BAD_REQUEST = Fault(
    BriefBankError.__name__,
    "The office server did not understand what BriefBank asked.",
    "Ask whoever looks after your computers whether both are of the same release.",
)
ENTERED_BY = "entered_by"
"""The argument that names who enters a line."""
REVISION, WALLS = "revision", "walls"
"""The operation and the service that the server has in place of the library."""
Handler = Callable[[Request], Awaitable[Response]]


class OfficeServer:
    """The answers of one server. Its handlers run in the event loop, what they call in threads."""

    def __init__(
        self, library: Library, accounts: Accounts, walls: Walls, uploads: Path, office: str
    ) -> None:
        """``uploads`` is a folder for files on their way, and for nothing else; ``office`` a name for
        people."""
        self._library, self._accounts, self._walls = library, accounts, walls
        self._libraries = VisibleLibraries(library, walls)
        self._started = secrets.randbits(20)
        self._office = office
        waiting = [each.path for each in library.ingest.waiting()]
        self._jobs, self._uploads, self._intake = Jobs(), Uploads(uploads, waiting), Intake(library)
        self._askers_for_news = CapacityLimiter(MOST_WAITING)
        """The threads in which desks wait for news, apart from those that answer at once."""
        self._signers_in = CapacityLimiter(SIGN_INS_AT_ONCE)
        """The threads in which persons sign in, who may have to wait for the office's directory."""

    def application(self) -> Starlette:
        """Return the application, for uvicorn or a test."""
        routes: Mapping[tuple[str, str], Handler] = {
            ("GET", "/v1/greeting"): self._greeting,
            ("POST", "/v1/enrolment"): self._enrol,
            ("POST", "/v1/session"): self._sign_in,
            ("GET", "/v1/session"): self._signed_in,
            ("DELETE", "/v1/session"): self._sign_out,
            ("POST", "/v1/call/{name}"): self._call,
            ("POST", "/v1/job/{name}"): self._start_job,
            ("GET", "/v1/job/{job}/{after:int}"): self._news,
            ("DELETE", "/v1/job/{job}"): self._cancel,
            ("GET", "/v1/pdf/{document:int}/stored"): self._stored_pdf,
            ("GET", "/v1/pdf/{document:int}"): self._pdf,
            ("POST", "/v1/upload"): self._begin_upload,
            ("PUT", "/v1/upload/{upload}/{offset:int}"): self._append,
            ("POST", "/v1/upload/{upload}/add"): self._add,
        }
        return Starlette(
            routes=[
                Route(path, _guarded(handler), methods=[method]) for (method, path), handler in routes.items()
            ]
        )

    def start(self) -> None:
        """Begin to add what waits, with the documents of walls apart in the word index. Raises StoreError."""
        self._library.keep_apart(self._walls.groups)
        self._intake.start()

    def close(self) -> None:
        """End all work; the library is closed after it."""
        self._jobs.close()
        self._intake.close()
        self._libraries.close()
        self._walls.close()
        self._accounts.close()

    # --- who asks --------------------------------------------------------------------------------

    async def _greeting(self, request: Request) -> Response:
        return _answer(Greeting(PROTOCOL, PROTOCOL, __version__, self._office))

    async def _enrol(self, request: Request) -> Response:
        asked: Enrolment = decode(await _body(request), Enrolment)
        secret = await to_thread.run_sync(self._accounts.enrol, asked.code, asked.device)
        return _answer(Enrolled(secret))

    async def _sign_in(self, request: Request) -> Response:
        asked: SignIn = decode(await _body(request), SignIn)
        device = request.headers.get(DEVICE, "")
        signed_in = await to_thread.run_sync(
            self._accounts.sign_in, device, asked.person, asked.password, limiter=self._signers_in
        )
        name = await to_thread.run_sync(self._accounts.device_named, device)
        person = Person(signed_in.person, signed_in.role, name)
        await to_thread.run_sync(self._note, person, AuditEvent.SIGNED_IN)
        return _answer(signed_in)

    async def _signed_in(self, request: Request) -> Response:
        return _answer(await self._person(request, None))

    async def _sign_out(self, request: Request) -> Response:
        await to_thread.run_sync(self._accounts.sign_out, request.headers.get(SESSION, ""))
        return _answer(None)

    async def _person(self, request: Request, action: Action | None) -> Person:
        """Return who asks, for an action that the role includes, if any. Raises NotEnrolled, NotSignedIn and
        NotAllowed."""
        secret, token = request.headers.get(DEVICE, ""), request.headers.get(SESSION, "")
        person = await to_thread.run_sync(self._accounts.asking, secret, token)
        if action is not None and not person.may(action):
            await to_thread.run_sync(self._note, person, AuditEvent.DENIED)
            raise NotAllowed(detail=action)
        return person

    def _note(self, person: Person, act: AuditEvent, document_id: int | None = None) -> None:
        """Write down what a person did; never the words of a search."""
        with asked_by(person):
            if document_id is None:
                self._library.audit.note(act)
                return
            document = self._library.documents.some([document_id]).get(document_id)
            if document is not None and fits("matter", document.docket):
                self._library.audit.note(act, document=document_id, matter=document.docket)
            else:
                self._library.audit.note(act, document=document_id)

    # --- operations ------------------------------------------------------------------------------

    async def _call(self, request: Request) -> Response:
        operation = _operation(request)
        person = await self._person(request, operation.action)
        arguments = decode(await _body(request), operation.arguments)
        result = await to_thread.run_sync(self._performed, person, operation, arguments, None)
        return Response(result, media_type=CONTENT_TYPE)

    async def _start_job(self, request: Request) -> Response:
        operation = _operation(request)
        person = await self._person(request, operation.action)
        arguments = decode(await _body(request), operation.arguments)
        started = self._jobs.start(
            person, lambda reporter: self._performed(person, operation, arguments, reporter)
        )
        return _answer(JobStarted(started))

    def _performed(
        self, person: Person, operation: Operation, arguments: Any, reporter: Reporter | None
    ) -> bytes:
        """Call the library for a person, and return the result as it crosses. Raises BriefBankError."""
        with asked_by(person), self._libraries.of(person) as seen:
            return self._called(person, operation, arguments, reporter, seen)

    def _called(
        self,
        person: Person,
        operation: Operation,
        arguments: Any,
        reporter: Reporter | None,
        seen: Library,
    ) -> bytes:
        """Call the library that a person sees, or, for a change, the whole one as far as they see it. Who
        enters something is who asks, whatever the desk says."""
        named = {name: getattr(arguments, name) for name in arguments.__struct_fields__}
        if ENTERED_BY in named:
            named[ENTERED_BY] = person.name
        if operation.reporter and reporter is not None:
            named[operation.reporter] = reporter
        if operation.name == REVISION:
            return encode(self._revision(seen))

        def call(given: Mapping[str, Any]) -> Any:
            return operation.called(self._service(operation, seen), given)

        def result() -> Any:
            if seen is self._library:
                return call(named)
            return restricted.perform(operation, named, seen, call)

        if operation.name == "documents.remove":
            self._walls.pin(named["document_id"])
        if not operation.path:
            return encode(result())
        with tempfile.TemporaryDirectory(prefix="briefbank-") as folder:
            crossing = named[operation.path]
            path = Path(folder) / f"file{_suffix(crossing)}"
            if isinstance(crossing, FileContent):
                path.write_bytes(crossing.content)
            named[operation.path] = crossing.text if isinstance(crossing, PastedText) else path
            found = result()
            return encode((found, path.read_bytes()) if operation.writes else found)

    def _service(self, operation: Operation, seen: Library) -> object:
        if operation.service == WALLS:
            return self._walls
        library = seen if operation.reads else self._library
        return getattr(library, operation.service) if operation.service else library

    def _revision(self, seen: Library) -> int:
        """Return a number that differs after each change of the catalogue and of the walls, and after each
        start of the server, whose library counts anew."""
        return self._started << 42 ^ self._walls.version() << 21 ^ seen.revision()

    async def _news(self, request: Request) -> Response:
        person = await self._person(request, None)
        job, after = request.path_params["job"], request.path_params["after"]
        news = await to_thread.run_sync(self._jobs.news, person, job, after, limiter=self._askers_for_news)
        return _answer(news)

    async def _cancel(self, request: Request) -> Response:
        self._jobs.cancel(await self._person(request, None), request.path_params["job"])
        return _answer(None)

    # --- files -----------------------------------------------------------------------------------

    async def _stored_pdf(self, request: Request) -> Response:
        person, path = await self._pdf_path(request)
        await to_thread.run_sync(self._note, person, AuditEvent.OPENED, request.path_params["document"])
        status = path.stat()
        return _answer(StoredPdf(status.st_size, f"{status.st_mtime_ns:x}-{status.st_size:x}"))

    async def _pdf(self, request: Request) -> Response:
        _, path = await self._pdf_path(request)
        return FileResponse(path, media_type="application/octet-stream")

    async def _pdf_path(self, request: Request) -> tuple[Person, Path]:
        person = await self._person(request, Action.READ)
        document_id = request.path_params["document"]

        def path() -> Path:
            with self._libraries.of(person) as seen:
                return seen.reader.readable_pdf_path(document_id)

        return person, await to_thread.run_sync(path)

    async def _begin_upload(self, request: Request) -> Response:
        person = await self._person(request, Action.CONTRIBUTE)
        begun: UploadBegun = decode(await _body(request), UploadBegun)
        return _answer(await to_thread.run_sync(self._uploads.begin, person, begun))

    async def _append(self, request: Request) -> Response:
        person = await self._person(request, Action.CONTRIBUTE)
        upload, offset = request.path_params["upload"], request.path_params["offset"]
        piece = await _body(request)
        return _answer(await to_thread.run_sync(self._uploads.append, person, upload, offset, piece))

    async def _add(self, request: Request) -> Response:
        person, upload = await self._person(request, Action.CONTRIBUTE), request.path_params["upload"]
        how: AddUpload = decode(await _body(request), AddUpload)
        path = await to_thread.run_sync(self._uploads.take, person, upload)

        def work(reporter: Reporter) -> bytes:
            try:
                with self._libraries.of(person) as seen:
                    outcomes = self._intake.add(path, how, restricted.DiscreetReporter(reporter, seen))
                    for outcome in outcomes:
                        if outcome.document is not None:
                            self._note(person, AuditEvent.SENT, outcome.document.id)
                    return encode([restricted.told(each, seen) for each in outcomes])
            finally:
                self._uploads.discard(person, upload)

        return _answer(JobStarted(self._jobs.start(person, work)))


def _guarded(handler: Handler) -> Handler:
    """Return a handler whose errors are answers. No text, query or name is logged."""

    async def answering(request: Request) -> Response:
        try:
            return await handler(request)
        except (Malformed, UnicodeError, KeyError):
            return _answer(_BAD_REQUEST, 400)
        except BriefBankError as error:
            return _answer(fault_of(error), _STATUS.get(type(error), 409))
        except (ClientDisconnect, TimeoutError):
            return _answer(_BAD_REQUEST, 408)
        except Exception:
            log.exception("a request failed: %s", request.scope.get("path", "").split("/")[2:3])
            return _answer(UNEXPECTED, 500)

    return answering


_STATUS: Mapping[type[BriefBankError], int] = {
    NotEnrolled: 401,
    NotSignedIn: 401,
    NotAllowed: 403,
    NotInLibrary: 404,
    TooLarge: 413,
}


def _answer(value: object, status: int = 200) -> Response:
    return Response(encode(value), status, media_type=CONTENT_TYPE)


def _operation(request: Request) -> Operation:
    """Return the operation that a path names. Raises KeyError."""
    return OPERATIONS[request.path_params["name"]]


async def _body(request: Request) -> bytes:
    """Return the body of a request. Raises TooLarge, TimeoutError and ClientDisconnect."""
    body = bytearray()
    async with asyncio.timeout(BODY_WITHIN_S):
        async for chunk in request.stream():
            body += chunk
            if len(body) > LARGEST_BODY:
                raise TooLarge(detail="a request")
    return bytes(body)


def _suffix(crossing: FileContent | PastedText | str) -> str:
    """Return the suffix of a file's name, as far as one can be trusted with it."""
    name = (
        crossing.name if isinstance(crossing, FileContent) else crossing if isinstance(crossing, str) else ""
    )
    suffix = Path(name).suffix.lower()
    return suffix if suffix[1:].isalnum() and len(suffix) <= 8 else ""
