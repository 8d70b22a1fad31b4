"""Divides sections into passages of about 130 to 250 words.

A passage never crosses the border of a section. Within a section, the best cuts are found by dynamic
programming over units (paragraphs, or the sentences of long ones). A passage's cost grows as it leaves the
desired size. A cut inside a paragraph costs more than one between paragraphs, and one within a topic more
than one at a change of topic. A cut that separates the items of a list, a quotation from its introduction, or
a citation from its proposition costs most. The work grows linearly with the text. A line feed separates the
paragraphs of a passage; the first passage under a heading begins with the heading's own words.

A :data:`Segmenter` measures the change of topic. :func:`by_words` compares the words on both sides of a
border, each weighted by its rarity in the section, after subtraction of the part that is common to the whole
section (Hearst 1997, "TextTiling"; inverse frequencies and the common part are ours). Retrieval gains nothing
from topic borders inside a section (``python -m tests.evaluate headings``); they serve those who read and
cite the passages. A child process cannot use a model: its queries are recorded first, answered by the parent,
and known when the document is divided again (:class:`PrecomputedSegmenter`).
"""

from __future__ import annotations

import hashlib
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from briefbank.domain.pages import Passage, Role
from briefbank.extraction.layout import Block, Section
from briefbank.extraction.text import Text, Vocabulary, join_lines, joined
from briefbank.text.language import sentence_ends

WINDOW_WORDS = 150  # On each side; windows of 100 to 300 words find about as many true borders
_WORD = re.compile(r"[a-z]{4,}")
_STEM_LETTERS = 6  # "reverse", "reversed" and "reversal" are one word
_STEEPNESS = 1.5
_MAX_EXPONENT = 50.0  # Beyond it the exponential may overflow
Bag = Mapping[str, float]  # Words with their weights


Segmenter = Callable[[Sequence[str]], Sequence[float]]
"""Returns the change of topic between each two neighbouring texts of one section, in order: from 0 (the topic
continues) to 1 (a new topic begins). Never raises; any thread."""


def by_words(texts: Sequence[str]) -> Sequence[float]:
    """Measure the change of topic by the words. An average border of a section has 0.5. Linear time."""
    counts = [Counter(word[:_STEM_LETTERS] for word in _WORD.findall(text.lower())) for text in texts]
    # By the logarithm of a word's rarity; words of only one text show no similarity.
    spread = Counter(word for count in counts for word in count)
    rarity = {word: math.log1p(len(counts) / n) for word, n in spread.items() if n > 1}
    bags = [{w: times * rarity[w] for w, times in count.items() if w in rarity} for count in counts]
    likeness = _similarities(bags, [len(text.split()) for text in texts])
    if not likeness:
        return []
    mean = math.fsum(likeness) / len(likeness)
    deviation = math.sqrt(math.fsum((value - mean) ** 2 for value in likeness) / len(likeness)) + 1e-6
    exponents = (min(_STEEPNESS * (value - mean) / deviation, _MAX_EXPONENT) for value in likeness)
    return [round(1 / (1 + math.exp(exponent)), 6) for exponent in exponents]  # equal ones stay equal


@dataclass(frozen=True, slots=True)
class PrecomputedSegmenter:
    """Answers by ``key_of`` the texts, or by words where there is none. Can be sent to another process."""

    answers: Mapping[str, Sequence[float]]

    def __call__(self, texts: Sequence[str]) -> Sequence[float]:
        known = self.answers.get(key_of(texts), ())
        return known if len(known) == len(texts) - 1 else by_words(texts)


def key_of(texts: Sequence[str]) -> str:
    """Return a key for the texts: 64 hexadecimal digits, the same for the same texts."""
    return hashlib.sha256("\0".join(texts).encode("utf-8", "surrogatepass")).hexdigest()


def _similarities(bags: Sequence[Bag], sizes: Sequence[int]) -> list[float]:
    """Return at each border the cosine of L - n c and R - m c: the sums of both windows, their numbers of
    words, and the mean of all words, which is common to all."""
    common = {word: weight / max(1, sum(sizes)) for word, weight in _total(bags).items()}
    square = _product(common, common)
    words = [0, *accumulate(sizes)]
    similarities = []
    for start, border, end in _windows(words):
        left, right = _total(bags[start:border]), _total(bags[border:end])
        n, m = words[border] - words[start], words[end] - words[border]
        with_n, with_m = _product(left, common), _product(right, common)
        left_square, right_square = _product(left, left), _product(right, right)
        left_length = left_square - 2 * n * with_n + n * n * square
        right_length = right_square - 2 * m * with_m + m * m * square
        similarity = 0.0
        if min(left_length, right_length) > 1e-9 * max(1.0, left_square, right_square):
            both = _product(left, right) + n * m * square - n * with_m - m * with_n
            similarity = both / math.sqrt(left_length * right_length)
        similarities.append(similarity)
    return similarities


def _total(bags: Sequence[Bag]) -> Bag:
    total: dict[str, float] = {}
    for bag in bags:
        for word, weight in bag.items():
            total[word] = total.get(word, 0.0) + weight
    return total


def _product(one: Bag, other: Bag) -> float:
    return sum(weight * other[word] for word, weight in one.items() if word in other)


def _windows(words: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Yield the start, border and end of the windows of each border, from the words before each text."""
    start = end = 0
    for border in range(1, len(words) - 1):
        while end <= border or (end < len(words) - 1 and words[end] - words[border] < WINDOW_WORDS):
            end += 1
        while start < border - 1 and words[border] - words[start + 1] >= WINDOW_WORDS:
            start += 1
        yield start, border, end


LEAST_WORDS = 130
MOST_WORDS = 250
HARD_WORDS = 400
_UNIT_WORDS = 200
_TINY_WORDS = 12
_LONGEST_WORD = 200  # Characters at which a run without a space may be cut
_LONGEST_UNIT = 10_000
_INSIDE_COST = 0.4
_SEPARATION_COST = 1.0  # Of dependent parts: as much as a passage of half the desired length
_TURN_WEIGHT = 0.3
_USUAL_TURN = 0.5  # The change of topic at which a cut has no extra cost
_PASSAGE_COST = 0.05
_INTRODUCES = re.compile(r"(?:[:;,]|[;,] (?:and|or))$")  # The end of an introduction, or of an item of a list
_DEPENDS_ON_PREVIOUS = re.compile(
    r"[a-z]|\((?![aA1iI]\))|(?:[2-9]|1\d)[.)] |[•◦▪●·–—-] |(?:Id|Ibid|Cf)\.|(?:See|Accord|Contra|But see)\b"
    r"|\d{1,4} [A-Z]\.[\w.’' ]{1,20}§|(?!In (?!re\b)|(?:After|Although|As|But|Like|Since|The|Under|Unlike"
    r"|When)\b)[A-Z][^,;:?!()]{0,100}, (?:supra\b|\d{1,4} [A-Z][A-Za-z]{0,5}\.)"
)
"""The start of a dependent part: a sentence's rest after a quotation, later list items, parentheses, or a
citation for the sentence before. "In State v. Carty, 170 N.J. 632 (2002), the Court" starts something new."""


@dataclass(slots=True)
class _Unit:
    """An indivisible piece: its text, its words, and whether a paragraph ends with it."""

    text: Text
    words: int
    closes: bool
    cut_in_word: bool = False  # The last word continues in the next unit
    quoted: bool = False  # The unit begins a block quotation, which belongs to the text before it


def divide_sections(
    sections: Sequence[Section], labels: Sequence[str], words: Vocabulary, segmenter: Segmenter = by_words
) -> tuple[Passage, ...]:
    """Return the passages of all sections in document order, footnotes after their section. ``labels`` are
    the printed labels of the pages by index. Linear time, any thread; never raises because of the text."""
    passages: list[Passage] = []
    for number, section in enumerate(sections):
        body = _paragraphs([*section.heads, *section.blocks], words)
        heads = len(section.heads) if section.blocks else 0
        own_notes = section.role in (Role.CONTENTS, Role.AUTHORITIES, Role.SERVICE, Role.CAPTION)
        parts = (
            (section.role, _merge_tiny(body, heads)),
            (section.role if own_notes else Role.FOOTNOTE, _merge_tiny(_paragraphs(section.notes, words), 0)),
        )
        for role, units in parts:
            turns: Sequence[float] = [_USUAL_TURN] * len(units)
            if len(units) > 1 and sum(unit.words for unit in units) > MOST_WORDS:  # not one passage
                turns = segmenter([unit.text.text for unit in units])
            for start, end in _best_cuts(units, turns):
                text = _compose(units[start:end])
                pages = list(dict.fromkeys(span.page for span in text.spans)) or [0]
                label, *later = [labels[page] if page < len(labels) else "" for page in pages]
                passage = Passage(
                    *(len(passages), text.text, role, section.path, tuple(text.spans), label),
                    section=number,
                    later_labels=tuple(filter(None, later)),
                )
                passages.append(passage)
    return tuple(passages)


def _paragraphs(blocks: Sequence[Block], words: Vocabulary) -> list[_Unit]:
    units: list[_Unit] = []
    for block in blocks:
        new = _units(join_lines(block.lines, words))
        for unit in new[:1]:
            unit.quoted = block.quote
        units += new
    return units


def _compose(units: Sequence[_Unit]) -> Text:
    separators = ["\n" if u.closes else "" if u.cut_in_word else " " for u in units]
    return joined((u.text for u in units), separators)


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
        cited = words < _UNIT_WORDS // 2 and _DEPENDS_ON_PREVIOUS.match(text.text, end + 1)
        if end < len(text.text) and (words < _TINY_WORDS or cited):
            continue
        units += _split_long(text.part(start, end), words)
        start = end
    units[-1].closes = True
    return units


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
    for a in (*_word_starts(text), len(text.text)):
        if a > start and (count >= _UNIT_WORDS or a == len(text.text) or a - start > _LONGEST_UNIT):
            units.append(_Unit(text.part(start, a), count, False, text.text[a - 1] != " "))
            start, count = a, 0
        count += 1
    units[-1].cut_in_word = False
    return units


def _word_starts(text: Text) -> Iterator[int]:
    """Yield where words begin, and endless ones may be cut: never inside an expanded ligature."""
    uneven = {at for s in text.spans if s.size != s.end - s.start for at in range(s.at + 1, s.at + s.size)}
    for match in re.finditer(r"\S+", text.text):
        start = match.start()
        yield start
        while match.end() - start > _LONGEST_WORD:
            start += _LONGEST_WORD
            while start in uneven:
                start -= 1
            yield start


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
            size = _PASSAGE_COST
            if words < LEAST_WORDS:
                size += 4 * ((LEAST_WORDS - words) / LEAST_WORDS) ** 2
            elif words > MOST_WORDS:
                size += 12 * ((words - MOST_WORDS) / (HARD_WORDS - MOST_WORDS)) ** 2
            cost = best[start] + size + closing
            if cost < best[end]:
                best[end], previous[end] = cost, start
    ranges: list[tuple[int, int]] = []
    end = count
    while end > 0:
        ranges.append((previous[end], end))
        end = previous[end]
    return ranges[::-1]


def _cut_cost(unit: _Unit, following: _Unit, turn: float) -> float:
    """Return a cut's cost: less at a paragraph's end or change of topic, more between dependent units."""
    cost = _TURN_WEIGHT * (_USUAL_TURN - turn) + (0.0 if unit.closes else _INSIDE_COST)
    introduces = _INTRODUCES.search(unit.text.text, max(0, len(unit.text.text) - 6))
    dependent = introduces or following.quoted or _DEPENDS_ON_PREVIOUS.match(following.text.text)
    return cost + (_SEPARATION_COST if dependent else 0.0)
