"""Fences off text of a brief as data, between two marker lines that nothing inside can imitate.

A model's server turns signs such as ``<|im_start|>`` or ``[INST]`` into control tokens, wherever they stand.
In a brief they would end the question and begin instructions. So before any text goes to a model, its angle
brackets are replaced, bracketed control words are broken up and invisible characters are removed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

BEGIN, END = "<<<BRIEF", "BRIEF>>>"
"""The marker lines. Angle brackets never stand in data, so it can hold neither line."""
_LOOK_ALIKE = str.maketrans({"<": "‹", ">": "›", "＜": "‹", "＞": "›", "|": "¦", "｜": "¦"})
_CONTROL_WORD = re.compile(r"\[(?=/?[A-Z][A-Z_]{2,}\])")
"""The bracket before a control word such as '[INST]' or '[/SYSTEM_PROMPT]'."""
_INVISIBLE = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
"""The Unicode categories of invisible characters: controls, formats (zero width, direction), private use,
surrogates, unassigned code points, line and paragraph separators."""


def sanitize(text: str) -> str:
    """Return a text on one line as a model may read it: without invisible characters and control tokens."""
    seen = "".join(" " if sign.isspace() else sign for sign in text if _is_visible(sign))
    return " ".join(_CONTROL_WORD.sub("[ ", seen.translate(_LOOK_ALIKE)).split())


def fence_lines(lines: Iterable[str]) -> str:
    """Return lines of data between the two markers; each line is sanitized, and empty lines are dropped."""
    sanitized = (sanitize(line) for line in lines)
    return "\n".join((BEGIN, *(line for line in sanitized if line), END))


def _is_visible(sign: str) -> bool:
    return sign.isspace() or unicodedata.category(sign) not in _INVISIBLE
