"""What passages quote from an authority: the same words once, with how many passages quote them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from briefbank.authority.quotations import quotations
from briefbank.law_reports import Quotation
from briefbank.models import Document, Passage

MOST = 20
"""Quotations that a page shows."""
READ = 100
"""Passages, the newest, that are read for them: a few times what a person looks through, in some 10 ms."""
_STAR_PAGE = re.compile(r"\[\*+\d{1,4}\]")
_CHANGED = re.compile(r"[\[\]\u00ad]|(?<=\w)-\s+")
"""Brackets around a changed letter, and hyphens of line ends."""
_WORD = re.compile(r"[^\W_]+")


@dataclass(slots=True)
class _Same:
    """The same words in several passages; where the newest has them."""

    passage: Passage
    document: Document
    start: int
    end: int
    passages: set[int] = field(default_factory=set)


def quoted(
    places: Iterable[tuple[Passage, Document]], mentions: Mapping[int, Collection[int]]
) -> list[Quotation]:
    """What these passages, the newest first, quote from an authority; what most quote first.

    ``mentions``: by passage, which of its citations are of the authority.
    """
    found: dict[str, _Same] = {}
    for passage, document in places:
        for start, end, owner in quotations(passage.text, passage.citations):
            if owner in mentions[passage.id]:
                new = _Same(passage, document, start, end)
                found.setdefault(plain(passage.text[start:end]), new).passages.add(passage.id)
    ordered = sorted(found.values(), key=lambda each: -len(each.passages))
    return [_quotation(each) for each in ordered[:MOST]]


def plain(words: str) -> str:
    """Quoted words by which the same quotation is known: without capitals, signs, star pages, and the
    brackets around a letter that was changed."""
    return " ".join(_WORD.findall(_CHANGED.sub("", _STAR_PAGE.sub(" ", words)).casefold()))


def _quotation(same: _Same) -> Quotation:
    text = " ".join(same.passage.text[same.start : same.end].split())
    return Quotation(text, len(same.passages), same.passage.id, same.document, same.start, same.end)
