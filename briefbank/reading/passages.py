"""Cuts sections into passages of about 130 to 250 words.

A passage never crosses the border of a section. Inside it, the best cuts are found by dynamic programming
over units (paragraphs, or the sentences of long ones): a passage's cost grows as it leaves the wished size,
and a cut inside a paragraph costs more than one between paragraphs. Units are never longer than the hard
limit, and tiny ones are put together first, so the work grows linearly with the text.

The paragraphs of a passage are separated by a line feed, its lines by a space. The first passage under a
heading begins with the heading's own words as a paragraph, so that they can be found and shown where they
stand; they are in ``heading_path`` as well.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from briefbank.models import Passage, Role
from briefbank.reading.joining import Vocabulary, join_lines
from briefbank.reading.sentences import sentence_ends
from briefbank.reading.structure import Section
from briefbank.reading.text import Text, joined

LEAST_WORDS = 130
MOST_WORDS = 250
HARD_WORDS = 400
_UNIT_WORDS = 200
_TINY_WORDS = 12
_LONGEST_WORD = 200
"""Characters; a longer run without a space counts as several words and may be cut anywhere."""
_LONGEST_UNIT = 10_000
"""Characters."""

_INSIDE_COST = 0.4
_COLON_COST = 0.5
_EACH_COST = 0.05


@dataclass(slots=True)
class _Unit:
    """A piece that is not cut: its text, words, and whether a paragraph ends with it."""

    text: Text
    words: int
    closes: bool
    torn: bool = False
    """Its last word goes on in the next unit."""


def cut(sections: Sequence[Section], labels: Sequence[str], words: Vocabulary) -> tuple[Passage, ...]:
    """The passages of all sections in document order, footnotes after the section that they stand in."""
    found: list[Passage] = []
    for section in sections:
        body = [join_lines(block.lines, words) for block in [*section.heads, *section.blocks]]
        notes = [join_lines(block.lines, words) for block in section.notes]
        first = len(section.heads) if section.blocks else 0
        for role, texts, heads in ((section.role, body, first), (_note_role(section.role), notes, 0)):
            for text in _passage_texts(texts, heads):
                found.append(_passage(len(found), text, role, section.path, labels))
    return tuple(found)


def _note_role(role: Role) -> Role:
    return role if role in (Role.CONTENTS, Role.AUTHORITIES, Role.SERVICE, Role.CAPTION) else Role.FOOTNOTE


def _passage(ordinal: int, text: Text, role: Role, path: tuple[str, ...], labels: Sequence[str]) -> Passage:
    page = text.spans[0].page if text.spans else 0
    return Passage(
        ordinal, text.text, role, path, tuple(text.spans), labels[page] if page < len(labels) else ""
    )


def _passage_texts(paragraphs: Sequence[Text], heads: int) -> list[Text]:
    units = _together([unit for text in paragraphs for unit in _units(text)], heads)
    return [_compose(units[a:b]) for a, b in _best_cuts(units)]


def _compose(units: Sequence[_Unit]) -> Text:
    return joined((u.text for u in units), ["\n" if u.closes else "" if u.torn else " " for u in units])


def _units(text: Text) -> list[_Unit]:
    """A paragraph as units: whole when short, else its sentences, else cut at spaces."""
    if not text.text:
        return []
    total = _count(text.text)
    if total <= _TINY_WORDS * 4:
        return [_Unit(text, total, True)]
    units: list[_Unit] = []
    start = 0
    for end in [*sentence_ends(text.text), len(text.text)]:
        words = _count(text.text[start:end])
        if words < _TINY_WORDS and end < len(text.text):
            continue
        units += _not_too_long(text.part(start, end), words)
        start = end
    units[-1].closes = True
    return units


def _count(text: str) -> int:
    """Words; a run of characters without a space counts once for each stretch of the longest word."""
    words = text.split()
    if len(text) < _LONGEST_WORD or max(map(len, words)) < _LONGEST_WORD:
        return len(words)
    return sum(1 + len(word) // _LONGEST_WORD for word in words)


def _not_too_long(text: Text, words: int) -> list[_Unit]:
    """The text as one unit, or cut at spaces, or inside endless words."""
    if words <= _UNIT_WORDS:
        return [_Unit(text, words, False)]
    units: list[_Unit] = []
    start = count = 0
    for a, _ in [*_word_ranges(text), (len(text.text), 0)]:
        if a > start and (count >= _UNIT_WORDS or a == len(text.text) or a - start > _LONGEST_UNIT):
            units.append(_Unit(text.part(start, a), count, False, text.text[a - 1] != " "))
            start, count = a, 0
        count += 1
    units[-1].torn = False
    return units


def _word_ranges(text: Text) -> list[tuple[int, int]]:
    """The words of the text, endless ones in stretches that never end inside a written-out ligature."""
    ranges: list[tuple[int, int]] = []
    uneven = {at for s in text.spans if s.size != s.end - s.start for at in range(s.at + 1, s.at + s.size)}
    for match in re.finditer(r"\S+", text.text):
        start = match.start()
        while match.end() - start > _LONGEST_WORD:
            end = start + _LONGEST_WORD
            while end in uneven:
                end -= 1
            ranges.append((start, end))
            start = end
        ranges.append((start, match.end()))
    return ranges


def _together(units: list[_Unit], heads: int) -> list[_Unit]:
    """Tiny units put to the one after them, and each heading to what follows it."""
    merged: list[_Unit] = []
    waiting: list[_Unit] = []
    for index, unit in enumerate(units):
        waiting.append(unit)
        if sum(u.words for u in waiting) >= _TINY_WORDS and index >= heads:
            merged.append(_one(waiting))
            waiting = []
    if waiting:
        if merged and merged[-1].words + sum(u.words for u in waiting) <= HARD_WORDS and heads < len(units):
            waiting.insert(0, merged.pop())
        merged.append(_one(waiting))
    return merged


def _one(units: list[_Unit]) -> _Unit:
    if len(units) == 1:
        return units[0]
    return _Unit(_compose(units), sum(unit.words for unit in units), units[-1].closes, units[-1].torn)


def _best_cuts(units: Sequence[_Unit]) -> list[tuple[int, int]]:
    """The ranges of units that make the passages."""
    count = len(units)
    best = [0.0] + [float("inf")] * count
    came = [0] * (count + 1)
    for end in range(1, count + 1):
        words = 0
        closing = _closing_cost(units[end - 1]) if end < count else 0.0
        for start in range(end - 1, -1, -1):
            words += units[start].words
            if words > HARD_WORDS and start < end - 1:
                break
            cost = best[start] + _size_cost(words) + closing
            if cost < best[end]:
                best[end], came[end] = cost, start
    ranges: list[tuple[int, int]] = []
    end = count
    while end > 0:
        ranges.append((came[end], end))
        end = came[end]
    return ranges[::-1]


def _size_cost(words: int) -> float:
    if words < LEAST_WORDS:
        return _EACH_COST + 4 * ((LEAST_WORDS - words) / LEAST_WORDS) ** 2
    if words > MOST_WORDS:
        return _EACH_COST + 12 * ((words - MOST_WORDS) / (HARD_WORDS - MOST_WORDS)) ** 2
    return _EACH_COST


def _closing_cost(unit: _Unit) -> float:
    cost = 0.0 if unit.closes else _INSIDE_COST
    return cost + (_COLON_COST if unit.text.text.endswith((":", ",")) else 0.0)
