"""Starts the office server on a socket that is listening already, and ends it cleanly."""

from __future__ import annotations

import asyncio
import signal
import socket
import ssl
import sys
from collections.abc import Callable
from functools import partial

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from briefbank.errors import BriefBankError
from briefbank.library import Library
from briefbank.network import close_network
from briefbank.server import server_settings
from briefbank.server.accounts import Accounts
from briefbank.server.application import OfficeServer
from briefbank.server.directory import Directory
from briefbank.server.search_processes import SearchProcesses
from briefbank.server.server_settings import ServerSettings
from briefbank.server.walls import Walls

MOST_CONNECTIONS = 2_000
"""The connections that are open at once: three for each desk of the largest office. Others are closed."""
REQUEST_WITHIN_S = 15.0
"""The time within which a new connection must have sent the head of a request."""
KEPT_S = 75
"""The time for which an idle connection stays open; desks give theirs up before."""


class NotPrepared(BriefBankError):
    """Raised where no server was prepared on this computer."""

    default_title = "No office server was prepared on this computer."
    default_remedy = "Prepare one with “briefbank serve --prepare --host NAME”, and start it again."


class CannotListen(BriefBankError):
    """Raised where the address of the settings cannot be listened at."""

    default_title = "The office server cannot be reached at its address, because another program has it."
    default_remedy = "End that program, or prepare the server again with another --listen or --port."


def serve(
    library: Library, settings: ServerSettings, listener: socket.socket, ready: Callable[[], None]
) -> None:
    """Answer desks until the program is told to end (SIGTERM, SIGINT). Main thread. Raises StoreError."""
    _allow_connections()
    finder = close_network.directory()
    accounts = Accounts(server_settings.accounts(), Directory(finder) if finder else None)
    walls = Walls(server_settings.walls(), library)
    searches = SearchProcesses(
        library,
        partial(Library.open, library.folder, tidy=False),
        server_settings.walls(),
        settings.processes or None,
    )
    office = OfficeServer(library, accounts, walls, server_settings.uploads(), settings.office, searches)
    config = uvicorn.Config(
        office.application(),
        http=_BoundedProtocol,
        ws="none",
        lifespan="off",
        ssl_certfile=server_settings.certificate(),
        ssl_keyfile=server_settings.key(),
        ssl_version=ssl.PROTOCOL_TLS_SERVER,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_keep_alive=KEPT_S,
        timeout_graceful_shutdown=10,
        h11_max_incomplete_event_size=16_384,
    )
    server = _Server(config, ready)
    # uvicorn raises the signal that ended it once more, and the library is to be closed after that.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    office.start()
    try:
        server.run(sockets=[listener])
    finally:
        office.close()


def _allow_connections() -> None:
    """Raise the limit of open files, which are few by default, to what the connections need."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * MOST_CONNECTIONS if hard == resource.RLIM_INFINITY else min(2 * MOST_CONNECTIONS, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class _Server(uvicorn.Server):
    """A server that says when it answers."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        assert self.config.ssl is not None
        self.config.ssl.minimum_version = ssl.TLSVersion.TLSv1_3
        await super().startup(sockets)
        self._ready()


class _BoundedProtocol(H11Protocol):
    """A connection that is closed where there are too many, or where it sends no request in time."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        if len(self.connections) >= MOST_CONNECTIONS:
            transport.abort()
            return
        super().connection_made(transport)
        self._patience = self.loop.call_later(REQUEST_WITHIN_S, self._give_up)

    def connection_lost(self, exc: Exception | None) -> None:
        if hasattr(self, "_patience"):
            self._patience.cancel()
            super().connection_lost(exc)

    def _give_up(self) -> None:
        if self.cycle is None:
            self.transport.abort()
