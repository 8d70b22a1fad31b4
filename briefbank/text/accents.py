"""Compares words without regard to capitals and accents."""

from __future__ import annotations

import unicodedata

_UNSEEN = frozenset({"Mn", "Me", "Cf"})


def without_accents(text: str) -> str:
    """Return a text in small letters, without accents and characters that are not seen, decomposed (NFKD)."""
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(each for each in parts if unicodedata.category(each) not in _UNSEEN)
