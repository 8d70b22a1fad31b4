"""Divides a document into sections: runs of paragraphs under one heading with one role.

The order of a brief is regular enough to read it as a sequence of states: front (cover and caption, or the
head of a letter or memo), contents, authorities, then headed sections, then signature, service and appendix.
Each state has conditions that end it. In doubt the text is body, because body text can be found. A footnote
goes to the section that calls it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from briefbank.domain.documents import Annotation, AnnotationGaps
from briefbank.domain.pages import OutlineEntry, Passage, Role
from briefbank.extraction.clean import CleanPage
from briefbank.extraction.headings import (
    Heading,
    Outline,
    breaks_off,
    contents_of,
    continues_title,
    find_point_marks,
    has_leader,
    is_entry,
    known_title,
    leader_start,
    letters,
)
from briefbank.extraction.layout import (
    MARKER,
    Block,
    PageLayout,
    Section,
    Style,
    caller,
    in_capitals,
    lay_out,
    style_of,
    without_note_call,
    without_stars,
)
from briefbank.extraction.statutes import provisions
from briefbank.extraction.text import Vocabulary, join_lines
from briefbank.text import page_numbers

_CAPTION_SIGN = re.compile(
    r"(?i)\bcourt of\b|\bcourt for\b|district court|supreme court|superior court|\bv(?:s)?\.(?:\s|$)"
    r"|\bnos?[.:] ?\S*\d|\bnos?\. |\bdocket\b|\bappeals board\b"
)
_APPEAL = re.compile(
    r"(?i)^(?:on )?(?:appeal|petition|certification|review|writ|interlocutory|civil action|criminal action"
    r"|sat below)\b"
)
_PARTIES = re.compile(r"(?:-?\s?(?:vs?|vv)\.?\s?-?|-?against-?|versus|V\.|VS\.|\)|:)", re.IGNORECASE)
_OPENING_WORDS = re.compile(
    r"(?i)(?:dear\b.{0,80}[:,]?|may it please the court\W*|to the honorable .{0,120}[:,]"
    r"|(?:per|by the) c(?:uriam|ourt)\W{0,3})"
)
"""A salutation, or the words that open an opinion."""
_FRONT_FIELD = re.compile(
    r"(?i)\W{0,3}(?:memorandum (?:to|for|from)\b"
    r"|(?:to|from|re|date|subject|fax|via|cc|through|attn|pages?)\b.{0,12}:)"
)
_DOCUMENT_NAME = re.compile(r"(?i)\W*(?:opinion|order|judgment|memorandum(?: opinion)?|reply|appendix.*)\W*")
_DIRECTIVE = re.compile(
    r"(?i)(?:(?:attorney general|administrative|supplemental|law enforcement)\W{1,3}){0,4}directive"
    r" ?(?:no\.?|number|#)? ?\d{1,4}-\d{1,4}\b"
)
_DIRECTIVE_WORDS = 16
_FRONT_PAGES = 4
_FIRST_BLOCKS = 60
_PROSE_WORDS = 25
_TEXT_WORDS = 12
_CELLS_NEAR = 3


def _has_letter_head(first: Sequence[Block]) -> bool:
    """Tell whether a salutation, or TO and FROM as in a memo, stands before any running text."""
    fields = 0
    for block in first:
        fields += sum(1 for line in block.lines[:8] if _FRONT_FIELD.match(line.text))
        if fields >= 2 or re.match(r"dear\b.{2,80}[:,]$", block.text[:120], re.IGNORECASE):
            return True
        if is_prose(block):
            return False
    return False


def is_prose(block: Block) -> bool:
    """Tell whether a block is a paragraph of running text, unlike a caption or a list of authorities."""
    text = block.text[:2000]
    words = text.split()
    if len(words) < _PROSE_WORDS or len(block.lines) < 2 or _APPEAL.match(text):
        return False
    return sum(word[0].islower() for word in words) >= 0.5 * len(words) and leader_start(text) < 0


def has_text(block: Block) -> bool:
    words = block.text[:1000].split()
    return len(words) >= _TEXT_WORDS and sum(word[0].islower() for word in words) >= 0.4 * len(words)


def has_beside(blocks: Sequence[Block], at: int) -> bool:
    """Tell whether another block stands beside the one at this index: a cell of a table or form."""
    own = blocks[at]
    for other in (*blocks[max(0, at - _CELLS_NEAR) : at], *blocks[at + 1 : at + 1 + _CELLS_NEAR]):
        if own.page != other.page or min(len(own.lines[0].text), len(other.lines[0].text)) < 4:
            continue
        top = max(own.lines[0].box.y0, other.lines[0].box.y0)
        overlap = min(own.lines[-1].box.y1, other.lines[-1].box.y1) - top
        smaller = min(own.lines[0].height, other.lines[0].height)
        left, right = sorted((own, other), key=lambda block: block.lines[0].box.x0)
        apart = max(line.box.x1 for line in left.lines) <= right.lines[0].box.x0
        if smaller > 0 and overlap >= 0.6 * smaller and apart:
            return True
    return False


_SUBMITTED = re.compile(
    r"(?i)(?:all of which is )?(?:most )?respectfully\s+submitted\b|very truly yours"
    r"|sincerely(?=\W*$|,| yours)|yours (?:very )?truly\b|dated?d?:.{0,60}respectfully submitted|/s/|s/ [A-Z]"
)
_DATED = re.compile(r"(?i)dated\b ?:?|executed (?:on|this)\b|(?:this )?\d{1,2}(?:st|nd|rd|th) day of\b")
_SIGNER = re.compile(
    r"(?i)^\W{0,3}(?:by:|/s/|s/)|(?:^|\s)/s/|_{6,}|\b(?:attorneys?|counsel|solicitor|deputy public defender"
    r"|public defender) (?:for|of record)\b|\besq\b|\bL\.?L\.?[PC]\b|\bP\.?C\.$|\bbar no\b"
)
_MAX_DATE_CHARS = 120
_MAX_SIGNATURE_LINES = 8
_SERIES = re.compile(r"(?P<before>[A-Za-z]{0,6}[.\-– ]{0,2})(?P<number>\d{1,4})(?P<after>[a-z]{0,2})")
_MIN_PAGES = 3


def signs(block: Block, following: Sequence[Block]) -> bool:
    """Tell whether a block opens the signature: "Respectfully submitted", or "Dated:" above a lawyer."""
    if len(block.lines) > _MAX_SIGNATURE_LINES:
        return False
    first = block.lines[0].text
    if _SUBMITTED.match(first):
        return not is_prose(block)
    if not _DATED.match(first) or len(block.text) > _MAX_DATE_CHARS:
        return False
    return any(_SIGNER.search(other.text[:200]) for other in (block, *following[:5]))


def appendix_pages(labels: Sequence[str]) -> int | None:
    """Return the index of the page where a numbering with a letter starts ("1a", "Da1"), or None."""
    plain = 0
    for index, label in enumerate(labels):
        match = _SERIES.fullmatch(label)
        if match is None:
            continue
        if not (match.group("before") or match.group("after")):
            plain += 1
        elif plain >= _MIN_PAGES and int(match.group("number")) <= 2:
            return index
    return None


_RAISED = re.compile(r"\W*(?:partially |partly |not )?(?:raised|argued) below\W*", re.IGNORECASE)
_LOOK_AHEAD = 8
_LISTS = (Role.CONTENTS, Role.AUTHORITIES)
_CLOSINGS = (Role.SIGNATURE, Role.SERVICE)
_CONTINUING_ROLES = (Role.BODY, Role.FACTS, Role.QUESTIONS, Role.PRELIMINARY, Role.PROCEDURE, Role.APPENDIX)
"""Roles whose paragraphs continue across page ends."""
_NAME_LIST_LINES, _NAME_LIST_CHARS = 3, 70  # So many short lines are names, which no heading interrupts
_CLOSING_PAGES = 2
_MAX_BLOCKS_AFTER_QUOTED_LETTER = 40  # The most blocks that follow the signature of a quoted letter


@dataclass(frozen=True, slots=True)
class Structure:
    """A document's sections in order, the words that join its broken lines, and whether it is a code."""

    sections: list[Section]
    words: Vocabulary
    code: bool


def structure_of(pages: Sequence[CleanPage], gaps: AnnotationGaps | None = None) -> Structure:
    """Return the structure of all pages; every block and footnote is in exactly one section. Linear time.
    Where the division fails by a mistake of ours, which ``gaps`` counts, all is one section."""
    words = Vocabulary(line for page in pages for line in page.lines)
    structure = (gaps or AnnotationGaps()).attempt(Annotation.HEADINGS, None, _divided, pages, words)
    if structure is not None:
        return structure
    layouts = lay_out(pages)  # anew: a division that failed may have joined blocks
    whole = Section(Role.BODY, ())
    for layout in layouts:
        whole.blocks += layout.blocks
        whole.notes += layout.notes
    return Structure([] if whole.empty else [whole], words, False)


def _divided(pages: Sequence[CleanPage], words: Vocabulary) -> Structure:
    layouts = lay_out(pages)
    if code := provisions(layouts):
        starts = [(section.heads or section.blocks)[0].page for section in code]
        at = 0  # each footnote goes to the last provision that begins on its page or before
        for page, layout in enumerate(layouts):
            while at + 1 < len(code) and starts[at + 1] <= page:
                at += 1
            code[at].notes += layout.notes
        return Structure(code, words, True)
    reader = _Reader(layouts, style_of(pages), words)
    for layout in layouts:
        reader.page(layout)
    return Structure(reader.finish(), words, False)


class _Reader:
    """Reads blocks in order and tracks the position in the document."""

    def __init__(self, layouts: Sequence[PageLayout], style: Style, words: Vocabulary) -> None:
        self._words = words
        self._blocks = [block for layout in layouts for block in layout.blocks]
        led = [has_leader(block) for block in self._blocks]
        self._outline = Outline(style, contents_of(self._blocks, led), find_point_marks(self._blocks, led))
        # Courts, parties and lawyers stand on the front in centred capitals that look like headings, or a
        # letterhead and an address.
        start = self._blocks[0].page if self._blocks else 0
        self._front_end = start + _FRONT_PAGES
        first = [block for block in self._blocks[:_FIRST_BLOCKS] if block.page < self._front_end]
        signs = [b for b in first if b.page == start and _CAPTION_SIGN.search(b.text[:300])]
        has_front = len(signs) >= 2 or _has_letter_head(first)
        self._parties = {  # the last block of a page with "v." alone, or the bracket beside the parties
            block.page: at
            for at, block in enumerate(self._blocks)
            if any(_PARTIES.fullmatch(line.text) for line in block.lines if len(line.text) < 12)
        }
        self._on_page = Counter(block.page for block in self._blocks)
        self._entries = _distance([own or is_entry(b) for own, b in zip(led, self._blocks, strict=True)])
        self._leaders = _distance(led)
        self._appendix_start = appendix_pages([layout.label for layout in layouts])
        self._page = 0
        self._done: list[Section] = []
        self._stack: list[Heading] = []
        self._at = 0
        self._opened = -1
        self._pending: Heading | None = None
        self._has_leaders = False
        self._appendix = False
        self._section = Section(Role.CAPTION if has_front else Role.BODY, ())

    def page(self, layout: PageLayout) -> None:
        if self._page == self._appendix_start and not self._appendix:
            self._begin_appendix()
        sections: list[Section] = []
        for block in layout.blocks:
            self._block(block)
            sections.append(self._section)
            self._at += 1
        for note in layout.notes:
            called = caller(note, layout.blocks)
            (self._section if called is None else sections[called]).notes.append(note)
        self._page += 1

    def finish(self) -> list[Section]:
        """Return the sections of all pages, below the name of a directive that its first page has."""
        self._close()
        for block in self._blocks[:_FIRST_BLOCKS]:
            name = _DIRECTIVE.match(block.text[:200])
            if name and block.page == self._blocks[0].page and block.text.count(" ") < _DIRECTIVE_WORDS:
                for section in self._done:
                    if section.role is not Role.CAPTION:
                        section.path = (name.group(), *section.path)
                break
        return self._done

    def _close(self) -> None:
        if not self._section.empty:
            self._done.append(self._section)

    def _block(self, block: Block) -> None:
        role = self._section.role
        distances = self._leaders if self._has_leaders else self._entries
        if role in _LISTS and distances[self._at] <= _LOOK_AHEAD:  # a table with a leader has them throughout
            self._list(block, role)
            return
        heading = self._heading(block, role)
        if self._continues_heading(block):
            words = join_lines(block.lines, self._words).text
            self._stack[-1] = replace(self._stack[-1], text=f"{self._stack[-1].text} {words}")
            self._section.heads.append(block)
            self._section.path = tuple(heading.text for heading in self._stack)
            self._pending = None
        elif heading:
            self._open(heading, block)
        elif self._is_over(block, role):
            self._stack = []
            self._start(self._role(), [], block)
        elif role not in _CLOSINGS and role not in _LISTS and signs(block, self._following(6)):
            self._start(Role.SIGNATURE, self._stack, block)
        else:
            self._pending = None
            blocks = self._section.blocks
            if blocks and self._continues_paragraph(blocks[-1], block):
                blocks[-1].lines += block.lines
                blocks[-1].full = block.full
            else:
                blocks.append(block)

    def _list(self, block: Block, role: Role) -> None:
        """Add a block inside a table: an entry, or the next table's title, unlike the open one's."""
        heading = self._outline.read(block, self._at) if known_title(block.text[:120])[0] in _LISTS else None
        if heading is not None:
            own = letters(self._stack[-1].text) if self._stack else ""
            again = letters(heading.text).removesuffix("continued") == own
            if heading.role is not role or not (again or "continued" in heading.text.lower()):
                self._open(heading, block)
                return
        self._section.blocks.append(block)
        self._has_leaders = self._has_leaders or self._leaders[self._at] == 0

    def _following(self, count: int) -> Sequence[Block]:
        return self._blocks[self._at + 1 : self._at + 1 + count]

    @property
    def _below_heading(self) -> bool:
        """Headings stand directly above, with no text since."""
        return not self._section.blocks and not self._section.notes and bool(self._section.heads)

    def _heading(self, block: Block, role: Role) -> Heading | None:
        above = self._stack[-1] if self._below_heading and self._stack else None
        heading = self._outline.read(block, self._at, above=above)
        if heading is None:
            return None
        if heading.free and self._pending is None:
            # Known only by its look: it must stand above text on its page and in no list.
            listed = [b for b in self._section.blocks[-_NAME_LIST_LINES:] if len(b.text) < _NAME_LIST_CHARS]
            below = [b.page == block.page for b in self._following(1)]
            text_near = any(map(has_text, self._following(3)))
            if below != [True] or not text_near or len(listed) == _NAME_LIST_LINES:
                return None
        if not (heading.known or heading.listed) and has_beside(self._blocks, self._at):
            return None
        if self._parties.get(block.page, -1) > self._opened and not heading.known and not heading.kind:
            return None
        if role is Role.CAPTION:
            own_name = _DOCUMENT_NAME.fullmatch(heading.text) and not any(map(is_prose, self._following(2)))
            return heading if heading.known and not own_name else None
        if role in _CLOSINGS:
            return heading if heading.known and block.bold | block.centred | block.text.isupper() else None
        return heading

    def _is_over(self, block: Block, role: Role) -> bool:
        """Tell whether a caption, table or signature has ended because text begins."""
        if role is Role.CAPTION:
            prose = is_prose(block) or _OPENING_WORDS.fullmatch(block.text[:200]) is not None
            return prose or block.page >= self._front_end
        if role not in (*_LISTS, *_CLOSINGS) or not is_prose(block):
            return False
        pages = block.page - (self._section.heads or self._section.blocks)[0].page
        if role is Role.SIGNATURE:
            return pages >= 1 or self._at + _MAX_BLOCKS_AFTER_QUOTED_LETTER < len(self._blocks)
        return role in _LISTS or pages >= _CLOSING_PAGES

    def _continues_heading(self, block: Block) -> bool:
        heads = self._section.heads
        if not self._below_heading or not self._stack or len(block.lines) > 6:
            return False
        open_heading = self._stack[-1]
        last, line = heads[-1].lines[-1], block.lines[0]
        near = last.page == line.page and line.middle - last.middle < 5 * max(line.height, last.height, 1.0)
        if MARKER.match(block.text) or open_heading.known or open_heading.marker_only:
            return False
        if not open_heading.kind:
            return near and continues_title(heads[-1], block)
        if near and _RAISED.fullmatch(block.text):
            return True
        ended = last.text.rstrip().endswith((".", "?", "!", ")")) or known_title(block.text)[1]
        if near and in_capitals(heads[-1].text):
            return not ended and in_capitals(block.text)
        return not ended and breaks_off(last.text) and not is_prose(block)

    def _continues_paragraph(self, last: Block, block: Block) -> bool:
        """Tell whether a paragraph continues on the next page, or in the next column."""
        line, following = last.lines[-1], block.lines[0]
        columns = line.column and following.column and line.column != following.column
        flows = line.page != following.page or columns
        labelled = len(block.lines) == 1 and self._on_page[block.page] == 1 and page_numbers.key(block.text)
        if not flows or labelled or self._section.role not in _CONTINUING_ROLES:
            return False
        first = block.lines[0].text
        if MARKER.match(first) and not first[0].islower():
            return False
        if not last.ended:
            return first[0].islower() or last.full or not block.indented
        return not block.indented and last.full and (len(last.lines) > 1 or first[0].islower())

    def _open(self, heading: Heading, block: Block) -> None:
        words = without_stars(join_lines(block.lines, self._words).text).strip()
        heading = replace(heading, text=without_note_call(words))
        fresh = self._below_heading
        if self._pending and fresh:  # 'POINT I' above the words of the point
            first = self._pending
            text = f"{first.text} {heading.text}"
            heading = Heading(text, first.level, heading.role, heading.known, kind=first.kind)
            self._stack.pop()
        if heading.role is Role.APPENDIX and self._opens_appendix(block):
            self._begin_appendix()
            heading, fresh = replace(heading, level=-1), False  # outside all others
        while self._stack and (self._stack[-1].level >= heading.level or self._stack[-1].role in _LISTS):
            self._stack.pop()
        following = "".join(below.text[:400] for below in self._following(1))
        while self._stack and heading.closes(self._stack[-1], following):
            self._stack.pop()
        if heading.known:
            self._opened = self._at
        self._stack.append(heading)
        heads = self._section.heads if fresh else []
        if fresh:
            self._section.heads = []
        self._has_leaders = False
        self._start(self._role(), self._stack, block, heads)
        self._pending = heading if heading.marker_only else None

    def _opens_appendix(self, block: Block) -> bool:
        """Tell whether a title 'EXHIBIT A' after the text, at the top of its page, opens an addition."""
        above = [b for b in self._blocks[max(0, self._at - 3) : self._at] if b.page == block.page]
        first = len(above) < 3 and all(len(b.text) < _NAME_LIST_CHARS for b in above)
        before = [*self._done[-_MAX_BLOCKS_AFTER_QUOTED_LETTER:], self._section]
        argued = any(section.role is not Role.CAPTION and section.blocks for section in before)
        return argued and (first or self._on_page[block.page] <= _MIN_PAGES)

    def _begin_appendix(self) -> None:
        """Begin the appendix, which extends to the end; no title in it is the document's own."""
        self._close()
        self._appendix = True
        self._stack = []
        self._section = Section(Role.APPENDIX, ())

    def _role(self) -> Role:
        for heading in reversed(self._stack):
            if heading.role in _LISTS:
                return heading.role or Role.BODY
            if self._appendix:
                return Role.APPENDIX
            if heading.role is not None:
                return heading.role if heading.role is not Role.APPENDIX else Role.BODY
        return Role.APPENDIX if self._appendix else Role.BODY

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


def _distance(matches: Sequence[bool]) -> list[int]:
    """Return for each block the distance in blocks to the next one that matches."""
    distances = [0] * len(matches)
    distance = _LOOK_AHEAD + 1
    for index in range(len(matches) - 1, -1, -1):
        distance = 0 if matches[index] else distance + 1
        distances[index] = distance
    return distances


def outline(passages: Iterable[Passage]) -> tuple[OutlineEntry, ...]:
    """Return the headings of a document in order, from its passages; each at the first passage below it.
    Footnotes are left out: they come after their section, and would repeat its heading."""
    entries: list[OutlineEntry] = []
    above: tuple[str, ...] = ()
    for passage in passages:
        if passage.role is Role.FOOTNOTE:
            continue
        path = passage.heading_path
        pairs = enumerate(zip(above, path, strict=False))
        same = next((level for level, (a, b) in pairs if a != b), min(len(above), len(path)))
        for level in range(same, len(path)):
            text = " ".join(path[level].split())
            if text and passage.spans:
                first = passage.spans[0]
                entry = OutlineEntry(text, level, first.page, passage.page_label, first.start, first.end)
                entries.append(entry)
        above = path
    return tuple(entries)
