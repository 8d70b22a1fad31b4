"""Checks that what a claim puts between quotation marks stands word for word in its source.

Letters in brackets may change a capital, words in brackets may say who is meant, and an ellipsis may leave
words out, but no negation (Bluebook rules 5.2 and 5.3). Punctuation and capitals do not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from briefbank.domain.claims import ClaimFault, ClaimFinding
from briefbank.summary.checks.compared import ComparedClaim

_TOKEN = re.compile(r"[^\W_]+(?:'[^\W_]+)*|[§%$¶&]|\.\d")
_SINGLE = re.compile(r"(?<![\w.,!?%])'(?=[\w\[(\"$§.])(?!\d0s\b)(.+?)(?<=[\w.,!?\])\"…%])'(?!\w)")
_OMITTED = re.compile(r"(?:\. ?){3,4}|…|\*( ?\*){2}")
_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_BRACKETED_LETTERS = re.compile(r"\[(\w)\](?=\w)|(?<=\w)\[(\w{1,4})\]")
_NOTE = re.compile(r"(?<=[.,;:?!\"']) n\d{1,3}(?= |$)")
"""The number of a footnote, as printouts give it."""
_LINE_END = re.compile(r"(?<=[^\W\d_])- (?=[^\W\d_])")
_NEGATIONS = frozenset(
    str.split("not no never none nor neither without cannot unless except only hardly fails failed denied")
)
_INSERTIONS = frozenset(
    str.split(
        "the a an sic he she it they him them his its their defendant plaintiff petitioner respondent "
        "appellant appellee state government court judge jury police officer officers citation citations "
        "omitted emphasis added alteration original internal quotation marks"
    )
)
"""Words in brackets that only say who is meant, or that something was left out."""
_REPAIR = "Use no quotation marks; say it in your own words."


def find(compared: ComparedClaim) -> Iterator[ClaimFinding]:
    """Yield quotations that do not stand in the source, and quotation marks without a counterpart."""
    if compared.claim.count('"') % 2 and not compared.is_verbatim:
        words = "A quotation mark has no counterpart, so that it cannot be told what is quoted."
        yield ClaimFinding(ClaimFault.MISQUOTATION, words, _REPAIR)
    quoted = compared.claim.split('"')[1::2] + [match[1] for match in _SINGLE.finditer(compared.claim)]
    readings = [reading for source in compared.sources for reading in _readings(source)]
    for text in quoted:
        copied = any(_in_order([_tokens(text)], reading) for reading in readings)
        if not copied and not (
            _has_fair_brackets(text) and any(_in_order(_pieces(text), reading) for reading in readings)
        ):
            words = "Words in quotation marks do not stand so in the source."
            yield ClaimFinding(ClaimFault.MISQUOTATION, words, _REPAIR)


def _tokens(text: str) -> list[str]:
    return [match.group().casefold() for match in _TOKEN.finditer(text)]


def _readings(source: str) -> Iterator[list[str]]:
    """Yield the words of a source: as they are; without letters in brackets, notes and hyphens at line
    ends."""
    yield _tokens(source)
    yield _tokens(_LINE_END.sub("", _NOTE.sub("", _BRACKETED_LETTERS.sub(r"\1\2", source))))


def _pieces(quoted: str) -> list[list[str]]:
    """Return the runs of words between omissions and brackets."""
    cut = _OMITTED.sub("\0", _BRACKETS.sub("\0", _BRACKETED_LETTERS.sub(r"\1\2", quoted)))
    return [_tokens(piece) for piece in cut.split("\0")]


def _in_order(pieces: Sequence[list[str]], reading: Sequence[str]) -> bool:
    """Return whether the pieces follow each other in a text, with no negation between them."""
    ends: list[int] | None = None
    for piece in filter(None, pieces):
        ends = [
            start + len(piece)
            for start in range(len(reading) - len(piece) + 1)
            if reading[start] == piece[0]
            and list(reading[start : start + len(piece)]) == piece
            and (ends is None or any(end <= start and not _denies(reading[end:start]) for end in ends))
        ]
        if not ends:
            return False
    return True


def _denies(words: Sequence[str]) -> bool:
    return any(word in _NEGATIONS or word.endswith("n't") for word in words)


def _has_fair_brackets(quoted: str) -> bool:
    """Return whether the words in brackets only say who is meant. Names are checked with all others."""
    inner = (word for match in _BRACKETS.finditer(quoted) for word in match[1].split())
    return all(len(w) == 1 or w[0].isupper() or w.strip(".,").casefold() in _INSERTIONS for w in inner)
