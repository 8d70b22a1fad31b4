"""The plain form of claims and sources, in which the exact checks compare them.

One sign can be written in several ways, and a model seldom keeps to those of its source. What looks the same
is made the same here, on both sides; what only looks alike, such as a Cyrillic letter in a Latin word, stays
different on purpose.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from briefbank.claims import Finding, SourceKind
from briefbank.models import Citation

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
"""Six foot two, written 6'2"; its signs are no quotation marks."""
_STAR_PAGE = re.compile(r"\[\*+\d+\]")
"""Where a page of a reporter began in a printout; nobody's words."""
WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_ENDINGS = ("ations", "ation", "ings", "ing", "ions", "ion", "ies", "ied", "ers", "er", "ed", "es", "ly", "s")
_LOUD = re.compile(r"(?<![\w.])(?:[A-Z](?:[A-Z']|(?=\. ))[A-Z']*|V(?=\.? ))(?!\.?\w)")
"""A word in capitals that is no abbreviation with full stops."""
_LEAST_STEM = 4
_MOSTLY = 0.7
"""Share of capitals above which a text is one in capitals; prose has a tenth at most."""

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
class Compared:
    """A claim and what it is compared with, all in the plain form."""

    claim: str
    sources: tuple[str, ...]
    kinds: tuple[SourceKind, ...]
    """Of the sources."""
    title: str
    claim_citations: tuple[Citation, ...]
    source_citations: tuple[tuple[Citation, ...], ...]
    """Of each source; ranges are of the plain text."""

    @property
    def verbatim(self) -> bool:
        """The claim stands in one of its sources, sign for sign."""
        return any(self.claim in source for source in self.sources)


def plain(text: str) -> str:
    """With single spaces, straight marks, and letters and digits in their usual form (Unicode NFKC)."""
    shown = _STAR_PAGE.sub(" ", _DOUBLED.sub('"', text.translate(_INVISIBLE)))
    usual = unicodedata.normalize("NFKC", _VULGAR.sub(" ", shown.replace("″", '"'))).translate(_SIGNS)
    return " ".join(_HEIGHT.sub(r"\1 feet \2 inches ", usual).split())


def in_capitals(text: str) -> bool:
    """Whether a text is written in capitals, as headings are, so that a capital tells nothing in it."""
    letters = [sign for sign in text if sign.isalpha()]
    return sum(sign.isupper() for sign in letters) > _MOSTLY * len(letters)


def small_letters(text: str) -> str:
    """A heading in capitals in the letters of names, so that its citations and cases are read as such: "The
    Stop Was Unlawful Under State v. Carty". Of the same length; what has full stops within stays."""
    return _LOUD.sub(lambda found: _lowered(found.group()), text) if in_capitals(text) else text


def _lowered(word: str) -> str:
    small = word.lower()
    return small if small in FUNCTION_WORDS or small in ("v", "vs", "ex", "rel") else word[0] + small[1:]


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """What the forms of a word have in common, roughly; in small letters, without a possessive."""
    small = word.lower().removesuffix("'s").rstrip("'")
    for ending in _ENDINGS:
        if small.endswith(ending) and len(small) - len(ending) >= _LEAST_STEM - 1:
            cut = small[: -len(ending)]
            small = cut[:-1] if len(cut) > _LEAST_STEM and cut[-1] == cut[-2] else cut
            break
    return small.rstrip("ey") if len(small) > _LEAST_STEM - 1 else small


def stems(text: str) -> list[str]:
    """The stems of a text's words that mean something by themselves, in order."""
    words = (match.group() for match in WORD.finditer(text))
    return [stem(word) for word in words if word.lower() not in FUNCTION_WORDS and not word.isdigit()]


def masked(text: str, ranges: Sequence[tuple[int, int]]) -> str:
    """With what stands in these ranges blanked out, so that all places stay."""
    for start, end in ranges:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def once(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Without what is said twice; the order stays."""
    return tuple(dict.fromkeys(findings))
