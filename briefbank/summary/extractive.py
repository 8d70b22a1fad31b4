"""A summary made of the document's own sentences: what is at issue, and what happened.

The issue is told by the questions presented or, where there are none, by the point headings; the facts by
the first sentences of the statement of facts. Nothing is reworded, so each sentence can be found on the page
that is given with it. What is missing in a document is said, not made up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from briefbank.errors import SummaryError
from briefbank.models import Document, Passage, Summary, SummarySentence
from briefbank.summary import structure
from briefbank.summary.structure import Statement

DISCLAIMER = "Written by a program. It may be incomplete or wrong. Do not rely on it: read the brief."
NO_ISSUE = "No questions presented and no point headings were found, so only the facts are shown."
NO_FACTS = "No statement of facts was found, so only the issue is shown."
OPENING = "Neither issues nor facts were found, so these are the first sentences of the document."

MOST_WORDS = 120
"""In the whole summary."""
ISSUE_WORDS = 75
"""Of them for the issue, so that room is left for the facts."""
ISSUE_WORDS_ALONE = 100
"""For one issue statement that does not fit the share above."""


def summarise(document: Document, passages: Sequence[Passage]) -> Summary:
    """The extractive summary of a document, from its passages in any order; at most MOST_WORDS words.

    Linear time, any thread. Raises SummaryError when no whole sentence can be shown.
    """
    ordered = sorted(passages, key=lambda passage: passage.ordinal)
    issue = _issue(document, ordered)
    facts = _taken(structure.facts(ordered), MOST_WORDS - _words(issue), "facts")
    told, note = (*issue, *facts), "" if issue and facts else NO_ISSUE if facts else NO_FACTS
    if not told:
        told, note = _taken(structure.opening(ordered), MOST_WORDS, "opening"), OPENING
    if not told:
        raise SummaryError(
            "No sentence for a summary could be found in this document.", detail=f"document {document.id}"
        )
    return Summary(kind="extractive", disclaimer=f"{DISCLAIMER} {note}".strip(), sentences=told)


def _issue(document: Document, passages: Sequence[Passage]) -> tuple[SummarySentence, ...]:
    for source in (structure.questions(passages), structure.points(document.kind, passages)):
        statements = list(source)
        taken = _taken(statements, ISSUE_WORDS, "issue")
        taken = taken or _taken(statements, ISSUE_WORDS_ALONE, "issue")[:1]
        if taken:
            return taken
    return ()


def _taken(statements: Iterable[Statement], room: int, part: str) -> tuple[SummarySentence, ...]:
    """The first statements that fit into ``room`` words; a first one that does not fit is passed over."""
    taken: list[SummarySentence] = []
    for statement in statements:
        words = len(statement.text.split())
        if words <= room:
            taken.append(SummarySentence(statement.text, statement.page, True, part))
            room -= words
        elif taken:
            break
    return tuple(taken)


def _words(sentences: Iterable[SummarySentence]) -> int:
    return sum(len(sentence.text.split()) for sentence in sentences)
