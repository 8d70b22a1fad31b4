"""The quotations of an authority: each wording once, with the number of passages that quote it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from briefbank.citations.quotations import quotations
from briefbank.domain.authority_reports import Quotation
from briefbank.domain.documents import Document
from briefbank.domain.passages import Passage

MOST = 20
"""The most quotations that a page shows."""
READ = 100
"""The number of newest passages read for quotations, in some 10 ms; a person reads far fewer."""
_STAR_PAGE = re.compile(r"\[\*+\d{1,4}\]")
_CHANGED = re.compile(r"[\[\]\u00ad]|(?<=\w)-\s+")
"""Brackets around a changed letter, and hyphens of line ends."""
_WORD = re.compile(r"[^\W_]+")


@dataclass(slots=True)
class _SameQuotation:
    """The same words in several passages, and where the newest passage has them."""

    passage: Passage
    document: Document
    start: int
    end: int
    passages: set[int] = field(default_factory=set)


def quoted(
    places: Iterable[tuple[Passage, Document]], mentions: Mapping[int, Collection[int]]
) -> list[Quotation]:
    """Return the quotations of an authority in these passages, those that most passages quote first.

    The passages are given newest first. ``mentions`` has, by passage, the indexes of its citations of the
    authority.
    """
    found: dict[str, _SameQuotation] = {}
    for passage, document in places:
        for start, end, owner in quotations(passage.text, passage.citations):
            if owner in mentions[passage.id]:
                new = _SameQuotation(passage, document, start, end)
                found.setdefault(plain(passage.text[start:end]), new).passages.add(passage.id)
    ordered = sorted(found.values(), key=lambda each: -len(each.passages))
    return [_quotation(each) for each in ordered[:MOST]]


def plain(words: str) -> str:
    """Normalize quoted words so that equal quotations match.

    Capitals, punctuation, star pages, and the brackets around a changed letter are removed.
    """
    return " ".join(_WORD.findall(_CHANGED.sub("", _STAR_PAGE.sub(" ", words)).casefold()))


def _quotation(same: _SameQuotation) -> Quotation:
    text = " ".join(same.passage.text[same.start : same.end].split())
    return Quotation(text, len(same.passages), same.passage.id, same.document, same.start, same.end)
