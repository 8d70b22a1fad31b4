"""Receives the bodies of requests, and bounds how many bytes of them are in memory at once.

A body is received after it is known who sends it. A large one waits for room: there is some for each sender,
so that one of them cannot keep the others out, and some for all together. Until there is, what is sent stays
with the sender, but for the first 64 KiB, which uvicorn reads of any connection.
"""

from __future__ import annotations

import asyncio
import re
import threading
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass

from starlette.requests import Request

from briefbank.errors import TooLarge
from briefbank.server.jobs import TooBusy
from briefbank.wire.encoding import Malformed
from briefbank.wire.messages import LARGEST_BODY

SMALL = 64 * 1024
"""The size limit in bytes of a body that needs no room: as many are in memory at once as there are
connections."""
MOST = 128 * 2**20
"""The bytes of larger bodies that are in memory at once."""
MOST_OF_ONE = 2 * LARGEST_BODY
"""The bytes of one sender among them."""
ROOM_WITHIN_S = 30.0
"""The time for which a body waits for room: half of that for which a desk waits for its answer."""
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
