"""Decides which signs of a typed text were meant as operators, and which parentheses as groups.

One box, no mode: plain language must never be misread, and an operator never be overlooked. A distance (w/5,
/p) always is an operator, "&" and "%" in all but long sentences. AND, OR and NOT in capitals are, where the
capitals stand out. In small letters they are operators only beside something that no sentence has (a quoted
text, a word with "!" or "*", a field, a group that is itself joined) or where another operator shows that
this is a search of that kind. All other signs are ordinary words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from briefbank.search.operators import terms
from briefbank.search.operators.lexemes import Lexeme, LexemeKind
from briefbank.search.operators.operator_signs import Op, Strength

SENTENCE_WORDS = 12
"""The number of plain words beyond which a text without a sure operator is a sentence."""
HEADING_WORDS = 3
"""The number of adjacent capital words that are a heading."""
SHOWN = 4
_PHONE_NUMBER = re.compile(r"\d{3}[\d.\-]*")
_UNITS = frozenset({LexemeKind.WORD, LexemeKind.QUOTED, LexemeKind.FIELD})
_FUNCTION_WORDS = frozenset(
    str.split(
        "a an the of in on at to for by with from that this it he she they his her their was were is are be"
        " has had who which what when"
    )
)
"""Words that make a small "and" beside them part of a sentence."""
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
    notes: tuple[str, ...]
    unmatched: tuple[int, ...]
    """Parentheses without a partner."""
    sentence: bool
    """Whether the text is a long one in which "!" and "*" are punctuation."""

    joined: bool
    """Whether there is any operator that joins."""


def decide(lexemes: Sequence[Lexeme]) -> Decided:
    """Classify signs, parentheses and "!". Linear in the number of lexemes; raises nothing."""
    return _OperatorDecision(lexemes).result()


class _OperatorDecision:
    """The state of one decision: which lexemes are operators, and which parentheses are groups."""

    def __init__(self, lexemes: Sequence[Lexeme]) -> None:
        self._lexemes = list(lexemes)
        self._notes: list[str] = []
        self._partner = _partners(lexemes)
        self._parent = _parents(lexemes, self._partner)
        self._joining: set[int] = set()
        self._groups: set[int] = set()

    def result(self) -> Decided:
        self._release_signs_at_numbers()
        sure = {at for at, each in self._signs() if each is Strength.SURE}
        free = self._free_words()
        fields = any(each.kind is LexemeKind.FIELD for each in self._lexemes)
        distances = any(self._op(at) is Op.NEAR for at in sure)
        long = free > SENTENCE_WORDS and not (fields or distances)
        if long and sure:
            self._note_words(sorted(sure))
            sure = set()
        special = bool(sure) or fields
        capitals = self._capitals(bool(sure), long=long)
        sentence = long and not special and not capitals
        for at in sorted(sure | capitals):
            self._join(at)
        if sure or capitals:
            self._take_small()
        else:
            self._promote(sentence)
        self._group_lists(sentence)
        return self._decided(sentence)

    def _decided(self, sentence: bool) -> Decided:
        kept = tuple(
            replace(each, kind=LexemeKind.WORD, sign=None) if each.sign and at not in self._joining else each
            for at, each in enumerate(self._lexemes)
        )
        partners = {at: self._partner[at] for at in sorted(self._groups)}
        parentheses = {LexemeKind.OPEN, LexemeKind.CLOSE}
        alone = (at for at, each in enumerate(kept) if each.kind in parentheses and at not in self._partner)
        return Decided(kept, partners, tuple(self._notes), tuple(alone), sentence, bool(self._joining))

    def _signs(self) -> Iterator[tuple[int, Strength]]:
        for at, lexeme in enumerate(self._lexemes):
            if lexeme.sign:
                yield at, lexeme.sign.strength

    def _free_words(self) -> int:
        """Count the words that stand beside no sign that could be an operator."""
        return sum(
            1
            for at, lexeme in enumerate(self._lexemes)
            if lexeme.kind is LexemeKind.WORD
            and not self._is_strong_sign(at - 1)
            and not self._is_strong_sign(at + 1)
        )

    def _is_strong_sign(self, at: int) -> bool:
        """Tell whether a sign stands there that is not just a small word."""
        sign = self._lexemes[at].sign if 0 <= at < len(self._lexemes) else None
        return sign is not None and sign.strength > Strength.SMALL

    def _release_signs_at_numbers(self) -> None:
        """Turn signs that belong to numbers into words: "50 %" is a share, and "+1 609" the beginning of a
        telephone number."""
        for at, _ in list(self._signs()):
            lexeme = self._lexemes[at]
            before = self._lexemes[at - 1].text if at > 0 else ""
            share = lexeme.text == "%" and before.replace(".", "").isdecimal()
            behind = [
                each.text for each in self._lexemes[at + 1 : at + 3] if each.kind is not LexemeKind.OPEN
            ]
            dialled = lexeme.text[:1] == "+" and _PHONE_NUMBER.fullmatch(behind[0] if behind else "")
            if share or dialled:
                self._lexemes[at] = replace(lexeme, kind=LexemeKind.WORD, sign=None)
                self._notes.append(f"“{lexeme.text}” beside a number: not read as an operator here.")

    # Capitals

    def _capitals(self, sure: bool, *, long: bool) -> set[int]:
        """Return the signs in capitals that were meant as operators."""
        found = [at for at, strength in self._signs() if strength is Strength.CAPITAL]
        if sure:
            return set(found)
        if stressed := [at for at in found if self._is_stressed(at)]:
            self._note_words(stressed)
            found = sorted(set(found) - set(stressed))
        if not found:
            return set()
        if long or not self._stand_out(found):
            self._note_words(found)
            return set()
        complete = {at for at in found if self._has_side(at - 1, -1) and self._has_side(at + 1, 1)}
        only_not = self._is_prefix(0) and not self._free_words()
        if not (complete or only_not or any(self._is_special(at) for at in range(len(self._lexemes)))):
            self._note_words(found)
            return set()
        return set(found)

    def _note_words(self, signs: Sequence[int]) -> None:
        typed = dict.fromkeys(self._lexemes[at].text for at in signs)
        shown = ", ".join(f"“{text}”" for text in list(typed)[:SHOWN])
        self._notes.append(f"{shown}: not read as an operator here.")

    def _op(self, at: int) -> Op | None:
        sign = self._lexemes[at].sign
        return sign.op if sign else None

    def _is_stressed(self, at: int) -> bool:
        """Tell whether it is the NOT of "was NOT advised"."""
        before = self._lexemes[at - 1].text.lower() if at > 0 else ""
        return self._lexemes[at].text == "NOT" and before in _VERBS

    def _has_side(self, at: int, step: int) -> bool:
        """Tell whether an operand, another sign, or a parenthesis without a partner stands there."""
        there = 0 <= at < len(self._lexemes)
        return self._is_operand(at, step) or (there and (self._sign(at) or at not in self._partner))

    def _stand_out(self, found: Sequence[int]) -> bool:
        """Tell whether the capitals are more than the way the text, or a heading in it, is set."""
        texts = [each for each in self._lexemes if each.sign is None]
        small = any(c.islower() for each in texts for c in each.text)
        beside = any(self._is_special(at + step) for at in found for step in (-1, 1))
        return (small or beside) and not all(self._in_heading(at) for at in found)

    def _in_heading(self, at: int) -> bool:
        """Tell whether it stands among capital words, as in THE SEARCH AND SEIZURE WAS UNLAWFUL."""
        run = [at]
        for step in (-1, 1):
            there = at + step
            while self._is_capital(there) and len(run) < 4 * HEADING_WORDS:
                run.append(there)
                there += step
        run.sort()
        pairs = [1 for one, two in pairwise(run) if not (self._sign(one) or self._sign(two))]
        return len(pairs) >= HEADING_WORDS - 1

    def _is_capital(self, at: int) -> bool:
        if not 0 <= at < len(self._lexemes) or self._lexemes[at].kind not in {
            LexemeKind.WORD,
            LexemeKind.SIGN,
        }:
            return False
        text = self._lexemes[at].text
        return text.isupper() and not any(c.isdigit() for c in text)

    def _sign(self, at: int) -> bool:
        return self._lexemes[at].sign is not None

    # Small words

    def _take_small(self) -> None:
        """Read small and, or, not as operators beside others, if there is an operand on both sides."""
        for at, strength in list(self._signs()):
            if strength is not Strength.SMALL or at in self._joining:
                continue
            beside = at - 1 in self._joining or at + 1 in self._joining
            complete = self._is_operand(at + 1, 1) and (self._is_operand(at - 1, -1) or self._is_prefix(at))
            if complete or beside:
                self._join(at)

    def _promote(self, sentence: bool) -> None:
        """Read small and, or, not as operators beside something that no sentence has (in a sentence: between
        two such things); groups that they join make more of them operators."""
        enough = all if sentence else any
        for at, strength in list(self._signs()):
            special = enough(self._is_special(at + step, sentence) for step in (-1, 1))
            if strength is Strength.SMALL and special and self._can_join(at):
                self._join(at)

    def _can_join(self, at: int) -> bool:
        left, right = self._is_operand(at - 1, -1), self._is_operand(at + 1, 1)
        if not right or not (left or self._is_prefix(at)):
            return False
        return not any(self._is_function_word(at + step) for step in (-1, 1))

    def _is_function_word(self, at: int) -> bool:
        return 0 <= at < len(self._lexemes) and self._lexemes[at].text.lower() in _FUNCTION_WORDS

    def _is_prefix(self, at: int) -> bool:
        """Tell whether it is a NOT at the beginning of the text or of a group."""
        sign = self._lexemes[at].sign
        first = at == 0 or self._lexemes[at - 1].kind is LexemeKind.OPEN
        return sign is not None and sign.op is Op.EXCEPT and first

    def _is_operand(self, at: int, step: int) -> bool:
        """Tell whether an operand stands there."""
        if not 0 <= at < len(self._lexemes):
            return False
        kind = self._lexemes[at].kind
        return kind in _UNITS or (
            kind is (LexemeKind.OPEN if step > 0 else LexemeKind.CLOSE) and at in self._partner
        )

    def _is_special(self, at: int, sentence: bool = False) -> bool:
        """Tell whether a quoted text, a field, a word with "!" or "*", or a group stands there."""
        if not 0 <= at < len(self._lexemes):
            return False
        lexeme = self._lexemes[at]
        if lexeme.kind is LexemeKind.WORD:
            return not sentence and terms.is_open(lexeme.text)
        return lexeme.kind in {LexemeKind.QUOTED, LexemeKind.FIELD} or at in self._groups

    # Groups

    def _join(self, at: int) -> None:
        """Read the sign as an operator; parentheses around it and beside it become groups."""
        waiting = [at]
        while waiting:
            sign = waiting.pop()
            if sign in self._joining:
                continue
            self._joining.add(sign)
            for begin in self._groups_of(sign):
                waiting += self._make_group(begin)

    def _groups_of(self, at: int) -> Iterator[int]:
        """Yield the opening parentheses of an operator's groups: around it, before it and behind it."""
        around = self._parent[at]
        while around >= 0 and around not in self._groups:
            yield around
            around = self._parent[around]
        if at - 1 in self._partner and self._lexemes[at - 1].kind is LexemeKind.CLOSE:
            yield self._partner[at - 1]
        if at + 1 in self._partner and self._lexemes[at + 1].kind is LexemeKind.OPEN:
            yield at + 1

    def _make_group(self, begin: int) -> list[int]:
        """Record the group; return the small signs in it and beside it, which thereby are operators."""
        if begin in self._groups:
            return []
        end = self._partner[begin]
        self._groups |= {begin, end}
        inside = [
            at for at in self._children(begin, end) if self._lexemes[at].sign and self._has_operands(at)
        ]
        beside = [at for at in (begin - 1, end + 1) if self._is_small_sign(at) and self._can_join(at)]
        return [*inside, *beside]

    def _children(self, begin: int, end: int) -> Iterator[int]:
        at = begin + 1
        while at < end:
            yield at
            at = self._partner.get(at, at) + 1 if self._lexemes[at].kind is LexemeKind.OPEN else at + 1

    def _has_operands(self, at: int) -> bool:
        return self._is_operand(at + 1, 1) and (self._is_operand(at - 1, -1) or self._is_prefix(at))

    def _is_small_sign(self, at: int) -> bool:
        sign = self._lexemes[at].sign if 0 <= at < len(self._lexemes) else None
        return sign is not None and sign.strength is Strength.SMALL

    def _group_lists(self, sentence: bool) -> None:
        """Group parentheses around only quoted texts, fields and words with "!" or "*": alternatives."""
        for begin, end in sorted(self._partner.items()):
            if begin > end or begin in self._groups:
                continue
            inside = range(begin + 1, end)
            kinds = {self._lexemes[at].kind for at in inside[: SENTENCE_WORDS * 4]}
            if len(inside) >= 2 and kinds <= _UNITS and all(self._is_special(at, sentence) for at in inside):
                self._groups |= {begin, end}


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
