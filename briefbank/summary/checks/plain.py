"""The plain form of claims and sources, in which the exact checks compare them.

A character can be written in several ways, and a model seldom keeps to those of its source. What looks the
same is made the same here, on both sides. What only looks alike, such as a Cyrillic letter in a Latin word,
stays different on purpose.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from briefbank.domain.citations import Citation
from briefbank.domain.claims import ClaimFinding, SourceKind
from briefbank.text.stemming import stem

_INVISIBLE = dict.fromkeys((0x00AD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0x180E))
_SIGNS = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛‹›´`′", "'"),
        **dict.fromkeys("“”„‟«»", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        "⁄": "/",
    }
)
_VULGAR = re.compile(r"(?<=\d)(?=[¼½¾⅐-⅞])")
_DOUBLED = re.compile(r"''|``|‘‘|’’")
_HEIGHT = re.compile(r"(\d)' ?(\d{1,2})(?:\"|(?!\w))")
"""A height such as 6'2" for six foot two; its signs are no quotation marks."""
_STAR_PAGE = re.compile(r"\[\*+\d+\]")
"""A page break of a reporter in a printout; nobody's words."""
BRACKETED_LETTER = re.compile(r"\[(\w)\](?=\w)")
"""A bracketed first letter whose capital was changed, as in quotations."""
ONE_SIDED = (SourceKind.QUESTION, SourceKind.POINT)
"""The kinds of sentences that are the brief's own, one-sided words."""
WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_CAPITAL_WORD = re.compile(r"(?<![\w.])(?:[A-Z](?:[A-Z']|(?=\. ))[A-Z']*|V(?=\.? ))(?!\.?\w)")
"""A word in capitals that is no abbreviation with full stops."""
_CAPITALS_SHARE = 0.7
"""The share of capitals above which a text counts as all capitals; prose has a tenth at most."""

FUNCTION_WORDS = frozenset(
    str.split(
        "a an the this that these those and or nor but of in on at to for from by with as into onto upon "
        "over under about against between through during before after since until within without is are "
        "was were be been being has have had having do does did it its he him his she her they them their "
        "we our you your i who whom whose which what when where while there here so than then too very "
        "not no if also both each any all some such other same own out up down off again further because"
    )
)


@dataclass(frozen=True, slots=True)
class PlainClaim:
    """A claim and what it is compared with, all in the plain form."""

    claim: str
    sources: tuple[str, ...]
    kinds: tuple[SourceKind, ...]
    """The kinds of the sources."""
    title: str
    claim_citations: tuple[Citation, ...]
    source_citations: tuple[tuple[Citation, ...], ...]
    """The citations of each source; their ranges are of the plain text."""

    @property
    def verbatim(self) -> bool:
        """True when the claim stands in one of its sources, character for character."""
        return any(self.claim in source for source in self.sources)


def plain(text: str) -> str:
    """Return a text with single spaces, straight marks, and letters and digits in their usual form (Unicode
    NFKC)."""
    shown = _STAR_PAGE.sub(" ", _DOUBLED.sub('"', text.translate(_INVISIBLE)))
    usual = unicodedata.normalize("NFKC", _VULGAR.sub(" ", shown.replace("″", '"'))).translate(_SIGNS)
    return " ".join(_HEIGHT.sub(r"\1 feet \2 inches ", usual).split())


def in_capitals(text: str) -> bool:
    """Tell whether a text is written in capitals, as headings are, so that a capital in it says nothing."""
    letters = [sign for sign in text if sign.isalpha()]
    return sum(sign.isupper() for sign in letters) > _CAPITALS_SHARE * len(letters)


def title_case_heading(text: str) -> str:
    """Return an all-capitals heading in title case, so that its citations and cases are recognised: "The Stop
    Was Unlawful Under State v. Carty". The length and words with inner full stops stay."""
    return _CAPITAL_WORD.sub(lambda found: _lowered(found.group()), text) if in_capitals(text) else text


def _lowered(word: str) -> str:
    small = word.lower()
    return small if small in FUNCTION_WORDS or small in ("v", "vs", "ex", "rel") else word[0] + small[1:]


def stems(text: str) -> list[str]:
    """Return the stems of a text's content words, in order."""
    words = (match.group() for match in WORD.finditer(text))
    return [stem(word) for word in words if word.lower() not in FUNCTION_WORDS and not word.isdigit()]


def masked(text: str, ranges: Sequence[tuple[int, int]]) -> str:
    """Blank out the text in these ranges, so that all positions stay."""
    for start, end in ranges:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def without_repetitions(findings: Sequence[ClaimFinding]) -> tuple[ClaimFinding, ...]:
    """Drop repeated findings; the order stays."""
    return tuple(dict.fromkeys(findings))
