"""Finds where a document's front ends: the cover and caption of a brief, the head of a letter or memo.

Before a brief's first words come courts, parties and lawyers, in centred capitals that look like headings. A
letter brief begins with a letterhead and an address, often behind the cover sheet of a fax. None of these
lines is a heading. The front ends with the first running text, the salutation, or a title that only a part of
a brief has.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from briefbank.extraction.blocks import Block
from briefbank.extraction.contents import leader_start

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
_PARTIES = re.compile(r"(?:-?\s?(?:vs?|vv)\.?\s?-?|-?against-?|versus|V\.|VS\.|\)|:)", re.IGNORECASE)
_OPENING_WORDS = re.compile(
    r"(?:dear\b.{0,80}[:,]?|may it please the court\W*|to the honorable .{0,120}[:,]"
    r"|(?:per|by the) c(?:uriam|ourt)\W{0,3})",
    re.IGNORECASE,
)
"""A salutation, or the words that open an opinion."""
_FIELD = re.compile(
    r"\W{0,3}(?:memorandum (?:to|for|from)\b"
    r"|(?:to|from|re|date|subject|fax|via|cc|through|attn|pages?)\b.{0,12}:)",
    re.IGNORECASE,
)
_FAX = re.compile(r"\b(?:fax|facsimile|telecopier|telefax)\b", re.IGNORECASE)
_FAX_FIELD = re.compile(
    r"\b(?:to|from|date|phone|pages?|re|number of pages|total pages|fax (?:no|number)|company|message)\b"
    r" ?[.#:]",
    re.IGNORECASE,
)
_DOCUMENT_NAME = re.compile(
    r"\W*(?:opinion|order|judgment|memorandum(?: opinion)?|reply|appendix.*)\W*", re.IGNORECASE
)
_DIRECTIVE = re.compile(
    r"(?:(?:attorney general|administrative|supplemental|law enforcement)\W{1,3}){0,4}directive"
    r" ?(?:no\.?|number|#)? ?\d{1,4}-\d{1,4}\b",
    re.IGNORECASE,
)
_DIRECTIVE_WORDS = 16
_PAGES = 4
"""The number of pages after which the front has ended in any case."""
_FIRST_BLOCKS = 60
_PROSE_WORDS = 25
_TEXT_WORDS = 12
_CELLS_NEAR = 3


def directive_name(blocks: Sequence[Block]) -> str:
    """Return the name and number of a directive, as on its first page; empty for any other document."""
    for block in blocks[:_FIRST_BLOCKS]:
        found = _DIRECTIVE.match(block.text[:200])
        if found and block.page == blocks[0].page and block.text.count(" ") < _DIRECTIVE_WORDS:
            return found.group()
    return ""


class FrontMatter:
    """The front of a document; thread-confined, built once from its blocks in order."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        first = [block for block in blocks[:_FIRST_BLOCKS] if block.page < blocks[0].page + _PAGES]
        self._start = blocks[0].page if blocks else 0
        self._faxes = _fax_pages(first)
        self.present = bool(self._faxes) or _has_caption(first) or _has_letter_head(first)
        self._parties = {block.page: at for at, block in enumerate(blocks) if _shows_parties(block)}

    def ends_with(self, block: Block) -> bool:
        """Tell whether the document's own text begins with this block."""
        if block.page in self._faxes:
            return False
        after = block.page >= self._start + _PAGES
        return after or is_prose(block) or _OPENING_WORDS.fullmatch(block.text[:200]) is not None

    def beside_parties(self, block: Block, opened: int) -> bool:
        """Tell whether the block's page has a caption's parties below the last known title (a block's
        number)."""
        return self._parties.get(block.page, -1) > opened

    def left_by(self, title: str, following: Sequence[Block]) -> bool:
        """Tell whether a known title in the front opens the document's text and is not the document's own
        name."""
        return not _DOCUMENT_NAME.fullmatch(title) or any(is_prose(block) for block in following)


def _has_caption(first: Sequence[Block]) -> bool:
    return sum(1 for b in first if b.page == first[0].page and _CAPTION_SIGN.search(b.text[:300])) >= 2


def _has_letter_head(first: Sequence[Block]) -> bool:
    """Tell whether a salutation, or TO and FROM as in a memo, stands before any running text."""
    fields = 0
    for block in first:
        if re.match(r"dear\b.{2,80}[:,]$", block.text[:120], re.IGNORECASE):
            return True
        fields += sum(1 for line in block.lines[:8] if _FIELD.match(line.text))
        if fields >= 2:
            return True
        if is_prose(block):
            return False
    return False


def _fax_pages(first: Sequence[Block]) -> frozenset[int]:
    """Return the pages that are the cover sheet of a fax: the word, the fields, and little else."""
    texts: dict[int, str] = {}
    for block in first:
        texts[block.page] = f"{texts.get(block.page, '')} {block.text[:600]}"
    return frozenset(
        page
        for page, text in texts.items()
        if len(text) < 2500 and _FAX.search(text[:800]) and len(set(_FAX_FIELD.findall(text.lower()))) >= 4
    )


def is_prose(block: Block) -> bool:
    """Tell whether a block is a paragraph of running text, unlike a caption or a list of authorities."""
    text = block.text[:2000]
    words = text.split()
    if len(words) < _PROSE_WORDS or len(block.lines) < 2 or _APPEAL.match(text):
        return False
    lower = sum(1 for word in words if word[0].islower())
    return lower >= 0.5 * len(words) and leader_start(text) < 0


def has_text(block: Block) -> bool:
    """Tell whether a block is running text, even of only a line or two."""
    words = block.text[:1000].split()
    return len(words) >= _TEXT_WORDS and sum(1 for word in words if word[0].islower()) >= 0.4 * len(words)


def _shows_parties(block: Block) -> bool:
    """Tell whether a block has a line that only a caption has: 'v.' alone, or the bracket beside the
    parties."""
    return any(_PARTIES.fullmatch(line.text) for line in block.lines if len(line.text) < 12)


def has_beside(blocks: Sequence[Block], at: int) -> bool:
    """Tell whether another block stands beside the one at this index: a cell of a table or form."""
    near = range(max(0, at - _CELLS_NEAR), min(len(blocks), at + _CELLS_NEAR + 1))
    return any(other != at and _side_by_side(blocks[at], blocks[other]) for other in near)


def _side_by_side(one: Block, other: Block) -> bool:
    if one.page != other.page or min(len(one.lines[0].text), len(other.lines[0].text)) < 4:
        return False
    top = max(one.lines[0].box.y0, other.lines[0].box.y0)
    overlap = min(one.lines[-1].box.y1, other.lines[-1].box.y1) - top
    smaller = min(one.lines[0].height, other.lines[0].height)
    if smaller <= 0 or overlap < 0.6 * smaller:
        return False
    left, right = sorted((one, other), key=lambda block: block.lines[0].box.x0)
    return max(line.box.x1 for line in left.lines) <= right.lines[0].box.x0
