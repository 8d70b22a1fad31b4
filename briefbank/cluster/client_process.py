"""Runs Dask's client: the only part of the server's computer that may connect to the scheduler.

Started as ``python -m briefbank.cluster.client_process``, it reads from its standard input where the
scheduler is, refuses every other connection to itself, and then passes units on until its input ends. It has
no library: what the cluster sends is unpickled here by Dask, and an answer of the cluster itself is never
looked at.
"""

from __future__ import annotations

import importlib
import json
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from briefbank.cluster import access, dask_settings
from briefbank.cluster.access import ClusterAccess
from briefbank.errors import BriefBankError
from briefbank.network.egress_messages import Reply, Request, read_request, write_reply
from briefbank.network.egress_worker import READY, answer_requests, number_of
from briefbank.network.held_connections import hold_connections

if TYPE_CHECKING:
    from distributed import Client

SUBMIT, CANCEL, COMPUTERS = "submit", "cancel", "computers"
ENDED, KILLED, LOST = 200, 500, 503
"""The statuses of a reply: the unit was done or given up by a computer; it was the end of too many computers;
the scheduler is not there, or forgot it."""
CONNECT_S = 10.0
_AGAIN_S = 2.0
_UNKNOWN_NAME = "The cluster’s scheduler is not known in this network by its name."


def main() -> None:
    """Serve until the program that started this one is gone."""
    reading, writing = sys.stdin.buffer, sys.stdout.buffer
    try:
        start = json.loads(read_request(reading).body)
        where = ClusterAccess(start["scheduler"], start["folder"])
        host, port = access.place_of(where.scheduler)
        number = number_of(host, port)
    except EOFError:
        return
    except BriefBankError as error:
        write_reply(writing, Reply(READY, 0, str(error).encode()))
        return
    except OSError:
        write_reply(writing, Reply(READY, 0, _UNKNOWN_NAME.encode()))
        return
    dask_settings.apply()
    function = getattr(importlib.import_module(start["module"]), start["function"])
    hold_connections(to=[(number, port)])
    client = _ReconnectingClient(access.address_of(number, port), Path(where.folder))
    write_reply(writing, Reply(READY, ENDED, b""))
    answer_requests(reading, writing, _Answers(client, function).answer)


class _ReconnectingClient:
    """A client that looks for its scheduler again for ever. Any thread."""

    def __init__(self, address: str, folder: Path) -> None:
        self._address, self._folder = address, folder
        self._client: Client | None = None
        threading.Thread(target=self._stay_connected, daemon=True).start()

    def connected(self) -> Client | None:
        """Return the client; None while there is no scheduler."""
        client = self._client
        return client if client is not None and client.status == "running" else None

    def _stay_connected(self) -> None:
        from distributed import Client

        while True:
            if self._client is None or self._client.status in ("closed", "closing"):
                try:
                    self._client = Client(
                        self._address,
                        security=access.security(self._folder),
                        timeout=CONNECT_S,
                        set_as_default=False,
                        name="briefbank-server",
                    )
                except (OSError, ValueError):
                    self._client = None
            time.sleep(_AGAIN_S)


class _Answers:
    """The answers to the server's requests. Any thread."""

    def __init__(self, client: _ReconnectingClient, function: Any) -> None:
        self._client, self._function = client, function
        self._futures: dict[str, Any] = {}

    def answer(self, request: Request) -> Reply:
        client = self._client.connected()
        if client is None:
            return Reply(request.number, LOST, b"")
        asked = json.loads(request.body)
        if request.path == CANCEL:
            future = self._futures.pop(asked["key"], None)
            if future is not None:
                client.cancel([future])
            return Reply(request.number, ENDED, b"")
        if request.path == COMPUTERS:
            return Reply(request.number, ENDED, json.dumps(_computers(client)).encode())
        return Reply(request.number, self._done(client, asked), b"")

    def _done(self, client: Client, asked: dict[str, Any]) -> int:
        """Submit a unit, wait for its end, and return how it ended."""
        key, ended = asked["key"], threading.Event()
        try:
            future = client.submit(
                self._function, *asked["arguments"], key=key, pure=False, priority=asked["priority"]
            )
            self._futures[key] = future
            future.add_done_callback(lambda _: ended.set())
            ended.wait()
            status = future.status
            if status == "error":
                return KILLED if type(future.exception()).__name__ == "KilledWorker" else ENDED
            return ENDED if status == "finished" else LOST
        except Exception:  # noqa: BLE001 - whatever Dask raises, the server is not to wait for ever
            return LOST
        finally:
            self._futures.pop(key, None)


def _computers(client: Client) -> list[dict[str, Any]]:
    """Return the computers that are there."""
    try:
        found = client.scheduler_info()["workers"]
    except (OSError, RuntimeError, KeyError, TypeError):
        return []
    return [
        {"name": str(each["name"]), "threads": int(each["nthreads"]), "works": each["status"] == "running"}
        for each in found.values()
    ]


if __name__ == "__main__":
    main()
