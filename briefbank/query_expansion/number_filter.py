"""Removes numbers that the question lacks from a model's words, in figures and spelled out.

A number behind "section", "Penal Law" or "CPL" names an authority, however it is written: "12", "twelve",
"XII", "twelfth", "(b)". There it is kept only where the question, too, has it as the number of an authority:
the 10 of "at 10 pm" does not make section 10 the question's own. Elsewhere one spelled word is a word like
any other ("two officers"), and several in a row are a number ("eleven ninety-two").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from briefbank.search import identifiers
from briefbank.search.question_phrases import word_set
from briefbank.text.numerals import CARDINALS, ORDINALS

AHEAD = 6
"""The words behind a number that may name the law it belongs to: "twelve of the New York Penal Law"."""

_SPELLED = frozenset(CARDINALS) | ORDINALS.keys() | word_set("oh fourty hundred thousand million thousandth")
_LINKS = word_set("and or to through thru point dash hyphen comma &")
"""Words between the number of one authority and the next, or inside one."""
_LAWS = word_set("law code act amendment constitution statute cpl cplr vtl ucc mpc")
_MARKERS = _LAWS | word_set("subsection paragraph par para clause subdivision subd subpart canon")
_SHORT_NAME = re.compile(r"[A-Z]{2,5}")
"""An abbreviation in capitals, which may name a code with its section spelled out behind it. Figures behind
it may be those of the question's facts ("BAC 0.15")."""
_ROMAN = re.compile(r"m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_WORD = re.compile(r"[^-–—‑/()]+")


@dataclass(slots=True)
class _Word:
    """A piece of a text, or a part of it between hyphens."""

    piece: int
    """The position among the pieces."""
    text: str
    core: str
    kept: bool = True


@dataclass(frozen=True, slots=True)
class _Number:
    """The words that stand for one number."""

    words: Sequence[_Word]
    of_authority: bool

    def first(self, count: int) -> str:
        """Return its first ``count`` words, however they are joined: "404(b)" is "404 b"."""
        return "".join(re.sub(r"[()]", "", word.core) for word in self.words[:count])


def without_unknown(pieces: Sequence[str], asked: Sequence[str]) -> list[str]:
    """Return the whitespace-separated pieces of a text without the numbers that are not in ``asked``, pieces
    too."""
    known, of_authorities = _known_numbers(asked)
    words = list(_words(pieces))
    for number in _numbers(words):
        allowed = of_authorities if number.of_authority else known
        count = len(number.words)
        while count and number.first(count) not in allowed:
            count -= 1
        for word in number.words[count:]:
            word.kept = False
    _drop_announcers(words)
    return list(_rejoin(pieces, words))


def _known_numbers(asked: Sequence[str]) -> tuple[set[str], set[str]]:
    """Return the question's numbers, and those of them that are numbers of authorities."""
    every, of_authorities = set[str](), set[str]()
    for number in _numbers(list(_words(asked))):
        first = number.words[0]
        named = number.of_authority or identifiers.is_identifier(first.core, "")
        for count in range(1, len(number.words) + 1):
            # "section 1983 a claim": the 1983 stands alone, but "one" of "one hundred twenty" does not
            if _has_figures(first) or not any(each.core in _SPELLED for each in number.words[count:]):
                every.add(number.first(count))
                of_authorities |= {number.first(count)} if named else set()
    return every, of_authorities


def _words(pieces: Sequence[str]) -> Iterator[_Word]:
    """Yield the words of the pieces. Figures stay whole, since "2C:44-1" is one number; a word is split at
    its hyphens."""
    for at, piece in enumerate(identifiers.joined(pieces)):
        whole = any(sign.isnumeric() for sign in piece)
        for text in [piece] if whole else _WORD.findall(piece):
            yield _Word(at, text, identifiers.bare(text).casefold())


def _numbers(words: Sequence[_Word]) -> Iterator[_Number]:
    """Yield the numbers in their order, without words such as "two" that count something."""
    at, announced = 0, False
    while at < len(words):
        word = words[at]
        announced = announced or "§" in word.text
        end = at
        while end < len(words) and _goes_on(words[end], word, announced, first=end == at):
            end += 1
        if end == at:
            announced = _announces(word, words[at + 1 : at + 2]) or (announced and word.core in _LINKS)
            at += 1
            continue
        of_authority = announced or _is_of_law(words[end : end + AHEAD])
        if of_authority or end - at > 1 or _has_figures(word):
            yield _Number(words[at:end], of_authority)
        at = end


def _goes_on(word: _Word, start: _Word, announced: bool, *, first: bool) -> bool:
    """Tell whether a word belongs to the number that starts with ``start``. Figures start another."""
    if _has_figures(word):
        return first
    if not announced:
        return word.core in _SPELLED and not _has_figures(start)
    return word.core in _SPELLED or (_is_letter_or_roman(word) and not _announces(word, ()))


def _announces(word: _Word, after: Sequence[_Word]) -> bool:
    """Tell whether the number of an authority follows a word."""
    one = word.core.removesuffix("s")
    marker = identifiers.is_marker(word.text) or identifiers.is_marker(one) or one in _MARKERS
    short = _SHORT_NAME.fullmatch(word.text.replace(".", "").strip(",;:"))
    return marker or bool(short and after and after[0].core in _SPELLED)


def _is_of_law(after: Sequence[_Word]) -> bool:
    """Tell whether the words behind a number name a law that it belongs to: "Amendment", "of the Penal
    Law"."""
    laws = [word.core.removesuffix("s") in _LAWS for word in after]
    return any(laws[:1]) or (bool(after) and after[0].core == "of" and any(laws))


def _has_figures(word: _Word) -> bool:
    return any(sign.isnumeric() for sign in word.text)


def _is_letter_or_roman(word: _Word) -> bool:
    letter = len(word.core) == 1 and word.core.isalpha()
    return letter or bool(word.core and _ROMAN.fullmatch(word.core))


def _drop_announcers(words: Sequence[_Word]) -> None:
    """Drop a section sign without its number, and the "and" between two numbers that were dropped."""
    for at, word in enumerate(words):
        before, after = words[at - 1 : at], words[at + 1 : at + 2]
        if word.core in _LINKS and not any(each.kept for each in (*before, *after)):
            word.kept = not (before and after)
        if not word.text.strip("§"):
            word.kept = any(each.kept and _has_figures(each) for each in after)


def _rejoin(pieces: Sequence[str], words: Sequence[_Word]) -> Iterator[str]:
    """Yield the pieces unchanged, and the rest of those that lost a word."""
    by_piece: dict[int, list[_Word]] = {}
    for word in words:
        by_piece.setdefault(word.piece, []).append(word)
    for at, piece in enumerate(identifiers.joined(pieces)):
        own = by_piece.get(at, [])
        kept = [word.text for word in own if word.kept]
        if len(kept) == len(own):
            yield from [piece] if piece else []
        elif kept:
            yield "-".join(kept)
