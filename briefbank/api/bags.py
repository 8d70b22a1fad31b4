"""Court bags: documents of an office's library that a computer takes along, to use without the server."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from briefbank.domain.bags import (
    BagChoice,
    BagLease,
    BagReport,
    BagState,
    FeedEntry,
    FeedPortion,
    FeedVectors,
    GivenBag,
    OfficeLists,
)
from briefbank.domain.encryption import EncryptionState
from briefbank.domain.feedback import StoredFeedback
from briefbank.jobs import Reporter


class FeedApi(Protocol):
    """The documents of a library as they cross to a bag, of those that the asking person sees.

    What a bag lacks, or has in another state, is told by comparing: an exchange that was stopped is gone on
    with by the next, and nothing is kept for it here.
    """

    def entries(self, choice: BagChoice) -> list[FeedEntry]:
        """Return the documents that are chosen, in order of id. Raises TooMuchForBag."""

    def portion(self, document_ids: Sequence[int]) -> FeedPortion:
        """Return those of the documents that are there. Raises TooMuchForBag for too many at once."""

    def vectors(self, document_ids: Sequence[int], encoder: str) -> FeedVectors:
        """Return the vectors that the model with this name made of the documents; none of another. Raises
        TooMuchForBag for too many at once."""

    def marks(self, document_ids: Sequence[int]) -> list[StoredFeedback]:
        """Return the marks on results in these documents that count for the person."""

    def lists(self) -> OfficeLists:
        """Return what results depend on besides documents."""


class BagsApi(Protocol):
    """The bags of an office: who has which, and until when."""

    def take(self, choice: BagChoice, disk: EncryptionState) -> BagLease:
        """Give the asking person a bag at this computer, or renew it, and write that into the record.

        ``disk`` is what the computer says of its own. Raises BagRefused where that is not encrypted and the
        office requires it, and TooMuchForBag.
        """

    def returned(self) -> None:
        """Note that the person has no bag at this computer any more."""

    def given(self) -> list[GivenBag]:
        """Return all bags, those whose time ends last first."""


class CourtBagApi(Protocol):
    """The bag of a desk. Methods raise StoreError, and those that ask the server also what its calls
    raise."""

    @property
    def folder(self) -> Path:
        """Return the folder of the library that the bag is. Immediate."""

    def lease(self) -> BagLease | None:
        """Return for how long the bag is given; None where there is none. Reads one small file."""

    def state(self) -> BagState | None:
        """Return what is in the bag; None where there is none. Asks no server."""

    def take(self, choice: BagChoice, reporter: Reporter) -> BagReport:
        """Take documents along, beside those that are in the bag, and do what ``sync`` does."""

    def sync(self, reporter: Reporter) -> BagReport:
        """Send what was done in the bag, bring it up to date with the office, and renew its time.

        After a stop the next one goes on. Raises NoBag, BagOfAnother, BagRefused and Cancelled.
        """

    def leave(self, reporter: Reporter, *, unsent_too: bool = False) -> None:
        """Delete the bag. Asks the server only to note it. Raises NoBag; and BagNotSent, unless
        ``unsent_too``, where something was done in it that the office does not have."""
