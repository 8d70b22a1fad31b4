"""Keeps text of a brief data: it stands between two lines that nothing inside can imitate.

A model's server turns signs such as ``<|im_start|>`` or ``[INST]`` into marks of its own, wherever they
stand; in a brief they would end the question and begin instructions. So no text goes to a model before its
angle brackets are replaced, bracketed words of control are broken up, and what cannot be seen is gone.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

BEGIN, END = "<<<BRIEF", "BRIEF>>>"
"""Angle brackets never stand in data, so neither line can."""
_LOOK_ALIKE = str.maketrans({"<": "‹", ">": "›", "＜": "‹", "＞": "›", "|": "¦", "｜": "¦"})
_CONTROL_WORD = re.compile(r"\[(?=/?[A-Z][A-Z_]{2,}\])")
"""As in '[INST]' or '[/SYSTEM_PROMPT]'."""
_UNSEEN = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
"""Unicode categories: controls, formats (zero width, direction), private use, unassigned, line separators."""


def as_data(text: str) -> str:
    """A text on one line as a model may read it: what can be seen of it, without signs of control."""
    seen = "".join(" " if sign.isspace() else sign for sign in text if _is_seen(sign))
    return " ".join(_CONTROL_WORD.sub("[ ", seen.translate(_LOOK_ALIKE)).split())


def fenced(lines: Iterable[str]) -> str:
    """Lines of data between the two marks; each is made harmless, and empty ones go."""
    harmless = (as_data(line) for line in lines)
    return "\n".join((BEGIN, *(line for line in harmless if line), END))


def _is_seen(sign: str) -> bool:
    return sign.isspace() or unicodedata.category(sign) not in _UNSEEN
