"""Reads a typed text: the required part as a tree, and the remaining plain words; and takes a part out again.

An operator joins the one operand right beside it on each side: a word, a quoted text, a group or a field.
Joined operands, and every quoted text, field and word with "!" or "*", are required; all other words are the
``rest``, by which results are ranked. Where operators do not fit together, all words are plain words, and the
notes say why.

The precedence is Westlaw's: OR first, then +n, /n, +s, /s, +p, /p (the narrower first), then &, then % and
NOT, which take everything that follows them. Expressions side by side must all hold; inside parentheses they
are alternatives. And and Or hold their parts flat. An And, a Not or a field has no position in the text, so
nothing can be near it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from briefbank.domain.searches import And, Expression, Field, Near, Not, Or, Unit, children, conjuncts
from briefbank.search.operators.fields import read_field
from briefbank.search.operators.lexing import (
    FARTHEST,
    BrokenSearch,
    Decided,
    Lexeme,
    LexemeKind,
    Op,
    Sign,
    cut,
    decide,
    has_wildcard,
    is_too_short,
    names_joined,
    signs_joined,
    term_or_phrase,
    written,
)
from briefbank.text.messages import Message

OPERANDS_LIMIT = 200
NESTING_LIMIT = 50
DEEPEST = 100  # The most levels of the tree
NOTES_LIMIT = 8
PLAIN_WORDS = Message("So all of it was searched for as plain words.")
_SIDES = Message("Write a word, words in quotation marks, or a group in parentheses on both sides of it.")
_WIDTHS = {Unit.PARAGRAPH: 0, Unit.SENTENCE: 1, Unit.WORDS: 2}
_EXCEPT, _AND, _NEAR, _OR = 0, 1, 2, 8
"""How tightly operators bind; the levels of distances are _NEAR to _OR - 1."""
_LEVELS = {Op.EXCEPT: _EXCEPT, Op.AND: _AND, Op.NEAR: _NEAR, Op.OR: _OR}
_STRAY = frozenset("!*#~=|^")
_WITH_SIGN_BEFORE = re.compile(r"[-+*][^\W\d_]{2,60}[!*]?[.,;:)]*")
_SMALL_WORDS = frozenset({"and", "or", "not", "but"})
"""Words that nobody means to require beside an operator, or as an alternative in parentheses."""
_WORDED = frozenset({LexemeKind.WORD, LexemeKind.QUOTED, LexemeKind.FIELD})


@dataclass(frozen=True, slots=True)
class Read:
    expression: Expression | None  # The required part; None where no operator was typed
    rest: tuple[tuple[int, int], ...]
    """Half open ranges of the text that no operator takes, in order: plain words."""
    notes: tuple[Message, ...]  # Sentences about parts that may have been meant otherwise than they were read
    lexemes: tuple[Lexeme, ...] = ()
    """The pieces of the text, names of authorities and fields as one; signs whether operators or not. None
    where nothing in the text was read as an operator because of what the whole text is."""
    broken: tuple[()] | tuple[Message, Message] = ()
    """Why the operators do not fit together, and what to write: two sentences, or none."""

    @property
    def operators(self) -> bool:
        return self.expression is not None


def read(text: str) -> Read:
    """Read a text that ``typed_text.clean`` has cleaned. Time linear in its length. Any thread."""
    pieces, unpaired = cut(text)
    notes = [Message("A quotation mark has no partner and was not used.")] if unpaired else []
    try:
        lexemes, named = _with_fields(text, pieces)
        joined = tuple(names_joined(text, lexemes))
        decided, symbols, taken = _arranged(joined)
        if not decided.sentence:
            maybe_fields = [name for name in named if symbols or not text[: name.start].strip()]
            notes += [
                Message("“{text}” has no value right behind it and was read as a word.", text=name.text)
                for name in maybe_fields
            ]
            notes += _lexeme_notes(lexemes)
        expression = parse(symbols) if symbols else None
    except BrokenSearch as broken:
        signs = [at for at, lexeme in enumerate(pieces) if lexeme.sign]
        said = (*notes, *broken.args, PLAIN_WORDS)
        return Read(None, _rest(pieces, signs), said, broken=broken.args)
    notes += decided.notes
    rest = _rest(decided.lexemes, taken)
    return Read(expression, rest, tuple(dict.fromkeys(notes))[:NOTES_LIMIT], joined)


def without(text: str, before: Read, start: int, end: int) -> str:
    """Return the text that was read without the required or excluded part at ``start`` to ``end``.

    It reads as the same search minus the part: cut out of the typed text where that changes nothing else,
    otherwise with each required part written in full. When nothing wanted is left, the exclusions are dropped
    too.
    """
    kept = [part for part in conjuncts(before.expression) if (part.start, part.end) != (start, end)]
    plain = [lexeme for lexeme in before.lexemes if any(a <= lexeme.start < b for a, b in before.rest)]
    if all(isinstance(part, Not) for part in kept):
        if reads_as(plain, ()):
            return " ".join(text[begin:stop] for begin, stop in before.rest)
        kept = []
    elif left := _cut_out(text, before.lexemes, start, end, kept):
        return left
    words = (lexeme.text.rstrip("!*?") for lexeme in plain if not lexeme.sign and lexeme.kind in _WORDED)
    return " ".join([*map(written, kept), *words])


def keeps_required(before: Read, start: int, end: int) -> bool:
    """Tell whether the same is required without the plain words that stand at ``start`` to ``end``."""
    left = [lexeme for lexeme in before.lexemes if not (start <= lexeme.start and lexeme.end <= end)]
    return reads_as(left, conjuncts(before.expression))


def reads_as(lexemes: Sequence[Lexeme], kept: Sequence[Expression]) -> bool:
    """Tell whether these lexemes of a text that was read require just ``kept``, its parts."""
    try:
        _, symbols, _ = _arranged(lexemes)
        return conjuncts(parse(symbols) if symbols else None) == tuple(kept)
    except BrokenSearch:
        return False


def _cut_out(text: str, lexemes: Sequence[Lexeme], start: int, end: int, kept: Sequence[Expression]) -> str:
    """Return the text without a part and its AND; empty where the other parts would read otherwise."""
    before = [lexeme for lexeme in lexemes if lexeme.start < start]
    behind = [lexeme for lexeme in lexemes if lexeme.start >= end]
    cuts = [(start, end, before, behind)]
    if before and (sign := before[-1].sign) and sign.op is Op.AND:
        followed_by_not = bool(behind) and behind[0].text == "NOT"  # AND NOT may stay
        cuts.append((start if followed_by_not else before[-1].start, end, before[:-1], behind))
    if behind and (sign := behind[0].sign) and sign.op is Op.AND:
        cuts.append((start, behind[0].end, before, behind[1:]))
    for start, end, left, right in cuts:
        if reads_as(signs_joined([*left, *right]), kept):
            return f"{text[:start].rstrip()} {text[end:].lstrip()}".strip()
    return ""


def _with_fields(text: str, pieces: Sequence[Lexeme]) -> tuple[list[Lexeme], list[Lexeme]]:
    """Return the lexemes with each field as one, and mere names of fields. Raises BrokenSearch."""
    lexemes: list[Lexeme] = []
    named: list[Lexeme] = []
    at = 0
    while at < len(pieces):
        lexeme, taken = pieces[at], 1
        if lexeme.kind is LexemeKind.FIELD:
            field, taken = read_field(text, pieces, at)
            if field:
                lexeme = replace(lexeme, text=text[field.start : field.end], end=field.end, field=field)
            else:
                lexeme = lexeme.as_word()
                named.append(lexeme)
        lexemes.append(lexeme)
        at += taken
    return lexemes, named


def _lexeme_notes(lexemes: Sequence[Lexeme]) -> list[Message]:
    notes: list[Message] = []
    for lexeme in lexemes:
        if lexeme.kind is LexemeKind.MARK and set(lexeme.text) <= _STRAY:
            notes.append(Message("“{text}” stands alone and was not used.", text=lexeme.text[:8]))
        elif lexeme.kind is not LexemeKind.WORD:
            continue
        elif is_too_short(lexeme.text):
            word = lexeme.text[:60]
            said = Message("“{text}”: too little of a word for “!” or “*”; it was read without.", text=word)
            notes.append(said)
        elif _WITH_SIGN_BEFORE.fullmatch(lexeme.text):
            notes.append(
                Message(
                    "“{text}”: the sign before the word has no effect. NOT leaves a word out, and quotation "
                    "marks require it.",
                    text=lexeme.text,
                )
            )
        if len(notes) > NOTES_LIMIT:
            break
    return notes


def _rest(lexemes: Sequence[Lexeme], taken: Collection[int]) -> tuple[tuple[int, int], ...]:
    """Return the ranges of what is not taken; neighbours are one range. Parentheses alone have none."""
    runs: list[list[Lexeme]] = [[]]
    for at, lexeme in enumerate(lexemes):
        if at in taken:
            runs.append([])
        else:
            runs[-1].append(lexeme)
    worded = [run for run in runs if any(lexeme.kind in _WORDED for lexeme in run)]
    return tuple((run[0].start, run[-1].end) for run in worded)


@dataclass(frozen=True, slots=True)
class Symbol:
    """One token of the grammar; ``value`` is the expression of a UNIT and the sign of an operator."""

    name: str
    start: int
    end: int
    value: Expression | Sign | None = None
    level: int = -1  # How tightly an operator binds, from 0; -1 for all others


def _arranged(lexemes: Sequence[Lexeme]) -> tuple[Decided, list[Symbol], set[int]]:
    """Decide on the signs; return the symbols of all operators and required parts, and the numbers of the
    lexemes that they stand for.

    Raises BrokenSearch for a parenthesis or an operator that lacks its other half, and past the limits.
    """
    decided = decide(lexemes)
    lexemes = decided.lexemes
    units: dict[int, Expression] = {}
    for at, lexeme in enumerate(lexemes):
        unit: Expression | None = lexeme.field
        if lexeme.kind is LexemeKind.QUOTED or (
            lexeme.kind is LexemeKind.WORD
            and (decided.joined or has_wildcard(lexeme.text))
            and lexeme.text not in _SMALL_WORDS
        ):
            unit = term_or_phrase(lexeme.text, lexeme.start, lexeme.end)
        if unit is not None:
            units[at] = unit
    if decided.joined and decided.unmatched:
        is_open = lexemes[decided.unmatched[0]].kind is LexemeKind.OPEN
        raise BrokenSearch(
            Message("A parenthesis is not closed.") if is_open else Message("A parenthesis closes nothing."),
            Message("Every parenthesis that is opened must be closed."),
        )
    symbols: list[Symbol] = []
    taken = {at for at, lexeme in enumerate(lexemes) if lexeme.kind is LexemeKind.QUOTED and at not in units}
    depth = operands = 0
    for at, lexeme in enumerate(lexemes):
        symbol: Symbol | None = None
        if lexeme.sign:
            _check_sign(decided, units, at)
            symbol = _operator(lexeme, lexeme.sign, first=_is_first(decided, at))
        elif at in decided.partners:
            depth += 1 if lexeme.kind is LexemeKind.OPEN else -1
            if depth > NESTING_LIMIT:
                said = Message(
                    "More than {nesting_limit} parentheses stand inside each other.",
                    nesting_limit=NESTING_LIMIT,
                )
                raise BrokenSearch(said, Message("Take out those that are not needed."))
            end = decided.partners[at]
            if end > at and not any(inner in units for inner in range(at + 1, end)):
                raise BrokenSearch(Message("There is no word between these parentheses."), _SIDES)
            symbol = Symbol(lexeme.kind.name, lexeme.start, lexeme.end)
        elif at in units and (depth or _is_required(decided, at)):
            operands += 1
            if operands > OPERANDS_LIMIT:
                raise BrokenSearch(
                    Message(
                        "This search joins or requires more than {operands_limit} words or quoted texts.",
                        operands_limit=OPERANDS_LIMIT,
                    ),
                    Message("Leave operators and quotation marks only where they are needed."),
                )
            symbol = Symbol("UNIT", lexeme.start, lexeme.end, units[at])
        if symbol:
            inside = depth - 1 if symbol.name == "OPEN" else depth
            beside = symbols and symbols[-1].name in {"UNIT", "CLOSE"} and symbol.name in {"UNIT", "OPEN"}
            if inside and beside:
                symbols.append(Symbol("OR", symbol.start, symbol.start, Sign(Op.OR), _OR))
            symbols.append(symbol)
            taken.add(at)
    return decided, symbols, taken


def _operator(lexeme: Lexeme, sign: Sign, *, first: bool) -> Symbol:
    """Return the symbol of a sign; ``first``: nothing stands before it, so that a NOT has one side only."""
    name, level = sign.op.name, _LEVELS[sign.op]
    if sign.op is Op.NEAR:
        level += 2 * _WIDTHS[sign.unit] + sign.ordered
    elif sign.op is Op.EXCEPT and first:
        name, level = "FIRST_NOT", -1
    return Symbol(name, lexeme.start, lexeme.end, sign, level)


def _is_required(decided: Decided, at: int) -> bool:
    """Tell whether it is required: a quoted text, a field, a word beside an operator or with a wildcard."""
    lexemes = decided.lexemes
    if lexemes[at].kind is not LexemeKind.WORD:
        return True
    if not decided.sentence and has_wildcard(lexemes[at].text):
        return True
    return any(lexeme.sign for lexeme in (*lexemes[max(0, at - 1) : at], *lexemes[at + 1 : at + 2]))


def _is_first(decided: Decided, at: int) -> bool:
    return at == 0 or decided.lexemes[at - 1].kind is LexemeKind.OPEN


def _check_sign(decided: Decided, units: Mapping[int, Expression], at: int) -> None:
    """Raise BrokenSearch for a sign without operands on both sides, or a distance out of range."""
    lexemes = decided.lexemes
    typed, sign = lexemes[at].text, lexemes[at].sign
    if sign and sign.op is Op.NEAR and sign.unit is Unit.WORDS and not 1 <= sign.distance <= FARTHEST:
        raise BrokenSearch(
            Message("“{typed}” is no distance that can be searched.", typed=typed),
            Message("Write a number from 1 to {farthest}.", farthest=FARTHEST),
        )
    prefix = sign and sign.op is Op.EXCEPT and _is_first(decided, at)
    for beside, parenthesis, where in (
        (at - 1, LexemeKind.CLOSE, Message("before")),
        (at + 1, LexemeKind.OPEN, Message("behind")),
    ):
        if beside in units or (beside in decided.partners and lexemes[beside].kind is parenthesis):
            continue
        if beside < at and prefix:
            continue
        if 0 <= beside < len(lexemes) and lexemes[beside].sign:
            first, second = lexemes[min(at, beside)], lexemes[max(at, beside)]
            raise BrokenSearch(
                Message("Nothing stands between “{text}” and “{text2}”.", text=first.text, text2=second.text),
                _SIDES,
            )
        raise BrokenSearch(Message("Nothing stands {where} “{typed}”.", where=where, typed=typed), _SIDES)


def parse(symbols: Sequence[Symbol]) -> Expression:
    """Return the tree of one search. Raises BrokenSearch for what has no meaning."""
    parser = _Parser(symbols)
    items: list[Expression] = []
    while parser.symbol is not None:
        items.append(parser.expression(_EXCEPT))
    tree = _both(items)
    level: list[Expression] = [tree]
    for _ in range(DEEPEST):
        level = [part for parent in level for part in children(parent)]
    if level:
        raise BrokenSearch(
            Message("This search has too many steps inside each other."),
            Message("Search for fewer things at once."),
        )
    _check_wanted(tree)
    return tree


class _Parser:
    """Reads arranged symbols from left to right, operators by their level (precedence climbing)."""

    def __init__(self, symbols: Sequence[Symbol]) -> None:
        self._following = iter(symbols)
        self.symbol = next(self._following, None)

    def expression(self, loosest: int) -> Expression:
        """Return the expression that begins here, with operators that bind at least as tightly."""
        left = self._operand()
        while (symbol := self.symbol) is not None and symbol.level >= loosest:
            self._next()
            right = self.expression(symbol.level + 1)
            sign = symbol.value
            assert isinstance(sign, Sign)
            match sign.op:
                case Op.AND:
                    left = _both([left, right])
                case Op.OR:
                    left = _either([left, right])
                case Op.EXCEPT:
                    left = _both([left, Not(right, symbol.start, right.end)])
                case Op.NEAR:
                    for side in (left, right):
                        _refuse_without_position(side)
                    width = sign.unit, sign.distance, sign.ordered
                    left = Near(left, right, *width, left.start, right.end)
        return left

    def _operand(self) -> Expression:
        symbol = self._next()
        if symbol.name == "FIRST_NOT":
            part = self.expression(_NEAR)
            return Not(part, symbol.start, part.end)
        if symbol.name == "OPEN":
            part = self.expression(_EXCEPT)
            return replace(part, start=symbol.start, end=self._next().end)
        assert symbol.value is not None and not isinstance(symbol.value, Sign)
        return symbol.value

    def _next(self) -> Symbol:
        symbol = self.symbol
        assert symbol is not None
        self.symbol = next(self._following, None)
        return symbol


def _both(parts: Sequence[Expression]) -> Expression:
    flat = [inner for part in parts for inner in (part.parts if isinstance(part, And) else (part,))]
    return And(tuple(flat), parts[0].start, parts[-1].end) if len(flat) > 1 else flat[0]


def _either(parts: Sequence[Expression]) -> Expression:
    flat = [inner for part in parts for inner in (part.parts if isinstance(part, Or) else (part,))]
    return Or(tuple(flat), parts[0].start, parts[-1].end)


def _refuse_without_position(expression: Expression) -> None:
    """Raise BrokenSearch for a side of a distance that has no position in a text."""
    match expression:
        case Or():
            for part in expression.parts:
                _refuse_without_position(part)
        case And() | Not():
            raise BrokenSearch(
                Message("AND and NOT cannot stand inside a distance."),
                Message("Write the distance once for each word, as in stop w/5 car AND frisk w/5 car."),
            )
        case Field():
            raise BrokenSearch(
                Message("“{value}:” cannot stand beside a distance.", value=expression.name.value),
                Message("It says something of the whole passage: use AND to join it."),
            )
        case _:
            pass


def _check_wanted(expression: Expression) -> None:
    """Raise BrokenSearch where nothing is asked for but what is left out."""
    if isinstance(expression, Not) or (
        isinstance(expression, And) and all(isinstance(part, Not) for part in expression.parts)
    ):
        raise BrokenSearch(
            Message("This says only what is to be left out."),
            Message("Write first what must be there, as in hearsay NOT “dying declaration”."),
        )
    if isinstance(expression, And | Or):
        for part in expression.parts:
            _check_wanted(part.part if isinstance(part, Not) and isinstance(expression, And) else part)
