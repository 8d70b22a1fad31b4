"""Answers the requests of clients: of an enrolled computer, and most of a person who is signed in at it.

Whatever comes in is bounded before it is read, checked against its type while it is decoded, and asked for by
a person whose role allows it, who is known before a body is read. Decoding and work are done in threads, so
that a slow search holds up nobody.
"""

from __future__ import annotations

import asyncio
import logging
import tempfile
import time
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from briefbank import __version__
from briefbank.audit.chain import fits
from briefbank.domain.maintenance import AuditEvent
from briefbank.domain.office import Action, OfficeRole, Person, acting_for
from briefbank.errors import NotAllowed
from briefbank.jobs import Reporter
from briefbank.office import performer, search_processes
from briefbank.office.accounts import Accounts
from briefbank.office.dispatcher import UnitRoutes
from briefbank.office.figures import Figures, ServerCluster
from briefbank.office.offline_register import OfflineGrants
from briefbank.office.performer import CROSSING, MOST_WAITING, Performer, ServerJobs
from briefbank.office.requests import (
    BAD_REQUEST,
    REFUSED,
    SMALL,
    HttpAnswer,
    RequestBodies,
    answer_of,
    number_in_path,
    received,
    refusal_for,
)
from briefbank.office.search_processes import SearchProcesses
from briefbank.office.uploads import Intake, Uploads
from briefbank.office.walls import Walls
from briefbank.office.wire import (
    CONTENT_TYPE,
    DEVICE,
    LARGEST_BODY,
    OPERATIONS,
    PROTOCOL,
    SESSION,
    UNEXPECTED,
    AddUpload,
    Enrolment,
    Greeting,
    Malformed,
    Operation,
    SignIn,
    StoredPdf,
    UploadBegun,
    decode,
    encode,
)
from briefbank.storage.lease import clear_left

if TYPE_CHECKING:
    from briefbank.office.dispatcher import Dispatcher
    from briefbank.office.library import OfficeLibrary


log = logging.getLogger(__name__)

LARGEST_FROM_ANYBODY = 8 * 1024
"""The size limit in bytes of a request that needs no session: a name and a password, or the code of an
invitation."""
SIGN_INS_AT_ONCE = 8

Handler = Callable[[Request], Awaitable[Response]]


class OfficeServer:
    """The answers of one server. Its handlers run in the event loop, what they call in threads."""

    def __init__(
        self,
        library: OfficeLibrary,
        accounts: Accounts,
        walls: Walls,
        grants: OfflineGrants,
        uploads: Path,
        searches: SearchProcesses | None = None,
        dispatcher: Dispatcher | None = None,
    ) -> None:
        """``uploads`` is a folder for files on their way, and for nothing else. Without ``searches`` this
        process answers everything. ``dispatcher`` hands work to a cluster."""
        self._library, self._accounts, self._walls = library, accounts, walls
        cluster = ServerCluster(library, dispatcher)
        self._performer = Performer(library, walls, grants=grants, cluster=cluster)
        self.searches = searches
        self._grants, self._dispatcher = grants, dispatcher
        self._jobs, self._intake, self._bodies = ServerJobs(), Intake(library), RequestBodies()
        self._uploads = Uploads(uploads, lambda: [file.path for file in library.ingest.waiting()])
        self.figures = Figures(
            library,
            self._jobs.number,
            accounts.signed_in,
            searches.pids if searches is not None else list,
            dispatcher.report if dispatcher is not None else lambda: None,
        )
        self._askers_for_news = CapacityLimiter(MOST_WAITING)
        """The threads in which clients wait for news, apart from those that answer at once."""
        self._signers_in = CapacityLimiter(SIGN_INS_AT_ONCE)
        """The threads in which persons sign in, who may have to wait for the office's directory."""

    def application(self) -> Starlette:
        """Return the application, for uvicorn or a test."""
        routes: dict[tuple[str, str], Handler] = {
            ("GET", "/v1/greeting"): self._greeting,
            ("POST", "/v1/enrolment"): self._enrol,
            ("POST", "/v1/session"): self._sign_in,
            ("GET", "/v1/session"): self._signed_in,
            ("DELETE", "/v1/session"): self._sign_out,
            ("POST", "/v1/call/{name}"): self._call,
            ("POST", "/v1/job/{name}"): self._start_job,
            ("GET", "/v1/job/{job}/{after}"): self._news,
            ("DELETE", "/v1/job/{job}"): self._cancel,
            ("GET", "/v1/pdf/{document}/stored"): self._stored_pdf,
            ("GET", "/v1/pdf/{document}"): self._pdf,
            ("POST", "/v1/upload"): self._begin_upload,
            ("PUT", "/v1/upload/{upload}/{offset}"): self._append,
            ("POST", "/v1/upload/{upload}/add"): self._add,
        }
        if self._dispatcher is not None:
            routes |= UnitRoutes(self._dispatcher, self._accounts, self._bodies).routes()
        return Starlette(
            routes=[
                Route(path, self._counted(_guarded(handler)), methods=[method])
                for (method, path), handler in routes.items()
            ]
        )

    def _counted(self, handler: Handler) -> Handler:
        """Return a handler whose answers are counted under the name of the operation, or of the address."""

        async def counting(request: Request) -> Response:
            began = time.monotonic()
            response = await handler(request)
            name = request.path_params.get("name", "")
            known = name if name in OPERATIONS else request.url.path.split("/")[2]
            self.figures.answered(known, response.status_code, time.monotonic() - began)
            return response

        return counting

    def start(self) -> None:
        """Begin to add what waits, with the documents of walls apart in the lexical index. Raises
        StoreError."""
        clear_left(Path(tempfile.gettempdir()), CROSSING)  # what was on its way when the server was killed
        self._library.records.library_id()  # which nobody from whom matters are kept could assign
        self._library.keep_apart(self._walls.groups)
        self._forget_removed(self._accounts.removed_persons())
        self._intake.start()
        if self.searches is not None:
            self.searches.start()

    def close(self) -> None:
        """End all work; the library is closed after it."""
        if self.searches is not None:
            self.searches.close()
        if self._dispatcher is not None:  # jobs wait for its computers, too
            self._dispatcher.close()
        self._jobs.close()
        self._intake.close()
        self._performer.close()
        self._walls.close()
        self._grants.close()
        self._accounts.close()

    async def _greeting(self, request: Request) -> Response:
        return _answer(Greeting(PROTOCOL, PROTOCOL, __version__, self._grants.office))

    async def _enrol(self, request: Request) -> Response:
        enrolment: Enrolment = await _decoded(request, Enrolment, LARGEST_FROM_ANYBODY)
        secret = await to_thread.run_sync(self._accounts.enrol, enrolment.code, enrolment.device)
        return _answer(secret)

    async def _sign_in(self, request: Request) -> Response:
        device = request.headers.get(DEVICE, "")
        name = await to_thread.run_sync(self._accounts.device_named, device)
        typed: SignIn = await _decoded(request, SignIn, LARGEST_FROM_ANYBODY)
        signed_in = await to_thread.run_sync(
            self._accounts.sign_in, device, typed.person, typed.password, limiter=self._signers_in
        )
        await to_thread.run_sync(self._forget_removed, [signed_in.person])
        person = Person(signed_in.person, signed_in.role, name)
        await to_thread.run_sync(self._note, person, AuditEvent.SIGNED_IN)
        return _answer(signed_in)

    def _forget_removed(self, names: Collection[str]) -> None:
        """Withdraw the own marks of those of these persons who were removed, so that nobody who gets the name
        of one of them has them. Raises StoreError."""
        for name in set(self._accounts.removed_persons()).intersection(names):
            with acting_for(Person(name, OfficeRole.READER)):
                self._library.feedback.forget(None)
            self._accounts.has_forgotten(name)

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
        with acting_for(person):
            if document_id is None:
                self._library.audit.note(act)
                return
            document = self._library.documents.some([document_id]).get(document_id)
            if document is not None and fits("matter", document.docket):
                self._library.audit.note(act, document=document_id, matter=document.docket)
            else:
                self._library.audit.note(act, document=document_id)

    async def _call(self, request: Request) -> Response:
        operation = _operation(request)
        person = await self._person(request, operation.action)
        with await self._bodies.room(request, person.name):
            untrusted = await received(request)
            if self.searches is not None and search_processes.is_answered(operation):
                answer = await asyncio.wrap_future(self.searches.ask(person, operation, untrusted))
                if answer is not None:
                    return _response(answer)

            def perform() -> bytes:
                arguments = decode(untrusted, operation.arguments)
                return self._performer.perform(person, operation, arguments)

            return _response(HttpAnswer(await to_thread.run_sync(perform)))

    async def _start_job(self, request: Request) -> Response:
        operation = _operation(request)
        person = await self._person(request, operation.action)
        with await self._bodies.room(request, person.name) as room:
            arguments = await _decoded(request, operation.arguments)
            started = self._jobs.start(
                person,
                lambda reporter: self._performer.perform(person, operation, arguments, reporter),
                room.pop_all().close,  # the arguments stay in memory until the job ends
            )
        return _answer(started)

    async def _news(self, request: Request) -> Response:
        person = await self._person(request, None)
        job, after = request.path_params["job"], number_in_path(request, "after")
        news = await to_thread.run_sync(self._jobs.news, person, job, after, limiter=self._askers_for_news)
        return _answer(news)

    async def _cancel(self, request: Request) -> Response:
        self._jobs.cancel(await self._person(request, None), request.path_params["job"])
        return _answer(None)

    async def _stored_pdf(self, request: Request) -> Response:
        person, path = await self._pdf_path(request)
        await to_thread.run_sync(self._note, person, AuditEvent.OPENED, number_in_path(request, "document"))
        status = path.stat()
        return _answer(StoredPdf(status.st_size, f"{status.st_mtime_ns:x}-{status.st_size:x}"))

    async def _pdf(self, request: Request) -> Response:
        _, path = await self._pdf_path(request)
        return FileResponse(path, media_type="application/octet-stream")

    async def _pdf_path(self, request: Request) -> tuple[Person, Path]:
        person = await self._person(request, Action.READ)
        document_id = number_in_path(request, "document")

        def path() -> Path:
            with self._performer.libraries.of(person) as seen:
                return seen.reader.readable_pdf_path(document_id)

        return person, await to_thread.run_sync(path)

    async def _begin_upload(self, request: Request) -> Response:
        person = await self._person(request, Action.CONTRIBUTE)
        begun: UploadBegun = await _decoded(request, UploadBegun, SMALL)
        return _answer(await to_thread.run_sync(self._uploads.begin, person, begun))

    async def _append(self, request: Request) -> Response:
        person = await self._person(request, Action.CONTRIBUTE)
        upload, offset = request.path_params["upload"], number_in_path(request, "offset")
        with await self._bodies.room(request, person.name):
            piece = await received(request)
            return _answer(await to_thread.run_sync(self._uploads.append, person, upload, offset, piece))

    async def _add(self, request: Request) -> Response:
        person, upload = await self._person(request, Action.CONTRIBUTE), request.path_params["upload"]
        how: AddUpload = await _decoded(request, AddUpload, SMALL)
        path = await to_thread.run_sync(self._uploads.take, person, upload)

        def work(reporter: Reporter) -> bytes:
            with self._performer.libraries.of(person) as seen:
                outcomes = self._intake.add(path, how, performer.DiscreetReporter(reporter, seen))
                for outcome in outcomes:
                    if outcome.document is not None:
                        self._note(person, AuditEvent.SENT, outcome.document.id)
                return encode([performer.visible_outcome(file_outcome, seen) for file_outcome in outcomes])

        def start() -> str:
            discard = partial(self._uploads.discard, person, upload)
            return self._jobs.start(person, work, discard, only_waits=True)

        return _answer(await to_thread.run_sync(start))


def _guarded(handler: Handler) -> Handler:
    """Return a handler whose errors are answers. No text, query or name is logged."""

    async def answering(request: Request) -> Response:
        try:
            return await handler(request)
        except (ClientDisconnect, TimeoutError):
            return _response(answer_of(BAD_REQUEST, 408))
        except REFUSED as error:
            return _response(refusal_for(error))
        except Exception:
            log.exception("a request failed: %s", request.scope.get("path", "").split("/")[2:3])
            return _response(answer_of(UNEXPECTED, 500))

    return answering


def _response(answer: HttpAnswer) -> Response:
    return Response(answer.body, answer.status, media_type=CONTENT_TYPE)


def _answer(value: object) -> Response:
    return _response(answer_of(value))


def _operation(request: Request) -> Operation:
    operation = OPERATIONS.get(request.path_params["name"])
    if operation is None:
        raise Malformed("operation")
    return operation


async def _decoded(request: Request, kind: Any, largest: int = LARGEST_BODY) -> Any:
    """Return the body of a request as a value of a type. Raises Malformed, and what ``received`` raises."""
    return await to_thread.run_sync(decode, await received(request, largest), kind)
