"""Why a passage is in the results, in plain words, and what to mark in it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from briefbank.models import LexicalQuery, Order, Passage
from briefbank.search.channels import MatchRanges
from briefbank.search.interpretation import listed, quoted
from briefbank.search.query import ParsedQuery
from briefbank.search.ranking import MEANING_FLOOR, Found

FORMS_SHOWN = 6
VERY_NEAR = 0.60
"""Cosine from which a passage is called very similar; the median of relevant passages."""

SHORTEST_STEM = 4

Marks = tuple[tuple[int, int], ...]


def marks(passage: Passage, parsed: ParsedQuery, match_ranges: MatchRanges) -> Marks:
    """What to mark in a passage's text, in order."""
    return tuple(match_ranges(passage.text, parsed.lexical()))


def word_forms(text: str, ranges: Sequence[tuple[int, int]]) -> list[str]:
    """What stands at the ranges, each once, in small letters; of "search" and "searches" only the first."""
    forms: list[str] = []
    for start, end in ranges:
        form = text[start:end].lower()
        if not any(_same_word(form, known) for known in forms):
            forms.append(form)
    return forms


def reasons(
    found: Found, parsed: ParsedQuery, marked: Marks, order: Order, match_ranges: MatchRanges
) -> tuple[str, ...]:
    """Sentences without full stops, the strongest reason first; never empty."""
    lines = [
        *_exact(found.passage.text, parsed, match_ranges),
        *_words(found.passage.text, parsed, marked, match_ranges),
        *_heading(found.passage, parsed, match_ranges),
        *_meaning(found.candidate.cosine),
        *_copies(found.copies),
        *_versions(len(found.versions)),
    ]
    if order is Order.NEWEST and found.document.filed is None:
        lines.append("No filing date is known, so it stands last")
    return tuple(lines) or ("Among the best matches of the whole search",)


def _exact(text: str, parsed: ParsedQuery, match_ranges: MatchRanges) -> list[str]:
    """The quoted texts (which are required), and those numbers and citations that are there."""
    there = [name for name in parsed.identifiers if match_ranges(text, LexicalQuery((), (), (name,)))]
    numbers, cited = [n for n in there if " " not in n], [n for n in there if " " in n]
    lines = [f"Contains {listed(quoted(parsed.phrases))}"] if parsed.phrases else []
    if numbers:
        lines.append(f"Contains the number{'s' if len(numbers) > 1 else ''} {listed(numbers)}")
    return [*lines, f"Cites {listed(cited)}"] if cited else lines


def _words(text: str, parsed: ParsedQuery, marked: Marks, match_ranges: MatchRanges) -> list[str]:
    exact = bool(parsed.phrases or parsed.identifiers)
    ranges = match_ranges(text, LexicalQuery(parsed.words)) if exact else marked
    forms = word_forms(text, ranges)
    if not forms:
        return []
    more = [f"{len(forms) - FORMS_SHOWN} more"] if len(forms) > FORMS_SHOWN else []
    return [f"Contains {listed([*quoted(forms[:FORMS_SHOWN]), *more])}"]


def _heading(passage: Passage, parsed: ParsedQuery, match_ranges: MatchRanges) -> list[str]:
    """The innermost heading with a word of the query."""
    query = parsed.lexical()
    matching = [heading for heading in passage.heading_path if match_ranges(heading, query)]
    return [f"Heading: {matching[-1]}"] if matching else []


def _meaning(cosine: float | None) -> list[str]:
    if cosine is None or cosine < MEANING_FLOOR:
        return []
    return ["Very similar in meaning" if cosine >= VERY_NEAR else "Similar in meaning"]


def _copies(copies: int) -> list[str]:
    if not copies:
        return []
    return [f"{copies} more passage{'s have' if copies > 1 else ' has'} the same text"]


def _versions(others: int) -> list[str]:
    if not others:
        return []
    return [f"Also in {others} other version{'s' if others > 1 else ''} of this document"]


def _same_word(one: str, other: str) -> bool:
    """Whether two words seem to be forms of one: they begin alike for more than three quarters."""
    if one == other:
        return True
    pairs = zip(one, other, strict=False)
    alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return alike >= SHORTEST_STEM and alike > 0.75 * min(len(one), len(other))
