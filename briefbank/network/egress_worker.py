"""Runs the egress worker: the only process that may connect, and only to the one address it was given.

Started as ``python -m briefbank.network.egress_worker ADDRESS PIN``, it resolves the address's name once,
refuses every other connection to itself (an audit hook, and the kernel's rules where it has them) and then
sends requests from its standard input, several at a time, until that ends. It imports no library of others
before it refuses them. PIN is the SHA-256 of a certificate in hexadecimals, or empty: with a pin, no server
with another certificate, which does not follow it (``succession``), is sent anything, and connections are
kept for the next request. Redirections are not
followed, proxies and cookies not known: http.client does none of it.
"""

from __future__ import annotations

import hashlib
import hmac
import http.client
import ipaddress
import select
import socket
import ssl
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar

from briefbank.errors import BriefBankError
from briefbank.network.address import Address, BadAddress, parse_address, permit
from briefbank.sandbox import guard
from briefbank.sandbox.guard import RefusedByGuardError
from briefbank.sandbox.kernel import allow_tcp, refuse_all_but_tcp
from briefbank.text.messages import NO_MESSAGE, Message

MAX_ANSWER = 2 * 2**20  # The size limit of a server's answer; a page of text takes about ten thousand bytes
MAX_PINNED_ANSWER = 48 * 2**20
"""The size limit of an answer of the office server; the passages of the longest brief take about 10 MB."""
KEPT_S = 30.0  # The time for which an idle connection is kept; the office server keeps its end longer

FAILED, TOO_SLOW, TOO_LONG, REFUSED = b"failed", b"too slow", b"too long", b"refused"
OTHER_SERVER, ENDED = b"other certificate", b"certificate ended"

Q = TypeVar("Q")

_CHUNK = 65_536
_UNKNOWN_NAME = Message("The text recognition server’s name is not known in this network.")
_LOOK_AT_NAME = Message("Look at its address in the settings, and start BriefBank again.")


@dataclass(frozen=True, slots=True)
class Request:
    """A request for the server; ``path`` is added to the address's, and the headers to the worker's own."""

    seconds: float  # The time limit
    path: str
    body: bytes
    method: str = "POST"
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class EgressReply:
    """A reply. ``status`` is the server's, or 0 without an answer; then ``body`` is the kind of failure."""

    status: int
    body: bytes


def main() -> None:
    """Serve until the program that started this one is gone."""
    where, pin = sys.argv[1:]
    try:
        sender = Sender(parse_address(where), pin)
    except BriefBankError as error:
        guard.engage()
        return report(error.message)
    report(NO_MESSAGE)
    return answer_requests(Request, sender.send)


def report(problem: Message) -> None:
    """Tell the program that started this one why there will be no answers; an empty text if there will be."""
    from briefbank.sandbox import messages

    messages.write(sys.stdout.buffer, problem)


def answer_requests(kind: type[Q], answer: Callable[[Q], object]) -> None:
    """Answer each request of a type in a thread of its own, until the input ends."""
    from briefbank.sandbox import messages

    lock = threading.Lock()

    def serve(request: messages.Numbered[Q]) -> None:
        reply = messages.Numbered(request.number, answer(request.content))
        with suppress(OSError), lock:
            messages.write(sys.stdout.buffer, reply)

    while True:
        try:
            request = messages.read(sys.stdin.buffer, messages.Numbered[kind])  # type: ignore[valid-type]
            threading.Thread(target=serve, args=(request,), daemon=True).start()
        except (EOFError, OSError):
            return


class Sender:
    """A sender of requests to one address; made once, before any thread is started."""

    def __init__(self, address: Address, pin: str = "") -> None:
        self._address, self._pin = address, pin
        self._largest = MAX_PINNED_ANSWER if pin else MAX_ANSWER
        self._kept: deque[tuple[http.client.HTTPConnection, float]] = deque()
        try:  # the only name that is ever resolved
            self._number = number_of(address.host, address.port)
        except OSError as error:
            raise BadAddress(_UNKNOWN_NAME, _LOOK_AT_NAME) from error
        permit(address, self._number)
        self._tls = _context(address, pin)
        close_other_ways(self._number, address.port)
        hold_native_code(address.port)

    def send(self, request: Request) -> EgressReply:
        """Return the server's answer, within the request's time whatever the server does."""
        sockets, ends = list[socket.socket](), time.monotonic() + request.seconds
        alarm = threading.Timer(request.seconds, hang_up, [sockets])
        alarm.start()
        try:
            status, body = self._exchange(sockets, request, ends)
        except (OSError, http.client.HTTPException, ValueError) as error:
            return EgressReply(0, _failure(error, time.monotonic() >= ends))
        finally:
            alarm.cancel()
            for opened in sockets:
                opened.close()
        return EgressReply(status, body) if len(body) <= self._largest else EgressReply(0, TOO_LONG)

    def _exchange(self, sockets: list[socket.socket], request: Request, ends: float) -> tuple[int, bytes]:
        connection = self._kept_connection(sockets) or self._connected(sockets, request.seconds, ends)
        sockets[-1].settimeout(request.seconds)
        headers = {"Content-Type": "application/json"} | dict(request.headers)
        headers |= {} if self._pin else {"Connection": "close"}
        connection.request(request.method, self._address.path + request.path, request.body or None, headers)
        with closing(connection.getresponse()) as response:
            status, body = response.status, bytearray()
            while len(body) <= self._largest and (chunk := response.read1(_CHUNK)):
                body += chunk
            if response.length and len(body) <= self._largest:
                raise ConnectionError("the answer was cut short")
            ended = response.isclosed()
        if time.monotonic() >= ends:
            raise TimeoutError  # An answer without a length that the alarm cut off looks complete.
        if self._pin and ended and connection.sock is not None:
            sockets.clear()
            self._kept.append((connection, time.monotonic()))
        return status, bytes(body)

    def _connected(
        self, sockets: list[socket.socket], seconds: float, ends: float
    ) -> http.client.HTTPConnection:
        family = socket.AF_INET6 if ":" in self._number else socket.AF_INET
        sockets.append(socket.socket(family, socket.SOCK_STREAM))
        sockets[0].settimeout(seconds)
        sockets[0].connect((self._number, self._address.port))
        sockets[0].setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self._tls is not None:
            # The alarm can end the handshake only when it knows the encrypted socket, which takes the
            # connection away from the plain one. Therefore it is added first; if the alarm rang in between,
            # the time is over.
            encrypted = self._tls.wrap_socket(
                sockets[0], server_hostname=self._address.host, do_handshake_on_connect=False
            )
            sockets.append(encrypted)
            if time.monotonic() >= ends:
                raise TimeoutError
            encrypted.do_handshake()
            _check_pin(encrypted, self._pin)
        connection = http.client.HTTPConnection(self._address.host, self._address.port)
        connection.sock = sockets[-1]
        return connection

    def _kept_connection(self, sockets: list[socket.socket]) -> http.client.HTTPConnection | None:
        """Return a kept connection, the last used first; those that the server ended, or that were idle too
        long, are closed."""
        while self._kept:
            try:
                connection, since = self._kept.pop()
            except IndexError:  # another thread took it
                return None
            # an idle connection that can be read has come to its end
            has_ended = bool(select.select([connection.sock], [], [], 0.0)[0])
            if time.monotonic() - since < KEPT_S and not has_ended:
                sockets.append(connection.sock)
                return connection
            connection.close()
        return None


def _context(address: Address, pin: str) -> ssl.SSLContext | None:
    """Return the rules for encrypted connections; None for an address without. Raises BadAddress."""
    if not pin:
        return ssl.create_default_context() if address.scheme == "https" else None
    if address.scheme != "https":
        raise BadAddress(detail="a pin without encryption")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False  # the certificate is known: see _check_pin
    context.verify_mode = ssl.CERT_NONE
    return context


class _UnprovenError(ConnectionError):
    """Raised, with the kind of failure, when the server does not show the pinned certificate, or when that is
    not good today by this computer's clock."""


def _check_pin(encrypted: ssl.SSLSocket, pin: str) -> None:
    """Raise _UnprovenError unless the server has the pin's certificate or its successor; nothing was sent."""
    if not pin:
        return
    from cryptography.x509 import load_der_x509_certificate

    from briefbank.network import succession

    shown = encrypted.getpeercert(binary_form=True) or b""
    certificate = load_der_x509_certificate(shown)
    is_pinned = hmac.compare_digest(hashlib.sha256(shown).hexdigest(), pin)
    if not is_pinned and not succession.follows(certificate, pin):
        raise _UnprovenError(OTHER_SERVER)
    if not certificate.not_valid_before_utc <= datetime.now(UTC) <= certificate.not_valid_after_utc:
        raise _UnprovenError(ENDED)


def _failure(error: Exception, late: bool) -> bytes:
    if isinstance(error, _UnprovenError):
        return bytes(error.args[0])
    if isinstance(error, ConnectionRefusedError):
        return REFUSED
    return TOO_SLOW if late or isinstance(error, TimeoutError) else FAILED


def hang_up(sockets: list[socket.socket]) -> None:
    """Interrupt whatever another thread waits for on these sockets."""
    for opened in sockets:
        try:
            # The plain method is needed: an encrypted socket's own takes its cipher away from under the other
            # thread.
            socket.socket.shutdown(opened, socket.SHUT_RDWR)
        except OSError:
            continue


def number_of(host: str, port: int) -> str:
    """Return the IP address of a host. Raises OSError where its name is not known."""
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        return str(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][4][0])


def hold_native_code(port: int) -> None:
    """Hold the process to TCP on this port, if the kernel has rules for it, before it has a second thread."""
    refuse_all_but_tcp()
    allow_tcp([port])


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
    (
        *(f"socket.{name}" for name in ("bind", "sendto", "sendmsg", "getaddrinfo", "getnameinfo")),
        *("socket.gethostbyname", "socket.gethostbyaddr", "subprocess.Popen", "os.system", "os.exec"),
        *("os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.startfile", "pty.spawn"),
    )
)
"""Python's audit events (https://docs.python.org/3/library/audit_events.html)."""

if __name__ == "__main__":
    main()
