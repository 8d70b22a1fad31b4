"""Finds the words that a text quotes from the authorities it cites.

A quotation belongs to the citation in whose parenthesis it stands. Otherwise it belongs to the citation that
follows it, in its own sentence or as a citation sentence of its own (Bluebook B1.1: a citation sentence
supports the sentence before it). Otherwise it belongs to the last citation before it in its sentence. Quoted
words followed by a record cite are testimony and belong to no authority. A paragraph without quotation marks
is a block quotation if a colon announces it and its citation follows, usually in brackets (Bluebook B5.2; New
Jersey's courts put the citation of a block quotation in brackets).
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from briefbank.domain.authorities import Citation, CitationKind
from briefbank.text.language import sentence_ends

LEAST_WORDS = 5  # the fewest words of a quotation; fewer words in quotation marks are usually a term
_LONGEST = 4000  # the most characters of a quotation; a longer one began with a mark that was never closed
_LEAD = 160  # the most characters before a citation for the name of its case and its signal
_PARENTHESIS = 400  # the most characters back to the parenthesis in which a quotation stands
_MARK = re.compile(r"[“”\"]|‘‘|’’|``|''")
_PROSE = re.compile(r"(?<![\w.’'-])[a-z]{2,}(?![\w.’'-])")  # a lower-case word that is no abbreviation
_CITATION_WORDS = frozenset(
    str.split(
        "of the and in re ex rel ibid also see cf but accord generally compare contra with quoting citing "
        "supra infra at to for de la el al et on an or note notes id internal quotation quotations marks "
        "omitted emphasis added alteration alterations original citation citations section sections"
    )
)
"""Lower-case words of citation sentences, of case names and between citations."""
_STARTS_PROSE = re.compile(r"(?:In (?!re\b)|Under |The (?:Court|court)|As |Since |After |Here|Thus)")
_INNER = re.compile(r"\([^()]*\)")
_WORD = re.compile(r"\w[\w.’'-]*")
_ITEM = re.compile(r"(?:\(?[\da-zA-Z]{1,3}[.)]|[•◦▪●·–—-]) ")


@dataclass(slots=True)
class _Text:
    """A text with the positions that are looked up often."""

    text: str
    citations: Sequence[Citation]
    starts: list[int]  # The start of each citation
    ends: list[int]  # The end of each sentence; the last is the end of the text

    def sentence(self, at: int) -> tuple[int, int]:
        number = bisect_right(self.ends, at)
        begin = self.ends[number - 1] if number else 0
        return begin, self.ends[min(number, len(self.ends) - 1)]

    def following(self, at: int, end: int) -> int | None:
        number = bisect_left(self.starts, at)
        return number if number < len(self.starts) and self.starts[number] < end else None


def quotations(text: str, citations: Sequence[Citation]) -> list[tuple[int, int, int]]:
    """Find the quoted words, without their marks, and the citation that each quotation belongs to.
    ``citations`` are the text's own, in order. Returns (start, end, index into ``citations``), in order and
    without overlaps. Quotations of fewer than ``LEAST_WORDS`` words and those of no authority are left out.
    Any thread; never raises; near-linear time."""
    return [
        (start, end, owner)
        for start, end, owner in all_quotations(text, citations)
        if owner is not None and citations[owner].kind is not CitationKind.RECORD
    ]


def all_quotations(text: str, citations: Sequence[Citation]) -> list[tuple[int, int, int | None]]:
    """Find all quoted words as ``quotations`` does, those of the record included. The index is None for words
    in quotation marks that belong to no citation."""
    marked = list(_marked(text))
    long = [(start, end) for start, end in marked if _is_long(text, start, end)]
    if not citations:
        return [(start, end, None) for start, end in long]
    if not (long or ":\n" in text):
        return []
    known = _Text(text, citations, [citation.start for citation in citations], _ends(text, citations))
    quoted = [(start, end, _owner(known, start, end)) for start, end in long]
    blocks = _block_quotations(known, [start for start, _ in marked])
    quoted += [(start, end, owner) for start, end, owner in blocks if owner is not None]
    kept = (quotation for quotation in quoted if _is_long(text, quotation[0], quotation[1]))
    return sorted(kept, key=lambda quotation: quotation[:2])


def _ends(text: str, citations: Sequence[Citation]) -> list[int]:
    """Return the ends of sentences and paragraphs, except those within a citation."""
    line_ends = (at + 1 for at, sign in enumerate(text) if sign == "\n")
    ends = sorted({*sentence_ends(text), *line_ends, len(text)})
    inner = iter(citations)
    citation = next(inner, None)
    kept: list[int] = []
    for end in ends:
        while citation is not None and citation.end <= end:
            citation = next(inner, None)
        if citation is None or end <= citation.start:
            kept.append(end)
    return kept or [len(text)]


def _is_long(text: str, start: int, end: int) -> bool:
    return len(_WORD.findall(text, start, end)) >= LEAST_WORDS


def _marked(text: str) -> Iterator[tuple[int, int]]:
    """Yield the ranges between quotation marks. A mark that opens while another is open begins anew: every
    paragraph of a long quotation opens with one, and only the last closes."""
    begin = -1
    for match in _MARK.finditer(text):
        start, end = match.span()
        mark, before, after = match.group(), text[start - 1 : start], text[end : end + 1]
        opens = after and not after.isspace() and (not before or before.isspace() or before in "([—–-‘'")
        if mark in ("“", "‘‘", "``") or (mark == '"' and opens):
            begin = end
        elif begin >= 0:
            if start - begin <= _LONGEST:
                yield begin, start
            begin = -1


def _owner(known: _Text, start: int, end: int) -> int | None:
    """Return the citation that quoted words belong to."""
    bracket = _open_bracket(known.text, start)
    if bracket >= 0:
        return _in_parenthesis(known, bracket, start, end)
    begin, stop = known.sentence(max(start, end - 1))
    after = known.following(end, stop)
    if after is not None and _is_lead(known.text[end : known.starts[after]]):
        return after
    following = _citation_sentence(known, stop)
    if following is not None:
        return following
    before = bisect_left(known.starts, start) - 1
    first = known.sentence(start)[0]
    if before >= 0 and known.starts[before] >= min(begin, first):
        return before
    return after


def _in_parenthesis(known: _Text, bracket: int, start: int, end: int) -> int | None:
    """Return the citation before the parenthesis, or else one in it: after the words or before them."""
    before = bisect_left(known.starts, bracket) - 1
    if before >= 0:
        gap = known.text[known.citations[before].end : bracket]
        if len(gap) <= _LEAD and _is_lead(gap):
            return before
    close = known.text.find(")", end, end + _PARENTHESIS)
    after = known.following(end, close)
    last = bisect_left(known.starts, start) - 1
    return last if after is None and last > before else after


def _open_bracket(text: str, position: int) -> int:
    """Return where the parenthesis that is open at ``position`` begins, or -1."""
    depth = 0
    for at in range(position - 1, max(-1, position - _PARENTHESIS), -1):
        if text[at] == "\n":
            return -1
        if text[at] == ")":
            depth += 1
        elif text[at] == "(":
            if depth == 0:
                return at
            depth -= 1
    return -1


def _citation_sentence(known: _Text, begin: int) -> int | None:
    """Return the first citation of the sentence at ``begin`` if that is a citation sentence."""
    text = known.text
    while begin < len(text) and text[begin].isspace():
        begin += 1
    if begin == len(text):
        return None
    stop = known.sentence(begin)[1]
    first = known.following(begin, stop)
    if first is None:
        return None
    lead = text[begin : known.starts[first]].lstrip(" \n[(")
    if len(lead) > _LEAD or _STARTS_PROSE.match(lead) or not _is_lead(lead):
        return None
    end = known.citations[first].end
    after = known.following(end, stop)
    return first if _is_lead(text[end : stop if after is None else known.starts[after]]) else None


def _is_lead(words: str) -> bool:
    """Tell whether the words around a citation are free of prose: its name, signal, pin or court."""
    plain = _INNER.sub(" ", words)
    return all(match.group() in _CITATION_WORDS for match in _PROSE.finditer(plain.partition("(")[0]))


def _block_quotations(known: _Text, begins: Sequence[int]) -> Iterator[tuple[int, int, int | None]]:
    """Yield block quotations: paragraphs that a colon announces, that their citation follows, and in which no
    marked quotation begins (``begins``)."""
    before, start = "", 0
    for paragraph in known.text.split("\n"):
        end = start + len(paragraph)
        plain = bisect_left(begins, start) == bisect_left(begins, end)
        if before.rstrip().endswith(":") and plain and not _ITEM.match(paragraph):
            yield from _quoted_part(known, start, end)
        before, start = paragraph, end + 1


def _quoted_part(known: _Text, start: int, end: int) -> Iterator[tuple[int, int, int | None]]:
    """Yield the quoted part: up to a bracketed citation, or all of it before a citation that follows."""
    bracket = known.text.find("[", start, end)
    while bracket > start:
        owner = _citation_sentence(known, bracket) if known.text[bracket - 1] == " " else None
        after = known.following(bracket, end)
        if owner is None and after is not None and _is_lead(known.text[bracket + 1 : known.starts[after]]):
            owner = after
        if owner is not None:
            yield start, len(known.text[:bracket].rstrip()), owner
            return
        bracket = known.text.find("[", bracket + 1, end)
    if known.following(start, end) is None:
        yield start, end, _citation_sentence(known, min(end + 1, len(known.text)))
