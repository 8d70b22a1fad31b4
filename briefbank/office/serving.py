"""Starts the office server on a socket that is listening already, and ends it cleanly."""

from __future__ import annotations

import signal
import socket
import ssl
import sys
from asyncio.sslproto import SSLProtocol
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

import uvicorn

from briefbank.errors import BriefBankError
from briefbank.network import close_network
from briefbank.office import certificates, server_settings
from briefbank.office.accounts import Accounts
from briefbank.office.application import OfficeServer
from briefbank.office.broker import Broker
from briefbank.office.directory import Directory
from briefbank.office.dispatcher import Dispatcher
from briefbank.office.library import OfficeLibrary
from briefbank.office.offline_register import OfflineGrants
from briefbank.office.requests import MOST_CONNECTIONS, BoundedListener, BoundedProtocol, Connections
from briefbank.office.search_processes import SearchProcesses
from briefbank.office.server_settings import ServerSettings
from briefbank.office.spread import ClusterSpread
from briefbank.office.walls import Walls
from briefbank.text.messages import Message


@cache
def dispatcher() -> Dispatcher | None:
    """Return what hands units out; None where this program is no server with a broker. It is the same at each
    call."""
    settings = server_settings.load()
    if close_network.listener() is None or settings is None or not settings.cluster:
        return None
    accounts = Accounts(server_settings.accounts())
    return Dispatcher(Broker(server_settings.cluster_folder()), accounts.worker_hashes)


def spread() -> ClusterSpread | None:
    """Return where this server's work on files is done; None for this computer."""
    own = dispatcher()
    return ClusterSpread(own) if own is not None else None


OTHER_FILES = 512
"""The files that are open at once besides connections: indexes, catalogue, pipes, PDFs on their way."""
READ_AT_ONCE = 64 * 1024
"""The bytes for which asyncio keeps room for each encrypted connection: by itself four times as many."""
BACKLOG = 128
"""The connections that the system accepts while the server does something else."""
KEPT_S = 75
"""The time for which an idle connection stays open; clients give theirs up before."""


class NotPrepared(BriefBankError):
    """Raised where no server was prepared on this computer."""

    default_title = Message("No office server was prepared on this computer.")
    default_remedy = Message("Prepare one with “briefbank serve prepare --host NAME”, and start it again.")


class CannotListen(BriefBankError):
    """Raised where the address of the settings cannot be listened at."""

    default_title = Message(
        "The office server cannot be reached at its address, because another program has it."
    )
    default_remedy = Message("End that program, or prepare the server again with another --listen or --port.")


class CertificateNotGood(BriefBankError):
    """Raised where the time of the server's certificate is over, so that no client would talk to it."""

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
    connections = Connections(_most_connections())
    SSLProtocol.max_size = READ_AT_ONCE
    finder = close_network.directory()
    accounts = Accounts(server_settings.accounts(), Directory(finder) if finder else None)
    walls = Walls(server_settings.walls(), library)
    searches = SearchProcesses(
        library,
        partial(
            OfficeLibrary.open,
            library.folder,
            tidy=False,
            database=server_settings.database_of(library.folder),
        ),
        server_settings.walls(),
        settings.processes or None,
    )
    grants = OfflineGrants(server_settings.grants(), settings.office, any_disk=settings.offline_on_any_disk)
    office = OfficeServer(
        library,
        accounts,
        walls,
        grants,
        server_settings.uploads(),
        searches,
        dispatcher(),
    )
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
    if settings.record_copy:
        library.audit.copy_newest_to(Path(settings.record_copy))
    office.start()
    end_figures = office.figures.serve(figures) if figures is not None else lambda: None
    try:
        server.run(sockets=[BoundedListener(listener, connections)])
    finally:
        end_figures()
        office.close()


def _most_connections() -> int:
    """Return how many connections may be open, and raise the limit of open files to what they need, if it can
    be raised."""
    if sys.platform == "win32":
        return MOST_CONNECTIONS
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = MOST_CONNECTIONS + BACKLOG + OTHER_FILES
    if hard != resource.RLIM_INFINITY:
        limit = min(limit, hard)
    if soft != resource.RLIM_INFINITY and soft < limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
    return max(BACKLOG, limit - BACKLOG - OTHER_FILES)


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
