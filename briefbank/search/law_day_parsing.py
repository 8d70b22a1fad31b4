"""Finds the day whose law a typed query asks for: "as of March 2015", "the 2012 version", "in 2015".

A query has many years that ask for no law: of a citation, a docket, a statute's number, of an event. So a
date counts only in words that say so: *sure* ones ("as of", "in force in", "the law of", "the 2012 version
of", "before the 2014 amendment") anywhere in a short paragraph; a bare "in 2015" only as the first or last
words of a short query that mentions no person ("sentencing of juveniles in 2015", and not "stopped by the
police in 2015"). A day that is read wrongly can be removed, because it is shown as a part of the query.

A year means all its days and a month all of its; what was law on any of them was the law of then. Before an
amendment of 2014 is the last day of 2013, which surely lies before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from briefbank.domain.citations import Citation
from briefbank.search import typed_pieces
from briefbank.search.identifiers import is_marker
from briefbank.search.question_phrases import word_set
from briefbank.text.dates import MONTH, typed_days

MOST_WORDS = 30
"""The most words of a typed paragraph; a longer one was pasted, and its dates are those of events."""

LONGEST_MARKER = 20
"""The characters in which the word before a number is searched."""

_B = r"\s{1,3}"
_YEAR = r"(?:1[6-9]|20)\d\d"
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_DATE = (
    rf"(?P<date>{MONTH}\.?,?{_B}(?:{_DAY},?{_B})?{_YEAR}|{_DAY}{_B}{MONTH}\.?,?{_B}{_YEAR}"
    rf"|\d{{1,2}}[/-](?:\d{{1,2}}[/-])?{_YEAR}|{_YEAR}-\d\d(?:-\d\d)?|{_YEAR})"
    r"(?![\w(§]|[-–:./,][\w(])"
)
_NOUN = r"(?:laws?|statutes?|rules?|codes?|versions?|texts?|provisions?|directives?|wording)"
_WORDING = r"(?:versions?|editions?|texts?|wording|language)"
_SURE = (
    rf"(?<![\w-])(?P<asks>as{_B}(?:of|at){_B}(?:the{_B}year{_B})?{_DATE})",
    rf"(?<![\w-])(?P<asks>(?:as{_B}it{_B}stood|in{_B}(?:force|effect)|applicable){_B}"
    rf"(?:on|in|at|during|as{_B}of){_B}(?:the{_B}year{_B})?{_DATE})",
    rf"(?<![\w-]){_NOUN}{_B}(?P<asks>(?:in|of|on|from|during){_B}(?:the{_B}year{_B})?{_DATE})",
    rf"(?<![\w.:§/–-])(?P<asks>(?:(?:under|in|by){_B})?(?:the{_B})?(?P<date>{_YEAR}){_B}{_WORDING}(?:{_B}of)?)(?!\w)",
    rf"(?<![\w-])(?P<asks>(?:under|in|by){_B}(?:the{_B})?(?P<date>{_YEAR}){_B}(?:laws?|statutes?|codes?|rules?))"
    r"(?![\w-]|\s{1,3}(?:firms?|schools?|reviews?|journals?|enforcement|division|clerks?|students?)\b)",
)
_BEFORE = (
    rf"(?<![\w-])(?P<asks>(?:before|prior{_B}to|preceding){_B}(?:the{_B})?{_DATE}{_B}"
    rf"(?:amendments?|revisions?|reforms?|changes?)(?:{_B}(?:to|of|in)(?!\w))?)(?!\w)",
    rf"(?<![\w-])(?P<asks>(?:before|prior{_B}to|preceding){_B}(?:the{_B})?"
    rf"(?:amendments?|revisions?|reforms?){_B}(?:of|in){_B}{_DATE})",
    rf"(?<![\w-])(?P<asks>pre-(?P<date>{_YEAR}){_B}(?:{_NOUN}|amendments?)(?:{_B}of)?)(?!\w)",
)
_BARE = (rf"(?<![\w-])(?P<asks>(?:in|during|on){_B}(?:the{_B}year{_B})?{_DATE})",)

_OPENERS = word_set("what which how when where who is are was were does did could can must may")
_PARTICIPLES = word_set("born shot held sold stolen taken seen beaten found given written begun left met won")
"""Words, with those in "-ed", after which "in 2015" says when something happened."""
_PEOPLE = word_set(
    """
    defendant defendants officer officers police trooper detective detectives victim witness suspect plaintiff
    he she his her they who man woman boy girl mother father husband wife neighbor
    petitioner
    """
)
_WORD = re.compile(r"[^\W\d_]+")


def _compiled(patterns: Sequence[str]) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)


_SURE_FORMS, _BEFORE_FORMS, _BARE_FORMS = _compiled(_SURE), _compiled(_BEFORE), _compiled(_BARE)


@dataclass(frozen=True, slots=True)
class LawDay:
    """The days whose law is asked for, both inclusive, and the range of the text that says so."""

    first: date
    last: date
    start: int
    end: int


def law_day(text: str, rest: Sequence[tuple[int, int]], cited: Sequence[Citation]) -> LawDay | None:
    """Return the first sure day in the plain parts (``rest``) of a cleaned text, or else a bare one; None for
    most texts. Linear in the text. Any thread."""
    short = [each for each in _paragraphs(text, rest) if len(text[slice(*each)].split()) <= MOST_WORDS]
    sure = [
        found
        for forms, before in ((_SURE_FORMS, False), (_BEFORE_FORMS, True))
        for found in _found(text, short, forms, before=before)
        if not _in_citation(found, cited)
    ]
    if sure:
        return min(sure, key=lambda each: (each.start, -each.end))
    if len(rest) != 1 or len(short) != 1 or typed_pieces.BLANK_LINE.search(text):
        return None
    bare = _found(text, short, _BARE_FORMS, before=False)
    asked = (each for each in bare if not _in_citation(each, cited) and _asks_for_law(text, each))
    return next(asked, None)


def _paragraphs(text: str, rest: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    for start, end in rest:
        at = start
        for blank in typed_pieces.BLANK_LINE.finditer(text, start, end):
            yield at, blank.start()
            at = blank.end()
        yield at, end


def _found(
    text: str, ranges: Sequence[tuple[int, int]], forms: Sequence[re.Pattern[str]], *, before: bool
) -> Iterator[LawDay]:
    for form in forms:
        for start, end in ranges:
            for match in form.finditer(text, start, end):
                days = _days(match.group("date"), before=before)
                if days and not _is_number_of_law(text, match.start("date")):
                    yield LawDay(*days, *match.span("asks"))


def _days(typed: str, *, before: bool) -> tuple[date, date] | None:
    """Return the first and last day of a typed date, or the day before it; None where no calendar has it."""
    days = typed_days(typed)
    return (days[0] - timedelta(days=1),) * 2 if days and before else days


def _is_number_of_law(text: str, at: int) -> bool:
    """Tell whether the word before announces a number: the "Rule" of "Rule 2012"."""
    before = text[max(0, at - LONGEST_MARKER) : at].split()
    return bool(before) and is_marker(before[-1])


def _in_citation(found: LawDay, cited: Sequence[Citation]) -> bool:
    """Tell whether the year is one of a citation: "in 2015 WL 12345"."""
    return any(each.start < found.end and found.start < each.end for each in cited)


def _asks_for_law(text: str, found: LawDay) -> bool:
    """Tell whether a bare date asks for the law of that time, and does not say when something happened."""
    before = [word.lower() for word in _WORD.findall(text[: found.start])]
    behind = [word.lower() for word in _WORD.findall(text[found.end :])]
    if (before and behind) or not _PEOPLE.isdisjoint((*before, *behind)):
        return False
    if before:
        return not (before[-1].endswith("ed") or before[-1] in _PARTICIPLES)
    return bool(behind) and (text[found.end :].lstrip()[:1] == "," or behind[0] in _OPENERS)
