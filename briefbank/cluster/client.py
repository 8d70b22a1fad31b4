"""Asks the cluster, through the process that runs Dask's client."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from enum import Enum
from queue import Empty, SimpleQueue

from briefbank.cluster import client_process
from briefbank.cluster.access import ClusterAccess
from briefbank.network.egress_messages import Reply, Request
from briefbank.network.worker_client import NoAnswer, WorkerClient

_MODULE = "briefbank.cluster.client_process"
_RUN = {"module": "briefbank.cluster.unit_work", "function": "run"}
"""What Dask calls on a worker for each unit."""
_SOON_S = 10.0


class Ending(Enum):
    """How the cluster ended with a unit."""

    ENDED = client_process.ENDED
    """A computer was done with it; the answer, if it has one, came by another way."""
    KILLED = client_process.KILLED
    """Several computers ended while they worked on it."""
    LOST = client_process.LOST
    """The scheduler is not there, or forgot it."""


@dataclass(frozen=True, slots=True)
class ClusterComputer:
    """A computer of the cluster, as the scheduler knows it."""

    name: str
    threads: int
    """The units that it does at once."""
    works: bool
    """It takes units now."""


class ClusterClient(WorkerClient):
    """The client of one cluster. Any thread."""

    NOT_YET = "The cluster’s scheduler has not been found yet."
    STOPPED = GONE = "The part of BriefBank that asks the cluster has stopped."
    START_AGAIN = "Start the server again."

    def __init__(self, access: ClusterAccess) -> None:
        """Start the process. Call before ``guard.engage``. Raises BriefBankError."""
        access.check()
        self.where = access.scheduler
        super().__init__(_MODULE, Request(0, 0.0, "", json.dumps(asdict(access) | _RUN).encode()))

    @contextmanager
    def submitted(
        self, key: str, arguments: tuple[str, ...], priority: int
    ) -> Iterator[Callable[[float], Ending | None]]:
        """Submit a unit; return what waits some seconds for its end and returns that, or None while it goes
        on. Cancelled at the end of the context. Raises NoAnswer."""
        asked = {"key": key, "arguments": arguments, "priority": priority}
        with self.asked(_request(client_process.SUBMIT, asked)) as reply:
            try:
                yield lambda seconds: _ending(reply, seconds)
            finally:
                with suppress(NoAnswer):
                    self._send(_request(client_process.CANCEL, {"key": key}))

    def computers(self) -> list[ClusterComputer]:
        """Return the computers that are there now. Blocks. Raises NoAnswer."""
        reply = self.ask(_request(client_process.COMPUTERS, {}))
        if reply.status != client_process.ENDED:
            return []
        return [ClusterComputer(**each) for each in json.loads(reply.body)]


def _ending(reply: SimpleQueue[Reply], seconds: float) -> Ending | None:
    try:
        status = reply.get(timeout=seconds).status
    except Empty:
        return None
    return Ending(status) if status else Ending.LOST


def _request(path: str, asked: object) -> Request:
    return Request(0, _SOON_S, path, json.dumps(asked).encode())
