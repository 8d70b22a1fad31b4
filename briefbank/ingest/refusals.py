"""Sorts errors into the reasons why a file is refused."""

from __future__ import annotations

from briefbank import errors
from briefbank.domain.refusals import Refusal

_REASONS: tuple[tuple[type[errors.BriefBankError], Refusal], ...] = (
    (errors.NotReadable, Refusal.UNREADABLE),
    (errors.UnknownFormat, Refusal.FORMAT),
    (errors.NeedsLibreOffice, Refusal.FORMAT),
    (errors.Encrypted, Refusal.PROTECTED),
    (errors.ComputersStopped, Refusal.UNREADABLE),
    (errors.Damaged, Refusal.DAMAGED),
    (errors.OutOfMemory, Refusal.MEMORY),
    (errors.TooLarge, Refusal.TOO_LARGE),
    (errors.TooSlow, Refusal.TOO_SLOW),
    (errors.NoText, Refusal.NO_TEXT),
    (errors.OcrError, Refusal.RECOGNITION),
)
_HELPED = (Refusal.DAMAGED, Refusal.MEMORY, Refusal.TOO_SLOW, Refusal.NO_TEXT)
"""The reasons that a thorough reading is against; another one would end the same."""


def refusal_of(error: errors.BriefBankError | None, *, thorough: bool = False) -> Refusal:
    """Return the reason; OTHER for None, a mistake of BriefBank. ``thorough`` tells that the file was read
    thoroughly."""
    found = next((reason for kind, reason in _REASONS if isinstance(error, kind)), Refusal.OTHER)
    return Refusal.BEYOND_REPAIR if thorough and found in _HELPED else found
