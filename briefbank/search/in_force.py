"""Excludes texts that are not the law of the days asked for from every channel, before anything is ranked.

A code of forty sections may stand in a library in thirty versions, and all thirty are found by the same
words; so the old ones are excluded by a passage filter (``passage_filter``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from briefbank.domain.authorities import ALWAYS, Window
from briefbank.domain.documents import Document
from briefbank.domain.kinds import LAW
from briefbank.domain.passages import Passage
from briefbank.search.dependencies import EncoderWithVectors, LexicalChannel, PeriodsInForce
from briefbank.search.law_days import Days
from briefbank.search.passage_filter import PassageFilter
from briefbank.text.dates import format_date

DEEPEST = 50_000
"""The most passages of one channel that are examined; with more old versions than that before a new one, the
new one is missed."""


class InForce:
    """The filter of one search for the law of its days. One thread."""

    def __init__(self, windows: PeriodsInForce, days: Days) -> None:
        self.days = days
        self._windows = windows
        self._known: dict[int, Window] = {}
        self._seen: set[int] = set()
        self._filter = PassageFilter(self.outside, DEEPEST)

    def outside(self, passage_ids: Iterable[int]) -> set[int]:
        """Return those that are not in force on any of the days."""
        ids = list(passage_ids)
        self._look_up(ids)
        first, last = self.days.first, self.days.last
        return {each for each in ids if each in self._known and not self._known[each].meets(first, last)}

    def window(self, passage_id: int) -> Window:
        """Return the period in which a passage is in force, as far as that is known."""
        self._look_up([passage_id])
        return self._known.get(passage_id, ALWAYS)

    def why_outside(self, passage: Passage, document: Document) -> str:
        """Return why a passage is listed apart, for a person; empty for one that is not."""
        if self.outside([passage.id]):
            return f"{in_force(self.window(passage.id), self.days)}."
        later = document.filed is not None and document.filed > self.days.last and document.kind not in LAW
        if later and document.filed and self.days.sets_apart_later:
            return f"Filed on {format_date(document.filed)}, after the day you asked about."
        return ""

    def period(self, passage: Passage) -> str:
        """Return the period of a result, without a full stop; empty where that has no limit."""
        window = self.window(passage.id)
        return in_force(window, self.days) if window.meets(self.days.first, self.days.last) else ""

    def doubt(self, passage: Passage, document: Document) -> str:
        """Return what is unknown about a result of a day that was asked for; empty for most."""
        if not self.days.asked:
            return ""
        if document.kind in LAW:
            known = self.window(passage.id) != ALWAYS
            return "" if known else "When this text was in force is not known: it may be of another time."
        if document.filed is None and self.days.sets_apart_later:
            return f"No filing date is known: it may be later than {format_date(self.days.last)}."
        return ""

    # --- the channels ----------------------------------------------------------------------------

    def words(self, channel: LexicalChannel) -> LexicalChannel:
        """Return the same word index without passages outside the period."""
        return self._filter.words(channel)

    def embedding(self, embedding: EncoderWithVectors | None) -> EncoderWithVectors | None:
        """Return the same encoder and vectors without passages outside the period."""
        return self._filter.embedding(embedding)

    def _look_up(self, passage_ids: Sequence[int]) -> None:
        new = [each for each in passage_ids if each not in self._seen]
        if new:
            self._known.update(self._windows(new))
            self._seen.update(new)


def in_force(window: Window, days: Days) -> str:
    """Return a period in words, as it matters for the days; without a full stop."""
    if window.first and window.last:
        return f"In force from {format_date(window.first)} to {format_date(window.last)}"
    if window.last:
        over = window.last < days.first
        return f"{'Not in force after' if over else 'In force until'} {format_date(window.last)}"
    if window.first:
        ahead = window.first > days.last
        return f"{'Not in force before' if ahead else 'In force from'} {format_date(window.first)}"
    return ""
