"""Says in a sentence or two how a query was read, so that it is never silently read as something else."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from briefbank.search.query import ParsedQuery

WORDS_SHOWN = 12


def interpretation(parsed: ParsedQuery, *, meaning_used: bool, as_of: date | None = None) -> str:
    """What was searched for, then what was not and why; plain sentences."""
    sentences = [_searched_for(parsed, meaning_used)]
    for typed, used in parsed.corrections:
        sentences.append(f"No passage contains “{typed}”, so “{used}” was searched for.")
    if as_of:
        sentences.append(f"Only documents filed on or before {day(as_of)}.")
    return " ".join([*sentences, *_not_used(parsed)])


def day(value: date) -> str:
    """A date as it is written in a sentence: 3 March 2015."""
    return f"{value.day} {value:%B} {value.year}"


def listed(items: Sequence[str], last: str = "and") -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def quoted(words: Sequence[str]) -> list[str]:
    return [f"“{word}”" for word in words]


def _searched_for(parsed: ParsedQuery, meaning_used: bool) -> str:
    ways: list[str] = []
    if parsed.words:
        shown, more = parsed.words[:WORDS_SHOWN], len(parsed.words) - WORDS_SHOWN
        ways.append(f"the words {', '.join(shown)}" + (f" and {more} more" if more > 0 else ""))
    if parsed.identifiers:
        plural = "s" if len(parsed.identifiers) > 1 else ""
        ways.append(f"the number{plural} {listed(parsed.identifiers)}")
    if parsed.phrases:
        ways.append(f"exactly {listed(quoted(parsed.phrases))}, which must be there")
    if meaning_used:
        ways.append("and for passages close in meaning" if ways else "passages close in meaning")
    paragraphs = f", in {len(parsed.parts)} paragraphs read one by one" if len(parsed.parts) > 1 else ""
    return f"Searched for {'; '.join(ways)}{paragraphs}."


def _not_used(parsed: ParsedQuery) -> list[str]:
    notes: list[str] = []
    if parsed.set_aside:
        notes.append(f"Not searched for: “{parsed.set_aside}”.")
    if parsed.operators:
        shown = ", ".join(parsed.operators[:WORDS_SHOWN])
        notes.append(f"Operators are not understood yet, so these were left out: {shown}.")
    if parsed.dates:
        shown = listed(quoted(parsed.dates[:WORDS_SHOWN]))
        notes.append(f"Dates in the text ({shown}) do not limit the search; set the filing dates for that.")
    if parsed.unpaired_quote:
        notes.append("A quotation mark has no partner and was not used.")
    if parsed.words_dropped:
        notes.append(f"The text is long: {parsed.words_dropped} words that it repeats least were left out.")
    return notes
