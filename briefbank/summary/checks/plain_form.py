"""A claim beside its sources, in one plain form: straight marks, single spaces, usual letters and digits.

A sentence of a summary says in other words what its source says, so words are compared by what they can
replace: by two packaged lists, looked up by stem, which are BriefBank's own (``resources/same_words.txt``,
``resources/opposites.txt``). The office's thesaurus is not used here, because what helps a search may be too
loose for a statement of what happened.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from briefbank.domain.authorities import Citation, CitationKind
from briefbank.domain.summaries import SourceKind
from briefbank.paths import resources_folder
from briefbank.text.language import stem

FindCitations = Callable[[str], Sequence[Citation]]
"""A function that finds all citations of a text, with their canonical forms."""
Listed = Callable[[Mapping[str, CitationKind]], Mapping[str, Sequence[str]]]
"""A function from canonical forms with kinds to what the office's list says against each, if anything."""
Embed = Callable[[Sequence[str]], NDArray[np.float32]]
"""A function that returns the unit vectors of sentences, shape (n, dimensions)."""

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
        "over under about against between through during before after since until within without is are was "
        "were be been being has have had having do does did it its he him his she her they them their we "
        "our you your i who whom whose which what when where while there here so than then too very not no "
        "if also both each any all some such other same own out up down off again further because would "
        "could should can may might must shall will whether how why"
    )
)


@dataclass(frozen=True)
class ComparedClaim:
    """A claim and the sentences that it names, all in the plain form."""

    claim: str
    sources: tuple[str, ...]
    kinds: tuple[SourceKind, ...]  # The kinds of the sources
    title: str  # The title of the document; its names may stand in the claim
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


Stems = tuple[str, ...]
_LISTED_WORD = re.compile(r"[a-z0-9]+")
_NEGATIVE_PREFIXES = ("un", "in", "im", "il", "ir", "non", "dis")
_SHORTEST_DENIED = 4
"""The fewest letters after a negative prefix: 'un' + 'lawful' is one, 'in' + 'jury' is not where both stems
differ."""
_NOT_NEGATIVE = frozenset(
    str.split("inform intent inten instanc instruct invest increas involv intern indic includ inter imprison")
)
"""Stems that begin like a negative prefix but do not deny what follows it."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The two lists by stems; a member of several words is the tuple of their stems. Immutable."""

    groups: Mapping[Stems, frozenset[int]]  # The numbers of the lines that name a member
    opposed: Mapping[Stems, frozenset[Stems]]

    def same(self, first: Stems, second: Stems) -> bool:
        """Tell whether one can replace the other."""
        if first == second:
            return True
        return not self.groups.get(first, frozenset()).isdisjoint(self.groups.get(second, frozenset()))

    def opposite(self, first: Stems, second: Stems) -> bool:
        """Tell whether one denies the other: by the list, or by a negative prefix."""
        return (
            second in self.opposed.get(first, frozenset())
            or _is_prefixed(first, second)
            or _is_prefixed(second, first)
        )


@cache
def lexicon() -> Lexicon:
    """Return the packaged lists. Raises OSError when they are missing: the installation is damaged."""
    groups: dict[Stems, set[int]] = defaultdict(set)
    for number, line in enumerate(_lines("same_words.txt")):
        for member in line.split("="):
            groups[_stems_of(member)].add(number)
    opposed: dict[Stems, set[Stems]] = defaultdict(set)
    for line in _lines("opposites.txt"):
        one, other = ([_stems_of(member) for member in side.split(",")] for side in line.split("|"))
        for first in one:
            for second in other:
                opposed[first].add(second)
                opposed[second].add(first)
    return Lexicon(
        {member: frozenset(numbers) for member, numbers in groups.items()},
        {member: frozenset(others) for member, others in opposed.items()},
    )


def _stems_of(member: str) -> Stems:
    return tuple(stem(word) for word in _LISTED_WORD.findall(member.lower()))


def _lines(name: str) -> Iterator[str]:
    text = (resources_folder() / name).read_text("utf-8")
    return (line for line in text.splitlines() if line.strip() and not line.startswith("#"))


def _is_prefixed(first: Stems, second: Stems) -> bool:
    """Tell whether ``second`` is ``first`` with a negative prefix: lawful, unlawful."""
    if len(first) != 1 or len(second) != 1 or second[0] in _NOT_NEGATIVE:
        return False
    base, longer = first[0], second[0]
    return (
        len(base) >= _SHORTEST_DENIED and longer.endswith(base) and longer[: -len(base)] in _NEGATIVE_PREFIXES
    )
