"""Finds the labels that are printed on each page: "12", "iv", "Da45", "- 3 -", "Page 3 of 10", and the Bates
number under which it was produced: "PINE-DISC0004315", "ABC 000123", "D.N.J.00045".

A number at the edge of a page is a label only when it counts with its neighbours: label minus page index must
be the same on other pages nearby. A stray number, a docket or a year in a running head is therefore never
taken for a label. The only page of a document has no neighbours: there the label is a 1 that stands alone.
Where no label is printed, the file's own page labels are used, provided that they agree with those printed
elsewhere in it.

A Bates number stands alone in its line, or with the label, with other Bates numbers, or with a designation
("CONFIDENTIAL"). The numbers of neighbours rise, not always by one, because pages may be missing; one that is
filled up with zeros needs no neighbour. What is the same on two pages is a docket or the number of a form.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from briefbank.extraction.text import Line
from briefbank.text import page_numbers

_NUMBER = (
    r"(?P<prefix>(?:(?:\d{1,2}-)?(?:[A-Za-z]\.){0,3}[A-Za-z]{1,6}"
    r"|(?:[A-Za-z]{1,10}\.? ){0,2}app(?:endi)?x?)[._\-–]? ?)?"
    r"(?P<number>\d{1,4})(?P<suffix>[a-z]{1,2})?"
    r"|(?P<roman>(?=[ivxl])(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3}))"
)
_ALONE = re.compile(
    rf"[\W_]{{0,6}}(?:page:?\s*)?(?:{_NUMBER})(?:\s*(?:of|/)\s*\d{{1,4}})?[\W_]{{0,6}}", re.IGNORECASE
)
_STAMP_PAGE = re.compile(r"\bPage:?\s*(\d{1,4})\b", re.IGNORECASE)
_AT_START = re.compile(r"(\d{1,4})\b")
_AT_END = re.compile(r"(?<![\d.,:/\-])\b(\d{1,4})$")
_PAGE_WORD = re.compile(r"\bPage\s+(\d{1,4})\b", re.IGNORECASE)
_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_MISREAD = str.maketrans(
    {"l": "1", "I": "1", "t": "1", "T": "1", "|": "1", "O": "0", "o": "0", "J": "3", "S": "5"}
)
_NEAR = 3


@dataclass(frozen=True, slots=True)
class LabelCandidate:
    """A number at a page's edge. Its neighbours must have the same ``series`` ('arabic', 'prefix Da|')."""

    text: str
    series: str
    value: int
    line: Line
    strength: int
    """3 alone on its line, 2 in a running head, 1 in a court's filing stamp."""


_BATES = re.compile(
    r"(?<![\w.,:;#/\-])(?P<prefix>(?:[A-Za-z]{1,16}[ ._–-]{1,2}|[A-Za-z][A-Za-z0-9]{0,15}[._–-]{1,2}"
    r"|(?<=[._–-])\d{1,6}[._–-]){0,4}"
    r"[A-Za-z]{0,16})(?P<number>\d{1,10})(?![\w,:/–-]|\.\d)"
)
_DESIGNATION = re.compile(
    r"\b(?:(?:(?:highly|strictly) )?confidential|privileged|attorneys?['’]? eyes only|subject to|redacted"
    r"|filed under seal|sealed)\b(?:[\s–—'’-]{1,4}(?:subject|to|under|pursuant|a|the|and|attorneys?['’]?|eyes"
    r"|only|stipulated|protective|order|outside|counsel|information|material|discovery)\b){0,12}",
    re.IGNORECASE,
)
_NO_PREFIX = re.compile(
    r"(?:p|pg|pages?|ex|exh|exhibits?|app|appendix|no|nos|tab|vol|volume|part|section|sec|rule|form|case|docket|dkt"
    r"|of|at|id|bar|tel|fax|box|suite|room|jan\w*|feb\w*|mar(?:ch)?|apr\w*|may|june?|july?|aug\w*|sept?\w*|oct\w*"
    r"|nov\w*|dec\w*|\d+)\W*",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
_LEAST_DIGITS = 3
"""The fewest digits of a number that a blank separates from its prefix, unlike in "Point 2"."""
_LONGEST_LINE = 160


@dataclass(frozen=True, slots=True)
class BatesCandidate:
    """A number with letters before it at a page's edge that may be its Bates number."""

    text: str
    series: str
    """The prefix without blanks and signs, in small letters."""
    value: int
    line: Line
    alone: bool
    """The line says nothing else, except labels and a designation."""
    beside: str
    """The page's own label in the same line, or empty."""
    sure: bool
    """It is filled up with zeros, as only such numbers are, so that no neighbour must confirm it."""


def bates_numbers(line: Line, *, head: bool) -> tuple[list[BatesCandidate], str]:
    """Return the numbers of an edge line that may be Bates numbers, and the line's text without them.

    ``head``: the line is a running head or foot, which may say other things.
    """
    if len(line.text) > _LONGEST_LINE or not _DIGIT.search(line.text):
        return [], line.text
    text = _DESIGNATION.sub(" ", line.text)
    spans = [(_start(match), match.end()) for match in _BATES.finditer(text)]
    numbers = [text[start:end] for start, end in spans if _is_bates(text[start:end])]
    if len(numbers) > 1:
        own = min(numbers, key=len)
        numbers = [number for number in numbers if not _is_label(number)] or [n for n in numbers if n != own]
    other = text
    for number in numbers:
        other = other.replace(number, " ", 1)
    other = other.strip(" -–—|_.")
    alone = not other or _ALONE.fullmatch(other) is not None
    if not numbers or not (head or alone):
        return [], line.text
    rest = line.text if numbers[0] == text.strip() and _is_label(numbers[0]) else other
    beside = other if alone and page_numbers.key(other) else ""
    return [_bates(number, line, alone, beside) for number in numbers], rest


def _start(match: re.Match[str]) -> int:
    """Return where the number begins: with the word before its digits, or with two words in capitals."""
    words = match["prefix"].rstrip().split(" ")
    kept = words if len(words) == 2 and match["prefix"].isupper() else words[-1:]
    return match.start("number") - len(match["prefix"]) + match["prefix"].rstrip().rindex(" ".join(kept))


def _is_bates(text: str) -> bool:
    written = text.rstrip("0123456789")
    if len(text) - len(written) < _LEAST_DIGITS and written[-1:].isspace():
        return False
    prefix = written.rstrip(" ._–-")
    words = (word.strip("._–-") for word in prefix.split())
    return sum(map(str.isalpha, prefix)) >= 2 and not any(map(_NO_PREFIX.fullmatch, words))


def _is_label(text: str) -> bool:
    """Tell whether a number is as short as the label of an appendix: "Da123"."""
    match = _ALONE.fullmatch(text)
    return match is not None and match["number"] is not None and match["number"][0] != "0"


def _bates(text: str, line: Line, alone: bool, beside: str) -> BatesCandidate:
    prefix = text.rstrip("0123456789")
    number = text[len(prefix) :]
    zip_code = len(number) == 5 and prefix.endswith(" ")
    sure = alone and not zip_code and len(number) >= 4 and number[0] == "0"
    plain = "".join(filter(str.isalnum, prefix)).lower()
    return BatesCandidate(text, plain, int(number), line, alone, beside, sure)


def choose_bates(candidates: Sequence[Sequence[BatesCandidate]]) -> list[list[BatesCandidate]]:
    """Return the Bates numbers of each page. ``candidates`` are indexed by page; near-linear time."""
    values: dict[str, dict[int, int]] = defaultdict(dict)
    times: Counter[tuple[str, int]] = Counter()
    for index, page in enumerate(candidates):
        for series, value in {(c.series, c.value) for c in page}:
            values[series][index] = value
            times[series, value] += 1
    return [
        [
            c
            for c in page
            if times[c.series, c.value] == 1 and (c.sure or _counts_up(index, c.value, values[c.series]))
        ]
        for index, page in enumerate(candidates)
    ]


def _counts_up(index: int, value: int, values: Mapping[int, int]) -> bool:
    """Tell whether the numbers of the pages nearby rise with the pages."""
    near = [(other, values[other]) for other in range(index - _NEAR, index + _NEAR + 1) if other in values]
    others = [(other, number) for other, number in near if other != index]
    return bool(others) and all((number > value) == (other > index) for other, number in others)


@dataclass(frozen=True, slots=True)
class Label:
    """A page's label ('' when none is printed) and the line that it stands in."""

    text: str = ""
    line: Line | None = None


def number_in_line(line: Line, text: str, *, stamp: bool, head: bool) -> Iterator[LabelCandidate]:
    """Yield the numbers of an edge line that may be its page's label. ``text`` is that of the line without
    Bates numbers."""
    if stamp:
        for match in _STAMP_PAGE.finditer(text[:300]):
            yield LabelCandidate(match.group(1), "stamp", int(match.group(1)), line, 1)
        return
    if len(text) <= 3 and (read := text.translate(_MISREAD)) != text and read.isdecimal():
        yield LabelCandidate(read, "arabic", int(read), line, 2)
    if len(text) <= 24 and (alone := _ALONE.fullmatch(text)):
        yield from _candidates_alone(alone, line)
        return
    if head:
        for pattern in (_AT_START, _AT_END, _PAGE_WORD):
            found = pattern.match(text) if pattern is _AT_START else pattern.search(text)
            if found:
                yield LabelCandidate(found.group(1), "arabic", int(found.group(1)), line, 2)


def _candidates_alone(match: re.Match[str], line: Line) -> Iterator[LabelCandidate]:
    roman = match.group("roman")
    if roman:
        yield LabelCandidate(roman, f"roman {roman.isupper()}", roman_value(roman), line, 3)
    if match.group("number"):
        prefix, suffix = (match.group("prefix") or ""), match.group("suffix") or ""
        prefix = "" if prefix.strip(" .-–").lower() in ("page", "p", "pg", "pp") else prefix
        series = f"prefix {prefix}|{suffix}" if prefix or suffix else "arabic"
        yield LabelCandidate(
            f"{prefix}{match.group('number')}{suffix}", series, int(match.group("number")), line, 3
        )


def roman_value(numeral: str) -> int:
    """Return the value of a roman numeral in either case; 0 for an empty one."""
    values = [_VALUES.get(c, 0) for c in numeral.lower()]
    return sum(-a if a < b else a for a, b in zip(values, [*values[1:], 0], strict=False))


def choose_labels(candidates: Sequence[Sequence[LabelCandidate]], pdf_labels: Sequence[str]) -> list[Label]:
    """Return one label for each page. ``candidates`` and ``pdf_labels`` are indexed by page; linear time."""
    support = _support(candidates)
    chosen = [_best_candidate(index, found, support) for index, found in enumerate(candidates)]
    if len(candidates) == 1:
        chosen = [next((each for each in candidates[0] if each.strength == 3 and each.text == "1"), None)]
    own = any(best is not None and best.strength > 1 for best in chosen)
    labels = [
        Label(best.text, best.line) if best is not None and (best.strength > 1 or not own) else Label()
        for best in chosen
    ]
    return _with_pdf_labels(labels, pdf_labels)


Support = dict[tuple[str, int], list[int]]


def _support(candidates: Sequence[Sequence[LabelCandidate]]) -> Support:
    """Return the pages on which each (series, value - page index) occurs, in order."""
    pages: Support = defaultdict(list)
    for index, found in enumerate(candidates):
        for key in {(c.series, c.value - index) for c in found}:
            pages[key].append(index)
    return pages


def _best_candidate(index: int, found: Sequence[LabelCandidate], support: Support) -> LabelCandidate | None:
    fitting = []
    for candidate in found:
        pages = support[candidate.series, candidate.value - index]
        if candidate.value < 1 or len(pages) < 2:
            continue
        near = sum(1 for other in _nearest_pages(pages, index) if abs(other - index) <= _NEAR)
        if near or (len(pages) >= 4 and candidate.strength > 1):
            rank = candidate.strength > 1, near, len(pages), candidate.strength, -candidate.value
            fitting.append((rank, candidate))
    return max(fitting, key=lambda entry: entry[0])[1] if fitting else None


def _nearest_pages(pages: list[int], index: int) -> list[int]:
    """Return the nearest other pages of a sorted list that holds ``index``."""
    place = bisect_left(pages, index)
    return [page for page in pages[max(0, place - 2) : place + 3] if page != index]


def _with_pdf_labels(labels: list[Label], pdf_labels: Sequence[str]) -> list[Label]:
    printed = [(label.text, pdf) for label, pdf in zip(labels, pdf_labels, strict=True) if label.text]
    agree = Counter(text.strip(" -").lower() == pdf.strip().lower() for text, pdf in printed if pdf)
    if printed and agree[True] <= agree[False]:
        return labels
    return [
        label if label.text else Label(pdf.strip()) for label, pdf in zip(labels, pdf_labels, strict=True)
    ]
