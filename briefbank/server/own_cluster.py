"""The cluster of this server, for the library that it opens and for the workers that ask it."""

from __future__ import annotations

from functools import cache

from briefbank.cluster.dispatcher import Dispatcher
from briefbank.cluster.spread import ClusterSpread
from briefbank.network import close_network
from briefbank.server import certificate, server_settings


@cache
def dispatcher() -> Dispatcher | None:
    """Return what hands units out; None where this server has no cluster. It is the same at each call."""
    client, settings = close_network.cluster(), server_settings.load()
    if client is None or settings is None:
        return None
    return Dispatcher(client, settings.address, certificate.fingerprint(server_settings.certificate()))


def spread() -> ClusterSpread | None:
    """Return where this server's work on files is done; None for this computer."""
    found = dispatcher()
    return ClusterSpread(found) if found is not None else None
