"""Removes case names that the question does not contain from a model's words.

A case without a reporter is recognised by the word between its parties, "v.", "versus", "against", or by the
words before its one name, "In re", "Ex parte". A name by itself ("Gant") cannot be told from other words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from briefbank.search import identifiers
from briefbank.search.question_phrases import word_set

SIDE_WORDS = 4
"""The most words of one party: "United States", "State of New Jersey"."""

_VERSUS_WORDS = word_set("versus contra")
_AGAINST = "against"
"""A word that joins the parties of a case where both are names: "evidence against him" is none."""
_PARTICLES = word_set("of the")
_NAME_PREFIXES = (("in", "re"), ("ex", "parte"), ("ex", "rel"), ("matter", "of"))


def without_unknown(pieces: Sequence[str], asked: Sequence[str]) -> list[str]:
    """Return the whitespace-separated pieces of a text without the case names that are not in ``asked``,
    pieces too."""
    known = {_parties_key(asked, at) for at in _versus_positions(asked)} | {
        _prefixed_key(asked, at) for at in _prefix_positions(asked)
    }
    out: set[int] = set()
    for at in _versus_positions(pieces):
        if _parties_key(pieces, at) not in known:
            out |= {*_left_party(pieces, at), at, *_right_party(pieces, at)}
    for at in _prefix_positions(pieces):
        if _prefixed_key(pieces, at) not in known:
            out |= {at, at + 1, *_right_party(pieces, at + 1)}
    return [piece for at, piece in enumerate(pieces) if at not in out]


def _versus_positions(pieces: Sequence[str]) -> Iterator[int]:
    """Yield the positions of the words that stand between the parties of a case."""
    for at in range(1, len(pieces) - 1):
        word = identifiers.bare(pieces[at]).casefold()
        sides = _is_name(pieces[at - 1]) and _is_name(pieces[at + 1])
        if identifiers.is_versus(pieces[at]) or word in _VERSUS_WORDS or (word == _AGAINST and sides):
            yield at


def _prefix_positions(pieces: Sequence[str]) -> Iterator[int]:
    """Yield the position of the first of the words that stand before the name of a case."""
    words = [identifiers.bare(piece).casefold() for piece in pieces]
    for at in range(len(words) - 2):
        pair = (words[at], words[at + 1])
        if pair in _NAME_PREFIXES and (pair != _NAME_PREFIXES[-1] or _is_name(pieces[at + 2])):
            yield at


def _parties_key(pieces: Sequence[str], at: int) -> tuple[str, str]:
    """Return the words nearest to the "v."."""
    left, right = identifiers.bare(pieces[at - 1]), identifiers.bare(pieces[at + 1])
    return left.casefold(), right.casefold()


def _prefixed_key(pieces: Sequence[str], at: int) -> tuple[str, str]:
    return "", identifiers.bare(pieces[at + 2]).casefold()


def _left_party(pieces: Sequence[str], at: int) -> range:
    """Return the word in front and, while they are names, those in front of that."""
    first = at - 1
    while first > 0 and at - first < SIDE_WORDS and _goes_on(pieces, first, first - 1):
        first -= 1
    return range(first, at)


def _right_party(pieces: Sequence[str], at: int) -> range:
    last = at + 1
    while last + 1 < len(pieces) and last - at < SIDE_WORDS and _goes_on(pieces, last, last + 1):
        last += 1
    return range(at + 1, last + 1)


def _goes_on(pieces: Sequence[str], inside: int, outside: int) -> bool:
    """Tell whether the name of a party extends from one of its words to the next one."""
    first = min(inside, outside)
    belong = (_is_name(pieces[at]) or identifiers.bare(pieces[at]) in _PARTICLES for at in (inside, outside))
    return pieces[first][-1:] not in ",;:" and all(belong)


def _is_name(piece: str) -> bool:
    return identifiers.bare(piece)[:1].isupper()
