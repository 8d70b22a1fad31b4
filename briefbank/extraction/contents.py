"""The table of contents: its entries, and the matching of body lines with them.

An entry is a heading's words and its page number; it may run over several lines. A heading of the body must
have all letters of the entry, or, where the body was badly recognised, nearly all. An entry can be matched
only as often as the table has it, so that a false table cannot turn line after line into headings.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import lru_cache

from briefbank.domain.passages import Role
from briefbank.extraction.blocks import MARKER, Block, without_stars
from briefbank.extraction.headings import known_title

_PAGE = r"(?:passim|[A-Z]{0,2}[a-z]?\d{1,4}[a-z]{0,2}|[ivxlc]{1,6})"
_PAGES = rf"{_PAGE}(?:\s*(?:,|-|–|and|et seq\.?)\s*{_PAGE}){{0,40}}"
_PAGES_END = re.compile(rf"(?:(?<=[\s.…_\-])|^){_PAGES}$", re.IGNORECASE)
_PAGE_ENDS = re.compile(r"\d[a-z]{0,2}$|[ivxlcm]$", re.IGNORECASE)
_LEADERS = re.compile(r"[.…_-] *[.…_-]|…")
"""A part of every leader; a quick test, because most lines have no leader."""
_TAIL = 80
"""The number of characters at the end of a line in which its page numbers are looked for."""
_NOT_LETTERS = re.compile(r"[^a-z]+")
_FRONT_PAGES = 40
_LONGEST_ENTRY = 600
_LONGEST_TITLE = 80
_TITLE_ABOVE, _LINES_ABOVE = 8, 4
"""The number of blocks above an entry in which its table's title stands, and in which its first lines
stand."""
_MIN_LETTER_SHARE = 0.6
"""The minimum share of letters in a heading; a reporter and page ("Cal.App.3d 151, 163") have fewer."""
_MIN_LETTERS = 5
_WORDS = re.compile(r"[a-z]{3,}")
_MIN_SIMILARITY = 0.84
"""The minimum similarity of a badly recognised line with its entry; two points of one brief that differ in a
word stay below it."""
_COMPARED_ENTRIES = 3
_MOST_ENTRIES, _MOST_COMPARISONS = 1000, 1000
"""Limits above the needs of any document; they keep the work linear for any table."""
_COMPARED_LETTERS = 200
_INDENT = 9.0
"""The width of an indent step in points; smaller differences between entries are no indent."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A heading in the table: its words with their outline mark, without leaders and page."""

    text: str
    title: str
    """The words without the outline mark."""
    depth: int = 0
    """The indent level in the table: 0 is outermost."""

    @property
    def letters(self) -> str:
        return letters(self.title)


class Contents:
    """The entries of a document's table of contents; thread-confined, because it counts the matched
    entries."""

    def __init__(self, entries: Sequence[Entry] = ()) -> None:
        self._entries = [entry for entry in entries if _is_heading(entry)][:_MOST_ENTRIES]
        self._comparisons = _MOST_COMPARISONS
        self._left = Counter(entry.letters for entry in self._entries)
        self._whole = {entry.letters: entry for entry in self._entries}
        self._by_word: dict[str, set[int]] = defaultdict(set)
        for number, entry in enumerate(self._entries):
            for word in set(_WORDS.findall(entry.title.lower())):
                self._by_word[word].add(number)

    def entry(self, title: str) -> Entry | None:
        """Return the entry with exactly these letters, while an unmatched one is left."""
        found = self._whole.get(letters(title))
        return found if found is not None and self._left[found.letters] > 0 else None

    def nearly(self, title: str) -> Entry | None:
        """Return the entry that a badly recognised heading stands for, or None."""
        if not self._entries or len(letters(title)) < 3 * _MIN_LETTERS:
            return None
        shared: Counter[int] = Counter()
        for word in set(_WORDS.findall(title.lower())):
            shared.update(self._by_word.get(word, ()))
        best = sorted(shared.items(), key=lambda pair: (-pair[1], pair[0]))  # deterministic in every process
        for number, count in best[:_COMPARED_ENTRIES]:
            entry = self._entries[number]
            if 4 * count < entry.title.count(" ") or not self._comparisons:
                break
            self._comparisons -= 1
            if self._left[entry.letters] > 0 and _are_similar(entry.letters, letters(title)):
                return entry
        return None

    def take(self, entry: Entry) -> None:
        """Count the entry as matched by a heading of the body."""
        self._left[entry.letters] -= 1


def _is_heading(entry: Entry) -> bool:
    return len(entry.letters) >= max(_MIN_LETTERS, _MIN_LETTER_SHARE * len(entry.title.replace(" ", "")))


def _are_similar(one: str, other: str) -> bool:
    if not 0.8 < len(one) / len(other) < 1.25:
        return False
    return (
        SequenceMatcher(None, one[:_COMPARED_LETTERS], other[:_COMPARED_LETTERS], autojunk=False).ratio()
        >= _MIN_SIMILARITY
    )


def contents_of(blocks: Sequence[Block], led: Sequence[bool]) -> Contents:
    """Return the entries that end in leaders and a page, without those of a table of authorities. Linear
    time.

    ``led`` says of each block whether it leads to a page.
    """
    found = list(_entries(blocks, led))
    depths = _depths([left for _, left in found])
    return Contents([replace(entry, depth=depths[round(left / _INDENT)]) for entry, left in found])


def _depths(lefts: Sequence[float]) -> dict[int, int]:
    """Return the depth of each indent, from the leftmost; indents of single entries count as well."""
    return {indent: depth for depth, indent in enumerate(sorted({round(left / _INDENT) for left in lefts}))}


def _entries(blocks: Sequence[Block], led: Sequence[bool]) -> Iterator[tuple[Entry, float]]:
    """Yield each entry and the left end of its first line."""
    pending = ""
    left = 0.0
    authorities = False
    for at, block in enumerate(blocks):
        if block.page >= blocks[0].page + _FRONT_PAGES:
            return
        if not any(led[at : at + _TITLE_ABOVE]):
            continue
        if not any(led[at : at + _LINES_ABOVE]):
            pending = ""
        short = len(block.lines) <= 2 and len(block.text) < _LONGEST_TITLE
        role = known_title(block.text)[0] if short and not is_entry(block) else None
        if role in (Role.CONTENTS, Role.AUTHORITIES):
            authorities, pending = role is Role.AUTHORITIES, ""
            continue
        for line in block.lines:
            leader = leader_start(line.text)
            fresh = not pending or MARKER.match(line.text)
            left = line.box.x0 if fresh else left
            pending = line.text if fresh else f"{pending} {line.text}"
            pending = pending if len(pending) < _LONGEST_ENTRY else ""
            if leader < 0:
                continue
            if not authorities:
                yield _entry(pending[: leader_start(pending)]), left
            if not authorities and pending != line.text:  # the line above may not belong to the entry
                yield _entry(line.text[:leader]), line.box.x0
            pending = ""


def _entry(text: str) -> Entry:
    words = without_stars(text).strip()
    return Entry(words, MARKER.sub("", words, count=1))


@lru_cache(maxsize=8192)
def leader_start(text: str) -> int:
    """Return where the leader begins between an entry and its pages at the text's end, or -1."""
    if not (_PAGE_ENDS.search(text[-3:]) and _LEADERS.search(text)):
        return -1
    tail = text[-_TAIL:]
    pages = _PAGES_END.search(tail)
    if pages is None:
        return -1
    before = text[: len(text) - len(tail) + pages.start()].rstrip()
    entry = before.rstrip(" .…_-")
    leader = before[len(entry) :].replace(" ", "")
    return len(entry) if len(leader) >= 3 or leader.startswith(("..", "…")) else -1


def has_leader(block: Block) -> bool:
    """Tell whether a line of the block has a leader and a page."""
    return any(leader_start(line.text) >= 0 for line in block.lines)


def is_entry(block: Block) -> bool:
    """Tell whether the block may be an entry of a table, with leaders or only a page at its end."""
    if has_leader(block):
        return True
    last = block.lines[-1].text
    return (
        len(block.text) < 240
        and not last.endswith(".")
        and bool(_PAGES_END.search(last[-60:]))
        and len(last) > 4
    )


def letters(text: str) -> str:
    """Return only the letters, in lower case, so that line ends and leaders do not matter."""
    return _NOT_LETTERS.sub("", text.lower())
