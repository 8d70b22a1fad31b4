"""Closes the network at the start of every program, but for the office's own server, if any."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from briefbank import settings
from briefbank.errors import BriefBankError
from briefbank.sandbox import environment, guard, inherited

if TYPE_CHECKING:
    from briefbank.network.directory_client import DirectoryClient
    from briefbank.network.egress_client import EgressClient

log = logging.getLogger(__name__)

_server: EgressClient | None = None
_office: EgressClient | None = None
_directory: DirectoryClient | None = None
_listener: socket.socket | None = None
_figures: socket.socket | None = None
_THIS_COMPUTER = "127.0.0.1"


def close_network(
    address: tuple[str, int] | None = None,
    directory: Callable[[], DirectoryClient | None] = lambda: None,
    figures: int = 0,
) -> None:
    """Remove what could bring in foreign code, close inherited sockets, start the egress worker for the one
    server that is configured, then engage the guard, for ever.

    Call it first, before other threads start. That server is the office's own where this computer belongs to
    an office, else the text recognition server. An address that cannot be used is passed over:
    scanned pages are then read on this computer, the office server counts as away, and the settings page says
    what is wrong.

    ``address``: the IP address and port at which an office server listens (``listener``). Nothing can begin
    to listen afterwards. ``directory`` starts the worker that asks the office's directory of persons, where
    the server has one. ``figures`` is the port of this computer itself
    at which it also listens; 0: at none.
    """
    global _server, _office, _directory, _listener, _figures
    close_inherited()
    chosen = settings.load()
    if address:  # a server asks no office, although its user's window may belong to its own
        chosen = replace(chosen, office_address="")
    if chosen.office_address or chosen.ocr_address:
        from briefbank.network import egress_client

        try:
            if chosen.office_address:
                _office = egress_client.start(chosen.office_address, chosen.office_pin)
            else:
                _server = egress_client.start(chosen.ocr_address)
        except BriefBankError as error:
            log.warning("no egress worker: %s", error.detail)
    _directory = directory()
    _listener = _listening(*address) if address else None
    _figures = _listening(_THIS_COMPUTER, figures) if figures else None
    guard.engage()


def close_inherited() -> None:
    """Do what comes before that, for a program of the cluster, which then holds itself to its own connections
    (``held_connections``)."""
    environment.make_safe()
    inherited.close_network_sockets()


def _listening(host: str, port: int) -> socket.socket | None:
    try:
        listener = socket.create_server((host, port), family=_family(host), backlog=128)
        # Connections inherit it. asyncio would set it, but only on sockets that name their protocol, and an
        # answer of two packets would wait 40 ms for the first to be acknowledged.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listener
    except OSError as error:
        log.warning("cannot listen: errno %s", error.errno)
        return None


def _family(number: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in number else socket.AF_INET


def server() -> EgressClient | None:
    """Return the client for the text recognition server; None when none is set or it could not be started."""
    return _server


def office() -> EgressClient | None:
    """Return the client for the office server; None when none is set or it could not be started."""
    return _office


def directory() -> DirectoryClient | None:
    """Return the client for the office's directory of persons; None where this program asks none."""
    return _directory


def listener() -> socket.socket | None:
    """Return the socket at which this program listens; None where it does not, or its address was taken."""
    return _listener


def figures() -> socket.socket | None:
    """Return the socket for figures, which only this computer reaches; None where there is none, or its port
    was taken."""
    return _figures
