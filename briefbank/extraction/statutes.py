"""Reads statutes, regulations and rules: title, chapter, section, subsections, each with its ancestry.

A code's own numbers give its structure: "TITLE 2C", "CHAPTER 44", "2C:44-1. Criteria for sentence", "a.",
"(3)". Subsections nest in the order in which the kinds of their marks appear. Long sections are cut along
their subsections, and small neighbouring subsections stay together, so that a passage is neither a fragment
nor a whole chapter. The heading path gives its position ("N.J.S.A. > Title 2C > 2C:44-1. … > a.(3)"). A title
that only the section's number shows is added to the path where the code is named, because only then is its
numbering known.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from briefbank.extraction.headings import MarkValue, has_leader, values_of
from briefbank.extraction.layout import Block, PageLayout
from briefbank.text.language import ends, sentence_ends

MARK = re.compile(r"(?:\((?:[a-z]{1,4}|[A-Z]{1,4}|\d{1,3})\)|(?:[a-z]|[A-Z]|\d{1,2})\.(?=\s|\())\s*")
_MOST_MARKS = 4
_MAX_UNDIVIDED_WORDS = 250
_MIN_OPENING_WORDS = 40
"""The minimum words of a provision's opening; a shorter one stays with its first subsections."""


@dataclass(slots=True)
class ProvisionBlocks:
    """Paragraphs under one path; ``heads`` are the title, chapter and section lines that open it."""

    path: tuple[str, ...]
    heads: Sequence[Block] = ()
    blocks: Sequence[Block] = ()


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
        self._open: list[tuple[MarkValue, _Node]] = []

    @property
    def empty(self) -> bool:
        return not (self._section.blocks or self._section.parts)

    @property
    def _last(self) -> _Node:
        return self._open[-1][1] if self._open else self._section

    def add(self, block: Block) -> None:
        """Add a paragraph: the next subsection, or more of the open one, also across a page end."""
        marks: list[str] = []  # at the paragraph's start: 'a.', or 'a.' and '(1)'
        at = 0
        while len(marks) < _MOST_MARKS and (match := MARK.match(block.text, at)):
            marks.append(match.group().strip())
            at = match.end()
        if not marks and self._last.blocks:
            above = self._last.blocks[-1]
            if above.lines[-1].page != block.page and not above.ended:
                above.lines += block.lines
                return
        for number, mark in enumerate(marks, 1):
            if not self._open_subsection(mark, leads=number < len(marks)):
                break
        self._last.blocks.append(block)

    def last_line_before(self, page: int) -> str:
        """Return the last line that was added if it stands on an earlier page; otherwise empty."""
        line = self._last.blocks[-1].lines[-1] if self._last.blocks else None
        return line.text if line and line.page < page else ""

    def cut(self, path: tuple[str, ...]) -> list[ProvisionBlocks]:
        """Return the provisions of the section, whose own path this is; none when nothing was added."""
        return [part for part in _cut(self._section, path, "") if part.blocks]

    def _open_subsection(self, mark: str, *, leads: bool) -> bool:
        """Make the subsection with this mark the open one; return False where the mark is only text.

        The mark continues the sequence of its kind, begins a kind that is not open, repeats the open one
        before a further mark (``leads``; '(a)(2)' after '(a)(1)'), or continues after a gap, tried in this
        order.
        """
        depths = {kind: depth for depth, ((kind, _), _) in enumerate(self._open)}
        # How far each meaning of the mark is from the open one of its kind; from 0 where none is open.
        options = [
            (kind, value, depths.get(kind), value - (self._open[depths[kind]][0][1] if kind in depths else 0))
            for kind, value in values_of(mark.strip("(). "), inner=mark.startswith("("))[::-1]
        ]
        continuing = [option for option in options if option[2] is not None]
        chosen = next(
            itertools.chain(
                (option for option in continuing if option[3] == 1),
                (option for option in options if option[2] is None and option[1] == 1),
                (option for option in continuing if option[3] == 0 and leads),
                (option for option in continuing if option[3] >= 1),
            ),
            None,
        )
        if chosen is None:
            return False
        kind, value, depth, step = chosen
        if depth is not None:
            del self._open[depth + (step == 0) :]
        if step:
            node = _Node(mark)
            self._last.parts.append(node)
            self._open.append(((kind, value), node))
        return True


def words_of(block: Block) -> int:
    """Return the number of words of the block."""
    return sum(line.text.count(" ") + 1 for line in block.lines)


def _cut(node: _Node, path: tuple[str, ...], chain: str) -> Iterator[ProvisionBlocks]:
    """Yield the node as one provision, or, when it is long, along its parts; ``chain`` are the marks above
    it. Neighbouring parts that are short enough stay together."""
    label = chain + node.label
    own = (*path, label) if label else path
    if not node.parts or node.words() <= _MAX_UNDIVIDED_WORDS:
        yield ProvisionBlocks(own, blocks=list(node.all_blocks()))
        return
    opening = node.blocks
    words = sum(map(words_of, opening))
    if words >= _MIN_OPENING_WORDS:
        yield ProvisionBlocks(own, blocks=opening)
        opening, words = [], 0
    runs: list[list[_Node]] = [[]]
    for part in node.parts:
        if runs[-1] and words + part.words() > _MAX_UNDIVIDED_WORDS:
            runs.append([])
            words = 0
        runs[-1].append(part)
        words += part.words()
    for run in runs:
        if len(run) == 1:
            inner = list(_cut(run[0], path, label))
        else:
            between = f"{label}{run[0].label}–{run[-1].label}"
            inner = [ProvisionBlocks((*path, between), blocks=[b for part in run for b in part.all_blocks()])]
        inner[0].blocks = [*opening, *inner[0].blocks]
        opening = []
        yield from inner


_CODES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        ("N.J.S.A.", r"\bN\. ?J\. ?S\. ?(?:A\.)?|\bNJSA\b|\bN\.J\. Stat\.|\bNew Jersey Statutes"),
        ("N.J.A.C.", r"\bN\. ?J\. ?A\. ?C\.|\bNJAC\b|\bNew Jersey Administrative Code"),
        ("N.J.R.E.", r"\bN\. ?J\. ?R\. ?E\.|\bNJRE\b|\bNew Jersey Rules of Evidence"),
        ("New Jersey Court Rules", r"\bNew Jersey Court Rules|\bRules Governing the Courts of"),
        ("U.S.C.", r"\bU\. ?S\. ?C\.|\bUnited States Code\b"),
        ("Tenn. Code Ann.", r"\bTenn(?:essee|\.) Code\b|\bT\. ?C\. ?A\."),
    )
)
_NUMBER = (
    r"(?:\d{1,3}[A-Z]{0,2}:\d{1,3}[A-Z]{0,2}(?:-\d{1,3}[A-Za-z]?(?:\.\d{1,3})?[a-z]?)?"
    r"|\d{1,3}[A-Z]?(?:-\d{1,4}[A-Z]?){1,3}(?:\.\d{1,3})?)"
)
_SIGN = r"(?:§{1,2}|Sec(?:tion|\.)|SEC(?:TION|\.)|R(?:ule|ULE|\.)|N\. ?J\. ?R\. ?E\.|F\. ?R\. ?E\.)"
_HEAD = re.compile(
    rf"(?!Nos?\.|Page)(?:\W{{0,2}}(?:[A-Z][A-Za-z]{{0,4}}\. ?){{1,4}}(?:(?:Code|Stat)\w*\.? ?(?:Ann\. ?)?)?)?"
    rf"(?:(?P<title>\d{{1,2}}) ?U\. ?S\. ?C\. ?(?:A\. ?)?)?"
    rf"(?:{_SIGN} ?(?P<signed>\d[\w:.\-]{{0,14}}?)|(?P<number>{_NUMBER}))"
    rf"(?:(?:,| (?:to|through|and|&|[-–—])) {_NUMBER}){{0,8}}"
    r"(?:(?P<stop>[.:]?) [-–—]? ?(?=[\"“'‘(\[]{0,2}[A-Z])|(?P<end>\.?)$)"
)
_DIVISION = re.compile(
    r"(?P<kind>SUBTITLE|TITLE|SUBCHAPTER|CHAPTER|ARTICLE|SUBPART|PART|DIVISION) "
    r"(?P<number>\d{1,3}[A-Z]{0,2}|[IVXLC]{1,7}|[A-Z])(?=$|[\s.:,;\-–—])",
    re.IGNORECASE,
)
_OTHER_PAPER = re.compile(
    r"\bv\.(?:\s|$)|\bdear\b|\bdocket\b|\bnos?\. ?\d|\b(?:attorneys?|counsel) for\b|@|\bfax\b|\bpetitioner"
    r"|\bappell(?:ant|ee)|\bplaintiff",
    re.IGNORECASE,
)
"""Words that stand above a case, a letter or a fax, but not above a section of a code."""
_TELEPHONE = re.compile(r"\d{3}-\d{3}-\d{4}|\d{3}-\d{4}$")
_SECTION_REFERENCE = re.compile(r"(?:§|\bsections?)$", re.IGNORECASE)
"""The end of a page after which a number at the top of the next is no heading: "… as provided in § /
30-2-317. If …"."""
_MIN_PARAGRAPH_WORDS = 15
_FIRST_BLOCKS = 8
_HEAD_WORDS = 40
_DIVISION_WORDS = 25


def provisions(layouts: Sequence[PageLayout]) -> list[ProvisionBlocks]:
    """Return the provisions of a code in order; empty where the document is no code. Linear time.

    A document is a code when it begins with the number and name of a section, preceded by nothing but the
    names of titles and chapters.
    """
    blocks = [block for layout in layouts for block in layout.blocks]
    first = [part for block in blocks[:_FIRST_BLOCKS] for part in _split(block)]
    text = " ".join(block.text[:200] for block in first[:_FIRST_BLOCKS])
    code = next((name for name, pattern in _CODES if pattern.search(text)), "")
    if not _is_code(first, blocks, named=bool(code)):
        return []
    reader = _CodeReader(code)
    for block in blocks:
        for part in _split(block):
            reader.block(part)
    return reader.finish()


def _split(block: Block) -> Iterator[Block]:
    """Yield parts of the block, cut where a line begins a title, section or subsection: statutes are set
    close."""
    start = 0
    for at in range(1, len(block.lines)):
        if _begins(block.lines[at - 1].text, block.lines[at].text):
            yield replace(block, lines=block.lines[start:at])
            start = at
    yield replace(block, lines=block.lines[start:]) if start else block


def _begins(above: str, text: str) -> bool:
    if _HEAD.match(text[:200]):
        return ends(above) or _is_title(above)
    if _DIVISION.match(text) or _is_title(above):
        return _is_title(text) or _is_title(above)
    return MARK.match(text) is not None and (ends(above) or _HEAD.match(above[:200]) is not None)


def _is_title(text: str) -> bool:
    """Tell whether a line is the name of a title or chapter, not a mention of one ('Title 30 of the …')."""
    words = text.split()
    return (
        _DIVISION.match(text) is not None
        and len(words) <= _DIVISION_WORDS
        and not (len(words) > 2 and words[2][0].islower())
    )


def _is_code(first: Sequence[Block], blocks: Sequence[Block], *, named: bool) -> bool:
    """Tell whether the first section's number stands near the top, with text to come."""
    for block in first:
        if head := _section_head(block):
            number = head["number"] or ""
            sure = head["stop"] or head["end"] or named
            if number and ":" not in number and (_TELEPHONE.match(number) or not sure):
                return False  # a telephone number has dashes too
            return any(MARK.match(other.text) or words_of(other) >= _MIN_PARAGRAPH_WORDS for other in blocks)
        if words_of(block) > _DIVISION_WORDS or _OTHER_PAPER.search(block.text[:300]):
            return False
    return False


def _section_head(block: Block) -> re.Match[str] | None:
    return None if has_leader(block) else _HEAD.match(block.text[:200])


class _CodeReader:
    """Reads a code's blocks in order and tracks the current title, chapter and section."""

    def __init__(self, code: str) -> None:
        self._code = code
        self._done: list[ProvisionBlocks] = []
        self._divisions: list[tuple[str, str]] = []
        self._numbers: list[tuple[str, str]] = []
        self._heads: list[Block] = []
        self._has_pending_name = False
        """A section's name is among the pending heads."""
        self._title = ""
        self._section = Subsections()

    def block(self, block: Block) -> None:
        """Read the next block."""
        division = _DIVISION.match(block.text[:80])
        head = _section_head(block)
        if division is not None and _is_title(block.text):
            self._close()
            self._add_empty_section()
            kind, kinds = division["kind"].lower(), [own for own, _ in self._divisions]
            if kind in kinds:
                del self._divisions[kinds.index(kind) :]
            self._divisions.append((kind, block.text))
            self._numbers = []
            self._heads.append(block)
        elif head is not None and not _SECTION_REFERENCE.search(self._section.last_line_before(block.page)):
            self._begin_section(head, block)
        elif not self._numbers and self._section.empty and words_of(block) <= _DIVISION_WORDS:
            self._heads.append(block)  # the code's name above its first section
        else:
            self._section.add(block)

    def finish(self) -> list[ProvisionBlocks]:
        """Return all provisions."""
        self._close()
        self._has_pending_name = bool(self._heads)
        self._add_empty_section()
        return self._done

    def _begin_section(self, head: re.Match[str], block: Block) -> None:
        self._close()
        number = head["number"] or head["signed"]
        while self._numbers and not number.startswith(f"{self._numbers[-1][0]}-"):
            self._add_empty_section()
            self._numbers.pop()
        # Its number and name end with the full stop after the name.
        words = block.text[:400]
        end = next((at for at in sentence_ends(words) if at > head.end()), len(words))
        self._numbers.append((number, " ".join(words[:end].split()[:_HEAD_WORDS])))
        self._title = head["title"] or ""
        if not self._title and self._code in ("N.J.S.A.", "N.J.A.C.") and ":" in number:
            self._title = number.split(":", 1)[0]
        elif not self._title and self._code == "Tenn. Code Ann.":
            self._title = number.split("-", 1)[0]
        if words_of(block) <= _HEAD_WORDS:
            self._heads.append(block)
            self._has_pending_name = True
        else:
            self._section.add(block)

    def _close(self) -> None:
        """End the open section and cut it; heads without text stay pending for the text below them."""
        if not self._section.empty:
            parts = self._section.cut(self._path())
            parts[0].heads = self._heads
            self._done += parts
            self._heads, self._has_pending_name = [], False
        self._section = Subsections()

    def _add_empty_section(self) -> None:
        """Add a section that has a name and no text (it was repealed) as a provision."""
        if self._has_pending_name:
            self._done.append(ProvisionBlocks(self._path(), self._heads))
            self._heads, self._has_pending_name = [], False

    def _path(self) -> tuple[str, ...]:
        named = [text for _, text in self._divisions]
        if self._title and not any(kind == "title" for kind, _ in self._divisions):
            named.insert(0, f"Title {self._title}")
        return tuple(part for part in (self._code, *named, *(name for _, name in self._numbers)) if part)
