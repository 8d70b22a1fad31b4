"""Finds quoted words in a text, and the word-by-word differences.

Both texts become words without regard to capitals, punctuation, quotation marks, white space, footnote marks
and star pages. A change that a quotation shows as such is no difference: an ellipsis stands for any words,
and square brackets mark alterations (Bluebook rule 5.2).

The place is found by seeds: pairs of words that the quotation shares with the text vote for the position of
its beginning, rare pairs with more weight (seed and extend, as in BLAST: Altschul et al. 1990). ``difflib``
then compares only a window around the best position. The time is linear in the text once, for its table of
pairs, and then in the quotation.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise

from briefbank.domain.authority_reports import Difference

_MOST_OCCURRENCES = 200
"""The most occurrences of a pair that serves as a seed; "of the" marks no position."""
_SLACK = 12
"""The number of words around the expected position in which the quotation is searched."""
_EDGE = 3
"""The number of words around the quotation once its first and last certain words are known."""
_BUCKET = 8
"""The number of words by which omissions may shift a position that still counts as the same."""
_LONGEST_OMISSION = 3000
"""The most words between the text before an ellipsis and the text after it."""
LEAST_SHARE = 0.6
"""The share of the quoted words that must be found in order; with fewer it is another sentence."""

_TOKEN = re.compile(
    r"(?P<star>\[\*{1,3}\d{1,5}\])|(?P<dots>…|\.(?: ?\.){2,3}|\*(?: \*){2})"
    r"|(?P<altered>[^\W_]*\[[^\[\]\n]{0,300}\][^\W_]*)|(?P<note>(?<=[.,;:”’\")])\d{1,3}(?!\w|[.,]\d))"
    r"|(?P<word>[^\W_]+(?:(?:[’']|[-‐\u00ad]\n\s{0,8})[^\W_]+)*)"
)
_BRACKET = re.compile(r"\[([^\[\]]*)\]")
_LETTERS = re.compile(r"[\W_]+")
ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class AlignedWord:
    """A word at its place. ``key`` is what is compared; an ``altered`` one matches any other words."""

    start: int
    end: int
    key: str
    altered: bool = False


def words_of(text: str, *, quoted: bool = False) -> list[AlignedWord]:
    """Return the words in order; if ``quoted``, ellipses and alterations are words of their own."""
    found = []
    for match in _TOKEN.finditer(text):
        if match.lastgroup == "word":
            found.append(AlignedWord(*match.span(), _key(match.group())))
        elif match.lastgroup == "dots" and quoted:
            found.append(AlignedWord(*match.span(), ELLIPSIS))
        elif match.lastgroup == "altered":
            found += _altered(match) if quoted else _plain(match)
    return found


def _altered(match: re.Match[str]) -> Iterator[AlignedWord]:
    """Yield an alteration: "[t]he" is "the"; "[the defendant]", "convict[ed]", "[]" match anything."""
    whole = match.group()
    inside = _BRACKET.search(whole)
    letter = inside is not None and len(inside.group(1)) == 1 and len(whole) > 3
    if letter:
        yield AlignedWord(*match.span(), _key(_BRACKET.sub(r"\1", whole)))
    else:
        yield AlignedWord(*match.span(), _key(_BRACKET.sub("", whole)), altered=True)


def _plain(match: re.Match[str]) -> Iterator[AlignedWord]:
    """Yield the words of a bracket in a source text."""
    text = match.group()
    joined = _BRACKET.sub(r"\1", text)
    if " " not in joined:
        yield AlignedWord(*match.span(), _key(joined))
        return
    for each in words_of(text.replace("[", " ").replace("]", " ")):
        yield AlignedWord(match.start() + each.start, match.start() + each.end, each.key)


def _key(word: str) -> str:
    return _LETTERS.sub("", word).casefold()


@dataclass(frozen=True, slots=True)
class QuotationMatch:
    """The place of quoted words in a source, and their differences from it."""

    start: int
    end: int
    """The end of the range in the source's text."""
    differences: tuple[Difference, ...]
    """The changes from the source's words to the quoted ones, in the quotation's wording."""
    starts_whole: bool
    """True if the first quoted words were found; otherwise the source may break off there."""
    ends_whole: bool
    """True if the last quoted words were found."""

    @property
    def same(self) -> bool:
        return all(each.change == "same" for each in self.differences)


Step = tuple[str, int, int, int, int]


@dataclass(slots=True)
class _Piece:
    """A segment between two ellipses with its alignment.

    ``steps`` are ``difflib``'s opcodes from the source to the segment, with ranges of words of both.
    """

    segment: Sequence[AlignedWord]
    steps: list[Step]

    @property
    def found(self) -> int:
        return sum(j2 - j1 for tag, _, _, j1, j2 in self.steps if tag == "equal")


class SourceText:
    """A text that quotations are compared with; builds its table of pairs once. Any thread."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = words_of(text)
        self._keys = [word.key for word in self.words]
        self._pairs: dict[tuple[str, str], list[int]] = defaultdict(list)
        for at, pair in enumerate(pairwise(self._keys)):
            self._pairs[pair].append(at)

    def find(self, quoted: str, *, omits: bool = False) -> QuotationMatch | None:
        """Return the place of the quoted words and their differences; None if they are not in this text.

        ``omits`` says that the quotation is marked as leaving citations out.
        """
        segments = _segments(words_of(quoted, quoted=True))
        pieces: list[_Piece] = []
        low = 0
        for segment in segments:
            piece = self._piece(segment, low, len(self.words) if not pieces else low + _LONGEST_OMISSION)
            if piece.steps:
                low = max(i2 for _, _, i2, _, _ in piece.steps)
            pieces.append(piece)
        sought = sum(not word.altered for segment in segments for word in segment)
        if not sought or sum(piece.found for piece in pieces) < LEAST_SHARE * sought:
            return None
        return _match(self, quoted, pieces, omits=omits)

    def _piece(self, segment: Sequence[AlignedWord], low: int, high: int) -> _Piece:
        """Align a segment at its best place in a range of the source; without steps if it has none."""
        place = self._place(segment, low, high)
        if place is None:
            return _Piece(segment, [])
        keys = [ELLIPSIS if word.altered else word.key for word in segment]
        begin = max(low, place - _SLACK)
        end = min(len(self._keys), place + len(keys) + _BUCKET + _SLACK)
        blocks = [b for b in _matcher(self._keys[begin:end], keys).get_matching_blocks() if b.size]
        sure = [b for b in blocks if b.size > 1] or blocks
        if not sure:
            return _Piece(segment, [])
        first, last = sure[0], sure[-1]
        rest = len(keys) - last.b
        end = min(end, begin + last.a + rest + _EDGE)
        begin = max(begin, begin + first.a - first.b - _EDGE)
        steps = _trimmed(_matcher(self._keys[begin:end], keys).get_opcodes())
        return _Piece(segment, [(tag, i1 + begin, i2 + begin, j1, j2) for tag, i1, i2, j1, j2 in steps])

    def _place(self, segment: Sequence[AlignedWord], low: int, high: int) -> int | None:
        """Return the likely position of a segment's first word; None if none of its pairs occurs."""
        votes: dict[int, float] = defaultdict(float)
        for offset, (one, two) in enumerate(pairwise(segment)):
            places = self._pairs.get((one.key, two.key), ()) if not one.altered and not two.altered else ()
            if len(places) <= _MOST_OCCURRENCES:
                for at in places:
                    if low <= at < high:
                        votes[(at - offset) // _BUCKET] += 1 / len(places)
        if not votes:
            return self._place_of_single(segment, low)
        best = max(sorted(votes), key=lambda bucket: votes[bucket] + votes.get(bucket + 1, 0.0))
        return best * _BUCKET

    def _place_of_single(self, segment: Sequence[AlignedWord], low: int) -> int | None:
        """Return the position of a single word after an ellipsis."""
        if len(segment) != 1 or low == 0:
            return None
        near = self._keys[low : low + _LONGEST_OMISSION]
        return low + near.index(segment[0].key) if segment[0].key in near else None


def _trimmed(steps: Sequence[Step]) -> list[Step]:
    """Drop the source's words before and after what was quoted."""
    kept = list(steps)
    while kept and kept[0][0] == "delete":
        kept.pop(0)
    while kept and kept[-1][0] == "delete":
        kept.pop()
    if kept and kept[0][0] == "replace":
        tag, i1, i2, j1, j2 = kept[0]
        kept[0] = (tag, max(i1, i2 - (j2 - j1)), i2, j1, j2)
    if kept and kept[-1][0] == "replace":
        tag, i1, i2, j1, j2 = kept[-1]
        kept[-1] = (tag, i1, min(i2, i1 + j2 - j1), j1, j2)
    return kept


def _matcher(source: Sequence[str], quoted: Sequence[str]) -> SequenceMatcher[str]:
    return SequenceMatcher(None, source, quoted, autojunk=False)


def _segments(words: Sequence[AlignedWord]) -> list[list[AlignedWord]]:
    """Return the words between the ellipses; no segment is empty."""
    segments: list[list[AlignedWord]] = [[]]
    for word in words:
        if word.key == ELLIPSIS:
            segments.append([])
        else:
            segments[-1].append(word)
    return [segment for segment in segments if segment]


def _match(source: SourceText, quoted: str, pieces: Sequence[_Piece], *, omits: bool) -> QuotationMatch:
    changes: list[Difference] = []
    places: list[int] = []
    for number, piece in enumerate(pieces):
        if number:
            _add_change(changes, "same", ELLIPSIS)
        if not piece.steps:
            _add_change(changes, "added", quoted[piece.segment[0].start : piece.segment[-1].end])
        for step in piece.steps:
            places += [source.words[i].start for i in step[1:2] if step[2] > step[1]]
            places += [source.words[i - 1].end for i in step[2:3] if step[2] > step[1]]
            _add_step(changes, source, quoted, piece, step, omits=omits)
    first, last = pieces[0].steps[:1], pieces[-1].steps[-1:]
    return QuotationMatch(
        min(places, default=0),
        max(places, default=0),
        tuple(changes),
        bool(first) and first[0][0] != "insert",
        bool(last) and last[0][0] != "insert",
    )


def _add_step(
    changes: list[Difference],
    source: SourceText,
    quoted: str,
    piece: _Piece,
    step: Step,
    *,
    omits: bool,
) -> None:
    tag, i1, i2, j1, j2 = step
    source_words, quoted_words = source.words[i1:i2], piece.segment[j1:j2]
    written = quoted[quoted_words[0].start : quoted_words[-1].end] if quoted_words else ""
    stands = source.text[source_words[0].start : source_words[-1].end] if source_words else ""
    if tag == "equal" or _allowed(source_words, quoted_words):
        _add_change(changes, "same", written)
        return
    if not (omits and not quoted_words and any(map(str.isdigit, stands))):
        _add_change(changes, "removed", stands)
    _add_change(changes, "added", written)


def _allowed(source_words: Sequence[AlignedWord], quoted_words: Sequence[AlignedWord]) -> bool:
    """Tell whether words differ only by a marked alteration or by where a word is divided."""
    if quoted_words and all(word.altered for word in quoted_words):
        return (
            len(quoted_words) > 1 or not source_words or source_words[0].key.startswith(quoted_words[0].key)
        )
    return "".join(word.key for word in source_words) == "".join(word.key for word in quoted_words)


def _add_change(changes: list[Difference], change: str, text: str) -> None:
    if not text:
        return
    if changes and changes[-1].change == change:
        changes[-1] = Difference(change, f"{changes[-1].text} {text}")
    else:
        changes.append(Difference(change, text))
