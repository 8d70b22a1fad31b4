"""Holds the connections of desks, and ends the longest unused one where there are too many.

Whoever opens connections without end, and says little or nothing on them, has those taken away, and a desk
always gets a new one. One on which the server has work to do is not taken away. A desk whose idle connection
was ended opens another one.
"""

from __future__ import annotations

import asyncio
import socket
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_CONNECTIONS = 2_000
"""The connections that are open at once: three for each desk of the largest office."""
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
            for number in [number for number, each in self._sockets.items() if each.fileno() != number]:
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
        for number, each in self._sockets.items():
            protocol = self._protocols.get(number)
            if protocol is None or not protocol.has_work:
                self._forget(number)
                try:
                    each.shutdown(socket.SHUT_RDWR)  # the event loop sees the end, and closes it
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
        self._held, self._number = connections, -1

    @property
    def has_work(self) -> bool:
        """Tell whether a request has arrived and is not answered yet."""
        return self.cycle is not None and not self.cycle.more_body and not self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._number = transport.get_extra_info("socket").fileno()
        self._held.encrypted(self._number, self)
        self._patience = self.loop.call_later(REQUEST_WITHIN_S, self._give_up)

    def connection_lost(self, exc: Exception | None) -> None:
        self._patience.cancel()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        self._held.used(self._number)
        super().on_response_complete()

    def _give_up(self) -> None:
        if self.cycle is None:
            self.transport.abort()
