"""Dask's settings in all programs of a cluster, in place of those of the computer's files and environment."""

from __future__ import annotations

import logging
import platform

KILLS_OF_ONE_UNIT = 3
"""The computers that may end while they work on a unit, before it counts as the cause."""
_GONE_AFTER = "60s"
"""The silence after which a worker counts as gone: a computer that was switched off closes no connection."""


def apply() -> None:
    """Set them, and load Dask. Call it before the process is closed: Dask asks a program which processor this
    is."""
    platform.processor()
    import dask
    import distributed  # noqa: F401 - its own defaults are read by the import, and must not come later

    dask.config.set(
        {
            "distributed.admin.event-loop": "asyncio",
            "distributed.client.preload": [],
            "distributed.comm.require-encryption": True,
            "distributed.comm.timeouts.connect": "10s",
            "distributed.diagnostics.nvml": False,
            "distributed.scheduler.active-memory-manager.start": False,
            "distributed.scheduler.allowed-failures": KILLS_OF_ONE_UNIT - 1,
            "distributed.scheduler.dashboard.status.task-stream-length": 0,
            "distributed.scheduler.http.routes": [],
            "distributed.scheduler.preload": [],
            "distributed.scheduler.worker-saturation": 1.0,
            "distributed.scheduler.worker-ttl": _GONE_AFTER,
            "distributed.worker.http.routes": [],
            "distributed.worker.memory.pause": False,
            "distributed.worker.memory.spill": False,
            "distributed.worker.memory.target": False,
            "distributed.worker.memory.terminate": False,
            "distributed.worker.preload": [],
            "distributed.worker.profile.enabled": False,
        }
    )
    for name in ("distributed", "tornado", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
