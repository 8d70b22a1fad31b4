"""Finds words in one document in reading order, across line ends and page ends, and places them on its pages.

Texts are compared without capitals, accents and kinds of quotation marks and dashes, and without the hyphens
at line ends: PDFium drops the line end after a hyphen, so a divided word cannot be told from a hyphenated
one. A match across two pages, or past other text on the page (another column, line numbers), is looked for in
the passages, whose text continues there. Positions are those of the pages' raw text.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate, islice, pairwise

from briefbank.domain.authorities import Span
from briefbank.domain.pages import MOST_FOUND, FoundPiece, PageHighlight, Passage, TextMatch, TextMatches
from briefbank.text import page_numbers

_HYPHENS = "\\-\u2010\u2011"
_SOFT = "\xad\x02\ufffe"
"""Soft hyphens, and the characters that older readings have for a hyphen at a line's end."""
_CONTROL = "\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\uffff"
_LETTER = r"[^\W\d_]"
_LETTER_BEFORE = rf"(?<={_LETTER}|[\u0300-\u036f])"
"""A preceding letter; accents may follow it as separate characters."""
_SPECIAL = re.compile(
    rf"(?P<soft>[{_SOFT}]\s*)"
    rf"|(?P<hyphen>{_LETTER_BEFORE}[{_HYPHENS}](?={_LETTER})"
    rf"|(?<=[^\W_]|[\u0300-\u036f])[{_HYPHENS}][ \t]*[\r\n]\s*(?=[^\W_]))"
    rf"|(?P<space>[\s{_CONTROL}]{{2,}}|[^\S ]|[{_CONTROL}])"
    r"|(?P<other>[^\x00-\x7f])"
)
_QUERY_SPECIAL = re.compile(
    rf"(?P<space>[\s{_CONTROL}{_SOFT}]{{2,}}|[^\S ]|[{_CONTROL}{_SOFT}])|(?P<other>[^\x00-\x7f])"
)
_EQUIVALENTS = {
    **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u02bc\u00b4", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
}


@lru_cache(maxsize=4096)
def _folded_character(character: str, match_case: bool) -> str:
    """Return the replacement of a character outside ASCII; empty for a separate accent."""
    alike = _EQUIVALENTS.get(character)
    if alike is not None:
        return alike
    plain = unicodedata.normalize("NFKD", character)
    if not match_case:
        plain = unicodedata.normalize("NFKD", plain.casefold())
    kept = "".join(_EQUIVALENTS.get(c, c) for c in plain if not unicodedata.combining(c))
    return " " if kept.isspace() else kept


class Folded:
    """A folded text. Positions in ``text`` map back to half-open ranges of the source."""

    def __init__(self, source: str, *, match_case: bool = False) -> None:
        self.divided: set[int] = set()
        """Positions of ``text`` before which a hyphen was omitted."""
        self._source = source
        self._starts = array("I")
        parts: list[str] = []
        done = 0

        def copy(end: int) -> None:
            plain = source[done:end]
            parts.append(plain if match_case else plain.lower())
            self._starts.extend(range(done, end))

        for match in _SPECIAL.finditer(source):
            copy(match.start())
            if match.lastgroup in ("soft", "hyphen"):
                self.divided.add(len(self._starts))
            else:
                parts.append(written := _replacement(match, match_case))
                self._starts.extend([match.start()] * len(written))
            done = match.end()
        copy(len(source))
        self.text = "".join(parts)

    def source_range(self, start: int, end: int) -> tuple[int, int]:
        """Return the range of the source for ``text[start:end]``, which is not empty."""
        first, last = self._starts[start], self._starts[end - 1] + 1
        while last < len(self._source) and unicodedata.combining(self._source[last]):
            last += 1
        return first, last

    def position_of(self, index: int) -> int:
        """Return the position in ``text`` of the source's character ``index``, or else of the next one."""
        return bisect_left(self._starts, index)


def _replacement(match: re.Match[str], match_case: bool) -> str:
    if match.lastgroup == "other":
        return _folded_character(match.group(), match_case)
    return " " if any(map(str.isspace, match.group())) else ""


def folded_query(typed: str, *, match_case: bool = False) -> str:
    """Return a search text in the form of :class:`Folded`, but with all its hyphens."""
    plain = _QUERY_SPECIAL.sub(lambda match: _replacement(match, match_case), typed)
    return (plain if match_case else plain.lower()).strip()


_SEPARATOR = "\n\ue000\n"
"""The separator between two passages in the text for matches across page ends; nobody searches for it."""


class FindableText:
    """A document's text, indexed for finding. Any thread. The first search takes about 1 s for 900 pages."""

    def __init__(self, raws: Sequence[str], passages: Sequence[Passage]) -> None:
        """Store ``raws``, the pages' raw texts in order, and the ``passages`` of the same document."""
        self._raws = tuple(raws)
        self._passages = tuple(passages)
        self._ready: dict[bool, tuple[_Pages, _Breaks]] = {}
        self._lock = threading.Lock()

    def find(self, typed: str, *, match_case: bool = False, whole_words: bool = False) -> TextMatches:
        """Return the matches of ``typed`` in document order; they do not overlap within a page."""
        query = _Query(folded_query(typed, match_case=match_case), whole_words)
        if not query.folded:
            return TextMatches()
        with self._lock:
            if match_case not in self._ready:
                texts = _Pages(self._raws, match_case), _Breaks(self._raws, self._passages, match_case)
                self._ready[match_case] = texts
            pages, breaks = self._ready[match_case]
        matches = list(islice(pages.find(query), MOST_FOUND + 1))
        known = set(map(_start, matches))
        matches += [match for match in breaks.find(query) if _start(match) not in known]
        matches.sort(key=_start)
        return TextMatches(tuple(matches[:MOST_FOUND]), len(matches) > MOST_FOUND)


def _start(match: TextMatch) -> tuple[int, int]:
    return match.page, match.pieces[0].start


class _Query:
    """A compiled search text, with the test for whole words."""

    def __init__(self, folded: str, whole_words: bool) -> None:
        self.folded = folded
        self._whole = whole_words
        parts = [re.escape(part) for part in folded.split("-")]
        self._pattern = re.compile("(-?)".join(parts)) if len(parts) > 1 and any(parts) else None

    def matches(self, text: Folded, start: int = 0, end: int | None = None) -> Iterator[tuple[int, int]]:
        """Yield half-open ranges of the folded text within ``start`` and ``end`` that do not overlap."""
        last = len(text.text) if end is None else end

        def is_boundary(at: int) -> bool:
            """Tell whether a word begins or ends here, also at an omitted hyphen."""
            inside = 0 < at < len(text.text) and text.text[at - 1].isalnum() and text.text[at].isalnum()
            return not inside or at in text.divided

        while (match := self._next(text, start, last)) is not None:
            whole = not self._whole or all(map(is_boundary, match))
            if whole:
                yield match
            start = match[1] if whole else match[0] + 1

    def _next(self, text: Folded, start: int, end: int) -> tuple[int, int] | None:
        if self._pattern is None:
            at = text.text.find(self.folded, start, end)
            return (at, at + len(self.folded)) if at >= 0 else None
        while (match := self._pattern.search(text.text, start, end)) is not None:
            hyphens = range(1, (match.lastindex or 0) + 1)
            if match.end() > match.start() and all(
                match[hyphen] or match.start(hyphen) in text.divided for hyphen in hyphens
            ):
                return match.span()
            start = match.start() + 1
        return None


class _Pages:
    def __init__(self, raws: Sequence[str], match_case: bool) -> None:
        self._offsets = list(accumulate((len(raw) + 1 for raw in raws), initial=0))
        self._text = Folded("\n".join(raws), match_case=match_case)

    def find(self, query: _Query) -> Iterator[TextMatch]:
        for match in query.matches(self._text):
            start, end = self._text.source_range(*match)
            pieces = []  # the parts on each page
            for page in range(bisect_right(self._offsets, start) - 1, bisect_left(self._offsets, end)):
                begin, following = self._offsets[page : page + 2]
                first, last = max(0, start - begin), min(following - 1, end) - begin
                if first < last:
                    pieces.append(FoundPiece(page, first, last))
            yield TextMatch(tuple(pieces))


def _breaks(raws: Sequence[str], spans: Sequence[Span]) -> Iterator[int]:
    """Yield the positions in a passage's text at which it continues on another page or past other text."""
    for before, after in pairwise(spans):
        same = before.page == after.page < len(raws)
        if not same or after.start < before.end or raws[after.page][before.end : after.start].strip():
            yield after.at


class _Breaks:
    """The passages whose text continues elsewhere on the pages, and the places in them where it does."""

    def __init__(self, raws: Sequence[str], passages: Sequence[Passage], match_case: bool) -> None:
        breaks = [(passage, inside) for passage in passages if (inside := list(_breaks(raws, passage.spans)))]
        self._passages = [passage for passage, _ in breaks]
        texts = [passage.text for passage in self._passages]
        self._offsets = list(accumulate((len(text) + len(_SEPARATOR) for text in texts), initial=0))[:-1]
        self._text = Folded(_SEPARATOR.join(texts), match_case=match_case)
        self._breaks = [
            self._text.position_of(begin + at)
            for begin, (_, inside) in zip(self._offsets, breaks, strict=True)
            for at in inside
        ]

    def find(self, query: _Query) -> Iterator[TextMatch]:
        """Yield at most one match at each break, because others would overlap it."""
        room = len(query.folded)
        for at in self._breaks:
            window = max(0, at - room), min(len(self._text.text), at + room)
            for start, end in query.matches(self._text, *window):
                pieces = self._pieces(start, end) if start < at < end else ()
                if pieces:
                    yield TextMatch(pieces)
                    break

    def _pieces(self, start: int, end: int) -> tuple[FoundPiece, ...]:
        first, last = self._text.source_range(start, end)
        which = bisect_right(self._offsets, first) - 1
        begin, passage = self._offsets[which], self._passages[which]
        return tuple(
            FoundPiece(highlight.page, *words)
            for highlight in highlights(passage, [(first - begin, last - begin)])
            for words in highlight.words
        )


_Range = tuple[int, int]


def highlights(passage: Passage, marks: Sequence[tuple[int, int]]) -> list[PageHighlight]:
    """Return the highlights of each page of the passage, in order: the whole passage and the ``marks``,
    half-open ranges of ``passage.text``, of which parts outside are ignored. Ranges that touch or overlap are
    merged and sorted."""
    result = []
    for page in sorted({span.page for span in passage.spans}):
        spans = [span for span in passage.spans if span.page == page]
        inside: list[_Range] = []  # the raw ranges of the parts of the marks that lie in the spans
        for mark in marks:
            for span in spans:
                start, end = max(mark[0], span.at), min(mark[1], span.at + span.size)
                if start < end and span.size != span.end - span.start:
                    inside.append((span.start, span.end))
                elif start < end:
                    inside.append((span.start + start - span.at, span.start + end - span.at))
        whole = _merged((span.start, span.end) for span in spans)
        result.append(PageHighlight(page, whole, _merged(inside)))
    return result


def with_labels(highlight: PageHighlight, raw: str, labels: Iterable[str]) -> PageHighlight:
    """Return a page's highlight with the places in its raw text at which one of these labels is printed."""
    printed = [match.span() for label in labels for match in page_numbers.pattern(label).finditer(raw)]
    return replace(highlight, words=_merged([*highlight.words, *printed]))


def _merged(ranges: Iterable[_Range]) -> tuple[_Range, ...]:
    merged: list[_Range] = []
    for start, end in sorted(r for r in ranges if r[0] < r[1]):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return tuple(merged)
