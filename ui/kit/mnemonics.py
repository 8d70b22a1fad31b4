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
    texts_marked = {marked(text) for text in listed} - {""}
    taken: set[str] = set()
    made = []
    for text in listed:
        letter = marked(text)
        if letter in taken:
            text = _mark_other_letter(text, taken | texts_marked)
        taken.add(marked(text))
        made.append(text)
    return made


def marked(text: str) -> str:
    """Return the marked letter in lower case; empty for none."""
    mark = re.search(r"&(\w)", text.replace("&&", ""))
    return mark[1].casefold() if mark else ""


def _mark_other_letter(text: str, used: set[str]) -> str:
    plain = MARK.sub("", text.replace("&&", "\0"))
    starts = [match.start() for match in re.finditer(r"\b\w", plain)]
    places = [*starts, *(at for at, sign in enumerate(plain) if sign.isalnum())]
    free = next((at for at in places if plain[at].casefold() not in used), -1)
    if free >= 0:
        plain = f"{plain[:free]}&{plain[free:]}"
    return plain.replace("\0", "&&")
