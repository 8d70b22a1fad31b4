"""A quotation with its citation for the clipboard and Word files, as plain text and HTML.

Quotation marks follow The Bluebook's rule 5.1. Fewer than fifty words are put in quotation marks, and marks
inside are changed from double to single and back (5.1(b)). Fifty or more words are a block without marks, and
marks inside stay unchanged (5.1(a)). Every other character is as in the document. Case names are in italics
(B2), in the words and in the citation. Alerts against the text follow, a line each. Generated text never
becomes a quotation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from briefbank.citations.case_names import case_name_places
from briefbank.domain.documents import Document
from briefbank.domain.pages import DOUBTFUL
from briefbank.domain.searches import Hit
from briefbank.search.passage_citation import cited_case
from briefbank.text.messages import Message

BLOCK_WORDS = 50
SAMPLE = "[Sample: made up]"
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
"""Characters that neither HTML nor a Word file may contain."""
_LINE_ENDS = re.compile(r"[\r\n\x02\ufffe]+")
_HYPHENATED = re.compile(r"(?P<head>[^\W\d_]+)[-\u00ad]\Z")
_HYPHENATED_PREFIXES = frozenset(
    ("all", "anti", "co", "cross", "ex", "half", "mid", "non", "post", "pre", "pro", "quasi", "self", "well")
)
"""Prefixes that keep the hyphen at a line's end, because their words are written with it."""
_APOSTROPHE = re.compile(r"(?<=\w)['’](?=\w)")
_SWAPPED = str.maketrans({"“": "‘", "”": "’", "‘": "“", "’": "”"})


@dataclass(frozen=True, slots=True)
class CitedQuotation:
    """Words of a document, their citation, and warnings about relying on them."""

    text: str
    citation: str
    case: str = ""  # The part of ``citation`` in italics; empty for none
    notes: tuple[str, ...] = ()  # Warnings, each a sentence
    sample: bool = False  # The document is one of the made-up sample

    @property
    def is_block(self) -> bool:
        return len(self.text.split()) >= BLOCK_WORDS

    @property
    def marked(self) -> str:
        """The text as it is quoted: bare as a block, otherwise in quotation marks."""
        return self.text if self.is_block else in_marks(self.text)

    @property
    def names(self) -> list[tuple[int, int]]:
        """The ranges of case names in ``marked``, which are in italics."""
        shift = 0 if self.is_block else len("“")
        return [(start + shift, end + shift) for start, end in case_name_places(self.text)]

    @property
    def cited(self) -> tuple[str, str, str]:
        """The citation before, within and after its italics."""
        ending = f" {SAMPLE}" if self.sample else ""
        before, case, after = self.citation.partition(self.case) if self.case else (self.citation, "", "")
        return before, case, after + ending


def quotation(
    text: str, citation: str, document: Document, alerts: Iterable[str] = (), doubt: float | None = None
) -> CitedQuotation:
    """Return a quotation of ``document``. ``doubt`` is the recognition's confidence (0 to 1) if low."""
    notes = (*alerts, *([doubted(doubt)] if doubt is not None else []))
    case = cited_case(document)
    kept = case if case in citation else ""
    return CitedQuotation(printable(text.strip()), citation, kept, tuple(notes), document.sample)


def of_hit(hit: Hit) -> CitedQuotation:
    return quotation(hit.passage.text, hit.citation, hit.document, hit.alerts, hit.doubt)


def doubted(confidence: float) -> Message:
    """Return the warning about text that was recognised with this confidence, 0 to 1."""
    share = round(100 * confidence)
    return Message(
        "This page was read from a scan with little certainty ({share} %); compare with the page.",
        share=share,
    )


def least_certain(confidences: Iterable[float | None]) -> float | None:
    """Return the lowest confidence that counts as doubtful; None if no page is doubtful."""
    return min(
        (confidence for confidence in confidences if confidence is not None and confidence < DOUBTFUL),
        default=None,
    )


def running(raws: Sequence[str]) -> str:
    return joined(" ".join(line.split()) for raw in raws for line in _LINE_ENDS.split(raw))


def joined(lines: Iterable[str]) -> str:
    """Join lines to running text, and rejoin words divided at a line's end."""
    text = ""
    for line in lines:
        divided = _HYPHENATED.search(text)
        if divided and line[:1].islower():
            text = (text if divided["head"].casefold() in _HYPHENATED_PREFIXES else text[:-1]) + line
        else:
            text = f"{text} {line}".strip()
    return text


def printable(text: str) -> str:
    """Remove the characters that neither HTML nor a Word file may contain."""
    return _UNPRINTABLE.sub("", text)


def in_marks(text: str) -> str:
    """Put text in double quotation marks, exchanging double and single marks inside.

    Curly marks are distinguished by their form, and straight double ones become curly single ones in turn. An
    apostrophe inside a word is no mark. A closing single mark counts only if one was opened before.
    """
    signs: list[str] = []
    opened = straight = 0
    apostrophes = {match.start() for match in _APOSTROPHE.finditer(text)}
    for at, sign in enumerate(text):
        if sign == '"':
            signs.append("’" if straight % 2 else "‘")
            straight += 1
        elif sign in "“”" or (sign == "‘" and at not in apostrophes):
            opened += sign == "‘"
            signs.append(sign.translate(_SWAPPED))
        elif sign == "’" and opened and at not in apostrophes:
            opened -= 1
            signs.append("”")
        else:
            signs.append(sign)
    return f"“{''.join(signs)}”"


def to_text(quoted: CitedQuotation) -> str:
    lines = (f"{quoted.marked}\n\n{''.join(quoted.cited)}", *(f"Note: {note}" for note in quoted.notes))
    return "\n".join(lines)


def to_html(quoted: CitedQuotation) -> str:
    """Return a fragment of HTML for a word processor, in which the document's text is escaped."""
    before, case, after = (escape(part) for part in quoted.cited)
    citation = f"{before}<i>{case}</i>{after}" if case else before + after
    marked, words, at = quoted.marked, "", 0
    for start, end in quoted.names:
        words += f"{_in_html(marked[at:start])}<i>{_in_html(marked[start:end])}</i>"
        at = end
    words += _in_html(marked[at:])
    if quoted.is_block:
        shown = f'<blockquote dir="auto">{words}</blockquote><p dir="auto">{citation}</p>'
    else:
        shown = f'<p dir="auto">{words} {citation}</p>'
    notes = "".join(f'<p dir="auto"><small>Note: {escape(note)}</small></p>' for note in quoted.notes)
    return f"{shown}{notes}"


def _in_html(text: str) -> str:
    return escape(text, quote=False).replace("\n", "<br>")
