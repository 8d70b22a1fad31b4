"""Bounds what clients send: the bodies of requests in memory, and the connections; and answers with errors.

A body is received after it is known who sends it. A large one waits for room: there is some for each sender,
so that one of them cannot keep the others out, and some for all together. Until there is, what is sent stays
with the sender, but for the first 64 KiB, which uvicorn reads of any connection.

Where too many connections are open, the longest unused one is closed, so that a client always gets a new one.
A connection on which the server has work to do stays open.
"""

from __future__ import annotations

import asyncio
import re
import socket
import threading
from collections import Counter
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, NamedTuple

from starlette.requests import Request
from uvicorn.protocols.http.h11_impl import H11Protocol

from briefbank.errors import BriefBankError, NotAllowed, NotEnrolled, NotInLibrary, NotSignedIn, TooLarge
from briefbank.office.performer import TooBusy
from briefbank.office.wire import LARGEST_BODY, Malformed, WireError, encode, fault_of
from briefbank.text.messages import Message

BAD_REQUEST = WireError(
    BriefBankError.__name__,
    Message("The office server did not understand what BriefBank asked."),
    Message("Ask whoever looks after your computers whether both are of the same release."),
)
_STATUS: Mapping[type[BriefBankError], int] = {
    NotEnrolled: 401,
    NotSignedIn: 401,
    NotAllowed: 403,
    NotInLibrary: 404,
    TooLarge: 413,
    TooBusy: 503,
}


REFUSED = (BriefBankError, Malformed)
"""What a request raises that cannot be done as asked; anything else is a mistake of ours."""


class HttpAnswer(NamedTuple):
    body: bytes
    """An encoded value; a WireError where the status is none of success."""
    status: int = 200


def answer_of(value: object, status: int = 200) -> HttpAnswer:
    return HttpAnswer(encode(value), status)


def refusal_for(error: Exception) -> HttpAnswer:
    """Return the answer to a request that raised one of REFUSED."""
    if isinstance(error, BriefBankError):
        return answer_of(fault_of(error), _STATUS.get(type(error), 409))
    return answer_of(BAD_REQUEST, 400)


SMALL = 64 * 1024
"""The size limit in bytes of a body that needs no room: as many are in memory at once as there are
connections."""
MOST = 128 * 2**20
"""The bytes of larger bodies that are in memory at once."""
MOST_OF_ONE = 2 * LARGEST_BODY
"""The bytes of one sender among them."""
ROOM_WITHIN_S = 30.0
"""The time for which a body waits for room: half of that for which a client waits for its answer."""
BODY_WITHIN_S = 60.0
"""The time within which a body must have arrived."""


@dataclass(eq=False)
class _Waiting:
    """A request that waits for room."""

    sender: str
    size: int
    loop: asyncio.AbstractEventLoop
    turn: asyncio.Event


class RequestBodies:
    """The room for the bodies of one server. Any thread."""

    def __init__(
        self, most: int = MOST, most_of_one: int = MOST_OF_ONE, room_within_s: float = ROOM_WITHIN_S
    ) -> None:
        """``most_of_one`` is at least the size of the largest body."""
        self._most, self._most_of_one, self._room_within_s = most, most_of_one, room_within_s
        self._lock = threading.Lock()
        self._taken: Counter[str] = Counter()
        """The bytes of each sender."""
        self._waiting: list[_Waiting] = []

    async def room(self, request: Request, sender: str, largest: int = LARGEST_BODY) -> ExitStack:
        """Wait until there is room for the body of a request, and return what gives the room back when it is
        closed: once nothing holds the body any more. Raises TooLarge and TooBusy."""
        size = _size(request, largest)
        room = ExitStack()
        if size <= SMALL:
            return room
        waiting = _Waiting(sender, size, asyncio.get_running_loop(), asyncio.Event())
        with self._lock:
            self._waiting.append(waiting)
            self._let_in()
        room.callback(self._leave, waiting)
        try:
            async with asyncio.timeout(self._room_within_s):
                await waiting.turn.wait()
        except BaseException as error:
            room.close()
            if isinstance(error, TimeoutError):
                raise TooBusy(detail="bodies") from error
            raise
        return room

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


async def received(request: Request, largest: int = LARGEST_BODY) -> bytes:
    """Return the body of a request. Raises TooLarge, TimeoutError and ClientDisconnect."""
    body = bytearray()
    async with asyncio.timeout(BODY_WITHIN_S):
        async for chunk in request.stream():
            body += chunk
            if len(body) > largest:
                raise TooLarge(detail="a request")
    return bytes(body)


def _size(request: Request, largest: int) -> int:
    """Return the size of a body, or the limit where the request does not say it. Raises TooLarge."""
    said = request.headers.get("content-length", "")
    size = int(said) if said.isdecimal() else largest
    if size > largest:
        raise TooLarge(detail="a request")
    return size


def number_in_path(request: Request, name: str) -> int:
    """Return a number in a path. Raises Malformed for one that no database takes."""
    untrusted = request.path_params[name]
    if not re.fullmatch("[0-9]{1,18}", untrusted):
        raise Malformed("number")
    return int(untrusted)


MOST_CONNECTIONS = 2_000
"""The connections that are open at once: three for each client of the largest office."""
REQUEST_WITHIN_S = 15.0
"""The time within which a new connection must have sent the head of a request."""


class Connections:
    """The open connections by the number of their socket, the longest unused first. Event loop's thread."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._sockets: dict[int, socket.socket] = {}
        self._protocols: dict[int, BoundedProtocol] = {}

    def add(self, connection: socket.socket) -> None:
        """Note a new connection, for which another one may have to go."""
        if len(self._sockets) >= self._most:
            for number in [
                number for number, transport in self._sockets.items() if transport.fileno() != number
            ]:
                self._forget(number)
        if len(self._sockets) >= self._most:
            self._end_one()
        self._forget(connection.fileno())
        self._sockets[connection.fileno()] = connection

    def encrypted(self, number: int, protocol: BoundedProtocol) -> None:
        """Note that a connection can carry requests."""
        self._protocols[number] = protocol

    def used(self, number: int) -> None:
        """Note that a request was answered."""
        if number in self._sockets:
            self._sockets[number] = self._sockets.pop(number)

    def _end_one(self) -> None:
        for number, transport in self._sockets.items():
            protocol = self._protocols.get(number)
            if protocol is None or not protocol.has_work:
                self._forget(number)
                try:
                    transport.shutdown(socket.SHUT_RDWR)  # the event loop sees the end, and closes it
                except OSError:
                    pass
                return

    def _forget(self, number: int) -> None:
        self._sockets.pop(number, None)
        self._protocols.pop(number, None)


class BoundedListener(socket.socket):
    """A socket that listens, in the place of another one, and has each connection noted."""

    def __init__(self, listener: socket.socket, connections: Connections) -> None:
        super().__init__(fileno=listener.detach())
        self._connections = connections

    def accept(self) -> tuple[socket.socket, Any]:
        connection, address = super().accept()
        self._connections.add(connection)
        return connection, address


class BoundedProtocol(H11Protocol):
    """The protocol of one connection, which must send a request in time."""

    def __init__(self, connections: Connections, **given: Any) -> None:
        super().__init__(**given)
        self._connections, self._number = connections, -1

    @property
    def has_work(self) -> bool:
        """Tell whether a request has arrived and is not answered yet."""
        return self.cycle is not None and not self.cycle.more_body and not self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._number = transport.get_extra_info("socket").fileno()
        self._connections.encrypted(self._number, self)
        self._patience = self.loop.call_later(REQUEST_WITHIN_S, self._give_up)

    def connection_lost(self, exc: Exception | None) -> None:
        self._patience.cancel()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        self._connections.used(self._number)
        super().on_response_complete()

    def _give_up(self) -> None:
        if self.cycle is None:
            self.transport.abort()
