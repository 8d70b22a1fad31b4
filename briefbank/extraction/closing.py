"""Finds the parts after a document's own text: the signature and the appendix.

A signature opens with "Respectfully submitted", or with "Dated:" where a lawyer's name or firm follows. An
appendix opens with its title at the top of a page, or with a new page numbering with a letter ("1a", "Da1").
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from briefbank.domain.passages import Role
from briefbank.extraction.blocks import Block
from briefbank.extraction.front import is_prose
from briefbank.extraction.heading_detection import Heading

_SUBMITTED = re.compile(
    r"(?:all of which is )?(?:most )?respectfully\s+submitted\b|very truly yours|sincerely(?=\W*$|,| yours)"
    r"|yours (?:very )?truly\b|dated?d?:.{0,60}respectfully submitted|/s/|s/ [A-Z]",
    re.IGNORECASE,
)
_DATED = re.compile(
    r"dated\b ?:?|executed (?:on|this)\b|(?:this )?\d{1,2}(?:st|nd|rd|th) day of\b", re.IGNORECASE
)
_SIGNER = re.compile(
    r"^\W{0,3}(?:by:|/s/|s/)|(?:^|\s)/s/|_{6,}|\b(?:attorneys?|counsel|solicitor|deputy public defender"
    r"|public defender) (?:for|of record)\b|\besq\b|\bL\.?L\.?[PC]\b|\bP\.?C\.$|\bbar no\b",
    re.IGNORECASE,
)
_NEAR = 5
_MAX_DATE_CHARS = 120
_MAX_SIGNATURE_LINES = 8
"""The maximum number of lines of a block that may belong to a signature."""
_SERIES = re.compile(r"(?P<before>[A-Za-z]{0,6}[.\-– ]{0,2})(?P<number>\d{1,4})(?P<after>[a-z]{0,2})")
_MIN_PAGES = 3


def signs(block: Block, following: Sequence[Block]) -> bool:
    """Tell whether the block opens the signature. ``following`` are the blocks after it."""
    if len(block.lines) > _MAX_SIGNATURE_LINES:
        return False
    first = block.lines[0].text
    if _SUBMITTED.match(first):
        return not is_prose(block)
    if not _DATED.match(first) or len(block.text) > _MAX_DATE_CHARS:
        return False
    return any(_SIGNER.search(other.text[:200]) for other in (block, *following[:_NEAR]))


def opens_appendix(heading: Heading, *, first: bool, blocks_on_page: int, argued: bool) -> bool:
    """Tell whether a title 'APPENDIX' or 'EXHIBIT A' opens an addition, and is no part of the text or a
    table.

    ``first`` says that it is the first block on its page, ``argued`` that the document's text came before it.
    """
    return heading.role is Role.APPENDIX and argued and (first or blocks_on_page <= _MIN_PAGES)


def appendix_pages(labels: Sequence[str]) -> int | None:
    """Return the index of the page where a new numbering with a letter starts, after pages without; or
    None."""
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
