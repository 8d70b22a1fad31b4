"""Separates a page's own text from running heads and feet, stamps, page numbers and line numbers.

A line is a running head only where it recurs on other pages at the same height, so that no text is lost on
the evidence of one page. The removed lines are kept: page numbers become page labels, and stamps carry the
filing date.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, groupby
from operator import attrgetter

from briefbank.domain.pages import RawPage
from briefbank.extraction.line_numbers import without_line_numbers
from briefbank.extraction.missing_glyphs import whole_words
from briefbank.extraction.page_labels import (
    BatesCandidate,
    Label,
    LabelCandidate,
    bates_numbers,
    choose_bates,
    choose_labels,
    number_in_line,
)
from briefbank.extraction.text import Line, lines_of
from briefbank.text import page_numbers

_EDGE_ROWS = 3
_EDGE_SHARE = 0.14
_STAMP = re.compile(
    r"^(?:Appellate\s+)?(?:Case|Appeal)(?:\s+Nos?\.?)?:?\s*(?=.{0,25}\d)[\w:()\-–.,]+.{0,80}?"
    r"\b(?:Document|Doc\b|Dkt|DktEntry|Filed|Page\w*|Entry)\b"
    r"|^USCA\S*\s+(?:Appeal|Case)\b|\bPageID\b|\bDate Filed:"
    r"|^\W*e?-?(?:electronically\s+)?filed\b.{0,60}\d|^FILED\s*,\s*Clerk\b|^FILED:|^RECEIVED[ ,:]"
    r"|^INDEX NO\. .*NYSCEF|^NYSCEF DOC|^Document received by|^Received by\b|^Reserved for Clerk"
    r"|^Trans ?ID\b|^E-?FILED\b",
    re.IGNORECASE,
)
_LONG_WORD = re.compile(r"\b(?!page\b)[^\W\d_]{4,}", re.IGNORECASE)
_NUMBERS = re.compile(r"\d+")
_ROMAN_ENDS = re.compile(r"^[ivxlc]+\b|\b[ivxlc]+$")
_SECTION = re.compile(r"\W{0,3}\d{1,3}[a-z]{0,2}[-:]\d[\w:.-]{0,12}(?= [\w“\"(\[])")
"""The number of a code section, which distinguishes its heading: many sections are called "Short title"."""
_KEEP_AT_EDGE = re.compile(
    r"^(?:table of (?:contents|authorities|citations)|contents|statement of|argument|point [ivx\d]+"
    r"|conclusion)",
    re.IGNORECASE,
)
_LONGEST_LABEL = 24
# A page with so few lines is no evidence of a running head: they may be its whole text ("Exhibit 3").
_FEW_LINES = 2
# The tolerance in points: text recognition reads the same running head differently from page to page.
_HEIGHT_TOLERANCE = 12.0


@dataclass(slots=True)
class CleanPage:
    """A page's own lines in reading order, and the lines removed from them."""

    index: int
    width: float
    height: float
    lines: list[Line]
    stamps: list[Line] = field(default_factory=list)
    furniture: list[Line] = field(default_factory=list)
    label: str = ""
    turned: bool = False
    """As ``RawPage.turned``."""
    bates: list[str] = field(default_factory=list)
    """The Bates numbers printed on the page."""


def clean(pages: Sequence[RawPage]) -> list[CleanPage]:
    """Return the pages without furniture, each with its printed label. Linear time; never raises."""
    known = whole_words(page.raw for page in pages)
    cleaned = [_without_margins(page, known) for page in pages]
    edges = [_edge_lines(page) for page in cleaned]
    repeated = _repeated(cleaned, edges)
    candidates = [_candidates(page, lines, repeated) for page, lines in zip(cleaned, edges, strict=True)]
    labels = choose_labels([labels for labels, _ in candidates], [page.pdf_label for page in pages])
    numbers = choose_bates([numbers for _, numbers in candidates])
    for page, lines, label, bates in zip(cleaned, edges, labels, numbers, strict=True):
        page.label = label.text or next((number.beside for number in bates), "")
        page.bates = list(dict.fromkeys(number.text for number in bates))
        _remove_furniture(page, lines, repeated, label, bates)
    return cleaned


def _without_margins(page: RawPage, known: frozenset[str]) -> CleanPage:
    lines = lines_of(page, known)
    result = CleanPage(page.index, page.width, page.height, [], turned=page.turned)
    notes_at = len(page.raw) if page.annotations_at is None else page.annotations_at
    columns = (list(column) for _, column in groupby(lines, key=attrgetter("column")))
    for line in chain.from_iterable(map(without_line_numbers, columns)):
        if not _is_vertical(line):
            result.lines.append(line)
        elif _STAMP.search(line.text[:300]):
            result.stamps.append(line)
        elif _is_beside(line, page.width) and line.start < notes_at:
            result.furniture.append(line)
        else:
            result.lines.append(line)
    return result


def _is_vertical(line: Line) -> bool:
    width = line.box.x1 - line.box.x0
    return len(line.text) > 8 and line.height > 90 and width < 25


def _is_beside(line: Line, width: float) -> bool:
    """Tell whether a line stands at the left or right edge of a page that is ``width`` wide."""
    return line.box.x1 < width * _EDGE_SHARE or line.box.x0 > width * (1 - _EDGE_SHARE)


def _edge_lines(page: CleanPage) -> list[tuple[Line, str]]:
    """Return the lines of the outermost rows, each with 'top' or 'bottom'; of a page that was turned also
    short ones at its sides, where the foot of the page is as it is displayed."""
    ordered = sorted(page.lines, key=lambda line: line.middle)
    rows: list[list[Line]] = []
    for line in ordered:
        if rows and abs(line.middle - rows[-1][0].middle) < 4 and line.height > 0:
            rows[-1].append(line)
        else:
            rows.append([line])
    top = rows[:_EDGE_ROWS]
    bottom = rows[max(_EDGE_ROWS, len(rows) - _EDGE_ROWS) :]
    if len(rows) <= _EDGE_ROWS and rows and page.height:
        top = [row for row in rows if row[0].middle < page.height / 2]
        bottom = [row for row in rows if row[0].middle >= page.height / 2]
    edges = [(line, "top") for row in top for line in row]
    edges += [(line, "bottom") for row in bottom for line in row]
    if page.turned:
        known = {id(line) for line, _ in edges}
        sides = (line for line in page.lines if _is_beside(line, page.width) and id(line) not in known)
        edges += [(line, "bottom") for line in sides if len(line.text) <= _LONGEST_LABEL]
    return edges


@lru_cache(maxsize=4096)
def _comparison_key(line: str) -> str:
    """Return a normalized line, for comparison with the same position on other pages."""
    text = " ".join(line[:200].casefold().split())
    section = _SECTION.match(text)
    number, rest = (section.group(), text[section.end() :]) if section else ("", text)
    rest = _NUMBERS.sub("#", _ROMAN_ENDS.sub("#", rest))
    return (number + rest).strip(" -–—.|")


Repeated = set[tuple[str, str]]


def _repeated(pages: Sequence[CleanPage], edges: Sequence[list[tuple[Line, str]]]) -> Repeated:
    """Return each (text, zone) that recurs at the same height on enough pages."""
    heights: dict[tuple[str, str], dict[int, float]] = defaultdict(dict)
    for page, lines in zip(pages, edges, strict=True):
        if len(page.lines) <= _FEW_LINES:
            continue
        for line, zone in lines:
            key = _comparison_key(line.text)
            if not (_in_margin(page, line) or _outermost(page, line)):
                continue
            if re.search(r"[^\W\d_]", key):
                heights[key, zone][page.index] = line.middle if zone == "top" else line.middle - page.height
    need = 2 if len(pages) <= 4 else 3
    return {found for found, places in heights.items() if _share_height(sorted(places.values()), need)}


def _share_height(places: list[float], need: int) -> bool:
    return any(places[i + need - 1] - places[i] <= _HEIGHT_TOLERANCE for i in range(len(places) - need + 1))


def _in_margin(page: CleanPage, line: Line) -> bool:
    if not page.height:
        return True
    return line.middle < page.height * _EDGE_SHARE or line.middle > page.height * (1 - _EDGE_SHARE)


def _outermost(page: CleanPage, line: Line) -> bool:
    """Tell whether no line stands above or below this one, as on a small page printed on a large sheet."""
    heights = [other.middle for other in page.lines]
    return line.middle <= min(heights) + 4 or line.middle >= max(heights) - 4


def _is_stamp(page: CleanPage, line: Line) -> bool:
    return bool(_in_margin(page, line) and _STAMP.search(line.text[:300]))


def _candidates(
    page: CleanPage, lines: list[tuple[Line, str]], repeated: Repeated
) -> tuple[list[LabelCandidate], list[BatesCandidate]]:
    labels: list[LabelCandidate] = []
    numbers: list[BatesCandidate] = []
    vertical = [line for line in page.lines if line.height > 2 * (line.box.x1 - line.box.x0)]
    for line in (*page.furniture, *vertical):
        numbers += bates_numbers(line, head=False)[0]
    for line, zone in lines:
        stamp = _is_stamp(page, line)
        head = (_comparison_key(line.text), zone) in repeated
        bates, rest = ([], line.text) if stamp else bates_numbers(line, head=head)
        numbers += bates
        labels += number_in_line(line, rest, stamp=stamp, head=head)
    return labels, numbers


def _is_only_line(page: CleanPage, line: Line) -> bool:
    """Tell whether a numbered line with a word in it ("Exhibit 3") is the only line of the page."""
    return len(page.lines) == 1 and _LONG_WORD.search(line.text) is not None


def _remove_furniture(
    page: CleanPage,
    lines: list[tuple[Line, str]],
    repeated: Repeated,
    label: Label,
    bates: Sequence[BatesCandidate],
) -> None:
    stamps: set[int] = set()
    others: set[int] = set()
    numbers = {id(number.line) for number in bates if number.alone}
    for line, zone in lines:
        if _is_stamp(page, line):
            stamps.add(id(line))
        elif (line is label.line and len(line.text) < 25 and not _is_only_line(page, line)) or (
            (_comparison_key(line.text), zone) in repeated and not _KEEP_AT_EDGE.match(line.text)
        ):
            others.add(id(line))
    if all(id(line) in stamps | others | numbers for line in page.lines):
        # A page that says nothing else (a photograph) is found by a passage that says its label.
        others -= numbers | ({id(label.line)} if page_numbers.key(label.text) else set())
    else:
        others |= numbers
    page.stamps += [line for line in page.lines if id(line) in stamps]
    page.furniture += [line for line in page.lines if id(line) in others]
    page.lines = [line for line in page.lines if id(line) not in stamps and id(line) not in others]
