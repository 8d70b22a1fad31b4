"""Tells outline marks that count a document's points from those that count the items of a list.

"A." before a heading and "A." before a list item look alike. What differs is what stands between them: after
a point's heading comes text, after a list item comes the next item. So a short paragraph with an outline mark
heads a part of the document where the mark before it or after it in the same count is met only beyond running
text. This decides where nothing is bold or set in the middle: in text files and after text recognition.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from briefbank.reading.blocks import MARKER, Block, in_capitals, without_stars
from briefbank.reading.labels import roman_value
from briefbank.sentences import sentence_ends

_BETWEEN = 25
"""Words of running text that make two marks stand apart."""
_RUNNING = 12
"""Words from which an unmarked block is running text."""
_ENOUGH_LINES = 4
_NESTED = 6
"""Counts of one sort that are open at the same time."""
_LONGEST = 60
_MOST_LINES = 8
_SPELLED = {"ONE": 1, "TWO": 2, "THREE": 3, "FOUR": 4, "FIVE": 5, "SIX": 6}
_QUESTION = re.compile(r"Q\.|THE COURT:|QUESTION:")
_CITES = re.compile(r"\d{1,4} (?:U\.S\.(?!C)|S\. ?Ct\.|F\.\d|F\. ?Supp|N\.J\.|A\.[23]d)|\bL\. Rev\.")

Place = tuple[str, int]
"""The sort of an outline mark ('point', 'roman', 'letter'…) and its value from 1."""


def places(marker: re.Match[str]) -> list[Place]:
    """What an outline mark may be: one place, or two where a letter may be a numeral ('I.', 'v.')."""
    groups = marker.groupdict()
    if groups["point"]:
        return [("point", count_of(groups["number"]))]
    if groups["arabic"]:
        return [("arabic", int(groups["arabic"]))]
    inner = groups["inner"]
    if inner:
        return [("inner " + sort, value) for sort, value in _either(inner)]
    return _either(groups["roman"] or groups["letter"] or groups["small"] or groups["smallroman"] or "")


def _either(mark: str) -> list[Place]:
    if mark.isdigit():
        return [("arabic", int(mark))]
    small = mark.islower()
    found = []
    if re.fullmatch("[IVXivx]+", mark):
        found.append(("smallroman" if small else "roman", roman_value(mark)))
    if len(mark) == 1:
        found.append(("small" if small else "letter", ord(mark.lower()) - 96))
    return found


def count_of(mark: str) -> int:
    """The value of the number of a point: 'II', '2', 'TWO', 'B'."""
    if mark in _SPELLED:
        return _SPELLED[mark]
    if mark.isdigit():
        return int(mark)
    if re.fullmatch("[IVXLivxl]+", mark):
        return roman_value(mark)
    return ord(mark[0].lower()) - 96


@dataclass(slots=True)
class _Met:
    """Where a sort of mark was last met: its block's number, its value, the running words before it."""

    at: int
    value: int
    words: int


def counted(blocks: Sequence[Block], led: Sequence[bool]) -> frozenset[int]:
    """The numbers of the blocks whose outline marks count points. Linear time.

    ``led`` says of each block whether it leads to a page, as an entry of a table does.
    """
    counts: dict[str, list[_Met]] = {}
    apart: set[int] = set()
    listed: set[int] = set()
    words = 0
    asked = False
    for at, block in enumerate(blocks):
        marker = MARKER.match(without_stars(block.lines[0].text[:80]))
        if marker is None or led[at]:
            words += _running_words(block)
            asked = _QUESTION.match(block.lines[0].text) is not None
            continue
        for sort, value in [] if asked else places(marker):
            met = _count_on(counts.setdefault(sort, []), _Met(at, value, words))
            if met is not None:
                (apart if words - met.words >= _BETWEEN else listed).update((met.at, at))
        asked = block.lines[0].text.startswith("Q.")
    return frozenset(at for at in apart - listed if _heads(blocks[at], blocks[at + 1 : at + 2]))


def _count_on(open_counts: list[_Met], new: _Met) -> _Met | None:
    """The mark that this one follows in its count; counts begun after that one are over.

    A mark that neither begins a count nor follows in one ("L. Rev." at the start of a line) is none.
    """
    for place in range(len(open_counts) - 1, -1, -1):
        met = open_counts[place]
        if new.value - 2 <= met.value < new.value:
            open_counts[place:] = [new]
            return met
    if new.value <= 2:
        open_counts.append(new)
        del open_counts[:-_NESTED]
    return None


def _running_words(block: Block) -> int:
    words = sum([line.text.count(" ") + 1 for line in block.lines[:_ENOUGH_LINES]])
    return words if words >= _RUNNING else 0


def _short(block: Block, marker: re.Match[str]) -> bool:
    if len(block.lines) > _MOST_LINES or len(block.text) > 12 * _LONGEST:
        return False
    title = without_stars(block.text)[marker.end() :].strip()
    return len(title.split()) <= _LONGEST


def _heads(block: Block, following: Sequence[Block]) -> bool:
    """Whether the words are a heading's: few, one sentence at most, not the middle of one.

    A mark alone heads what follows when that is in capitals.
    """
    text = without_stars(block.text)
    marker = MARKER.match(text)
    if marker is None or not _short(block, marker):
        return False
    title = text[marker.end() :].strip()
    if not title:
        return bool(following) and in_capitals(following[0].text[: 12 * _LONGEST])
    begins = title.lstrip("“\"‘'([§ ")[:1]
    whole = bool(begins) and not begins.islower() and not title.endswith((";", ",", ":", "; and", "; or"))
    if not whole or (_CITES.search(title) and not in_capitals(title)):
        return False
    return next(sentence_ends(title), None) is None
