"""The signs that can join two operands in a search: AND, OR, NOT, &, %, w/5, pre/5, /s, +p and their like.

The forms are those of Westlaw, Lexis and dtSearch. The strength of a sign decides what it takes to be read as
an operator: no one writes "w/5" in a sentence, but everyone writes "and".
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum, IntEnum

from briefbank.domain.expression import Unit

FARTHEST = 255
"""The largest distance in words that can be searched."""

_WIDTH = r"(?P<number>\d{1,9})|(?P<sentence>s|sent|sentence)|(?P<paragraph>p|par|para|paragraph)"
_NEAR = re.compile(rf"(?P<word>w|pre|near|onear)?(?P<mark>[/+])(?:{_WIDTH})", re.IGNORECASE)
_ORDERED = frozenset({"pre", "onear"})
_LONGEST_BARE = 3
"""The most digits of a distance after a bare "/" or "+"; "/2015" is the end of a date."""
_LONGEST_SIGN = 24


class Op(Enum):
    """The operation of a sign on its two sides."""

    AND = "and"
    OR = "or"
    EXCEPT = "except"
    NEAR = "near"


class Strength(IntEnum):
    """The likelihood that a sign was meant as an operator."""

    SMALL = 1
    """A word of every sentence: and, or, not."""
    CAPITAL = 2
    """The same words in capitals."""
    SURE = 3
    """A sign that means nothing else: w/5, /p, &, %."""


@dataclass(frozen=True, slots=True)
class Sign:
    """An operator, as far as its own form shows. ``distance`` is 0 unless ``unit`` is WORDS; it may be out of
    range there."""

    op: Op
    strength: Strength
    unit: Unit = Unit.WORDS
    distance: int = 0
    ordered: bool = False
    negated: bool = False

    def refused(self) -> Sign:
        """Return the proximity with a NOT before it."""
        return replace(self, negated=True)


_BY_WORD = {"and": Op.AND, "or": Op.OR, "not": Op.EXCEPT}
_BY_MARK = {"&": Op.AND, "%": Op.EXCEPT}


def sign_of(text: str) -> Sign | None:
    """Return the sign that a text without blanks is, or None."""
    if len(text) > _LONGEST_SIGN:
        return None
    if text in _BY_MARK:
        return Sign(_BY_MARK[text], Strength.SURE)
    if op := _BY_WORD.get(text.lower()):
        return Sign(op, Strength.CAPITAL if text.isupper() else Strength.SMALL)
    found = _NEAR.fullmatch(text)
    return _near(found) if found else None


def _near(found: re.Match[str]) -> Sign | None:
    word, number = (found["word"] or "").lower(), found["number"] or ""
    if found["mark"] == "+" and word:
        return None
    if not word and len(number) > _LONGEST_BARE:
        return None
    unit = Unit.WORDS if number else Unit.SENTENCE if found["sentence"] else Unit.PARAGRAPH
    ordered = found["mark"] == "+" or word in _ORDERED
    return Sign(Op.NEAR, Strength.SURE, unit, int(number or 0), ordered)
