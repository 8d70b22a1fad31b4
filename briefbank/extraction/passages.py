"""Divides sections into passages of about 130 to 250 words.

A passage never crosses the border of a section. Within a section, the best cuts are found by dynamic
programming over units (paragraphs, or the sentences of long ones). A passage's cost grows as it leaves the
desired size. A cut inside a paragraph costs more than one between paragraphs, and one within a topic more
than one at a change of topic (``segments``). A cut that separates the items of a list, a quotation from its
introduction, or a citation from its proposition costs most. Units are never longer than the hard limit, and
tiny ones are merged first, so the work grows linearly with the text.

The paragraphs of a passage are separated by a line feed, its lines by a space. The first passage under a
heading begins with the heading's own words as a paragraph, so that they can be found and shown at their
position; they are in ``heading_path`` as well.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from briefbank.domain.passages import Passage, Role
from briefbank.extraction.blocks import Block
from briefbank.extraction.joining import Vocabulary, join_lines
from briefbank.extraction.structure import Section
from briefbank.extraction.text import Text, joined
from briefbank.extraction.topic_segmentation import BY_WORDS, Segmenter
from briefbank.text.sentences import sentence_ends

LEAST_WORDS = 130
MOST_WORDS = 250
HARD_WORDS = 400
_UNIT_WORDS = 200
_TINY_WORDS = 12
_LONGEST_WORD = 200
"""The length in characters at which a run without a space counts as several words and may be cut anywhere."""
_LONGEST_UNIT = 10_000
"""The maximum characters of a unit."""

_INSIDE_COST = 0.4
_SEPARATION_COST = 1.0
"""The cost of separating dependent parts: as much as a passage of half the desired length, so it is rarely
worth it."""
_TURN_WEIGHT = 0.3
_USUAL_TURN = 0.5
"""The usual change of topic between two units of a section; a cut there has no extra cost or benefit."""
_PASSAGE_COST = 0.05

_INTRODUCES = re.compile(r"(?:[:;,]|[;,] (?:and|or))$")
"""The end of an introduction to a quotation or a list, and of each item of a list."""
_DEPENDS_ON_PREVIOUS = re.compile(
    r"[a-z]|\((?![aA1iI]\))|(?:[2-9]|1\d)[.)] |[•◦▪●·–—-] "
    r"|(?:Id|Ibid|Cf)\.|(?:See|Accord|Contra|But see)\b|\d{1,4} [A-Z]\.[\w.’' ]{1,20}§"
    r"|(?!In (?!re\b)|(?:After|Although|As|But|Like|Since|The|Under|Unlike|When)\b)"
    r"[A-Z][^,;:?!()]{0,100}, (?:supra\b|\d{1,4} [A-Z][A-Za-z]{0,5}\.)"
)
"""The start of a dependent part: the rest of a sentence after a quotation, later items of a list,
parentheses, or a citation for the sentence before. "In State v. Carty, 170 N.J. 632 (2002), the Court" starts
something new."""


@dataclass(slots=True)
class _Unit:
    """An indivisible piece: its text, its words, and whether a paragraph ends with it."""

    text: Text
    words: int
    closes: bool
    cut_in_word: bool = False
    """The last word continues in the next unit."""
    quoted: bool = False
    """The unit begins a block quotation, which belongs to the text before it."""


def divide_sections(
    sections: Sequence[Section], labels: Sequence[str], words: Vocabulary, segmenter: Segmenter = BY_WORDS
) -> tuple[Passage, ...]:
    """Return the passages of all sections in document order, footnotes after their section.

    ``labels`` are the printed labels of the pages by index. Linear time, any thread; never raises because of
    the text.
    """
    found: list[Passage] = []
    for number, section in enumerate(sections):
        body = _paragraphs([*section.heads, *section.blocks], words)
        notes = _paragraphs(section.notes, words)
        first = len(section.heads) if section.blocks else 0
        for role, units, heads in ((section.role, body, first), (_note_role(section.role), notes, 0)):
            for text, runs_on in _passage_texts(_merge_tiny(units, heads), segmenter):
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
    pages = list(dict.fromkeys(span.page for span in text.spans)) or [0]
    label, *later = [labels[page] if page < len(labels) else "" for page in pages]
    return Passage(
        ordinal,
        text.text,
        role,
        path,
        tuple(text.spans),
        label,
        section=section,
        runs_on=runs_on,
        later_labels=tuple(filter(None, later)),
    )


def _paragraphs(blocks: Sequence[Block], words: Vocabulary) -> list[_Unit]:
    units: list[_Unit] = []
    for block in blocks:
        new = _units(join_lines(block.lines, words))
        for unit in new[:1]:
            unit.quoted = block.quote
        units += new
    return units


def _passage_texts(units: Sequence[_Unit], segmenter: Segmenter) -> list[tuple[Text, bool]]:
    """Return the texts, each with whether its last paragraph continues in the next one."""
    cuts = _best_cuts(units, _topic_changes(units, segmenter))
    return [(_compose(units[a:b]), not units[b - 1].closes) for a, b in cuts]


def _topic_changes(units: Sequence[_Unit], segmenter: Segmenter) -> Sequence[float]:
    """Return the change of topic after each unit but the last; not computed where one passage is enough."""
    if len(units) < 2 or sum(unit.words for unit in units) <= MOST_WORDS:
        return [_USUAL_TURN] * len(units)
    return segmenter.topic_changes([unit.text.text for unit in units])


def _compose(units: Sequence[_Unit]) -> Text:
    return joined(
        (u.text for u in units), ["\n" if u.closes else "" if u.cut_in_word else " " for u in units]
    )


def _units(text: Text) -> list[_Unit]:
    """Return a paragraph as units: whole when short, else its sentences, else cut at spaces."""
    if not text.text:
        return []
    total = _count(text.text)
    if total <= _TINY_WORDS * 4:
        return [_Unit(text, total, True)]
    units: list[_Unit] = []
    start = 0
    for end in [*sentence_ends(text.text), len(text.text)]:
        words = _count(text.text[start:end])
        if end < len(text.text) and (words < _TINY_WORDS or _has_dependent_part(text.text, end, words)):
            continue
        units += _split_long(text.part(start, end), words)
        start = end
    units[-1].closes = True
    return units


def _has_dependent_part(text: str, end: int, words: int) -> bool:
    """Tell whether a sentence is followed by a citation for it or the like, unless it is long already."""
    return words < _UNIT_WORDS // 2 and _DEPENDS_ON_PREVIOUS.match(text, end + 1) is not None


def _count(text: str) -> int:
    """Return the number of words; a run without a space counts once for each stretch of the longest word."""
    words = text.split()
    if len(text) < _LONGEST_WORD or max(map(len, words)) < _LONGEST_WORD:
        return len(words)
    return sum(1 + len(word) // _LONGEST_WORD for word in words)


def _split_long(text: Text, words: int) -> list[_Unit]:
    """Return the text as one unit, or cut at spaces, or inside endless words."""
    if words <= _UNIT_WORDS:
        return [_Unit(text, words, False)]
    units: list[_Unit] = []
    start = count = 0
    for a, _ in [*_word_ranges(text), (len(text.text), 0)]:
        if a > start and (count >= _UNIT_WORDS or a == len(text.text) or a - start > _LONGEST_UNIT):
            units.append(_Unit(text.part(start, a), count, False, text.text[a - 1] != " "))
            start, count = a, 0
        count += 1
    units[-1].cut_in_word = False
    return units


def _word_ranges(text: Text) -> list[tuple[int, int]]:
    """Return the ranges of the words, endless ones in stretches that never end inside an expanded
    ligature."""
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


def _merge_tiny(units: list[_Unit], heads: int) -> list[_Unit]:
    """Merge tiny units with the next one, and each heading with the text after it."""
    merged: list[_Unit] = []
    waiting: list[_Unit] = []
    for index, unit in enumerate(units):
        waiting.append(unit)
        if sum(u.words for u in waiting) >= _TINY_WORDS and index >= heads:
            merged.append(_merged_unit(waiting))
            waiting = []
    if waiting:
        if merged and merged[-1].words + sum(u.words for u in waiting) <= HARD_WORDS and heads < len(units):
            waiting.insert(0, merged.pop())
        merged.append(_merged_unit(waiting))
    return merged


def _merged_unit(units: list[_Unit]) -> _Unit:
    if len(units) == 1:
        return units[0]
    words, last = sum(unit.words for unit in units), units[-1]
    return _Unit(_compose(units), words, last.closes, last.cut_in_word, units[0].quoted)


def _best_cuts(units: Sequence[_Unit], turns: Sequence[float]) -> list[tuple[int, int]]:
    """Return the ranges of units that make the passages."""
    count = len(units)
    best = [0.0] + [float("inf")] * count
    previous = [0] * (count + 1)
    for end in range(1, count + 1):
        words = 0
        closing = _cut_cost(units[end - 1], units[end], turns[end - 1]) if end < count else 0.0
        for start in range(end - 1, -1, -1):
            words += units[start].words
            if words > HARD_WORDS and start < end - 1:
                break
            cost = best[start] + _size_cost(words) + closing
            if cost < best[end]:
                best[end], previous[end] = cost, start
    ranges: list[tuple[int, int]] = []
    end = count
    while end > 0:
        ranges.append((previous[end], end))
        end = previous[end]
    return ranges[::-1]


def _size_cost(words: int) -> float:
    if words < LEAST_WORDS:
        return _PASSAGE_COST + 4 * ((LEAST_WORDS - words) / LEAST_WORDS) ** 2
    if words > MOST_WORDS:
        return _PASSAGE_COST + 12 * ((words - MOST_WORDS) / (HARD_WORDS - MOST_WORDS)) ** 2
    return _PASSAGE_COST


def _cut_cost(unit: _Unit, following: _Unit, turn: float) -> float:
    """Return the cost of a cut between two units: less at a paragraph's end and at a change of topic, more
    where one of the two depends on the other."""
    cost = _TURN_WEIGHT * (_USUAL_TURN - turn) + (0.0 if unit.closes else _INSIDE_COST)
    introduces = _INTRODUCES.search(unit.text.text, max(0, len(unit.text.text) - 6))
    dependent = introduces or following.quoted or _DEPENDS_ON_PREVIOUS.match(following.text.text)
    return cost + (_SEPARATION_COST if dependent else 0.0)
