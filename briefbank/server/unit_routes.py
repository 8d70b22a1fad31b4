"""Answers the workers of the office's cluster: units, their files, and what became of them.

The token of a unit, which the server made and the cluster hands on, is all that shows who may ask. It ends
with the unit.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping

from anyio import CapacityLimiter, to_thread
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from briefbank.cluster.dispatcher import Dispatcher
from briefbank.cluster.unit_link import COMPUTER, PATH, UnknownUnit
from briefbank.domain.ingest import Stage

AT_ONCE = 32
"""The threads that answer workers, apart from those of desks."""


class UnitRoutes:
    """The answers to workers. Its handlers run in the event loop, what they call in threads."""

    def __init__(self, dispatcher: Dispatcher, body: Callable[[Request], Awaitable[bytes]]) -> None:
        """``body`` returns the body of a request, bounded."""
        self._dispatcher, self._body = dispatcher, body
        self._threads = CapacityLimiter(AT_ONCE)

    def routes(self) -> Mapping[tuple[str, str], Callable[[Request], Awaitable[Response]]]:
        """Return the handlers by method and path."""
        unit = PATH + "/{token}"
        handlers = {
            ("GET", unit): self._order,
            ("GET", f"{unit}/file"): self._file,
            ("POST", f"{unit}/progress"): self._progress,
            ("PUT", unit + "/outcome/{offset:int}"): self._receive,
            ("POST", unit + "/outcome/{offset:int}"): self._end,
        }
        return {place: _known(handler) for place, handler in handlers.items()}

    async def _order(self, request: Request) -> Response:
        computer = request.headers.get(COMPUTER, "")
        token = request.path_params["token"]
        packed = await to_thread.run_sync(self._dispatcher.order, token, computer, limiter=self._threads)
        return _response(packed)

    async def _file(self, request: Request) -> Response:
        return FileResponse(
            self._dispatcher.path(request.path_params["token"]), media_type="application/octet-stream"
        )

    async def _progress(self, request: Request) -> Response:
        told = json.loads(await self._body(request))
        stage, done, total = Stage(told["stage"]), int(told["done"]), int(told["total"])
        self._dispatcher.tell(request.path_params["token"], stage, done, total)
        return _response()

    async def _receive(self, request: Request) -> Response:
        asked, piece = request.path_params, await self._body(request)
        self._dispatcher.receive(asked["token"], asked["offset"], piece)
        return _response()

    async def _end(self, request: Request) -> Response:
        """Take the last piece of an outcome, which is whole with it."""
        asked, piece = request.path_params, await self._body(request)
        self._dispatcher.receive(asked["token"], asked["offset"], piece)
        self._dispatcher.end(asked["token"], asked["offset"] + len(piece))
        return _response()


def _known(handler: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """Return a handler that answers 404 for a unit that is not known, and 400 for what is no request."""

    async def answering(request: Request) -> Response:
        try:
            return await handler(request)
        except UnknownUnit:
            return Response(status_code=404)
        except (ValueError, KeyError, TypeError, OverflowError):
            return Response(status_code=400)

    return answering


def _response(body: bytes = b"") -> Response:
    return Response(body, media_type="application/octet-stream")
