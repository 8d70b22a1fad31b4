"""How a document writes its words, for giving the words of a heading in capitals their usual letters."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_WITHIN = re.compile(r"(?<=[a-z,;] )([A-Z][a-z]+(?:['’]s)?)\b")
"""A capital that begins no sentence: the word is a name here."""
_NEVER_NAMES = """
the a an this that these those his her its their our in on at by for from with under after before when while
as and or but not whether because although no each both there it they he she of to is are was were should must
may be
"""
_FUNCTION = frozenset(_NEVER_NAMES.split())


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Words in small letters, and names with the capitals that they have within sentences."""

    small: frozenset[str]
    names: frozenset[str]

    @classmethod
    def of(cls, texts: Iterable[str]) -> Vocabulary:
        """Read off running text. Linear time."""
        small, names = set(_FUNCTION), set[str]()
        for text in texts:
            small.update(word for word in _WORD.findall(text) if word.islower())
            names.update(_WITHIN.findall(text))
        return cls(frozenset(small), frozenset(names))

    def lower_first(self, sentence: str) -> str | None:
        """The sentence as it stands after other words; None where it is not known how its first word is
        written there."""
        found = _WORD.match(sentence)
        if found is None:
            return None
        word = found[0]
        if word.lower() in _FUNCTION or (word.lower() in self.small and word not in self.names):
            return word.lower() + sentence[found.end() :]
        return sentence if word in self.names and word.lower() not in self.small else None

    def running(self, heading: str) -> str | None:
        """A heading in the letters of running text; None where it has a word that the document writes only
        in capitals, for it may be a name."""
        out, at = [], 0
        for found in _WORD.finditer(heading):
            written = self._written(found[0])
            if written is None:
                return None
            out += [heading[at : found.start()], written]
            at = found.end()
        return "".join([*out, heading[at:]])

    def _written(self, word: str) -> str | None:
        capital = word[0].upper() + word[1:].lower()
        small, name = word.lower() in self.small, capital in self.names
        if small == name:  # both, or neither: the heading's own capitals must decide, and they may not
            return word.lower() if small and word.lower() in _FUNCTION else None
        return capital if name else word.lower()
