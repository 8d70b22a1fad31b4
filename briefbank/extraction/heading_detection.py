"""Decides whether a block of lines is a heading, which one, and at which level.

The standard titles of briefs and opinions are recognised by their words. Any other heading is recognised by
its typography (bold, capitals, centred, larger), by its number in an outline ("I." "A." "1." "(a)") and by
the document's own table of contents. No single sign is sufficient, so that a list item, a citation or an
emphasised sentence does not become a heading; only marks that count the document's points are.

A heading of the body must have all letters of the table's entry, or, where the body was badly recognised,
nearly all. An entry can be matched only as often as the table has it, so that a false table cannot turn line
after line into headings.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from functools import lru_cache

from briefbank.domain.pages import Role
from briefbank.extraction.layout import (
    MARKER,
    Block,
    Style,
    in_capitals,
    without_note_call,
    without_raised,
    without_stars,
)
from briefbank.extraction.standard_titles import MarkValue, known_title, mark_values, precedes_points
from briefbank.text.sentences import sentence_ends

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
        least = [max(_MIN_LETTERS, _MIN_LETTER_SHARE * len(e.title.replace(" ", ""))) for e in entries]
        headings = [entry for entry, count in zip(entries, least, strict=True) if len(entry.letters) >= count]
        self._entries = headings[:_MOST_ENTRIES]
        self._comparisons = _MOST_COMPARISONS
        self._left = Counter(entry.letters for entry in self._entries)
        self._whole = {entry.letters: entry for entry in self._entries}
        self._by_word: dict[str, set[int]] = defaultdict(set)
        for number, entry in enumerate(self._entries):
            for word in set(_WORDS.findall(entry.title.lower())):
                self._by_word[word].add(number)

    def entry(self, title: str) -> Entry | None:
        """Return the entry with exactly these letters, while an unmatched one is left."""
        entry = self._whole.get(letters(title))
        return entry if entry is not None and self._left[entry.letters] > 0 else None

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


def _are_similar(one: str, other: str) -> bool:
    if not 0.8 < len(one) / len(other) < 1.25:
        return False
    matcher = SequenceMatcher(None, one[:_COMPARED_LETTERS], other[:_COMPARED_LETTERS], autojunk=False)
    return matcher.ratio() >= _MIN_SIMILARITY


def contents_of(blocks: Sequence[Block], led: Sequence[bool]) -> Contents:
    """Return the entries that end in leaders and a page, without those of a table of authorities. Linear
    time.

    ``led`` says of each block whether it leads to a page.
    """
    entries = list(_entries(blocks, led))
    indents = sorted({round(left / _INDENT) for _, left in entries})
    depths = {indent: depth for depth, indent in enumerate(indents)}
    return Contents([replace(entry, depth=depths[round(left / _INDENT)]) for entry, left in entries])


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


_POINT = re.compile(r"(?P<word>POINT|PROPOSITION|ISSUE)\b", re.IGNORECASE)
_ENDS_AS_QUESTION = re.compile(
    r"(?:\W*(?:POINT|PROPOSITION|ISSUE)\s+\w+[.:]?)?\W*(?:whether|did|does|do|was|were|is|are|should|can|may|has"
    r"|have)\b|.*\?\W*$",
    re.IGNORECASE,
)
_CONTENTION = re.compile(
    r"\b(?:erred|error|should (?:be|have)|must (?:be|have)|revers(?:e|ed|al|ible)|unlawful|unconstitutional"
    r"|violat(?:e[sd]?|ing|ion)|abused (?:its|his|her) discretion|excessive|ineffective assistance)\b",
    re.IGNORECASE,
)
_NARRATION = re.compile(
    r"\b(?:held|ruled|found|finds|granted|denied that|decid\w+|conclud\w+|argu\w+|report\w*)\b", re.IGNORECASE
)
_TITLE_SMALL = frozenset(
    str.split(
        "a an and as at but by for from in into is not of on or per so than that the to under upon v vs via "
        "was with nor its it be are"
    )
)
_LEADER = re.compile(r"\.{3,}|(?:\. ){3,}|…{2,}|_{3,}")
_CITING = re.compile(
    r"\bv\. |\d{2,} (?:U\.S\.(?!C)|F\.\d|N\.J\.|A\.[23]d)|@|\d{3}-\d{4}|\$\d|\d{1,2}/\d{1,2}/", re.IGNORECASE
)
_NO_HEADING = re.compile(
    r"\W*(?:(?:\w+day,? )?(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}"
    r"(?:[-–]\d{1,2})?(?:st|nd|rd|th)?,? \d{4}"
    r"|[a-z .]{3,30}, (?:d\. ?c\.|[a-z]\.? ?[a-z]\.?)(?: \d{5}(?:-\d{4})?)?"
    r"|(?:(?:appeal|certiorari) )?(?:to|from|in|for) the"
    r" (?:united states|supreme|superior|circuit|district|court)\b.*"
    r"|the \w+ (?:circuit|district|division|department)|\[.*\]|(?:of|and|by|with) .*"
    r"|\d[\d ,.\-–/]*|page \w+|tel(?:ephone)?\b.*|fax\b.*|(?:phone|e-?mail|www)\b.*)\W*",
    re.IGNORECASE,
)
"""Lines of a title page or letterhead that are typeset like headings: a date, a place, a court, a telephone
number, the rest of a title; and an editor's insertion in brackets."""
_CONNECTING_WORD = re.compile(r"(?:OF|FOR|IN|ON|AND|TO|WITH|BY|FROM|THE)\b")
_UNFINISHED = re.compile(
    r"\b(?:of|for|in|on|and|to|with|by|from|the|a|an|or|that|its|their|is|are|was|were)$", re.IGNORECASE
)
_MISREAD = re.compile(r"[A-Za-z]\d|\d[A-Za-z]{2}|[a-z][A-Z]{2}|[^\w\s.,;:'’‘“”\"()\[\]§&/\-–—?!$%]")
"""Letter combinations that text recognition produces by mistake and hardly anyone writes."""
_MAX_WORDS = 75
_MOST_HEADING_LINES = 9
_TITLE_WORDS = 16
_MAX_LETTERHEAD_CHARS = 120
"""The maximum length in characters of a line of a letterhead."""
_MAX_SENTENCE_WORDS = 25
"""The maximum words of an unmarked sentence that ends in a full stop; a longer one is text in any
typography."""
_MIN_SCORE = 3
_UNMARKED_LEVEL = 11
"""The level of a heading without mark, title or table entry: inside all others."""
LEVELS = {
    "point": 1,
    "roman": 2,
    "letter": 3,
    "arabic": 4,
    "small": 5,
    "smallroman": 6,
    "inner small": 7,
    "inner arabic": 8,
    "inner letter": 9,
    "inner smallroman": 10,
    "inner roman": 10,
}


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: its text, its level in the outline (0 outermost), and the role that it gives, if any."""

    text: str
    level: int
    role: Role | None = None
    known: bool = False
    marker_only: bool = False
    """The heading is only 'POINT I' or 'A.': its words follow in the next block."""
    kind: str = ""
    """The kind of its outline mark: 'point', 'roman', 'letter'…; empty without one."""
    listed: bool = False
    """The heading is in the table of contents."""
    from_table: bool = False
    """The words are those of the table, because the body's were badly recognised."""

    @property
    def free(self) -> bool:
        """The heading has no mark, no known title and no table entry, only the typography of one."""
        return not (self.kind or self.known or self.listed)

    def closes(self, other: Heading, following: str) -> bool:
        """Tell whether this heading is a sibling of ``other``, although its mark would put it below.

        A point of the argument is no part of the facts, the questions or the procedural history, even where
        no heading "ARGUMENT" stands between. ``following`` is the text after this heading: the words of a
        bare 'POINT I'. A roman numeral closes only when its words make a contention, because facts may have
        numerals too.
        """
        if not other.known:
            return False
        words = following if self.marker_only else self.text
        point = _POINT.match(self.text)
        if point and self.kind == "point":
            if other.role is Role.QUESTIONS:
                return point.group("word").upper() != "ISSUE" and not _ENDS_AS_QUESTION.match(words)
            return precedes_points(other.text)
        contends = self.kind == "roman" and _CONTENTION.search(words) and not _NARRATION.search(words)
        narrative = other.role in (Role.FACTS, Role.PROCEDURE, Role.PRELIMINARY)
        return bool(contends) and not _ENDS_AS_QUESTION.match(words) and narrative


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A block with its words prepared as those of a heading."""

    block: Block
    text: str
    title: str
    """The text without the outline mark."""
    kind: str
    value: int
    counts: bool
    """The mark counts the document's points."""
    entry: Entry | None
    """The matching entry of the table of contents."""
    fresh: bool
    """The block stands directly below another heading."""


@dataclass(slots=True)
class Outline:
    """The state of the outline while blocks are read; thread-confined, for one document."""

    style: Style
    contents: Contents
    counted: frozenset[int]
    """The numbers of the blocks whose marks count points."""
    last: dict[str, int] = field(default_factory=dict)
    awaiting: bool = False
    """The block before was only an outline mark ('POINT I'), so this one is likely its words."""
    _levels_by_look: dict[tuple[bool, bool, bool, float], int] = field(default_factory=dict)
    _met: Counter[str] = field(default_factory=Counter)

    def read(self, block: Block, at: int, *, above: Heading | None = None) -> Heading | None:
        """Return the heading that the block is, or None. Records outline marks, so blocks must come in order.

        ``at`` is the block's number, ``above`` the heading directly above it without text between.
        """
        seen = self._candidate(block, at, above is not None)
        heading = self._judge(seen, above) if seen is not None else None
        self.awaiting = heading is not None and heading.marker_only
        return heading

    def _candidate(self, block: Block, at: int, fresh: bool) -> _Candidate | None:
        if len(block.lines) > _MOST_HEADING_LINES:
            return None
        text = without_note_call(without_stars(block.text[:1200]).strip())
        if not text or text.count(" ") >= _MAX_WORDS or _LEADER.search(text):
            return None
        marker = MARKER.match(text)
        if marker is None and (
            text[0].islower() or (len(text) < _MAX_LETTERHEAD_CHARS and _NO_HEADING.fullmatch(text))
        ):
            return None
        kind, value = self._choose_value(mark_values(marker)) if marker else ("", 0)
        title = text[marker.end() :] if marker else text
        entry = self.contents.entry(title)
        return _Candidate(block, text, title, kind, value, at in self.counted, entry, fresh)

    def _judge(self, seen: _Candidate, above: Heading | None) -> Heading | None:
        role, known = known_title(seen.title) if seen.text.count(" ") < _TITLE_WORDS else (None, False)
        if known and self._looks_like_title(seen.block, seen.title):
            return self._accept(seen, role, above, known=True)
        heading = self._matched_entry(seen, above)
        if heading is not None or self._score(seen) < _MIN_SCORE:
            return heading
        return self._accept(seen, None, above, known=False)

    def _matched_entry(self, seen: _Candidate, above: Heading | None) -> Heading | None:
        """Return a heading that differs a little from the table's entry; if it was misread, with the entry's
        words."""
        if seen.entry or seen.text[:1].islower() or not (seen.kind or self._typography(seen)):
            return None
        entry = self.contents.nearly(seen.title)
        if entry is None:
            return None
        marker = MARKER.match(entry.text)
        kind, value = (seen.kind, seen.value) if not marker else self._choose_value(mark_values(marker))
        better = _Candidate(seen.block, entry.text, entry.title, kind, value, seen.counts, entry, seen.fresh)
        role, known = known_title(entry.title)
        misread = _MISREAD.search(seen.title) is not None and not _MISREAD.search(entry.title)
        return replace(self._accept(better, role, above, known=known), from_table=misread)

    def _accept(self, seen: _Candidate, role: Role | None, above: Heading | None, *, known: bool) -> Heading:
        free = not (seen.kind or known or seen.entry)
        level = LEVELS[seen.kind] if seen.kind else self._level_by_look(seen, above) if free else 0
        if seen.entry and not (seen.kind or known):
            level = seen.entry.depth
        if seen.kind:
            self.last = {k: v for k, v in self.last.items() if LEVELS[k] < LEVELS[seen.kind]}
            self.last[seen.kind] = seen.value
        elif known:
            self.last = {}
        if seen.entry:
            self.contents.take(seen.entry)
        bare = bool(seen.kind) and not seen.title.strip()
        return Heading(seen.text, level, role, known, bare, seen.kind, seen.entry is not None)

    def _level_by_look(self, seen: _Candidate, above: Heading | None) -> int:
        """Return the level of a heading by its look: one below the heading directly above if that looks
        different."""
        block = seen.block
        look = (block.centred, block.bold, in_capitals(seen.text), round(block.lines[0].size * 2) / 2)
        base = 0 if in_capitals(seen.text) and not self.last else _UNMARKED_LEVEL
        if look not in self._levels_by_look:
            below = above is not None and above.free
            self._levels_by_look[look] = above.level - base + 1 if below and above is not None else 0
        return base + max(0, self._levels_by_look[look])

    def _choose_value(self, options: Sequence[MarkValue]) -> MarkValue:
        """Return the meaning of a mark: 'I.', 'V.' and 'i.' may be letters or numerals."""
        for kind, value in options[1:]:
            if value > 1 and self.last.get(kind) == value - 1:
                return kind, value
        return options[0]

    def _looks_like_title(self, block: Block, title: str) -> bool:
        if in_capitals(title) or (block.bold and not self.style.bold) or block.centred:
            return True
        return title[:1].isupper() and not title.rstrip().endswith((".", ",", ";")) and _title_case(title)

    def _score(self, seen: _Candidate) -> int:
        text, title, kind, block = seen.text, seen.title, seen.kind, seen.block
        if not re.search(r"[A-Za-z]{2}", text) or title[:1].islower() or text.endswith((",", ";")):
            return 0
        if kind == "point":
            return _MIN_SCORE if in_capitals(text) or block.centred or block.bold or seen.counts else 1
        if not title.strip():
            shown = block.centred or block.bold or seen.counts
            return _MIN_SCORE if kind in ("roman", "letter") and shown else 0
        if not title.strip()[:1].isupper() and title.strip()[:1] not in "“\"‘'[§":
            return 0
        if seen.counts or seen.entry:
            return _MIN_SCORE
        if not kind and not self.awaiting and _is_text(title):
            return 0
        return self._typography(seen) + self._evidence(seen)

    def _typography(self, seen: _Candidate) -> int:
        block, title = seen.block, seen.title
        score = 0
        if block.bold and not self.style.bold:
            score += 2
        if in_capitals(title) and sum(map(str.isalpha, title)) >= 4:
            score += 2 if title.count(" ") < 25 or block.bold else 0
        if self.style.size and min(line.size for line in block.lines) > self.style.size * 1.12:
            score += 1
        return score + block.centred

    def _evidence(self, seen: _Candidate) -> int:
        text, title, kind, value = seen.text, seen.title, seen.kind, seen.value
        score = 0
        if self.awaiting and not kind:
            score = max(score, 2 + seen.block.centred)
        if kind:
            score += 1
            score += value == 1 or self.last.get(kind) == value - 1
        elif in_capitals(title):
            score += seen.fresh
        elif text.endswith((".", ":")):
            score -= 1
        if text.count(" ") < 14 and not text.endswith(".") and _title_case(title):
            score += 1
        names_case = bool(kind) and in_capitals(title)
        return score - 2 if not names_case and _CITING.search(title) else score


def breaks_off(text: str) -> bool:
    """Tell whether a line of a heading ends in a word that another one must follow."""
    return _UNFINISHED.search(text[-12:]) is not None


def continues_title(above: Block, block: Block) -> bool:
    """Tell whether a title in capitals continues in the next block: 'REPORT' 'OF THE PROCEEDINGS'."""
    if not (in_capitals(above.text) and in_capitals(block.text)):
        return False
    alike = above.bold == block.bold and above.lines[-1].size == block.lines[0].size
    unfinished = above.full or (
        above.centred and block.centred and _CONNECTING_WORD.match(block.text) is not None
    )
    return breaks_off(above.text) or (alike and unfinished)


def _is_text(title: str) -> bool:
    """Tell whether unmarked words are sentences: more than one, or a long one with its full stop."""
    words = without_raised(title).strip()
    if next(sentence_ends(words), None) is not None:
        return True
    return words.endswith(".") and words.count(" ") >= _MAX_SENTENCE_WORDS


def _title_case(text: str) -> bool:
    words = [w for w in re.findall(r"[A-Za-z][\w’'-]*", text) if w.lower() not in _TITLE_SMALL]
    return bool(words) and sum(1 for w in words if w[0].isupper()) >= 0.75 * len(words)
