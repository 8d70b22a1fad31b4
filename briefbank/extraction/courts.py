"""Reads the name of the court that a document is filed with, from the lines of its caption."""

from __future__ import annotations

import re
from collections.abc import Sequence

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import CaptionEntry
from briefbank.extraction.case_names import without_bracket
from briefbank.extraction.dockets import FROM_BELOW
from briefbank.extraction.parties import CaseWords, in_title_case
from briefbank.extraction.text import Line

_COURT = re.compile(
    r"^(?:in the |the )?(?P<court>(?:united states |u\.s\. )?(?:supreme court|superior court"
    r"|court of (?:criminal |civil |special |general )?appeals?|court of appeal"
    r"|district court of appeal|district court|circuit court|appellate court|court of common pleas"
    r"|commonwealth court|supreme judicial court|family court|county court|municipal court"
    r"|bankruptcy court|tax court|court of claims|court of chancery|court of (?:federal claims"
    r"|international trade|last resort|veterans appeals))\b.{0,90}"
    r"|.{0,60}\b(?:appeals board|board of (?:immigration appeals|review|parole)"
    r"|board of veterans[’'] appeals)|(?:state|commonwealth) of [a-z ]{3,20} (?:supreme court"
    r"|court of appeals|appellate court))",
    re.IGNORECASE,
)
_COURT_MORE = re.compile(
    r"^(?:for the\b.{0,60}\b(?:circuit|district|division)\b.*|of (?:the )?(?:state of )?[a-z ]{3,30}"
    r"|state of [a-z ]{3,20}|appellate division.*|law division.*|chancery division.*|family part.*"
    r"|(?:[a-z]+ )?(?:district|division|department|county)(?: of [a-z ]{3,30})?"
    r"|(?:northern|southern|eastern|western|middle|central) district of [a-z ]+|county of [a-z ]+"
    r"|.{3,30} county|(?:first|second|third|fourth|fifth|sixth|\d+\w\w) (?:appellate )?(?:district"
    r"|department|circuit|division).*|[a-z]+ vicinage)$",
    re.IGNORECASE,
)
_ADDRESSED = re.compile(
    r"\bjustices of the (?P<court>supreme court of (?:the )?[a-z][a-z ]{3,30}[a-z])", re.IGNORECASE
)
_LINES = 70
_VOCABULARY = ("SUPERIOR", "SUPREME", "COURT", "APPELLATE", "DIVISION", "DISTRICT", "CIRCUIT", "STATES")
"""Words of court names: one misread letter in capitals is tolerated in them."""
_GARBLED = re.compile(r"[\\{}<>=~^|%$#@]")


def court(first: Sequence[Line], lines: Sequence[Line], words: CaseWords) -> CaptionEntry | None:
    """Return the court that the first page names, or else the other ``lines`` of the front; None without
    one."""
    return (
        _court_named(first, words, 0.9) or _court_named(lines, words, 0.7) or _court_addressed(lines, words)
    )


def _court_named(lines: Sequence[Line], words: CaseWords, confidence: float) -> CaptionEntry | None:
    below = False
    for index, line in enumerate(lines[:_LINES]):
        read = without_bracket(line.text)
        text = _corrected(read)
        if FROM_BELOW.match(text) and not re.match(r"(?i)united states", text):
            below = True
        match = _COURT.match(text) if not below or not text[:1].isupper() else None
        below = below and not re.search(r"[.:]$", text)
        if match and _is_name(text):
            name = _court_name(_name_lines(lines, index, text), words)
            sure = confidence if text == read else confidence - 0.3
            return None if _GARBLED.search(name) else _entry(name, sure, line)
    return None


def _entry(name: str, confidence: float, line: Line) -> CaptionEntry:
    return CaptionEntry(CaptionField.COURT, name, "caption", confidence, line.page)


def _is_name(text: str) -> bool:
    """Tell whether a line is not a sentence that begins with a court's name."""
    return (
        len(text.split()) <= 14
        and not text.rstrip().endswith((",", ";"))
        and not re.search(r"\b(?:affirm|order|held|has|was|is)\b", text)
    )


def _name_lines(lines: Sequence[Line], index: int, text: str) -> list[str]:
    """Return the name's lines: the court, its division, its county."""
    parts = [re.sub(r"^(?:in the|the)\s+", "", text, flags=re.IGNORECASE).strip(" ,")]
    for later in lines[index + 1 : index + 4]:
        more = _corrected(without_bracket(later.text)).strip(" ,")
        if not _COURT_MORE.match(more) or (later.box.x0 and abs(later.middle - lines[index].middle) > 70):
            break
        parts.append(more)
    return parts


def _court_name(parts: Sequence[str], words: CaseWords) -> str:
    cased = [in_title_case(part, words) for part in parts]
    name = cased[0]
    for part in cased[1:]:
        if re.search(r"(?i)\b(?:for|of|the)$", name):
            name += f" {part}"
        else:
            name += f" {part[0].lower()}{part[1:]}" if re.match(r"(?i)(?:for|of) ", part) else f", {part}"
    return name


def _court_addressed(lines: Sequence[Line], words: CaseWords) -> CaptionEntry | None:
    """Return the addressee of a petition: 'To the Honorable Justices of the Supreme Court of …'."""
    for index, line in enumerate(lines):
        match = _ADDRESSED.search(" ".join(each.text for each in lines[index : index + 2])[:300])
        if match and match.start() < len(line.text):
            return _entry(in_title_case(match.group("court"), words), 0.6, line)
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
