"""Answers the requests of clients and of workers.

A client is an enrolled computer, with most requests of a person who is signed in at it. Whatever comes in is
bounded before it is read, checked against its type while it is decoded, and asked for by a person whose role
allows it, who is known before a body is read. A large body, a search, a sign-in and any work wait for room:
there is some for each sender, so that one of them cannot keep the others out, and some for all together. What
is sent meanwhile stays with the sender, but for the first 64 KiB, which uvicorn reads of any connection.
Decoding and work are done in threads, so that a slow search holds up nobody.
"""

from __future__ import annotations

import asyncio
import logging
import math
import re
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from briefbank import __version__
from briefbank.audit.chain import fits
from briefbank.domain.maintenance import AuditEvent
from briefbank.domain.office import Action, OfficeRole, Person, acting_for
from briefbank.errors import NotAllowed, SignInLocked, SignInRefused, TooLarge
from briefbank.jobs import Reporter
from briefbank.office import performer, search_processes, units, wire
from briefbank.office.accounts import STILL_LOCKED, UNKNOWN, Accounts, compared_name
from briefbank.office.figures import Figures, ServerCluster
from briefbank.office.offline_feed import OfflineGrants
from briefbank.office.performer import CROSSING, MOST_WAITING, Performer, ServerJobs
from briefbank.office.search_processes import SearchProcesses
from briefbank.office.uploads import Intake, Uploads
from briefbank.office.walls import Walls
from briefbank.storage.lease import clear_left

if TYPE_CHECKING:
    from briefbank.office.dispatcher import Dispatcher
    from briefbank.office.library import OfficeLibrary

log = logging.getLogger(__name__)
Handler = Callable[[Request], Awaitable[Response]]
T = TypeVar("T")

SMALL = 64 * 1024
"""The bytes of a body that needs no room: as many are in memory at once as there are connections."""
MOST = 128 * 2**20  # The bytes of larger bodies that are in memory at once
MOST_OF_ONE = 2 * wire.LARGEST_BODY  # The bytes of one sender among them
ROOM_WITHIN_S = 30.0
"""The time for which a request waits for room: half of that for which a client waits for its answer."""
SEARCHES, SEARCHES_OF_ONE = 400, 2  # What search processes may have to do, and for one person at one computer
CALLS, CALLS_OF_ONE = 24, 4  # The threads, of anyio's forty, that do what is not searched, and those of one
SIGN_INS, SIGN_INS_OF_ONE = 8, 2  # The sign-ins at once, and those at one computer; one for each name
NOTED_AGAIN_S = 3600.0  # The time for which the same act of the same person is not noted again
MOST_NOTED = 10_000  # The acts that are remembered for that
ANSWERS, ANSWERS_OF_ONE = 400, 8  # The answers under way to all clients, and to one, that may be large
SENT_WITHIN_S = 30.0  # The time within which a client must take the next piece of an answer
NEWS_OF_ONE = 16  # The questions for news of jobs that one person may have, who may have as many jobs
BODY_WITHIN_S = 60.0  # The time within which a body must have arrived

MOST_QUEUED = 64  # The requests of one sender that wait for room; more are refused at once
LARGEST_REPORT = 64 * 1024  # The bytes of what a worker reports of itself and its units
WORKERS_AT_ONCE = 32  # The threads that answer workers, apart from those of clients
LARGEST_FROM_ANYBODY = 8 * 1024  # The size limit in bytes of a request to sign in or to enrol


@dataclass(eq=False)
class _Waiting:
    sender: str
    size: int
    loop: asyncio.AbstractEventLoop
    turn: asyncio.Event


class Room:
    """Something of which there is only so much, and of which no sender has more than their share: the memory
    for bodies, the threads. Who comes first has it first. Any thread."""

    def __init__(self, most: int, most_of_one: int, within_s: float = ROOM_WITHIN_S) -> None:
        """``most_of_one`` is at least what one request may take."""
        self._most, self._most_of_one, self._within_s = most, most_of_one, within_s
        self._lock = threading.Lock()
        self._taken: Counter[str] = Counter()
        """What each sender has."""
        self._waiting: list[_Waiting] = []

    async def taken(self, sender: str, size: int = 1) -> ExitStack:
        """Wait until there is room, and return what gives it back when it is closed. Raises TooBusy."""
        waiting = _Waiting(sender, size, asyncio.get_running_loop(), asyncio.Event())
        with self._lock:
            if sum(other.sender == sender for other in self._waiting) >= MOST_QUEUED:
                raise wire.TooBusy(detail="too many requests")
            self._waiting.append(waiting)
            self._let_in()
        room = ExitStack()
        room.callback(self._leave, waiting)
        try:
            async with asyncio.timeout(self._within_s):
                await waiting.turn.wait()
        except BaseException as error:
            room.close()
            if isinstance(error, TimeoutError):
                raise wire.TooBusy(detail="room") from error
            raise
        return room

    async def for_body(self, request: Request, sender: str, largest: int = wire.LARGEST_BODY) -> ExitStack:
        """Wait until there is room for the body of a request. It is given back once nothing holds the body
        any more. Raises TooLarge and TooBusy."""
        announced = request.headers.get("content-length", "")
        size = int(announced) if announced.isdecimal() else largest
        if size > largest:
            raise TooLarge(detail="a request")
        return await self.taken(sender, size) if size > SMALL else ExitStack()

    def _let_in(self) -> None:
        """Give room to those whose turn it is. Nobody goes before a larger one for whom there is no room yet,
        unless that one has to wait for its own sender."""
        for waiting in tuple(self._waiting):
            if self._taken.total() + waiting.size > self._most:
                return
            if self._taken[waiting.sender] + waiting.size <= self._most_of_one:
                self._waiting.remove(waiting)
                self._taken[waiting.sender] += waiting.size
                waiting.loop.call_soon_threadsafe(waiting.turn.set)

    def _leave(self, waiting: _Waiting) -> None:
        with self._lock:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            else:
                self._taken[waiting.sender] -= waiting.size
                self._taken += Counter()  # forgets the senders of nothing
            self._let_in()


async def received(request: Request, largest: int = wire.LARGEST_BODY) -> bytes:
    """Return the body of a request. Raises TooLarge, TimeoutError and ClientDisconnect."""
    body = bytearray()
    async with asyncio.timeout(BODY_WITHIN_S):
        async for chunk in request.stream():
            body += chunk
            if len(body) > largest:
                raise TooLarge(detail="a request")
    return bytes(body)


def number_in_path(request: Request, name: str) -> int:
    """Return a number in a path. Raises Malformed for one that no database takes."""
    untrusted = request.path_params[name]
    if not re.fullmatch("[0-9]{1,18}", untrusted):
        raise wire.Malformed("number")
    return int(untrusted)


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
        """``uploads`` is for files on their way; without ``searches`` this process answers everything."""
        self._library, self._accounts, self._walls = library, accounts, walls
        cluster = ServerCluster(library, dispatcher)
        self._performer = Performer(library, walls, grants=grants, cluster=cluster)
        self.searches = searches
        self.grants, self._dispatcher = grants, dispatcher
        self.jobs, self._intake, self._bodies = ServerJobs(), Intake(library), Room(MOST, MOST_OF_ONE)
        self.uploads = Uploads(uploads, lambda: [file.path for file in library.ingest.waiting()])
        self.figures = Figures(library, self.jobs.number, accounts.signed_in)
        self._askers_for_news = CapacityLimiter(MOST_WAITING)
        """The threads in which clients wait for news, apart from those that answer at once."""
        self._news_room = Room(MOST_WAITING, NEWS_OF_ONE)
        self._signers_in = CapacityLimiter(SIGN_INS)
        """The threads in which persons sign in, who may have to wait for the office's directory."""
        self._computers, self._names = Room(SIGN_INS, SIGN_INS_OF_ONE), Room(SIGN_INS, 1)
        self._noted = dict[tuple[object, ...], float]()
        """When what may repeat was noted last, by person, computer, act and document, the oldest first."""
        self._answering = Room(ANSWERS, ANSWERS_OF_ONE)
        self._searching, self._working = Room(SEARCHES, SEARCHES_OF_ONE), Room(CALLS, CALLS_OF_ONE)

    def application(self) -> Starlette:
        routes: dict[tuple[str, str], Handler] = {
            ("GET", "/v1/greeting"): self._greeting,
            ("POST", "/v1/enrolment"): self._enrol,
            ("POST", "/v1/session"): self._sign_in,
            ("GET", "/v1/session"): self._signed_in,
            ("DELETE", "/v1/session"): self._sign_out,
            ("POST", "/v1/password"): self._change_password,
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
        """Return a handler whose answers are counted under the name of the operation, or of the address, and
        sent in pieces."""

        async def counting(request: Request) -> Response:
            began, request.state.room = time.monotonic(), ExitStack()
            try:
                response = _InPieces(await handler(request), request.state.room)
            except BaseException:
                request.state.room.close()
                raise
            name = request.path_params.get("name", "")
            known = name if name in wire.OPERATIONS else request.url.path.split("/")[2]
            self.figures.answered(known, response.status_code, time.monotonic() - began)
            return response

        return counting

    def start(self) -> None:
        """Begin to add what waits, with documents of walls apart in the lexical index. Raises StoreError."""
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
        self.jobs.close()
        self._intake.close()
        self._performer.close()
        self._walls.close()
        self.grants.close()
        self._accounts.close()

    async def _greeting(self, request: Request) -> Response:
        return _answer(wire.Greeting(wire.PROTOCOL, wire.PROTOCOL, __version__, self.grants.office))

    async def _enrol(self, request: Request) -> Response:
        enrolment: wire.Enrolment = await _decoded(request, wire.Enrolment, LARGEST_FROM_ANYBODY)
        with await self._computers.taken(request.client.host if request.client else ""):
            secret = await to_thread.run_sync(self._accounts.enrol, enrolment.code, enrolment.device)
        return _answer(secret)

    async def _sign_in(self, request: Request) -> Response:
        device = request.headers.get(wire.DEVICE, "")
        name = await to_thread.run_sync(self._accounts.device_named, device)
        typed: wire.SignIn = await _decoded(request, wire.SignIn, LARGEST_FROM_ANYBODY)
        try:
            sign_in = partial(self._accounts.sign_in, device, typed.person, typed.password)
            signed_in = await self._checked(name, typed.person, sign_in)
        except SignInRefused as error:
            known = await to_thread.run_sync(self._accounts.known_name, typed.person)
            await self._note_refusal(Person(known, OfficeRole.READER, name), error)
            raise
        await to_thread.run_sync(self._forget_removed, [signed_in.person])
        person = Person(signed_in.person, signed_in.role, name)
        await to_thread.run_sync(self._note_once, person, AuditEvent.SIGNED_IN)
        return _answer(signed_in)

    async def _checked(self, computer: str, name: str, check: Callable[[], T]) -> T:
        """Have a password looked at: of each computer and of each name few at once, so that nobody's guesses
        keep others waiting."""
        with await self._computers.taken(computer), await self._names.taken(compared_name(name)):
            return await to_thread.run_sync(check, limiter=self._signers_in)

    async def _note_refusal(self, person: Person, error: SignInRefused) -> None:
        """Write down that a name and a password were refused, unless the name was locked before."""
        if error.detail == STILL_LOCKED:
            return
        act = AuditEvent.LOCKED if isinstance(error, SignInLocked) else AuditEvent.SIGN_IN_FAILED
        note = self._note_once if person.name == UNKNOWN else self._note
        await to_thread.run_sync(note, person, act)

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
        await to_thread.run_sync(self._accounts.sign_out, request.headers.get(wire.SESSION, ""))
        return _answer(None)

    async def _change_password(self, request: Request) -> Response:
        secret, token = request.headers.get(wire.DEVICE, ""), request.headers.get(wire.SESSION, "")
        person = await self._person(request, None)
        typed: wire.NewPassword = await _decoded(request, wire.NewPassword, LARGEST_FROM_ANYBODY)
        change = partial(self._accounts.change_password, secret, token, typed.old, typed.new)
        try:
            await self._checked(person.device, person.name, change)
        except SignInRefused as error:
            await self._note_refusal(person, error)
            raise
        await to_thread.run_sync(self._note, person, AuditEvent.PASSWORD)
        return _answer(None)

    async def _person(self, request: Request, action: Action | None) -> Person:
        """Return who asks, for an action of the role, if any. Raises NotEnrolled, NotSignedIn, NotAllowed."""
        secret, token = request.headers.get(wire.DEVICE, ""), request.headers.get(wire.SESSION, "")
        person = await to_thread.run_sync(self._accounts.asking, secret, token)
        if action is not None and not person.may(action):
            await to_thread.run_sync(self._note_once, person, AuditEvent.DENIED, action)
            raise NotAllowed(detail=action)
        return person

    async def _make_room(self, request: Request, person: Person) -> None:
        """Wait for room for an answer that may be large, which it has until the answer is sent."""
        request.state.room.push(await self._answering.taken(_client(person)))

    async def _done(self, person: Person, work: Callable[..., T], *arguments: object) -> T:
        """Return what is done in a thread for a person, who waits for a free one of their own."""
        with await self._working.taken(_client(person)):
            return await to_thread.run_sync(work, *arguments)

    def _note(self, person: Person, act: AuditEvent, document_id: int | None = None) -> None:
        """Write down what a person did; never the words of a search."""
        with acting_for(person):
            details: dict[str, Any] = {} if document_id is None else {"document": document_id}
            if document_id is not None:
                document = self._library.documents.some([document_id]).get(document_id)
                if document is not None and fits("matter", document.docket):
                    details["matter"] = document.docket
            self._library.audit.note(act, **details)

    def _note_once(
        self, person: Person, act: AuditEvent, action: str = "", document_id: int | None = None
    ) -> None:
        """Do as ``_note``, but not again for a while, so that nobody fills the log."""
        key, now = (person.name, person.device, act, action, document_id), time.monotonic()
        if now - self._noted.get(key, -math.inf) > NOTED_AGAIN_S:
            self._noted.pop(key, None)
            self._noted[key] = now
            if len(self._noted) > MOST_NOTED:
                self._noted.pop(next(iter(self._noted)), None)
            self._note(person, act, document_id)

    async def _call(self, request: Request) -> Response:
        operation = _operation(request, is_job=False)
        person = await self._person(request, operation.action)
        with await self._bodies.for_body(request, person.name):
            untrusted = await received(request)
            await self._make_room(request, person)
            if self.searches is not None and search_processes.is_answered(operation):
                with await self._searching.taken(_client(person)):
                    answer = await asyncio.wrap_future(self.searches.ask(person, operation, untrusted))
                if answer is not None:
                    return _response(answer)

            def perform() -> bytes:
                return self._performer.perform(person, operation, operation.decoded(untrusted))

            return _response(wire.HttpAnswer(await self._done(person, perform)))

    async def _start_job(self, request: Request) -> Response:
        operation = _operation(request, is_job=True)
        person = await self._person(request, operation.action)
        with await self._bodies.for_body(request, person.name) as room:
            arguments = await to_thread.run_sync(operation.decoded, await received(request))
            started = self.jobs.start(
                person,
                lambda reporter: self._performer.perform(person, operation, arguments, reporter),
                room.pop_all().close,  # the arguments stay in memory until the job ends
            )
        return _answer(started)

    async def _news(self, request: Request) -> Response:
        person = await self._person(request, None)
        job, after = request.path_params["job"], number_in_path(request, "after")
        request.state.room.push(await self._news_room.taken(person.name))
        ask = partial(self.jobs.news, person, job, after)
        return _answer(await to_thread.run_sync(ask, limiter=self._askers_for_news))

    async def _cancel(self, request: Request) -> Response:
        self.jobs.cancel(await self._person(request, None), request.path_params["job"])
        return _answer(None)

    async def _stored_pdf(self, request: Request) -> Response:
        person, path = await self._pdf_path(request)
        document_id = number_in_path(request, "document")
        await to_thread.run_sync(self._note_once, person, AuditEvent.OPENED, "", document_id)
        status = path.stat()
        return _answer(wire.StoredPdf(status.st_size, f"{status.st_mtime_ns:x}-{status.st_size:x}"))

    async def _pdf(self, request: Request) -> Response:
        _, path = await self._pdf_path(request)
        return FileResponse(path, media_type="application/octet-stream")

    async def _pdf_path(self, request: Request) -> tuple[Person, Path]:
        person = await self._person(request, Action.READ)
        await self._make_room(request, person)
        document_id = number_in_path(request, "document")

        def path() -> Path:
            with self._performer.libraries.of(person) as seen:
                return seen.reader.readable_pdf_path(document_id)

        return person, await self._done(person, path)

    async def _begin_upload(self, request: Request) -> Response:
        person = await self._person(request, Action.CONTRIBUTE)
        begun: wire.UploadBegun = await _decoded(request, wire.UploadBegun, SMALL)
        return _answer(await self._done(person, self.uploads.begin, person, begun))

    async def _append(self, request: Request) -> Response:
        person = await self._person(request, Action.CONTRIBUTE)
        upload, offset = request.path_params["upload"], number_in_path(request, "offset")
        with await self._bodies.for_body(request, person.name):
            piece = await received(request)
            return _answer(await self._done(person, self.uploads.append, person, upload, offset, piece))

    async def _add(self, request: Request) -> Response:
        person, upload = await self._person(request, Action.CONTRIBUTE), request.path_params["upload"]
        how: wire.AddUpload = await _decoded(request, wire.AddUpload, SMALL)
        path = await self._done(person, self.uploads.take, person, upload)

        def work(reporter: Reporter) -> bytes:
            with self._performer.libraries.of(person) as seen:
                if seen is not self._library:
                    reporter = performer.DiscreetReporter(reporter, seen)
                outcomes = self._intake.add(path, how, reporter)
                for outcome in outcomes:
                    if outcome.document is not None:
                        self._note(person, AuditEvent.SENT, outcome.document.id)
                return wire.encode(performer.visible_outcomes(outcomes, seen))

        discard = partial(self.uploads.discard, person, upload)
        start = partial(self.jobs.start, person, work, discard, only_waits=True)
        return _answer(await to_thread.run_sync(start))


def _guarded(handler: Handler) -> Handler:
    """Return a handler whose errors are answers. No text, query or name is logged."""

    async def answering(request: Request) -> Response:
        try:
            return await handler(request)
        except (ClientDisconnect, TimeoutError):
            return _response(wire.answer_of(wire.BAD_REQUEST, 408))
        except wire.REFUSED as error:
            return _response(wire.refusal_for(error))
        except Exception:
            log.exception("a request failed: %s", request.scope.get("path", "").split("/")[2:3])
            return _response(wire.answer_of(wire.UNEXPECTED, 500))

    return answering


class _InPieces(Response):
    """Sends a response piece by piece, as fast as the client takes it, and gives back its room. One who takes
    none for a while gets no more."""

    def __init__(self, response: Response, room: ExitStack) -> None:
        self._response, self._room = response, room
        self.status_code = response.status_code

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_in_time(message: Message) -> None:
            body = message.get("body", b"")
            for start in range(0, len(body) or 1, SMALL):
                more = message.get("more_body", False) or start + SMALL < len(body)
                piece = {"body": body[start : start + SMALL], "more_body": more} if "body" in message else {}
                async with asyncio.timeout(SENT_WITHIN_S):
                    await send({**message, **piece})

        with self._room, suppress(TimeoutError):
            await self._response(scope, receive, send_in_time)


def _response(answer: wire.HttpAnswer) -> Response:
    return Response(answer.body, answer.status, media_type=wire.CONTENT_TYPE)


def _answer(value: object) -> Response:
    return _response(wire.answer_of(value))


def _operation(request: Request, *, is_job: bool) -> wire.Operation:
    """Return the operation of a request. What takes long is asked for as a job, and counts as one."""
    operation = wire.OPERATIONS.get(request.path_params["name"])
    if operation is None or bool(operation.reporter) is not is_job:
        raise wire.Malformed("operation")
    return operation


def _client(person: Person) -> str:
    return f"{person.name}\n{person.device}"


async def _decoded(request: Request, kind: Any, largest: int = wire.LARGEST_BODY) -> Any:
    return await to_thread.run_sync(wire.decode, await received(request, largest), kind)


class UnitRoutes:
    """The answers to workers. Its handlers run in the event loop, what they call in threads."""

    def __init__(self, dispatcher: Dispatcher, accounts: Accounts, bodies: Room) -> None:
        self._dispatcher, self._accounts, self._bodies = dispatcher, accounts, bodies
        self._threads = CapacityLimiter(WORKERS_AT_ONCE)
        self._names: dict[str, str] = {}

    def routes(self) -> Mapping[tuple[str, str], Handler]:
        unit = units.UNIT_PATH + "/{token}"
        handlers: dict[tuple[str, str], Callable[[Request, str], Awaitable[Response]]] = {
            ("POST", units.WORKER_PATH): self._present,
            ("GET", unit): self._order,
            ("GET", f"{unit}/file"): self._file,
            ("POST", f"{unit}/outcome"): self._outcome,
        }
        return {key: self._for_workers(handler) for key, handler in handlers.items()}

    def _for_workers(self, handler: Callable[[Request, str], Awaitable[Response]]) -> Handler:
        """Return a handler that answers 401 to whoever is no worker, 404 for a unit that the worker does not
        have, 400 for what is no request, and 503 where it is to be sent again later."""

        async def answering(request: Request) -> Response:
            number = await self._in_thread(self._accounts.worker, request.headers.get(units.SECRET, ""))
            if number is None:
                return Response(status_code=401)
            try:
                return await handler(request, number)
            except units.UnknownUnit:
                return Response(status_code=404)
            except units.InvitationUsedTwice:
                return Response(status_code=409)
            except wire.TooBusy:
                return Response(status_code=503)
            except (msgspec.DecodeError, ValueError, OverflowError):
                return Response(status_code=400)

        return answering

    async def _in_thread(self, function: Callable[..., T], *arguments: object) -> T:
        return await to_thread.run_sync(function, *arguments, limiter=self._threads)

    async def _present(self, request: Request, number: str) -> Response:
        untrusted = await received(request, LARGEST_REPORT)

        def take() -> bytes:
            presence = msgspec.json.decode(untrusted, type=units.Presence)
            unwanted = self._dispatcher.present(number, presence)
            if self._names.get(number) != presence.name:
                self._names[number] = presence.name
                self._accounts.name_worker(number, presence.name)
            return msgspec.json.encode(unwanted)

        return _octets(await self._in_thread(take))

    async def _order(self, request: Request, number: str) -> Response:
        return _octets(await self._in_thread(self._dispatcher.order, number, request.path_params["token"]))

    async def _file(self, request: Request, number: str) -> Response:
        path = self._dispatcher.work(number, request.path_params["token"]).path
        return FileResponse(path, media_type="application/octet-stream")

    async def _outcome(self, request: Request, number: str) -> Response:
        token = request.path_params["token"]
        self._dispatcher.work(number, token)
        with await self._bodies.for_body(request, number, units.LARGEST_UNIT):
            untrusted = await received(request, units.LARGEST_UNIT)
            await self._in_thread(self._dispatcher.receive, number, token, untrusted)
        return _octets()


def _octets(body: bytes = b"") -> Response:
    return Response(body, media_type="application/octet-stream")
