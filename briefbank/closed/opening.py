"""The first thing every program does: let the office's own server through, if any, and close the rest."""

from __future__ import annotations

import logging

from briefbank import settings
from briefbank.closed import courier, environment, guard, inherited
from briefbank.closed.courier import Courier
from briefbank.errors import BriefBankError

log = logging.getLogger(__name__)

_courier: Courier | None = None


def close_universe() -> None:
    """Take out what could bring in foreign code, close sockets that were there before, start the courier for
    the configured text recognition server, then engage the guard, for ever.

    Call it first, before other threads start. An address that cannot be used is passed over: scanned pages
    are then read on this computer, and the settings page says what is wrong with it.
    """
    global _courier
    environment.make_safe()
    inherited.close_network_sockets()
    try:
        _courier = courier.start(settings.load().ocr_address)
    except BriefBankError as error:
        log.warning("no courier: %s", error.detail)
    guard.engage()


def server() -> Courier | None:
    """The way to the office's server; None when none is set or nothing was let through."""
    return _courier
