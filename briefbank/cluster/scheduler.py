"""Runs the scheduler of an office's cluster: it accepts the server and the workers, and connects to
nothing."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from pathlib import Path

from briefbank.cluster import access, dask_settings
from briefbank.errors import BriefBankError
from briefbank.network.held_connections import hold_connections


class CannotSchedule(BriefBankError):
    """Raised where the scheduler cannot listen at its address."""

    default_title = (
        "The cluster’s scheduler cannot be reached at its address, because another program has it."
    )
    default_remedy = "End that program, or prepare the server again with another port after --cluster."


def run(listen: str, port: int, folder: Path, ready: Callable[[], None]) -> None:
    """Serve at an IP address and port of this computer until the program is told to end (SIGTERM, SIGINT).
    Main thread. ``folder`` has its certificates. Raises CannotSchedule."""
    dask_settings.apply()
    hold_connections(at=[(listen, port)])
    asyncio.run(_serve(listen, port, folder, ready))


async def _serve(listen: str, port: int, folder: Path, ready: Callable[[], None]) -> None:
    from distributed import Scheduler

    class QuietScheduler(Scheduler):  # type: ignore[misc]
        """A scheduler without the web pages that Dask opens for everybody."""

        def start_http_server(self, *_: object, **__: object) -> None:
            self.http_server = None

    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    try:
        scheduler = await QuietScheduler(
            host=listen,
            port=port,
            protocol=access.SCHEME,
            security=access.security(folder),
            dashboard=False,
            local_directory=str(folder),
        )
    except (OSError, RuntimeError) as error:
        raise CannotSchedule(detail=type(error).__name__) from error
    ready()
    await ended.wait()
    await scheduler.close(reason="told to end")
