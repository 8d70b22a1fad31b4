"""Summaries of documents, sentence by sentence."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SummarySentence:
    """A sentence in the summary panel, and the page (0-based) on which it stands."""

    text: str
    page: int
    supported: bool
    part: str
    """'issue', 'facts', or 'opening' for a document that has neither."""


@dataclass(frozen=True, slots=True)
class Summary:
    """A summary of one document; ``kind`` is 'extractive' or 'generated'."""

    kind: str
    disclaimer: str
    sentences: tuple[SummarySentence, ...]
    withheld: int = 0

    def part(self, name: str) -> str:
        """Return the sentences of one part joined by spaces."""
        return " ".join(s.text for s in self.sentences if s.part == name)
