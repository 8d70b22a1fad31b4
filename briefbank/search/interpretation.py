"""Says how a query was read: its parts, each with the query that remains when it is removed; a sentence or
two, so that it is never silently read as something else; and advice where a search found little.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from functools import cache

from briefbank.catalogue import document_rows
from briefbank.domain.documents import Annotation
from briefbank.domain.pages import Passage
from briefbank.domain.searches import (
    Expression,
    Field,
    Filters,
    LexicalQuery,
    Not,
    PartRole,
    QueryPart,
    SearchRequest,
    WiderQuery,
    conjuncts,
)
from briefbank.search import typed_text
from briefbank.search.law import Days
from briefbank.search.operators.fields import described, inside
from briefbank.search.operators.grammar import keeps_required, read, without
from briefbank.search.parsing import QUOTE_MARKS, QUOTES, is_pasted, looks_pasted
from briefbank.search.query import ParsedQuery
from briefbank.search.rewording import CUT_LETTERS, loosenings
from briefbank.search.search_types import Results, SearchServices
from briefbank.search.typed_text import shortened, written_case
from briefbank.text.dates import MONTHS, format_date
from briefbank.text.language import TextLanguage
from briefbank.text.messages import NO_MESSAGE, Message, as_message, joined, listed, plural

MOST_PARTS = 10
"""The most words, or numbers, that are parts of their own; more are one part, since a pasted text is not read
word by word."""
RELATED_SHOWN = 4
FEW = 3  # The number of close results below which advice is given
TYPED_WORDS = 8
"""The most words of a typed text. A longer one was pasted, and it is no news that some of its words match
nowhere."""
WORDS_CHECKED = 40
WORDS_NAMED = 6
WORDS_SHOWN = 12
BEGINNING = 80  # The characters of a passage that name it
NOTHING_FOUND = Message(
    "No passage is close enough. Describe the situation in a sentence, or use other words."
)
NOTHING_CLOSE = Message("Nothing in this library is close to this search. These are the nearest passages.")
ONLY_WORDS = Message("No passage has these words. What they mean was not searched for.")
EMPTY_LIBRARY = Message("The library is empty. Add briefs first: drop files or folders on the window.")
OTHER_LANGUAGE = Message(
    "The search by meaning understands English. In Spanish trust the words, found in all their forms."
)
"""The sentence on a search that the encoder knows little of."""
_UNREAD = {
    Annotation.CITATIONS: Message(
        "BriefBank made a mistake: the citations in the text could not be read, and their "
        "words were searched for."
    ),
    Annotation.DATES: Message(
        "BriefBank made a mistake: the dates in the text could not be read. Set the day whose "
        "law counts yourself."
    ),
}
"""The sentences on what could not be read of a query."""
_NOT_ASKED = (PartRole.LAW, PartRole.ASIDE, PartRole.RELATED, PartRole.CORRECTED)
_NO_QUOTES = str.maketrans(dict.fromkeys(QUOTE_MARKS, " "))


def parts_of(parsed: ParsedQuery) -> tuple[QueryPart, ...]:
    """Return the parts, required ones first; empty ``without`` where nothing would be left to search."""
    parts = [*_required(parsed), *_plain(parsed)]
    for correction in parsed.corrections:
        text = Message("“{used}” for “{typed}”", used=correction.used, typed=correction.typed)
        parts.append(QueryPart(PartRole.CORRECTED, text, _quoting(parsed, correction.typed)))
    added: dict[str, list[str]] = {}
    for related in parsed.related:
        added.setdefault(related.of, []).append(related.text)
    for typed, others in added.items():
        more = len(others) - RELATED_SHOWN
        named: list[str] = quoted(others[:RELATED_SHOWN])
        if more > 0:
            named.append(Message("{more} more", more=more))
        shown = listed(named)
        text = Message("{shown} for “{typed}”", shown=shown, typed=typed)
        parts.append(QueryPart(PartRole.RELATED, text, _quoting(parsed, typed)))
    if parsed.set_aside:
        parts.append(QueryPart(PartRole.ASIDE, as_message(parsed.set_aside), ""))
    if (day := parsed.law_day) is not None:
        text = period(day.first, day.last)
        parts.append(QueryPart(PartRole.LAW, text, _cut(parsed, day.start, day.end)))
    parts += [QueryPart(PartRole.ASIDE, as_message(text), "") for text in parsed.dates]
    removable = [part for part in parts if part.role not in _NOT_ASKED]
    alone = removable[0] if len(removable) == 1 else None
    return tuple(QueryPart(part.role, part.text, "") if part is alone else part for part in parts)


def _required(parsed: ParsedQuery) -> list[QueryPart]:
    parts = []
    for part in sorted(conjuncts(parsed.required), key=lambda part: part.start):
        left = _typed(without(parsed.text, parsed.read, part.start, part.end))
        if isinstance(part, Not):
            parts.append(QueryPart(PartRole.EXCLUDED, inside(part.part), left))
        else:
            parts.append(QueryPart(PartRole.REQUIRED, described(part), left))
    return parts


def _typed(text: str) -> str:
    """Return the text without blank lines where with them, and only quotations required, it would be read as
    pasted; empty where it is too long to have been typed."""
    for typed in (text, typed_text.BLANK_LINE.sub(" ", text)):
        if not (looks_pasted(typed) and is_pasted(typed, conjuncts(read(typed).expression))):
            return typed
    return ""


def _plain(parsed: ParsedQuery) -> list[QueryPart]:
    """Return numbers and words in the order typed; of many only their count."""
    numbers = [typed for typed in parsed.typed if typed.number]
    worded = [typed for typed in parsed.typed if typed.words]
    apart = [typed for some in (numbers, worded) if len(some) <= MOST_PARTS for typed in some]
    parts = []
    for typed in sorted(apart, key=lambda typed: typed.start):
        role = PartRole.NUMBER if typed.number else PartRole.RANKED
        text = typed.number or " ".join(typed.words)
        parts.append(QueryPart(role, as_message(text), _cut(parsed, typed.start, typed.end)))
    if len(numbers) > MOST_PARTS:
        count = Message("{identifiers} numbers", identifiers=len(parsed.identifiers))
        parts.append(QueryPart(PartRole.NUMBER, count, ""))
    if len(worded) > MOST_PARTS:
        parts.append(QueryPart(PartRole.RANKED, Message("{words} words", words=len(parsed.words)), ""))
    cases = map(written_case, parsed.cases[:MOST_PARTS])
    return parts + [QueryPart(PartRole.NUMBER, as_message(case), "") for case in cases]


def _cut(parsed: ParsedQuery, start: int, end: int) -> str:
    """Return the text without one piece; a colon behind it stays, because it ends the context. Empty where
    the required part would be read in another way.

    Quotation marks that do not limit, as in a pasted text, are removed too: they would limit in a shorter
    one.
    """
    text = parsed.text
    end -= text[start:end].endswith(":")
    if len(text) > CUT_LETTERS or not keeps_required(parsed.read, start, end):
        return ""
    before, behind = text[:start].rstrip(), text[end:].lstrip()
    gap = text[len(before) : start] + text[end : len(text) - len(behind)]
    between = "\n\n" if typed_text.BLANK_LINE.search(gap) else " "
    left = f"{before}{between}{behind}" if before and behind else before + behind
    if QUOTES in parsed.read.notes:
        left = left.translate(_NO_QUOTES).strip()
    only_words = not parsed.read.lexemes  # of a selected, pasted or broken text
    return "" if only_words and read(left).operators else left


def _quoting(parsed: ParsedQuery, word: str) -> str:
    """Return the text with a word of it in quotation marks, so that it is searched as it stands; empty where
    it does not stand there by itself."""
    for typed in parsed.typed:
        if " ".join(typed.words) == word:
            inner = parsed.text[typed.start : typed.end].strip(".,;:?!")
            return f"{parsed.text[: typed.start]}“{inner}”{parsed.text[typed.end :]}"
    return ""


def advice(
    request: SearchRequest, results: Results, services: SearchServices, count: Callable[[SearchRequest], int]
) -> tuple[Message, tuple[WiderQuery, ...]]:
    """Return sentences for the user, most useful first: never empty when nothing was found, mostly empty when
    enough was; and the wider searches to offer. ``count`` counts the close results of a search."""
    parsed, total, less_close = results.ranking.parsed, results.total, results.less_close
    if request.words_only:
        return NO_MESSAGE if results.shown else ONLY_WORDS, ()
    few, filtered, outside = total < FEW, request.filters != Filters(), len(results.apart)
    words = parsed.words[:WORDS_CHECKED] if few or len(parsed.words) <= TYPED_WORDS else ()
    frequencies = zip(words, services.lexical.frequencies(words), strict=True) if words else ()
    unknown = [word for word, passages in frequencies if not passages][:WORDS_NAMED]
    about_words = []
    if unknown:
        named = listed(quoted(unknown), "or")
        text = Message("No passage has {quoted}. Check the spelling, or use other words.", quoted=named)
        about_words.append(text)
    if not few:  # and some words of a pasted text match nowhere, which is no news
        return joined(about_words), ()
    waiting = services.files_left() if not total else 0
    lines: list[Message] = []
    if waiting:
        text = plural(
            waiting,
            "Nothing yet; 1 file is still being read.",
            "Nothing yet; {number:,} files are still being read.",
        )
        lines.append(text)
    if not (total or less_close or document_rows.ids_matching(services.store, Filters())):
        return joined(lines or [EMPTY_LIBRARY]), ()
    without_filters = cache(lambda: count(replace(request, filters=Filters())))
    others = without_filters() if filtered else 0
    ranked = parsed.required is None and not parsed.exact_only
    if ranked and less_close and not total and others <= total:
        lines.append(NOTHING_CLOSE)
    if outside and not total:
        lines.append(
            plural(
                outside,
                "One passage was found, but was not the law of that time: see what stands apart, "
                "or ask for another day.",
                "{number} were found, but were not the law of that time: see what stands apart, "
                "or ask for another day.",
            )
        )
    if others > total:
        text = Message("The filters leave passages out; without them there would be {others}.", others=others)
        lines.append(text)
    elif filtered and not total and not less_close:
        lines.append(Message("Nothing fits without the filters either."))
    numbers = [
        number
        for number in parsed.identifiers
        if not services.lexical.search(LexicalQuery(identifiers=(number,)), Filters(), 1)
    ]
    if not outside:
        if parsed.required is not None and not total and others <= total:
            named = joined(required_parts(parsed.required), ", ")
            lines.append(Message("Nothing was found for {required_parts}.", required_parts=named))
        if numbers:
            named = listed(numbers, "or")
            lines.append(Message("No passage has the number {unknown_numbers}.", unknown_numbers=named))
    lines += about_words
    if not results.ranking.semantic_used:
        text = Message(
            "Only words were searched, because the search by meaning is not ready; try again in a while."
        )
        lines.append(text)
    if not lines and not total:
        lines.append(NOTHING_FOUND)
    if request.like:
        return joined(lines), ()

    def counted(text: str, filtered: bool) -> int:
        return count(replace(request, text=text)) if filtered else without_filters()

    nowhere = (*unknown, *numbers)
    return joined(lines), loosenings(parsed, total, nowhere, filtered=filtered, count=counted)


def interpretation(parsed: ParsedQuery, *, semantic_used: bool, like: Passage | None = None) -> Message:
    """Return plain sentences: what was searched for, then what was not and why."""
    if like is not None:
        beginning = shortened(like.text, BEGINNING)
        return Message(
            "Searched for passages like “{beginning}”, by words, meaning and what they cite.",
            beginning=beginning,
        )
    sentences = [_searched_for(parsed, semantic_used)]
    for correction in parsed.corrections:
        typed, used = correction.typed, correction.used
        text = Message("No passage contains “{typed}”, so “{used}” was searched for.", typed=typed, used=used)
        if correction.known:
            text = Message(
                "No passage contains “{typed}” with another word of this search, so “{used}” was "
                "searched for.",
                typed=typed,
                used=used,
            )
        sentences.append(text)
    if semantic_used and parsed.language is not TextLanguage.ENGLISH:
        sentences.append(OTHER_LANGUAGE)
    if parsed.related:
        shown = ", ".join(related.text for related in parsed.related[:WORDS_SHOWN])
        sentences.append(Message("Also searched, with less weight: {shown}.", shown=shown))
    if parsed.set_aside:
        sentences.append(Message("Not searched for: “{set_aside}”.", set_aside=parsed.set_aside))
    sentences += parsed.read.notes
    sentences += [_UNREAD[gap.annotation] for gap in parsed.gaps]
    if parsed.dates:
        shown = listed(quoted(parsed.dates[:WORDS_SHOWN]))
        text = Message(
            "Dates in the text ({shown}) do not limit the search; set the filing dates for that.", shown=shown
        )
        sentences.append(text)
    if parsed.words_dropped:
        sentences.append(
            Message(
                "The text is long: {words_dropped} words that it repeats least were left out.",
                words_dropped=parsed.words_dropped,
            )
        )
    return joined(sentences)


def _searched_for(parsed: ParsedQuery, semantic_used: bool) -> Message:
    ways: list[Message] = []
    if parsed.required is not None:
        parts = joined(required_parts(parsed.required), ", ")
        ways.append(Message("passages in which this holds: {required_parts}", required_parts=parts))
    if words := parsed.words:
        shown, more = ", ".join(words[:WORDS_SHOWN]), len(words) - WORDS_SHOWN
        ways.append(
            Message("the words {shown} and {more} more", shown=shown, more=more)
            if more > 0
            else Message("the words {shown}", shown=shown)
        )
    if parsed.identifiers:
        ways.append(Message("the numbers {listed}", listed=listed(parsed.identifiers)))
    if semantic_used:
        ways.append(
            Message("and for passages close in meaning") if ways else Message("passages close in meaning")
        )
    searched, count = joined(ways, "; "), len(parsed.parts)
    if parsed.context is not None:
        return Message("Searched for {ways}, of which the last part counts most.", ways=searched)
    if count == 1:
        return Message("Searched for {ways}.", ways=searched)
    return Message("Searched for {ways}, in {parts} paragraphs read one by one.", ways=searched, parts=count)


def law_sentences(parsed: ParsedQuery, days: Days, outside: int) -> list[Message]:
    """Return sentences on the days whose law was searched, and on passages listed apart, if any."""
    sentences = []
    if days.sets_apart_later:
        sentences.append(
            Message("As of {last}: what was law then, and what had been filed.", last=format_date(days.last))
        )
        day = parsed.law_day
        if day is not None and (day.first, day.last) != (days.first, days.last):
            typed = parsed.text[day.start : day.end]
            sentences.append(Message("“{typed}” does not count, because another day was set.", typed=typed))
    elif days.asked:
        days_asked_for = period(days.first, days.last)
        sentences.append(
            Message("Of statutes, rules and directives the law of {period}.", period=days_asked_for)
        )
    if outside:
        sentences.append(
            plural(
                outside,
                "1 passage stands apart: not the law then.",
                "{number} passages stand apart: not the law then.",
            )
            if days.asked
            else plural(
                outside,
                "1 passage stands apart: not the law now.",
                "{number} passages stand apart: not the law now.",
            )
        )
    return sentences


def period(first: date, last: date) -> Message:
    """Return days as a sentence has them: March 3, 2015, March 2015, 2015, May 1, 2014 to March 3, 2015."""
    if first == last:
        return format_date(first)
    if (first.month, first.day, last.month, last.day) == (1, 1, 12, 31) and first.year == last.year:
        return as_message(str(first.year))
    whole_month = first.day == 1 and last.day == monthrange(last.year, last.month)[1]
    if whole_month and (first.year, first.month) == (last.year, last.month):
        return Message("{month} {year}", month=MONTHS[first.month - 1], year=first.year)
    return Message("{first} to {last}", first=format_date(first), last=format_date(last))


def quoted(words: Sequence[str]) -> list[str]:
    return [f"“{word}”" for word in words]


def required_parts(required: Expression) -> list[Message]:
    """Return the required parts, one by one, as a person would say them."""
    described_parts = [described(part) for part in conjuncts(required)]
    if not isinstance(required, Field):
        return described_parts
    return [Message("documents {described}", described=part) for part in described_parts]
