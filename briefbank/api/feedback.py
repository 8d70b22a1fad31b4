"""The feedback on results, and the office's thesaurus."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Protocol

from briefbank.domain.feedback import Feedback, Verdict
from briefbank.domain.searches import Related, ThesaurusState


class FeedbackApi(Protocol):
    """The verdicts of people on results.

    In an office's library they count for all where an editor gave them, and else for whoever gave them alone.
    """

    def give(self, passage_id: int, query: str, verdict: Verdict | None) -> None:
        """Store, change or (None) withdraw a verdict on a result. Raises NotInLibrary."""

    def all(self) -> list[Feedback]:
        """Return all feedback that counts for whoever asks, newest first, including that on passages that are
        not in the library now."""

    def forget(self, keys: Collection[str] | None) -> int:
        """Withdraw the feedback with these keys (``Feedback.key``), or (None) all, as far as whoever asks may
        give it; return how many.

        Takes half a second in a large library, whose catalogue keeps no byte of the words of their queries.
        """

    def export(self, path: Path) -> int:
        """Write all feedback that counts for all to a file, replacing an existing one; return how many.
        Raises BriefBankError."""

    def import_from(self, path: Path) -> tuple[int, int]:
        """Merge the feedback of a file in; the newer of two verdicts wins. Return how many were merged, and
        how many of these are on passages that are not here and count once their file is added. Raises
        BriefBankError."""


class ThesaurusApi(Protocol):
    """The words that are searched beside those that a person types."""

    def path(self) -> Path:
        """Return the office's own thesaurus file, creating it with an explanation when there is none. Changes
        in it apply from the next search. Raises StoreError and OutsideRefused."""

    def state(self) -> ThesaurusState:
        """Return the numbers of groups of words, and a sentence for each unusable line of the office's file,
        or for the file itself."""

    def added_to(self, text: str) -> tuple[Related, ...]:
        """Return what the thesaurus adds to a word or a phrase, in the order typed."""
