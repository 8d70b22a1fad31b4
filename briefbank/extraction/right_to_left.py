"""Sets Hebrew, Arabic and the like on a page so that PDFium reads the same text back.

PDFium takes the characters of a line from left to right and puts them in logical order by segments of one
direction (``CPDF_TextPage::CloseTempLine``, ``CFX_BidiString``); a line that has more segments from
right to left than from left to right is right-to-left as a whole. ``visual_order`` is the inverse of that.
"""

from __future__ import annotations

import itertools
import unicodedata
from functools import lru_cache

_RIGHT = frozenset({"R", "AL"})
_WEAK = frozenset({"AN", "EN", "NSM", "CS", "ES", "ET", "BN"})
_SWAPPED = (
    ("LEFT", "RIGHT"),
    ("RIGHT", "LEFT"),
    ("LESS-THAN", "GREATER-THAN"),
    ("GREATER-THAN", "LESS-THAN"),
)
_PRESENTATION_FORMS = (*range(0xFB50, 0xFC00), *range(0xFE80, 0xFEFD))
_TO_RIGHT = "\u200e"
"""An invisible left-to-right character."""
_FORMS = ("<isolated>", "<final>", "<initial>", "<medial>")


def visual_order(line: str) -> str:
    """Return the characters of a line from left to right, with Arabic letters in their joined forms."""
    if line.isascii() or "right" not in map(_direction, line):
        return line
    segments = [(kind, "".join(group)) for kind, group in itertools.groupby(_joined(line), _direction)]
    kinds = [kind for kind, _ in segments]
    to_left = kinds.count("right") > kinds.count("left")
    current, parts = "right" if to_left else "left", []
    for (kind, text), following in zip(segments, [*kinds[1:], ""], strict=True):
        if kind == "neutral" and not to_left and current == "right" and following != "right":
            current, text = "left", _TO_RIGHT + text  # else a bracket after the words would be mirrored
        if kind == "right" or (kind == "neutral" and current == "right"):
            current, text = "right", "".join(map(_mirrored, reversed(text)))
        elif kind != "weak":
            current = "left"
        parts.append(text)
    return "".join(reversed(parts) if to_left else parts)


def source_text(character: str) -> str:
    """Return the text for which a drawn character stands: the letters of an Arabic presentation form."""
    form = ord(character) in _PRESENTATION_FORMS
    return unicodedata.normalize("NFKC", character) if form else character


@lru_cache(maxsize=4096)
def _direction(character: str) -> str:
    kind = unicodedata.bidirectional(character)
    if kind == "L":
        return "left"
    return "right" if kind in _RIGHT else "weak" if kind in _WEAK else "neutral"


@lru_cache(maxsize=512)
def _mirrored(character: str) -> str:
    if unicodedata.mirrored(character):
        name = unicodedata.name(character, "")
        for word, other in _SWAPPED:
            if word in name:
                try:
                    return unicodedata.lookup(name.replace(word, other))
                except KeyError:
                    return character
    return character


def _joined(text: str) -> str:
    """Return the text with the form of each Arabic letter that fits its neighbours, vowel signs apart."""
    forms = _forms()
    if forms.keys().isdisjoint(text):
        return text
    letters = [at for at, character in enumerate(text) if unicodedata.category(character) != "Mn"]
    drawn = list(text)
    for before, at, after in zip([None, *letters], letters, [*letters[1:], None], strict=False):
        own = forms.get(text[at], {})
        from_before = before is not None and "<initial>" in forms.get(text[before], {}) and "<final>" in own
        to_after = after is not None and "<initial>" in own and "<final>" in forms.get(text[after], {})
        drawn[at] = own.get(_FORMS[from_before + 2 * to_after], text[at])
    return "".join(drawn)


@lru_cache(maxsize=1)
def _forms() -> dict[str, dict[str, str]]:
    """Return the presentation forms of each Arabic letter."""
    found: dict[str, dict[str, str]] = {}
    for code in _PRESENTATION_FORMS:
        form, *letters = unicodedata.decomposition(chr(code)).split() or [""]
        if form in _FORMS and len(letters) == 1:
            found.setdefault(chr(int(letters[0], 16)), {}).setdefault(form, chr(code))
    return found
