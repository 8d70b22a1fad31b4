"""The underlined letters of a menu, each used once, whatever the language and whoever added an entry."""

from __future__ import annotations

import re
from collections.abc import Iterable

MARK = re.compile(r"&(?!&)")


def distinct_mnemonics(texts: Iterable[str]) -> list[str]:
    """Return the texts with no letter marked twice.

    The first text that marks a letter keeps it. A later one that marks it too gets a letter that no text
    marks, at the beginning of a word if possible, or none at all. The words themselves do not change.
    """
    listed = list(texts)
    wanted = {marked(text) for text in listed} - {""}
    taken: set[str] = set()
    made = []
    for text in listed:
        letter = marked(text)
        if letter in taken:
            text = _mark_other_letter(text, taken | wanted)
        taken.add(marked(text))
        made.append(text)
    return made


def marked(text: str) -> str:
    """Return the marked letter in lower case; empty for none."""
    found = re.search(r"&(\w)", text.replace("&&", ""))
    return found[1].casefold() if found else ""


def _mark_other_letter(text: str, used: set[str]) -> str:
    plain = MARK.sub("", text.replace("&&", "\0"))
    starts = [found.start() for found in re.finditer(r"\b\w", plain)]
    places = [*starts, *(place for place, sign in enumerate(plain) if sign.isalnum())]
    place = next((place for place in places if plain[place].casefold() not in used), -1)
    if place >= 0:
        plain = f"{plain[:place]}&{plain[place:]}"
    return plain.replace("\0", "&&")
