"""Closes the network at the start of every program, but for the office's own server, if any."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from briefbank import settings
from briefbank.errors import BriefBankError
from briefbank.sandbox import environment, guard, inherited

if TYPE_CHECKING:
    from briefbank.network.egress_client import EgressClient

log = logging.getLogger(__name__)

_client: EgressClient | None = None


def close_network() -> None:
    """Remove what could bring in foreign code, close inherited sockets, start the egress worker for the
    configured text recognition server, then engage the guard, for ever.

    Call it first, before other threads start. An address that cannot be used is passed over: scanned pages
    are then read on this computer, and the settings page says what is wrong with it.
    """
    global _client
    environment.make_safe()
    inherited.close_network_sockets()
    if address := settings.load().ocr_address:
        from briefbank.network import egress_client

        try:
            _client = egress_client.start(address)
        except BriefBankError as error:
            log.warning("no egress worker: %s", error.detail)
    guard.engage()


def server() -> EgressClient | None:
    """Return the client for the office's server; None when none is set or it could not be started."""
    return _client
