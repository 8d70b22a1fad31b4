"""Whether what a claim puts between quotation marks stands word for word in its source.

Letters in brackets may change a capital, words in brackets may name a party, and an ellipsis may leave words
out (Bluebook rules 5.2 and 5.3), but not words on which the meaning turns: what an ellipsis leaves out may
hold no negation. Punctuation and capitals do not count; every word and every sign with a meaning does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from briefbank.claims import Fault, Finding
from briefbank.summary.checks import quoting
from briefbank.summary.checks.plain import Compared

_TOKEN = re.compile(r"[^\W_]+(?:'[^\W_]+)*|[§%$¶&]|\.\d")
_OPENS_SINGLE = re.compile(r"(?<![\w.,!?%])'(?=[\w\[(\"$§.])(?!\d0s\b)")
_CLOSES_SINGLE = re.compile(r"(?<=[\w.,!?\])\"…%])'(?!\w)")
_OMITTED = re.compile(r"(?:\. ?){3,4}|…|\*( ?\*){2}")
_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_LETTER = re.compile(r"\[(\w)\](?=\w)")
"""A first letter in brackets, whose capital was changed."""
_NOTE = re.compile(r"(?<=[.,;:?!\"']) n\d{1,3}(?= |$)")
"""The number of a note, as printouts give it; nobody's words."""
_LINE_END = re.compile(r"(?<=[^\W\d_])- (?=[^\W\d_])")
_TURNS = frozenset(
    str.split(
        "not no never none nor neither without cannot unless except only hardly barely fails fail failed if "
        "deny denies denied refuse refused lacked lacks"
    )
)
"""Without these words the rest may say something else."""
_MAY_STAND_IN = frozenset(
    str.split(
        "the a an sic he she it they him her them his its their defendant plaintiff petitioner respondent "
        "appellant appellee state government court judge jury police officer officers citation citations "
        "omitted emphasis added alteration original internal quotation marks"
    )
)
"""Words in brackets that only say who is meant, or that something was left out."""
_FAULT = "Words in quotation marks do not stand so in the source."
_REPAIR = "Use no quotation marks; say it in your own words."


def find(compared: Compared) -> Iterator[Finding]:
    """Quotations that are none. At most one finding says that the marks do not match."""
    quoted, whole = _quoted(compared.claim)
    if not whole and not compared.verbatim and not _is_stray(compared):
        words = "A quotation mark has no counterpart, so that it cannot be told what is quoted."
        yield Finding(Fault.MISQUOTATION, words, _REPAIR)
    streams = [stream for source in compared.sources for stream in _streams(source)]
    for text in quoted:
        if not _is_copied(text, streams) and not _is_edited(text, streams):
            word = _first_missing(text, streams)
            said = f"The quoted word “{word}” does not stand in the source." if word else _FAULT
            yield Finding(Fault.MISQUOTATION, said, _REPAIR)
    if not compared.verbatim and whole:
        yield from quoting.find(compared, quoted)


def _is_stray(compared: Compared) -> bool:
    """Whether the only mark without a counterpart is a single one that its source has too, such as a spot
    that was read as a mark: all that follows it stands there sign for sign."""
    text = compared.claim
    marks = [match.start() for match in _OPENS_SINGLE.finditer(text)]
    if text.count('"') % 2 or not marks:
        return False
    rest = text[marks[0] :].rstrip('."')
    return any(rest in source for source in compared.sources)


def _quoted(text: str) -> tuple[list[str], bool]:
    """What stands between double and between single marks, and whether every mark has its counterpart.

    A single mark also is an apostrophe ("the officers' car"), so the last that can close does.
    """
    parts = text.split('"')
    quoted, whole = parts[1::2], len(parts) % 2 == 1
    if not whole:
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
    return quoted, whole


def _streams(source: str) -> Iterator[list[str]]:
    """The words of a source; again where a letter in brackets or a hyphen at a line's end may belong to one,
    and without the numbers of notes."""
    yield _tokens(source)
    if _LETTER.search(source):
        yield _tokens(_LETTER.sub(r"\1", source))
    if _NOTE.search(source):
        yield _tokens(_NOTE.sub("", source))
    if _LINE_END.search(source):
        yield _tokens(_LINE_END.sub("", source))


def _tokens(text: str) -> list[str]:
    return [match.group().casefold() for match in _TOKEN.finditer(text)]


def _pieces(quoted: str) -> list[list[str]]:
    """The runs of words between what is left out or put in brackets. A bracket within a word stays with it,
    since it may change nothing but a capital."""
    lettered = _LETTER.sub(r"\1", quoted)
    lettered = re.sub(r"(?<=\w)\[(\w{1,4})\]", r"\1", lettered)
    cut = _OMITTED.sub("\0", _BRACKETS.sub("\0", lettered))
    return [tokens for piece in cut.split("\0") if (tokens := _tokens(piece))]


def _is_copied(quoted: str, streams: Sequence[Sequence[str]]) -> bool:
    """The source has the very words, those in its own brackets too."""
    words = _tokens(quoted)
    return not words or any(True for stream in streams for _ in _places(words, stream))


def _is_edited(quoted: str, streams: Sequence[Sequence[str]]) -> bool:
    """The source has the words but for what was left out, or put in brackets, as it may be."""
    pieces = _pieces(quoted)
    return _named_fairly(quoted) and any(_stands(pieces, stream) for stream in streams)


def _stands(pieces: Sequence[list[str]], stream: Sequence[str]) -> bool:
    """Whether the pieces follow each other in a text, with nothing between them that turns the meaning."""
    ends: list[int] = []
    for number, piece in enumerate(pieces):
        ends = [
            start + len(piece)
            for start in _places(piece, stream)
            if number == 0 or any(_may_skip(stream[end:start]) for end in ends if end <= start)
        ]
        if not ends:
            return False
    return True


def _places(piece: Sequence[str], stream: Sequence[str]) -> Iterator[int]:
    for start in range(len(stream) - len(piece) + 1):
        if stream[start] == piece[0] and list(stream[start : start + len(piece)]) == list(piece):
            yield start


def _may_skip(words: Sequence[str]) -> bool:
    return not any(word in _TURNS or word.endswith("n't") for word in words)


def _named_fairly(quoted: str) -> bool:
    """Whether what was put in brackets only says who is meant. Names are looked at with all others."""
    inner = (word for match in _BRACKETS.finditer(quoted) for word in match.group(1).split())
    return all(
        len(word) == 1 or word[0].isupper() or word.strip(".,").casefold() in _MAY_STAND_IN for word in inner
    )


def _first_missing(quoted: str, streams: Sequence[Sequence[str]]) -> str:
    known = {token for stream in streams for token in stream}
    return next((token for piece in _pieces(quoted) for token in piece if token not in known), "")
