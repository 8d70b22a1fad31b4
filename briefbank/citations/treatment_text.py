"""A sentence with its citations as single signs, cut into segments inside and outside its brackets.

"State v. Carty, 170 N.J. 632, 790 A.2d 903 (2002), overruled by X, 1 N.J. 2 (2010)" becomes "■, overruled by
■" and two bracketed dates, so that the words between citations can be read without the citations' own.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from briefbank.citations.treatment_words import STEM
from briefbank.domain.citations import Citation, CitationForm, CitationKind

SIGN = "\ue000"
"""The sign of a unit: a private-use character, which ordinary text does not contain."""
_TOKEN = re.compile(r"[()\[\]]|[^\s()\[\]]+|\s+")
_PIN = re.compile(
    r"(?:,? ?(?:at )?(?:pp?\. ?|¶¶? ?)?\*?\d{1,6}(?:[-–—]\*?\d{1,6})?(?:,? ?(?:&|nn?\.|fn\.) ?\d{1,4}){0,3}"
    r"(?![\w.]|[-–] ?\w)){1,6}"
)
_PARALLEL = re.compile(r"[\s,]*(?:\(\d{1,2}\))?[\s,]*(?:\d{1,6}(?:[-–—]\d{1,6})?[\s,]*){0,4}")
_TO_STATUTES_AT_LARGE = re.compile(
    r"(?:,? (?:Title|tit\.|ch\.|c\.|§§?|[IVXLC]{1,7}|\d{1,5}(?:[-–—]\d{1,5})?)){0,8},? ?"
)
"""The text between a public law and its place in the Statutes at Large."""
_STATUTES_AT_LARGE = " Stat. "
"""The Statutes at Large, which are cited by volume and page like a reporter."""
_NAME_LINKS = frozenset(
    str.split("of the and for v. vs. v & rel. re al. ex to on parte de la del der van von")
)
_NO_NAME = frozenset(
    str.split(
        "See But Cf. Accord Compare Contra With In Under By Although When While After Since Because As If "
        "Even Thus "
        "Where And Or Both Then Also Before Until Following From That This These Those Which Here Given"
    )
)
_LONGEST_NAME = 30
"""The most tokens of a name."""
_NAME_ENDS = re.compile(r"[;:]$|[a-z]{4}[.?!]$")


@dataclass(frozen=True, slots=True)
class CitedUnit:
    """A citation together with its parallel citations."""

    citation: int
    """The index of the first of these citations."""
    kind: CitationKind
    name: str = ""
    """The name before the citation; empty for none, as where a later decision in the same case is cited."""


@dataclass(slots=True)
class Segment:
    """The text of a sentence at one level of brackets, without what inner brackets hold."""

    owner: CitedUnit | None = None
    """The unit right before the bracket."""
    bracketed: bool = False
    tokens: list[tuple[str, int]] = field(default_factory=list)
    """The tokens with their offsets in the text."""
    marked: list[CitedUnit] = field(default_factory=list)
    text: str = ""
    units: dict[int, CitedUnit] = field(default_factory=dict)
    """The units by the position of their sign in ``text``."""
    _starts: list[int] = field(default_factory=list)

    def add(self, token: str, offset: int) -> None:
        """Add a token. White space becomes one space, and none before a comma."""
        token = " " if token.isspace() else token.replace(SIGN, " ")
        spaced = bool(self.tokens) and self.tokens[-1][0] == " "
        if token[0] in ",;" and spaced:
            self.tokens.pop()
        if token != " " or not spaced:
            self.tokens.append((token, offset))

    def mark(self, unit: CitedUnit, offset: int) -> None:
        """Add the sign of a citation in place of the name before it."""
        start = _name_start(self.tokens, unit.kind)
        if start < len(self.tokens):
            name = "".join(token for token, _ in self.tokens[start:])
            unit = CitedUnit(unit.citation, unit.kind, name.rstrip(" ,"))
            del self.tokens[start:]
        self.tokens.append((SIGN, offset))
        self.marked.append(unit)

    def last(self) -> CitedUnit | None:
        """Return the unit that the text ends with, or None."""
        for token, _ in reversed(self.tokens[-3:]):
            if token == SIGN:
                return self.marked[-1]
            if token.strip(" ,"):
                return None
        return None

    def close(self) -> Segment:
        """Put the text together, and return this segment."""
        at, pieces = 0, iter(self.marked)
        for token, _ in self.tokens:
            self._starts.append(at)
            if token == SIGN:
                self.units[at] = next(pieces)
            at += len(token)
        self.text = "".join(token for token, _ in self.tokens)
        return self

    def offset(self, at: int) -> int:
        """Return the offset in the whole text for a position in ``text``."""
        number = max(0, bisect_right(self._starts, at) - 1)
        return self.tokens[number][1] + at - self._starts[number]


def _name_start(tokens: Sequence[tuple[str, int]], kind: CitationKind) -> int:
    """Return the index of the token where the name of a citation of this kind begins; the number of tokens
    for none."""
    start = at = len(tokens)
    while at > 0 and len(tokens) - at < 2 * _LONGEST_NAME:
        at -= 1
        token = tokens[at][0]
        if token == " " or token == ",":
            continue
        bare = token.rstrip(",").lstrip("“\"'‘")
        if token == SIGN or (bare in _NO_NAME and not _is_re(tokens, at)) or _NAME_ENDS.search(token):
            break
        if bare[:1].isupper() or bare[:1].isdigit():
            if STEM.search(bare) and not _is_of_name(tokens, at, start, kind):
                break
            start = at
        elif bare not in _NAME_LINKS:
            break
    return start


def _is_of_name(tokens: Sequence[tuple[str, int]], at: int, start: int, kind: CitationKind) -> bool:
    """Tell whether a word of treatment is part of the name that begins at ``start``: "the Amended Costilla
    Creek Compact", "In re Amended Rules". Elsewhere a case's name can follow a verb with a capital."""
    word = tokens[at][0]
    if not word[0].isupper() or word.isupper() or start != at + 2 or start >= len(tokens):
        return False
    return kind is not CitationKind.CASE or (at > 1 and tokens[at - 2][0] in _NAME_LINKS)


def _is_re(tokens: Sequence[tuple[str, int]], at: int) -> bool:
    """Tell whether "In" begins "In re"."""
    return at + 2 < len(tokens) and tokens[at + 2][0] == "re"


def segments(
    text: str, start: int, end: int, citations: Sequence[Citation], inside: Sequence[int]
) -> list[Segment]:
    """Return the segments of ``text[start:end]``, whose citations are ``inside``, in order. Linear time."""
    done: list[Segment] = []
    stack = [Segment()]
    at = start
    for unit, first, last in _grouped(text, citations, inside):
        _read(text, at, first, stack, done)
        stack[-1].mark(unit, first)
        at = max(at, min(last, end))
    _read(text, at, end, stack, done)
    return [each.close() for each in (*done, *stack) if each.tokens]


def _read(text: str, start: int, end: int, stack: list[Segment], done: list[Segment]) -> None:
    for match in _TOKEN.finditer(text, start, max(start, end)):
        token = match.group()
        if token in "([":
            stack.append(Segment(stack[-1].last(), bracketed=True))
        elif token not in ")]":
            stack[-1].add(token, match.start())
        elif len(stack) > 1:
            done.append(stack.pop())


def _grouped(
    text: str, citations: Sequence[Citation], inside: Sequence[int]
) -> list[tuple[CitedUnit, int, int]]:
    """Join citations with their parallel citations and pin cites: the unit, its start and its end."""
    found: list[tuple[CitedUnit, int, int]] = []
    for at, following in zip(inside, [*inside[1:], None], strict=True):
        each = citations[at]
        end = max(each.start, each.end)
        limit = len(text) if following is None else citations[following].start
        if (each.kind is CitationKind.CASE or _STATUTES_AT_LARGE in each.canonical) and (
            pin := _PIN.match(text, end, limit)
        ):
            end = pin.end()
        if found and _is_parallel(text, citations, found[-1], each):
            found[-1] = (found[-1][0], found[-1][1], end)
        else:
            found.append((CitedUnit(at, each.kind), each.start, end))
    return found


def _is_parallel(
    text: str, citations: Sequence[Citation], before: tuple[CitedUnit, int, int], each: Citation
) -> bool:
    """Tell whether a citation is parallel to the unit before it."""
    unit, _, end = before
    gap = text[end : each.start] if end <= each.start < end + 60 else "-"
    if unit.kind is CitationKind.CASE and each.kind is CitationKind.CASE:
        return each.form is CitationForm.FULL and _PARALLEL.fullmatch(gap) is not None
    enrolled = _STATUTES_AT_LARGE in each.canonical and "Pub. L." in citations[unit.citation].canonical
    return enrolled and _TO_STATUTES_AT_LARGE.fullmatch(gap) is not None
