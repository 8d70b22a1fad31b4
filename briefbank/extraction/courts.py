"""Reads the court that a document is filed with, from the lines of its caption.

A court's name is known if it consists of nothing but the parts of such names (kind of court, state or nation,
district, division), so that words of a sentence, a clerk's stamp or a misread letter make it unknown; a name
that is not known as a whole is not taken. The kinds of courts and the divisions are those in the names of
courts-db 0.10 (Free Law Project, BSD-2-Clause), the states and territories those of its ``states.json``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from enum import Flag, auto

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import CaptionEntry
from briefbank.extraction.parties import CaseWords, in_title_case, without_bracket
from briefbank.extraction.text import Line
from briefbank.text.case_names import STATES

_WORD = r"(?:F ?I ?L ?E ?D|R ?E ?C ?E ?I ?V ?E ?D|REC[’']D)"
_DAY = r"(?:[A-Z]{3,9}\.? {0,2}\d{1,2},? {0,2}(?:19|20)\d\d|\d{1,2}[/-]\d{1,2}[/-](?:\d\d){1,2})"
_MARK = rf"(?:{_WORD}(?: (?:AND|&) {_WORD})?(?: {_DAY})?|{_DAY})"
_CLERK = r"(?:[A-Z]+ ){0,2}CLERK(?: OF (?:THE )?COURT|[’']S OFFICE)?(?: \([A-Z]+\))?"
_COURT = (
    r"(?:(?:IN )?THE )?(?:UNITED STATES|(?:SUPREME|SUPERIOR|DISTRICT|CIRCUIT|APPELLATE) COURT|COURT OF"
    r"|(?:APPELLATE|LAW|CHANCERY) DIVISION|(?:DOCKET|CASE|APPEAL) NO)\b"
)
_EDGE = r"[\s|\[\](){}:;,.~_=—–-]"
_BEFORE = re.compile(rf"^{_EDGE}*{_MARK}{_EDGE}+(?={_COURT})")
_AFTER = re.compile(rf"(?<=[A-Z\d]){_EDGE}+{_MARK}{_EDGE}*$")
_CLERK_BEFORE = re.compile(
    rf"^(?:{_EDGE}*{_CLERK}{_EDGE}+(?={_COURT})"
    r"|.{1,40}? (?=(?:(?:APPELLATE|LAW|CHANCERY) DIVISION|DOCKET NO)\b))"
)
"""Text that is part of the stamp once a stamp is known to be there: its clerk, or misread words of it before
a division or docket."""
_CLERK_AFTER = re.compile(rf"(?<=[A-Z\d]){_EDGE}+CLERK{_EDGE}*$")
_NAMES_COURT = re.compile(rf"^{_EDGE}*{_COURT}")
_MONTH = r"(?:JAN|FEB|MAR|APR|MAY|JUNE?|JULY?|AUG|SEPT?|OCT|NOV|DEC)[A-Z]{0,6}\.?"
_REMAINS = re.compile(
    rf"(?:{_EDGE}+(?:{_WORD}|ENTERED|LODGED|CLERK|TERM|{_MONTH}|\d{{1,2}}|(?:19|20)\d\d)(?!\w)){{1,8}}{_EDGE}*$",
    re.IGNORECASE,
)


def date_beside_court(text: str) -> bool:
    """Tell whether a line begins with a stamp's words or date and continues with the court's name."""
    return bool(_BEFORE.match(text[:400]))


def without_stamps(lines: Sequence[Line]) -> list[Line]:
    """Return the caption's lines in order, without a stamp's words in those that name a court or a docket.

    The word "CLERK" alone is a stamp's only where another line had "FILED", "RECEIVED" or a date beside it,
    because it is also part of a clerk's address. The lines' raw ranges are unchanged: the result is for
    reading the caption, not for passages.
    """
    cleaned = [_without(line, _BEFORE, _AFTER) for line in lines]
    if all(a is b for a, b in zip(cleaned, lines, strict=True)):
        return cleaned
    return [_without(line, _CLERK_BEFORE, _CLERK_AFTER) for line in cleaned]


def without_stamp_remains(text: str) -> str:
    """Return a line without a stamp's words, or parts of its date, at the end.

    It is for a line that must be a court's name otherwise: "DISTRICT COURT OCT", "District of Columbia 30
    2017", "Supreme Court of the United States, October Term, 2022".
    """
    return _REMAINS.sub("", text[:400])


def _without(line: Line, before: re.Pattern[str], after: re.Pattern[str]) -> Line:
    text = before.sub("", line.text[:400])
    if _NAMES_COURT.match(text):
        text = after.sub("", text)
    return line if text == line.text[:400] else replace(line, text=text)


_STATES = "|".join(
    (
        *(name for name in STATES if name not in ("hawaii", "district of columbia")),
        *("hawai[’'ʻi]?i", "american samoa", "guam", "(?:the )?northern mariana islands"),
        "(?:the )?virgin islands(?: of the united states)?",
    )
)
_KINDS = (
    "supreme court of appeals|supreme judicial court|supreme court|superior court|commonwealth court"
    "|court of (?:(?:criminal|civil|special|general|customs and patent|military|veterans[’']?) )?appeals?"
    "(?: for (?:the armed forces|veterans claims))?|intermediate court of appeals|district courts? of appeal"
    "|(?:(?:army|navy-marine corps|air force|coast guard) )court of criminal appeals"
    "|appellate court|appeals court|district court|circuit court|bankruptcy (?:court|appellate panel)"
    "|court of (?:common pleas|federal claims|claims|chancery|international trade|last resort"
    "|general sessions|workers[’']? compensation claims|veterans appeals)|common pleas court|tax court"
    "|(?:family|county|municipal|chancery|juvenile|probate|criminal|civil|city|town|justice|magistrate|land"
    "|housing|trial|high|domestic relations|surrogate[’']?s|orphans[’']?|general sessions) court"
    "|foreign intelligence surveillance court(?: of review)?|judicial panel on multidistrict litigation"
)
_LOCAL_KINDS = "municipal|city|town|village|justice|magistrate"
_AGENCIES = (
    "(?:(?:workers[’']? compensation|unemployment (?:insurance|compensation)|employment security"
    "|civil service|patent trial and|trademark trial and|tax|contract) )?appeals? board"
    "|board of (?:immigration appeals|review|parole|veterans[’']? appeals|tax appeals|contract appeals)"
)
_NUMBER = (
    r"(?:(?:twenty|thirty)-)?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|tenth|eleventh"
    r"|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth"
    r"|thirtieth|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,3}(?:st|nd|rd|d|th)?|[ivx]{1,5}"
)
_QUARTER = (
    "northern|southern|eastern|western|middle|central|northeastern|northwestern|southeastern|southwestern"
)
_UNIT = r"(?:(?:judicial|appellate) )?(?:circuit|department|district|division|region)"
_BRANCH = (
    "(?:appellate|law|chancery|criminal|civil|special civil|general equity|equity|family|juvenile|probate"
    "|orphans[’']? court|domestic relations|felony|misdemeanor|municipal|commercial|trial|unlimited|limited"
    "|general|county|tax)(?: trial)? (?:division|part|department|term|section|branch|jurisdiction)"
    "|criminal|civil|equity|family|probate"
)
_COURT_WORD = (
    r"(?!(?i:court|division|part|department|district|circuit|state|county|supreme|superior)\b)[A-Z][\w.’'-]*"
)
_NAME = rf"{_COURT_WORD}(?: (?:(?:and|de|du|of|the) )?{_COURT_WORD}){{0,2}}"
_AREA = "(?i:county|parish|borough|vicinage)"
_BETWEEN = r"(?:[\s,:;.()–—-]+|\b(?i:of|for|the|in|and)\b)*"
_LEADING = re.compile(_BETWEEN)
_PART = re.compile(
    rf"(?:(?P<place>(?i:(?:city(?: and county)?|count(?:y|ies)|parish|borough) of) {_NAME}"
    rf"|{_NAME} {_AREA}(?! (?i:court))|{_NAME}(?= (?i:county court)))"
    rf"|(?P<local>(?i:(?:{_LOCAL_KINDS}) court (?:of|for) (?:the )?"
    rf"(?:(?:town(?:ship)?|borough|village) of )?)"
    rf"(?!(?i:{_STATES})\b){_NAME})"
    rf"|(?P<court>(?i:{_KINDS}))"
    rf"|(?P<agency>(?i:{_AGENCIES})|{_NAME} (?i:appeals board))"
    r"|(?P<nation>(?i:united states(?: of america)?|u\. ?s\.))"
    rf"|(?P<district>(?i:(?:(?:{_QUARTER}) )?district of (?:columbia|{_STATES})(?: circuit)?"
    rf"|(?:{_NUMBER}|federal|d\. ?c\.) circuit))"
    rf"|(?P<state>(?i:(?:(?:state|commonwealth|territory) of (?:the )?)?(?:{_STATES})))"
    rf"|(?P<division>(?i:(?:{_NUMBER}) {_UNIT}|{_UNIT} (?:no\. )?(?:{_NUMBER})|(?:{_QUARTER}) (?:district"
    rf"|division)|{_BRANCH})|{_NAME} (?i:division)|(?i:at) {_NAME}))"
    rf"(?![\w’']){_BETWEEN}"
)
_BEGINNING = re.compile(
    r"(?:in )?(?:the )?"
    rf"(?:(?:united states|u\. ?s\.|district of columbia|(?:(?:state|commonwealth) of )?(?:{_STATES})),? )?"
    rf"(?:{_KINDS}|{_AGENCIES}|.{{0,60}}\bappeals board)\b",
    re.IGNORECASE,
)
_MAX_CHARS = 300


class CourtPart(Flag):
    """The parts that a text names of a court. ``UNKNOWN`` stands for words that no court's name has."""

    NONE = 0
    COURT = auto()
    LOCAL = auto()
    """A court with the name of its town."""
    AGENCY = auto()
    NATION = auto()
    STATE = auto()
    DISTRICT = auto()
    DIVISION = auto()
    PLACE = auto()
    UNKNOWN = auto()


LOCATION = CourtPart.NATION | CourtPart.STATE | CourtPart.DISTRICT | CourtPart.PLACE
"""The parts of which a court's name has at least one."""


def parts_of(text: str) -> CourtPart:
    """Return the parts of a court's name that a text consists of, in linear time."""
    leading = _LEADING.match(text, 0, _MAX_CHARS)
    parts, at = CourtPart.NONE, leading.end() if leading else 0
    while at < len(text):
        match = _PART.match(text, at)
        if match is None or at >= _MAX_CHARS:
            return parts | CourtPart.UNKNOWN
        parts |= CourtPart[str(match.lastgroup).upper()]
        at = match.end()
    return parts


def is_known_court(name: str) -> bool:
    """Tell whether a name is that of a court, and says where: "Court of Appeals" alone does not."""
    parts = parts_of(name)
    by_itself = bool(parts & (CourtPart.AGENCY | CourtPart.LOCAL))
    named = by_itself or (CourtPart.COURT in parts and bool(parts & LOCATION))
    return name[:1].isupper() and named and CourtPart.UNKNOWN not in parts


FROM_BELOW = re.compile(
    r"^(?:on )?(?:an? )?(?:interlocutory )?(?:appeals?|petition|certification|writ|motion|direct appeal"
    r"|review|certified|remand)\b.{0,40}\b(?:from|to|of|for|by)\b|^sat below"
    r"|^(?:united states district court|from the)|^on (?:appeal|petition|writ|certif)",
    re.IGNORECASE,
)
"""A line after which the caption concerns the court below."""
_ADDRESSED = re.compile(
    r"\bjustices of the (?P<court>supreme court of (?:the )?[a-z][a-z ]{3,30}[a-z])", re.IGNORECASE
)
_LINES = 70
_SMALL_WORDS = frozenset({"of", "for", "the", "in", "and", "at"})
_VOCABULARY = ("SUPERIOR", "SUPREME", "COURT", "APPELLATE", "DIVISION", "DISTRICT", "CIRCUIT", "STATES")
"""Words of court names: one misread letter in capitals is tolerated in them."""
_NUMBER_AFTER = re.compile(
    r"[\s,;(–—-]+(?:(?:docket|case|appeal|index|civil action) )?nos?\b[.:]?|\s\((?=[^)]*\d)", re.IGNORECASE
)


def court(first: Sequence[Line], lines: Sequence[Line], words: CaseWords) -> CaptionEntry | None:
    """Return the court that the first page names, or else the other ``lines`` of the front; None without
    one."""
    return (
        _court_named(first, words, 0.9) or _court_named(lines, words, 0.7) or _court_addressed(lines, words)
    )


def _court_named(lines: Sequence[Line], words: CaseWords, confidence: float) -> CaptionEntry | None:
    """Return the first court in the lines that is not the court below; None where its name is in doubt."""
    below = False
    for index, line in enumerate(lines[:_LINES]):
        read = without_bracket(line.text)
        text = _corrected(read)
        if FROM_BELOW.match(text) and not re.match(r"(?i)united states", text):
            below = True
        own = not below or not text[:1].isupper()
        below = below and not re.search(r"[.:]$", text)
        if not own or not _BEGINNING.match(text) or text.rstrip().endswith((",", ";")):
            continue
        first = _part_of_name(text)
        in_sentence = any(word.islower() and word not in _SMALL_WORDS for word in first.split())
        if in_sentence and CourtPart.UNKNOWN in parts_of(first):
            continue
        name = _court_name(_name_lines(lines, index, first), words)
        if is_known_court(name):
            return _entry(name, confidence if first in read else confidence - 0.3, line)
        if CourtPart.UNKNOWN in parts_of(name):
            return None
    return None


def _entry(name: str, confidence: float, line: Line) -> CaptionEntry:
    return CaptionEntry(CaptionField.COURT, name, "caption", confidence, line.page)


def _part_of_name(text: str) -> str:
    """Return a line of a name, without its article and without what a stamp left beside it."""
    part = re.sub(r"^(?:in the|the)\s+", "", text, flags=re.IGNORECASE)
    part = _NUMBER_AFTER.split(part, maxsplit=1)[0].strip(" ,.")
    return without_stamp_remains(part) if CourtPart.UNKNOWN in parts_of(part) else part


def _name_lines(lines: Sequence[Line], index: int, first: str) -> list[str]:
    """Return the name's lines: the court, its state, division and county."""
    texts, parts = [first], parts_of(first)
    for later in lines[index + 1 : index + 4]:
        text = _corrected(without_bracket(later.text))
        more = _part_of_name(text)
        far = later.box.x0 and abs(later.middle - lines[index].middle) > 70
        if far or not _continues(parts, parts_of(more), is_party=text.rstrip().endswith(",")):
            break
        texts.append(more)
        parts |= parts_of(more)
    above = without_bracket(lines[index - 1].text) if index else ""
    if not parts & LOCATION and parts_of(above) is CourtPart.STATE:
        texts.append(above.strip(" ,"))
    return texts


def _continues(name: CourtPart, more: CourtPart, *, is_party: bool) -> bool:
    """Tell whether a line with these parts goes on with a court's name, rather than naming a party."""
    if (
        not more
        or more & (CourtPart.UNKNOWN | CourtPart.COURT | CourtPart.LOCAL | CourtPart.AGENCY)
        or more is CourtPart.NATION
    ):
        return False
    if more is CourtPart.STATE and name & (CourtPart.NATION | CourtPart.STATE):
        return False
    return not is_party or CourtPart.DIVISION in more


def _court_name(parts: Sequence[str], words: CaseWords) -> str:
    name, *more = (in_title_case(part, words) for part in parts)
    for part in more:
        if re.search(r"(?i)\b(?:for|of|the)$", name):
            name += f" {part}"
        elif re.match(r"(?i)(?:for|of|in|at) ", part):
            name += f" {part[0].lower()}{part[1:]}"
        else:
            name += f", {part}"
    return name


def _court_addressed(lines: Sequence[Line], words: CaseWords) -> CaptionEntry | None:
    """Return the addressee of a petition: 'To the Honorable Justices of the Supreme Court of …'."""
    for index, line in enumerate(lines):
        match = _ADDRESSED.search(" ".join(later.text for later in lines[index : index + 2])[:300])
        if match and match.start() < len(line.text):
            name = in_title_case(match.group("court"), words)
            return _entry(name, 0.6, line) if is_known_court(name) else None
    return None


def _corrected(text: str) -> str:
    """Correct a misread letter in each usual word of a court's name, in a line in capitals."""
    if len(text) > 200 or sum(map(str.islower, text)) > 0.1 * len(text):
        return text
    return " ".join(map(_corrected_word, text.split(" ")))


def _corrected_word(word: str) -> str:
    for known in _VOCABULARY:
        if len(word) == len(known) and sum(a != b for a, b in zip(word, known, strict=True)) <= 1:
            return known
    return word
