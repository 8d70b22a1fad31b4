"""Finds the page label that is printed on each page: "12", "iv", "Da45", "- 3 -", "Page 3 of 10".

A number at the edge of a page is a label only when it counts with its neighbours: label minus page index must
be the same on other pages nearby. A stray number, a docket or a year in a running head is therefore never
taken for a label. The only page of a document has no neighbours: there the label is a 1 that stands alone.
Where no label is printed, the file's own page labels are used, provided that they agree with those printed
elsewhere in it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from briefbank.extraction.text import Line

_NUMBER = (
    r"(?P<prefix>[A-Za-z]{1,6}[.\-– ]?)?(?P<number>\d{1,4})(?P<suffix>[a-z]{1,2})?"
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


@dataclass(frozen=True, slots=True)
class Label:
    """A page's label ('' when none is printed) and the line that it stands in."""

    text: str = ""
    line: Line | None = None


def number_in_line(line: Line, *, stamp: bool, head: bool) -> Iterator[LabelCandidate]:
    """Yield the numbers of an edge line that may be its page's label."""
    text = line.text
    if stamp:
        for match in _STAMP_PAGE.finditer(text[:300]):
            yield LabelCandidate(match.group(1), "stamp", int(match.group(1)), line, 1)
        return
    if len(text) <= 3 and (read := text.translate(_MISREAD)) != text and read.isdigit():
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
        prefix = "" if prefix.strip(" .-–").lower() in ("page", "p", "pg") else prefix
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
            fitting.append((candidate.strength > 1, near, len(pages), candidate.strength, candidate))
    return max(fitting, key=lambda entry: entry[:4])[4] if fitting else None


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
