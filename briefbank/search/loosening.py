"""Wider forms of a search with operators: offered when it found nothing, or little.

Each part that can be removed is removed in turn; words are given any ending; words that must stand close may
stand anywhere in the paragraph. A form that finds no more than before is not offered. Each offer costs a
search, so there are few of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from briefbank.domain.expression import And, Expression, Near, Or, Phrase, Term, Unit, conjuncts, terms_of
from briefbank.domain.searches import WiderQuery
from briefbank.errors import QueryError
from briefbank.search.operators import descriptions
from briefbank.search.operators.rendering import written
from briefbank.search.query import ParsedQuery

FEW = 3
"""The number of results below which wider searches are offered."""
MOST = 5
SHORTEST_ROOT = 4
"""The fewest letters of a word that may be given other endings."""

Count = Callable[[str, bool], int]
"""A function that counts the passages a text finds; with the filters of the search (True) or without."""


def loosenings(parsed: ParsedQuery, total: int, *, filtered: bool, count: Count) -> tuple[WiderQuery, ...]:
    """Return wider searches with how many results each finds, most first; only where operators were used."""
    if parsed.required is None or total >= FEW:
        return ()
    offered: list[WiderQuery] = []
    for text, query in _wider_searches(parsed, parsed.required):
        found = _counted(count, query)
        if found > total:
            offered.append(WiderQuery(text, query, found))
        if len(offered) == MOST:
            break
    if filtered and (found := count(parsed.text, False)) > total:
        offered.append(WiderQuery("without any filter", parsed.text, found, clears_filters=True))
    return tuple(sorted(offered, key=lambda each: -each.total))


def _counted(count: Count, query: str) -> int:
    try:
        return count(query, True)
    except QueryError:  # nothing is left that can be searched for
        return 0


def _wider_searches(parsed: ParsedQuery, required: Expression) -> Iterator[tuple[str, str]]:
    """Yield the description and the text of each wider search."""
    plain = parsed.plain
    for change, text in _CHANGES:
        wider = change(required)
        if wider != required:
            yield text, f"{written(wider)} {plain}".strip()
    alone = len(conjuncts(required)) == 1 and not parsed.words and not parsed.identifiers
    for part in () if alone else descriptions.parts(required):
        if without := descriptions.without(parsed.text, part.start, part.end):
            yield _describe_removal(part), without
    if plain or isinstance(required, Phrase | Near | And):
        words = " ".join(term.pattern.rstrip("*") for term in terms_of(required))
        yield "as plain words", f"{words} {plain}".strip()


def _describe_removal(part: descriptions.DescribedPart) -> str:
    """Describe a search without a part; an excluded part is admitted."""
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
    return _with_parts_changed(part, _any_ending)


def _same_paragraph(part: Expression) -> Expression:
    if isinstance(part, Near) and not part.negated and part.unit is not Unit.PARAGRAPH:
        part = replace(part, unit=Unit.PARAGRAPH, distance=0)
    return _with_parts_changed(part, _same_paragraph)


def _same_passage(part: Expression) -> Expression:
    if isinstance(part, Near) and not part.negated:
        part = And((part.left, part.right), part.start, part.end)
    return _with_parts_changed(part, _same_passage)


def _with_parts_changed(part: Expression, change: Callable[[Expression], Expression]) -> Expression:
    """Return the expression with every wanted part changed; excluded parts stay."""
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
