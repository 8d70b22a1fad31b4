"""Searches written by hand, with what they must mean: the forms of Westlaw's guide."""

from __future__ import annotations

from pathlib import Path

from briefbank.domain.searches import And, Expression, Field, Near, Not, Or, Phrase, Term
from tests.support.examples import Examples

SUMMATION = (
    "The prosecutor's summation was improper. Defense counsel did not object to it, and the plain error rule "
    "governs."
    "\nComment on silence is forbidden by the Fifth Amendment. Harmless error is a different question."
)
STOP = (
    "The officer stopped the car without reasonable suspicion. He frisked the driver and searched the trunk."
    "\nConsent to search a vehicle must be knowing and voluntary, State v. Carty, 170 N.J. 632 (2002).\n"
    "Under 404(b) and 803(c)(27), and under N.J.S.A. 2C:44-1 and R. 3:5-7, the motion to suppress was denied."
)


_EXAMPLES = Examples(Path(__file__).with_name("examples") / "language.txt")


def _holds(verb: str) -> list[tuple[str, str, bool]]:
    cases = [
        (query, text)
        for name, text in (("SUMMATION", SUMMATION), ("STOP", STOP))
        for query in _EXAMPLES.texts(f"What {verb} the passage {name}")
    ]
    return [
        (query, text, verb == "finds")
        for query, text in cases + _EXAMPLES.pairs(f"What {verb} another passage")
    ]


def _tree(expected: str) -> tuple[str, str]:
    tree, _, plain = expected.partition(" ⇒ ")
    return tree, plain


HOLDS = _holds("finds") + _holds("does not find")
TREES = [(query, *_tree(tree)) for query, tree in _EXAMPLES.pairs("Trees, and the plain words beside them")]
"""Searches with the tree that they are read as (in the notation of ``shown``) and their plain words."""
PLAIN = _EXAMPLES.texts("Plain language")
NOTED = _EXAMPLES.pairs("Notes on searches that surprise")
BROKEN = _EXAMPLES.pairs("Searches that do not fit together")


def shown(expression: Expression | None) -> str:
    """A short notation: & | - for AND, OR, NOT; /5 +s for distances; quotation marks for phrases."""
    match expression:
        case Term():
            return expression.pattern
        case Phrase():
            return f"'{' '.join(term.pattern for term in expression.terms)}'"
        case And():
            return f"({' & '.join(shown(part) for part in expression.parts)})"
        case Or():
            return f"({' | '.join(shown(part) for part in expression.parts)})"
        case Not():
            return f"-{shown(expression.part)}"
        case Near():
            sign = "+" if expression.ordered else "/"
            width = expression.distance or expression.unit.value[0]
            return f"({shown(expression.left)} {sign}{width} {shown(expression.right)})"
        case Field():
            return f"{expression.name.value}={expression.value}"
        case None:
            return "-"
