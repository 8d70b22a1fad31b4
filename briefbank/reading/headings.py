"""Says whether a block of lines is a heading, which one, and how deep it stands.

The titles that briefs and opinions use again and again are known by their words; any other heading is known
by how it is set (bold, capitals, centred, larger), by its place in an outline ("I." "A." "1." "(a)") and by
the document's own table of contents. No single sign is enough, so that a list item, a citation or an
emphasised sentence does not become a heading.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from briefbank.models import Role
from briefbank.reading.blocks import MARKER, Block, Style, in_capitals
from briefbank.reading.labels import roman_value

_ROLES: tuple[tuple[re.Pattern[str], Role], ...] = tuple(
    (re.compile(pattern), role)
    for pattern, role in (
        (
            r"(?:(?:table of )?contents|index"
            r"|(?:appendix )?table of contents(?: of appendix)?(?: volume \w+)?"
            r"|index (?:to|of) (?:the )?(?:appendix|appendices|exhibits)|(?:table|list) of (?:appendix"
            r"|appendices|exhibits"
            r"|attachments|orders?|rulings?|judgments?)\b.*|contents continued"
            r"|table of contents continued|topical index)",
            Role.CONTENTS,
        ),
        (
            r"(?:table|index|list) of (?:cases|citations|authorities)\b.{0,60}|authorities(?: cited)?"
            r"|cases cited"
            r"|table of (?:statutes|rules)\b.{0,60}|citations",
            Role.AUTHORITIES,
        ),
        (
            r"(?:the )?(?:legal )?(?:questions?|issues?|points?)(?: (?:of law"
            r"|and [a-z]+ ?[a-z]*))? (?:presented|involved|raised|on appeal|for review)\b.{0,60}"
            r"|(?:concise )?(?:counter ?)?statement of (?:the )?(?:legal )?(?:issues?|questions?)\b.{0,60}"
            r"|issues?"
            r"|questions?|assignments? of errors?\b.{0,40}",
            Role.QUESTIONS,
        ),
        (
            r"(?:certificat(?:e|ion)|proof|affidavit|declaration|affirmation|acknowledge?ment) (?:of|by"
            r"|in lieu of) .{0,20}?\b"
            r"(?:service|mailing|filing|compliance|word ?count|counsel|transmission|delivery|type)\b.{0,80}"
            r"|service list|proof of service\b.*|distribution list|verification|signature",
            Role.SERVICE,
        ),
        (
            r"(?:concise |brief )?(?:counter ?)?(?:statement|summary|history) of (?:the )?case\b.{0,60}"
            r"|.{0,50}\b(?:facts|factual)\b.{0,40}"
            r"|.{0,40}\bstatement of (?:the )?matters? involved\b.{0,40}"
            r"|(?:relevant |general )?background(?: of .{0,40})?|counter ?statement of .{0,40}",
            Role.FACTS,
        ),
    )
)
_BODY_TITLES = re.compile(
    r"(?:legal |the )?arguments?|summary of (?:the )?arguments?|(?:preliminary|introductory) statement"
    r"|introduction(?: and .{0,60})?|conclusion"
    r"|(?:statement of )?(?:the )?(?:appellate |federal |subject[ -]matter )?jurisdiction"
    r"|jurisdictional statement|(?:statement of |brief |relevant )?(?:the )?procedural (?:history"
    r"|background|posture)\b.{0,60}"
    r"|(?:standards?|scope) (?:and scope )?of (?:appellate )?review|reasons (?:for|why) .{0,80}"
    r"|interests? of .{0,80}|identity (?:and|of) .{0,60}|(?:opinions?|decisions?|orders?|rulings?"
    r"|proceedings) below"
    r"|parties to the proceedings?\b.{0,80}|corporate disclosure statement|(?:certificate"
    r"|statement) of interest(?:ed)?\b.{0,40}|list of (?:all )?proceedings|related (?:cases|proceedings)"
    r"|prayer(?: for relief)?"
    r"|discussion|analysis|relief (?:requested|sought)|memorandum of (?:law|points and authorities)"
    r"|(?:pertinent|relevant|applicable) .{0,80}"
    r"|(?:constitutional|statutory)\b.{0,60}provisions?\b.{0,40}|appendix(?: [a-z0-9]{1,3})?"
    r"|exhibit [a-z0-9]{1,3}|statement regarding oral argument"
    r"|request for oral argument|oral argument statement|glossary|addendum|findings of fact\b.{0,40}"
    r"|reply|dissent|order|opinion|memorandum(?: opinion)?|judgment|nature of the (?:case|action"
    r"|proceedings?)\b.{0,40}"
)
_PROCEDURE = re.compile(
    r"(?:statement of |brief |relevant )?(?:the )?procedural (?:history|background|posture)"
)
_BEFORE_POINTS = re.compile(
    r"(?:preliminary|introductory) statement|introduction(?: and .{0,60})?"
    r"|(?:statement of )?(?:the )?(?:appellate |subject[ -]matter )?jurisdiction|jurisdictional statement"
    r"|(?:standards?|scope) (?:and scope )?of (?:appellate )?review"
)
_POINT = re.compile(r"(?P<word>POINT|PROPOSITION|ISSUE)\b", re.IGNORECASE)
_ASKS = re.compile(
    r"(?:\W*(?:POINT|PROPOSITION|ISSUE)\s+\w+[.:]?)?\W*(?:whether|did|does|do|was|were|is|are|should|can|may|has"
    r"|have)\b|.*\?\W*$",
    re.IGNORECASE,
)
_CONTENDS = re.compile(
    r"\b(?:erred|error|should (?:be|have)|must (?:be|have)|revers(?:e|ed|al|ible)|unlawful|unconstitutional"
    r"|violat(?:e[sd]?|ing|ion)|abused (?:its|his|her) discretion|excessive|ineffective assistance)\b",
    re.IGNORECASE,
)
_TELLS = re.compile(
    r"\b(?:held|ruled|found|finds|granted|denied that|decid\w+|conclud\w+|argu\w+|report\w*)\b", re.IGNORECASE
)
_TITLE_SMALL = frozenset(
    str.split(
        "a an and as at but by for from in into is not of on or per so than that the to under upon v vs via "
        "was with nor its it be are"
    )
)
_TRAILING_NOTE = re.compile(r"(?<=[A-Za-z.”’])[\d*†]{1,2}$")
_LETTERS = re.compile(r"[^a-z]+")
_LEADER = re.compile(r"\.{3,}|(?:\. ){3,}|…{2,}|_{3,}")
_LONGEST = 75


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: its text, the depth of its outline (0 outermost), and the role that it gives, if any."""

    text: str
    level: int
    role: Role | None = None
    known: bool = False
    marker_only: bool = False
    """Only 'POINT I' or 'A.': the words of the heading follow in the next block."""
    kind: str = ""
    """The sort of its outline mark: 'point', 'roman', 'letter'…; empty without one."""

    def closes(self, other: Heading, following: str) -> bool:
        """Whether this heading stands beside ``other``, although its mark would put it beneath.

        A point of the argument is no part of the facts, the questions or the procedural history, even where
        no heading "ARGUMENT" stands between. ``following`` is the text after this heading: the words of a
        bare 'POINT I'. A numeral closes only when its words contend something, as facts may have numerals.
        """
        if not other.known:
            return False
        words = following if self.marker_only else self.text
        point = _POINT.match(self.text)
        if point and self.kind == "point":
            if other.role is Role.QUESTIONS:
                return point.group("word").upper() != "ISSUE" and not _ASKS.match(words)
            return other.role is Role.FACTS or _precedes_points(other.text)
        contends = self.kind == "roman" and _CONTENDS.search(words) and not _TELLS.search(words)
        return bool(contends) and not _ASKS.match(words) and other.role is Role.FACTS


@dataclass(slots=True)
class Outline:
    """What has been seen of the outline so far, and the titles that the table of contents promises."""

    style: Style
    contents: frozenset[str] = frozenset()
    last: dict[str, int] = field(default_factory=dict)
    awaiting: bool = False
    """The block before was only an outline mark ('POINT I'), so this one is likely its words."""

    def read(self, block: Block) -> Heading | None:
        """The heading that the block is, or None. Remembers outline marks, so blocks must come in order."""
        found = self._read(block)
        self.awaiting = found is not None and found.marker_only
        return found

    def _read(self, block: Block) -> Heading | None:
        if len(block.lines) > 9:
            return None
        text = _TRAILING_NOTE.sub("", block.text[:1200]).strip()
        words = text.split()
        if not 0 < len(words) <= _LONGEST or _LEADER.search(text):
            return None
        marker = MARKER.match(text)
        kind, value = self._place(marker) if marker else ("", 0)
        title = text[marker.end() :] if marker else text
        role, known = known_title(title)
        if known and len(words) <= 16 and self._set_apart(block, title):
            return self._accept(text, kind, value, role, known=True, title=title)
        if self._score(block, text, title, kind, value) < 3:
            return None
        return self._accept(text, kind, value, None, known=False, title=title)

    def _accept(
        self, text: str, kind: str, value: int, role: Role | None, *, known: bool, title: str
    ) -> Heading:
        outermost = known or in_contents(title, self.contents) or (in_capitals(text) and not self.last)
        level = _LEVELS.get(kind, 0 if outermost else 8)
        if kind:
            self.last = {k: v for k, v in self.last.items() if _LEVELS[k] < _LEVELS[kind]}
            self.last[kind] = value
        elif known:
            self.last = {}
        return Heading(text, level, role, known, bool(kind) and not title.strip(), kind)

    def _place(self, marker: re.Match[str]) -> tuple[str, int]:
        """The sort of an outline mark and its value; 'I.', 'V.' and 'X.' may be letters or numerals."""
        groups = marker.groupdict()
        if groups["point"]:
            return "point", _count(groups["number"])
        if groups["inner"]:
            return "inner", _count(groups["inner"])
        if groups["arabic"]:
            return "arabic", int(groups["arabic"])
        upper = groups["roman"] or groups["letter"]
        if upper:
            return self._letter_or_numeral(upper, "roman", "letter")
        return self._letter_or_numeral(groups["small"] or groups["smallroman"] or "", "smallroman", "small")

    def _letter_or_numeral(self, mark: str, numeral: str, letter: str) -> tuple[str, int]:
        as_numeral = roman_value(mark) if re.fullmatch("[IVXivx]+", mark) else 0
        as_letter = ord(mark.lower()) - 96 if len(mark) == 1 else 0
        if not as_numeral or (as_letter and self.last.get(letter) == as_letter - 1 and as_letter > 1):
            return letter, as_letter
        return numeral, as_numeral

    def _set_apart(self, block: Block, title: str) -> bool:
        if in_capitals(title) or (block.bold and not self.style.bold) or block.centred:
            return True
        return title[:1].isupper() and not title.rstrip().endswith((".", ",", ";")) and _title_case(title)

    def _score(self, block: Block, text: str, title: str, kind: str, value: int) -> int:
        if not re.search(r"[A-Za-z]{2}", text) or text[:1].islower() or text.endswith((",", ";")):
            return 0
        if kind == "point":
            return 3 if in_capitals(text) or block.centred or block.bold else 1
        if not title.strip():
            return 3 if kind in ("roman", "letter") and (block.centred or block.bold) else 0
        if not title.strip()[:1].isupper() and title.strip()[:1] not in "“\"‘'[§":
            return 0
        return self._typography(block, text, title) + self._evidence(block, text, title, kind, value)

    def _typography(self, block: Block, text: str, title: str) -> int:
        score = 0
        if block.bold and not self.style.bold:
            score += 2
        if in_capitals(title) and len(_LETTERS.sub("", title.lower())) >= 4:
            score += 2 if len(title.split()) <= 25 or block.bold else 0
        if self.style.size and min(line.size for line in block.lines) > self.style.size * 1.12:
            score += 1
        return score + block.centred

    def _evidence(self, block: Block, text: str, title: str, kind: str, value: int) -> int:
        score = 3 if in_contents(title, self.contents) else 0
        if self.awaiting and not kind:
            score = max(score, 2 + block.centred)
        if kind:
            score += 1
            score += value == 1 or self.last.get(kind) == value - 1
        elif text.endswith((".", ":")):
            score -= 1
        if len(text.split()) <= 14 and not text.endswith(".") and _title_case(title):
            score += 1
        if (
            re.search(
                r"\bv\. |\d{2,} (?:U\.S\.|F\.\d|N\.J\.|A\.[23]d)|@|\d{3}-\d{4}|\$\d|\d{1,2}/\d{1,2}/", title
            )
            and score < 3
        ):
            score -= 2
        return score


_LEVELS = {
    "point": 1,
    "roman": 2,
    "letter": 3,
    "arabic": 4,
    "small": 5,
    "smallroman": 6,
    "inner": 7,
}


def known_title(title: str) -> tuple[Role | None, bool]:
    """The role that a known title gives (None: the body), and whether the title is known."""
    words = _words(title)
    if not words or len(words) > 160:
        return None, False
    if _PROCEDURE.fullmatch(words):
        return None, True
    for pattern, role in _ROLES:
        if pattern.fullmatch(words):
            return role, True
    return None, bool(_BODY_TITLES.fullmatch(words))


def _words(title: str) -> str:
    text = _TRAILING_NOTE.sub("", title.strip()).lower().replace("(s)", "s")
    return " ".join(re.sub(r"[^a-z0-9\- ]+", " ", text).split())


def _precedes_points(title: str) -> bool:
    marker = MARKER.match(title)
    words = _words(title[marker.end() :] if marker else title)
    return bool(_PROCEDURE.match(words) or _BEFORE_POINTS.fullmatch(words))


def letters(text: str) -> str:
    """Only the letters, in lower case: what is left to compare when line ends and leaders differ."""
    return _LETTERS.sub("", text.lower())


def in_contents(title: str, contents: frozenset[str]) -> bool:
    """Whether the table of contents has this title, whole."""
    found = letters(title)
    return len(found) >= 5 and found in contents


def _title_case(text: str) -> bool:
    words = [w for w in re.findall(r"[A-Za-z][\w’'-]*", text) if w.lower() not in _TITLE_SMALL]
    return bool(words) and sum(1 for w in words if w[0].isupper()) >= 0.75 * len(words)


def _count(mark: str) -> int:
    spelled = {"ONE": 1, "TWO": 2, "THREE": 3, "FOUR": 4, "FIVE": 5, "SIX": 6}
    if mark in spelled:
        return spelled[mark]
    if mark.isdigit():
        return int(mark)
    if re.fullmatch("[IVXLivxl]+", mark):
        return roman_value(mark)
    return ord(mark[0].lower()) - 96
