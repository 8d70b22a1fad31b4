"""Arranges decided lexemes as symbols for the grammar, and checks that every operator has its sides.

Errors that the grammar would only call wrong are reported here in a lawyer's words, with their position.
Operators whose order may surprise are reported too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from briefbank.domain.expression import Expression, Unit
from briefbank.errors import QueryError
from briefbank.search.operators import foreign, terms
from briefbank.search.operators.grammar import Symbol, operator
from briefbank.search.operators.lexemes import Lexeme, LexemeKind
from briefbank.search.operators.operator_decision import Decided
from briefbank.search.operators.operator_signs import FARTHEST, Op, Sign

OPERANDS_LIMIT = 200
NESTING_LIMIT = 50
_SIDES = "Write a word, words in quotation marks, or a group in parentheses on both sides of it."
_BALANCE = "Every parenthesis that is opened must be closed."


@dataclass(frozen=True, slots=True)
class Arranged:
    """Symbols for the grammar; ``taken`` are the numbers of the lexemes that they stand for."""

    symbols: tuple[Symbol, ...]
    taken: frozenset[int]


def arranged(decided: Decided, units: Mapping[int, Expression]) -> Arranged:
    """Return the symbols of all operators and required parts. ``units``: by number of the lexeme.

    Raises QueryError for a parenthesis or an operator that lacks its other half, and past the limits.
    """
    lexemes = decided.lexemes
    if decided.joined and decided.unmatched:
        raise _unmatched(lexemes[decided.unmatched[0]])
    symbols: list[Symbol] = []
    taken: set[int] = set()
    depth = operands = 0
    for at, lexeme in enumerate(lexemes):
        symbol: Symbol | None = None
        if lexeme.sign:
            _check_sign(decided, units, at)
            symbol = operator(lexeme.sign, lexeme.start, lexeme.end, first=_is_first(decided, at))
        elif at in decided.partners:
            depth += 1 if lexeme.kind is LexemeKind.OPEN else -1
            _check_group(decided, units, at, depth)
            symbol = Symbol(lexeme.kind.name, lexeme.start, lexeme.end)
        elif at in units and (depth or _is_required_alone(decided, at) or _is_joined(decided, at)):
            operands += 1
            _check_operand(lexemes, at, operands)
            symbol = Symbol("UNIT", lexeme.start, lexeme.end, units[at])
        if symbol:
            inside = depth - 1 if symbol.name == "OPEN" else depth
            if inside and _side_by_side(symbols, symbol):
                symbols.append(Symbol("OR", symbol.start, symbol.start))
            symbols.append(symbol)
            taken.add(at)
    return Arranged(tuple(symbols), frozenset(taken | _empty_quotes(decided, units)))


def surprises(symbols: Sequence[Symbol]) -> list[str]:
    """Return sentences about operators whose order the user of another program may not expect."""
    notes: list[str] = []
    levels: list[list[str]] = [[]]
    for before, symbol in zip([None, *symbols], symbols, strict=False):
        if symbol.name == "OPEN":
            levels.append([])
        elif symbol.name == "CLOSE":
            notes += _surprise(levels.pop())
        elif before and _side_by_side([before], symbol) and len(levels) == 1:
            notes += _surprise(levels.pop())
            levels.append([])
        if symbol.value is not None and isinstance(symbol.value, Sign):
            levels[-1].append(symbol.name)
    return notes + _surprise(levels[-1])


def _surprise(names: Sequence[str]) -> list[str]:
    notes = []
    if "OR" in names and len(set(names) - {"OR", "EXCEPT", "FIRST_NOT"}) > 0:
        notes.append("OR was read before AND and before distances, as in Westlaw; parentheses change that.")
    behind = names[names.index("EXCEPT") + 1 :] if "EXCEPT" in names else ()
    if "AND" in behind or "OR" in behind:
        notes.append("NOT leaves out all that is joined behind it, as in Westlaw; parentheses change that.")
    return notes


def _side_by_side(symbols: Sequence[Symbol], symbol: Symbol) -> bool:
    """Tell whether two operands follow each other with no operator between them."""
    begins = symbol.name in {"UNIT", "OPEN"}
    return begins and bool(symbols) and symbols[-1].name in {"UNIT", "CLOSE"}


def _is_required_alone(decided: Decided, at: int) -> bool:
    """Tell whether it is required even without an operator beside it."""
    lexeme = decided.lexemes[at]
    if lexeme.kind is LexemeKind.WORD:
        return not decided.sentence and terms.is_open(lexeme.text)
    return True


def _is_joined(decided: Decided, at: int) -> bool:
    """Tell whether an operator stands right beside it."""
    lexemes = decided.lexemes
    beside = (there for there in (at - 1, at + 1) if 0 <= there < len(lexemes))
    return any(lexemes[there].sign for there in beside)


def _is_first(decided: Decided, at: int) -> bool:
    return at == 0 or decided.lexemes[at - 1].kind is LexemeKind.OPEN


def _empty_quotes(decided: Decided, units: Mapping[int, Expression]) -> set[int]:
    """Return quoted texts without a word: neither required nor rest."""
    quoted = (at for at, lexeme in enumerate(decided.lexemes) if lexeme.kind is LexemeKind.QUOTED)
    return {at for at in quoted if at not in units}


def _check_sign(decided: Decided, units: Mapping[int, Expression], at: int) -> None:
    lexeme = decided.lexemes[at]
    sign = lexeme.sign
    if sign is None:
        return
    if sign.op is Op.NEAR and sign.unit is Unit.WORDS and not 1 <= sign.distance <= FARTHEST:
        raise QueryError(
            f"“{lexeme.text}” is no distance that can be searched.",
            f"Write a number from 1 to {FARTHEST}.",
            position=lexeme.start,
        )
    prefix = sign.op is Op.EXCEPT and _is_first(decided, at)
    if not prefix and not _side(decided, units, at - 1, LexemeKind.CLOSE):
        raise _one_sided(decided.lexemes, at, at - 1, "before")
    if not _side(decided, units, at + 1, LexemeKind.OPEN):
        raise _one_sided(decided.lexemes, at, at + 1, "behind")


def _side(decided: Decided, units: Mapping[int, Expression], at: int, kind: LexemeKind) -> bool:
    return at in units or (at in decided.partners and decided.lexemes[at].kind is kind)


def _one_sided(lexemes: Sequence[Lexeme], at: int, beside: int, where: str) -> QueryError:
    typed = lexemes[at].text
    other = lexemes[beside] if 0 <= beside < len(lexemes) else None
    if other is not None and other.sign:
        first, second = sorted((lexemes[at], other), key=lambda each: each.start)
        title = f"Nothing stands between “{first.text}” and “{second.text}”."
        return QueryError(title, _SIDES, position=second.start)
    return QueryError(f"Nothing stands {where} “{typed}”.", _SIDES, position=lexemes[at].start)


def _check_group(decided: Decided, units: Mapping[int, Expression], at: int, depth: int) -> None:
    lexeme, end = decided.lexemes[at], decided.partners[at]
    if lexeme.kind is LexemeKind.OPEN and end == at + 1:
        raise QueryError("Nothing stands between these parentheses.", _SIDES, position=lexeme.start)
    if depth > NESTING_LIMIT:
        raise QueryError(
            f"More than {NESTING_LIMIT} parentheses stand inside each other.",
            "Take out those that are not needed.",
            position=lexeme.start,
        )
    if lexeme.kind is LexemeKind.OPEN and not any(inner in units for inner in range(at + 1, end)):
        raise QueryError("There is no word between these parentheses.", _SIDES, position=lexeme.start)


def _check_operand(lexemes: Sequence[Lexeme], at: int, operands: int) -> None:
    if operands > OPERANDS_LIMIT:
        raise QueryError(
            f"This search joins or requires more than {OPERANDS_LIMIT} words or quoted texts.",
            "Leave operators and quotation marks only where they are needed.",
            position=lexemes[at].start,
        )
    foreign.refuse_operand(lexemes[at])


def _unmatched(lexeme: Lexeme) -> QueryError:
    said = "is not closed" if lexeme.kind is LexemeKind.OPEN else "closes nothing"
    return QueryError(f"A parenthesis {said}.", _BALANCE, position=lexeme.start)
