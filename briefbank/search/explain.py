"""Explains in plain words why a passage is in the results, and finds the ranges to mark in it."""

from __future__ import annotations

from collections.abc import Sequence

from briefbank.domain.passages import Passage
from briefbank.domain.searches import LexicalQuery, Order
from briefbank.search.channels import MatchRanges
from briefbank.search.identifiers import written_case
from briefbank.search.interpretation import held, quoted
from briefbank.search.language.wording import listed
from briefbank.search.query import ParsedQuery
from briefbank.search.ranking import MEANING_FLOOR, Found

FORMS_SHOWN = 6
RELATED_SHOWN = 3
VERY_NEAR = 0.60
"""The cosine from which a passage is called very similar; the median of relevant passages."""

SHORTEST_STEM = 4

Marks = tuple[tuple[int, int], ...]


def marks(passage: Passage, parsed: ParsedQuery, match_ranges: MatchRanges) -> Marks:
    """Return the ranges to mark in a passage's text, in order."""
    return tuple(match_ranges(passage.text, parsed.lexical()))


def word_forms(text: str, ranges: Sequence[tuple[int, int]]) -> list[str]:
    """Return the words at the ranges, each once, in small letters; "searches" not beside "search"."""
    forms: list[str] = []
    for start, end in ranges:
        form = text[start:end].lower()
        if not any(_same_word(form, known) for known in forms):
            forms.append(form)
    return forms


def reasons(
    found: Found, parsed: ParsedQuery, marked: Marks, order: Order, match_ranges: MatchRanges
) -> tuple[str, ...]:
    """Return sentences without full stops, the strongest reason first; never empty."""
    lines = [
        *(["The text that was asked for by its number"] if found.asked_for else []),
        *_exact(found.passage.text, parsed, match_ranges),
        *_words(found.passage.text, parsed, marked, match_ranges),
        *_heading(found.passage, parsed, match_ranges),
        *_meaning(found.candidate.cosine),
        *_copies(len(found.copies), found.nearly),
        *_versions(len(found.versions)),
    ]
    if order is Order.NEWEST and found.document.filed is None:
        lines.append("No filing date is known, so it stands last")
    return tuple(lines) or ("Among the best matches of the whole search",)


def _exact(text: str, parsed: ParsedQuery, match_ranges: MatchRanges) -> list[str]:
    """Return reasons for the required parts, and for the numbers, cases and citations that the text has."""
    there = [
        name
        for name in (*parsed.identifiers, *parsed.cases)
        if match_ranges(text, LexicalQuery(identifiers=(name,)))
    ]
    numbers = [name for name in there if " " not in name]
    cited = [written_case(name) for name in there if " " in name]
    wanted = held(parsed.required) if parsed.required is not None else []
    lines = [f"Holds what was asked for: {'; '.join(wanted)}"] if wanted else []
    if numbers:
        lines.append(f"Contains the number{'s' if len(numbers) > 1 else ''} {listed(numbers)}")
    return [*lines, f"Cites {listed(cited)}"] if cited else lines


def _words(text: str, parsed: ParsedQuery, marked: Marks, match_ranges: MatchRanges) -> list[str]:
    exact = parsed.required is not None or parsed.asks_numbers or parsed.related
    ranges = match_ranges(text, LexicalQuery(parsed.words)) if exact else marked
    forms = word_forms(text, ranges)
    lines = []
    if forms:
        more = [f"{len(forms) - FORMS_SHOWN} more"] if len(forms) > FORMS_SHOWN else []
        lines.append(f"Contains {listed([*quoted(forms[:FORMS_SHOWN]), *more])}")
    return [*lines, *_related(text, parsed, match_ranges)]


def _related(text: str, parsed: ParsedQuery, match_ranges: MatchRanges) -> list[str]:
    """Return a reason for words of the thesaurus in the text, each with the typed word that it stands for."""
    if not parsed.related:
        return []
    forms = word_forms(text, match_ranges(text, LexicalQuery(related=parsed.related)))
    there = [each for each in parsed.related if any(_same_word(form, each.text) for form in forms)]
    named = [f"“{each.text}” (for “{each.of}”)" for each in there[:RELATED_SHOWN]]
    return [f"Contains {listed(named)}"] if named else []


def _heading(passage: Passage, parsed: ParsedQuery, match_ranges: MatchRanges) -> list[str]:
    """Return the innermost heading with a word of the query."""
    query = parsed.lexical()
    matching = [heading for heading in passage.heading_path if match_ranges(heading, query)]
    return [f"Heading: {matching[-1]}"] if matching else []


def _meaning(cosine: float | None) -> list[str]:
    if cosine is None or cosine < MEANING_FLOOR:
        return []
    return ["Very similar in meaning" if cosine >= VERY_NEAR else "Similar in meaning"]


def _copies(copies: int, nearly: int) -> list[str]:
    """Return a reason for copies; ``nearly`` of them have not quite the same words."""
    if not copies:
        return []
    how = "nearly " if nearly == copies else "the same or nearly " if nearly else ""
    return [f"{copies} more passage{'s have' if copies > 1 else ' has'} {how}the same text"]


def _versions(others: int) -> list[str]:
    if not others:
        return []
    return [f"Also in {others} other version{'s' if others > 1 else ''} of this document"]


def _same_word(one: str, other: str) -> bool:
    """Tell whether two words seem to be forms of one: more than three quarters of their beginnings agree."""
    least = max(SHORTEST_STEM, 3 * min(len(one), len(other)) // 4 + 1)
    return one[:least] == other[:least]
