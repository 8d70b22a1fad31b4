"""Finds the authorities that a text cites and names each in one form, whatever way it is written.

Case, journal and code citations come from eyecite; :mod:`briefbank.authority.codes` adds what it does not
know: New Jersey statutes, court rules, rules of evidence, constitutions, directives. White space is made
single first, because a line end inside a citation hides it, and every range is mapped back.

eyecite: https://github.com/freelawproject/eyecite. It is imported at the first call (about a second). Only
its tokenizer is used, and of what that finds only whole citations: what ``get_citations`` adds (court,
parties, what "Id." refers to) is not kept here, took most of the time, and logs the text that it reads.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any

from briefbank.authority.codes import find_codes
from briefbank.models import Citation

_PIECE = 8_000
_OVERLAP = 250
_GAP = re.compile(r"(?P<broken>(?<=\w-)\s*\n\s*(?=\w))|\s{2,}|[^\S ]")
_MIGHT_CITE = re.compile(r"\d\s{0,3}[A-Z(]|\d\s+(?:[a-z]|§)|§")
_SUBSECTIONS = re.compile(r"(?:\s?\([A-Za-z0-9]{1,4}\))+")
_JOINED = partial(re.compile(r"\s+").sub, "")
"""Without white space, as eyecite compares the names of reporters."""
_AFTER_NUMBER = re.compile(r"\d (\D)")
_VOLUME_FIRST = re.compile(
    re.escape(r"(?:^|[^a-zA-Z0-9])((?P<volume>[1-9]\d*) (?P<reporter>") + r"(?P<letter>[A-Za-z(])"
)
_SUBJECT = re.compile(
    re.escape("(?:^|[^a-zA-Z0-9])((?P<reporter>") + r"(?P<place>[A-Z][\w.\\ ]+ )" + re.escape("(?P<subject>")
)
"""How eyecite's patterns begin that find a volume and a reporter ("5 U.S. 1"), and a state's codes by their
subject ("Cal. Penal Code § 1")."""
_LONGEST_RUN = re.compile(r"\S{1000,}")


def find(text: str) -> tuple[Citation, ...]:
    """The citations of a text in order, without overlaps. Any thread; never raises; linear time."""
    plain, back = _single_spaced(text)
    found = [*find_codes(plain), *_cases(plain)]
    return tuple(
        Citation(back(start), back(end - 1) + 1, canonical, sort)
        for start, end, canonical, sort in _without_overlaps(found)
    )


Mention = tuple[int, int, str, str]
"""(start, end, canonical form, sort) in the text as it was searched."""


def _single_spaced(text: str) -> tuple[str, Callable[[int], int]]:
    """The text with single spaces, and the way back from its offsets."""
    parts: list[str] = []
    starts: list[int] = [0]
    shifts: list[int] = [0]
    at = length = 0
    for match in _GAP.finditer(text):
        space = "" if match.group("broken") else " "
        parts += [text[at : match.start()], space]
        length += match.start() - at + len(space)
        at = match.end()
        starts.append(length)
        shifts.append(at - length)
    parts.append(text[at:])

    def back(offset: int) -> int:
        return offset + shifts[bisect_right(starts, offset) - 1]

    return "".join(parts), back


def _without_overlaps(found: list[Mention]) -> Iterator[Mention]:
    """The earliest and, of those, the longest; whatever overlaps it goes."""
    end = 0
    for mention in sorted(found, key=lambda m: (m[0], -m[1])):
        if mention[0] >= end and mention[1] > mention[0]:
            yield mention
            end = mention[1]


def _cases(text: str) -> Iterator[Mention]:
    for start, piece in _pieces(text):
        last = start + len(piece) >= len(text)
        for mention in _in_piece(piece):
            begins_in_overlap = mention[0] < _OVERLAP // 2 and start > 0
            ends_in_overlap = mention[0] >= len(piece) - _OVERLAP // 2 and not last
            if not begins_in_overlap and not ends_in_overlap:
                yield (start + mention[0], start + mention[1], mention[2], mention[3])


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """Overlapping pieces that hold a digit in a place where a citation could be."""
    for start in range(0, max(1, len(text) - _OVERLAP), _PIECE - _OVERLAP):
        piece = text[start : start + _PIECE]
        if _MIGHT_CITE.search(piece) and not _LONGEST_RUN.search(piece):
            yield start, piece


def _in_piece(piece: str) -> Iterator[Mention]:
    for token in _tokens()(piece):
        named = _named(token, piece)
        if named:
            canonical, sort, end = named
            yield token.start, end, canonical, sort


def _named(token: Any, piece: str) -> tuple[str, str, int] | None:
    """The canonical form and sort of one citation and where it ends; None for a short form ("at 444")."""
    editions = token.exact_editions or token.variation_editions
    sources = {edition.reporter.source for edition in editions}
    groups: dict[str, str | None] = token.groups
    if token.short or not sources:
        return None
    reporter = _reporter(editions, groups)
    if "laws" in sources and "reporters" not in sources:
        return _law(token, reporter, groups, piece)
    page = (groups.get("page") or "").strip("_- ")
    if not page:
        return None
    sort = "case" if "reporters" in sources else "journal"
    return " ".join(part for part in (groups.get("volume"), reporter, page) if part), sort, token.end


def _reporter(editions: Sequence[Any], groups: dict[str, str | None]) -> str:
    """The reporter's one short name, or what is written where that may be several."""
    names = {edition.short_name for edition in editions}
    return str(names.pop()) if len(names) == 1 else " ".join((groups.get("reporter") or "").split())


def _law(token: Any, reporter: str, groups: dict[str, str | None], piece: str) -> tuple[str, str, int] | None:
    number = groups.get("section") or groups.get("page")
    if not number:
        return None
    title = groups.get("title") or groups.get("volume") or groups.get("chapter")
    following = _SUBSECTIONS.match(piece, token.end)
    subsections = following.group() if following else ""
    name = " ".join(part for part in (title, reporter, f"§ {number}{subsections.replace(' ', '')}") if part)
    return name, "statute", token.end + len(subsections)


def _beginning(pattern: str, names: Sequence[str]) -> Callable[[str, set[str]], bool]:
    """A quick look whether one of eyecite's patterns can begin in a text, of which all letters are given that
    follow a number and a space."""
    if found := _VOLUME_FIRST.match(pattern):
        first = {name[0] for name in names} or {found.group("letter")}
        return lambda text, letters: not first.isdisjoint(letters)
    if found := _SUBJECT.match(pattern):
        place = found.group("place").replace("\\", "")
        return lambda text, letters: place in text
    return lambda text, letters: True


@lru_cache(maxsize=1)
def _tokens() -> Callable[[str], list[Any]]:
    """The finder of whole citations, built once.

    eyecite's tokenizer with the patterns of whole citations alone: short forms, "Id.", "supra" and stop words
    are not kept here. A pattern is known by its number, where eyecite hashes all its text again and again,
    and is tried only where its beginning can be in the text; the words between citations are not collected.
    Together that takes a third of the time; the citations are the same.
    """
    from eyecite.models import CitationToken
    from eyecite.tokenizers import EXTRACTORS, AhocorasickTokenizer

    whole = [e for e in EXTRACTORS if e.constructor == CitationToken.from_match and not e.extra["short"]]

    begins = [_beginning(e.regex, e.strings) for e in whole]

    class Tokenizer(AhocorasickTokenizer):  # type: ignore[misc] # eyecite has no types
        def __post_init__(self) -> None:
            self.always = [number for number, e in enumerate(whole) if not e.strings]
            named = ((_JOINED(s), number) for number, e in enumerate(whole) for s in e.strings)
            self.by_name = self.make_ahocorasick_filter(named)

        def get_extractors(self, text: str) -> list[Any]:
            wanted = {number for _, found in self.by_name.iter(_JOINED(text)) for number in found}
            wanted.update(self.always)
            letters = set(_AFTER_NUMBER.findall(text))
            return [whole[number] for number in sorted(wanted) if begins[number](text, letters)]

        @staticmethod
        def append_text(tokens: list[Any], text: str) -> None:
            pass

    tokenizer = Tokenizer()
    return lambda text: [token for _, token in tokenizer.tokenize(text)[1]]
