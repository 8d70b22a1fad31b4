"""Answers the workers of the office: their presence, units of work, files, and outcomes.

A worker shows its secret with each request, and a unit's token, which is good for that worker alone and ends
with the unit. Both are checked before a body is read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar

import msgspec
from anyio import CapacityLimiter, to_thread
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from briefbank.cluster.dispatcher import Dispatcher, TooMuchAtOnce
from briefbank.cluster.server_link import (
    PIECE,
    SECRET,
    UNIT_PATH,
    WORKER_PATH,
    InvitationUsedTwice,
    Presence,
    UnknownUnit,
)
from briefbank.domain.ingest import Stage
from briefbank.server.accounts import Accounts
from briefbank.server.jobs import TooBusy
from briefbank.server.request_bodies import RequestBodies, number_in_path, received

T = TypeVar("T")

AT_ONCE = 32
"""The threads that answer workers, apart from those of desks."""
LARGEST_REPORT = 32 * 1024
"""The bytes of what a worker reports of itself, or of a unit."""


class _Progress(msgspec.Struct, frozen=True):
    stage: Stage
    done: int
    total: int


class UnitRoutes:
    """The answers to workers. Its handlers run in the event loop, what they call in threads."""

    def __init__(self, dispatcher: Dispatcher, accounts: Accounts, bodies: RequestBodies) -> None:
        """``bodies`` has the room for pieces of outcomes."""
        self._dispatcher, self._accounts, self._bodies = dispatcher, accounts, bodies
        self._threads = CapacityLimiter(AT_ONCE)
        self._names: dict[str, str] = {}

    def routes(self) -> Mapping[tuple[str, str], Callable[[Request], Awaitable[Response]]]:
        """Return the handlers by method and path."""
        unit = UNIT_PATH + "/{token}"
        handlers: dict[tuple[str, str], Callable[[Request, str], Awaitable[Response]]] = {
            ("POST", WORKER_PATH): self._present,
            ("GET", unit): self._order,
            ("GET", f"{unit}/file"): self._file,
            ("POST", f"{unit}/progress"): self._progress,
            ("PUT", unit + "/outcome/{offset}"): self._receive,
            ("POST", unit + "/outcome/{offset}"): self._end,
        }
        return {place: self._for_workers(handler) for place, handler in handlers.items()}

    def _for_workers(
        self, handler: Callable[[Request, str], Awaitable[Response]]
    ) -> Callable[[Request], Awaitable[Response]]:
        """Return a handler that answers 401 to whoever is no worker, 404 for a unit that the worker does not
        have, 400 for what is no request, and 503 where it is to be sent again later."""

        async def answering(request: Request) -> Response:
            number = await self._in_thread(self._accounts.worker, request.headers.get(SECRET, ""))
            if number is None:
                return Response(status_code=401)
            try:
                return await handler(request, number)
            except UnknownUnit:
                return Response(status_code=404)
            except InvitationUsedTwice:
                return Response(status_code=409)
            except (TooMuchAtOnce, TooBusy):
                return Response(status_code=503)
            except (msgspec.DecodeError, ValueError, OverflowError):
                return Response(status_code=400)

        return answering

    async def _in_thread(self, function: Callable[..., T], *arguments: object) -> T:
        return await to_thread.run_sync(function, *arguments, limiter=self._threads)

    async def _present(self, request: Request, number: str) -> Response:
        await self._in_thread(self._take_presence, number, await received(request, LARGEST_REPORT))
        return _response()

    def _take_presence(self, number: str, untrusted: bytes) -> None:
        presence = msgspec.json.decode(untrusted, type=Presence)
        self._dispatcher.present(number, presence)
        if self._names.get(number) != presence.name:
            self._names[number] = presence.name
            self._accounts.name_worker(number, presence.name)

    async def _order(self, request: Request, number: str) -> Response:
        token = request.path_params["token"]
        return _response(await self._in_thread(self._dispatcher.order, number, token))

    async def _file(self, request: Request, number: str) -> Response:
        path = await self._in_thread(self._dispatcher.path, number, request.path_params["token"])
        return FileResponse(path, media_type="application/octet-stream")

    async def _progress(self, request: Request, number: str) -> Response:
        token = request.path_params["token"]
        self._dispatcher.require(number, token)
        await self._in_thread(self._take_progress, number, token, await received(request, LARGEST_REPORT))
        return _response()

    def _take_progress(self, number: str, token: str, untrusted: bytes) -> None:
        progress = msgspec.json.decode(untrusted, type=_Progress)
        self._dispatcher.report_progress(number, token, progress.stage, progress.done, progress.total)

    async def _receive(self, request: Request, number: str) -> Response:
        await self._take(request, number)
        return _response()

    async def _end(self, request: Request, number: str) -> Response:
        """Take the last piece of an outcome, which is complete with it."""
        size = await self._take(request, number)
        self._dispatcher.end(number, request.path_params["token"], size)
        return _response()

    async def _take(self, request: Request, number: str) -> int:
        """Take a piece of an outcome, and return where it ends."""
        token, offset = request.path_params["token"], number_in_path(request, "offset")
        self._dispatcher.require(number, token)
        with await self._bodies.room(request, number, PIECE):
            piece = await received(request, PIECE)
            await self._in_thread(self._dispatcher.receive, number, token, offset, piece)
        return offset + len(piece)


def _response(body: bytes = b"") -> Response:
    return Response(body, media_type="application/octet-stream")
