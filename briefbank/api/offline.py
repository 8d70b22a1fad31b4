"""Offline copies: documents of an office's library that a computer takes along, to use without the server."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from briefbank.domain.encryption import EncryptionState
from briefbank.domain.feedback import StoredFeedback
from briefbank.domain.offline import (
    FeedEntry,
    FeedPortion,
    FeedVectors,
    OfficeLists,
    OfflineChoice,
    OfflineGrant,
    OfflineLease,
    OfflineReport,
    OfflineState,
)
from briefbank.jobs import Reporter


class FeedApi(Protocol):
    """The documents of a library as they cross to an offline copy, of those that the asking person sees.

    What an offline copy lacks, or has in another state, is told by comparing: an exchange that was stopped is
    gone on with by the next, and nothing is kept for it here.
    """

    def entries(self, choice: OfflineChoice) -> list[FeedEntry]:
        """Return the documents that are chosen, in order of id. Raises TooMuchOffline."""

    def portion(self, document_ids: Sequence[int]) -> FeedPortion:
        """Return those of the documents that are there. Raises TooMuchOffline for too many at once."""

    def vectors(self, document_ids: Sequence[int], encoder: str) -> FeedVectors:
        """Return the vectors that the model with this name made of the documents; none of another. Raises
        TooMuchOffline for too many at once."""

    def marks(self, document_ids: Sequence[int]) -> list[StoredFeedback]:
        """Return the marks on results in these documents that count for the person."""

    def lists(self) -> OfficeLists:
        """Return what results depend on besides documents."""


class OfflineGrantsApi(Protocol):
    """The offline copies of an office: who has which, and until when."""

    def take(self, choice: OfflineChoice, disk: EncryptionState) -> OfflineLease:
        """Give the asking person an offline copy at this computer, or renew it, and write that into the
        record.

        ``disk`` is what the computer says of its own. Raises OfflineRefused where that is not encrypted and
        the office requires it, and TooMuchOffline.
        """

    def returned(self) -> None:
        """Note that the person has no offline copy at this computer any more."""

    def given(self) -> list[OfflineGrant]:
        """Return all offline copies, those whose time ends last first."""


class OfflineMattersApi(Protocol):
    """The offline copy of a desk. Methods raise StoreError, and those that ask the server also what its calls
    raise."""

    @property
    def folder(self) -> Path:
        """Return the folder of the library that the offline copy is. Immediate."""

    def lease(self) -> OfflineLease | None:
        """Return for how long the offline copy is given; None where there is none. Reads one small file."""

    def state(self) -> OfflineState | None:
        """Return what is in the offline copy; None where there is none. Asks no server."""

    def take(self, choice: OfflineChoice, reporter: Reporter) -> OfflineReport:
        """Take documents along, beside those that are in the offline copy, and do what ``sync`` does."""

    def sync(self, reporter: Reporter) -> OfflineReport:
        """Send what was done in the offline copy, bring it up to date with the office, and renew its time.

        After a stop the next one goes on. Raises NothingOffline, OfflineOfAnother, OfflineRefused and
        Cancelled.
        """

    def leave(self, reporter: Reporter, *, unsent_too: bool = False) -> None:
        """Delete the offline. Asks the server only to note it. Raises NothingOffline; and
        OfflineNotSent, unless ``unsent_too``, where something was done in it that the office does not
        have."""
