"""Runs the egress worker: the only process that may connect, and only to the one address it was given.

Started as ``python -m briefbank.network.egress_worker``, it reads the address from its standard input,
resolves its name once, refuses every other connection to itself (an audit hook, and the kernel's rules where
it has them) and then sends requests, several at a time, until its input ends. Redirections are not followed,
proxies and cookies not known: http.client does none of it.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import sys
import threading
import time
from contextlib import closing
from typing import Any

from briefbank.errors import BriefBankError
from briefbank.network.address import Address, BadAddress, parse_address, permit
from briefbank.network.egress_messages import Reply, Request, read_request, write_reply
from briefbank.sandbox.guard import RefusedByGuardError
from briefbank.sandbox.kernel import refuse_all_but_tcp
from briefbank.sandbox.landlock_ports import allow_only_port

MAX_ANSWER = 2 * 2**20
"""The size limit of a server's answer; a page of text takes about ten thousand bytes."""

FAILED, TOO_SLOW, TOO_LONG, REFUSED = b"failed", b"too slow", b"too long", b"refused"
READY = 0
"""The number of the first reply, which says whether the address can be used."""

_CHUNK = 65_536
_UNKNOWN_NAME = "The text recognition server’s name is not known in this network."
_LOOK_AT_NAME = "Look at its address in the settings, and start BriefBank again."


def main() -> None:
    """Serve until the program that started this one is gone."""
    reading, writing = sys.stdin.buffer, sys.stdout.buffer
    try:
        sender = _Sender(parse_address(read_request(reading).path))
    except EOFError:
        return
    except BriefBankError as error:
        write_reply(writing, Reply(READY, 0, str(error).encode()))
        return
    write_reply(writing, Reply(READY, 200, b""))
    lock = threading.Lock()

    def serve(request: Request) -> None:
        reply = sender.send(request)
        try:
            with lock:
                write_reply(writing, reply)
        except OSError:
            return

    while True:
        try:
            threading.Thread(target=serve, args=(read_request(reading),), daemon=True).start()
        except (EOFError, OSError):
            return


class _Sender:
    """A sender of requests to one address; made once, before any thread is started."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._number = _resolved(address)
        permit(address, self._number)
        self._tls = ssl.create_default_context() if address.scheme == "https" else None
        close_other_ways(self._number, address.port)
        hold_native_code(address.port)

    def send(self, request: Request) -> Reply:
        """Return the server's answer, within the request's time whatever the server does."""
        family = socket.AF_INET6 if ":" in self._number else socket.AF_INET
        sockets, ends = [socket.socket(family, socket.SOCK_STREAM)], time.monotonic() + request.seconds
        alarm = threading.Timer(request.seconds, _hang_up, [sockets])
        alarm.start()
        try:
            status, body = self._exchange(sockets, request, ends)
        except (OSError, http.client.HTTPException, ValueError) as error:
            return Reply(request.number, 0, _failure(error, time.monotonic() >= ends))
        finally:
            alarm.cancel()
            for each in sockets:
                each.close()
        return Reply(request.number, *((status, body) if len(body) <= MAX_ANSWER else (0, TOO_LONG)))

    def _exchange(self, sockets: list[socket.socket], request: Request, ends: float) -> tuple[int, bytes]:
        sockets[0].settimeout(request.seconds)
        sockets[0].connect((self._number, self._address.port))
        if self._tls is not None:
            _encrypt(sockets, self._tls, self._address.host, ends)
        connection = http.client.HTTPConnection(self._address.host, self._address.port)
        connection.sock = sockets[-1]
        headers = {"Content-Type": "application/json", "Connection": "close"}
        connection.request("POST", self._address.path + request.path, request.body, headers)
        with closing(connection.getresponse()) as response:
            status, body = response.status, _body(response)
        if time.monotonic() >= ends:
            raise TimeoutError  # An answer without a length that the alarm cut off looks complete.
        return status, body


def _encrypt(sockets: list[socket.socket], tls: ssl.SSLContext, host: str, ends: float) -> None:
    """Add the encrypted socket, which takes the connection away from the plain one.

    The alarm can end the handshake only when it knows that socket. Therefore the socket is added first, and
    if the alarm rang in between, the time is over.
    """
    encrypted = tls.wrap_socket(sockets[0], server_hostname=host, do_handshake_on_connect=False)
    sockets.append(encrypted)
    if time.monotonic() >= ends:
        raise TimeoutError
    encrypted.do_handshake()


def _body(response: http.client.HTTPResponse) -> bytes:
    """Read the answer up to MAX_ANSWER and a little further."""
    body = bytearray()
    while len(body) <= MAX_ANSWER and (chunk := response.read1(_CHUNK)):
        body += chunk
    if response.length and len(body) <= MAX_ANSWER:
        raise ConnectionError("the answer was cut short")
    return bytes(body)


def _failure(error: Exception, late: bool) -> bytes:
    if isinstance(error, ConnectionRefusedError):
        return REFUSED
    return TOO_SLOW if late or isinstance(error, TimeoutError) else FAILED


def _hang_up(sockets: list[socket.socket]) -> None:
    """Interrupt whatever another thread waits for on these sockets."""
    for each in sockets:
        try:
            # The plain method is needed: an encrypted socket's own takes its cipher away from under the other
            # thread.
            socket.socket.shutdown(each, socket.SHUT_RDWR)
        except OSError:
            continue


def _resolved(address: Address) -> str:
    """Return the IP address. This is the only name that is ever resolved."""
    try:
        return str(ipaddress.ip_address(address.host))
    except ValueError:
        pass
    try:
        found = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise BadAddress(_UNKNOWN_NAME, _LOOK_AT_NAME) from error
    return str(found[0][4][0])


def hold_native_code(port: int) -> None:
    """Hold the process to TCP on this port, where the kernel has rules for it, before it has a second
    thread."""
    refuse_all_but_tcp()
    allow_only_port(port)


def close_other_ways(number: str, port: int) -> None:
    """Refuse, for the rest of this process, all network use but TCP connections to this address, and the
    starting of programs, which nothing would confine."""
    families = (socket.AF_INET, socket.AF_INET6)

    def hook(event: str, args: tuple[Any, ...]) -> None:
        if event == "socket.__new__":
            allowed = args[1] in families and args[2] == socket.SOCK_STREAM
            # A TLS socket is made from an open one's descriptor.
            allowed = allowed or args[1] == -1
        elif event == "socket.connect":
            allowed = tuple(args[1][:2]) == (number, port)
        else:
            allowed = event not in _NEVER
        if not allowed:
            raise RefusedByGuardError(detail=event)

    sys.addaudithook(hook)


_NEVER = frozenset(
    {
        "socket.bind",
        "socket.sendto",
        "socket.sendmsg",
        "socket.getaddrinfo",
        "socket.gethostbyname",
        "socket.gethostbyaddr",
        "socket.getnameinfo",
        "subprocess.Popen",
        "os.system",
        "os.exec",
        "os.fork",
        "os.forkpty",
        "os.posix_spawn",
        "os.spawn",
        "os.startfile",
        "pty.spawn",
    }
)
"""Python's audit events (https://docs.python.org/3/library/audit_events.html)."""

if __name__ == "__main__":
    main()
