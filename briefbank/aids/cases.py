"""Takes the names of cases out of a model's words that the question does not name.

A case without a reporter is known by the word between its sides, "v.", "versus", "against", or the words
before its one name, "In re", "Ex parte". A name by itself ("Gant") cannot be told from other words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from briefbank.search import identifiers
from briefbank.search.wording import word_set

SIDE_WORDS = 4
"""Of one side: "United States", "State of New Jersey"."""

_BETWEEN = word_set("versus contra")
_AGAINST = "against"
"""It stands between the sides of a case where both are names: "evidence against him" is none."""
_INSIDE = word_set("of the")
_BEFORE = (("in", "re"), ("ex", "parte"), ("ex", "rel"), ("matter", "of"))


def without_unknown(pieces: Sequence[str], asked: Sequence[str]) -> list[str]:
    """Pieces of a text that stand between blanks, less the cases that are not in ``asked``, pieces too."""
    known = {_name(asked, at) for at in _betweens(asked)} | {_named(asked, at) for at in _befores(asked)}
    out: set[int] = set()
    for at in _betweens(pieces):
        if _name(pieces, at) not in known:
            out |= {*_left(pieces, at), at, *_right(pieces, at)}
    for at in _befores(pieces):
        if _named(pieces, at) not in known:
            out |= {at, at + 1, *_right(pieces, at + 1)}
    return [piece for at, piece in enumerate(pieces) if at not in out]


def _betweens(pieces: Sequence[str]) -> Iterator[int]:
    """The places of the words that stand between the sides of a case."""
    for at in range(1, len(pieces) - 1):
        word = identifiers.bare(pieces[at]).casefold()
        sides = _is_name(pieces[at - 1]) and _is_name(pieces[at + 1])
        if identifiers.is_versus(pieces[at]) or word in _BETWEEN or (word == _AGAINST and sides):
            yield at


def _befores(pieces: Sequence[str]) -> Iterator[int]:
    """The places of the first of the words that stand before the name of a case."""
    words = [identifiers.bare(piece).casefold() for piece in pieces]
    for at in range(len(words) - 2):
        pair = (words[at], words[at + 1])
        if pair in _BEFORE and (pair != _BEFORE[-1] or _is_name(pieces[at + 2])):
            yield at


def _name(pieces: Sequence[str], at: int) -> tuple[str, str]:
    """The words nearest to the "v."."""
    left, right = identifiers.bare(pieces[at - 1]), identifiers.bare(pieces[at + 1])
    return left.casefold(), right.casefold()


def _named(pieces: Sequence[str], at: int) -> tuple[str, str]:
    return "", identifiers.bare(pieces[at + 2]).casefold()


def _left(pieces: Sequence[str], at: int) -> range:
    """The word in front and, while they are names, those in front of that."""
    first = at - 1
    while first > 0 and at - first < SIDE_WORDS and _goes_on(pieces, first, first - 1):
        first -= 1
    return range(first, at)


def _right(pieces: Sequence[str], at: int) -> range:
    last = at + 1
    while last + 1 < len(pieces) and last - at < SIDE_WORDS and _goes_on(pieces, last, last + 1):
        last += 1
    return range(at + 1, last + 1)


def _goes_on(pieces: Sequence[str], inside: int, outside: int) -> bool:
    """Whether the name of a side reaches over from one of its words to the next one."""
    first = min(inside, outside)
    belong = (_is_name(pieces[at]) or identifiers.bare(pieces[at]) in _INSIDE for at in (inside, outside))
    return pieces[first][-1:] not in ",;:" and all(belong)


def _is_name(piece: str) -> bool:
    return identifiers.bare(piece)[:1].isupper()
