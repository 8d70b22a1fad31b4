"""Recognises the names of American courts by their parts: kind of court, state or nation, district, division.

A name is known if it consists of nothing but such parts, so that words of a sentence, a clerk's stamp or a
misread letter make it unknown. The kinds of courts and the divisions are those in the names of courts-db
0.10 (Free Law Project, BSD-2-Clause), the states and territories those of its ``states.json``.
"""

from __future__ import annotations

import re
from enum import Flag, auto

_STATES = (
    "alabama|alaska|american samoa|arizona|arkansas|california|colorado|connecticut|delaware|florida|georgia"
    "|guam|hawai[’'ʻi]?i|idaho|illinois|indiana|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts"
    "|michigan|minnesota|mississippi|missouri|montana|nebraska|nevada|new hampshire|new jersey|new mexico"
    "|new york|north carolina|north dakota|(?:the )?northern mariana islands|ohio|oklahoma|oregon"
    "|pennsylvania|puerto rico|rhode island|south carolina|south dakota|tennessee|texas|utah|vermont"
    "|(?:the )?virgin islands(?: of the united states)?|virginia|washington|west virginia|wisconsin|wyoming"
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
_WORD = (
    r"(?!(?i:court|division|part|department|district|circuit|state|county|supreme|superior)\b)[A-Z][\w.’'-]*"
)
_NAME = rf"{_WORD}(?: (?:(?:and|de|du|of|the) )?{_WORD}){{0,2}}"
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


class Part(Flag):
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


LOCATION = Part.NATION | Part.STATE | Part.DISTRICT | Part.PLACE
"""The parts of which a court's name has at least one."""


def begins_as_court(line: str) -> bool:
    """Tell whether a line begins with a kind of court, after "in the" and the state or nation."""
    return _BEGINNING.match(line) is not None


def parts_of(text: str) -> Part:
    """Return the parts of a court's name that a text consists of, in linear time."""
    leading = _LEADING.match(text, 0, _MAX_CHARS)
    found, at = Part.NONE, leading.end() if leading else 0
    while at < len(text):
        match = _PART.match(text, at)
        if match is None or at >= _MAX_CHARS:
            return found | Part.UNKNOWN
        found |= Part[str(match.lastgroup).upper()]
        at = match.end()
    return found


def is_known_court(name: str) -> bool:
    """Tell whether a name is that of a court, and says where: "Court of Appeals" alone does not."""
    found = parts_of(name)
    named = bool(found & (Part.AGENCY | Part.LOCAL)) or (Part.COURT in found and bool(found & LOCATION))
    return name[:1].isupper() and named and Part.UNKNOWN not in found
