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
from functools import cache, lru_cache

import tantivy

from briefbank.paths import resources_folder

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


def _stemmer() -> tantivy.TextAnalyzer:
    return (
        tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
        .filter(tantivy.Filter.stemmer("english"))
        .build()
    )


_STEMMER = _stemmer()


_PAST = dict(
    pair.split(":")
    for pair in str.split(
        "bound:bind bore:bear borne:bear became:become began:begin begun:begin bent:bend bit:bite "
        "bitten:bite bled:bleed blew:blow blown:blow broke:break broken:break brought:bring built:build "
        "burnt:burn bought:buy caught:catch chose:choose chosen:choose clung:cling came:come "
        "crept:creep dealt:deal dug:dig drew:draw drawn:draw drank:drink drunken:drunk drove:drive "
        "driven:drive ate:eat eaten:eat fell:fall fallen:fall fed:feed fought:fight fled:flee flew:fly "
        "flown:fly forbade:forbid forbidden:forbid forgot:forget forgotten:forget forgave:forgive "
        "froze:freeze frozen:freeze gave:give given:give grew:grow grown:grow hung:hang heard:hear "
        "held:hold hid:hide hidden:hide kept:keep knew:know known:know laid:lay led:lead lent:lend "
        "lost:lose made:make meant:mean met:meet paid:pay proven:prove rode:ride ridden:ride rang:ring "
        "rose:rise risen:rise ran:run said:say saw:see seen:see sought:seek sold:sell sent:send "
        "shook:shake shaken:shake shot:shoot showed:show shown:show shrank:shrink slept:sleep "
        "spoke:speak spoken:speak spent:spend stole:steal stolen:steal struck:strike stricken:strike "
        "swore:swear sworn:swear swept:sweep took:take taken:take taught:teach tore:tear torn:tear "
        "told:tell thought:think threw:throw thrown:throw understood:understand woke:wake wore:wear "
        "worn:wear won:win withdrew:withdraw withdrawn:withdraw withheld:withhold wrote:write "
        "written:write overthrew:overthrow overthrown:overthrow undone:undo undid:undo upheld:uphold "
        "went:go gone:go left:leave children:child women:woman men:man"
    )
)
"""Irregular forms that are not also another common word."""


@lru_cache(maxsize=50_000)
def stem_of(word: str) -> str:
    """Return the Snowball English stem of one lower-case word; irregular verbs are stemmed by their present.

    A word without letters is its own stem.
    """
    found = _STEMMER.analyze(_PAST.get(word, word))
    return found[0] if found else word


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The two lists by stems; a member of several words is the tuple of their stems. Immutable."""

    groups: Mapping[Stems, frozenset[int]]
    """The numbers of the lines that name a member."""
    opposed: Mapping[Stems, frozenset[Stems]]
    longest: int
    """The number of words in the longest member."""

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
    longest = max(len(member) for member in (*groups, *opposed))
    return Lexicon(
        {member: frozenset(numbers) for member, numbers in groups.items()},
        {member: frozenset(others) for member, others in opposed.items()},
        longest,
    )


def stems_of(member: str) -> Stems:
    """Return the stems by which a member of a list is looked up."""
    return tuple(stem_of(word) for word in _WORD.findall(member.lower()))


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
