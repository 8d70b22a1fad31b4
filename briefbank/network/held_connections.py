"""Holds a process to the connections that it is for: those to a few addresses, and those that it accepts."""

from __future__ import annotations

import ipaddress
import os
import socket
import sys
from collections.abc import Collection
from typing import Any

from briefbank.sandbox.guard import OFFLINE, RefusedByGuardError
from briefbank.sandbox.kernel import refuse_all_but_tcp
from briefbank.sandbox.landlock_ports import connect_only_to

_LOCAL = frozenset(getattr(socket, name) for name in ("AF_UNIX",) if hasattr(socket, name))
_REFUSED = frozenset(
    {
        *("socket.sendto", "socket.sendmsg", "socket.gethostbyname", "socket.gethostbyaddr"),
        *("socket.getnameinfo",),
    }
)


def hold_connections(to: Collection[tuple[str, int]] = (), at: Collection[tuple[str, int]] = ()) -> None:
    """Refuse, for the rest of this process, to connect elsewhere than ``to`` and to listen elsewhere than
    ``at``: IP addresses with their ports; port 0 for any. Names are not resolved any more. Call it before the
    process has a second thread.

    Python's code is held by audit events, and where the kernel has rules for it, native code and the programs
    that this one starts by their ports (``landlock_ports``).
    """
    os.environ.update(OFFLINE)

    def is_allowed(event: str, args: tuple[Any, ...]) -> bool:
        if event in _REFUSED:
            return False
        if event == "socket.getaddrinfo":
            return _is_number(args[0])
        if event in ("socket.connect", "socket.bind"):
            if int(args[0].family) in _LOCAL:
                return True
            places = to if event == "socket.connect" else at
            number, port = args[1][:2]
            return (number, port) in places or (number, 0) in places
        return True

    def hook(event: str, args: tuple[Any, ...]) -> None:
        if event.startswith("socket.") and not is_allowed(event, args):
            raise RefusedByGuardError(detail=event)

    sys.addaudithook(hook)
    refuse_all_but_tcp()
    connect_only_to([port for _, port in to])


def _is_number(host: object) -> bool:
    """Tell whether a host is an IP address, which is resolved without asking anybody."""
    try:
        ipaddress.ip_address(str(host))
    except ValueError:
        return False
    return True
