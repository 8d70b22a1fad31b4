"""Lets this process connect to no TCP port, or to one only, and listen on none. By ``landlock``, Linux
6.7.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

from briefbank.sandbox import landlock
from briefbank.sandbox.landlock import Allow

_SINCE = 4
_BIND_TCP, _CONNECT_TCP = 1, 2
_RULE_NET_PORT = 2


class _NetPort(ctypes.Structure):
    """struct landlock_net_port_attr"""

    _fields_ = (("allowed", ctypes.c_uint64), ("port", ctypes.c_uint64))


def refuse_tcp() -> bool:
    """Refuse all TCP to this thread and to threads and programs it starts later; return whether that holds.

    Landlock covers what the system call filter cannot see: a socket that was there before or was handed over
    by another program can neither connect nor listen. It also keeps programs from being traced and their
    sockets from being taken by this one, and it works on processors for which there is no filter. It does not
    cover datagrams. Never raises; False on other systems and where the kernel has no such rules.
    """
    return _allow_only(())


def allow_only_port(port: int) -> bool:
    """Hold this thread, and threads and programs it starts later, to ``port``; return whether that holds.
    Never raises; False on other systems and where the kernel has no such rules."""
    return _allow_only((port,))


def connect_only_to(ports: Sequence[int]) -> bool:
    """Let this thread, and threads and programs it starts later, connect to these ports alone; it may listen.
    Returns and never raises as ``allow_only_port``."""
    return _allow_only(ports, _CONNECT_TCP)


def _allow_only(ports: Sequence[int], rights: int = _BIND_TCP | _CONNECT_TCP) -> bool:
    if landlock.version() < _SINCE:
        return False

    def allowing(allow: Allow) -> bool:
        return all(allow(_RULE_NET_PORT, _NetPort(_CONNECT_TCP, port)) for port in ports)

    return landlock.restrict(allowing, ports=rights)
