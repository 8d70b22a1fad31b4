"""Extractive summaries: the issue and the facts in the document's own sentences.

The issue is given by the questions presented or, where there are none, by the point headings. The facts are
given by the first sentences of the statement of facts. Nothing is reworded, so each sentence can be found on
the page that is given with it. What a document lacks is said, not made up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from briefbank.domain.documents import Document
from briefbank.domain.passages import Passage
from briefbank.domain.summaries import Summary, SummarySentence
from briefbank.errors import SummaryError
from briefbank.summary import source_parts
from briefbank.summary.source_parts import SourceStatement

DISCLAIMER = "Written by a program. It may be incomplete or wrong. Do not rely on it: read the brief."
NO_ISSUE = "No questions presented and no point headings were found, so only the facts are shown."
NO_FACTS = "No statement of facts was found, so only the issue is shown."
OPENING = "Neither issues nor facts were found, so these are the first sentences of the document."

MOST_WORDS = 120
"""The word limit of the whole summary."""
ISSUE_WORDS = 75
"""The word limit of the issue, so that room is left for the facts."""
ISSUE_WORDS_ALONE = 100
"""The word limit of a single issue statement that exceeds ISSUE_WORDS."""


def summarise(document: Document, passages: Sequence[Passage]) -> Summary:
    """Return the extractive summary of a document, from its passages in any order; at most MOST_WORDS words.

    Takes linear time, on any thread. Raises SummaryError when no whole sentence can be shown.
    """
    ordered = sorted(passages, key=lambda passage: passage.ordinal)
    issue = _issue(document, ordered)
    facts = _fitting(source_parts.facts(ordered), MOST_WORDS - _word_count(issue), "facts")
    chosen, note = (*issue, *facts), "" if issue and facts else NO_ISSUE if facts else NO_FACTS
    if not chosen:
        chosen, note = _fitting(source_parts.opening(ordered), MOST_WORDS, "opening"), OPENING
    if not chosen:
        raise SummaryError(
            "No sentence for a summary could be found in this document.", detail=f"document {document.id}"
        )
    return Summary(kind="extractive", disclaimer=f"{DISCLAIMER} {note}".strip(), sentences=chosen)


def _issue(document: Document, passages: Sequence[Passage]) -> tuple[SummarySentence, ...]:
    for source in (source_parts.questions(passages), source_parts.points(document.kind, passages)):
        statements = list(source)
        taken = _fitting(statements, ISSUE_WORDS, "issue")
        taken = taken or _fitting(statements, ISSUE_WORDS_ALONE, "issue")[:1]
        if taken:
            return taken
    return ()


def _fitting(statements: Iterable[SourceStatement], room: int, part: str) -> tuple[SummarySentence, ...]:
    """Return the first statements that fit into ``room`` words; skip those at the start that do not fit."""
    taken: list[SummarySentence] = []
    for statement in statements:
        words = len(statement.text.split())
        if words <= room:
            taken.append(SummarySentence(statement.text, statement.page, True, part))
            room -= words
        elif taken:
            break
    return tuple(taken)


def _word_count(sentences: Iterable[SummarySentence]) -> int:
    return sum(len(sentence.text.split()) for sentence in sentences)
