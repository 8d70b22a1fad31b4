"""The starting point of an edit: an honest sentence, the text of its sources, and its brief."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from briefbank.domain.summaries import SourceSentence
from briefbank.summary.checks.plain_form import FindCitations
from tests.evaluate.summaries.ranges import words
from tests.evaluate.summaries.values import BriefMaterial, HonestRule, WrittenStatement


@dataclass(frozen=True, slots=True)
class EditInput:
    """An honest statement before it is edited."""

    statement: WrittenStatement
    brief: BriefMaterial
    find: FindCitations
    chance: Random

    @property
    def text(self) -> str:
        return self.statement.claim.text

    @property
    def sources(self) -> tuple[SourceSentence, ...]:
        """The sentences that the statement names."""
        return self.brief.material.named(self.statement.claim.sources)

    @property
    def source_text(self) -> str:
        """The text of its sources, and the document's title."""
        return " ".join([*(source.text for source in self.sources), self.brief.material.title])

    @property
    def asks(self) -> bool:
        """True for a question, which cannot be turned into its contrary."""
        return (
            self.statement.way is HonestRule.ASKED
            or "whether" in self.text.lower()
            or self.text.endswith("?")
        )

    def is_said(self, phrase: str) -> bool:
        """Tell whether the sources have this phrase word for word, whatever its capitals."""
        source = self.source_text.lower()
        if phrase.lower() not in source:
            return False
        return re.search(rf"(?<!\w){re.escape(phrase.lower())}(?!\w)", source) is not None

    def mostly_said(self, sentence: str) -> bool:
        """Tell whether the sources have half of the longer words of a sentence, which then may be true of
        them."""
        longer = [word for word in words(sentence) if len(word) > 4]
        known = set(words(self.source_text))
        return sum(word in known for word in longer) * 2 >= len(longer)


Change = Callable[[EditInput], Iterator[str]]
"""A function that yields texts that are wrong where the base's text is right; none where the edit does not
apply."""
