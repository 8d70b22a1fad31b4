"""Says in a sentence or two how a query was read, so that it is never silently read as something else."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Sequence
from datetime import date

from briefbank.domain.annotations import Annotation
from briefbank.domain.expression import Expression, Field, conjuncts
from briefbank.domain.passages import Passage
from briefbank.search.law import Days
from briefbank.search.operators.descriptions import described
from briefbank.search.query import Correction, ParsedQuery
from briefbank.search.typed_pieces import shortened
from briefbank.text.dates import MONTHS, format_date
from briefbank.text.language import Language
from briefbank.text.listing import listed

WORDS_SHOWN = 12
BEGINNING = 80
"""The characters of a passage that name it."""

OTHER_LANGUAGE = (
    "The search by meaning understands English. In Spanish trust the words, found in all their forms."
)
"""The sentence on a search that the encoder knows little of."""
_UNREAD = {
    Annotation.CITATIONS: "BriefBank made a mistake: the citations in the text could not be read, and their "
    "words were searched for.",
    Annotation.DATES: "BriefBank made a mistake: the dates in the text could not be read. Set the day whose "
    "law counts yourself.",
}
"""The sentences on what could not be read of a query."""


def interpretation(parsed: ParsedQuery, *, meaning_used: bool, like: Passage | None = None) -> str:
    """Return plain sentences: what was searched for, then what was not and why."""
    if like is not None:
        beginning = shortened(like.text, BEGINNING)
        return f"Searched for passages like “{beginning}”, by words, meaning and what they cite."
    sentences = [_searched_for(parsed, meaning_used)]
    sentences += map(_corrected, parsed.corrections)
    if meaning_used and parsed.language is not Language.ENGLISH:
        sentences.append(OTHER_LANGUAGE)
    if parsed.related:
        shown = [each.text for each in parsed.related[:WORDS_SHOWN]]
        sentences.append(f"Also searched, with less weight: {', '.join(shown)}.")
    return " ".join([*sentences, *_not_used(parsed)])


def _corrected(correction: Correction) -> str:
    typed, used = correction.typed, correction.used
    if correction.known:
        return (
            f"No passage contains “{typed}” with another word of this search, so “{used}” was searched for."
        )
    return f"No passage contains “{typed}”, so “{used}” was searched for."


def law_sentences(parsed: ParsedQuery, days: Days, outside: int) -> list[str]:
    """Return sentences on the days whose law was searched, and on passages listed apart, if any."""
    sentences = []
    if days.sets_apart_later:
        sentences.append(f"As of {format_date(days.last)}: what was law then, and what had been filed.")
        if parsed.law_day is not None and (parsed.law_day.first, parsed.law_day.last) != (
            days.first,
            days.last,
        ):
            typed = parsed.text[parsed.law_day.start : parsed.law_day.end]
            sentences.append(f"“{typed}” does not count, because another day was set.")
    elif days.asked:
        sentences.append(f"Of statutes, rules and directives the law of {period(days.first, days.last)}.")
    if outside:
        passages = "1 passage stands" if outside == 1 else f"{outside} passages stand"
        sentences.append(f"{passages} apart: not the law {'then' if days.asked else 'now'}.")
    return sentences


def period(first: date, last: date) -> str:
    """Return days as a sentence has them: March 3, 2015, March 2015, 2015, May 1, 2014 to March 3, 2015."""
    if first == last:
        return format_date(first)
    if (first.month, first.day, last.month, last.day) == (1, 1, 12, 31) and first.year == last.year:
        return str(first.year)
    whole_month = first.day == 1 and last.day == monthrange(last.year, last.month)[1]
    if whole_month and (first.year, first.month) == (last.year, last.month):
        return f"{MONTHS[first.month - 1]} {first.year}"
    return f"{format_date(first)} to {format_date(last)}"


def quoted(words: Sequence[str]) -> list[str]:
    return [f"“{word}”" for word in words]


def required_parts(required: Expression) -> list[str]:
    """Return the required parts, one by one, as a person would say them."""
    documents = "documents " if isinstance(required, Field) else ""
    return [f"{documents}{described(each)}" for each in conjuncts(required)]


def _searched_for(parsed: ParsedQuery, meaning_used: bool) -> str:
    ways: list[str] = []
    if parsed.required is not None:
        ways.append(f"passages in which this holds: {', '.join(required_parts(parsed.required))}")
    words = parsed.words
    if words:
        shown, more = words[:WORDS_SHOWN], len(words) - WORDS_SHOWN
        ranked = "among them the words" if parsed.required is not None else "the words"
        ways.append(f"{ranked} {', '.join(shown)}" + (f" and {more} more" if more > 0 else ""))
    if parsed.identifiers:
        plural = "s" if len(parsed.identifiers) > 1 else ""
        ways.append(f"the number{plural} {listed(parsed.identifiers)}")
    if meaning_used:
        ways.append("and for passages close in meaning" if ways else "passages close in meaning")
    paragraphs = f", in {len(parsed.parts)} paragraphs read one by one" if len(parsed.parts) > 1 else ""
    context = ", of which the last part counts most" if parsed.context is not None else ""
    return f"Searched for {'; '.join(ways)}{paragraphs}{context}."


def _not_used(parsed: ParsedQuery) -> list[str]:
    notes: list[str] = []
    if parsed.set_aside:
        notes.append(f"Not searched for: “{parsed.set_aside}”.")
    notes += parsed.read.notes
    notes += [_UNREAD[gap.annotation] for gap in parsed.gaps]
    if parsed.dates:
        shown = listed(quoted(parsed.dates[:WORDS_SHOWN]))
        notes.append(f"Dates in the text ({shown}) do not limit the search; set the filing dates for that.")
    if parsed.words_dropped:
        notes.append(f"The text is long: {parsed.words_dropped} words that it repeats least were left out.")
    return notes
