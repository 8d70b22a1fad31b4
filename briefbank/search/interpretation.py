"""The parts of a query as it was read, each with the query that remains when it is removed."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from briefbank.domain.documents import Annotation
from briefbank.domain.pages import Passage
from briefbank.domain.searches import (
    Expression,
    Field,
    Filters,
    LexicalQuery,
    PartRole,
    Phrase,
    QueryPart,
    Term,
    conjuncts,
)
from briefbank.search import typed_text
from briefbank.search.dependencies import WordIndex
from briefbank.search.identifiers import written_case
from briefbank.search.law import Days
from briefbank.search.operators import fields
from briefbank.search.operators.fields import described
from briefbank.search.operators.grammar import keeps_required, read, without
from briefbank.search.parsing import PASTED_WORDS, QUOTE_MARKS, QUOTES
from briefbank.search.query import Correction, ParsedQuery, Typed
from briefbank.search.typed_text import shortened
from briefbank.text.characters import listed
from briefbank.text.dates import MONTHS, format_date
from briefbank.text.language import TextLanguage

# --- query parts -----------------------------------------------------------------------------------------

MOST_PARTS = 10
"""The most words, or numbers, that are parts of their own; more are one part, since a pasted text is not read
word by word."""
CUT_LETTERS = 2_000
"""The longest text from which a part can be removed by a click."""
RELATED_SHOWN = 4
_NOT_ASKED = (PartRole.LAW, PartRole.ASIDE, PartRole.RELATED, PartRole.CORRECTED)
_NO_QUOTES = str.maketrans(dict.fromkeys(QUOTE_MARKS, " "))


def parts_of(parsed: ParsedQuery) -> tuple[QueryPart, ...]:
    """Return the parts, required ones first; empty ``without`` where nothing would be left to search."""
    found = [
        *_required(parsed),
        *_plain(parsed),
        *_corrected_part(parsed),
        *_related(parsed),
        *_aside(parsed),
    ]
    asked = [part for part in found if part.role not in _NOT_ASKED]
    if len(asked) == 1:
        return tuple(part if part is not asked[0] else QueryPart(part.role, part.text, "") for part in found)
    return tuple(found)


def _required(parsed: ParsedQuery) -> list[QueryPart]:
    if parsed.required is None:
        return []
    roles = {"required": PartRole.REQUIRED, "excluded": PartRole.EXCLUDED}
    return [
        QueryPart(roles[part.role], _without_role_word(part.text), _without_part(parsed, part))
        for part in fields.parts(parsed.required)
    ]


def _without_part(parsed: ParsedQuery, part: fields.DescribedPart) -> str:
    """Return the text without a part; in one paragraph, where only that keeps its quotation marks in force.
    Empty where nothing would."""
    left = without(parsed.text, parsed.read, part.start, part.end)
    kept = [each for each in conjuncts(parsed.required) if (each.start, each.end) != (part.start, part.end)]
    quoted = all(isinstance(each, Term | Phrase) and parsed.text[each.start] in QUOTE_MARKS for each in kept)
    if kept and quoted:
        left = typed_text.BLANK_LINE.sub(" ", left)
        return left if len(left.split()) <= PASTED_WORDS else ""
    return left


def _without_role_word(text: str) -> str:
    """Return the text without the word that the part's role implies."""
    return text.removeprefix("without ").removeprefix("not ")


def _plain(parsed: ParsedQuery) -> list[QueryPart]:
    """Return numbers and words in the order typed; of many only their count."""
    numbers = [each for each in parsed.typed if each.number]
    worded = [each for each in parsed.typed if each.words]
    apart = [each for some in (numbers, worded) if len(some) <= MOST_PARTS for each in some]
    parts = [
        QueryPart(PartRole.NUMBER, each.number, _cut(parsed, each))
        if each.number
        else QueryPart(PartRole.RANKED, " ".join(each.words), _cut(parsed, each))
        for each in sorted(apart, key=lambda each: each.start)
    ]
    if len(numbers) > MOST_PARTS:
        parts.append(QueryPart(PartRole.NUMBER, f"{len(parsed.identifiers)} numbers", ""))
    if len(worded) > MOST_PARTS:
        parts.append(QueryPart(PartRole.RANKED, f"{len(parsed.words)} words", ""))
    return parts + [QueryPart(PartRole.NUMBER, written_case(case), "") for case in parsed.cases[:MOST_PARTS]]


def _corrected_part(parsed: ParsedQuery) -> list[QueryPart]:
    """Return the corrected words. What keeps a word as it was typed is a capital where some passage has it,
    which requires nothing, otherwise quotation marks."""
    return [
        QueryPart(
            PartRole.CORRECTED,
            f"“{each.used}” for “{each.typed}”",
            _with_word(parsed, each.typed, str.capitalize if each.known else _in_quotes),
        )
        for each in parsed.corrections
    ]


def _related(parsed: ParsedQuery) -> list[QueryPart]:
    """Return the thesaurus's additions by the typed word they belong to."""
    added: dict[str, list[str]] = {}
    for each in parsed.related:
        added.setdefault(each.of, []).append(each.text)
    parts = []
    for typed, others in added.items():
        more = len(others) - RELATED_SHOWN
        shown = listed([*quoted(others[:RELATED_SHOWN]), *([f"{more} more"] if more > 0 else [])])
        parts.append(
            QueryPart(PartRole.RELATED, f"{shown} for “{typed}”", _with_word(parsed, typed, _in_quotes))
        )
    return parts


def _aside(parsed: ParsedQuery) -> list[QueryPart]:
    typed = [QueryPart(PartRole.ASIDE, parsed.set_aside, "")] if parsed.set_aside else []
    return [*typed, *_law_day(parsed), *(QueryPart(PartRole.ASIDE, text, "") for text in parsed.dates)]


def _law_day(parsed: ParsedQuery) -> list[QueryPart]:
    asked = parsed.law_day
    if asked is None:
        return []
    text = period(asked.first, asked.last)
    return [QueryPart(PartRole.LAW, text, _cut(parsed, Typed(asked.start, asked.end)))]


def _cut(parsed: ParsedQuery, typed: Typed) -> str:
    """Return the text without one piece; a colon behind it stays, because it ends the context. Empty where
    the required part would be read in another way.

    Quotation marks that do not limit, as in a pasted text, are removed too: they would limit in a shorter
    one.
    """
    text = parsed.text
    end = typed.end - text[typed.start : typed.end].endswith(":")
    if len(text) > CUT_LETTERS or not keeps_required(parsed.read, typed.start, end):
        return ""
    left = _joined(text[: typed.start], text[end:])
    if QUOTES in parsed.read.notes:
        left = left.translate(_NO_QUOTES).strip()
    only_words = not parsed.read.lexemes  # of a selected, pasted or broken text
    return "" if only_words and read(left).operators else left


def _with_word(parsed: ParsedQuery, typed: str, rewrite: Callable[[str], str]) -> str:
    """Return the text with a word of it written anew; empty where it does not stand there by itself."""
    for each in parsed.typed:
        if " ".join(each.words) == typed:
            inner = parsed.text[each.start : each.end].strip(".,;:?!")
            return f"{parsed.text[: each.start]}{rewrite(inner)}{parsed.text[each.end :]}"
    return ""


def _in_quotes(word: str) -> str:
    return f"“{word}”"


def _joined(left: str, right: str) -> str:
    """Join the two sides with a blank, or with the blank line that separates two paragraphs."""
    before, behind = left.rstrip(), right.lstrip()
    gap = left[len(before) :] + right[: len(right) - len(behind)]
    between = "\n\n" if typed_text.BLANK_LINE.search(gap) else " "
    return f"{before}{between}{behind}" if before and behind else before + behind


# --- advice ----------------------------------------------------------------------------------------------
# Advice when a search found nothing or little: what to try next, and which part of it has no match.
#
# One sentence for each finding, most useful first: files that were not read yet, an empty library, filters
# that exclude everything (and how many results there would be without them), required parts and numbers
# that match nowhere, words that no passage has. Where no result is close to the search, that is said before
# all else; where filters exclude what is close, that is said instead. What to do about it is offered beside
# as wider searches (``loosening``).

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


# --- interpretation --------------------------------------------------------------------------------------
# Says in a sentence or two how a query was read, so that it is never silently read as something else.

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
    if meaning_used and parsed.language is not TextLanguage.ENGLISH:
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
