"""Closes the network sockets that this program was started with.

A program is given its open files by whoever starts it. A connected socket among them could be written to
although nothing here may make one, and neither the system call filter nor Landlock looks at that. Local
sockets stay: a desktop gives its programs their outputs as such.
"""

from __future__ import annotations

import os
import socket
import stat
import sys
from pathlib import Path

_LISTS = {"linux": "/proc/self/fd", "darwin": "/dev/fd"}
_STANDARD = 2
"""The last standard descriptor. A socket at a standard number is replaced by the null device."""


def close_network_sockets() -> int:
    """Close them and return how many there were. Call it before anything here has a socket of its own. Never
    raises."""
    closed = 0
    for descriptor in _descriptors():
        if _is_network_socket(descriptor):
            _close(descriptor)
            closed += 1
    return closed


def _descriptors() -> list[int]:
    """List the open descriptors; empty on Windows, where Python's programs are given only the standard
    ones."""
    try:
        return sorted(int(entry.name) for entry in Path(_LISTS[sys.platform]).iterdir())
    except (KeyError, OSError):
        return []


def _is_network_socket(descriptor: int) -> bool:
    """Tell whether it is one. A socket that does not tell its family, as those for raw frames (AF_XDP),
    is."""
    try:
        if not stat.S_ISSOCK(os.fstat(descriptor).st_mode):
            return False
    except OSError:
        return False
    copy = os.dup(descriptor)
    try:
        with socket.socket(fileno=copy) as known:
            return known.family != socket.AF_UNIX
    except OSError:
        os.close(copy)
        return True


def _close(descriptor: int) -> None:
    if descriptor > _STANDARD:
        os.close(descriptor)
        return
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, descriptor)
    os.close(nothing)
