"""Starts the office server on a socket that is listening already, and ends it cleanly.

Where too many connections are open, the longest unused one is closed, so that a client always gets a new one.
A connection on which the server has work to do stays open.
"""

from __future__ import annotations

import asyncio
import signal
import socket
import ssl
import sys
from asyncio.sslproto import SSLProtocol
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from briefbank.errors import BriefBankError
from briefbank.network import close_network
from briefbank.office import certificates, server_settings
from briefbank.office.accounts import Accounts, Directory
from briefbank.office.application import OfficeServer
from briefbank.office.broker import Broker
from briefbank.office.dispatcher import ClusterSpread, Dispatcher
from briefbank.office.library import OfficeLibrary
from briefbank.office.offline_feed import OfflineGrants
from briefbank.office.search_processes import SearchProcesses
from briefbank.office.server_settings import ServerSettings
from briefbank.office.walls import Walls
from briefbank.text.messages import Message


@cache
def dispatcher() -> Dispatcher | None:
    """Return what hands units out, always the same; None where this program is no server with a broker."""
    settings = server_settings.load()
    if close_network.opened.listener is None or settings is None or not settings.cluster:
        return None
    accounts = Accounts(server_settings.accounts())
    return Dispatcher(Broker(server_settings.cluster_folder()), accounts.worker_hashes)


def spread() -> ClusterSpread | None:
    own = dispatcher()
    return ClusterSpread(own) if own is not None else None


OTHER_FILES = 512  # The files open besides connections: indexes, catalogue, pipes, PDFs on their way
READ_AT_ONCE = 64 * 1024
"""The bytes for which asyncio keeps room for each encrypted connection: by itself four times as many."""
BACKLOG = 128  # The connections that the system accepts while the server does something else
KEPT_S = 75  # The time for which an idle connection stays open; clients give theirs up before
MOST_CONNECTIONS = 2_000  # The connections that are open at once: three for each client of the largest office

REQUEST_WITHIN_S = 15.0  # The time within which a new connection must have sent the head of a request


class CannotListen(BriefBankError):
    default_title = Message(
        "The office server cannot be reached at its address, because another program has it."
    )
    default_remedy = Message("End that program, or prepare the server again with another --listen or --port.")


class CertificateNotGood(BriefBankError):
    default_title = Message(
        "The certificate of this office server is not good today, so no computer would talk to it."
    )
    default_remedy = Message(
        "If the date of this computer is right, prepare the server again, which makes a new certificate, or "
        "put a new one of your office in its place. Then invite all computers again."
    )


def serve(
    library: OfficeLibrary,
    settings: ServerSettings,
    listener: socket.socket,
    ready: Callable[[], None],
    figures: socket.socket | None = None,
) -> None:
    """Answer clients until the program is told to end (SIGTERM, SIGINT), and those who ask for figures at a
    socket of their own. Main thread. Raises StoreError, CertificateNotGood and CertificateUnusable."""
    if not certificates.is_good(server_settings.certificate(), server_settings.key()):
        raise CertificateNotGood
    most = MOST_CONNECTIONS
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        needed = MOST_CONNECTIONS + BACKLOG + OTHER_FILES
        limit = max(soft, needed if hard < 0 else min(needed, hard))
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
        most = min(most, limit - BACKLOG - OTHER_FILES)
    connections = Connections(most)
    SSLProtocol.max_size = READ_AT_ONCE
    finder = close_network.opened.directory
    accounts = Accounts(server_settings.accounts(), Directory(finder) if finder else None)
    walls = Walls(server_settings.walls(), library, accounts.names)
    folder = library.folder
    opened = partial(OfficeLibrary.open, folder, tidy=False, database=server_settings.database_of(folder))
    searches = SearchProcesses(library, opened, server_settings.walls(), settings.processes or None)
    grants = OfflineGrants(
        server_settings.grants(), settings.office, accounts.secret_hash, any_disk=settings.offline_on_any_disk
    )
    uploads = server_settings.uploads()
    office = OfficeServer(library, accounts, walls, grants, uploads, searches, dispatcher())
    config = uvicorn.Config(
        office.application(),
        http=partial(BoundedProtocol, connections),  # type: ignore[arg-type]
        backlog=BACKLOG,
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
    end_figures = office.figures.serve(figures) if figures is not None else lambda: None
    try:
        server.run(sockets=[BoundedListener(listener, connections)])
    finally:
        end_figures()
        office.close()


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        assert self.config.ssl is not None
        self.config.ssl.minimum_version = ssl.TLSVersion.TLSv1_3
        await super().startup(sockets)
        self._ready()


class Connections:
    """The open connections by the number of their socket, the longest unused first. Event loop's thread."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._sockets: dict[int, socket.socket] = {}
        self._protocols: dict[int, BoundedProtocol] = {}

    def add(self, connection: socket.socket) -> None:
        """Note a new connection, for which another one may have to go."""
        if len(self._sockets) >= self._most:
            for number, transport in list(self._sockets.items()):
                if transport.fileno() != number:
                    self._forget(number)
        if len(self._sockets) >= self._most:
            self._end_one()
        self._forget(connection.fileno())
        self._sockets[connection.fileno()] = connection

    def encrypted(self, number: int, protocol: BoundedProtocol) -> None:
        self._protocols[number] = protocol

    def used(self, number: int) -> None:
        if number in self._sockets:
            self._sockets[number] = self._sockets.pop(number)

    def _end_one(self) -> None:
        for number, transport in self._sockets.items():
            protocol = self._protocols.get(number)
            if protocol is None or not protocol.has_work:
                self._forget(number)
                with suppress(OSError):
                    transport.shutdown(socket.SHUT_RDWR)  # the event loop sees the end, and closes it
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
