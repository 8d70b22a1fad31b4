"""Reads statutes, regulations and rules: title, chapter, section, each with its ancestry.

A code's own numbers give its structure: "TITLE 2C", "CHAPTER 44", "2C:44-1. Criteria for sentence". The
heading path of a section gives its position ("N.J.S.A. > Title 2C > 2C:44-1. …"); its subsections are
paragraphs. A title that only the section's number shows is added to the path where the code is named, because
only then is its numbering known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from briefbank.domain.pages import Role
from briefbank.extraction.headings import has_leader
from briefbank.extraction.layout import Block, PageLayout, Section
from briefbank.text.language import ends, sentence_ends

MARK = re.compile(r"(?:\((?:[a-z]{1,4}|[A-Z]{1,4}|\d{1,3})\)|(?:[a-z]|[A-Z]|\d{1,2})\.(?=\s|\())\s*")
"""The mark of a subsection."""


def words_of(block: Block) -> int:
    return sum(line.text.count(" ") + 1 for line in block.lines)


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
    r"(?i)(?P<kind>SUBTITLE|TITLE|SUBCHAPTER|CHAPTER|ARTICLE|SUBPART|PART|DIVISION) "
    r"(?P<number>\d{1,3}[A-Z]{0,2}|[IVXLC]{1,7}|[A-Z])(?=$|[\s.:,;\-–—])"
)
_OTHER_PAPER = re.compile(
    r"(?i)\bv\.(?:\s|$)|\bdear\b|\bdocket\b|\bnos?\. ?\d|\b(?:attorneys?|counsel) for\b|@|\bfax\b"
    r"|\bpetitioner|\bappell(?:ant|ee)|\bplaintiff"
)
"""Words that stand above a case, a letter or a fax, but not above a section of a code."""
_TELEPHONE = re.compile(r"\d{3}-\d{3}-\d{4}|\d{3}-\d{4}$")
_SECTION_REFERENCE = re.compile(r"(?:§|\bsections?)$", re.IGNORECASE)
"""The end of a page whose reference a number at the top of the next completes: "as provided in §"."""
_MIN_PARAGRAPH_WORDS = 15
_FIRST_BLOCKS = 8
_HEAD_WORDS = 40
_DIVISION_WORDS = 25


def provisions(layouts: Sequence[PageLayout]) -> list[Section]:
    """Return the provisions of a code in order, of any other document none. Linear time. A code begins with
    the number and name of a section, preceded by nothing but the names of titles and chapters."""
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
    """Yield the parts of a block: a line in it may begin a title, section or subsection."""
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
    mention = len(words) > 2 and words[2][0].islower()
    return _DIVISION.match(text) is not None and len(words) <= _DIVISION_WORDS and not mention


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
        self._done: list[Section] = []
        self._divisions: list[tuple[str, str]] = []
        self._numbers: list[tuple[str, str]] = []
        self._heads: list[Block] = []
        self._has_pending_name = False  # A section's name is among the pending heads
        self._title = ""
        self._blocks: list[Block] = []

    def block(self, block: Block) -> None:
        division = _DIVISION.match(block.text[:80])
        last = self._blocks[-1].lines[-1] if self._blocks else None
        # The page before may end in a reference, whose number begins the block.
        refers = last and last.page < block.page and _SECTION_REFERENCE.search(last.text)
        head = None if refers else _section_head(block)
        if division is not None and _is_title(block.text):
            self._close()
            self._add_empty_section()
            kind, kinds = division["kind"].lower(), [own for own, _ in self._divisions]
            if kind in kinds:
                del self._divisions[kinds.index(kind) :]
            self._divisions.append((kind, block.text))
            self._numbers = []
            self._heads.append(block)
        elif head is not None:
            self._begin_section(head, block)
        elif not self._numbers and not self._blocks and words_of(block) <= _DIVISION_WORDS:
            self._heads.append(block)  # the code's name above its first section
        else:
            self._add(block)

    def finish(self) -> list[Section]:
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
            self._add(block)

    def _add(self, block: Block) -> None:
        """Add a paragraph: the next one, or more of the last one across a page end."""
        above = self._blocks[-1] if self._blocks else block
        if above.lines[-1].page != block.page and not above.ended and not MARK.match(block.text):
            above.lines += block.lines
        else:
            self._blocks.append(block)

    def _close(self) -> None:
        """End the open section; heads without text stay pending for the text below them."""
        if self._blocks:
            self._done.append(Section(Role.BODY, self._path(), self._heads, self._blocks))
            self._heads, self._has_pending_name = [], False
        self._blocks = []

    def _add_empty_section(self) -> None:
        """Add a section that has a name and no text (it was repealed) as a provision."""
        if self._has_pending_name:
            self._done.append(Section(Role.BODY, self._path(), self._heads))
            self._heads, self._has_pending_name = [], False

    def _path(self) -> tuple[str, ...]:
        named = [text for _, text in self._divisions]
        if self._title and not any(kind == "title" for kind, _ in self._divisions):
            named.insert(0, f"Title {self._title}")
        return tuple(part for part in (self._code, *named, *(name for _, name in self._numbers)) if part)
