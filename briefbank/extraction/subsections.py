"""The subsections of one section of a code: the nesting of their marks, and the division of a long section.

"a.", "(1)", "(i)" nest in the order in which their kinds appear. Small neighbouring subsections stay together
and a long one stands alone, so that no provision is a fragment; its label says which subsections it holds
("a.(3)", "a.(1)–(4)").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from briefbank.extraction.blocks import Block
from briefbank.extraction.page_labels import roman_value

MARK = re.compile(r"(?:\((?:[a-z]{1,4}|[A-Z]{1,4}|\d{1,3})\)|(?:[a-z]|[A-Z]|\d{1,2})\.(?=\s|\())\s*")
_MOST_MARKS = 4
_MAX_UNDIVIDED_WORDS = 250
"""The maximum words of a provision that is not divided."""
_MIN_OPENING_WORDS = 40
"""The minimum words of a provision's opening; a shorter one stays with its first subsections."""

Place = tuple[str, int]
"""The kind of a mark and its value from 1."""


@dataclass(slots=True)
class ProvisionBlocks:
    """Paragraphs under one path; ``heads`` are the title, chapter and section lines that open it."""

    path: tuple[str, ...]
    heads: list[Block] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)


@dataclass(slots=True)
class _Node:
    """A section or a subsection with its own paragraphs and its subsections."""

    label: str
    blocks: list[Block] = field(default_factory=list)
    parts: list[_Node] = field(default_factory=list)

    def words(self) -> int:
        return sum(map(words_of, self.blocks)) + sum(part.words() for part in self.parts)

    def all_blocks(self) -> Iterator[Block]:
        yield from self.blocks
        for part in self.parts:
            yield from part.all_blocks()


class Subsections:
    """A section's paragraphs, added in order; thread-confined."""

    def __init__(self) -> None:
        self._section = _Node("")
        self._open: list[tuple[Place, _Node]] = []

    @property
    def empty(self) -> bool:
        return not (self._section.blocks or self._section.parts)

    def add(self, block: Block) -> None:
        """Add a paragraph: the next subsection, or more of the open one, also across a page end."""
        marks = list(_marks(block.text))
        last = self._last()
        if not marks and last.blocks and _runs_on(last.blocks[-1], block):
            last.blocks[-1].lines += block.lines
            return
        for at, mark in enumerate(marks, 1):
            if not self._open_subsection(mark, leads=at < len(marks)):
                break
        self._last().blocks.append(block)

    def last_line_before(self, page: int) -> str:
        """Return the last line that was added if it stands on an earlier page; otherwise empty."""
        blocks = self._last().blocks
        line = blocks[-1].lines[-1] if blocks else None
        return line.text if line and line.page < page else ""

    def cut(self, path: tuple[str, ...]) -> list[ProvisionBlocks]:
        """Return the provisions of the section, whose own path this is; none when nothing was added."""
        return [each for each in _cut(self._section, path, "") if each.blocks]

    def _last(self) -> _Node:
        return self._open[-1][1] if self._open else self._section

    def _open_subsection(self, mark: str, *, leads: bool) -> bool:
        """Make the subsection with this mark the open one; return False where the mark is only text.

        The mark continues the sequence of its kind, begins a kind that is not open, repeats the open one
        before a further mark (``leads``; '(a)(2)' after '(a)(1)'), or continues after a gap, tried in this
        order.
        """
        places = _values(mark)
        return (
            any(self._continue(place, mark, step=1) for place in places)
            or any(self._begin(place, mark) for place in places)
            or (leads and any(self._continue(place, mark, step=0) for place in places))
            or any(self._continue(place, mark, step=None) for place in places)
        )

    def _depth(self, kind: str) -> int | None:
        return next((depth for depth, ((own, _), _) in enumerate(self._open) if own == kind), None)

    def _begin(self, place: Place, mark: str) -> bool:
        if place[1] != 1 or self._depth(place[0]) is not None:
            return False
        self._append(place, mark)
        return True

    def _continue(self, place: Place, mark: str, *, step: int | None) -> bool:
        """Continue a sequence; ``step`` None: any step upwards; 0: the open subsection itself."""
        depth = self._depth(place[0])
        if depth is None:
            return False
        taken = place[1] - self._open[depth][0][1]
        if taken != step if step is not None else taken < 1:
            return False
        del self._open[depth + (taken == 0) :]
        if taken:
            self._append(place, mark)
        return True

    def _append(self, place: Place, mark: str) -> None:
        node = _Node(mark)
        self._last().parts.append(node)
        self._open.append((place, node))


def words_of(block: Block) -> int:
    """Return the number of words of the block."""
    return sum(line.text.count(" ") + 1 for line in block.lines)


def _marks(text: str) -> Iterator[str]:
    """Yield the subsection marks at a paragraph's start: 'a.', or 'a.' and '(1)'."""
    at = 0
    for _ in range(_MOST_MARKS):
        match = MARK.match(text, at)
        if match is None:
            return
        yield match.group().strip()
        at = match.end()


def _values(mark: str) -> list[Place]:
    """Return the possible kinds and values of a subsection's mark: '(i)' is a letter or a numeral."""
    style = "inner " if mark.startswith("(") else ""
    word = mark.strip("().")
    if word.isdecimal():
        return [(f"{style}arabic", int(word))]
    case = "small" if word.islower() else "capital"
    found = []
    if len(set(word)) == 1:
        found.append((f"{style}{case}", ord(word[0].lower()) - 96 + 26 * (len(word) - 1)))
    if re.fullmatch("[ivxlIVXL]+", word):
        found.append((f"{style}{case} numeral", roman_value(word)))
    return found


def _runs_on(last: Block, block: Block) -> bool:
    """Tell whether a paragraph continues at the top of the next page."""
    return last.lines[-1].page != block.page and not last.ended


def _cut(node: _Node, path: tuple[str, ...], chain: str) -> Iterator[ProvisionBlocks]:
    """Yield the node as one provision, or, when it is long, along its parts; ``chain`` are the marks above
    it."""
    label = chain + node.label
    own = (*path, label) if label else path
    if not node.parts or node.words() <= _MAX_UNDIVIDED_WORDS:
        yield ProvisionBlocks(own, blocks=list(node.all_blocks()))
        return
    opening = node.blocks
    if sum(map(words_of, opening)) >= _MIN_OPENING_WORDS:
        yield ProvisionBlocks(own, blocks=opening)
        opening = []
    for run in _runs(node.parts, sum(map(words_of, opening))):
        if len(run) == 1:
            found = list(_cut(run[0], path, label))
        else:
            between = f"{label}{run[0].label}–{run[-1].label}"
            found = [ProvisionBlocks((*path, between), blocks=[b for part in run for b in part.all_blocks()])]
        found[0].blocks[:0] = opening
        opening = []
        yield from found


def _runs(parts: Sequence[_Node], words: int) -> Iterator[list[_Node]]:
    """Yield runs of neighbouring parts that are short enough together, after an opening of ``words``."""
    run: list[_Node] = []
    for part in parts:
        size = part.words()
        if run and words + size > _MAX_UNDIVIDED_WORDS:
            yield run
            run, words = [], 0
        run.append(part)
        words += size
    if run:
        yield run
