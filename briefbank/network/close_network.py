"""Closes the network at the start of every program, but for the office's own server, if any; and holds a
program of the cluster to the few connections that it is for."""

from __future__ import annotations

import ipaddress
import logging
import os
import socket
import sys
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from briefbank import settings
from briefbank.errors import BriefBankError
from briefbank.sandbox import environment, guard
from briefbank.sandbox.guard import OFFLINE, RefusedByGuardError
from briefbank.sandbox.kernel import allow_tcp, refuse_all_but_tcp

if TYPE_CHECKING:
    from briefbank.network.egress_client import EgressClient
    from briefbank.office.directory import DirectoryClient


log = logging.getLogger(__name__)

_LOCAL = frozenset(getattr(socket, name) for name in ("AF_UNIX",) if hasattr(socket, name))
_REFUSED = frozenset(
    f"socket.{name}" for name in ("sendto", "sendmsg", "gethostbyname", "gethostbyaddr", "getnameinfo")
)
_THIS_COMPUTER = "127.0.0.1"


@dataclass(slots=True)
class Opened:
    """What was opened before the network was closed; None for what is not set, or could not be had."""

    server: EgressClient | None = None  # The client for the text recognition server
    office: EgressClient | None = None  # The client for the office server
    directory: DirectoryClient | None = None  # The client for the office's directory of persons
    listener: socket.socket | None = None  # The socket at which this program listens
    figures: socket.socket | None = None  # The socket for figures, which only this computer reaches


opened = Opened()


def hold_connections(to: Collection[tuple[str, int]] = (), at: Collection[tuple[str, int]] = ()) -> None:
    """Refuse, for the rest of this process, to connect elsewhere than ``to`` and to listen elsewhere than
    ``at``: IP addresses with their ports; port 0 for any. Names are not resolved any more. Call it before the
    process has a second thread.

    Python's code is held by audit events, and where the kernel has rules for it, native code and the programs
    that this one starts by their ports (``sandbox.kernel``).
    """
    os.environ.update(OFFLINE)

    def is_allowed(event: str, args: tuple[Any, ...]) -> bool:
        if event in _REFUSED:
            return False
        if event == "socket.getaddrinfo":
            return is_number(args[0])
        if event in ("socket.connect", "socket.bind"):
            if int(args[0].family) in _LOCAL:
                return True
            allowed = to if event == "socket.connect" else at
            number, port = args[1][:2]
            return (number, port) in allowed or (number, 0) in allowed
        return True

    def hook(event: str, args: tuple[Any, ...]) -> None:
        if event.startswith("socket.") and not is_allowed(event, args):
            raise RefusedByGuardError(detail=event)

    sys.addaudithook(hook)
    refuse_all_but_tcp()
    allow_tcp([port for _, port in to], listening=True)


def is_number(host: object) -> bool:
    """Tell whether a host is an IP address, which is resolved without asking anybody."""
    try:
        ipaddress.ip_address(str(host))
    except ValueError:
        return False
    return True


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

    ``address``: the IP address and port at which an office server listens. Nothing can begin to listen
    afterwards. ``directory`` starts the worker that asks the office's directory of persons, where
    the server has one. ``figures`` is the port of this computer itself
    at which it also listens; 0: at none.
    """
    close_inherited()
    chosen = settings.load()
    if address:  # a server asks no office, although its user's window may belong to its own
        chosen = replace(chosen, office_address="")
    if chosen.office_address or chosen.ocr_address:
        from briefbank.network.egress_client import EgressClient

        try:
            if chosen.office_address:
                opened.office = EgressClient(chosen.office_address, chosen.office_pin)
            else:
                opened.server = EgressClient(chosen.ocr_address)
        except BriefBankError as error:
            log.warning("no egress worker: %s", error.detail)
    opened.directory = directory()
    opened.listener = _listening(*address) if address else None
    opened.figures = _listening(_THIS_COMPUTER, figures) if figures else None
    guard.engage()


def close_inherited() -> None:
    """Do what comes before that, for a program of the cluster, which then holds itself to its own connections
    (``hold_connections``)."""
    environment.make_safe()
    guard.close_network_sockets()


def _listening(host: str, port: int) -> socket.socket | None:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.create_server((host, port), family=family, backlog=128)
        # Connections inherit it. asyncio would set it, but only on sockets that name their protocol, and an
        # answer of two packets would wait 40 ms for the first to be acknowledged.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listener
    except OSError as error:
        log.warning("cannot listen: errno %s", error.errno)
        return None
