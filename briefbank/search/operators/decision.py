"""Decides which signs of a typed text were meant as operators, and which parentheses as groups.

One box, no mode: plain language must never be misread, and an operator never be overlooked. A distance (w/5,
/p) always is an operator, and so is every sign between two things that no sentence has: quoted texts, fields,
parentheses. Otherwise "&" and "%" are in all but long sentences, and AND, OR and NOT where their capitals
stand out. In small letters these are words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from briefbank.search.operators.lexing import Lexeme, LexemeKind, Op, has_wildcard
from briefbank.text.messages import Message

SENTENCE_WORDS = 12
"""The number of plain words beyond which a text without a sure operator is a sentence."""
HEADING_WORDS = 3
"""The number of adjacent capital words that are a heading."""
SIGNS_SHOWN = 4
_PHONE_NUMBER = re.compile(r"\d{3}[\d.\-]*")
_VERBS = frozenset(
    str.split(
        "am is are was were be been do does did has have had can could may might must shall should will would"
    )
)
"""Verbs behind which NOT is stressed, not an operator."""


@dataclass(frozen=True, slots=True)
class Decided:
    """The decision. Signs that were not meant as operators have become words."""

    lexemes: tuple[Lexeme, ...]
    partners: dict[int, int]
    """The partner of each parenthesis that groups, by lexeme number."""
    notes: tuple[Message, ...]
    unmatched: tuple[int, ...]
    """Parentheses without a partner."""
    sentence: bool
    """Whether the text is a long one in which "!" and "*" are punctuation."""
    joined: bool
    """Whether there is any operator that joins."""


def decide(lexemes: Sequence[Lexeme]) -> Decided:
    """Classify signs, parentheses and wildcards. Linear in the number of lexemes; raises nothing."""
    decision = _Decision(lexemes)
    operators = decision.operators()
    groups = decision.groups(operators)
    sentence = decision.is_long and not operators
    groups |= decision.lists(groups, sentence)
    decided = tuple(
        lexeme.as_word() if lexeme.sign and at not in operators else lexeme
        for at, lexeme in enumerate(decision.lexemes)
    )
    parentheses = {LexemeKind.OPEN, LexemeKind.CLOSE}
    unmatched = (
        at for at, lexeme in enumerate(decided) if lexeme.kind in parentheses and at not in decision.partner
    )
    return Decided(
        decided,
        {at: decision.partner[at] for at in sorted(groups)},
        tuple(decision.notes),
        tuple(unmatched),
        sentence,
        bool(operators),
    )


class _Decision:
    """The state of one decision. Methods are given the numbers of lexemes."""

    def __init__(self, lexemes: Sequence[Lexeme]) -> None:
        self.notes: list[Message] = []
        self.lexemes = [self._without_sign_at_number(lexemes, at) for at in range(len(lexemes))]
        self.partner = _partners(lexemes)
        self._signs = [at for at, lexeme in enumerate(self.lexemes) if lexeme.sign]
        self._free = sum(
            1
            for at, lexeme in enumerate(self.lexemes)
            if lexeme.kind is LexemeKind.WORD and not (self._op(at - 1) or self._op(at + 1))
        )
        """The number of words beside no sign."""
        bounded = any(lexeme.kind is LexemeKind.FIELD for lexeme in self.lexemes) or any(
            self._op(at) is Op.NEAR for at in self._signs
        )
        self.is_long = self._free > SENTENCE_WORDS and not bounded
        """Whether it has more plain words than a search; never with a distance or a field."""

    def _without_sign_at_number(self, lexemes: Sequence[Lexeme], at: int) -> Lexeme:
        """Return a lexeme, as a word where it is a sign that belongs to a number: "50 %" is a share, and
        "+1 609" the beginning of a telephone number."""
        lexeme = lexemes[at]
        if lexeme.sign is None:
            return lexeme
        before = lexemes[at - 1].text if at else ""
        behind = [other.text for other in lexemes[at + 1 : at + 3] if other.kind is not LexemeKind.OPEN]
        share = lexeme.text == "%" and before.replace(".", "").isdecimal()
        dialled = lexeme.text[0] == "+" and behind and _PHONE_NUMBER.fullmatch(behind[0])
        if not (share or dialled):
            return lexeme
        self.notes.append(
            Message("“{text}” beside a number: not read as an operator here.", text=lexeme.text)
        )
        return lexeme.as_word()

    def operators(self) -> set[int]:
        """Return the signs that were meant as operators, and note the others."""
        certain = {at for at in self._signs if self._is_certain(at)}
        words = {at for at in self._signs if (sign := self.lexemes[at].sign) and sign.word}
        marks = set(self._signs) - words
        if self.is_long:
            self._note_words(marks - certain)
            marks &= certain
        if marks:
            return marks | words
        return words - self._emphasis(words - certain)

    def _is_certain(self, at: int) -> bool:
        """Tell whether a sign is an operator in any text."""
        behind = self._is_marked(at + 1, LexemeKind.OPEN)
        return self._op(at) is Op.NEAR or (
            behind and (self._is_marked(at - 1, LexemeKind.CLOSE) or self._is_prefix(at))
        )

    def _is_marked(self, at: int, parenthesis: LexemeKind) -> bool:
        """Tell whether a quoted text, a field, or this side of a pair of parentheses stands there."""
        kind = self._kind(at)
        return kind in {LexemeKind.QUOTED, LexemeKind.FIELD} or (kind is parenthesis and at in self.partner)

    def _emphasis(self, words: set[int]) -> set[int]:
        """Return those of the signs in capitals that are only written so, and note them."""
        stressed = {  # the NOT of "was NOT advised"
            at
            for at in words
            if self.lexemes[at].text == "NOT" and at > 0 and self.lexemes[at - 1].text.lower() in _VERBS
        }
        self._note_words(stressed)
        left = words - stressed
        if left and (self.is_long or not self._stand_out(left) or not self._have_sides(left)):
            self._note_words(left)
            return words
        return stressed

    def _stand_out(self, signs: set[int]) -> bool:
        """Tell whether the capitals are more than the way the text, or a heading in it, is set."""
        small = any(c.islower() for lexeme in self.lexemes if lexeme.sign is None for c in lexeme.text)
        beside = any(self._is_special(at + step) for at in signs for step in (-1, 1))
        return (small or beside) and not all(self._is_in_heading(at) for at in signs)

    def _is_in_heading(self, at: int) -> bool:
        """Tell whether it stands among capital words, as in THE SEARCH AND SEIZURE WAS UNLAWFUL."""
        first = last = at
        while self._is_capital(first - 1) and at - first < 2 * HEADING_WORDS:
            first -= 1
        while self._is_capital(last + 1) and last - at < 2 * HEADING_WORDS:
            last += 1
        pairs = sum(
            1 for one, two in pairwise(range(first, last + 1)) if not (self._op(one) or self._op(two))
        )
        return pairs >= HEADING_WORDS - 1

    def _is_capital(self, at: int) -> bool:
        if self._kind(at) not in {LexemeKind.WORD, LexemeKind.SIGN}:
            return False
        text = self.lexemes[at].text
        return text.isupper() and not any(c.isdigit() for c in text)

    def _have_sides(self, signs: set[int]) -> bool:
        """Tell whether a sign has something on both sides, or the text something that no sentence has."""
        return (
            (self._is_prefix(0) and not self._free)
            or any(self._has_side(at - 1, -1) and self._has_side(at + 1, 1) for at in signs)
            or any(map(self._is_special, range(len(self.lexemes))))
        )

    def _has_side(self, at: int, step: int) -> bool:
        """Tell whether an operand, another sign, or a parenthesis without a partner stands there."""
        kind = self._kind(at)
        if kind is (LexemeKind.CLOSE if step > 0 else LexemeKind.OPEN):
            return at not in self.partner
        return kind is not None

    def _note_words(self, signs: set[int]) -> None:
        if signs:
            typed = list(dict.fromkeys(self.lexemes[at].text for at in sorted(signs)))
            shown = ", ".join(f"“{text}”" for text in typed[:SIGNS_SHOWN])
            self.notes.append(Message("{shown}: not read as an operator here.", shown=shown))

    def _kind(self, at: int) -> LexemeKind | None:
        return self.lexemes[at].kind if 0 <= at < len(self.lexemes) else None

    def _op(self, at: int) -> Op | None:
        sign = self.lexemes[at].sign if 0 <= at < len(self.lexemes) else None
        return sign.op if sign else None

    def _is_prefix(self, at: int) -> bool:
        return self._op(at) is Op.EXCEPT and self._kind(at - 1) in {None, LexemeKind.OPEN}

    def _is_special(self, at: int) -> bool:
        """Tell whether a quoted text, a field, or a word with "!" or "*" stands there."""
        kind = self._kind(at)
        if kind is LexemeKind.WORD:
            return has_wildcard(self.lexemes[at].text)
        return kind in {LexemeKind.QUOTED, LexemeKind.FIELD}

    def groups(self, operators: set[int]) -> set[int]:
        """Return the parentheses around operators and beside them."""
        around = _parents(self.lexemes, self.partner)
        begins: set[int] = set()
        for at in operators:
            outer = around[at]
            while outer >= 0 and outer not in begins:
                begins.add(outer)
                outer = around[outer]
            if self._kind(at - 1) is LexemeKind.CLOSE and at - 1 in self.partner:
                begins.add(self.partner[at - 1])
            if self._kind(at + 1) is LexemeKind.OPEN and at + 1 in self.partner:
                begins.add(at + 1)
        return begins | {self.partner[begin] for begin in begins}

    def lists(self, groups: set[int], sentence: bool) -> set[int]:
        """Return the parentheses around only quoted texts, fields and words with "!" or "*": alternatives."""
        return {
            at
            for begin, end in self.partner.items()
            if end - begin > 2 and begin not in groups
            if all(
                self._is_special(inner) and not (sentence and self._kind(inner) is LexemeKind.WORD)
                for inner in range(begin + 1, end)
            )
            for at in (begin, end)
        }


def _partners(lexemes: Sequence[Lexeme]) -> dict[int, int]:
    partners: dict[int, int] = {}
    opened: list[int] = []
    for at, lexeme in enumerate(lexemes):
        if lexeme.kind is LexemeKind.OPEN:
            opened.append(at)
        elif lexeme.kind is LexemeKind.CLOSE and opened:
            begin = opened.pop()
            partners[begin], partners[at] = at, begin
    return partners


def _parents(lexemes: Sequence[Lexeme], partners: dict[int, int]) -> list[int]:
    """Return for each lexeme the opening parenthesis right around it, or -1."""
    parents: list[int] = []
    around = [-1]
    for at, lexeme in enumerate(lexemes):
        if lexeme.kind is LexemeKind.CLOSE and at in partners:
            around.pop()
        parents.append(around[-1])
        if lexeme.kind is LexemeKind.OPEN and at in partners:
            around.append(at)
    return parents
