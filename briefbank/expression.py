"""The tree of a search with operators: what must stand in a passage, and how near to what.

Values only. ``search.language`` reads typed text into it, ``index`` finds the passages that it holds for, and
both say the same by the rules here. What a *word* is says ``index.analyzer``: a run of letters and digits,
compared without regard to capitals and accents; "803(c)(27)" is three words, "defendant's" two.

*Where it is looked for.* A passage's own text, in which a heading's words stand before its first paragraph.
A match belongs to the passage in which it begins; it may end in the next passage of the same section. Words
in a boolean combination may stand anywhere in the passage.

*Occurrences.* A Term, a Phrase, an Or of these and a Near of these has occurrences, each a run of words from
its first to its last. Two occurrences that share a word are never near each other. And, Not and Field have
none: they hold for a passage or do not. An And beside a Near is shared out: (a AND b) /5 c holds where both
a /5 c and b /5 c do.

Positions (``start``, ``end``) are half open ranges of the typed text, for messages and for taking a part out.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Unit(StrEnum):
    """Within what two occurrences must stand."""

    WORDS = "words"
    SENTENCE = "sentence"
    PARAGRAPH = "paragraph"


class FieldName(StrEnum):
    """What can be asked for by name."""

    CITES = "cites"
    """An authority that the passage cites, by any of its spellings; also in a short form or "id."."""
    RULE = "rule"
    """A court rule, rule of evidence, statute or section that the passage names or cites, by its number."""
    COURT = "court"
    """Part of the name of the court that the document is filed with."""
    DOCKET = "docket"
    """The document's docket number, or its first part."""
    JUDGE = "judge"
    """Part of the name of the judge below, or of the bench."""
    KIND = "kind"
    """A value of models.Kind."""
    HEADING = "heading"
    """Words that stand side by side in one of the headings above the passage."""
    BEFORE = "before"
    """Filed before a day; the value is an ISO date."""
    AFTER = "after"
    """Filed after a day; the value is an ISO date."""


@dataclass(frozen=True, slots=True)
class Term:
    """One word. ``pattern`` is lower case; ``*`` stands for any letters and digits, none included, and ``?``
    for exactly one. (A typed "!" at the end is ``*`` here.)"""

    pattern: str
    start: int
    end: int

    @property
    def open(self) -> bool:
        """Whether it stands for several words."""
        return "*" in self.pattern or "?" in self.pattern


@dataclass(frozen=True, slots=True)
class Phrase:
    """Two or more words side by side, in this order."""

    terms: tuple[Term, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Near:
    """An occurrence of ``left`` and one of ``right``, close to each other.

    WORDS: at most ``distance`` (1 or more) words apart, counted from the last word of the one that comes
    first to the first word of the other; neighbours are 1 apart. SENTENCE and PARAGRAPH: both wholly within
    one. ``ordered``: left ends before right begins. ``negated``: an occurrence of ``left`` with no such
    ``right``; it is an occurrence of left alone.
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
    """All of two or more."""

    parts: tuple[Expression, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Or:
    """At least one of two or more."""

    parts: tuple[Expression, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Not:
    """The passage without it. Only as a part of an And beside something that is wanted."""

    part: Expression
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Field:
    """What is known of the passage or its document. ``value`` is as typed, without quotation marks, blanks
    made one; of BEFORE and AFTER an ISO date, of KIND a value of Kind."""

    name: FieldName
    value: str
    start: int
    end: int


Expression = Term | Phrase | Near | And | Or | Not | Field


def terms_of(expression: Expression) -> tuple[Term, ...]:
    """The words that are wanted, in order; what stands under a Not or behind a negated Near is not."""
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
    """What must hold by itself, one by one."""
    if expression is None:
        return ()
    return expression.parts if isinstance(expression, And) else (expression,)
