"""Keeps what a person has chosen, one change at a time, without touching the other choices."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

from briefbank import settings
from briefbank.errors import BriefBankError
from ui.i18n.translate import tr
from ui.jobs import Job, Jobs, Lane

NEXT_TIME = tr("This takes effect when BriefBank is opened the next time.")
_lock = threading.Lock()


def change(**fields: Any) -> None:
    """Set some fields of Settings in the file. Any thread. Raises StoreFull, StoreReadOnly or StoreError."""
    with _lock:
        settings.save(replace(settings.load(), **fields))


def keep(jobs: Jobs, **fields: Any) -> Job:
    """Do the same in the lane of notes, in the order of the choices."""
    return jobs.start(Lane.NOTES, lambda _: change(**fields))


def not_kept(error: BriefBankError) -> str:
    """Return the words for a choice that could not be kept."""
    return tr("The choice could not be kept. {remedy}").format(remedy=error.remedy)
