"""Sends requests to the one address that the office configured, through the egress worker."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from briefbank.network import address, egress_worker
from briefbank.network.egress_worker import Reply, Request
from briefbank.network.worker_client import NoAnswer, NotThere, WorkerClient
from briefbank.sandbox import guard

_GONE = "The part of BriefBank that talks to the text recognition server has stopped."
_START_AGAIN = "Start BriefBank again; until then pages are read on this computer."


class OtherServer(NoAnswer, ConnectionError):
    """Raised when the server is not the one whose certificate is pinned."""


class EndedCertificate(NoAnswer, ConnectionError):
    """Raised when the time of the server's certificate is over."""


class TooLongAnswer(NoAnswer):
    """Raised when the server's answer is longer than may be taken."""


_FAILURES = {
    egress_worker.TOO_LONG: TooLongAnswer,
    egress_worker.REFUSED: NotThere,
    egress_worker.OTHER_SERVER: OtherServer,
    egress_worker.ENDED: EndedCertificate,
}


class Exchange(Protocol):
    """One request and its answer, as the egress client does it."""

    def __call__(
        self,
        method: str,
        path: str,
        body: bytes,
        headers: Mapping[str, str],
        timeout_s: float,
        check: Callable[[], None] = ...,
        /,
    ) -> tuple[int, bytes]: ...


class EgressClient(WorkerClient[Request, Reply]):
    """The client of the egress worker. Any thread, several at once."""

    NOT_YET = (
        "The text recognition server has not been found yet. Until it is, pages are read on this computer."
    )
    GONE, START_AGAIN = _GONE, _START_AGAIN
    STOPPED = f"{_GONE} {_START_AGAIN}"

    def __init__(self, where: str, pin: str = "") -> None:
        """Start the worker for ``where``, the office's address, whose server must show the certificate with
        the SHA-256 ``pin``, if any. Raises BadAddress; BriefBankError when it cannot start."""
        address.parse_address(where)
        self.where = where
        super().__init__(Reply, egress_worker.__name__, where, pin)

    def post(
        self, path: str, body: bytes, timeout_s: float, check: Callable[[], None] = lambda: None
    ) -> tuple[int, bytes]:
        """Send JSON; return the status and the answer, at most MAX_ANSWER bytes. See ``exchange``."""
        return self.exchange("POST", path, body, {}, timeout_s, check)

    def exchange(
        self,
        method: str,
        path: str,
        body: bytes,
        headers: Mapping[str, str],
        timeout_s: float,
        check: Callable[[], None] = lambda: None,
    ) -> tuple[int, bytes]:
        """Send a request; return the status and the answer. Blocks. ``check``: see ``ask``. Raises
        NoAnswer."""
        reply = self.ask(Request(timeout_s, path, body, method, tuple(headers.items())), timeout_s, check)
        if reply.status == 0:
            raise _FAILURES.get(reply.body, NoAnswer)(reply.body.decode())
        return reply.status, reply.body


def start(where: str, pin: str = "") -> EgressClient | None:
    """Return the client for the office's address; None when none is configured. Call before ``guard.engage``.
    ``pin``: see EgressClient.

    Returns at once. Raises BadAddress; BriefBankError when no worker can be started; RuntimeError when the
    guard is engaged already, since nothing that is started then can connect.
    """
    if not where:
        return None
    if guard.level() != "off":
        raise RuntimeError("the guard is engaged already")
    return EgressClient(where, pin)
