"""The dispatcher of this server, for the library that it opens and for the workers that ask it."""

from __future__ import annotations

from functools import cache

from briefbank.cluster.broker import Broker
from briefbank.cluster.dispatcher import Dispatcher
from briefbank.cluster.spread import ClusterSpread
from briefbank.network import close_network
from briefbank.server import server_settings
from briefbank.server.accounts import Accounts


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
    found = dispatcher()
    return ClusterSpread(found) if found is not None else None
