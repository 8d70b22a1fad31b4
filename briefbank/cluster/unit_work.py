"""What Dask calls on a worker: does one unit that an office server has. Light, since the server's side names
it."""

from __future__ import annotations


def run(token: str, server: str, pin: str) -> str:
    """Do the unit of ``token``, of the office server at an address with a certificate of this SHA-256; return
    how it ended. Never raises: what becomes of the unit is told to the server itself. A thread of the
    worker."""
    from briefbank.cluster.unit_runner import runner_for

    return runner_for(server, pin).do(token).value
