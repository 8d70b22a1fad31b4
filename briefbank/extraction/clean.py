"""Separates a page's own text from running heads and feet, stamps, page numbers and line numbers.

A line is a running head only where it recurs on other pages at the same height, so that no text is lost on
the evidence of one page. The removed lines are kept: page numbers become page labels ("12", "iv", "Da45", "-
3 -"), Bates numbers are kept beside them ("PINE-DISC0004315"), and stamps carry the filing date.

A number at the edge of a page is a label only when label minus page index is the same on other pages nearby,
so never a docket or a year in a running head. The only page of a document has the label 1 if that stands
alone. Where no label is printed, the file's own page labels are used if they agree with those printed
elsewhere. The Bates numbers of neighbours rise, not always by one; one that is filled up with zeros needs no
neighbour. What is the same on two pages is a docket or the number of a form.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, groupby, pairwise
from operator import attrgetter
from statistics import median

from briefbank.domain.pages import RawPage
from briefbank.extraction.text import Line, lines_of, whole_words, without_start
from briefbank.text import page_numbers
from briefbank.text.dates import roman_value

_ALONE = re.compile(r"\d{1,2}")
_LEADING_NUMBER = re.compile(r"(\d{1,2})(?:\s|$)")
_NUMBERS_ON_ONE_LINE = re.compile(r"1 2 3 4 5 6 7 8(?: \d{1,2})+")
_MIN_NUMBERS = 8
_COLUMN_TOLERANCE = 9.0  # The maximum distance in points between the right ends of the numbers of one column


def without_line_numbers(lines: Sequence[Line]) -> list[Line]:
    """Return the lines without the numbers that pleading paper prints down its left margin: lines of their
    own, or before the text of a line.

    Numbers count only where many of them stand in one column at the left and count upwards. The whole column
    is then removed, even where one was misread ("t6"). Linear time except for sorting.
    """
    lines = [line for line in lines if not _NUMBERS_ON_ONE_LINE.fullmatch(line.text)]
    alone = [line for line in lines if _ALONE.fullmatch(line.text)]
    starts = ((line, _LEADING_NUMBER.match(line.text)) for line in lines)
    glued = [(line, m) for line, m in starts if m and m.end() < len(line.text)]
    if len(alone) + len(glued) < _MIN_NUMBERS:
        return lines
    right = median(line.box.x1 for line in alone) if alone else 0.0
    column = [line for line in alone if abs(line.box.x1 - right) <= _COLUMN_TOLERANCE]
    others = sorted(line.box.x0 for line in lines if len(line.text) > 12)
    beside = not others or others[len(others) // 4] >= right - 1 or right <= 0
    if beside and _counts_up([(line, int(line.text)) for line in column]):
        lines = [
            line
            for line in lines
            if len(line.text) > 3 or abs(line.box.x1 - right) > _COLUMN_TOLERANCE or line.text.isspace()
        ]
        glued = [(line, m) for line, m in glued if line.box.x0 < right + 2]
    elif len(glued) < len(lines) * 0.5 or not _counts_up([(line, int(m[1])) for line, m in glued]):
        return lines
    marked = {id(line): m.end(1) for line, m in glued}
    stripped = (without_start(line, marked[id(line)]) if id(line) in marked else line for line in lines)
    return [line for line in stripped if line is not None]


def _counts_up(numbers: list[tuple[Line, int]]) -> bool:
    """Tell whether enough of the numbers follow each other by one from top to bottom."""
    if len(numbers) < _MIN_NUMBERS:
        return False
    values = [value for _, value in sorted(numbers, key=lambda number: number[0].middle)]
    steps = sum(1 for a, b in pairwise(values) if b == a + 1)
    return steps >= max(_MIN_NUMBERS - 2, 0.6 * (len(values) - 1))


_NUMBER = (
    r"(?P<prefix>(?:(?:\d{1,2}-)?(?:[A-Za-z]\.){0,3}[A-Za-z]{1,6}"
    r"|(?:[A-Za-z]{1,10}\.? ){0,2}app(?:endi)?x?)[._\-–]? ?)?(?P<number>\d{1,4})(?P<suffix>[a-z]{1,2})?"
    r"|(?P<roman>(?=[ivxl])(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3}))"
)
_LABEL_ALONE = re.compile(
    rf"(?i)[\W_]{{0,6}}(?:page:?\s*)?(?:{_NUMBER})(?:\s*(?:of|/)\s*\d{{1,4}})?[\W_]{{0,6}}"
)
_STAMP_PAGE = re.compile(r"\bPage:?\s*(\d{1,4})\b", re.IGNORECASE)
_AT_START = re.compile(r"(\d{1,4})\b")
_AT_END = re.compile(r"(?<![\d.,:/\-])\b(\d{1,4})$")
_PAGE_WORD = re.compile(r"\bPage\s+(\d{1,4})\b", re.IGNORECASE)
_MISREAD = str.maketrans("lItT|OoJS", "111110035")
_NEAR = 3


@dataclass(frozen=True, slots=True)
class LabelCandidate:
    """A number at a page's edge. Its neighbours must have the same ``series`` ('arabic', 'prefix Da|')."""

    text: str
    series: str
    value: int
    line: Line
    strength: int  # 3 alone on its line, 2 in a running head, 1 in a court's filing stamp


_BATES = re.compile(
    r"(?<![\w.,:;#/\-])(?P<prefix>(?:[A-Za-z]{1,16}[ ._–-]{1,2}|[A-Za-z][A-Za-z0-9]{0,15}[._–-]{1,2}"
    r"|(?<=[._–-])\d{1,6}[._–-]){0,4}[A-Za-z]{0,16})(?P<number>\d{1,10})(?![\w,:/–-]|\.\d)"
)
_DESIGNATION = re.compile(r"\b(?:highly )?confidential\b", re.IGNORECASE)
_NO_PREFIX = re.compile(
    r"(?i)(?:p|pg|pages?|ex|exh|exhibits?|app|appendix|no|nos|tab|vol|volume|part|section|sec|rule|form|case|docket|dkt"
    r"|of|at|id|bar|tel|fax|box|suite|room|jan\w*|feb\w*|mar(?:ch)?|apr\w*|may|june?|july?|aug\w*|sept?\w*|oct\w*"
    r"|nov\w*|dec\w*|\d+)\W*"
)
_DIGIT = re.compile(r"\d")
_LEAST_DIGITS = 3  # The fewest digits of a number that a blank separates from its prefix, unlike in "Point 2"
_LONGEST_LINE = 160


@dataclass(frozen=True, slots=True)
class BatesCandidate:
    """A number with letters before it at a page's edge that may be its Bates number."""

    text: str
    series: str  # The prefix without blanks and signs, in small letters
    value: int
    line: Line
    alone: bool  # The line says nothing else, except labels and a designation
    beside: str  # The page's own label in the same line, or empty
    sure: bool  # It is filled up with zeros, as only such numbers are, so that no neighbour must confirm it


def bates_numbers(line: Line, *, head: bool) -> tuple[list[BatesCandidate], str]:
    """Return the possible Bates numbers of an edge line (a running ``head``?), and its text without them."""
    if len(line.text) > _LONGEST_LINE or not _DIGIT.search(line.text):
        return [], line.text
    text = _DESIGNATION.sub(" ", line.text)
    numbers = []
    for match in _BATES.finditer(text):
        # A number begins with the word before its digits, or with two words in capitals.
        words = match["prefix"].rstrip().split(" ")
        kept = words if len(words) == 2 and match["prefix"].isupper() else words[-1:]
        start = match.start("number") - len(match["prefix"]) + match["prefix"].rstrip().rindex(" ".join(kept))
        number = text[start : match.end()]
        written = number.rstrip("0123456789")
        prefix = written.rstrip(" ._–-")
        short = len(number) - len(written) < _LEAST_DIGITS and written[-1:].isspace()
        named = any(_NO_PREFIX.fullmatch(word.strip("._–-")) for word in prefix.split())
        if not short and not named and sum(map(str.isalpha, prefix)) >= 2:
            numbers.append(number)
    if len(numbers) > 1:
        own = min(numbers, key=len)
        numbers = [number for number in numbers if not _is_label(number)] or [n for n in numbers if n != own]
    other = text
    for number in numbers:
        other = other.replace(number, " ", 1)
    other = other.strip(" -–—|_.")
    alone = not other or _LABEL_ALONE.fullmatch(other) is not None
    if not numbers or not (head or alone):
        return [], line.text
    rest = line.text if numbers[0] == text.strip() and _is_label(numbers[0]) else other
    beside = other if alone and page_numbers.key(other) else ""
    candidates = []
    for number in numbers:
        prefix = number.rstrip("0123456789")
        digits = number[len(prefix) :]
        zip_code = len(digits) == 5 and prefix.endswith(" ")
        sure = alone and not zip_code and len(digits) >= 4 and digits[0] == "0"
        series = "".join(filter(str.isalnum, prefix)).lower()
        candidates.append(BatesCandidate(number, series, int(digits), line, alone, beside, sure))
    return candidates, rest


def _is_label(text: str) -> bool:
    match = _LABEL_ALONE.fullmatch(text)
    return match is not None and match["number"] is not None and match["number"][0] != "0"


def choose_bates(candidates: Sequence[Sequence[BatesCandidate]]) -> list[list[BatesCandidate]]:
    """Return the Bates numbers of each page. ``candidates`` are indexed by page; near-linear time."""
    values: dict[str, dict[int, int]] = defaultdict(dict)
    times: Counter[tuple[str, int]] = Counter()
    for index, page in enumerate(candidates):
        for series, value in {(c.series, c.value) for c in page}:
            values[series][index] = value
            times[series, value] += 1

    def counts_up(index: int, number: BatesCandidate) -> bool:
        known = values[number.series]
        near = [n for n in range(index - _NEAR, index + _NEAR + 1) if n in known and n != index]
        return bool(near) and all((known[other] > number.value) == (other > index) for other in near)

    return [
        [c for c in page if times[c.series, c.value] == 1 and (c.sure or counts_up(index, c))]
        for index, page in enumerate(candidates)
    ]


@dataclass(frozen=True, slots=True)
class Label:
    """A page's label ('' when none is printed) and the line that it stands in."""

    text: str = ""
    line: Line | None = None


def number_in_line(line: Line, text: str, *, stamp: bool, head: bool) -> Iterator[LabelCandidate]:
    """Yield the numbers of an edge line, in its ``text`` without Bates numbers, that may be a label."""
    if stamp:
        for match in _STAMP_PAGE.finditer(text[:300]):
            yield LabelCandidate(match.group(1), "stamp", int(match.group(1)), line, 1)
        return
    if len(text) <= 3 and (read := text.translate(_MISREAD)) != text and read.isdecimal():
        yield LabelCandidate(read, "arabic", int(read), line, 2)
    if len(text) <= 24 and (alone := _LABEL_ALONE.fullmatch(text)):
        if roman := alone["roman"]:
            yield LabelCandidate(roman, f"roman {roman.isupper()}", roman_value(roman), line, 3)
        if number := alone["number"]:
            prefix, suffix = alone["prefix"] or "", alone["suffix"] or ""
            prefix = "" if prefix.strip(" .-–").lower() in ("page", "p", "pg", "pp") else prefix
            series = f"prefix {prefix}|{suffix}" if prefix or suffix else "arabic"
            yield LabelCandidate(f"{prefix}{number}{suffix}", series, int(number), line, 3)
        return
    if head:
        for number in (_AT_START.match(text), _AT_END.search(text), _PAGE_WORD.search(text)):
            if number:
                yield LabelCandidate(number[1], "arabic", int(number[1]), line, 2)


def choose_labels(candidates: Sequence[Sequence[LabelCandidate]], pdf_labels: Sequence[str]) -> list[Label]:
    """Return one label for each page. ``candidates`` and ``pdf_labels`` are indexed by page; linear time."""
    # The pages on which each (series, value - page index) occurs, in order.
    support: dict[tuple[str, int], list[int]] = defaultdict(list)
    for index, page in enumerate(candidates):
        for key in {(c.series, c.value - index) for c in page}:
            support[key].append(index)

    def best(index: int) -> LabelCandidate | None:
        fitting = []
        for candidate in candidates[index]:
            pages = support[candidate.series, candidate.value - index]
            if candidate.value < 1 or len(pages) < 2:
                continue
            at = bisect_left(pages, index)
            nearest = (other for other in pages[max(0, at - 2) : at + 3] if other != index)
            near = sum(1 for other in nearest if abs(other - index) <= _NEAR)
            if near or (len(pages) >= 4 and candidate.strength > 1):
                rank = candidate.strength > 1, near, len(pages), candidate.strength, -candidate.value
                fitting.append((rank, candidate))
        return max(fitting, key=lambda entry: entry[0])[1] if fitting else None

    chosen = [best(index) for index in range(len(candidates))]
    if len(candidates) == 1:
        chosen = [next((c for c in candidates[0] if c.strength == 3 and c.text == "1"), None)]
    own = any(label is not None and label.strength > 1 for label in chosen)
    labels = [Label(c.text, c.line) if c and (c.strength > 1 or not own) else Label() for c in chosen]
    both = list(zip(labels, pdf_labels, strict=True))
    printed = [(label.text, pdf) for label, pdf in both if label.text and pdf]
    agree = Counter(text.strip(" -").lower() == pdf.strip().lower() for text, pdf in printed)
    if any(label.text for label in labels) and agree[True] <= agree[False]:
        return labels
    return [label if label.text else Label(pdf.strip()) for label, pdf in both]


_EDGE_ROWS = 3
_EDGE_SHARE = 0.14
_STAMP = re.compile(
    r"(?i)^(?:Appellate\s+)?(?:Case|Appeal)(?:\s+Nos?\.?)?:?\s*(?=.{0,25}\d)[\w:()\-–.,]+.{0,80}?\b(?:Document"
    r"|Doc\b|Dkt|DktEntry|Filed|Page\w*|Entry)\b|^USCA\S*\s+(?:Appeal|Case)\b|\bPageID\b|\bDate Filed:"
    r"|^\W*e?-?(?:electronically\s+)?filed\b.{0,60}\d|^FILED\s*,\s*Clerk\b|^FILED:|^RECEIVED[ ,:]"
    r"|^INDEX NO\. .*NYSCEF|^NYSCEF DOC|^Document received by|^Received by\b|^Reserved for Clerk"
    r"|^Trans ?ID\b|^E-?FILED\b"
)
_LONG_WORD = re.compile(r"\b(?!page\b)[^\W\d_]{4,}", re.IGNORECASE)
_NUMBERS = re.compile(r"\d+")
_ROMAN_ENDS = re.compile(r"^[ivxlc]+\b|\b[ivxlc]+$")
_SECTION = re.compile(r"\W{0,3}\d{1,3}[a-z]{0,2}[-:]\d[\w:.-]{0,12}(?= [\w“\"(\[])")
"""The number of a code section, which distinguishes its heading: many sections are called "Short title"."""
_KEEP_AT_EDGE = re.compile(
    r"(?i)^(?:table of (?:contents|authorities|citations)|contents|statement of|argument|point [ivx\d]+"
    r"|conclusion)"
)
_FEW_LINES = 2  # No evidence of a running head: they may be the page's whole text ("Exhibit 3")
_HEIGHT_TOLERANCE = 12.0  # In points: text recognition reads the same running head differently
_Edge = tuple[Line, str]  # A line of the outermost rows, and 'top' or 'bottom'


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
    bates: list[str] = field(default_factory=list)  # The Bates numbers printed on the page


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
    result = CleanPage(page.index, page.width, page.height, [])
    notes_at = len(page.raw) if page.annotations_at is None else page.annotations_at
    left = page.width * _EDGE_SHARE
    columns = (list(column) for _, column in groupby(lines, key=attrgetter("column")))
    for line in chain.from_iterable(map(without_line_numbers, columns)):
        vertical = len(line.text) > 8 and line.height > 90 and line.box.x1 - line.box.x0 < 25
        at_side = line.start < notes_at and (line.box.x1 < left or line.box.x0 > page.width - left)
        if vertical and _STAMP.search(line.text[:300]):
            result.stamps.append(line)
        elif vertical and at_side:
            result.furniture.append(line)
        else:
            result.lines.append(line)
    return result


def _edge_lines(page: CleanPage) -> list[_Edge]:
    rows: list[list[Line]] = []
    for line in sorted(page.lines, key=lambda line: line.middle):
        if rows and abs(line.middle - rows[-1][0].middle) < 4 and line.height > 0:
            rows[-1].append(line)
        else:
            rows.append([line])
    upper = min(_EDGE_ROWS, len(rows))
    if len(rows) <= _EDGE_ROWS and page.height:
        upper = sum(row[0].middle < page.height / 2 for row in rows)
    edges = [(line, "top") for row in rows[:upper] for line in row]
    edges += [(line, "bottom") for row in rows[max(upper, len(rows) - _EDGE_ROWS) :] for line in row]
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


def _repeated(pages: Sequence[CleanPage], edges: Sequence[list[_Edge]]) -> Repeated:
    """Return each (text, zone) that recurs at the same height on enough pages."""
    heights: dict[tuple[str, str], dict[int, float]] = defaultdict(dict)
    for page, lines in zip(pages, edges, strict=True):
        if len(page.lines) <= _FEW_LINES:
            continue
        middles = [line.middle for line in page.lines]
        first, last = min(middles), max(middles)
        for line, zone in lines:
            key = _comparison_key(line.text)
            # On a small page printed on a large sheet the outermost lines stand outside the margins.
            outermost = line.middle <= first + 4 or line.middle >= last - 4
            if (outermost or _in_margin(page, line)) and re.search(r"[^\W\d_]", key):
                heights[key, zone][page.index] = line.middle if zone == "top" else line.middle - page.height
    need = 2 if len(pages) <= 4 else 3
    repeated = set()
    for edge, middles_of_pages in heights.items():
        at = sorted(middles_of_pages.values())
        if any(high - low <= _HEIGHT_TOLERANCE for low, high in zip(at, at[need - 1 :], strict=False)):
            repeated.add(edge)
    return repeated


def _in_margin(page: CleanPage, line: Line) -> bool:
    margin = page.height * _EDGE_SHARE
    return not page.height or line.middle < margin or line.middle > page.height * (1 - _EDGE_SHARE)


def _is_stamp(page: CleanPage, line: Line) -> bool:
    return bool(_in_margin(page, line) and _STAMP.search(line.text[:300]))


def _candidates(
    page: CleanPage, lines: list[_Edge], repeated: Repeated
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


def _remove_furniture(
    page: CleanPage, lines: list[_Edge], repeated: Repeated, label: Label, bates: Sequence[BatesCandidate]
) -> None:
    stamps: set[int] = set()
    others: set[int] = set()
    numbers = {id(number.line) for number in bates if number.alone}
    for line, zone in lines:
        # "Exhibit 3" may be all that a page says.
        labels = line is label.line and len(line.text) < 25
        labels = labels and not (len(page.lines) == 1 and _LONG_WORD.search(line.text))
        recurs = (_comparison_key(line.text), zone) in repeated and not _KEEP_AT_EDGE.match(line.text)
        if _is_stamp(page, line):
            stamps.add(id(line))
        elif labels or recurs:
            others.add(id(line))
    if all(id(line) in stamps | others | numbers for line in page.lines):
        # A page that says nothing else (a photograph) is found by a passage that says its label.
        others -= numbers | ({id(label.line)} if page_numbers.key(label.text) else set())
    else:
        others |= numbers
    page.stamps += [line for line in page.lines if id(line) in stamps]
    page.furniture += [line for line in page.lines if id(line) in others]
    page.lines = [line for line in page.lines if id(line) not in stamps | others]
