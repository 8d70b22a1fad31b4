"""Invisible and direction-changing characters in names and addresses that come from elsewhere.

"report\\u202Efdp.exe" is shown as "reportexe.pdf": written out, such characters deceive nobody (Unicode
Technical Report 36, bidirectional text spoofing).
"""

from __future__ import annotations

import unicodedata

_HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Zl", "Zp", "Co", "Cn", "Cs"})
"""The Unicode categories of characters that are invisible or reverse the direction of others."""


def is_hidden(character: str) -> bool:
    """Tell whether a character is invisible or changes the direction of others."""
    return unicodedata.category(character) in _HIDDEN_CATEGORIES


def escape_hidden(text: str, plain: str = "") -> str:
    """Return untrusted text with invisible and direction-changing characters written out, as ``⟨U+202E⟩``.
    Characters in ``plain`` stay."""
    if text.isprintable():  # as nearly every text is, and a hidden character never
        return text
    return "".join(f"⟨U+{ord(each):04X}⟩" if each not in plain and is_hidden(each) else each for each in text)
