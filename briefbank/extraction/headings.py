"""Decides whether a block of lines is a heading, which one, and at which level.

The standard titles of briefs, opinions and motions are recognised by their words: "STATEMENT OF FACTS",
"Counterstatement of the Case" and "FACTUAL BACKGROUND" all open the facts. Any other heading is recognised by
its typography (bold, capitals, centred, larger), by its number in an outline ("I." "A." "1." "(a)") and by
the document's own table of contents. No single sign is sufficient, so that a list item, a citation or an
emphasised sentence does not become a heading; only marks that count the document's points are.

A heading of the body must have all letters of the table's entry. An entry can be matched only as often as the
table has it, so that a false table cannot turn line after line into headings.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
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
from briefbank.text.dates import roman_value
from briefbank.text.language import sentence_ends

_ROLES = {
    role: re.compile(pattern)
    for role, pattern in {
        Role.CONTENTS: (
            r"(?:(?:table of )?contents(?: pages?)?|index|(?:appendix )?table of contents(?: of"
            r" appendix)?(?: volume \w+)?|index (?:to|of) (?:the )?(?:appendix|appendices|exhibits)|(?:table"
            r"|list) of (?:appendix|appendices|exhibits|attachments|orders?|rulings?|judgments?)\b.*"
            r"|contents continued|table of contents continued|topical index)"
        ),
        Role.AUTHORITIES: (
            r"(?:cases )?(?:table|index|list) of (?:cases|citations|authorities)\b.{0,60}"
            r"|authorities(?: cited)?|cases cited|table of (?:statutes|rules)\b.{0,60}|citations"
        ),
        Role.QUESTIONS: (
            r"(?:the )?(?:legal )?(?:questions?|issues?|points?)(?: (?:of law"
            r"|and [a-z]+ ?[a-z]*))? (?:presented|involved|raised|on appeal|for review)\b.{0,60}"
            r"|(?:concise )?(?:counter ?)?statement of (?:the )?(?:legal )?(?:issues?|questions?)\b.{0,60}"
            r"|issues?|questions?|assignments? of errors?\b.{0,40}"
        ),
        Role.SERVICE: (
            r"(?:certificat(?:e|ion)|proof|affidavit|declaration|affirmation|acknowledge?ment) (?:of|by"
            r"|in lieu of) .{0,20}?\b(?:service|mailing|filing|compliance|word ?count|counsel|transmission"
            r"|delivery|type)\b.{0,80}|service list|proof of service\b.*|distribution list|verification"
        ),
        Role.SIGNATURE: r"signatures?(?: page| block)?",
        Role.APPENDIX: (
            r"(?:joint |supplemental |petitioner s |appellant s |defendant s )?append(?:ix"
            r"|ices)(?: [a-z0-9]{1,3})?|appendix (?:volume|part) \w+|appendix to .{0,80}|(?:exhibit"
            r"|attachment|annex|tab) [a-z0-9]{1,3}|(?:statutory )?addendum(?: [a-z0-9]{1,3})?"
        ),
        Role.PROCEDURE: (
            r"(?!.*\bfact)(?:concise |preliminary )?(?:counter ?)?(?:statement of |brief "
            r"|relevant )?(?:the )?procedural (?:history|background|posture)\b.{0,60}"
        ),
        Role.FACTS: (
            r"(?:concise |brief )?(?:counter ?)?(?:statement|summary|history) of (?:the )?case\b.{0,60}"
            r"|.{0,50}\b(?:facts|factual)\b.{0,40}|.{0,40}\bstatement of (?:the )?matters? involved\b.{0,40}"
            r"|(?:relevant |general )?background(?: of .{0,40})?|counter ?statement of .{0,40}"
        ),
        Role.PRELIMINARY: r"(?:(?:preliminary|introductory) statement|introduction(?: and .{0,60})?)",
    }.items()
}
_BODY_TITLES = re.compile(
    r"(?:legal |the )?arguments?|summary of (?:the )?arguments?|conclusion"
    r"|(?:statement of )?(?:the )?(?:appellate |federal |subject[ -]matter )?jurisdiction"
    r"|jurisdictional statement|(?:standards?|scope) (?:and scope )?of (?:appellate )?review|reasons (?:for"
    r"|why) .{0,80}|interests? of .{0,80}|identity (?:and|of) .{0,60}|(?:opinions?|decisions?|orders?"
    r"|rulings?|proceedings) below|parties to the proceedings?\b.{0,80}|corporate disclosure statement"
    r"|(?:certificate|statement) of interest(?:ed)?\b.{0,40}|list of (?:all )?proceedings|related (?:cases"
    r"|proceedings)|prayer(?: for relief)?|discussion|analysis|relief (?:requested|sought)"
    r"|memorandum of (?:law|points and authorities)|(?:pertinent|relevant|applicable) .{0,80}"
    r"|(?:constitutional|statutory)\b.{0,60}provisions?\b.{0,40}|statement regarding oral argument"
    r"|request for oral argument|oral argument statement|glossary|findings of fact\b.{0,40}|reply|dissent"
    r"|order|opinion|memorandum(?: opinion)?|judgment|nature of the (?:case|action|proceedings?)\b.{0,40}"
)
_BEFORE_POINTS = re.compile(
    r"(?:statement of )?(?:the )?(?:appellate |subject[ -]matter )?jurisdiction|jurisdictional statement"
    r"|(?:standards?|scope) (?:and scope )?of (?:appellate )?review"
)
_NOT_WORDS = re.compile(r"[^a-z0-9\- ]+")


def known_title(title: str) -> tuple[Role | None, bool]:
    """Return the role that a known title gives (None: the body), and whether the title is known."""
    words = _words(title)
    if not words or len(words) > 160:
        return None, False
    role = next((role for role, pattern in _ROLES.items() if pattern.fullmatch(words)), None)
    return role, role is not None or bool(_BODY_TITLES.fullmatch(words))


def _words(title: str) -> str:
    text = without_note_call(title.strip()).lower().replace("(s)", "s")
    return " ".join(_NOT_WORDS.sub(" ", text).split())


_MIN_WORDS_BETWEEN = 25
_MIN_RUNNING_WORDS = 12
_ENOUGH_LINES = 4
_MAX_OPEN_SEQUENCES = 6
_MAX_TITLE_WORDS = 60
_MOST_LINES = 8
_NUMBER_WORDS = {"ONE": 1, "TWO": 2, "THREE": 3, "FOUR": 4, "FIVE": 5, "SIX": 6}
_QUESTION = re.compile(r"Q\.|THE COURT:|QUESTION:")
_CITES = re.compile(r"\d{1,4} (?:U\.S\.(?!C)|S\. ?Ct\.|F\.\d|F\. ?Supp|N\.J\.|A\.[23]d)|\bL\. Rev\.")
MarkValue = tuple[str, int]  # The kind of an outline mark ('point', 'roman', 'letter'…) and its value from 1


def mark_values(marker: re.Match[str]) -> list[MarkValue]:
    """Return the possible meanings of an outline mark: two where a letter may be a numeral ('I.', 'v.')."""
    if marker["point"]:
        number = marker["number"]
        if number.isdecimal():
            return [("point", int(number))]
        value = roman_value(number) if re.fullmatch("[IVXL]+", number) else ord(number[0].lower()) - 96
        return [("point", _NUMBER_WORDS.get(number, value))]
    mark = next(filter(None, marker.group("arabic", "inner", "roman", "letter", "small", "smallroman")), "")
    inner, small = "inner " if marker["inner"] else "", mark.islower()
    if mark.isdecimal():
        return [(f"{inner}arabic", int(mark))]
    values = []
    if re.fullmatch("[IVXivx]+", mark):
        values.append((f"{inner}{'smallroman' if small else 'roman'}", roman_value(mark)))
    if len(mark) == 1:
        values.append((f"{inner}{'small' if small else 'letter'}", ord(mark.lower()) - 96))
    return values


def find_point_marks(blocks: Sequence[Block], led: Sequence[bool]) -> frozenset[int]:
    """Return the numbers of the blocks whose outline marks count points. Linear time.

    After a point's heading comes text, after a list item the next item. A short paragraph with an outline
    mark is therefore a heading where running text separates it from the mark before or after it in the same
    sequence. This decides where nothing is bold or centred. ``led`` says which blocks lead to a page.
    """
    # The last mark of each open sequence of a kind: its block's number, its value, the running words before.
    sequences: dict[str, list[tuple[int, int, int]]] = {}
    apart: set[int] = set()
    listed: set[int] = set()
    words = 0
    in_question = False
    for at, block in enumerate(blocks):
        marker = MARKER.match(without_stars(block.lines[0].text[:80]))
        if marker is None or led[at]:
            running = sum([line.text.count(" ") + 1 for line in block.lines[:_ENOUGH_LINES]])
            words += running if running >= _MIN_RUNNING_WORDS else 0
            in_question = _QUESTION.match(block.lines[0].text) is not None
            continue
        for kind, value in [] if in_question else mark_values(marker):
            last = sequences.setdefault(kind, [])
            depth = next((n for n in range(len(last) - 1, -1, -1) if 0 < value - last[n][1] <= 2), None)
            if depth is not None:  # sequences begun after that one end
                before, _, words_before = last[depth]
                (apart if words - words_before >= _MIN_WORDS_BETWEEN else listed).update((before, at))
                last[depth:] = [(at, value, words)]
            elif value <= 2:  # else it neither begins nor continues a sequence: "L. Rev."
                last.append((at, value, words))
                del last[:-_MAX_OPEN_SEQUENCES]
        in_question = block.lines[0].text.startswith("Q.")
    return frozenset(at for at in apart - listed if _is_heading(blocks[at], blocks[at + 1 : at + 2]))


def _is_heading(block: Block, following: Sequence[Block]) -> bool:
    """Tell whether the words are a heading's, or a mark alone to which words in capitals belong."""
    text = without_stars(block.text)
    marker = MARKER.match(text)
    if marker is None or len(block.lines) > _MOST_LINES or len(block.text) > 12 * _MAX_TITLE_WORDS:
        return False
    title = text[marker.end() :].strip()
    if len(title.split()) > _MAX_TITLE_WORDS:
        return False
    if not title:
        return bool(following) and in_capitals(following[0].text[: 12 * _MAX_TITLE_WORDS])
    begins = title.lstrip("“\"‘'([§ ")[:1]
    whole = bool(begins) and not begins.islower() and not title.endswith((";", ",", ":", "; and", "; or"))
    if not whole or (_CITES.search(title) and not in_capitals(title)):
        return False
    return next(sentence_ends(title), None) is None


_PAGE = r"(?:passim|[A-Z]{0,2}[a-z]?\d{1,4}[a-z]{0,2}|[ivxlc]{1,6})"
_PAGES = rf"{_PAGE}(?:\s*(?:,|-|–|and|et seq\.?)\s*{_PAGE}){{0,40}}"
_PAGES_END = re.compile(rf"(?:(?<=[\s.…_\-])|^){_PAGES}$", re.IGNORECASE)
_PAGE_ENDS = re.compile(r"\d[a-z]{0,2}$|[ivxlcm]$", re.IGNORECASE)
_LEADERS = re.compile(r"[.…_-] *[.…_-]|…")  # A part of every leader, for a quick test of a line
_TAIL = 80
_NOT_LETTERS = re.compile(r"[^a-z]+")
_FRONT_PAGES = 40
_LONGEST_ENTRY = 600
_LONGEST_TITLE = 80
_TITLE_ABOVE, _LINES_ABOVE = 8, 4
_MIN_LETTER_SHARE = 0.6  # A reporter and page ("Cal.App.3d 151, 163") have a smaller share of letters
_MIN_LETTERS = 5
_INDENT = 9.0  # The width of an indent step in points; smaller differences between entries are no indent


def contents_of(blocks: Sequence[Block], led: Sequence[bool]) -> dict[str, list[int]]:
    """Return the depths (0 is outermost) at which the table of contents names each heading, by its
    ``letters``, without the entries of a table of authorities. Linear time. ``led`` says of each block
    whether it leads to a page."""
    entries = [
        (MARKER.sub("", without_stars(text).strip(), count=1), round(left / _INDENT))
        for text, left in _entries(blocks, led)
    ]
    depths = {indent: depth for depth, indent in enumerate(sorted({indent for _, indent in entries}))}
    contents = defaultdict[str, list[int]](list)
    for title, indent in entries:
        own = letters(title)
        if len(own) >= max(_MIN_LETTERS, _MIN_LETTER_SHARE * len(title.replace(" ", ""))):
            contents[own].append(depths[indent])
    return dict(contents)


def _entries(blocks: Sequence[Block], led: Sequence[bool]) -> Iterator[tuple[str, float]]:
    """Yield the text of each entry and the left end of its first line."""
    pending, left = "", 0.0
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
                yield pending[: leader_start(pending)], left
            if not authorities and pending != line.text:  # the line above may not belong to the entry
                yield line.text[:leader], line.box.x0
            pending = ""


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
    return any(leader_start(line.text) >= 0 for line in block.lines)


def is_entry(block: Block) -> bool:
    """Tell whether the block may be an entry of a table, with leaders or only a page at its end."""
    last = block.lines[-1].text
    short = len(block.text) < 240 and len(last) > 4 and not last.endswith(".")
    return has_leader(block) or (short and _PAGES_END.search(last[-60:]) is not None)


def letters(text: str) -> str:
    return _NOT_LETTERS.sub("", text.lower())


_POINT = re.compile(r"(?P<word>POINT|PROPOSITION|ISSUE)\b", re.IGNORECASE)
_ENDS_AS_QUESTION = re.compile(
    r"(?i)(?:\W*(?:POINT|PROPOSITION|ISSUE)\s+\w+[.:]?)?\W*(?:whether|did|does|do|was|were|is|are|should|can|may|has"
    r"|have)\b|.*\?\W*$"
)
_CONTENTION = re.compile(
    r"(?i)\b(?:erred|error|should (?:be|have)|must (?:be|have)|revers(?:e|ed|al|ible)|unlawful|excessive"
    r"|unconstitutional|violat(?:e[sd]?|ing|ion)|abused (?:its|his|her) discretion|ineffective assistance)\b"
)
_NARRATION = re.compile(
    r"(?i)\b(?:held|ruled|found|finds|granted|denied that|decid\w+|conclud\w+|argu\w+|report\w*)\b"
)
_TITLE_SMALL = frozenset(
    str.split(
        "a an and as at but by for from in into is not of on or per so than that the to under upon v vs via "
        "was with nor its it be are"
    )
)
_LEADER = re.compile(r"\.{3,}|(?:\. ){3,}|…{2,}|_{3,}")
_CITING = re.compile(
    r"(?i)\bv\. |\d{2,} (?:U\.S\.(?!C)|F\.\d|N\.J\.|A\.[23]d)|@|\d{3}-\d{4}|\$\d|\d{1,2}/\d{1,2}/"
)
_NO_HEADING = re.compile(
    r"(?i)\W*(?:(?:\w+day,? )?(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov"
    r"|dec)[a-z]*\.? \d{1,2}(?:[-–]\d{1,2})?(?:st|nd|rd|th)?,? \d{4}|[a-z .]{3,30}, (?:d\. ?c\."
    r"|[a-z]\.? ?[a-z]\.?)(?: \d{5}(?:-\d{4})?)?|(?:(?:appeal|certiorari) )?(?:to|from|in"
    r"|for) the (?:united states|supreme|superior|circuit|district|court)\b.*|the \w+ (?:circuit|district"
    r"|division|department)|\[.*\]|(?:of|and|by|with) .*|\d[\d ,.\-–/]*|page \w+|tel(?:ephone)?\b.*|fax\b.*"
    r"|(?:phone|e-?mail|www)\b.*)\W*"
)
"""Lines of a title page that are typeset like headings: a date, a place, a court, a telephone number."""
_CONNECTING_WORD = re.compile(r"(?:OF|FOR|IN|ON|AND|TO|WITH|BY|FROM|THE)\b")
_UNFINISHED = re.compile(
    r"(?i)\b(?:of|for|in|on|and|to|with|by|from|the|a|an|or|that|its|their|is|are|was|were)$"
)
_MAX_WORDS = 75
_MOST_HEADING_LINES = 9
_TITLE_WORDS = 16
_MAX_LETTERHEAD_CHARS = 120
_MAX_SENTENCE_WORDS = 25
_MIN_SCORE = 3
_UNMARKED_LEVEL = 11  # The level of a heading without mark, title or table entry: inside all others
LEVELS = {
    **{"point": 1, "roman": 2, "letter": 3, "arabic": 4, "small": 5, "smallroman": 6, "inner small": 7},
    **{"inner arabic": 8, "inner letter": 9, "inner smallroman": 10, "inner roman": 10},
}


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: its text, its level in the outline (0 outermost), and the role that it gives, if any."""

    text: str
    level: int
    role: Role | None = None
    known: bool = False
    marker_only: bool = False  # The heading is only 'POINT I' or 'A.': its words follow in the next block
    kind: str = ""  # The kind of its outline mark: 'point', 'roman', 'letter'…; empty without one
    listed: bool = False  # The heading is in the table of contents

    @property
    def free(self) -> bool:
        """The heading has no mark, no known title and no table entry, only the typography of one."""
        return not (self.kind or self.known or self.listed)

    def closes(self, other: Heading, following: str) -> bool:
        """Tell whether this heading is a sibling of ``other``, although its mark would put it below.

        A point of the argument is no part of the facts, the questions or the history. ``following`` has the
        words of a bare 'POINT I'. A roman numeral closes only when its words make a contention.
        """
        if not other.known:
            return False
        words = following if self.marker_only else self.text
        point = _POINT.match(self.text)
        if point and self.kind == "point":
            if other.role is Role.QUESTIONS:
                return point.group("word").upper() != "ISSUE" and not _ENDS_AS_QUESTION.match(words)
            marker = MARKER.match(other.text)
            title = other.text[marker.end() :] if marker else other.text
            before = known_title(title)[0] in (Role.FACTS, Role.PROCEDURE, Role.PRELIMINARY)
            return before or _BEFORE_POINTS.fullmatch(_words(title)) is not None
        contends = self.kind == "roman" and _CONTENTION.search(words) and not _NARRATION.search(words)
        narrative = other.role in (Role.FACTS, Role.PROCEDURE, Role.PRELIMINARY)
        return bool(contends) and not _ENDS_AS_QUESTION.match(words) and narrative


@dataclass(frozen=True, slots=True)
class _Candidate:
    block: Block
    text: str
    title: str  # The text without the outline mark
    kind: str
    value: int
    counts: bool  # The mark counts the document's points
    listed: bool  # The table of contents names it
    fresh: bool  # The block stands directly below another heading


@dataclass(slots=True)
class Outline:
    """The state of the outline while blocks are read; thread-confined, for one document."""

    style: Style
    contents: dict[str, list[int]]  # The unmatched headings of the table, see ``contents_of``
    counted: frozenset[int]  # The numbers of the blocks whose marks count points
    last: dict[str, int] = field(default_factory=dict)
    awaiting: bool = False  # The block before was only a mark ('POINT I'), so this one is likely its words
    _levels_by_look: dict[tuple[bool, bool, bool, float], int] = field(default_factory=dict)

    def read(self, block: Block, at: int, *, above: Heading | None = None) -> Heading | None:
        """Return the heading that the block is, or None; blocks must come in order. ``at`` is the block's
        number, ``above`` the heading directly above it without text between."""
        seen = self._candidate(block, at, above is not None)
        heading = None
        if seen is not None:
            role, known = known_title(seen.title) if seen.text.count(" ") < _TITLE_WORDS else (None, False)
            if known and self._looks_like_title(seen.block, seen.title):
                heading = self._accept(seen, role, above, known=True)
            elif self._score(seen) >= _MIN_SCORE:
                heading = self._accept(seen, None, above, known=False)
        self.awaiting = heading is not None and heading.marker_only
        return heading

    def _candidate(self, block: Block, at: int, fresh: bool) -> _Candidate | None:
        if len(block.lines) > _MOST_HEADING_LINES:
            return None
        text = without_note_call(without_stars(block.text[:1200]).strip())
        if not text or text.count(" ") >= _MAX_WORDS or _LEADER.search(text):
            return None
        marker = MARKER.match(text)
        letterhead = not marker and len(text) < _MAX_LETTERHEAD_CHARS and _NO_HEADING.fullmatch(text)
        if letterhead or (marker is None and text[0].islower()):
            return None
        # 'I.', 'V.' and 'i.' may be letters or numerals: the meaning that goes on with a count, or the first.
        meanings = mark_values(marker) if marker else [("", 0)]
        counted = (m for m in meanings[1:] if m[1] > 1 and self.last.get(m[0]) == m[1] - 1)
        kind, value = next(counted, meanings[0])
        title = text[marker.end() :] if marker else text
        listed = bool(self.contents.get(letters(title)))
        return _Candidate(block, text, title, kind, value, at in self.counted, listed, fresh)

    def _accept(self, seen: _Candidate, role: Role | None, above: Heading | None, *, known: bool) -> Heading:
        if seen.kind:
            level = LEVELS[seen.kind]
            self.last = {k: v for k, v in self.last.items() if LEVELS[k] < level} | {seen.kind: seen.value}
        elif known:
            level = 0
            self.last = {}
        elif seen.listed:
            level = self.contents[letters(seen.title)][0]
        else:  # by its look: one below the heading directly above if that looks different
            capitals = in_capitals(seen.text)
            look = (seen.block.centred, seen.block.bold, capitals, round(seen.block.lines[0].size * 2) / 2)
            base = 0 if capitals and not self.last else _UNMARKED_LEVEL
            below = above.level - base + 1 if above is not None and above.free else 0
            level = base + max(0, self._levels_by_look.setdefault(look, below))
        if seen.listed:
            self.contents[letters(seen.title)].pop(0)
        bare = bool(seen.kind) and not seen.title.strip()
        return Heading(seen.text, level, role, known, bare, seen.kind, seen.listed)

    def _looks_like_title(self, block: Block, title: str) -> bool:
        if in_capitals(title) or (block.bold and not self.style.bold) or block.centred:
            return True
        return title[:1].isupper() and not title.rstrip().endswith((".", ",", ";")) and _title_case(title)

    def _score(self, seen: _Candidate) -> int:
        text, title, kind, block = seen.text, seen.title.strip(), seen.kind, seen.block
        shown = block.centred or block.bold or seen.counts
        if not re.search(r"[A-Za-z]{2}", text) or seen.title[:1].islower() or text.endswith((",", ";")):
            return 0
        if kind == "point":
            return _MIN_SCORE if shown or in_capitals(text) else 1
        if not title:
            return _MIN_SCORE if kind in ("roman", "letter") and shown else 0
        if not title[:1].isupper() and title[:1] not in "“\"‘'[§":
            return 0
        if seen.counts or seen.listed:
            return _MIN_SCORE
        if not kind and not self.awaiting:
            # Unmarked sentences are text: more than one, or a long one with its full stop.
            words = without_raised(seen.title).strip()
            long = words.endswith(".") and words.count(" ") >= _MAX_SENTENCE_WORDS
            if long or next(sentence_ends(words), None) is not None:
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
        text, kind, capitals = seen.text, seen.kind, in_capitals(seen.title)
        score = 0
        if kind:
            score += 1 + (seen.value == 1 or self.last.get(kind) == seen.value - 1)
        else:
            score += 2 + seen.block.centred if self.awaiting else 0
            score += seen.fresh if capitals else -text.endswith((".", ":"))
        score += text.count(" ") < 14 and not text.endswith(".") and _title_case(seen.title)
        return score - 2 if not (kind and capitals) and _CITING.search(seen.title) else score


def breaks_off(text: str) -> bool:
    return _UNFINISHED.search(text[-12:]) is not None


def continues_title(above: Block, block: Block) -> bool:
    """Tell whether a title in capitals continues in the next block: 'REPORT' 'OF THE PROCEEDINGS'."""
    if not (in_capitals(above.text) and in_capitals(block.text)):
        return False
    alike = above.bold == block.bold and above.lines[-1].size == block.lines[0].size
    centred = above.centred and block.centred
    unfinished = above.full or (centred and _CONNECTING_WORD.match(block.text) is not None)
    return breaks_off(above.text) or (alike and unfinished)


def _title_case(text: str) -> bool:
    words = [w for w in re.findall(r"[A-Za-z][\w’'-]*", text) if w.lower() not in _TITLE_SMALL]
    return bool(words) and sum(1 for w in words if w[0].isupper()) >= 0.75 * len(words)
