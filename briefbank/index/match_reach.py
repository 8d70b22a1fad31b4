"""The reach of a match into the passage that follows, for a part of a search in normal form.

The word index keeps with each passage the words around the cut behind it, and matching reads only as much of
the next passage as a match can reach.
"""

from __future__ import annotations

from dataclasses import dataclass

from briefbank.domain.expression import And, Expression, Field, FieldName, Near, Not, Or, Phrase, Unit
from briefbank.index.field_matching import number_words

BEYOND_COUNTING = 1_000_000
"""A number of words that no passage has."""


@dataclass(frozen=True, slots=True)
class Reach:
    """A distance: ``words`` after the one in which a match begins, and to the end of its paragraph if
    ``paragraph``."""

    words: int = 0
    paragraph: bool = False

    def __or__(self, other: Reach) -> Reach:
        return Reach(max(self.words, other.words), self.paragraph or other.paragraph)


def reach_of(expression: Expression) -> Reach:
    """Return what has to be read behind the first word of any match of ``expression``."""
    match expression:
        case Phrase():
            return Reach(len(expression.terms) - 1)
        case Near():
            return _of_near(expression)
        case Field(name=FieldName.RULE):
            return Reach(max(0, len(number_words(expression.value)) - 1))
        case And() | Or():
            found = Reach()
            for part in expression.parts:
                found |= reach_of(part)
            return found
        case Not():
            return reach_of(expression.part)
        case _:
            return Reach()


def _of_near(near: Near) -> Reach:
    left, right = reach_of(near.left), reach_of(near.right)
    if near.unit is not Unit.WORDS:
        return left | right | Reach(0, paragraph=True)
    if left.paragraph or right.paragraph:
        return Reach(BEYOND_COUNTING, paragraph=True)
    return Reach(left.words + near.distance + right.words)
