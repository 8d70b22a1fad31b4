"""Lets connections hang at an office server: ``python -m tests.office.slow_connections PORT COUNT``.

In turn one says nothing, one nothing after it was encrypted, one sends its head byte by byte, one its body.
Once all were tried "open" is printed; they hang until the standard input ends. Then it is printed how many
the server had ended.
"""

from __future__ import annotations

import resource
import select
import socket
import ssl
import sys
from itertools import cycle

from tests.office.slapd import HERE

_TRIED_S = 5.0
_HEAD = b"GET /v1/greeting HTTP/1.1\r\nHost: office\r\nX-Slow: "
_BODY = b"POST /v1/enrolment HTTP/1.1\r\nHost: office\r\nContent-Length: 1000\r\n\r\nx"
_KINDS = (None, b"", _HEAD, _BODY)


def main() -> None:
    port, count = map(int, sys.argv[1:])
    resource.setrlimit(resource.RLIMIT_NOFILE, (count + 100, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    sockets: list[socket.socket] = []
    for _, first_bytes in zip(range(count), cycle(_KINDS), strict=False):
        try:
            one = socket.create_connection((HERE, port), timeout=_TRIED_S)
            sockets.append(one)
            if first_bytes is not None:
                sockets[-1] = one = context.wrap_socket(one)
                one.sendall(first_bytes)
        except OSError:
            continue
        if first_bytes in (_HEAD, _BODY) and len(sockets) % 100 == 0:
            _trickle(sockets[-100:])
    print("open", len(sockets), flush=True)
    while not select.select([sys.stdin], [], [], 1.0)[0]:
        _trickle(sockets)
    print(sum(_has_ended(item) for item in sockets))


def _trickle(sockets: list[socket.socket]) -> None:
    """Send one byte more on each encrypted connection that is still there."""
    for item in sockets:
        if isinstance(item, ssl.SSLSocket):
            try:
                item.sendall(b"x")
            except OSError:
                continue


def _has_ended(one: socket.socket) -> bool:
    """Tell whether the server ended a connection, which then has an end to read or an error."""
    one.settimeout(0.0)
    try:
        socket.socket.recv(one, 65_536) if isinstance(one, ssl.SSLSocket) else one.recv(1)
        while socket.socket.recv(one, 65_536):
            continue
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


if __name__ == "__main__":
    main()
