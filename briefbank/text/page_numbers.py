"""The labels that are printed on one page, and whether a typed one is the same.

A page of an appendix may have two: its own ("Da6") and the Bates number under which it was produced
("PINE-DISC0004315"). They are kept as one text, the page's own label first. Capitals, blanks, dashes, dots,
underscores and leading zeros do not count when they are compared.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

SEPARATOR = ", "
LONGEST = 60  # The characters of a typed label, or of a range, that are looked at
_MOST_WORDS = 5  # The most words of a typed label
_MOST_PAGES = 50  # The most pages of a typed range that are all searched; of a longer one only both ends
_NO_PREFIXES = frozenset(
    str.split("a an and as at be by for from if in is it no of on or p pg pp so the to up vs")
)
"""Words that are no prefix of a label where a blank follows: "a 1 year term" names no page A1."""
_DIGIT = re.compile(r"\d")
_NOT_ALNUM = re.compile(r"[\W_]+")
_NUMBERED = re.compile(r"(?P<prefix>\d{0,4}[^\W\d_]\w{0,40}?)(?P<number>\d{1,12})(?P<suffix>[a-z]{0,2})")
_RANGE = re.compile(
    r"(?P<first>.*?\d)\s?(?:[-‐‑‒–—−]|\bto\b|\bthrough\b)\s?(?P<last>[\w.\- ]*?\d{1,12})", re.IGNORECASE
)
_LAST_NUMBER = re.compile(r"\d+$")
_BETWEEN = r"[\W_]{0,3}"  # What may stand between the parts of a printed label
_PARTS = re.compile(r"[^\W\d_]{2,}|^[\w]")


def joined(labels: Iterable[str]) -> str:
    return SEPARATOR.join(dict.fromkeys(filter(None, labels)))


def own(label: str) -> str:
    """Return the first of the labels of a page, by which it is cited."""
    return label.partition(SEPARATOR)[0]


def key(label: str) -> str:
    """Return the form in which equal labels are equal; empty for one without a letter or without a number."""
    match = _NUMBERED.fullmatch(_NOT_ALNUM.sub("", label[:LONGEST]).lower())
    return f"{match['prefix']} {int(match['number'])}{match['suffix']}" if match else ""


def pattern(label: str) -> re.Pattern[str]:
    """Return the expression of a label as it may be printed."""
    parts = [re.escape(part) for part in re.findall(r"[^\W\d_]|\d+", label[:LONGEST])]
    numbers = [rf"0*{part.lstrip('0') or '0'}" if part[0].isdigit() else part for part in parts]
    return re.compile(rf"(?<![^\W_]){_BETWEEN.join(numbers)}(?!\d)", re.IGNORECASE)


def keys(labels: Iterable[str]) -> frozenset[str]:
    """Return the keys by which pages with these labels are result, also without the first parts."""
    result = set()
    for label in labels:
        for one in label.split(SEPARATOR):
            starts = [part.start() for part in _PARTS.finditer(one)]
            result |= {key(one[start:]) for start in starts}
    return frozenset(result - {""})


def typed(pieces: Sequence[str], known: Collection[str]) -> dict[int, tuple[int, list[str]]]:
    """Return the labels in the blank-separated pieces of a typed text: by the first piece of each, how many
    pieces it has and the labels it stands for, which are several for a range. ``known`` are the keys of
    printed labels."""
    result: dict[int, tuple[int, list[str]]] = {}
    after = 0
    for at, count, text in candidates(pieces):
        labels = [label for label in _labels(text) if key(label) in known]
        if labels and at >= after:
            result[at] = count, labels
            after = at + count
    return result


def candidates(pieces: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Yield what may be a label: where it begins, its number of pieces, and its text; longer ones first."""
    ends = [_DIGIT.search(piece) is not None for piece in pieces]
    for at in range(len(pieces)):
        for count in range(min(_MOST_WORDS, len(pieces) - at), 0, -1):
            if not ends[at + count - 1]:
                continue
            text = " ".join(pieces[at : at + count]).strip(".,;:?!()[]\"'“”")
            word = count > 1 and pieces[at].lower().strip(".") in _NO_PREFIXES
            if len(text) <= LONGEST and text[:1].isalnum() and text[-1:].isalnum() and not word:
                yield at, count, text


def candidate_keys(pieces: Sequence[str]) -> frozenset[str]:
    """Return the keys of all that may be a label in a typed text."""
    result = {key(label) for _, _, text in candidates(pieces) for label in _labels(text)}
    return frozenset(result - {""})


def _labels(text: str) -> Iterator[str]:
    """Yield the label that a text is, or the labels of a range, all without blanks."""
    yield "-".join(text.split())
    match = _RANGE.fullmatch(text)
    if match is None:
        return
    first = match["first"]
    start, last = _LAST_NUMBER.search(first), _LAST_NUMBER.search(match["last"])
    if start is None or last is None:
        return
    prefix, begin = "-".join(first[: start.start()].split()), start.group()
    end = last.group()
    end = begin[: -len(end)] + end if len(end) < len(begin) else end
    if not 0 < int(end) - int(begin) <= _MOST_PAGES:
        numbers: Iterable[int] = (int(begin), int(end))
    else:
        numbers = range(int(begin), int(end) + 1)
    yield from (f"{prefix}{number:0{len(begin)}}" for number in numbers)
