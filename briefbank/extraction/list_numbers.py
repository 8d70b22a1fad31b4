"""Writes the numbers of list items in the formats of Word."""

from __future__ import annotations


def figure(kind: str, number: int) -> str:
    """Return a number in one of Word's formats: 'upperRoman', 'lowerLetter', 'chicago' (*, †, ‡, §, **), …;
    digits for all others."""
    if kind in ("upperRoman", "lowerRoman"):
        roman = _roman(number)
        return roman if kind == "upperRoman" else roman.lower()
    if kind in ("upperLetter", "lowerLetter"):
        letter = chr(ord("A") + (number - 1) % 26) * ((number - 1) // 26 % 50 + 1)
        return letter if kind == "upperLetter" else letter.lower()
    if kind == "chicago" and number > 0:
        return "*†‡§"[(number - 1) % 4] * ((number - 1) // 4 % 50 + 1)
    return f"{number:02}" if kind == "decimalZero" else str(number)


_ROMAN = (
    *((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC")),
    *((50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")),
)


def _roman(number: int) -> str:
    text, rest = "", number % 4000
    for value, letters in _ROMAN:
        text, rest = text + letters * (rest // value), rest % value
    return text
