"""Reads a typed text: the required part as a tree, and the remaining plain words.

An operator joins the one operand right beside it on each side: a word, a quoted text, a group or a field.
Joined operands, and every quoted text, field and word with "!" or "*", are required; all other words are the
``rest``, by which results are ranked. Inside parentheses that group, words side by side are alternatives.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from briefbank.domain.expression import Expression, Field
from briefbank.search.operators import foreign, grammar_input, terms
from briefbank.search.operators.fields import read_field
from briefbank.search.operators.grammar import parse
from briefbank.search.operators.lexemes import Lexeme, LexemeKind, cut, names_joined
from briefbank.search.operators.operator_decision import Decided, decide

NOTES_LIMIT = 8
_STRAY = frozenset("!*#~=|^")


@dataclass(frozen=True, slots=True)
class Read:
    """The result of reading a text."""

    expression: Expression | None
    """The required part; None where no operator was typed."""
    rest: tuple[tuple[int, int], ...]
    """Half open ranges of the text that no operator takes, in order: plain words."""
    notes: tuple[str, ...]
    """Sentences about parts that may have been meant otherwise than they were read."""

    @property
    def operators(self) -> bool:
        """Tell whether anything is required."""
        return self.expression is not None


def read(text: str) -> Read:
    """Read a text that ``typed_pieces.clean`` has cleaned. Time linear in its length. Any thread.

    Raises QueryError, with the position, for a search that surely has operators and is broken.
    """
    cut_lexemes, unpaired = cut(text)
    notes = ["A quotation mark has no partner and was not used."] if unpaired else []
    lexemes, fields, named = _with_fields(text, cut_lexemes)
    decided = decide(names_joined(text, lexemes))
    if not decided.sentence:
        _refuse_foreign(lexemes)
    found = grammar_input.arranged(decided, _units(decided, fields))
    if not decided.sentence:
        exact = {decided.lexemes[at].start for at in found.taken}
        notes += [*_name_notes(text, named, bool(found.symbols)), *_lexeme_notes(lexemes, exact)]
    notes += decided.notes
    if found.symbols:
        notes += grammar_input.surprises(found.symbols)
    expression = parse(found.symbols) if found.symbols else None
    return Read(expression, _rest(decided, found.taken), tuple(dict.fromkeys(notes))[:NOTES_LIMIT])


def _with_fields(text: str, lexemes: Sequence[Lexeme]) -> tuple[list[Lexeme], dict[int, Field], list[Lexeme]]:
    """Return the lexemes with each field as one, the fields by their start, and mere names of fields."""
    kept: list[Lexeme] = []
    fields: dict[int, Field] = {}
    named: list[Lexeme] = []
    at = 0
    while at < len(lexemes):
        lexeme, taken = lexemes[at], 1
        if lexeme.kind is LexemeKind.FIELD:
            found = read_field(text, lexemes, at)
            taken = found.taken
            if found.field:
                end = found.field.end
                fields[lexeme.start] = found.field
                lexeme = Lexeme(LexemeKind.FIELD, text[lexeme.start : end], lexeme.start, end)
            else:
                lexeme = Lexeme(LexemeKind.WORD, lexeme.text, lexeme.start, lexeme.end)
                named.append(lexeme)
        kept.append(lexeme)
        at += taken
    return kept, fields, named


def _name_notes(text: str, named: Sequence[Lexeme], operators: bool) -> list[str]:
    """Return notes on names of fields without a value, where a field may have been meant."""
    meant = [lexeme for lexeme in named if operators or not text[: lexeme.start].strip()]
    return [f"“{lexeme.text}” has no value right behind it and was read as a word." for lexeme in meant]


def _refuse_foreign(lexemes: Sequence[Lexeme]) -> None:
    for lexeme, following in zip_longest(lexemes, lexemes[1:]):
        foreign.refuse(lexeme, following)


def _lexeme_notes(lexemes: Sequence[Lexeme], exact: Collection[int]) -> list[str]:
    """Return notes on single words and marks. ``exact``: the beginnings of words that are taken just as they
    stand, which is what "#" before a word asks for."""
    notes: list[str] = []
    for lexeme in lexemes:
        if lexeme.kind is LexemeKind.MARK and set(lexeme.text) <= _STRAY:
            notes.append(f"“{lexeme.text[:8]}” stands alone and was not used.")
        elif lexeme.kind is LexemeKind.WORD and terms.too_short(lexeme.text):
            notes.append(f"“{lexeme.text[:60]}”: too little of a word for “!” or “*”; it was read without.")
        elif lexeme.text[:1] == "#" and lexeme.start in exact:
            continue
        elif note := foreign.note_on(lexeme):
            notes.append(note)
        if len(notes) > NOTES_LIMIT:
            break
    return notes


def _units(decided: Decided, fields: dict[int, Field]) -> dict[int, Expression]:
    """Return the expression of each lexeme that could be required, by number; none without a word."""
    units: dict[int, Expression] = {}
    for at, lexeme in enumerate(decided.lexemes):
        if lexeme.kind is LexemeKind.FIELD:
            units[at] = fields[lexeme.start]
        elif lexeme.kind is LexemeKind.QUOTED or (
            lexeme.kind is LexemeKind.WORD and (decided.joined or terms.is_open(lexeme.text))
        ):
            found = terms.unit(lexeme.text, lexeme.start, lexeme.end)
            if found is not None:
                units[at] = found
    return units


def _rest(decided: Decided, taken: frozenset[int]) -> tuple[tuple[int, int], ...]:
    """Return the ranges of what is not taken; neighbours are one range. Parentheses alone have none."""
    runs: list[list[Lexeme]] = [[]]
    for at, lexeme in enumerate(decided.lexemes):
        if at in taken:
            runs.append([])
        else:
            runs[-1].append(lexeme)
    worded = [run for run in runs if any(lexeme.kind is LexemeKind.WORD for lexeme in run)]
    return tuple((run[0].start, run[-1].end) for run in worded)
