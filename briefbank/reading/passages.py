"""Cuts sections into passages of about 130 to 250 words.

A passage never crosses the border of a section. Inside it, the best cuts are found by dynamic programming
over units (paragraphs, or the sentences of long ones): a passage's cost grows as it leaves the wished size; a
cut inside a paragraph costs more than one between paragraphs, one where the same matter goes on more than one
where it turns (``segments``), and one that parts a list, a quotation from what announces it, or a citation
from what it is cited for costs most. Units are never longer than the hard limit, and tiny ones are put
together first, so the work grows linearly with the text.

The paragraphs of a passage are separated by a line feed, its lines by a space. The first passage under a
heading begins with the heading's own words as a paragraph, so that they can be found and shown where they
stand; they are in ``heading_path`` as well.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from briefbank.models import Passage, Role
from briefbank.reading.blocks import Block
from briefbank.reading.joining import Vocabulary, join_lines
from briefbank.reading.segments import BY_WORDS, Segmenter
from briefbank.reading.structure import Section
from briefbank.reading.text import Text, joined
from briefbank.sentences import sentence_ends

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
_TORN_COST = 1.0
"""As much as a passage half as long as wished: parting what belongs together is rarely worth it."""
_TURN_WEIGHT = 0.3
_USUAL_TURN = 0.5
"""How much the matter turns at most places of a section; cutting there costs nothing and gains nothing."""
_EACH_COST = 0.05

_LEANS_ON = re.compile(r"(?:[:;,]|[;,] (?:and|or))$")
"""The end of what announces a quotation or a list, and of each of its items."""
_LEANS_BACK = re.compile(
    r"[a-z]|\((?![aA1iI]\))|(?:[2-9]|1\d)[.)] |[•◦▪●·–—-] "
    r"|(?:Id|Ibid|Cf)\.|(?:See|Accord|Contra|But see)\b|\d{1,4} [A-Z]\.[\w.’' ]{1,20}§"
    r"|(?!In (?!re\b)|(?:After|Although|As|But|Like|Since|The|Under|Unlike|When)\b)"
    r"[A-Z][^,;:?!()]{0,100}, (?:supra\b|\d{1,4} [A-Z][A-Za-z]{0,5}\.)"
)
"""The start of the rest of a sentence after a quotation, of a list's later items, of what stands in
parentheses, of a citation for what was just said; "In State v. Carty, 170 N.J. 632 (2002), the Court" starts
something new."""


@dataclass(slots=True)
class _Unit:
    """A piece that is not cut: its text, words, and whether a paragraph ends with it."""

    text: Text
    words: int
    closes: bool
    torn: bool = False
    """Its last word goes on in the next unit."""
    quoted: bool = False
    """It begins a block quotation, which belongs to what stands before it."""


def cut(
    sections: Sequence[Section], labels: Sequence[str], words: Vocabulary, segmenter: Segmenter = BY_WORDS
) -> tuple[Passage, ...]:
    """The passages of all sections in document order, footnotes after the section that they stand in.

    ``labels`` are the printed labels of the pages by index. Linear time, any thread, never raises on account
    of the text.
    """
    found: list[Passage] = []
    for number, section in enumerate(sections):
        body = _paragraphs([*section.heads, *section.blocks], words)
        notes = _paragraphs(section.notes, words)
        first = len(section.heads) if section.blocks else 0
        for role, units, heads in ((section.role, body, first), (_note_role(section.role), notes, 0)):
            for text, runs_on in _passage_texts(_together(units, heads), segmenter):
                found.append(_passage(len(found), text, role, section.path, labels, number, runs_on))
    return tuple(found)


def _note_role(role: Role) -> Role:
    return role if role in (Role.CONTENTS, Role.AUTHORITIES, Role.SERVICE, Role.CAPTION) else Role.FOOTNOTE


def _passage(
    ordinal: int,
    text: Text,
    role: Role,
    path: tuple[str, ...],
    labels: Sequence[str],
    section: int,
    runs_on: bool,
) -> Passage:
    page = text.spans[0].page if text.spans else 0
    label = labels[page] if page < len(labels) else ""
    return Passage(ordinal, text.text, role, path, tuple(text.spans), label, section=section, runs_on=runs_on)


def _paragraphs(blocks: Sequence[Block], words: Vocabulary) -> list[_Unit]:
    units: list[_Unit] = []
    for block in blocks:
        new = _units(join_lines(block.lines, words))
        for unit in new[:1]:
            unit.quoted = block.quote
        units += new
    return units


def _passage_texts(units: Sequence[_Unit], segmenter: Segmenter) -> list[tuple[Text, bool]]:
    """The texts, each with whether its last paragraph goes on in the next one."""
    cuts = _best_cuts(units, _turns(units, segmenter))
    return [(_compose(units[a:b]), not units[b - 1].closes) for a, b in cuts]


def _turns(units: Sequence[_Unit], segmenter: Segmenter) -> Sequence[float]:
    """How much the meaning turns after each unit but the last; not asked where one passage will do."""
    if len(units) < 2 or sum(unit.words for unit in units) <= MOST_WORDS:
        return [_USUAL_TURN] * len(units)
    return segmenter.turns([unit.text.text for unit in units])


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
        if end < len(text.text) and (words < _TINY_WORDS or _goes_on(text.text, end, words)):
            continue
        units += _not_too_long(text.part(start, end), words)
        start = end
    units[-1].closes = True
    return units


def _goes_on(text: str, end: int, words: int) -> bool:
    """Whether what follows a sentence is a citation for it or the like, unless it is long already."""
    return words < _UNIT_WORDS // 2 and _LEANS_BACK.match(text, end + 1) is not None


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
    words, last = sum(unit.words for unit in units), units[-1]
    return _Unit(_compose(units), words, last.closes, last.torn, units[0].quoted)


def _best_cuts(units: Sequence[_Unit], turns: Sequence[float]) -> list[tuple[int, int]]:
    """The ranges of units that make the passages."""
    count = len(units)
    best = [0.0] + [float("inf")] * count
    came = [0] * (count + 1)
    for end in range(1, count + 1):
        words = 0
        closing = _closing_cost(units[end - 1], units[end], turns[end - 1]) if end < count else 0.0
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


def _closing_cost(unit: _Unit, following: _Unit, turn: float) -> float:
    """Of a cut between two units: less at a paragraph's end and where the matter turns, more where one of the
    two leans on the other."""
    cost = _TURN_WEIGHT * (_USUAL_TURN - turn) + (0.0 if unit.closes else _INSIDE_COST)
    torn = _LEANS_ON.search(unit.text.text, max(0, len(unit.text.text) - 6))
    leans = torn or following.quoted or _LEANS_BACK.match(following.text.text)
    return cost + (_TORN_COST if leans else 0.0)
