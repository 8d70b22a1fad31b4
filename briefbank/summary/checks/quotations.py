"""Checks that what a claim puts between quotation marks stands word for word in its source.

Letters in brackets may change a capital, words in brackets may name a party, and an ellipsis may leave words
out (Bluebook rules 5.2 and 5.3). The words that an ellipsis leaves out may not hold a negation, because the
meaning turns on it. Punctuation and capitals do not count; every word and every meaningful sign does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from briefbank.domain.claims import ClaimFault, ClaimFinding
from briefbank.summary.checks import quotation_speakers
from briefbank.summary.checks.plain import BRACKETED_LETTER, PlainClaim

_TOKEN = re.compile(r"[^\W_]+(?:'[^\W_]+)*|[§%$¶&]|\.\d")
_OPENS_SINGLE = re.compile(r"(?<![\w.,!?%])'(?=[\w\[(\"$§.])(?!\d0s\b)")
_CLOSES_SINGLE = re.compile(r"(?<=[\w.,!?\])\"…%])'(?!\w)")
_OMITTED = re.compile(r"(?:\. ?){3,4}|…|\*( ?\*){2}")
_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_NOTE = re.compile(r"(?<=[.,;:?!\"']) n\d{1,3}(?= |$)")
"""The number of a footnote, as printouts give it; nobody's words."""
_LINE_END = re.compile(r"(?<=[^\W\d_])- (?=[^\W\d_])")
_NEGATIONS = frozenset(
    str.split(
        "not no never none nor neither without cannot unless except only hardly barely fails fail failed if "
        "deny denies denied refuse refused lacked lacks"
    )
)
"""Words without which the rest may say something else."""
_NEUTRAL_INSERTIONS = frozenset(
    str.split(
        "the a an sic he she it they him her them his its their defendant plaintiff petitioner respondent "
        "appellant appellee state government court judge jury police officer officers citation citations "
        "omitted emphasis added alteration original internal quotation marks"
    )
)
"""Words in brackets that only say who is meant, or that something was left out."""
_FAULT = "Words in quotation marks do not stand so in the source."
_REPAIR = "Use no quotation marks; say it in your own words."


def find(compared: PlainClaim) -> Iterator[ClaimFinding]:
    """Yield false quotations. At most one finding says that the marks do not match."""
    quoted, matched = _quoted(compared.claim)
    if not matched and not compared.verbatim and not _is_stray_mark(compared):
        words = "A quotation mark has no counterpart, so that it cannot be told what is quoted."
        yield ClaimFinding(ClaimFault.MISQUOTATION, words, _REPAIR)
    readings = [reading for source in compared.sources for reading in _readings(source)]
    for text in quoted:
        if not _is_copied(text, readings) and not _is_edited(text, readings):
            word = _first_missing(text, readings)
            said = f"The quoted word “{word}” does not stand in the source." if word else _FAULT
            yield ClaimFinding(ClaimFault.MISQUOTATION, said, _REPAIR)
    if not compared.verbatim and matched:
        yield from quotation_speakers.find(compared, quoted)


def _is_stray_mark(compared: PlainClaim) -> bool:
    """Tell whether the only unmatched mark is a single one that the source has too, such as a spot that was
    read as a mark: all that follows it stands there character for character."""
    text = compared.claim
    marks = [match.start() for match in _OPENS_SINGLE.finditer(text)]
    if text.count('"') % 2 or not marks:
        return False
    rest = text[marks[0] :].rstrip('."')
    return any(rest in source for source in compared.sources)


def _quoted(text: str) -> tuple[list[str], bool]:
    """Return the texts between double and between single marks, and whether every mark is matched.

    A single mark may be an apostrophe ("the officers' car"), so the last mark that can close is taken to
    close.
    """
    parts = text.split('"')
    quoted, matched = parts[1::2], len(parts) % 2 == 1
    if not matched:
        quoted = quoted[:-1]
    at = 0
    while opening := _OPENS_SINGLE.search(text, at):
        following = _OPENS_SINGLE.search(text, opening.end())
        end = following.start() if following else len(text)
        closing = [match.start() for match in _CLOSES_SINGLE.finditer(text, opening.end(), end)]
        if not closing:
            return quoted, False
        quoted.append(text[opening.end() : closing[-1]])
        at = end
    return quoted, matched


def _readings(source: str) -> Iterator[list[str]]:
    """Yield the words of a source; again for readings where a letter in brackets or a hyphen at a line end
    belongs to a word, and without footnote numbers."""
    yield _tokens(source)
    if BRACKETED_LETTER.search(source):
        yield _tokens(BRACKETED_LETTER.sub(r"\1", source))
    if _NOTE.search(source):
        yield _tokens(_NOTE.sub("", source))
    if _LINE_END.search(source):
        yield _tokens(_LINE_END.sub("", source))


def _tokens(text: str) -> list[str]:
    return [match.group().casefold() for match in _TOKEN.finditer(text)]


def _pieces(quoted: str) -> list[list[str]]:
    """Return the runs of words between omissions and brackets. A bracket within a word stays with it, since
    it may change nothing but a capital."""
    lettered = BRACKETED_LETTER.sub(r"\1", quoted)
    lettered = re.sub(r"(?<=\w)\[(\w{1,4})\]", r"\1", lettered)
    cut = _OMITTED.sub("\0", _BRACKETS.sub("\0", lettered))
    return [tokens for piece in cut.split("\0") if (tokens := _tokens(piece))]


def _is_copied(quoted: str, readings: Sequence[Sequence[str]]) -> bool:
    """Tell whether the source has the very words, with those in its own brackets."""
    words = _tokens(quoted)
    return not words or any(True for reading in readings for _ in _places(words, reading))


def _is_edited(quoted: str, readings: Sequence[Sequence[str]]) -> bool:
    """Tell whether the source has the words except for permitted omissions and brackets."""
    pieces = _pieces(quoted)
    return _has_fair_brackets(quoted) and any(_in_order(pieces, reading) for reading in readings)


def _in_order(pieces: Sequence[list[str]], reading: Sequence[str]) -> bool:
    """Tell whether the pieces follow each other in a text, with no negation between them."""
    ends: list[int] = []
    for number, piece in enumerate(pieces):
        ends = [
            start + len(piece)
            for start in _places(piece, reading)
            if number == 0 or any(_may_skip(reading[end:start]) for end in ends if end <= start)
        ]
        if not ends:
            return False
    return True


def _places(piece: Sequence[str], reading: Sequence[str]) -> Iterator[int]:
    for start in range(len(reading) - len(piece) + 1):
        if reading[start] == piece[0] and list(reading[start : start + len(piece)]) == list(piece):
            yield start


def _may_skip(words: Sequence[str]) -> bool:
    return not any(word in _NEGATIONS or word.endswith("n't") for word in words)


def _has_fair_brackets(quoted: str) -> bool:
    """Tell whether the words in brackets only say who is meant. Names are checked with all others."""
    inner = (word for match in _BRACKETS.finditer(quoted) for word in match.group(1).split())
    return all(
        len(word) == 1 or word[0].isupper() or word.strip(".,").casefold() in _NEUTRAL_INSERTIONS
        for word in inner
    )


def _first_missing(quoted: str, readings: Sequence[Sequence[str]]) -> str:
    known = {token for reading in readings for token in reading}
    return next((token for piece in _pieces(quoted) for token in piece if token not in known), "")
