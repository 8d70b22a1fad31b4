"""Finds quoted words in a text and says, word by word, what is different.

Both texts become words without regard to capitals, punctuation, quotation marks, blanks, footnote marks and
star pages. What a quotation may leave out or change as long as it shows it is no difference: an ellipsis
stands for any words, square brackets for what was altered in them (Bluebook rule 5.2).

The place is found by seeds: pairs of words that the quotation shares with the text vote for where its
beginning would be, rare pairs with more weight (seed and extend, as BLAST does: Altschul et al. 1990). Only a
window around the winner is compared, by ``difflib``. Time is linear in the text once, for its table of pairs,
and then in the quotation.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise

from briefbank.law_reports import Difference

_COMMON = 200
"""A pair that stands so often in one text is no seed: "of the" tells no place."""
_SLACK = 12
"""Words before and behind the expected place in which the quotation is looked for."""
_EDGE = 3
"""The same, once its first and last certain words are known."""
_BUCKET = 8
"""Words by which a place may have shifted, by omissions, and still count as the same place."""
_FARTHEST = 3000
"""Words between what stands before an ellipsis and what stands behind it."""
LEAST_SHARE = 0.6
"""Of the quoted words that must be found in order; with fewer it is another sentence."""

_TOKEN = re.compile(
    r"(?P<star>\[\*{1,3}\d{1,5}\])|(?P<dots>…|\.(?: ?\.){2,3}|\*(?: \*){2})"
    r"|(?P<altered>[^\W_]*\[[^\[\]\n]{0,300}\][^\W_]*)|(?P<note>(?<=[.,;:”’\")])\d{1,3}(?!\w|[.,]\d))"
    r"|(?P<word>[^\W_]+(?:(?:[’']|[-‐\u00ad]\n\s{0,8})[^\W_]+)*)"
)
_BRACKET = re.compile(r"\[([^\[\]]*)\]")
_LETTERS = re.compile(r"[\W_]+")
ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class Word:
    """A word at its place. ``key`` is what is compared; ``altered`` one stands for up to some other words."""

    start: int
    end: int
    key: str
    altered: bool = False


def words_of(text: str, *, quoted: bool = False) -> list[Word]:
    """The words in order; with ``quoted`` ellipses and bracketed alterations are words of their own."""
    found = []
    for match in _TOKEN.finditer(text):
        if match.lastgroup == "word":
            found.append(Word(*match.span(), _key(match.group())))
        elif match.lastgroup == "dots" and quoted:
            found.append(Word(*match.span(), ELLIPSIS))
        elif match.lastgroup == "altered":
            found += _altered(match) if quoted else _plain(match)
    return found


def _altered(match: re.Match[str]) -> Iterator[Word]:
    """ "[t]he" is "the"; "[the defendant]", "convict[ed]" and "[]" stand for whatever is there."""
    whole = match.group()
    inside = _BRACKET.search(whole)
    letter = inside is not None and len(inside.group(1)) == 1 and len(whole) > 3
    if letter:
        yield Word(*match.span(), _key(_BRACKET.sub(r"\1", whole)))
    else:
        yield Word(*match.span(), _key(_BRACKET.sub("", whole)), altered=True)


def _plain(match: re.Match[str]) -> Iterator[Word]:
    """The words of a bracket in a text that is compared with."""
    text = match.group()
    joined = _BRACKET.sub(r"\1", text)
    if " " not in joined:
        yield Word(*match.span(), _key(joined))
        return
    for each in words_of(text.replace("[", " ").replace("]", " ")):
        yield Word(match.start() + each.start, match.start() + each.end, each.key)


def _key(word: str) -> str:
    return _LETTERS.sub("", word).casefold()


@dataclass(frozen=True, slots=True)
class Match:
    """Where quoted words stand in a source, and how they differ from it."""

    start: int
    end: int
    """In the source's text."""
    differences: tuple[Difference, ...]
    """From the source's words to the quoted ones, in order; the quotation's own words where they agree."""
    starts_whole: bool
    """Whether its first words were found, and its last ones: else the source may end there."""
    ends_whole: bool

    @property
    def same(self) -> bool:
        return all(each.change == "same" for each in self.differences)


Step = tuple[str, int, int, int, int]


@dataclass(slots=True)
class _Piece:
    """What stands between two ellipses: its steps from the source to the quotation, as ``difflib`` names
    them, with ranges of the source's words and of the segment's."""

    segment: Sequence[Word]
    steps: list[Step]

    @property
    def found(self) -> int:
        return sum(j2 - j1 for tag, _, _, j1, j2 in self.steps if tag == "equal")


class Source:
    """A text that quotations are compared with; makes its table of pairs once. Any thread."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = words_of(text)
        self._keys = [word.key for word in self.words]
        self._pairs: dict[tuple[str, str], list[int]] = defaultdict(list)
        for at, pair in enumerate(pairwise(self._keys)):
            self._pairs[pair].append(at)

    def find(self, quoted: str, *, omits: bool = False) -> Match | None:
        """Where the quoted words stand, and how they differ; None where they do not stand here.

        ``omits``: the quotation says that it leaves citations out.
        """
        segments = _segments(words_of(quoted, quoted=True))
        pieces: list[_Piece] = []
        low = 0
        for segment in segments:
            piece = self._piece(segment, low, len(self.words) if not pieces else low + _FARTHEST)
            if piece.steps:
                low = max(i2 for _, _, i2, _, _ in piece.steps)
            pieces.append(piece)
        sought = sum(not word.altered for segment in segments for word in segment)
        if not sought or sum(piece.found for piece in pieces) < LEAST_SHARE * sought:
            return None
        return _match(self, quoted, pieces, omits=omits)

    def _piece(self, segment: Sequence[Word], low: int, high: int) -> _Piece:
        """A segment where it fits best in a range of the source; without steps where it does not."""
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

    def _place(self, segment: Sequence[Word], low: int, high: int) -> int | None:
        """Where the first word of a segment would be in the source; None where none of its pairs is."""
        votes: dict[int, float] = defaultdict(float)
        for offset, (one, two) in enumerate(pairwise(segment)):
            places = self._pairs.get((one.key, two.key), ()) if not one.altered and not two.altered else ()
            if len(places) <= _COMMON:
                for at in places:
                    if low <= at < high:
                        votes[(at - offset) // _BUCKET] += 1 / len(places)
        if not votes:
            return self._alone(segment, low)
        best = max(sorted(votes), key=lambda bucket: votes[bucket] + votes.get(bucket + 1, 0.0))
        return best * _BUCKET

    def _alone(self, segment: Sequence[Word], low: int) -> int | None:
        """The place of a single word behind an ellipsis."""
        if len(segment) != 1 or low == 0:
            return None
        near = self._keys[low : low + _FARTHEST]
        return low + near.index(segment[0].key) if segment[0].key in near else None


def _trimmed(steps: Sequence[Step]) -> list[Step]:
    """Without the source's words that only stand before and behind what was quoted."""
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


def _segments(words: Sequence[Word]) -> list[list[Word]]:
    """The words between the ellipses; none is empty."""
    segments: list[list[Word]] = [[]]
    for word in words:
        if word.key == ELLIPSIS:
            segments.append([])
        else:
            segments[-1].append(word)
    return [segment for segment in segments if segment]


def _match(source: Source, quoted: str, pieces: Sequence[_Piece], *, omits: bool) -> Match:
    told: list[Difference] = []
    places: list[int] = []
    for number, piece in enumerate(pieces):
        if number:
            _tell(told, "same", ELLIPSIS)
        if not piece.steps:
            _tell(told, "added", quoted[piece.segment[0].start : piece.segment[-1].end])
        for step in piece.steps:
            places += [source.words[i].start for i in step[1:2] if step[2] > step[1]]
            places += [source.words[i - 1].end for i in step[2:3] if step[2] > step[1]]
            _tell_step(told, source, quoted, piece, step, omits=omits)
    first, last = pieces[0].steps[:1], pieces[-1].steps[-1:]
    return Match(
        min(places, default=0),
        max(places, default=0),
        tuple(told),
        bool(first) and first[0][0] != "insert",
        bool(last) and last[0][0] != "insert",
    )


def _tell_step(
    told: list[Difference],
    source: Source,
    quoted: str,
    piece: _Piece,
    step: Step,
    *,
    omits: bool,
) -> None:
    tag, i1, i2, j1, j2 = step
    theirs, ours = source.words[i1:i2], piece.segment[j1:j2]
    written = quoted[ours[0].start : ours[-1].end] if ours else ""
    stands = source.text[theirs[0].start : theirs[-1].end] if theirs else ""
    if tag == "equal" or _allowed(theirs, ours):
        _tell(told, "same", written)
        return
    if not (omits and not ours and any(map(str.isdigit, stands))):
        _tell(told, "removed", stands)
    _tell(told, "added", written)


def _allowed(theirs: Sequence[Word], ours: Sequence[Word]) -> bool:
    """Whether words are altered as a quotation shows it, or only broken at another place."""
    if ours and all(word.altered for word in ours):
        return len(ours) > 1 or not theirs or theirs[0].key.startswith(ours[0].key)
    return "".join(word.key for word in theirs) == "".join(word.key for word in ours)


def _tell(told: list[Difference], change: str, text: str) -> None:
    if not text:
        return
    if told and told[-1].change == change:
        told[-1] = Difference(change, f"{told[-1].text} {text}")
    else:
        told.append(Difference(change, text))
