"""Runs a worker: this computer does units for an office server, at its hours and while nobody needs it."""

from __future__ import annotations

import logging
import os
import secrets
import signal
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from briefbank import __version__
from briefbank.domain.office import Hours
from briefbank.errors import BriefBankError
from briefbank.network.close_network import hold_connections
from briefbank.network.egress_client import EgressClient, NoAnswer
from briefbank.network.egress_worker import number_of
from briefbank.office import broker
from briefbank.office.unit_runner import (
    BROKER,
    CERTIFICATE,
    KEY,
    Presence,
    ServerLink,
    UnitRunner,
    WorkerMembership,
    WorkerRefused,
    own_folder,
)
from briefbank.sandbox.guard import processors
from briefbank.text.messages import Message

PRESENT_S = 2.0
"""The time between two messages to the server that this worker is there."""
UNITS_FOR_CORE = 2
"""The units at once for each child that works: one is fetched or answered while another is worked on."""
OTHERS_SHARE = 0.25
"""The share of this computer's processors that programs of others may take before it rests."""

log = logging.getLogger(__name__)


class ServerUnknown(BriefBankError):
    """Raised where the name of the office server is not known."""

    default_title = Message("The office server is not known in this network by its name.")
    default_remedy = Message(
        "Look whether this computer is in the office’s network, and start the worker again."
    )


@dataclass(frozen=True, slots=True)
class WorkerChoices:
    """How much of this computer the office may have."""

    cores: int
    """How many children work at once."""
    hours: Hours | None = None
    """The hours of the day in which units are taken; None for all."""
    yields: bool = True
    """Take none while other programs keep the processors busy."""


def usual_cores() -> int:
    """Return all processors but one, which is left to whoever sits at this computer."""
    return max(1, processors() - 1)


def run(
    membership: WorkerMembership, folder: Path, choices: WorkerChoices, say: Callable[[str], None]
) -> None:
    """Work until the program is told to end (SIGTERM, SIGINT). Main thread, before others start. ``folder``
    has the certificates, and folders of files on their way. Raises ServerUnknown, WorkerRefused and
    StoreError."""
    os.nice(19 - os.nice(0)) if hasattr(os, "nice") else None
    try:
        number = number_of(membership.host, membership.broker_port)
    except OSError as error:
        raise ServerUnknown from error
    app = broker.application()
    egress = EgressClient(membership.server, membership.pin)
    hold_connections(to=[(number, membership.broker_port)])
    try:
        with own_folder(folder) as own:
            link = ServerLink(egress.exchange, membership.secret)
            runner = UnitRunner(link, own, choices.cores)
            try:
                _Program(app, link, runner, choices).run(
                    _broker_at(membership, number, folder), membership, say
                )
            finally:
                runner.close()
    finally:
        egress.close()


def _broker_at(membership: WorkerMembership, number: str, folder: Path) -> dict[str, Any]:
    """Return Celery's settings for the broker, which must show the very certificate of the invitation."""
    from kombu import Queue

    return {
        "broker_url": number,
        "broker_port": membership.broker_port,
        "broker_user": membership.number,
        "broker_password": membership.secret,
        "broker_transport": _transport(),
        "task_queues": [Queue(broker.QUEUE, no_declare=True)],
        "broker_transport_options": broker.transport_options(membership.number),
        "broker_use_ssl": {
            "ssl_cert_reqs": "required",
            "ssl_check_hostname": False,
            "ssl_ca_certs": str(folder / BROKER),
            "ssl_certfile": str(folder / CERTIFICATE),
            "ssl_keyfile": str(folder / KEY),
        },
    }


def _transport() -> type:
    """Return Kombu's transport for Redis as a worker uses it: it takes messages and writes nothing.

    Kombu would keep each message at the broker until it is acknowledged, for which a worker would need to
    write there. That is not needed: until the outcome of a unit has arrived, the server sends it again.
    """
    from kombu.transport import redis, virtual

    class QoS(virtual.QoS):  # type: ignore[misc]
        def restore_unacked_once(self, *_: object, **__: object) -> None:
            return

    class Channel(redis.Channel):  # type: ignore[misc]
        ack_emulation = False

        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            self.QoS = QoS

    return type("Transport", (redis.Transport,), {"Channel": Channel})


class _Program:
    """The worker's program: Celery takes tokens, and a thread tells the server that the worker is there."""

    def __init__(self, app: Any, link: ServerLink, runner: UnitRunner, choices: WorkerChoices) -> None:
        self._app, self._link, self._runner, self._choices = app, link, runner, choices
        self._places = UNITS_FOR_CORE * choices.cores
        self._ended = threading.Event()
        self._refused: WorkerRefused | None = None

    def run(self, settings: dict[str, Any], membership: WorkerMembership, say: Callable[[str], None]) -> None:
        self._app.conf.update(settings)
        self._app.task(name=broker.TASK)(self._runner.do)
        worker = self._app.WorkController(
            pool="threads",
            concurrency=self._places,
            hostname=membership.number,
            ready_callback=lambda _consumer: say(f"Working for the office at {membership.server}"),
            without_gossip=True,
            without_heartbeat=True,
            without_mingle=True,
        )
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: self._end())
        presence = threading.Thread(target=self._be_present, name="presence", daemon=True)
        presence.start()
        worker.start()
        self._end()
        presence.join()
        if self._refused is not None:
            raise self._refused

    def _end(self) -> None:
        """Take no more units and give up those that have begun."""
        from celery.worker import state

        self._ended.set()
        self._link.cancel()
        state.should_stop = os.EX_OK if hasattr(os, "EX_OK") else 0

    def _be_present(self) -> None:
        """Tell the server every few seconds what this worker does, until the end."""
        run, name, load = secrets.token_hex(8), socket.gethostname(), OthersLoad()
        works = False
        while not self._ended.is_set():
            works = may_work(self._choices, load, datetime.now(UTC).astimezone())
            presence = Presence(run, name, __version__, self._places, works, self._runner.tokens())
            try:
                self._link.present(presence)
            except WorkerRefused as error:
                self._refused = error
                self._end()
            except NoAnswer as error:
                log.warning("the server was not reached: %s", error)
            self._ended.wait(PRESENT_S)
        if self._refused is None:
            with suppress(WorkerRefused, NoAnswer):
                self._link.present(Presence(run, name, __version__, self._places, works=False))


def may_work(choices: WorkerChoices, load: OthersLoad, now: datetime) -> bool:
    """Tell whether units are taken at a local moment, with what other programs do."""
    if choices.hours is not None and not choices.hours.contain(now):
        return False
    return not choices.yields or load.share() < OTHERS_SHARE


class OthersLoad:
    """Measures how busy programs of ordinary priority keep this computer's processors. The worker and its
    children have the lowest, whose time Linux counts apart."""

    def __init__(self) -> None:
        self._last = self._now()

    def share(self) -> float:
        """Return the share of all processors that others took since the last call, 0 to 1."""
        before, self._last = self._last, self._now()
        passed = self._last[0] - before[0]
        return (self._last[1] - before[1]) / passed / processors() if passed else 0.0

    def _now(self) -> tuple[float, float]:
        """Return the time, and the processor seconds that those programs took."""
        import psutil

        return time.monotonic(), float(psutil.cpu_times().user)
