"""Numbers in words ("twenty-five", "two-thirds", "a dozen"), in digits, and Roman ones."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_LARGE = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000, "dozen": 12}
_FIRST = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
    "fifteenth sixteenth seventeenth eighteenth nineteenth"
)
_TENTHS = "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth"
CARDINALS = {word: number for number, word in enumerate(_ONES.split())} | {
    word: 10 * number for number, word in enumerate(_TENS.split(), 2)
}
ORDINALS = (
    {word: number for number, word in enumerate(_FIRST.split(), 1)}
    | {word: 10 * number for number, word in enumerate(_TENTHS.split(), 2)}
    | {"hundredth": 100}
)
_PARTS = {"half": 2, "halves": 2, "quarter": 4, "quarters": 4} | {f"{w}s": n for w, n in ORDINALS.items()}
"""The denominators of fractions after a number in words."""
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_ROMAN_PARTS = (
    *((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC")),
    *((50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")),
)


def number_words(words: Sequence[str]) -> tuple[Fraction, bool, int] | None:
    """Return the number with which a run of lower-case words begins: its value, whether it is an ordinal, and
    how many words it takes. None where no number begins."""
    if words[0] == "half":
        return Fraction(1, 2), False, 1
    total, part, used, open_ = 0, 0, 0, False
    for at, word in enumerate(words):
        if word in CARDINALS and (not open_ or _continues(part, CARDINALS[word])):
            part += CARDINALS[word]
        elif word in _LARGE and open_:
            total, part = (total, part * _LARGE[word]) if _LARGE[word] <= 100 else _scaled(total, part, word)
        elif (
            word in ORDINALS
            and (not open_ or _continues(part, ORDINALS[word]))
            and not _is_denominator(words, at)
        ):
            return Fraction(total + part + ORDINALS[word]), True, at + 1
        elif (
            word == "and" and open_ and part >= 100 and words[at + 1 : at + 2] and words[at + 1] in CARDINALS
        ):
            continue
        else:
            break
        used, open_ = at + 1, True
    return _with_part(words, Fraction(total + part), used) if open_ else None


def _continues(part: int, number: int) -> bool:
    """Tell whether a word continues a number: "twenty" and "five" are one number, "two" and "five" are
    two."""
    return part % 100 == 0 or (part % 10 == 0 and part % 100 >= 20 and 0 < number < 10)


def _scaled(total: int, part: int, word: str) -> tuple[int, int]:
    return total + part * _LARGE[word], 0


def _is_denominator(words: Sequence[str], at: int) -> bool:
    """Tell whether an ordinal is a denominator: "one third" of something, but not "twenty-third"."""
    return at == 1 and words[0] == "one" and words[1] in ORDINALS and ORDINALS[words[1]] > 2


def _with_part(words: Sequence[str], number: Fraction, used: int) -> tuple[Fraction, bool, int]:
    """Return the number with the fraction after it."""
    after = list(words[used : used + 3])
    if after[:1] and after[0] in _PARTS and number:
        return number / _PARTS[after[0]], False, used + 1
    if number == 1 and after[:1] and ORDINALS.get(after[0], 0) > 2:
        return number / ORDINALS[after[0]], False, used + 1
    if len(after) == 3 and after[0] == "and" and after[1] in ("a", "one") and after[2] == "half":
        return number + Fraction(1, 2), False, used + 3
    return number, False, used


def digits(written: str) -> Fraction:
    """Return the value of digits with commas and a decimal point."""
    return Fraction(Decimal(written.replace(",", "")))


def roman_value(written: str) -> int:
    """Return the value of a Roman numeral up to 399; 0 for anything else."""
    values = [_ROMAN.get(letter, 0) for letter in written.lower()]
    if not values or 0 in values:
        return 0
    return sum(-a if a < b else a for a, b in zip(values, (*values[1:], 0), strict=True))


def roman_numeral(number: int) -> str:
    """Return the Roman numeral of a number in capitals; from 4000 on it begins anew."""
    text, rest = "", number % 4000
    for value, letters in _ROMAN_PARTS:
        text, rest = text + letters * (rest // value), rest % value
    return text
