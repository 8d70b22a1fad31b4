"""Synonyms and antonyms: two packaged lists, looked up by stem.

A sentence of a summary says in other words what its source says, so words are compared by what they can
replace. The lists are BriefBank's own (``resources/same_words.txt``, ``resources/opposites.txt``). The
office's thesaurus is not used here, because what helps a search may be too loose for a statement of what
happened.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from briefbank.paths import resources_folder
from briefbank.text.stemming import stem

Stems = tuple[str, ...]
_WORD = re.compile(r"[a-z0-9]+")
_NEGATIVE_PREFIXES = ("un", "in", "im", "il", "ir", "non", "dis")
_SHORTEST_DENIED = 4
"""The fewest letters after a negative prefix: 'un' + 'lawful' is one, 'in' + 'jury' is not where both stems
differ."""
_NOT_NEGATIVE = frozenset(
    str.split("inform intent inten instanc instruct invest increas involv intern indic includ inter imprison")
)
"""Stems that begin like a negative prefix but do not deny what follows it."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The two lists by stems; a member of several words is the tuple of their stems. Immutable."""

    groups: Mapping[Stems, frozenset[int]]
    """The numbers of the lines that name a member."""
    opposed: Mapping[Stems, frozenset[Stems]]

    def same(self, first: Stems, second: Stems) -> bool:
        """Tell whether one can replace the other."""
        if first == second:
            return True
        return not self.groups.get(first, frozenset()).isdisjoint(self.groups.get(second, frozenset()))

    def opposite(self, first: Stems, second: Stems) -> bool:
        """Tell whether one denies the other: by the list, or by a negative prefix."""
        return (
            second in self.opposed.get(first, frozenset())
            or _is_prefixed(first, second)
            or _is_prefixed(second, first)
        )


@cache
def lexicon() -> Lexicon:
    """Return the packaged lists. Raises OSError when they are missing: the installation is damaged."""
    same = [line.split("=") for line in _lines("same_words.txt")]
    antonyms = [[side.split(",") for side in line.split("|")] for line in _lines("opposites.txt")]
    groups: dict[Stems, set[int]] = defaultdict(set)
    for number, members in enumerate(same):
        for member in members:
            groups[stems_of(member)].add(number)
    opposed = _opposed(antonyms)
    return Lexicon(
        {member: frozenset(numbers) for member, numbers in groups.items()},
        {member: frozenset(others) for member, others in opposed.items()},
    )


def stems_of(member: str) -> Stems:
    """Return the stems by which a member of a list is looked up."""
    return tuple(stem(word) for word in _WORD.findall(member.lower()))


def _lines(name: str) -> Iterator[str]:
    text = (resources_folder() / name).read_text("utf-8")
    return (line for line in text.splitlines() if line.strip() and not line.startswith("#"))


def _opposed(pairs: Iterable[list[list[str]]]) -> dict[Stems, set[Stems]]:
    opposed: dict[Stems, set[Stems]] = defaultdict(set)
    for one, other in pairs:
        for first in map(stems_of, one):
            for second in map(stems_of, other):
                opposed[first].add(second)
                opposed[second].add(first)
    return opposed


def _is_prefixed(first: Stems, second: Stems) -> bool:
    """Tell whether ``second`` is ``first`` with a negative prefix: lawful, unlawful."""
    if len(first) != 1 or len(second) != 1 or second[0] in _NOT_NEGATIVE:
        return False
    base, longer = first[0], second[0]
    return (
        len(base) >= _SHORTEST_DENIED and longer.endswith(base) and longer[: -len(base)] in _NEGATIVE_PREFIXES
    )
