"""Finds words in one document in reading order, across line ends and page ends.

A match across two pages, or past other text on the page (another column, line numbers), is looked for in the
passages, whose text continues there without page number, running head and the like. Pure functions over
stored text; positions are those of the pages' raw text, as highlights use them.
"""

from __future__ import annotations

import re
import threading
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, islice, pairwise

from briefbank.domain.citations import Span
from briefbank.domain.find_in_document import MOST_FOUND, FoundPiece, TextMatch, TextMatches
from briefbank.domain.passages import Passage
from briefbank.extraction.folded import Folded, folded_query
from briefbank.extraction.highlight import highlights

_SEPARATOR = "\n\ue000\n"
"""The separator between two passages in the text for matches across page ends; nobody searches for it."""


class FindableText:
    """The text of a document, indexed for finding. The first search takes about a second for 900 pages; any
    thread."""

    def __init__(self, raws: Sequence[str], passages: Sequence[Passage]) -> None:
        """Store ``raws``, the pages' raw texts in order, and the ``passages`` of the same document."""
        self._raws = tuple(raws)
        self._passages = tuple(passages)
        self._ready: dict[bool, tuple[_Pages, _Breaks]] = {}
        self._lock = threading.Lock()

    def find(self, wanted: str, *, match_case: bool = False, whole_words: bool = False) -> TextMatches:
        """Return the matches of ``wanted`` in document order; they do not overlap within a page."""
        sought = _Query(folded_query(wanted, match_case=match_case), whole_words)
        if not sought.folded:
            return TextMatches()
        pages, seams = self._texts(match_case)
        places = list(islice(pages.find(sought), MOST_FOUND + 1))
        known = {_start(place) for place in places}
        over = [place for place in seams.find(sought) if _start(place) not in known]
        every = sorted([*places, *over], key=_start)
        return TextMatches(tuple(every[:MOST_FOUND]), len(every) > MOST_FOUND)

    def _texts(self, match_case: bool) -> tuple[_Pages, _Breaks]:
        with self._lock:
            if match_case not in self._ready:
                made = _Pages(self._raws, match_case), _Breaks(self._raws, self._passages, match_case)
                self._ready[match_case] = made
            return self._ready[match_case]


def _start(place: TextMatch) -> tuple[int, int]:
    return place.page, place.pieces[0].start


class _Query:
    """A compiled search text, with the test for whole words."""

    def __init__(self, folded: str, whole_words: bool) -> None:
        self.folded = folded
        self._whole = whole_words
        parts = [re.escape(part) for part in folded.split("-")]
        self._pattern = re.compile("(-?)".join(parts)) if len(parts) > 1 and any(parts) else None
        self.longest = len(folded)

    def matches(self, text: Folded, start: int = 0, end: int | None = None) -> Iterator[tuple[int, int]]:
        """Yield half-open ranges of the folded text within ``start`` and ``end`` that do not overlap."""
        last = len(text.text) if end is None else end
        while True:
            found = self._next(text, start, last)
            if found is None:
                return
            if self._is_accepted(text, *found):
                yield found
                start = found[1]
            else:
                start = found[0] + 1

    def _next(self, text: Folded, start: int, end: int) -> tuple[int, int] | None:
        if self._pattern is None:
            at = text.text.find(self.folded, start, end)
            return (at, at + len(self.folded)) if at >= 0 else None
        while (found := self._pattern.search(text.text, start, end)) is not None:
            groups = range(1, (found.lastindex or 0) + 1)
            if found.end() > found.start() and all(
                found.group(each) or found.start(each) in text.divided for each in groups
            ):
                return found.span()
            start = found.start() + 1
        return None

    def _is_accepted(self, text: Folded, start: int, end: int) -> bool:
        return not self._whole or (_is_word_boundary(text, start) and _is_word_boundary(text, end))


def _is_word_boundary(text: Folded, at: int) -> bool:
    """Tell whether a word begins or ends here, also at an omitted hyphen."""
    inside = 0 < at < len(text.text) and text.text[at - 1].isalnum() and text.text[at].isalnum()
    return not inside or at in text.divided


class _Pages:
    """The text of all pages, joined."""

    def __init__(self, raws: Sequence[str], match_case: bool) -> None:
        self._offsets = list(accumulate((len(raw) + 1 for raw in raws), initial=0))[:-1]
        self._sizes = [len(raw) for raw in raws]
        self._text = Folded("\n".join(raws), match_case=match_case)

    def find(self, sought: _Query) -> Iterator[TextMatch]:
        for start, end in sought.matches(self._text):
            yield TextMatch(tuple(self._pieces(*self._text.source_range(start, end))))

    def _pieces(self, start: int, end: int) -> Iterator[FoundPiece]:
        """Yield the parts on each page of a range of the joined text, which begins and ends on a page."""
        page = bisect_right(self._offsets, start) - 1
        while page < len(self._offsets) and self._offsets[page] < end:
            begin = self._offsets[page]
            first, last = max(0, start - begin), min(self._sizes[page], end - begin)
            if first < last:
                yield FoundPiece(page, first, last)
            page += 1


def _breaks(raws: Sequence[str], spans: Sequence[Span]) -> Iterator[int]:
    """Yield the positions in a passage's text at which it continues on another page or past other text."""
    for before, after in pairwise(spans):
        same = before.page == after.page < len(raws)
        if not same or after.start < before.end or raws[after.page][before.end : after.start].strip():
            yield after.at


class _Breaks:
    """The passages whose text continues elsewhere on the pages, and the places in them where it does."""

    def __init__(self, raws: Sequence[str], passages: Sequence[Passage], match_case: bool) -> None:
        breaks = [(passage, list(_breaks(raws, passage.spans))) for passage in passages]
        self._passages = [passage for passage, inside in breaks if inside]
        texts = [each.text for each in self._passages]
        self._offsets = list(accumulate((len(text) + len(_SEPARATOR) for text in texts), initial=0))[:-1]
        self._text = Folded(_SEPARATOR.join(texts), match_case=match_case)
        self._breaks = [
            self._text.position_of(begin + at)
            for begin, inside in zip(self._offsets, filter(None, (at for _, at in breaks)), strict=True)
            for at in inside
        ]

    def find(self, sought: _Query) -> Iterator[TextMatch]:
        """Yield at most one match at each break, because others would overlap it."""
        room = sought.longest
        for seam in self._breaks:
            window = max(0, seam - room), min(len(self._text.text), seam + room)
            for start, end in sought.matches(self._text, *window):
                if start < seam < end and (place := self._place(start, end)) is not None:
                    yield place
                    break

    def _place(self, start: int, end: int) -> TextMatch | None:
        first, last = self._text.source_range(start, end)
        which = bisect_right(self._offsets, first) - 1
        begin, passage = self._offsets[which], self._passages[which]
        pieces = tuple(
            FoundPiece(each.page, *stretch)
            for each in highlights(passage, [(first - begin, last - begin)])
            for stretch in each.words
        )
        return TextMatch(pieces) if pieces else None
