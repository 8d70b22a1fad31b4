"""Writes a tree as text that reads back as the same tree: every word quoted, every step in parentheses."""

from __future__ import annotations

from briefbank.domain.expression import And, Expression, Field, Near, Not, Or, Phrase, Term, Unit

_WIDTHS = {Unit.SENTENCE: "s", Unit.PARAGRAPH: "p"}


def written(expression: Expression) -> str:
    """Return the expression as a search that can be typed. A Not is written as what it excludes, with NOT."""
    match expression:
        case Term():
            return f"“{expression.pattern}”"
        case Phrase():
            return f"“{' '.join(term.pattern for term in expression.terms)}”"
        case Field():
            return f"{expression.name.value}:“{expression.value}”"
        case Not():
            return f"NOT {written(expression.part)}"
        case Or():
            return f"({' OR '.join(written(part) for part in expression.parts)})"
        case Near():
            return f"({written(expression.left)} {connector(expression)} {written(expression.right)})"
        case And():
            return _all_of(expression)


def connector(near: Near) -> str:
    """Return the sign of a proximity."""
    width = _WIDTHS.get(near.unit, str(near.distance))
    return ("NOT " if near.negated else "") + ("pre/" if near.ordered else "w/") + width


def _all_of(expression: And) -> str:
    """Write a conjunction. NOT takes everything behind it, so what comes after one is joined outside of its
    parentheses. A NOT that comes first takes one thing only."""
    text = written(expression.parts[0])
    closed = True
    for part in expression.parts[1:]:
        if isinstance(part, Not):
            text, closed = f"{text} {written(part)}", False
        else:
            text, closed = f"{text if closed else f'({text})'} AND {written(part)}", True
    return f"({text})"
