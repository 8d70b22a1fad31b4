"""The table of contents: what it promises, and which of its entries a line of the body is.

An entry is a heading's words and the page that they lead to; it may run over several lines. A heading of the
body is matched whole, by its letters, or, where the body was recognised badly, by being nearly the same. An
entry can be kept only as often as the table has it, so that a table that lies makes no line after line a
heading.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import lru_cache

from briefbank.models import Role
from briefbank.reading.blocks import MARKER, Block, without_stars
from briefbank.reading.headings import known_title

_PAGE = r"(?:passim|[A-Z]{0,2}[a-z]?\d{1,4}[a-z]{0,2}|[ivxlc]{1,6})"
_PAGES = rf"{_PAGE}(?:\s*(?:,|-|–|and|et seq\.?)\s*{_PAGE}){{0,40}}"
_PAGES_END = re.compile(rf"(?:(?<=[\s.…_\-])|^){_PAGES}$", re.IGNORECASE)
_PAGE_ENDS = re.compile(r"\d[a-z]{0,2}$|[ivxlcm]$", re.IGNORECASE)
_LEADERS = re.compile(r"[.…_-] *[.…_-]|…")
"""What every run of leaders has in it: a quick look, because most lines have none."""
_TAIL = 80
"""Characters at the end of a line in which its pages are looked for."""
_NOT_LETTERS = re.compile(r"[^a-z]+")
_FRONT_PAGES = 40
_LONGEST_ENTRY = 600
_LONGEST_TITLE = 80
_TITLE_ABOVE, _LINES_ABOVE = 8, 4
"""Blocks above an entry in which its table's title stands, and its own first lines."""
_MOSTLY = 0.6
"""Share of letters in a heading; a reporter and page ("Cal.App.3d 151, 163") have fewer."""
_SHORTEST = 5
_WORDS = re.compile(r"[a-z]{3,}")
_ALIKE = 0.84
"""Share of letters in common from which a badly recognised line is the table's; two points of one brief that
differ in a word stay below it."""
_COMPARED = 3
_MOST_ENTRIES, _MOST_COMPARISONS = 1000, 1000
"""More than any document needs; they keep the work linear whatever a table holds."""
_LETTERS = 200
_INDENT = 9.0
"""Points; smaller differences between entries are no indent."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What the table says of one heading: its words with their outline mark, without leaders and page."""

    text: str
    title: str
    """The words without the outline mark."""
    depth: int = 0
    """How far the table sets it in: 0 outermost."""

    @property
    def letters(self) -> str:
        return letters(self.title)


class Contents:
    """The entries of a document's table of contents; thread-confined, because it counts what was taken."""

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
        """The entry with exactly these letters, while the table has one left."""
        found = self._whole.get(letters(title))
        return found if found is not None and self._left[found.letters] > 0 else None

    def nearly(self, title: str) -> Entry | None:
        """The entry that a badly recognised heading is meant to be, or None."""
        if not self._entries or len(letters(title)) < 3 * _SHORTEST:
            return None
        shared: Counter[int] = Counter()
        for word in set(_WORDS.findall(title.lower())):
            shared.update(self._by_word.get(word, ()))
        best = sorted(shared.items(), key=lambda pair: (-pair[1], pair[0]))  # the same in every process
        for number, count in best[:_COMPARED]:
            entry = self._entries[number]
            if 4 * count < entry.title.count(" ") or not self._comparisons:
                break
            self._comparisons -= 1
            if self._left[entry.letters] > 0 and _alike(entry.letters, letters(title)):
                return entry
        return None

    def take(self, entry: Entry) -> None:
        """The entry's heading was met in the body."""
        self._left[entry.letters] -= 1


def _is_heading(entry: Entry) -> bool:
    return len(entry.letters) >= max(_SHORTEST, _MOSTLY * len(entry.title.replace(" ", "")))


def _alike(one: str, other: str) -> bool:
    if not 0.8 < len(one) / len(other) < 1.25:
        return False
    return SequenceMatcher(None, one[:_LETTERS], other[:_LETTERS], autojunk=False).ratio() >= _ALIKE


def contents_of(blocks: Sequence[Block], led: Sequence[bool]) -> Contents:
    """The entries that end in leaders and a page, those of a table of authorities left out. Linear time.

    ``led`` says of each block whether it leads to a page.
    """
    found = list(_entries(blocks, led))
    depths = _depths([left for _, left in found])
    return Contents([replace(entry, depth=depths[round(left / _INDENT)]) for entry, left in found])


def _depths(lefts: Sequence[float]) -> dict[int, int]:
    """The depth of each indent, from the leftmost; indents of single entries count as well."""
    return {indent: depth for depth, indent in enumerate(sorted({round(left / _INDENT) for left in lefts}))}


def _entries(blocks: Sequence[Block], led: Sequence[bool]) -> Iterator[tuple[Entry, float]]:
    """Each entry and the left end of its first line."""
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
            if not authorities and pending != line.text:  # a line above may be no part of the entry
                yield _entry(line.text[:leader]), line.box.x0
            pending = ""


def _entry(text: str) -> Entry:
    words = without_stars(text).strip()
    return Entry(words, MARKER.sub("", words, count=1))


@lru_cache(maxsize=8192)
def leader_start(text: str) -> int:
    """Where the dots begin that lead from an entry to its pages at the text's end, or -1."""
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
    """Whether a line of the block leads to a page."""
    return any(leader_start(line.text) >= 0 for line in block.lines)


def is_entry(block: Block) -> bool:
    """Whether the block may be an entry of a table, with leaders or only a page at its end."""
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
    """Only the letters, in lower case: what is left to compare when line ends and leaders differ."""
    return _NOT_LETTERS.sub("", text.lower())
