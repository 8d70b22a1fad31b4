"""The standard titles of parts of briefs, opinions and motions, and the outline marks of a document's points.

"STATEMENT OF FACTS", "Counterstatement of the Case" and "FACTUAL BACKGROUND" all open the facts. Titles are
recognised by their words alone; :mod:`briefbank.extraction.heading_detection` decides whether a line is
typeset as a heading.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from briefbank.domain.pages import Role
from briefbank.extraction.layout import MARKER, Block, in_capitals, without_note_call, without_stars
from briefbank.text.numerals import roman_value
from briefbank.text.sentences import sentence_ends

_ROLES: tuple[tuple[re.Pattern[str], Role], ...] = tuple(
    (re.compile(pattern), role)
    for pattern, role in (
        (
            r"(?:(?:table of )?contents(?: pages?)?|index"
            r"|(?:appendix )?table of contents(?: of appendix)?(?: volume \w+)?"
            r"|index (?:to|of) (?:the )?(?:appendix|appendices|exhibits)|(?:table|list) of (?:appendix"
            r"|appendices|exhibits"
            r"|attachments|orders?|rulings?|judgments?)\b.*|contents continued"
            r"|table of contents continued|topical index)",
            Role.CONTENTS,
        ),
        (
            r"(?:cases )?(?:table|index|list) of (?:cases|citations|authorities)\b.{0,60}"
            r"|authorities(?: cited)?|cases cited"
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
            r"|service list|proof of service\b.*|distribution list|verification",
            Role.SERVICE,
        ),
        (r"signatures?(?: page| block)?", Role.SIGNATURE),
        (
            r"(?:joint |supplemental |petitioner s |appellant s |defendant s )?"
            r"append(?:ix|ices)(?: [a-z0-9]{1,3})?|appendix (?:volume|part) \w+|appendix to .{0,80}"
            r"|(?:exhibit|attachment|annex|tab) [a-z0-9]{1,3}"
            r"|(?:statutory )?addendum(?: [a-z0-9]{1,3})?",
            Role.APPENDIX,
        ),
        (
            r"(?!.*\bfact)(?:concise |preliminary )?(?:counter ?)?(?:statement of |brief |relevant )?"
            r"(?:the )?procedural (?:history|background|posture)\b.{0,60}",
            Role.PROCEDURE,
        ),
        (
            r"(?:concise |brief )?(?:counter ?)?(?:statement|summary|history) of (?:the )?case\b.{0,60}"
            r"|.{0,50}\b(?:facts|factual)\b.{0,40}"
            r"|.{0,40}\bstatement of (?:the )?matters? involved\b.{0,40}"
            r"|(?:relevant |general )?background(?: of .{0,40})?|counter ?statement of .{0,40}",
            Role.FACTS,
        ),
        (
            r"(?:(?:preliminary|introductory) statement|introduction(?: and .{0,60})?)",
            Role.PRELIMINARY,
        ),
    )
)
_BODY_TITLES = re.compile(
    r"(?:legal |the )?arguments?|summary of (?:the )?arguments?|conclusion"
    r"|(?:statement of )?(?:the )?(?:appellate |federal |subject[ -]matter )?jurisdiction"
    r"|jurisdictional statement"
    r"|(?:standards?|scope) (?:and scope )?of (?:appellate )?review|reasons (?:for|why) .{0,80}"
    r"|interests? of .{0,80}|identity (?:and|of) .{0,60}|(?:opinions?|decisions?|orders?|rulings?"
    r"|proceedings) below"
    r"|parties to the proceedings?\b.{0,80}|corporate disclosure statement|(?:certificate"
    r"|statement) of interest(?:ed)?\b.{0,40}|list of (?:all )?proceedings|related (?:cases|proceedings)"
    r"|prayer(?: for relief)?"
    r"|discussion|analysis|relief (?:requested|sought)|memorandum of (?:law|points and authorities)"
    r"|(?:pertinent|relevant|applicable) .{0,80}"
    r"|(?:constitutional|statutory)\b.{0,60}provisions?\b.{0,40}|statement regarding oral argument"
    r"|request for oral argument|oral argument statement|glossary|findings of fact\b.{0,40}"
    r"|reply|dissent|order|opinion|memorandum(?: opinion)?|judgment|nature of the (?:case|action"
    r"|proceedings?)\b.{0,40}"
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
    for pattern, role in _ROLES:
        if pattern.fullmatch(words):
            return role, True
    return None, bool(_BODY_TITLES.fullmatch(words))


def _words(title: str) -> str:
    text = without_note_call(title.strip()).lower().replace("(s)", "s")
    return " ".join(_NOT_WORDS.sub(" ", text).split())


def precedes_points(title: str) -> bool:
    """Tell whether the part under this known title comes before a brief's points, and does not contain
    them."""
    marker = MARKER.match(title)
    words = title[marker.end() :] if marker else title
    before = known_title(words)[0] in (Role.FACTS, Role.PROCEDURE, Role.PRELIMINARY)
    return before or bool(_BEFORE_POINTS.fullmatch(_words(words)))


_MIN_WORDS_BETWEEN = 25
"""The minimum number of running words that separate two headings."""
_MIN_RUNNING_WORDS = 12
"""The minimum number of words of running text in an unmarked block."""
_ENOUGH_LINES = 4
_MAX_OPEN_SEQUENCES = 6
"""The maximum number of open sequences of one kind."""
_MAX_TITLE_WORDS = 60
_MOST_LINES = 8
_NUMBER_WORDS = {"ONE": 1, "TWO": 2, "THREE": 3, "FOUR": 4, "FIVE": 5, "SIX": 6}
_QUESTION = re.compile(r"Q\.|THE COURT:|QUESTION:")
_CITES = re.compile(r"\d{1,4} (?:U\.S\.(?!C)|S\. ?Ct\.|F\.\d|F\. ?Supp|N\.J\.|A\.[23]d)|\bL\. Rev\.")
MarkValue = tuple[str, int]
"""The kind of an outline mark ('point', 'roman', 'letter'…) and its value from 1."""


def mark_values(marker: re.Match[str]) -> list[MarkValue]:
    """Return the possible meanings of an outline mark: two where a letter may be a numeral ('I.', 'v.')."""
    groups = marker.groupdict()
    if groups["point"]:
        return [("point", count_of(groups["number"]))]
    if groups["arabic"]:
        return [("arabic", int(groups["arabic"]))]
    inner = groups["inner"]
    if inner:
        return [("inner " + kind, value) for kind, value in _possible_values(inner)]
    return _possible_values(
        groups["roman"] or groups["letter"] or groups["small"] or groups["smallroman"] or ""
    )


def _possible_values(mark: str) -> list[MarkValue]:
    if mark.isdecimal():
        return [("arabic", int(mark))]
    small = mark.islower()
    values = []
    if re.fullmatch("[IVXivx]+", mark):
        values.append(("smallroman" if small else "roman", roman_value(mark)))
    if len(mark) == 1:
        values.append(("small" if small else "letter", ord(mark.lower()) - 96))
    return values


def count_of(mark: str) -> int:
    """Return the value of the number of a point: 'II', '2', 'TWO', 'B'."""
    if mark in _NUMBER_WORDS:
        return _NUMBER_WORDS[mark]
    if mark.isdecimal():
        return int(mark)
    if re.fullmatch("[IVXLivxl]+", mark):
        return roman_value(mark)
    return ord(mark[0].lower()) - 96


@dataclass(slots=True)
class _LastMark:
    """The last mark of a sequence: its block's number, its value, and the count of running words before
    it."""

    at: int
    value: int
    words: int


def find_point_marks(blocks: Sequence[Block], led: Sequence[bool]) -> frozenset[int]:
    """Return the numbers of the blocks whose outline marks count points. Linear time.

    "A." before a heading and "A." before a list item look alike. They differ in the text between them: after
    a point's heading comes text, after a list item comes the next item. A short paragraph with an outline
    mark is therefore a heading where running text separates it from the mark before or after it in the same
    sequence. This decides where nothing is bold or centred: in text files and after text recognition.

    ``led`` says of each block whether it leads to a page, as an entry of a table does.
    """
    counts: dict[str, list[_LastMark]] = {}
    apart: set[int] = set()
    listed: set[int] = set()
    words = 0
    in_question = False
    for at, block in enumerate(blocks):
        marker = MARKER.match(without_stars(block.lines[0].text[:80]))
        if marker is None or led[at]:
            words += _running_words(block)
            in_question = _QUESTION.match(block.lines[0].text) is not None
            continue
        for kind, value in [] if in_question else mark_values(marker):
            met = _continue_sequence(counts.setdefault(kind, []), _LastMark(at, value, words))
            if met is not None:
                (apart if words - met.words >= _MIN_WORDS_BETWEEN else listed).update((met.at, at))
        in_question = block.lines[0].text.startswith("Q.")
    return frozenset(at for at in apart - listed if _is_heading(blocks[at], blocks[at + 1 : at + 2]))


def _continue_sequence(open_counts: list[_LastMark], new: _LastMark) -> _LastMark | None:
    """Return the mark that this one follows in its sequence; sequences begun after that one end.

    A mark that neither begins nor continues a sequence ("L. Rev." at the start of a line) is ignored.
    """
    for depth in range(len(open_counts) - 1, -1, -1):
        met = open_counts[depth]
        if new.value - 2 <= met.value < new.value:
            open_counts[depth:] = [new]
            return met
    if new.value <= 2:
        open_counts.append(new)
        del open_counts[:-_MAX_OPEN_SEQUENCES]
    return None


def _running_words(block: Block) -> int:
    words = sum([line.text.count(" ") + 1 for line in block.lines[:_ENOUGH_LINES]])
    return words if words >= _MIN_RUNNING_WORDS else 0


def _is_heading(block: Block, following: Sequence[Block]) -> bool:
    """Tell whether the words are a heading's: few, at most one sentence, not the middle of one.

    A mark alone is a heading where the text after it is in capitals.
    """
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
