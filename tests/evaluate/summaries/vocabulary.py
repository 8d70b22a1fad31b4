"""A document's vocabulary, which gives the words of a heading in capitals their usual letters."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_NAME = re.compile(r"(?<=[a-z,;] )([A-Z][a-z]+(?:['’]s)?)\b")
"""A capitalised word that begins no sentence, and so is a name."""
_NEVER_NAMES = """
the a an this that these those his her its their our in on at by for from with under after before when while
as and or but not whether because although no each both there it they he she of to is are was were should must
may be
"""
_FUNCTION = frozenset(_NEVER_NAMES.split())


@dataclass(frozen=True, slots=True)
class DocumentVocabulary:
    """Lower-case words, and names with the capitals that they have within sentences."""

    small: frozenset[str]
    names: frozenset[str]

    @classmethod
    def of(cls, texts: Iterable[str]) -> DocumentVocabulary:
        """Collect the words of running text. Takes linear time."""
        small, names = set(_FUNCTION), set[str]()
        for text in texts:
            small.update(word for word in _WORD.findall(text) if word.islower())
            names.update(_NAME.findall(text))
        return cls(frozenset(small), frozenset(names))

    def lower_first(self, sentence: str) -> str | None:
        """Return the sentence as it is written after other words; None if the spelling of its first word
        there is unknown."""
        match = _WORD.match(sentence)
        if match is None:
            return None
        word = match[0]
        if word.lower() in _FUNCTION or (word.lower() in self.small and word not in self.names):
            return word.lower() + sentence[match.end() :]
        return sentence if word in self.names and word.lower() not in self.small else None

    def running(self, heading: str) -> str | None:
        """Return a heading in the letters of running text; None where the document writes one of its words
        only in capitals, because that may be a name."""
        out, at = [], 0
        for match in _WORD.finditer(heading):
            written = self._written(match[0])
            if written is None:
                return None
            out += [heading[at : match.start()], written]
            at = match.end()
        return "".join([*out, heading[at:]])

    def _written(self, word: str) -> str | None:
        capital = word[0].upper() + word[1:].lower()
        small, name = word.lower() in self.small, capital in self.names
        if small == name:  # if both or neither, the heading's own capitals would have to decide, and cannot
            return word.lower() if small and word.lower() in _FUNCTION else None
        return capital if name else word.lower()
