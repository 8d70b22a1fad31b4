"""Quantities expressed without a number: "a single shot", "once", "several officers", "an hour", "daily".

Where the source gives the number itself, a claim must not put such a word in its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from briefbank.domain.claims import ClaimFault, ClaimFinding
from briefbank.summary.checks.number_parsing import Figure
from briefbank.summary.checks.plain import FUNCTION_WORDS, WORD
from briefbank.summary.checks.units import UNITS
from briefbank.text.stemming import stem

_TIMES = "second|minute|hour|day|week|month|year"
_ONE_UNIT = re.compile(
    r"(?<!half )(?<!part of )\ban?(?: (?:full|whole|entire|single|mere|solid))?"
    rf" ({_TIMES}|mile|inch|gram|kilogram|ounce)\b(?!-| and a half| time)",
    re.IGNORECASE,
)
_SINGLE_UNIT = (
    r"(?<!half )(?<!part of )\b(?:an?|one|1|the|per|each|every|any|another|last|next|previous|following"
    r"|same|that|this|first|single|/)"
    r"(?: (?:full|whole|entire|single|mere|solid|next|same|very|following))? ?{unit}\b(?! and a half)"
)
_UNITS_OF_TIME = re.compile(rf"\b({_TIMES}|decade)s\b(?! (?:old|of age|ago)\b)", re.IGNORECASE)
_LOOSELY = re.compile(
    r"\b(?:recent|these|those|past|later|early|earlier|coming|latter|last|all|other|over the|of the) $",
    re.IGNORECASE,
)
"""The words before a unit that show that it measures nothing: "in recent years"."""
_FREQUENCIES = {
    "hourly": "hour",
    "daily": "day",
    "weekly": "week",
    "monthly": "month",
    "yearly": "year",
    "annually": "year",
}
_FREQUENCY = re.compile(rf"\b(?:{'|'.join(_FREQUENCIES)})\b", re.IGNORECASE)
_FORMS = {"day": "day|days|daily", "year": "year|years|yearly|annual|annually|annum"}
_VAGUE = "several|many|numerous|multiple|countless|various|both|few|handful|dozens|hundreds|thousands"
_VAGUELY = re.compile(
    rf"\b({_VAGUE})\b(?: of)?(?: the| his| her| their| these| those| its)?((?: [a-z'-]+){{1,2}})",
    re.IGNORECASE,
)
_SINGLE = re.compile(r"\b(?:single|sole|lone|solitary)((?: [a-z'-]+){1,2})", re.IGNORECASE)
_ARTICLE = re.compile(r"\ban?((?: [a-z'-]+){1,2})", re.IGNORECASE)
_ONE = re.compile(r"\b(?:one|1|single)((?: (?!among\b|of\b)[a-z'-]+){1,2})(?! (?:among|of)\b)", re.IGNORECASE)
_ALL = re.compile(
    r"\b(all|every|each)\b(?: of)?(?: the| his| her| their| these| those)?((?: [a-z'-]+){1,2})", re.IGNORECASE
)
_ONCE = re.compile(
    r"(?<=[a-z] )(?<!\bat )(?<!\bthan )(?<!\bwas )(?<!\bhad )once\b"
    r"(?=\W*$|[,;.]| (?:in|at|on|before|and|but|for|per|by|during|with|to)\b)"
)
_SAYS_ONCE = re.compile(
    r"\b(?:once|one time|1 time|a single|only time|one occasion|first time|only one)\b", re.IGNORECASE
)
_MULTIPLES = {
    "doubl": 2, "tripl": 3, "trebl": 3, "quadrupl": 4, "quintupl": 5, "sextupl": 6, "twofold": 2,
    "threefold": 3, "fourfold": 4, "fivefold": 5, "tenfold": 10,
}  # fmt: skip
_MULTIPLE = re.compile(rf"\b({'|'.join(_MULTIPLES)})\w*", re.IGNORECASE)
_OTHERS = re.compile(r"\b(?:one|another|other|each|either|latter|former|second|first)\b", re.IGNORECASE)
"""The words with which a source may speak of one of several things."""
_REPAIR = "Give the number as the numbered sentences give it."


def find(
    claim: str, sources: Sequence[str], said: Sequence[Figure], known: Sequence[Figure]
) -> Iterator[ClaimFinding]:
    """Yield quantities in words that the source does not bear out. ``said`` and ``known`` are the figures of
    claim and sources, whose citations are blanked out."""
    text = " ".join(sources)
    yield from _one_unit(claim, text, known)
    yield from _durations(claim, text, {figure.unit for figure in said}, known)
    yield from _vague(claim, text, known)
    yield from _single(claim, text, known)
    yield from _plural(claim, text)
    yield from _complete(claim, text, known)
    yield from _multiplied(claim, text, known)


def _one_unit(claim: str, text: str, known: Sequence[Figure]) -> Iterator[ClaimFinding]:
    """Yield "an hour" where the source does not speak of one hour."""
    for match in _ONE_UNIT.finditer(claim):
        unit = match[1].lower()
        single = re.compile(_SINGLE_UNIT.format(unit=unit), re.IGNORECASE)
        often = any(_FREQUENCIES[word.lower()] == unit for word in _FREQUENCY.findall(text))
        same = any(f.unit == unit and f.value == "1" for f in known) or _comes_to_one(unit, known)
        if not (single.search(text) or often or same or (unit == "year" and "annual" in text.lower())):
            yield _finding(match[0])


def _comes_to_one(unit: str, known: Sequence[Figure]) -> bool:
    smaller = {"hour": ("60", "minute"), "day": ("24", "hour"), "week": ("7", "day"), "year": ("12", "month")}
    return unit in smaller and any((f.value, f.unit) == smaller[unit] for f in known)


def _durations(claim: str, text: str, measured: set[str], known: Sequence[Figure]) -> Iterator[ClaimFinding]:
    """Yield units as in "for hours" and "daily" that the source does not mention."""
    plurals = [(m, m[1].lower()) for m in _UNITS_OF_TIME.finditer(claim)]
    spans = [(m, unit) for m, unit in plurals if not _LOOSELY.search(claim[: m.start()])]
    often = [(match, _FREQUENCIES[match[0].lower()]) for match in _FREQUENCY.finditer(claim)]
    for match, unit in [*spans, *often]:
        forms = re.compile(rf"\b(?:{_FORMS.get(unit, f'{unit}|{unit}s|{unit}ly')})\b", re.IGNORECASE)
        if unit not in measured and not forms.search(text) and not any(f.unit == unit for f in known):
            yield _finding(match[0])


def _vague(claim: str, text: str, known: Sequence[Figure]) -> Iterator[ClaimFinding]:
    for match in _VAGUELY.finditer(claim):
        counts = _counts_of(match[2], known)
        if not counts or (match[1].lower() == "both" and any(figure.value == "2" for figure in counts)):
            continue
        nouns = {word for figure in counts for word in (*figure.things[:2], figure.unit)}
        loosely = (_stems(other[2]) for other in _VAGUELY.finditer(text))
        if not any(nouns.intersection(each) for each in loosely):
            yield _finding(match[1])


def _single(claim: str, text: str, known: Sequence[Figure]) -> Iterator[ClaimFinding]:
    """Yield "a shot" and "a single shot" where the source counts two shots and mentions no single one."""
    written = {match.group().lower() for match in WORD.finditer(text)}
    for match in (*_SINGLE.finditer(claim), *_ARTICLE.finditer(claim)):
        noun = _head(match[1], written)
        counts = _counts_of(f" {noun}", known) if noun else []
        if counts and noun not in written and not _OTHERS.search(text):
            yield _finding(match[0])
    often = any(figure.unit == "time" and not figure.ordinal for figure in known)
    if often and _ONCE.search(claim) and not _SAYS_ONCE.search(text):
        yield _finding("once")


def _plural(claim: str, text: str) -> Iterator[ClaimFinding]:
    """Yield "shots" where the source has one shot."""
    claimed = {match.group().lower() for match in WORD.finditer(claim)}
    written = {match.group().lower() for match in WORD.finditer(text)}
    for match in _ONE.finditer(text):
        for word in match[1].lower().split():
            several = _plurals(word) & claimed - written
            if word not in FUNCTION_WORDS and several:
                yield _finding(min(several))


def _complete(claim: str, text: str, known: Sequence[Figure]) -> Iterator[ClaimFinding]:
    """Yield "all counts" where the source has two of five counts."""
    numbers = {figure.written.lower() for figure in known}
    for match in _ALL.finditer(claim):
        for figure in _counts_of(match[2], known):
            part = re.search(rf"(\w+) of (?:the |his |her )?{re.escape(figure.written)}\b", text)
            if part and part[1].lower() in numbers and not _ALL.search(text):
                yield _finding(match[1])


def _head(words: str, written: set[str]) -> str:
    """Return the first of these words that the source has in the plural only: "shot" where it says
    "shots"."""
    plural = (word for word in words.lower().split() if word not in FUNCTION_WORDS)
    return next((word for word in plural if _plurals(word) & written), "")


def _plurals(word: str) -> set[str]:
    return {f"{word}s", f"{word}es", f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"}


def _counts_of(words: str, known: Sequence[Figure]) -> list[Figure]:
    """Return the source's figures above one that count what these words name."""
    nouns, units = _stems(words), [UNITS[word] for word in words.lower().split() if word in UNITS]
    return [
        figure
        for figure in known
        if not figure.ordinal
        and figure.value != "1"
        and figure.unit not in ("identifier", "vague")
        and (
            figure.unit in units[:1]
            or (nouns and (nouns[0] in figure.things[:2] or nouns[-1] in figure.things[:1]))
        )
    ]


def _stems(words: str) -> list[str]:
    return [stem(word) for word in words.split() if word.lower() not in FUNCTION_WORDS]


def _multiplied(claim: str, text: str, known: Sequence[Figure]) -> Iterator[ClaimFinding]:
    """Yield "triple" and "twofold" where the source has neither the word nor "three times"."""
    for match in _MULTIPLE.finditer(claim):
        begin = match[1].lower()
        times = any(f.unit == "time" and f.value == str(_MULTIPLES[begin]) for f in known)
        if not times and not re.search(rf"\b{begin}", text, re.IGNORECASE):
            yield _finding(match[0])


def _finding(written: str) -> ClaimFinding:
    words = f"“{written}” stands for a number that the source gives otherwise or not at all."
    return ClaimFinding(ClaimFault.UNSUPPORTED, words, _REPAIR)
