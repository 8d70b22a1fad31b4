"""Wider forms of a search that found nothing, or little.

``loosenings`` are offered, each with the number of results that it has: without a word or number that no
passage has, without the last part of such a number, without the filters; and of a search with operators each
part removed in turn, words with any ending, words that must stand close anywhere in the paragraph. A form
that finds no more than before is not offered. Each offer costs a search, so there are few of them.

``widened`` is the form in which a list goes on below what was asked for exactly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from briefbank.domain.searches import (
    And,
    Expression,
    Field,
    FieldName,
    Near,
    Or,
    Phrase,
    Term,
    Unit,
    WiderQuery,
    conjuncts,
    terms_of,
)
from briefbank.errors import QueryError
from briefbank.search import typed_text
from briefbank.search.operators import fields
from briefbank.search.operators.grammar import without
from briefbank.search.operators.lexing import written
from briefbank.search.query import ParsedQuery, QueryClass, Subquery
from briefbank.text.messages import Message, listed

MOST = 5
TELLING = 3
"""The fewest characters of a part of a number that is searched for as a word: the 07 of A-9213-07 is any."""
SHORTEST_ROOT = 4
"""The fewest letters of a word that may be given other endings."""
_OF_DOCUMENTS = frozenset(FieldName) - {FieldName.CITES, FieldName.RULE, FieldName.HEADING}
"""The fields that are conditions on a document."""
_SUBSECTION = re.compile(r"\([^()]*\)$")
_SECTION = re.compile(r"(?<=\d)[:.-]\d+[A-Za-z]{0,2}$")


def loosenings(
    parsed: ParsedQuery,
    total: int,
    nowhere: Sequence[str],
    *,
    filtered: bool,
    count: Callable[[str, bool], int],
) -> tuple[WiderQuery, ...]:
    """Return wider searches with how many close results each finds, most first. ``total``: the number that
    the search itself has; ``nowhere``: the words and numbers of the search that no passage has; ``count``
    counts the close results of a text, with the filters of the search (True) or without."""
    searches = _without_unknown(parsed, nowhere)
    if parsed.required is not None:
        searches = chain(searches, _wider_operators(parsed, parsed.required))
    offered: list[WiderQuery] = []
    for text, query in searches:
        try:
            results = count(query, True)
        except QueryError:  # nothing is left that can be searched for
            results = 0
        if results > total and query not in (wider.query for wider in offered):
            offered.append(WiderQuery(text, query, results))
        if len(offered) == MOST:
            break
    if filtered and (results := count(parsed.text, False)) > total:
        offered.append(WiderQuery(Message("without any filter"), parsed.text, results, clears_filters=True))
    return tuple(sorted(offered, key=lambda wider: -wider.total))


def widened(parsed: ParsedQuery) -> ParsedQuery | None:
    """Return the search for passages that have only some of what was asked for: the words of operators as
    plain words, numbers without their last part, no condition on the document. What is excluded is left to
    the caller. None where only conditions were asked for."""
    required = conjuncts(parsed.required)
    typed: list[str] = []
    for part in required:
        if not isinstance(part, Field):
            typed += [term.pattern.rstrip("*") for term in terms_of(part)]
        elif part.name not in _OF_DOCUMENTS:
            typed.append(part.value)
    sentence = " ".join([*typed, parsed.plain]).strip() if required else parsed.text
    every = tuple(dict.fromkeys(typed_text.words_in(sentence)))
    words = every if required else tuple(word for word in every if len(word) >= TELLING) or every
    if not words:
        return None
    numbers = dict.fromkeys(filter(None, map(without_last_part, parsed.identifiers)))
    return replace(
        parsed.with_required(None),
        parts=(Subquery(words, sentence, words),),
        context=None,
        identifiers=tuple(numbers),
        query_class=QueryClass.TOPIC,
    )


def without_last_part(number: str) -> str:
    """Return a rule or section without its last part, as "803(c)" for "803(c)(27)"; empty for a number that
    has one part only, or none that is part of another, as that of a docket."""
    if not number[:1].isdigit():
        return ""
    match = _SUBSECTION.search(number) or _SECTION.search(number)
    return number[: match.start()] if match else ""


def _without_unknown(parsed: ParsedQuery, nowhere: Sequence[str]) -> Iterator[tuple[Message, str]]:
    """Yield the search without the last part of each unknown number, and without what is unknown."""
    unknown = [
        typed
        for typed in parsed.typed
        if typed.number in nowhere or (typed.words and all(word in nowhere for word in typed.words))
    ]
    for typed in unknown[:MOST]:  # each is a search of its own, and a pasted text can have hundreds
        if shorter := without_last_part(typed.number):
            text = f"{parsed.text[: typed.start]}{shorter}{parsed.text[typed.end :]}"
            yield (
                Message("{shorter} in place of {number}", shorter=shorter, number=typed.number),
                " ".join(text.split()),
            )
    rest = list(parsed.text)
    for typed in unknown:
        rest[typed.start : typed.end] = " " * (typed.end - typed.start)
    if unknown and (text := " ".join("".join(rest).split())):
        named = [typed.number or f"“{' '.join(typed.words)}”" for typed in unknown]
        yield Message("without {named}", named=listed(named, "and")), text


def _wider_operators(parsed: ParsedQuery, required: Expression) -> Iterator[tuple[Message, str]]:
    plain = parsed.plain
    for change, text in _CHANGES:
        wider = change(required)
        if wider != required:
            yield text, f"{written(wider)} {plain}".strip()
    alone = len(conjuncts(required)) == 1 and not parsed.words and not parsed.identifiers
    for part in () if alone else fields.parts(required):
        if left := without(parsed.text, parsed.read, part.start, part.end):
            if part.role == "required":
                yield Message("without {text}", text=part.text), left
            elif part.of_document:
                yield Message("also {left_out}", left_out=part.bare), left
            else:
                yield Message("also with {left_out}", left_out=part.bare), left
    if plain or isinstance(required, Phrase | Near | And):
        words = " ".join(term.pattern.rstrip("*") for term in terms_of(required))
        yield Message("as plain words"), f"{words} {plain}".strip()


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
            return replace(part, parts=tuple(map(change, part.parts)))
        case Near():
            return replace(
                part, left=change(part.left), right=part.right if part.negated else change(part.right)
            )
        case _:
            return part


_CHANGES = (
    (_any_ending, Message("with any ending")),
    (_same_paragraph, Message("anywhere in the paragraph")),
    (_same_passage, Message("anywhere in the passage")),
)
