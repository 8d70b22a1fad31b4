"""What a search with operators would find if it asked for less: offered when it found nothing, or little.

Each part that can be taken out is, in turn; words are given any ending; words that must stand close may stand
anywhere in the paragraph. What finds no more than before is not offered. Each offer costs a search, so there
are few of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from briefbank.errors import QueryError
from briefbank.expression import And, Expression, Near, Or, Phrase, Term, Unit, conjuncts, terms_of
from briefbank.models import Loosening
from briefbank.search.language import wording
from briefbank.search.language.rendering import written
from briefbank.search.query import ParsedQuery

FEW = 3
"""Below so many results wider searches are offered."""
MOST = 5
SHORTEST_ROOT = 4
"""Letters of a word that may be given other endings."""

Count = Callable[[str, bool], int]
"""How many passages a text finds; with the filters of the search (True) or without."""


def loosenings(parsed: ParsedQuery, total: int, *, filtered: bool, count: Count) -> tuple[Loosening, ...]:
    """Wider searches with how many each finds, most first; only where operators were used."""
    if parsed.required is None or total >= FEW:
        return ()
    offered: list[Loosening] = []
    for text, query in _wider(parsed, parsed.required):
        found = _counted(count, query)
        if found > total:
            offered.append(Loosening(text, query, found))
        if len(offered) == MOST:
            break
    if filtered and (found := count(parsed.text, False)) > total:
        offered.append(Loosening("without any filter", parsed.text, found, clears_filters=True))
    return tuple(sorted(offered, key=lambda each: -each.total))


def _counted(count: Count, query: str) -> int:
    try:
        return count(query, True)
    except QueryError:  # nothing is left that can be searched for
        return 0


def _wider(parsed: ParsedQuery, required: Expression) -> Iterator[tuple[str, str]]:
    """What to say and what to ask."""
    plain = parsed.plain
    for change, text in _CHANGES:
        wider = change(required)
        if wider != required:
            yield text, f"{written(wider)} {plain}".strip()
    alone = len(conjuncts(required)) == 1 and not parsed.words and not parsed.identifiers
    for part in () if alone else wording.parts(required):
        if without := wording.without(parsed.text, part.start, part.end):
            yield _said_out(part), without
    if plain or isinstance(required, Phrase | Near | And):
        words = " ".join(term.pattern.rstrip("*") for term in terms_of(required))
        yield "as plain words", f"{words} {plain}".strip()


def _said_out(part: wording.Part) -> str:
    """What is said of a search without a part; what was to be left out is let in."""
    if part.role == "required":
        return f"without {part.text}"
    left_out = part.text.removeprefix("without ")
    return f"also with {left_out}" if left_out != part.text else f"also {part.text.removeprefix('not ')}"


def _any_ending(part: Expression) -> Expression:
    if (
        isinstance(part, Term)
        and not part.open
        and part.pattern.isalpha()
        and len(part.pattern) >= SHORTEST_ROOT
    ):
        return replace(part, pattern=f"{part.pattern}*")
    return _changed(part, _any_ending)


def _same_paragraph(part: Expression) -> Expression:
    if isinstance(part, Near) and not part.negated and part.unit is not Unit.PARAGRAPH:
        part = replace(part, unit=Unit.PARAGRAPH, distance=0)
    return _changed(part, _same_paragraph)


def _same_passage(part: Expression) -> Expression:
    if isinstance(part, Near) and not part.negated:
        part = And((part.left, part.right), part.start, part.end)
    return _changed(part, _same_passage)


def _changed(part: Expression, change: Callable[[Expression], Expression]) -> Expression:
    """The same with every wanted step inside changed; what is excluded stays."""
    match part:
        case And() | Or():
            return replace(part, parts=tuple(change(each) for each in part.parts))
        case Near():
            return replace(
                part, left=change(part.left), right=part.right if part.negated else change(part.right)
            )
        case _:
            return part


_CHANGES = (
    (_any_ending, "with any ending"),
    (_same_paragraph, "anywhere in the paragraph"),
    (_same_passage, "anywhere in the passage"),
)
