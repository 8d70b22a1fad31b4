"""The roles of names in a sentence: the word to which each name relates, and how.

A passive verb is read as active, so that "Bell shot Carter" and "Carter was shot by Bell" give the same
roles. Names joined by "and" share their roles.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache

from briefbank.summary.checks.cased_words import is_said_of
from briefbank.summary.checks.name_words import (
    ALSO_NAMES,
    CALENDAR,
    INSTITUTIONS,
    OFFICES,
    OPENERS,
    PEOPLES,
    POLITE,
    TITLES,
)
from briefbank.summary.checks.plain import BRACKETED_LETTER, FUNCTION_WORDS
from briefbank.summary.checks.support import verbs
from briefbank.text.stemming import stem

_TOKEN = re.compile(r"(?:[^\W\d_]\.)+(?!\w)|[^\W_]+(?:['-][^\W_]+)*|[^\w\s]")
_SHORT_TITLE = re.compile(
    rf"\b({'|'.join(sorted({*TITLES, *POLITE}, key=len, reverse=True))})\.", re.IGNORECASE
)
_NO_NAMES = OFFICES | INSTITUTIONS | POLITE | TITLES.keys() | PEOPLES.keys() | FUNCTION_WORDS | CALENDAR
_DISTINCTIVE = ALSO_NAMES - OFFICES - PEOPLES.keys()
_COLOURS = ALSO_NAMES & PEOPLES.keys()
_WITHIN_NAMES = frozenset(("v.", "of", "de", "la", "ex", "rel"))
_GENDERED = {
    **dict.fromkeys(("he", "him", "himself", "his"), "he"),
    **dict.fromkeys(("she", "herself", "her"), "she"),
}
_CONJUNCTIONS = (("and",), ("or",), ("&",))
_LIST_SEPARATORS = ((",",), (",", "and"), (",", "or"))
_LEAST_NAME = 2
_REACH = 6
"""The number of tokens before a preposition that are searched for its verb."""
_SMALL_BEFORE = verbs.DETERMINERS | TITLES.keys() | POLITE | OFFICES - FUNCTION_WORDS


@dataclass(frozen=True, slots=True)
class NameRole:
    """A name with its role and the word to which it relates."""

    names: frozenset[str]
    """The distinctive words of the name in lower case, without titles and kinds; "he" or "she" for a
    pronoun."""
    pronoun: bool
    part: str
    """The role: "agent", "patient", "is", "owner", or a preposition."""
    word: str
    """The stem of the word to which the name relates."""
    at: int
    """The index of that word among the tokens."""
    with_it: frozenset[str]
    """The stems of the words after it, up to the next sign or conjunction."""
    written: str


@dataclass(frozen=True, slots=True)
class _Mention:
    start: int
    end: int
    """The end of the half-open range of tokens."""
    names: frozenset[str]
    pronoun: bool = False


@lru_cache(maxsize=512)
def tokens_of(text: str) -> tuple[str, ...]:
    """Return the words and signs of a text in the plain form."""
    return tuple(_TOKEN.findall(_SHORT_TITLE.sub(r"\1", BRACKETED_LETTER.sub(r"\1", text))))


@lru_cache(maxsize=512)
def uses(text: str, named: str = "") -> tuple[NameRole, ...]:
    """Return all roles of names and of "he" and "she". ``named`` is a common word that is read as a name
    where it has a capital."""
    tokens = tokens_of(text)
    found: list[NameRole] = []
    for group in _groups(tokens, list(_mentions(tokens, named))):
        roles = {place for each in group for place in _roles(tokens, each)}
        for each in group:
            found += [_use(tokens, each, part, at) for part, at in sorted(roles)]
    return tuple(use for use in found if use.word not in verbs.RECIPROCAL)


def _use(tokens: Sequence[str], mention: _Mention, part: str, at: int) -> NameRole:
    written = " ".join(tokens[mention.start : mention.end])
    word = stem(tokens[at].lower())
    return NameRole(mention.names, mention.pronoun, part, word, at, _following_stems(tokens, at), written)


def _following_stems(tokens: Sequence[str], at: int) -> frozenset[str]:
    found = set()
    for token in tokens[at + 1 :]:
        small = _bare(token)
        if token in verbs.SIGNS or small in verbs.BOUNDS:
            break
        if small not in FUNCTION_WORDS:
            found.add(stem(small))
    return frozenset(found)


def _mentions(tokens: Sequence[str], named: str) -> Iterator[_Mention]:
    at = 0
    while at < len(tokens):
        small = tokens[at].lower()
        if small in _GENDERED:
            yield _Mention(at, at + 1, frozenset((_GENDERED[small],)), pronoun=True)
            at += 1
        elif _is_capital(tokens, at, named):
            end = _end(tokens, at, named)
            said = _COLOURS if end > at + 1 or _is_colour_named(tokens, at) else frozenset()
            if names := frozenset(
                _bare(each) for each in tokens[at:end] if _is_distinctive(each, {named, *said})
            ):
                yield _Mention(at, end, names)
            at = end
        else:
            at += 1


def _is_colour_named(tokens: Sequence[str], at: int) -> bool:
    """Tell whether a colour is a name: "White" in "shot White", but not in "a White man" or "was White"."""
    if _bare(tokens[at]) not in _COLOURS or (at and tokens[at - 1] in verbs.BE):
        return False
    after = tokens[at + 1] if at + 1 < len(tokens) else "."
    owns = tokens[at].endswith("'s")
    return owns or not after[0].isalnum() or (after[0].islower() and is_said_of(tokens, at + 1))


def _end(tokens: Sequence[str], start: int, named: str) -> int:
    end = start + 1
    while end < len(tokens) and not tokens[end - 1].endswith(("'s", "'")):
        joins = tokens[end] in _WITHIN_NAMES and end + 1 < len(tokens)
        if _is_capital(tokens, end, named):
            end += 1
        elif joins and _is_capital(tokens, end + 1, named):
            end += 2
        else:
            break
    return end


def _is_capital(tokens: Sequence[str], at: int, named: str) -> bool:
    if not tokens[at][0].isupper():
        return False
    opens = not at or tokens[at - 1] in ".?!:;\"'(["
    bare = _bare(tokens[at])
    common = bare in OPENERS or bare in FUNCTION_WORDS
    return bare == named or not opens or not common or bare in TITLES or _is_opening_name(tokens, at)


def _is_opening_name(tokens: Sequence[str], at: int) -> bool:
    """Tell whether the first word of a sentence is a name: "Young" in "Young was seen"."""
    named = _bare(tokens[at]) in ALSO_NAMES - OFFICES and at + 1 < len(tokens)
    return named and tokens[at + 1][0].islower() and is_said_of(tokens, at + 1)


def _bare(token: str) -> str:
    return token.lower().removesuffix("'s").rstrip("'.")


def _is_distinctive(token: str, named: Set[str]) -> bool:
    """Tell whether a part of a name is distinctive; initials may stand for another's whole name."""
    bare = _bare(token)
    return (bare in named and token[0].isupper()) or (
        token[0].isupper()
        and not (token.isupper() or len(bare) < _LEAST_NAME)
        and (bare not in _NO_NAMES or bare in _DISTINCTIVE)
    )


def _groups(tokens: Sequence[str], mentions: Sequence[_Mention]) -> Iterator[list[_Mention]]:
    """Yield groups of names that are joined. Two names parted by a comma are not joined: "of Carter, and
    Poole was"."""
    group: list[_Mention] = []
    for number, each in enumerate(mentions):
        between = tuple(tokens[group[-1].end : each.start]) if group else ()
        longer = number + 1 < len(mentions) and tuple(tokens[each.end : mentions[number + 1].start])
        joined = between in _CONJUNCTIONS or (
            between in _LIST_SEPARATORS and (len(group) > 1 or longer in (*_LIST_SEPARATORS, *_CONJUNCTIONS))
        )
        if group and not joined:
            yield group
            group = []
        group.append(each)
    if group:
        yield group


def _roles(tokens: Sequence[str], mention: _Mention) -> Iterator[tuple[str, int]]:
    owner = _possession(tokens, mention)
    if owner is not None:
        yield "owner", owner
        return
    yield from _roles_after(tokens, mention.end)
    yield from _roles_before(tokens, mention.start)


def _possession(tokens: Sequence[str], mention: _Mention) -> int | None:
    """Return the index of the word that the name possesses; None where it is no possessive."""
    last, after = tokens[mention.end - 1], mention.end
    if after >= len(tokens) or not tokens[after][0].islower():
        return None
    possessive = last.endswith(("'s", "'")) or last.lower() == "his"
    if last.lower() == "her":
        possessive = tokens[after] not in verbs.PREPOSITIONS | verbs.BOUNDS | verbs.DETERMINERS
    return after if possessive else None


def _roles_after(tokens: Sequence[str], at: int) -> Iterator[tuple[str, int]]:
    """Yield the role of a name in what follows it: what it did, what was done to it, or what it was."""
    at, be = _past_joined(tokens, at), False
    while at < len(tokens) and (tokens[at] in verbs.HELPERS or tokens[at].endswith("ly")):
        be = tokens[at] in verbs.BE or (be and (tokens[at] not in verbs.HELPERS or tokens[at] == "not"))
        at += 1
    if at >= len(tokens) or not tokens[at][0].islower():
        return
    if be and not tokens[at].endswith("ing") and verbs.is_participle(tokens[at]):
        yield "patient", at
    elif be and not tokens[at].endswith("ing") and tokens[at] not in FUNCTION_WORDS:
        yield "is", at
    elif be and tokens[at] in ("a", "an", "the") and at + 1 < len(tokens) and tokens[at + 1].isalpha():
        yield "is", at + 1
    elif _is_verb(tokens, at):
        yield "agent", at


def _past_joined(tokens: Sequence[str], at: int) -> int:
    """Return the index after "and the other man", where that follows a name."""
    if tokens[at : at + 1] not in (("and",), ("or",)):
        return at
    for place in range(at + 2, min(len(tokens), at + _REACH)):
        if tokens[place] in verbs.FINITE or _is_verb(tokens, place):
            return place
        if not tokens[place].isalpha() or tokens[place] in verbs.PREPOSITIONS | verbs.BOUNDS:
            break
    return at


def _roles_before(tokens: Sequence[str], start: int) -> Iterator[tuple[str, int]]:
    """Yield the role of a name in what precedes it: to whom something was done, by whom, or where."""
    at = start - 1
    while at >= 0 and tokens[at] in _SMALL_BEFORE:
        at -= 1
    if at < 1:
        return
    if tokens[at] == "by" and verbs.is_participle(tokens[at - 1].lower()):
        yield "agent", at - 1
    elif tokens[at] in verbs.PREPOSITIONS:
        yield from ((tokens[at], place) for place in _governing(tokens, at))
    elif _is_verb(tokens, at) and tokens[at] not in verbs.HELPERS:
        yield "patient", at


def _governing(tokens: Sequence[str], preposition: int) -> set[int]:
    """Return the indices of the noun directly before a preposition, and of the verb before it."""
    found = {preposition - 1} if tokens[preposition - 1][0].islower() else set()
    for at in range(preposition - 1, max(-1, preposition - 1 - _REACH), -1):
        if tokens[at] in verbs.SIGNS or tokens[at].lower() in verbs.BOUNDS:
            break
        if _is_verb(tokens, at) and tokens[at] not in verbs.HELPERS:
            return found | {at}
    return {at for at in found if tokens[at] not in verbs.HELPERS | FUNCTION_WORDS}


def _is_verb(tokens: Sequence[str], at: int) -> bool:
    small = tokens[at]
    return small[0].islower() and (verbs.is_verb(tokens, at) or verbs.is_participle(small))
