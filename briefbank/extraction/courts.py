"""Reads the name of the court that a document is filed with, from the lines of its caption.

A name that is not that of a known court, as a whole, is not taken: text recognition mixes stamps and other
columns into these lines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import CaptionEntry
from briefbank.extraction.case_names import without_bracket
from briefbank.extraction.dockets import FROM_BELOW
from briefbank.extraction.known_courts import LOCATION, Part, begins_as_court, is_known_court, parts_of
from briefbank.extraction.parties import CaseWords, in_title_case
from briefbank.extraction.stamp import without_stamp_remains
from briefbank.extraction.text import Line

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
        if not own or not begins_as_court(text) or text.rstrip().endswith((",", ";")):
            continue
        first = _part_of_name(text)
        if Part.UNKNOWN in parts_of(first) and _is_sentence(first):
            continue
        name = _court_name(_name_lines(lines, index, first), words)
        if is_known_court(name):
            return _entry(name, confidence if first in read else confidence - 0.3, line)
        if Part.UNKNOWN in parts_of(name):
            return None
    return None


def _entry(name: str, confidence: float, line: Line) -> CaptionEntry:
    return CaptionEntry(CaptionField.COURT, name, "caption", confidence, line.page)


def _is_sentence(text: str) -> bool:
    return any(word.islower() and word not in _SMALL_WORDS for word in text.split())


def _part_of_name(text: str) -> str:
    """Return a line of a name, without its article and without what a stamp left beside it."""
    part = re.sub(r"^(?:in the|the)\s+", "", text, flags=re.IGNORECASE)
    part = _NUMBER_AFTER.split(part, maxsplit=1)[0].strip(" ,.")
    return without_stamp_remains(part) if Part.UNKNOWN in parts_of(part) else part


def _name_lines(lines: Sequence[Line], index: int, first: str) -> list[str]:
    """Return the name's lines: the court, its state, division and county."""
    parts, found = [first], parts_of(first)
    for later in lines[index + 1 : index + 4]:
        text = _corrected(without_bracket(later.text))
        more = _part_of_name(text)
        far = later.box.x0 and abs(later.middle - lines[index].middle) > 70
        if far or not _continues(found, parts_of(more), is_party=text.rstrip().endswith(",")):
            break
        parts.append(more)
        found |= parts_of(more)
    above = without_bracket(lines[index - 1].text) if index else ""
    if not found & LOCATION and parts_of(above) is Part.STATE:
        parts.append(above.strip(" ,"))
    return parts


def _continues(name: Part, more: Part, *, is_party: bool) -> bool:
    """Tell whether a line with these parts goes on with a court's name, rather than naming a party."""
    if not more or more & (Part.UNKNOWN | Part.COURT | Part.LOCAL | Part.AGENCY) or more is Part.NATION:
        return False
    if more is Part.STATE and name & (Part.NATION | Part.STATE):
        return False
    return not is_party or Part.DIVISION in more


def _court_name(parts: Sequence[str], words: CaseWords) -> str:
    cased = [in_title_case(part, words) for part in parts]
    name = cased[0]
    for part in cased[1:]:
        if re.search(r"(?i)\b(?:for|of|the)$", name):
            name += f" {part}"
        else:
            name += (
                f" {part[0].lower()}{part[1:]}" if re.match(r"(?i)(?:for|of|in|at) ", part) else f", {part}"
            )
    return name


def _court_addressed(lines: Sequence[Line], words: CaseWords) -> CaptionEntry | None:
    """Return the addressee of a petition: 'To the Honorable Justices of the Supreme Court of …'."""
    for index, line in enumerate(lines):
        match = _ADDRESSED.search(" ".join(each.text for each in lines[index : index + 2])[:300])
        if match and match.start() < len(line.text):
            name = in_title_case(match.group("court"), words)
            return _entry(name, 0.6, line) if is_known_court(name) else None
    return None


def _corrected(text: str) -> str:
    """Correct a misread letter in each usual word of a court's name, in a line in capitals."""
    small = sum(map(str.islower, text))
    if len(text) > 200 or small > 0.1 * len(text):
        return text
    return " ".join(map(_corrected_word, text.split(" ")))


def _corrected_word(word: str) -> str:
    for known in _VOCABULARY:
        if len(word) == len(known) and sum(a != b for a, b in zip(word, known, strict=True)) <= 1:
            return known
    return word
