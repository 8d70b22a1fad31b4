"""A quotation with its citation, as it goes to the clipboard and into Word files: plain text, and HTML.

Quotation marks follow The Bluebook's rule 5.1: fewer than fifty words stand in quotation marks, and those
inside them are changed from double to single and back (5.1(b)); fifty or more are a block of their own
without marks, and those inside stay as they are (5.1(a)). Every other character is as in the document, in
both forms. Case names are set in italics (B2). What speaks against the text follows, a line each. Of
generated text nothing ever becomes a quotation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from briefbank.models import DOUBTFUL, Document, Hit
from briefbank.titles import parted

BLOCK_WORDS = 50
SAMPLE = "[Sample: made up]"
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
"""What neither HTML nor a Word file may hold."""
_LINE_ENDS = re.compile(r"[\r\n\x02\ufffe]+")
_HYPHENATED = re.compile(r"(?P<head>[^\W\d_]+)[-\u00ad]\Z")
_KEPT = frozenset(
    ("all", "anti", "co", "cross", "ex", "half", "mid", "non", "post", "pre", "pro", "quasi", "self", "well")
)
"""Before a hyphen at a line's end these are parts of a word that is written with it."""
_APOSTROPHE = re.compile(r"(?<=\w)['’](?=\w)")
_SWAPPED = str.maketrans({"“": "‘", "”": "’", "‘": "“", "’": "”"})


@dataclass(frozen=True, slots=True)
class Quotation:
    """Words of a document, how to cite them, and what to know before one relies on them."""

    text: str
    citation: str
    case: str = ""
    """The part of ``citation`` that is set in italics; empty for none."""
    notes: tuple[str, ...] = ()
    """Sentences."""
    sample: bool = False
    """Of the made-up sample."""

    @property
    def is_block(self) -> bool:
        return len(self.text.split()) >= BLOCK_WORDS

    @property
    def marked(self) -> str:
        """The text as it is quoted: bare as a block, else in quotation marks."""
        return self.text if self.is_block else in_marks(self.text)

    @property
    def cited(self) -> tuple[str, str, str]:
        """The citation before, in and after its italics."""
        ending = f" {SAMPLE}" if self.sample else ""
        before, case, after = self.citation.partition(self.case) if self.case else (self.citation, "", "")
        return before, case, after + ending


def quotation(
    text: str, citation: str, document: Document, alerts: Iterable[str] = (), doubt: float | None = None
) -> Quotation:
    """Words of ``document``; ``doubt``: how sure their recognition is (0 to 1), where that is little."""
    notes = (*alerts, *([doubted(doubt)] if doubt is not None else []))
    case, _own = parted(document.title)
    kept = case if case in citation else ""
    return Quotation(printable(text.strip()), citation, kept, tuple(notes), document.sample)


def of_hit(hit: Hit) -> Quotation:
    """The whole passage of a result, with its alerts."""
    return quotation(hit.passage.text, hit.citation, hit.document, hit.alerts, hit.doubt)


def doubted(confidence: float) -> str:
    """What to know of text that was recognised with this confidence, 0 to 1."""
    share = round(100 * confidence)
    return f"This page was read from a scan with little certainty ({share} %); compare with the page."


def least_certain(confidences: Iterable[float | None]) -> float | None:
    """The lowest of the pages that count as doubtful; None where none of them does."""
    return min((each for each in confidences if each is not None and each < DOUBTFUL), default=None)


def running(raws: Sequence[str]) -> str:
    """The raw text of pages as running text."""
    return joined(" ".join(each.split()) for raw in raws for each in _LINE_ENDS.split(raw))


def joined(lines: Iterable[str]) -> str:
    """Lines as running text: words that were divided at a line's end are whole."""
    text = ""
    for line in lines:
        divided = _HYPHENATED.search(text)
        if divided and line[:1].islower():
            text = (text if divided["head"].casefold() in _KEPT else text[:-1]) + line
        else:
            text = f"{text} {line}".strip()
    return text


def printable(text: str) -> str:
    """Without the characters that neither HTML nor a Word file may hold."""
    return _UNPRINTABLE.sub("", text)


def in_marks(text: str) -> str:
    """In double quotation marks, with those inside changed to single, and single ones to double."""
    return f"“{_changed(text)}”"


def plain(quoted: Quotation) -> str:
    """For a program that takes text alone: the quotation, its citation, and the notes."""
    lines = (f"{quoted.marked}\n\n{''.join(quoted.cited)}", *(f"Note: {note}" for note in quoted.notes))
    return "\n".join(lines)


def rich(quoted: Quotation) -> str:
    """A fragment of HTML for a word processor. Whatever the document holds is text in it, never markup."""
    before, case, after = (escape(part) for part in quoted.cited)
    citation = f"{before}<i>{case}</i>{after}" if case else before + after
    words = escape(quoted.marked, quote=False).replace("\n", "<br>")
    if quoted.is_block:
        shown = f'<blockquote dir="auto">{words}</blockquote><p dir="auto">{citation}</p>'
    else:
        shown = f'<p dir="auto">{words} {citation}</p>'
    notes = "".join(f'<p dir="auto"><small>Note: {escape(note)}</small></p>' for note in quoted.notes)
    return f"{shown}{notes}"


def _changed(text: str) -> str:
    """Curly marks are told apart by their form; straight double ones become curly singles in turn. An
    apostrophe inside a word is none; a closing single mark is one only where one was opened before."""
    made: list[str] = []
    opened = straight = 0
    kept = {match.start() for match in _APOSTROPHE.finditer(text)}
    for place, sign in enumerate(text):
        if sign == '"':
            made.append("’" if straight % 2 else "‘")
            straight += 1
        elif sign in "“”" or (sign == "‘" and place not in kept):
            opened += sign == "‘"
            made.append(sign.translate(_SWAPPED))
        elif sign == "’" and opened and place not in kept:
            opened -= 1
            made.append("”")
        else:
            made.append(sign)
    return "".join(made)
