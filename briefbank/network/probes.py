"""Tries the network past Python's own sockets: by native code of this process, and by another program.

Each probe returns how it ended in a word or two, or an empty string where it was refused. A refusal is the
system's "permission denied" when the socket is to be made; whatever comes later, a refused connection too,
means that nothing held the attempt back. All of them go to this machine, ask for a name that cannot exist
(RFC 2606), or send an empty datagram to an address that nobody has (RFC 5737).
"""

from __future__ import annotations

import ctypes
import ctypes.util
import errno
import os
import shutil
import socket
import subprocess
import sys

PORT = 9
"""The port of the historic discard service; nobody listens there."""
NAME = "briefbank.invalid"
NOBODY = "192.0.2.1"
"""An address reserved for documentation, so that no computer has it."""
_SECONDS = 3.0
_STREAM, _DATAGRAM = 1, 2
_HOST_ADDRESS, _INTERNET = 1, 1
"""The type and class of a name query (RFC 1035): type A, class IN."""
_V4 = PORT.to_bytes(2, "big") + bytes([127, 0, 0, 1]) + bytes(8)
_NOBODY = PORT.to_bytes(2, "big") + bytes(map(int, NOBODY.split("."))) + bytes(8)
_V6 = PORT.to_bytes(2, "big") + bytes(4) + bytes(15) + b"\1" + bytes(4)


def native(family: int, *, is_v6: bool = False) -> str:
    """Connect to this machine through the C library."""
    if os.name == "nt":
        return "not held back here"
    libc = ctypes.CDLL(None, use_errno=True)
    descriptor = libc.socket(family, _STREAM, 0)
    if descriptor < 0:
        return _outcome(ctypes.get_errno())
    try:
        where = _address(family, _V6 if is_v6 else _V4)
        libc.connect(descriptor, where, len(where))
        return "a socket could be made"
    finally:
        os.close(descriptor)


def native_datagram() -> str:
    """Send a datagram through the C library, which does not ask whether it arrives."""
    if os.name == "nt":
        return "not held back here"
    libc = ctypes.CDLL(None, use_errno=True)
    descriptor = libc.socket(socket.AF_INET, _DATAGRAM, 0)
    if descriptor < 0:
        return _outcome(ctypes.get_errno())
    try:
        where = _address(socket.AF_INET, _NOBODY)
        libc.sendto(descriptor, b"", 0, 0, where, len(where))
        return "a datagram could be sent"
    finally:
        os.close(descriptor)


def _address(family: int, rest: bytes) -> bytes:
    """Return a socket address. BSD and macOS put its length before its family, in one byte each."""
    if sys.platform == "darwin":
        return bytes([len(rest) + 2, family]) + rest
    return family.to_bytes(2, sys.byteorder) + rest


def native_name() -> str:
    """Resolve a name by the C library's resolver, which asks the network's name server directly."""
    ask = _resolver()
    if ask is None:
        return "not held back here"
    answer = ctypes.create_string_buffer(512)
    ctypes.set_errno(0)
    ended = ask(NAME.encode(), _INTERNET, _HOST_ADDRESS, answer, len(answer))
    return _outcome(ctypes.get_errno()) if ended < 0 else "a name was asked for"


def _resolver() -> ctypes._NamedFuncPointer | None:
    """Return ``res_query``: newer C libraries have it themselves, older ones in a library beside them."""
    if os.name == "nt":
        return None
    for library in (
        None,
        ctypes.util.find_library("resolv") if sys.platform == "darwin" else "libresolv.so.2",
    ):
        try:
            return ctypes.CDLL(library, use_errno=True).res_query
        except (AttributeError, OSError):
            continue
    return None


def _outcome(number: int) -> str:
    return "" if number == errno.EACCES else errno.errorcode.get(number, "no refusal")


_DATAGRAMS, _SENDING = "/dev/udp/", " && echo >&3"


def shell() -> str | None:
    """Return a program of the system that can open connections by itself; None where there is none."""
    return shutil.which("bash")


def by_program(program: str, where: str) -> str:
    """Connect by Bash, which says which step failed: making the socket (the guard) or a later one."""
    environment = {**os.environ, "LC_ALL": "C"}
    try:
        ended = subprocess.run(
            [program, "-c", f"exec 3<>{where}{_SENDING if where.startswith(_DATAGRAMS) else ''}"],
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            env=environment,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return type(error).__name__
    return "" if "socket: Permission denied" in ended.stderr else "a connection was tried"
