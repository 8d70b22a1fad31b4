"""Reads a typed text: the required part as a tree, and the remaining plain words; and takes out a part again.

An operator joins the one operand right beside it on each side: a word, a quoted text, a group or a field.
Joined operands, and every quoted text, field and word with "!" or "*", are required; all other words are the
``rest``, by which results are ranked. Inside parentheses that group, words side by side are alternatives.
Where operators do not fit together, all words are plain words, and the notes say why.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from briefbank.domain.expression import Expression, Not, conjuncts
from briefbank.search.operators.decision import Decided, decide
from briefbank.search.operators.fields import read_field
from briefbank.search.operators.grammar import Arranged, arranged, parse, surprises
from briefbank.search.operators.lexing import (
    BrokenSearch,
    Lexeme,
    LexemeKind,
    Op,
    cut,
    has_wildcard,
    is_too_short,
    names_joined,
    signs_joined,
    term_or_phrase,
    written,
)

NOTES_LIMIT = 8
PLAIN_WORDS = "So all of it was searched for as plain words."
_STRAY = frozenset("!*#~=|^")
_WITH_SIGN_BEFORE = re.compile(r"[-+*][^\W\d_]{2,60}[!*]?[.,;:)]*")
_SMALL_WORDS = frozenset({"and", "or", "not", "but"})
"""Words that nobody means to require beside an operator, or as an alternative in parentheses."""
_COUNT = re.compile(r"(?:atleast|atl)\d{1,4}", re.IGNORECASE)
_TWO_LETTER_FIELDS = frozenset({"ti", "ju", "da", "sy", "di", "dn", "ci", "wp", "pr", "te"})
_WORDED = frozenset({LexemeKind.WORD, LexemeKind.QUOTED, LexemeKind.FIELD})


@dataclass(frozen=True, slots=True)
class Read:
    """The result of reading a text."""

    expression: Expression | None
    """The required part; None where no operator was typed."""
    rest: tuple[tuple[int, int], ...]
    """Half open ranges of the text that no operator takes, in order: plain words."""
    notes: tuple[str, ...]
    """Sentences about parts that may have been meant otherwise than they were read."""
    lexemes: tuple[Lexeme, ...] = ()
    """The pieces of the text, names of authorities and fields as one; signs whether operators or not. None
    where nothing in the text was read as an operator because of what the whole text is."""
    broken: tuple[str, ...] = ()
    """Why the operators do not fit together, and what to write: two sentences, or none."""

    @property
    def operators(self) -> bool:
        """Tell whether anything is required."""
        return self.expression is not None


def read(text: str) -> Read:
    """Read a text that ``typed_pieces.clean`` has cleaned. Time linear in its length. Any thread."""
    pieces, unpaired = cut(text)
    notes = ["A quotation mark has no partner and was not used."] if unpaired else []
    try:
        lexemes, named = _with_fields(text, pieces)
        joined = tuple(names_joined(text, lexemes))
        decided, found = _arranged(joined)
        if not decided.sentence:
            _refuse_calls(lexemes)
            notes += [*_name_notes(text, named, bool(found.symbols)), *_lexeme_notes(lexemes)]
        expression = parse(found.symbols) if found.symbols else None
    except BrokenSearch as broken:
        signs = [at for at, lexeme in enumerate(pieces) if lexeme.sign]
        said = (*notes, *broken.args, PLAIN_WORDS)
        return Read(None, _rest(pieces, signs), said, broken=broken.args)
    notes += [*decided.notes, *surprises(found.symbols)]
    rest = _rest(decided.lexemes, found.taken)
    return Read(expression, rest, tuple(dict.fromkeys(notes))[:NOTES_LIMIT], joined)


def reads_as(lexemes: Sequence[Lexeme], kept: Sequence[Expression]) -> bool:
    """Tell whether these lexemes of a text that was read require just ``kept``, its parts."""
    try:
        _, found = _arranged(lexemes)
        return conjuncts(parse(found.symbols) if found.symbols else None) == tuple(kept)
    except BrokenSearch:
        return False


def without(text: str, before: Read, start: int, end: int) -> str:
    """Return the text that was read without the required or excluded part at ``start`` to ``end``.

    It reads as the same search minus the part: cut out of the typed text where that changes nothing else,
    otherwise with each required part written in full. When nothing wanted is left, the exclusions are dropped
    too.
    """
    kept = [part for part in conjuncts(before.expression) if (part.start, part.end) != (start, end)]
    plain = [lexeme for lexeme in before.lexemes if _is_within(lexeme, before.rest)]
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


def _cut_out(text: str, lexemes: Sequence[Lexeme], start: int, end: int, kept: Sequence[Expression]) -> str:
    """Return the text without a part and its AND; empty where the other parts would read otherwise."""
    before = [lexeme for lexeme in lexemes if lexeme.start < start]
    behind = [lexeme for lexeme in lexemes if lexeme.start >= end]
    cuts = [(start, end, before, behind)]
    if before and _is_and(before[-1]):
        followed_by_not = bool(behind) and behind[0].text == "NOT"  # AND NOT may stay
        cuts.append((start if followed_by_not else before[-1].start, end, before[:-1], behind))
    if behind and _is_and(behind[0]):
        cuts.append((start, behind[0].end, before, behind[1:]))
    for start, end, left, right in cuts:
        if reads_as(signs_joined([*left, *right]), kept):
            return f"{text[:start].rstrip()} {text[end:].lstrip()}".strip()
    return ""


def _is_and(lexeme: Lexeme) -> bool:
    return lexeme.sign is not None and lexeme.sign.op is Op.AND


def _is_within(lexeme: Lexeme, ranges: Sequence[tuple[int, int]]) -> bool:
    return any(start <= lexeme.start < end for start, end in ranges)


# --- the steps of reading ------------------------------------------------------------------------


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


def _arranged(lexemes: Sequence[Lexeme]) -> tuple[Decided, Arranged]:
    """Decide on the signs and arrange what is required. Raises BrokenSearch."""
    decided = decide(lexemes)
    units: dict[int, Expression] = {}
    for at, lexeme in enumerate(decided.lexemes):
        unit: Expression | None = lexeme.field
        if lexeme.kind is LexemeKind.QUOTED or (
            lexeme.kind is LexemeKind.WORD
            and (decided.joined or has_wildcard(lexeme.text))
            and lexeme.text not in _SMALL_WORDS
        ):
            unit = term_or_phrase(lexeme.text, lexeme.start, lexeme.end)
        if unit is not None:
            units[at] = unit
    return decided, arranged(decided, units)


def _refuse_calls(lexemes: Sequence[Lexeme]) -> None:
    """Raise BrokenSearch for fields and counts as Westlaw writes them: ti(carty), atleast5(bail)."""
    for lexeme, following in zip_longest(lexemes, lexemes[1:]):
        if lexeme.kind is not LexemeKind.WORD:
            continue
        name, opened, inner = lexeme.text.partition("(")
        if following is not None and following.kind is LexemeKind.OPEN and following.start == lexeme.end:
            opened, inner = "(", "written out"
        if not opened or len(inner) < 3 or not inner[:3].isalpha():
            continue
        if _COUNT.fullmatch(name):
            raise BrokenSearch(
                f"“{name}(” is not understood here.",
                "How often a word must stand cannot be asked for. Write the words alone.",
            )
        if name.lower() in _TWO_LETTER_FIELDS:
            raise BrokenSearch(
                f"“{name}(” is not understood here.",
                "Write fields as judge:Smith, court:Appellate, docket:A-1234-19, after:2015 or "
                "heading:“error”.",
            )


def _name_notes(text: str, named: Sequence[Lexeme], operators: bool) -> list[str]:
    """Return notes on names of fields without a value, where a field may have been meant."""
    meant = [lexeme for lexeme in named if operators or not text[: lexeme.start].strip()]
    return [f"“{lexeme.text}” has no value right behind it and was read as a word." for lexeme in meant]


def _lexeme_notes(lexemes: Sequence[Lexeme]) -> list[str]:
    """Return notes on single words and marks."""
    notes: list[str] = []
    for lexeme in lexemes:
        if lexeme.kind is LexemeKind.MARK and set(lexeme.text) <= _STRAY:
            notes.append(f"“{lexeme.text[:8]}” stands alone and was not used.")
        elif lexeme.kind is not LexemeKind.WORD:
            continue
        elif is_too_short(lexeme.text):
            notes.append(f"“{lexeme.text[:60]}”: too little of a word for “!” or “*”; it was read without.")
        elif _WITH_SIGN_BEFORE.fullmatch(lexeme.text):
            if lexeme.text.startswith("-"):
                notes.append(f"“{lexeme.text}”: “-” does not leave a word out; write NOT before it.")
            elif lexeme.text.startswith("+"):
                notes.append(
                    f"“{lexeme.text}”: “+” does not make a word required; put it in quotation marks."
                )
            else:
                notes.append(f"“{lexeme.text}”: “*” cannot stand at the beginning of a word.")
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
