"""Runs a worker: this computer does units for an office server, at its hours and while nobody needs it."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from briefbank.cluster import access, dask_settings, unit_runner
from briefbank.cluster.fetched_files import own_folder
from briefbank.cluster.invitation import WorkerPlace
from briefbank.cluster.unit_link import UnitLink
from briefbank.cluster.unit_runner import UnitRunner
from briefbank.domain.hours import Hours
from briefbank.errors import BriefBankError
from briefbank.network.egress_client import EgressClient
from briefbank.network.egress_worker import number_of
from briefbank.network.held_connections import hold_connections
from briefbank.sandbox.limits import processors

LOOK_S = 5.0
"""The time between two looks whether somebody needs this computer."""
UNITS_FOR_CORE = 2
"""The units under way for each child that works: one is fetched or answered while another is worked on."""
AGAIN_S = 5.0
OTHERS_SHARE = 0.25
"""The share of this computer's processors that programs of others may take before it rests."""
_THIS_COMPUTER = "127.0.0.1"

log = logging.getLogger(__name__)


class SchedulerUnknown(BriefBankError):
    """Raised where the scheduler's name is not known."""

    default_title = "The office’s computer that hands out work is not known in this network by its name."
    default_remedy = "Look whether this computer is in the office’s network, and start the worker again."


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


def run(place: WorkerPlace, folder: Path, choices: WorkerChoices, say: Callable[[str], None]) -> None:
    """Work until the program is told to end (SIGTERM, SIGINT). Main thread, before others start. ``folder``
    has the certificates, and folders of files on their way. Raises SchedulerUnknown and StoreError."""
    os.nice(19 - os.nice(0)) if hasattr(os, "nice") else None
    dask_settings.apply()
    from distributed.utils import get_ip

    host, port = access.place_of(place.scheduler)
    try:
        number = number_of(host, port)
    except OSError as error:
        raise SchedulerUnknown from error
    # Dask asks by a socket for datagrams, which sends none, and remembers the answer.
    get_ip(number)
    egress = EgressClient(place.server, place.pin)
    hold_connections(to=[(number, port)], at=[(_THIS_COMPUTER, 0)])
    name = f"{socket.gethostname()}-{os.getpid()}"
    try:
        with own_folder(folder) as own:
            runner = UnitRunner(UnitLink(egress.exchange, name), own, choices.cores)
            unit_runner.use_only(place.server, place.pin, runner)
            try:
                asyncio.run(_work(access.address_of(number, port), folder, choices, name, say))
            finally:
                runner.close()
    finally:
        egress.close()


async def _work(
    scheduler: str, folder: Path, choices: WorkerChoices, name: str, say: Callable[[str], None]
) -> None:
    """Be a worker of the scheduler, and look for it again for as long as it is away."""
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    stopping = asyncio.ensure_future(ended.wait())
    while not ended.is_set():
        serving = asyncio.ensure_future(_serve(scheduler, folder, choices, name, say, ended))
        await asyncio.wait([serving, stopping], return_when=asyncio.FIRST_COMPLETED)
        if not serving.done():
            await serving
        if not ended.is_set():
            await asyncio.wait([stopping], timeout=AGAIN_S)


async def _serve(
    scheduler: str,
    folder: Path,
    choices: WorkerChoices,
    name: str,
    say: Callable[[str], None],
    ended: asyncio.Event,
) -> None:
    """Serve until the scheduler ends, or this program is told to."""
    from distributed import Worker
    from distributed.core import Status

    class QuietWorker(Worker):  # type: ignore[misc]
        """A worker without web pages. Nobody connects to it: it listens to this computer alone."""

        def start_http_server(self, *_: object, **__: object) -> None:
            self.http_server = None

    try:
        worker = await QuietWorker(
            scheduler,
            host=_THIS_COMPUTER,
            contact_address=_unique_address(scheduler),
            security=access.security(folder),
            nthreads=UNITS_FOR_CORE * choices.cores,
            name=name,
            memory_limit=0,
            local_directory=str(folder),
            death_timeout=30,
        )
    except (OSError, TimeoutError, ValueError, RuntimeError) as error:
        log.warning("the scheduler was not reached: %s", type(error).__name__)
        return
    say(f"Working for the office through {scheduler}")
    load = OthersLoad()
    try:
        while worker.status in (Status.running, Status.paused) and not ended.is_set():
            wanted = (
                Status.running if may_work(choices, load, datetime.now(UTC).astimezone()) else Status.paused
            )
            if worker.status is not wanted:
                worker.status = wanted
            waiting = [asyncio.ensure_future(worker.finished()), asyncio.ensure_future(ended.wait())]
            await asyncio.wait(waiting, timeout=LOOK_S, return_when=asyncio.FIRST_COMPLETED)
            for each in waiting:
                each.cancel()
    finally:
        await worker.close(timeout=5, nanny=False, reason="told to end")


def may_work(choices: WorkerChoices, load: OthersLoad, now: datetime) -> bool:
    """Tell whether units are taken at a local moment, with what other programs do."""
    if choices.hours is not None and not choices.hours.contain(now):
        return False
    return not choices.yields or load.share() < OTHERS_SHARE


def _unique_address(scheduler: str) -> str:
    """Return an address by which the scheduler tells this worker from others. Nobody connects to it."""
    random = os.urandom(6)
    number = ".".join(str(each) for each in (10, *random[:3]))
    return access.address_of(number, 1024 + int.from_bytes(random[3:5], "big") % 60_000)


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
