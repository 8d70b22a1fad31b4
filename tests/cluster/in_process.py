"""A cluster in this process: real units, requests and children, and a scheduler that does as it is told."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.routing import Route

from briefbank.cluster.client import ClusterComputer, Ending
from briefbank.cluster.dispatcher import Dispatcher
from briefbank.cluster.unit_link import UnitLink
from briefbank.cluster.unit_runner import Ended, UnitRunner
from briefbank.server.unit_routes import UnitRoutes
from tests.server.asgi import AsgiExchange

COMPUTER = "lent-1"
Work = Callable[[str], object]


class Scheduler:
    """Stands in for Dask's client and scheduler: calls ``work`` with the token of each unit, in a thread."""

    def __init__(self, work: Work, threads: int = 2) -> None:
        self.work, self.threads = work, threads
        self.ends: list[Ending] = []
        """How the next units end, without being worked on."""
        self.submitted_tokens: list[str] = []
        self.priorities: list[int] = []
        self.works = True
        self.others: dict[str, bool] = {}
        """Whether other computers, by their names, take units."""

    def computers(self) -> list[ClusterComputer]:
        states = {COMPUTER: self.works} | self.others
        return [ClusterComputer(name, self.threads, works) for name, works in states.items()]

    def problem(self) -> str:
        return ""

    def close(self) -> None:
        self.works = False

    @contextmanager
    def submitted(
        self, key: str, arguments: tuple[str, ...], priority: int
    ) -> Iterator[Callable[[float], Ending | None]]:
        self.submitted_tokens.append(key)
        self.priorities.append(priority)
        ended = SimpleQueue[Ending]()

        def do() -> None:
            self.work(arguments[0])
            ended.put(Ending.ENDED)

        if self.ends:
            ended.put(self.ends.pop(0))
        else:
            threading.Thread(target=do, daemon=True).start()

        def ending(seconds: float) -> Ending | None:
            try:
                return ended.get(timeout=seconds)
            except Empty:
                return None

        yield ending


class LentComputer:
    """A cluster of one computer that works for a dispatcher, both in this process."""

    def __init__(self, folder: Path) -> None:
        self.scheduler = Scheduler(self._do)
        self.dispatcher = Dispatcher(self.scheduler, "https://server:8443", "0" * 64)  # type: ignore[arg-type]
        self.exchange = AsgiExchange(application(self.dispatcher))
        self.link = UnitLink(self.exchange, COMPUTER, away_s=0.0)
        self.runner = UnitRunner(self.link, folder, 2)
        self.ended: list[Ended] = []
        while not self.dispatcher.places():
            threading.Event().wait(0.01)

    def _do(self, token: str) -> None:
        self.ended.append(self.runner.do(token))

    def close(self) -> None:
        self.dispatcher.close()
        self.runner.close()


def application(dispatcher: Dispatcher) -> Starlette:
    """Return what answers the workers of a dispatcher."""

    async def body(request: Request) -> bytes:
        return await request.body()

    handlers = UnitRoutes(dispatcher, body).routes().items()
    return Starlette(routes=[Route(path, handler, methods=[method]) for (method, path), handler in handlers])


def answering(exchange: AsgiExchange, body: bytes) -> Work:
    """Return what answers each unit with these bytes, as a computer might that a stranger took over."""

    def work(token: str) -> Any:
        path = f"/v1/unit/{token}"
        exchange("GET", path, b"", {"x-computer": "strange"})
        exchange("PUT", f"{path}/outcome/0", body, {})
        return exchange("POST", f"{path}/outcome/{len(body)}", b"", {})

    return work
