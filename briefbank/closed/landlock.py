"""Asks the Linux kernel to let this process connect to no TCP port, or to one only, and to serve at none.

Landlock (https://docs.kernel.org/userspace-api/landlock.html) has network rules since Linux 6.7. Like the
system call filter of ``kernel`` they cannot be taken off and are inherited.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Sequence

# The numbers are the same on all processors (the common table of system calls since Linux 5.1).
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_ASK_VERSION = 1
_NETWORK_VERSION = 4
_BIND_TCP, _CONNECT_TCP = 1, 2
_RULE_NET_PORT = 2
_PR_SET_NO_NEW_PRIVS = 38


class _Ruleset(ctypes.Structure):
    """struct landlock_ruleset_attr"""

    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64))


class _NetPort(ctypes.Structure):
    """struct landlock_net_port_attr"""

    _fields_ = (("allowed", ctypes.c_uint64), ("port", ctypes.c_uint64))


def refuse_tcp() -> bool:
    """Whether the kernel now refuses this thread, and threads and programs started by it later, all TCP.

    Beside the system call filter it holds what that cannot see: a socket that was there before or was handed
    over by another program can neither connect nor serve. It also keeps programs from being traced and their
    sockets from being taken by this one, and it works on processors for which there is no filter. It knows
    nothing of datagrams. Never raises; False on other systems and where the kernel has no such rules.
    """
    return _hold_to(())


def allow_only_port(port: int) -> bool:
    """Whether the kernel now holds this thread, and threads and programs started by it later, to ``port``.

    Never raises; False on other systems and where the kernel has no such rules.
    """
    return _hold_to((port,))


def _hold_to(ports: Sequence[int]) -> bool:
    if sys.platform != "linux" or sys.maxsize < 2**32:
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _ASK_VERSION) < _NETWORK_VERSION:
        return False
    handled = _Ruleset(0, _BIND_TCP | _CONNECT_TCP)
    rules = libc.syscall(_CREATE_RULESET, ctypes.byref(handled), ctypes.c_size_t(ctypes.sizeof(handled)), 0)
    if rules < 0:
        return False
    try:
        for port in ports:
            allowed = _NetPort(_CONNECT_TCP, port)
            if libc.syscall(_ADD_RULE, rules, _RULE_NET_PORT, ctypes.byref(allowed), 0) != 0:
                return False
        if libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
            return False
        return bool(libc.syscall(_RESTRICT_SELF, rules, 0) == 0)
    finally:
        os.close(rules)
