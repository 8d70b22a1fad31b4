"""The syntax tree of a boolean search: what must stand in a passage, and how near to what.

These are values only. ``search.operators`` parses typed text into the tree, and ``index`` finds the passages
that satisfy it; both follow the rules below. ``index.analyzer`` defines a *word*: a run of letters and
digits, or one Chinese or Japanese character, compared without regard to capitals and accents. "803(c)(27)" is
three words, "defendant's" two.

*Scope.* A search looks in a passage's own text, in which a heading's words stand before its first paragraph.
A match lies within one passage. Words in a boolean combination may stand anywhere in it.

*Occurrences.* A Term, a Phrase, an Or of these and a Near of these has occurrences, each a run of words from
its first to its last. Two occurrences that share a word are never near each other. And, Not and Field have no
occurrences: they hold for a passage or do not, and are no operand of a Near.

Positions (``start``, ``end``) are half-open ranges of the typed text. They serve messages and the removal of
a part.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Unit(StrEnum):
    """The unit within which two occurrences must stand."""

    WORDS = "words"
    SENTENCE = "sentence"
    PARAGRAPH = "paragraph"


class FieldName(StrEnum):
    """The fields that can be searched by name."""

    CITES = "cites"
    """An authority that the passage cites, in any spelling, short forms and "id." included."""
    RULE = "rule"
    """The number of a court rule, rule of evidence, statute or section that the passage names or cites."""
    COURT = "court"
    """A part of the name of the court where the document was filed."""
    DOCKET = "docket"
    """The document's docket number in any of its forms, or its first part."""
    JUDGE = "judge"
    """A part of the name of the judge below, or of the bench."""
    KIND = "kind"
    """A value of kinds.Kind."""
    PATH = "path"
    """Adjacent words of the document's folder."""
    HEADING = "heading"
    """Adjacent words in one of the headings above the passage."""
    BEFORE = "before"
    """A day before which the document was filed, as an ISO date."""
    AFTER = "after"
    """A day after which the document was filed, as an ISO date."""


@dataclass(frozen=True, slots=True)
class Term:
    """One word or wildcard pattern. ``pattern`` is in lower case; ``*`` stands for zero or more letters and
    digits and ``?`` for exactly one. A typed "!" at the end becomes ``*``."""

    pattern: str
    start: int
    end: int

    @property
    def open(self) -> bool:
        """Tell whether the pattern has a wildcard."""
        return "*" in self.pattern or "?" in self.pattern


@dataclass(frozen=True, slots=True)
class Phrase:
    """Two or more adjacent words in this order."""

    terms: tuple[Term, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Near:
    """An occurrence of ``left`` close to one of ``right``.

    With WORDS, they are at most ``distance`` (1 or more) words apart, counted from the last word of the first
    to the first word of the second; neighbours are 1 apart. With SENTENCE and PARAGRAPH, both lie within one.
    ``ordered``: left ends before right begins. ``negated``: an occurrence of ``left`` without such a
    ``right``; it has the extent of left alone.
    """

    left: Expression
    right: Expression
    unit: Unit
    distance: int
    ordered: bool
    negated: bool
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class And:
    """A conjunction: every one of two or more parts holds."""

    parts: tuple[Expression, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Or:
    """A disjunction: at least one of two or more parts holds."""

    parts: tuple[Expression, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Not:
    """A negation: the part does not hold. It stands only in an And next to a positive part."""

    part: Expression
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Field:
    """A condition on the passage or its document. ``value`` is as typed, without quotation marks and with
    blanks collapsed. For BEFORE and AFTER it is an ISO date, for KIND a value of Kind."""

    name: FieldName
    value: str
    start: int
    end: int


Expression = Term | Phrase | Near | And | Or | Not | Field


def children(expression: Expression) -> tuple[Expression, ...]:
    """Return the expressions right below one in the tree."""
    match expression:
        case And() | Or():
            return expression.parts
        case Near():
            return (expression.left, expression.right)
        case Not():
            return (expression.part,)
        case Term() | Phrase() | Field():
            return ()


def terms_of(expression: Expression) -> tuple[Term, ...]:
    """Return the terms that are wanted, in order, without those under a Not or in the right part of a negated
    Near."""
    match expression:
        case Term():
            return (expression,)
        case Phrase():
            return expression.terms
        case Near():
            right = () if expression.negated else terms_of(expression.right)
            return (*terms_of(expression.left), *right)
        case And() | Or():
            return tuple(term for part in expression.parts for term in terms_of(part))
        case _:
            return ()


def conjuncts(expression: Expression | None) -> tuple[Expression, ...]:
    """Return the parts that must each hold by itself."""
    if expression is None:
        return ()
    return expression.parts if isinstance(expression, And) else (expression,)
