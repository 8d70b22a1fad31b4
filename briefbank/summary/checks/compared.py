"""A claim beside its sources, in one plain form: straight marks, single spaces, usual letters and digits."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property

from briefbank.domain.citations import Citation
from briefbank.domain.claims import SourceKind
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
WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
FUNCTION_WORDS = frozenset(
    str.split(
        "a an the this that these those and or nor but of in on at to for from by with as into onto upon "
        "over under about against between through during before after since until within without is are "
        "was were be been being has have had having do does did it its he him his she her they them their "
        "we our you your i who whom whose which what when where while there here so than then too very "
        "not no if also both each any all some such other same own out up down off again further because "
        "would could should can may might must shall will whether how why"
    )
)


@dataclass(frozen=True)
class ComparedClaim:
    """A claim and the sentences that it names, all in the plain form."""

    claim: str
    sources: tuple[str, ...]
    kinds: tuple[SourceKind, ...]
    """The kinds of the sources."""
    title: str
    """The title of the document; its names may stand in the claim."""
    claim_citations: tuple[Citation, ...]
    source_citations: tuple[tuple[Citation, ...], ...]
    """The citations of each source; their ranges are of the plain text."""

    @cached_property
    def source(self) -> str:
        """All sources in one text."""
        return " ".join(self.sources)

    @cached_property
    def uncited_claim(self) -> str:
        """The claim with blanks in place of its citations, which are compared as citations."""
        text = self.claim
        for citation in self.claim_citations:
            text = text[: citation.start] + " " * (citation.end - citation.start) + text[citation.end :]
        return text

    @property
    def is_verbatim(self) -> bool:
        """Whether the claim is one of its sources, character for character."""
        return any(self.claim.rstrip(".") == source.rstrip(".") for source in self.sources)


def plain(text: str) -> str:
    """Return the plain form of a text (Unicode NFKC, without page marks of a reporter)."""
    shown = _STAR_PAGE.sub(" ", _DOUBLED.sub('"', text.translate(_INVISIBLE)))
    usual = unicodedata.normalize("NFKC", _VULGAR.sub(" ", shown.replace("″", '"'))).translate(_SIGNS)
    return " ".join(_HEIGHT.sub(r"\1 feet \2 inches ", usual).split())


def stems(text: str) -> list[str]:
    """Return the stems of a text's content words, in order."""
    words = (match.group() for match in WORD.finditer(text))
    return [stem(word) for word in words if word.lower() not in FUNCTION_WORDS and not word.isdigit()]


def is_in_capitals(text: str) -> bool:
    """Return whether a text is written in capitals, as headings are, so that a capital says nothing."""
    letters = [sign for sign in text if sign.isalpha()]
    return sum(sign.isupper() for sign in letters) > 0.7 * len(letters)
