"""Edits of what is checked letter for letter: numbers, dates, names, citations and quotations.

An inserted text never stands in the sentence's sources, so that each edited sentence is certainly wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from briefbank.text.dates import MONTHS
from tests.evaluate.summaries import tables
from tests.evaluate.summaries.edit_input import EditInput
from tests.evaluate.summaries.ranges import QUOTED, cited, free, put

_MONTH = "|".join(MONTHS)
_DATE = re.compile(rf"\b(?:{_MONTH})(?: \d{{1,2}})?(?:, \d{{4}}|(?<=\d),? (?=\d)| \d{{4}})?\b")
_YEAR = re.compile(r"(?<![\d$§.,-])(?<![Ss]ection )(?<!§ )(?:1[6-9]|20)\d\d(?![\d-]|\.\d)")
_NUMBER = re.compile(r"(?<![\w$§.,:/-])\$?\d{1,3}(?:,\d{3})*(?:\.\d+)?(?![\w:/-]|[.,]\d)")
_COUNT = re.compile(rf"\b({'|'.join(tables.COUNTS)})\b(?!-)")
_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]{3,}(?:[A-Z][a-z]+)?\b")
_NO_NAMES = frozenset(MONTHS) | frozenset(tables.ORDINALS)
_MEASURED = re.compile(
    r"(?<![\w$§.,:/-])(\d{1,3}(?:\.\d+)?) ?(%|percent|years|months|days|hours|minutes|miles|feet)(?!\w)"
)
_CLAUSE_BREAK = re.compile(r"[;,] (?:and|but|while|whereas) |; ")
_TWICE = re.compile(r"\btwice(?=[.,;]| (?:in|at|on|by|before|during) )")
_ON_DATE = re.compile(rf"\b(?:on|in) (?=(?:{_MONTH}) (?:\d{{1,2}}, )?\d{{4}}\b)")
_VOWELS = "aeiou"
_ORDINAL = re.compile("|".join(tables.ORDINALS))
_LONG_WORD = re.compile(r"\b[a-z]{5,}\b")


def numbers(base: EditInput) -> Iterator[str]:
    """Yield the text with another number in place of one, in digits or words, or with two numbers
    exchanged."""
    dates = [match.span() for pattern in (_DATE, _YEAR) for match in pattern.finditer(base.text)]
    for match in free(_NUMBER, base.text, base.find):
        if all(match.end() <= start or end <= match.start() for start, end in dates):
            yield from _replaced(base, match.span(), _similar_numbers(match[0]))
    for match in free(_COUNT, base.text, base.find):
        at = tables.COUNTS.index(match[0])
        near = [tables.COUNTS[item % len(tables.COUNTS)] for item in (at + 1, at + 3, at - 1)]
        figures = {tables.COUNTS[number]: str(number + 2) for number in range(len(tables.COUNTS))}
        yield from _replaced(
            base, match.span(), [passage for passage in near if not base.is_said(figures[passage])]
        )
    for match in free(_TWICE, base.text, base.find):
        yield from _replaced(base, match.span(), ["once"])
    yield from _exchanged(base)


def _exchanged(base: EditInput) -> Iterator[str]:
    """Exchange two numbers with the same unit that describe different things."""
    measured = list(free(_MEASURED, base.text, base.find))
    for one, other in pairwise(measured):
        between = base.text[one.end() : other.start()]
        exchangeable = one[2] == other[2] and one[1] != other[1] and _CLAUSE_BREAK.search(between)
        if (
            exchangeable
            and len(between.split()) > 3
            and not any(base.text.count(item[1]) > 1 for item in (one, other))
        ):
            yield put(put(base.text, other.span(1), one[1]), one.span(1), other[1])


def dates(base: EditInput) -> Iterator[str]:
    """Yield the text with another month, day or year, or with "before" in place of "on"."""
    for match in free(_DATE, base.text, base.find):
        month = MONTHS.index(match[0].split()[0].rstrip(","))
        if match[0] == "May" or " " not in match[0]:
            continue
        other = MONTHS[(month + base.chance.choice((1, 4, 7))) % 12]
        yield from _replaced(base, (match.start(), match.start() + len(MONTHS[month])), [other])
        if day := re.search(r" (\d{1,2})\b(?!\d)", match[0]):
            span = match.start() + day.start(1), match.start() + day.end(1)
            yield from _replaced(base, span, [str(int(day[1]) % 28 + 1), str((int(day[1]) + 8) % 28 + 1)])
    for match in free(_YEAR, base.text, base.find):
        year = int(match[0])
        yield from _replaced(base, match.span(), [str(year + 1), str(year - 1), str(year - 10)])
    for match in free(_ON_DATE, base.text, base.find):
        yield put(base.text, match.span(), "before ")


def names(base: EditInput) -> Iterator[str]:
    """Yield the text with an invented name, or with one letter of a name changed."""
    for match in free(_NAME, base.text, base.find):
        if match[0] not in _NO_NAMES and match[0].lower() not in base.brief.vocabulary.small:
            yield from _replaced(base, match.span(), [base.chance.choice(tables.SURNAMES)])
            yield from _replaced(base, match.span(), [_misspelt(match[0])])


def authorities(base: EditInput) -> Iterator[str]:
    """Yield the text with an invented authority cited for a true statement."""
    authority = base.chance.choice(tables.AUTHORITIES)
    inner = base.brief.vocabulary.lower_first(base.text)
    if base.is_said(authority) or not base.text.endswith(".") or base.find(base.text):
        return
    for form in tables.CITING:
        if inner or "{inner}" not in form:
            yield form.format(stem=base.text[:-1], authority=authority, inner=inner)


def citations(base: EditInput) -> Iterator[str]:
    """Yield the text with another volume, page, section or year in a citation, or another amendment."""
    for start, end in cited(base.text, base.find):
        text = base.text[start:end]
        for match in re.finditer(r"(?<![\w.])\d+(?!\w|\.\d)", text):
            number = int(match[0])
            changed = put(text, match.span(), str(number + base.chance.choice((1, 3, 10))))
            yield from _replaced(base, (start, end), [changed])
        for match in _ORDINAL.finditer(text):
            at = tables.ORDINALS.index(match[0])
            changed = put(text, match.span(), tables.ORDINALS[at - 1 if at else at + 1])
            yield from _replaced(base, (start, end), [changed])


def quotations(base: EditInput) -> Iterator[str]:
    """Yield the text with a word of a quotation left out, or replaced by another word of the brief."""
    others = [
        word for sentence in base.brief.material.sentences for word in _LONG_WORD.findall(sentence.text)
    ]
    for match in QUOTED.finditer(base.text):
        start = match.start() + 1
        inside = match[0][1:-1]
        if len(inside.split()) < 3:
            continue
        for word in _LONG_WORD.finditer(inside):
            alike = [other for other in others if other[-2:] == word[0][-2:] and other[:3] != word[0][:3]]
            changed = [put(inside, word.span(), base.chance.choice(alike))] if alike else []
            if inside[: word.start()].strip() and inside[word.end() :].strip(" .,"):
                changed.append(" ".join(put(inside, word.span(), "").split()))
            yield from _replaced(base, (start, start + len(inside)), changed)


def _replaced(base: EditInput, span: tuple[int, int], choices: list[str]) -> Iterator[str]:
    """Yield the text with the first of the choices that the sources do not have."""
    for choice in choices:
        if not base.is_said(choice):
            yield put(base.text, span, choice)
            return


def _similar_numbers(written: str) -> list[str]:
    """Return similarly written numbers: the next, ten more, twice as many."""
    plain = written.lstrip("$").replace(",", "")
    sign = "$" if written.startswith("$") else ""
    if "." in plain:
        places = len(plain.split(".")[1])
        return [f"{sign}{float(plain) + step:,.{places}f}" for step in (1, 10)]
    grouped = "," if "," in written else ""
    return [sign + format(int(plain) + step, grouped + "d") for step in (1, 10, max(2, int(plain)))]


def _misspelt(name: str) -> str:
    """Replace the last vowel that is neither the first nor the last letter."""
    at = max((i for i, letter in enumerate(name[:-1]) if letter in _VOWELS and i), default=len(name) - 1)
    other = _VOWELS[(_VOWELS.find(name[at]) + 1) % len(_VOWELS)]
    return name[:at] + other + name[at + 1 :]
