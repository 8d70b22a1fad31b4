"""Advice when a search found nothing or little: what to try next, and which part of it has no match.

One sentence for each finding, most useful first: files that were not read yet, an empty library, filters that
exclude everything (and how many results there would be without them), required parts and numbers that match
nowhere, words that no passage has. Where no result is close to the search, that is said before all else;
where filters exclude what is close, that is said instead. What to do about it is offered beside as wider
searches (``loosening``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from briefbank.domain.expression import Expression, conjuncts
from briefbank.domain.searches import Filters, LexicalQuery
from briefbank.search.dependencies import WordIndex
from briefbank.search.interpretation import quoted, required_parts
from briefbank.search.query import ParsedQuery
from briefbank.text.listing import listed

FEW = 3
"""The number of close results below which advice is given."""
TYPED_WORDS = 8
"""The most words of a typed text. A longer one was pasted, and it is no news that some of its words match
nowhere."""
WORDS_CHECKED = 40
WORDS_NAMED = 6
NOTHING_FOUND = "No passage is close enough. Describe the situation in a sentence, or use other words."
NOTHING_CLOSE = "Nothing in this library is close to this search. These are the nearest passages."


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a search. Facts that cost another search are calls."""

    parsed: ParsedQuery
    total: int
    """The number of close results."""
    less_close: int
    unknown_words: Sequence[str]
    """Words of the search that no passage has; none of a pasted text that found enough."""
    unknown_numbers: Sequence[str]
    """Numbers of the search that no passage has."""
    outside: int
    """The number of passages listed apart because they are not the law that was asked for."""
    filtered: bool
    meaning_ready: bool
    library_empty: Callable[[], bool]
    without_filters: Callable[[], int]
    files_left: Callable[[], int]
    """Returns the number of files that wait to be read."""
    stands: Callable[[Expression], bool]
    """Tells whether a required part matches anywhere in the library."""


def advice(outcome: Outcome) -> str:
    """Return sentences for the user; never empty when nothing was found, mostly empty when enough was."""
    ranked = outcome.parsed.required is None and not outcome.parsed.exact_only
    if outcome.total >= FEW:
        return " ".join(_unknown_words(outcome))
    nothing_yet = _files_left(outcome)
    if not outcome.total and not outcome.less_close and outcome.library_empty():
        return nothing_yet or "The library is empty. Add briefs first: drop files or folders on the window."
    without_filters = outcome.without_filters() if outcome.filtered else 0
    excluded = without_filters > outcome.total
    not_close = ranked and outcome.less_close and not outcome.total and not excluded
    lines = [
        *([nothing_yet] if nothing_yet else []),
        *([NOTHING_CLOSE] if not_close else []),
        *_outside(outcome),
        *_filters(outcome, without_filters),
        *(_exact(outcome, excluded=excluded) if not outcome.outside else []),
        *_unknown_words(outcome),
        *_not_ready(outcome),
    ]
    if not lines and outcome.total == 0:
        lines.append(NOTHING_FOUND)
    return " ".join(lines)


def _files_left(outcome: Outcome) -> str:
    number = outcome.files_left() if outcome.total == 0 else 0
    if number == 1:
        return "Nothing yet; 1 file is still being read."
    return f"Nothing yet; {number:,} files are still being read." if number else ""


def _outside(outcome: Outcome) -> list[str]:
    if not outcome.outside or outcome.total:
        return []
    found = (
        "One passage was found, but was"
        if outcome.outside == 1
        else f"{outcome.outside} were found, but were"
    )
    return [f"{found} not the law of that time: see what stands apart, or ask for another day."]


def _filters(outcome: Outcome, others: int) -> list[str]:
    """``others``: the number of close results without the filters."""
    if others <= outcome.total:
        nothing = outcome.filtered and not outcome.total and not outcome.less_close
        return ["Nothing fits without the filters either."] if nothing else []
    if outcome.total:
        return [f"The filters leave passages out; without them there would be {others}."]
    if outcome.less_close:
        return [f"Nothing close fits the filters; without them there would be {others}."]
    return [f"Nothing fits the filters; without them there would be {others}."]


def _exact(outcome: Outcome, *, excluded: bool) -> list[str]:
    """Return sentences on required parts without a match in the library, and on unknown numbers.
    ``excluded``: some passages have all parts, and the filters exclude them."""
    parsed = outcome.parsed
    lines: list[str] = []
    if parsed.required is not None and outcome.total == 0 and not excluded:
        wanted = conjuncts(parsed.required)
        nowhere = [", ".join(required_parts(each)) for each in wanted if not outcome.stands(each)]
        if nowhere:
            lines.append(f"Nothing was found for {listed(nowhere, 'or')}.")
        elif len(wanted) > 1:
            lines.append("Each part is found in some passage, but no passage has them all.")
        else:
            lines.append(f"Nothing was found for {', '.join(required_parts(parsed.required))}.")
    if outcome.unknown_numbers:
        lines.append(f"No passage has the number {listed(outcome.unknown_numbers, 'or')}.")
    return lines


def unknown_words(parsed: ParsedQuery, lexical: WordIndex) -> list[str]:
    """Return the first words of a query that no passage has."""
    words = parsed.words[:WORDS_CHECKED]
    counts = zip(words, lexical.frequencies(words), strict=True)
    return [word for word, count in counts if count == 0][:WORDS_NAMED]


def unknown_numbers(parsed: ParsedQuery, lexical: WordIndex) -> list[str]:
    """Return the numbers of a query that no passage has. Raises IndexFault."""
    queries = ((number, LexicalQuery(identifiers=(number,))) for number in parsed.identifiers)
    return [number for number, query in queries if not lexical.search(query, Filters(), 1)]


def _unknown_words(outcome: Outcome) -> list[str]:
    unknown = outcome.unknown_words
    if not unknown:
        return []
    if len(unknown) == len(outcome.parsed.words):
        return [f"No passage has {listed(quoted(unknown), 'or')}. Check the spelling, or use other words."]
    return [f"No passage has {listed(quoted(unknown), 'or')}. Leave that out, or use another word for it."]


def _not_ready(outcome: Outcome) -> list[str]:
    if outcome.meaning_ready:
        return []
    return ["Only words were searched, because the search by meaning is not ready; try again in a while."]
