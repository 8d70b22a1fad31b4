"""Cuts a document into sections: runs of paragraphs under one heading that play one part.

The order of a brief is known well enough to read it as a sequence of states: caption, contents, authorities,
then headed sections, then signature and service. Each state knows what ends it; in doubt the text is body,
because what is body can be found.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from briefbank.models import Role
from briefbank.reading.blocks import MARKER, Block, Style, in_capitals
from briefbank.reading.headings import Heading, Outline, known_title, letters
from briefbank.reading.joining import Vocabulary, join_lines
from briefbank.reading.layout import PageLayout

_PAGE = r"(?:passim|[A-Z]{0,2}[a-z]?\d{1,4}[a-z]{0,2}|[ivxlc]{1,6})"
_PAGES = rf"{_PAGE}(?:\s*(?:,|-|–|and|et seq\.?)\s*{_PAGE}){{0,40}}"
_PAGES_END = re.compile(rf"(?:(?<=[\s.…_\-])|^){_PAGES}$", re.IGNORECASE)
_LEADERS = re.compile(r"[.…_-] *[.…_-]|…")
"""What every run of leaders has in it: a quick look, because most lines have none."""
_TAIL = 80
"""Characters at the end of a line in which its pages are looked for."""
_SIGNED = re.compile(
    r"^(?:all of which is )?respectfully\s+submitted|^dated?d?:.{0,40}respectfully submitted"
    r"|^very truly yours|^sincerely\b",
    re.IGNORECASE,
)
_CAPTION_SIGN = re.compile(
    r"\bcourt of\b|\bcourt for\b|district court|supreme court|superior court|\bv(?:s)?\.(?:\s|$)"
    r"|\bnos?[.:] ?\S*\d|\bnos?\. |\bdocket\b|\bappeals board\b",
    re.IGNORECASE,
)
_APPEAL = re.compile(
    r"^(?:on )?(?:appeal|petition|certification|review|writ|interlocutory|civil action|criminal action"
    r"|sat below)\b",
    re.IGNORECASE,
)
_TRAILING_NOTE = re.compile(r"(?<=[A-Za-z.”’])[\d*†]{1,2}$")
_RAISED = re.compile(r"\W*(?:partially |partly |not )?(?:raised|argued) below\W*", re.IGNORECASE)
_CAPTION_PAGES = 4
_LOOK_AHEAD = 8
_LISTS = (Role.CONTENTS, Role.AUTHORITIES)
_PARTIES = re.compile(r"(?:-?\s?(?:vs?|vv)\.?\s?-?|-?against-?|versus|V\.|VS\.|\)|:)", re.IGNORECASE)


@dataclass(slots=True)
class Section:
    """Paragraphs and footnotes under one heading path; ``heads`` are the headings that open it."""

    role: Role
    path: tuple[str, ...]
    heads: list[Block] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    notes: list[Block] = field(default_factory=list)

    @property
    def empty(self) -> bool:
        return not (self.heads or self.blocks or self.notes)


def sections(layouts: Sequence[PageLayout], style: Style, words: Vocabulary) -> list[Section]:
    """The document's sections in order; every block and footnote is in exactly one. Linear time."""
    reader = _Reader(layouts, style, words)
    for layout in layouts:
        reader.page(layout)
    return reader.finish()


@lru_cache(maxsize=8192)
def leader_start(text: str) -> int:
    """Where the dots begin that lead from an entry to its pages at the text's end, or -1."""
    if not _LEADERS.search(text):
        return -1
    tail = text[-_TAIL:]
    pages = _PAGES_END.search(tail)
    if pages is None:
        return -1
    before = text[: len(text) - len(tail) + pages.start()].rstrip()
    entry = before.rstrip(" .…_-")
    leader = before[len(entry) :].replace(" ", "")
    return len(entry) if len(leader) >= 3 or leader.startswith(("..", "…")) else -1


def contents_titles(layouts: Sequence[PageLayout]) -> frozenset[str]:
    """The letters of each entry that ends in leaders and a page, its outline mark left out."""
    titles: set[str] = set()
    pending = ""
    for layout in layouts[:40]:
        for block in layout.blocks:
            for line in block.lines:
                leader = leader_start(line.text)
                fresh = bool(MARKER.match(line.text))
                start = line.text if fresh or not pending else f"{pending} {line.text}"
                pending = start if len(start) < 600 else ""
                if leader >= 0:
                    titles.add(letters(MARKER.sub("", start[: leader_start(start)], count=1)))
                    titles.add(letters(line.text[:leader]))
                    pending = ""
    return frozenset(title for title in titles if len(title) >= 5)


class _Reader:
    """Reads blocks in order and keeps where in the document it is."""

    def __init__(self, layouts: Sequence[PageLayout], style: Style, words: Vocabulary) -> None:
        self._words = words
        self._outline = Outline(style, contents_titles(layouts))
        self._done: list[Section] = []
        self._stack: list[Heading] = []
        self._blocks = [block for layout in layouts for block in layout.blocks]
        self._entries = _distance(self._blocks, _is_entry)
        self._leaders = _distance(self._blocks, _has_leader)
        self._parties = {b.page: at for at, b in enumerate(self._blocks) if _shows_parties(b)}
        self._at = 0
        self._opened = -1
        self._pending: Heading | None = None
        self._led = False
        first = Role.CAPTION if self._has_caption() else Role.BODY
        self._section = Section(first, ())

    def _has_caption(self) -> bool:
        first = [block.text[:300] for block in self._blocks[:40] if block.page == self._blocks[0].page]
        return sum(1 for text in first if _CAPTION_SIGN.search(text)) >= 2

    def page(self, layout: PageLayout) -> None:
        for block in layout.blocks:
            self._block(block)
            self._at += 1
        self._section.notes += layout.notes

    def finish(self) -> list[Section]:
        self._close()
        return self._done

    def _close(self) -> None:
        if not self._section.empty:
            self._done.append(self._section)

    def _block(self, block: Block) -> None:
        role = self._section.role
        if role in _LISTS and self._in_list():
            heading = self._outline.read(block)
            if heading and heading.role in _LISTS and heading.role is not role:
                self._open(heading, block)
            else:
                self._section.blocks.append(block)
                self._led = self._led or self._leaders[self._at] == 0
            return
        heading = self._heading(block, role)
        if self._goes_on(block):
            self._extend(block)
        elif heading:
            self._open(heading, block)
        elif self._ends_front(block, role):
            self._start(Role.BODY, [], block)
        elif _SIGNED.match(block.text[:120]) and role is not Role.SERVICE:
            self._start(Role.SERVICE, self._stack, block)
        else:
            self._append(block)

    def _in_list(self) -> bool:
        """Whether more entries of the table follow near by; a table that has leaders is all leaders."""
        distances = self._leaders if self._led else self._entries
        return distances[self._at] <= _LOOK_AHEAD

    def _heading(self, block: Block, role: Role) -> Heading | None:
        heading = self._outline.read(block)
        if heading is None:
            return None
        beside_parties = self._parties.get(block.page, -1) > self._opened
        if beside_parties and not heading.known and not MARKER.match(block.text):
            return None
        if role is Role.CAPTION:
            return heading if heading.known and self._leaves_caption(heading, block) else None
        if role is Role.SERVICE:
            return heading if heading.known and block.bold | block.centred | block.text.isupper() else None
        return heading

    def _goes_on(self, block: Block) -> bool:
        """Whether a block in capitals is the rest of a marked heading in capitals that stands right above."""
        heads = self._section.heads
        if not heads or self._section.blocks or self._section.notes or not self._stack:
            return False
        open_heading = self._stack[-1]
        last, line = heads[-1].lines[-1], block.lines[0]
        unfinished = open_heading.kind and not open_heading.known and not open_heading.marker_only
        near = last.page == line.page and line.middle - last.middle < 5 * max(line.height, last.height, 1.0)
        if not (unfinished and near and len(block.lines) <= 6 and in_capitals(heads[-1].text)):
            return False
        if _RAISED.fullmatch(block.text):
            return True
        ended = last.text.rstrip().endswith((".", "?", "!", ")"))
        new = MARKER.match(block.text) or known_title(block.text)[1]
        return not ended and not new and in_capitals(block.text)

    def _extend(self, block: Block) -> None:
        words = join_lines(block.lines, self._words).text
        self._stack[-1] = replace(self._stack[-1], text=f"{self._stack[-1].text} {words}")
        self._section.heads.append(block)
        self._section.path = tuple(heading.text for heading in self._stack)
        self._pending = None

    def _leaves_caption(self, heading: Heading, block: Block) -> bool:
        """Whether a known title on a caption page opens the document and is not the document's own name."""
        name = re.fullmatch(
            r"\W*(?:opinion|order|judgment|memorandum(?: opinion)?|reply|appendix.*)\W*",
            heading.text,
            re.IGNORECASE,
        )
        return not name or self._prose_follows()

    def _prose_follows(self) -> bool:
        following = self._blocks[self._at + 1 : self._at + 3]
        return any(_prose(block) for block in following)

    def _ends_front(self, block: Block, role: Role) -> bool:
        if role is Role.CAPTION:
            return block.page >= self._blocks[0].page + _CAPTION_PAGES or _prose(block)
        return role in _LISTS and _prose(block)

    def _append(self, block: Block) -> None:
        self._pending = None
        blocks = self._section.blocks
        if blocks and self._continues(blocks[-1], block):
            blocks[-1].lines += block.lines
            blocks[-1].full = block.full
        else:
            blocks.append(block)

    def _continues(self, last: Block, block: Block) -> bool:
        """Whether a paragraph goes on over the foot of the page."""
        if last.lines[-1].page == block.page or self._section.role not in (
            Role.BODY,
            Role.FACTS,
            Role.QUESTIONS,
        ):
            return False
        first = block.lines[0].text
        if MARKER.match(first) and not first[0].islower():
            return False
        if not last.ended:
            return first[0].islower() or last.full or not block.indented
        return not block.indented and last.full and (len(last.lines) > 1 or first[0].islower())

    def _open(self, heading: Heading, block: Block) -> None:
        heading = replace(heading, text=_TRAILING_NOTE.sub("", join_lines(block.lines, self._words).text))
        fresh = not self._section.blocks and not self._section.notes and bool(self._section.heads)
        if self._pending and fresh:
            heading = _merged(self._pending, heading)
            self._stack.pop()
        while self._stack and (self._stack[-1].level >= heading.level or self._stack[-1].role in _LISTS):
            self._stack.pop()
        following = self._blocks[self._at + 1].text[:400] if self._at + 1 < len(self._blocks) else ""
        while self._stack and heading.closes(self._stack[-1], following):
            self._stack.pop()
        if heading.known:
            self._opened = self._at
        self._stack.append(heading)
        heads = self._section.heads if fresh else []
        if fresh:
            self._section.heads = []
        self._led = False
        self._start(self._role(), self._stack, block, heads)
        self._pending = heading if heading.marker_only else None

    def _role(self) -> Role:
        for heading in reversed(self._stack):
            if heading.role is not None:
                return heading.role
            if heading.known:
                return Role.BODY
        return Role.BODY

    def _start(
        self, role: Role, stack: list[Heading], block: Block, heads: list[Block] | None = None
    ) -> None:
        """Begin a section; with ``heads`` the block is a heading and comes after those."""
        self._close()
        path = tuple(heading.text for heading in stack)
        if heads is None:
            self._section = Section(role, path, blocks=[block])
        else:
            self._section = Section(role, path, heads=[*heads, block])


def _merged(first: Heading, second: Heading) -> Heading:
    """'POINT I' and the words of the point below it."""
    return Heading(f"{first.text} {second.text}", first.level, second.role, second.known, kind=first.kind)


def _prose(block: Block) -> bool:
    """A paragraph of running text, as a caption or a list of authorities does not have."""
    text = block.text[:2000]
    words = text.split()
    if len(words) < 25 or len(block.lines) < 2 or _APPEAL.match(text):
        return False
    lower = sum(1 for word in words if word[0].islower())
    return lower >= 0.5 * len(words) and leader_start(text) < 0


def _distance(blocks: Sequence[Block], wanted: Callable[[Block], bool]) -> list[int]:
    """For each block, how many blocks on the next one stands that is wanted."""
    distances = [0] * len(blocks)
    distance = _LOOK_AHEAD + 1
    for index in range(len(blocks) - 1, -1, -1):
        distance = 0 if wanted(blocks[index]) else distance + 1
        distances[index] = distance
    return distances


def _has_leader(block: Block) -> bool:
    return any(leader_start(line.text) >= 0 for line in block.lines)


def _is_entry(block: Block) -> bool:
    if _has_leader(block):
        return True
    last = block.lines[-1].text
    return (
        len(block.text) < 240
        and not last.endswith(".")
        and bool(_PAGES_END.search(last[-60:]))
        and len(last) > 4
    )


def _shows_parties(block: Block) -> bool:
    """A line that only a caption has: 'v.' alone, or the bracket beside the parties."""
    return any(_PARTIES.fullmatch(line.text) for line in block.lines if len(line.text) < 12)
