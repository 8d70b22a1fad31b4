"""A cluster in this process: real units, requests and children, and a broker that does as it is told."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.routing import Route

from briefbank import __version__
from briefbank.domain.pages import PageOrder, RecognisedPage
from briefbank.office.accounts import Accounts
from briefbank.office.application import MOST, MOST_OF_ONE, Room, UnitRoutes
from briefbank.office.broker import BrokerAway
from briefbank.office.dispatcher import Dispatcher
from briefbank.office.units import SECRET, Presence, Unit
from briefbank.office.worker import ServerLink, UnitRunner
from tests.office.asgi import AsgiExchange
from tests.office.conftest import EASILY_HASHED
from tests.support import scan_factory

COMPUTER = "lent-1"
UNIT = Unit("a" * 64, 1, (PageOrder(0),), "engine")
DONE = (RecognisedPage(0, "engine", PageOrder(0).setting, ()),)
Work = Callable[[str], object]


class InstantBroker:
    """Stands in for the broker and the worker's consumer: calls ``work`` with each token, in a thread."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.sent: list[tuple[str, str]] = []
        """The workers' numbers and the tokens that were sent."""
        self.is_away = False
        self.threads: list[threading.Thread] = []

    @property
    def tokens(self) -> list[str]:
        return [token for _, token in self.sent]

    def send(self, number: str, token: str) -> None:
        if self.is_away:
            raise BrokerAway
        self.sent.append((number, token))
        self.threads.append(threading.Thread(target=self.work, args=(token,), daemon=True))
        self.threads[-1].start()

    def keep_accounts(self, workers: Mapping[str, str]) -> None:
        if self.is_away:
            raise BrokerAway

    def close(self) -> None:
        pass


class LentComputer:
    """A computer that works for a dispatcher, both in this process. ``present`` reports its presence."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.accounts = Accounts(folder / "accounts.sqlite", hasher=EASILY_HASHED)
        self.broker = InstantBroker(self._do)
        self.dispatcher = Dispatcher(self.broker, self.accounts.worker_hashes)  # type: ignore[arg-type]
        self.exchange = AsgiExchange(application(self.dispatcher, self.accounts))
        self.link, self.headers = self.invited()
        (folder / "work").mkdir()
        self.runner = UnitRunner(self.link, folder / "work", 2)
        self.scan = scan_factory.pdf(folder / "scan.pdf", "heron")
        self.presence = Presence("run-1", COMPUTER, __version__, 2, works=True)
        self.present()
        self.await_places(2)

    @property
    def number(self) -> str:
        return self.headers[SECRET].partition(".")[0]

    def invited(self) -> tuple[ServerLink, dict[str, str]]:
        """Return the link of a new worker, and the headers of its requests."""
        secret = self.accounts.invite_worker()
        return ServerLink(self.exchange, secret, away_s=0.0), {SECRET: secret}

    def present(self, **changes: Any) -> None:
        """Say what the computer does, with these changes from now on."""
        self.presence = replace_presence(self.presence, **changes)
        self.link.present(self.presence)

    def recognise(self) -> tuple[RecognisedPage, ...]:
        """Have the pages of UNIT recognised."""
        return self.dispatcher.do(self.scan, UNIT.orders, UNIT.engine, lambda: None)

    def await_places(self, number: int) -> None:
        while self.dispatcher.places() != number:
            threading.Event().wait(0.01)

    def ask(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
        """Send a request as this computer."""
        return self.exchange(method, path, body, self.headers)

    def answering(self, body: bytes) -> Work:
        """Return a worker that answers each unit with these bytes, as a compromised computer might."""

        def work(token: str) -> Any:
            path = f"/v1/unit/{token}"
            self.ask("GET", path)
            return self.ask("POST", f"{path}/outcome", body)

        return work

    def _do(self, token: str) -> None:
        self.runner.do(token)

    def close(self) -> None:
        self.dispatcher.close()
        for thread in self.broker.threads:  # its last request may still be answered
            thread.join(2.0)
        self.runner.close()
        self.accounts.close()


def replace_presence(presence: Presence, **changes: Any) -> Presence:
    return Presence(**{name: getattr(presence, name) for name in Presence.__struct_fields__} | changes)


def application(dispatcher: Dispatcher, accounts: Accounts) -> Starlette:
    """Return what answers the workers of a dispatcher."""

    handlers = UnitRoutes(dispatcher, accounts, Room(MOST, MOST_OF_ONE)).routes().items()
    return Starlette(routes=[Route(path, handler, methods=[method]) for (method, path), handler in handlers])
