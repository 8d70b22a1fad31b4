"""Finds on a brief's cover which side it is filed for and which lawyers' office wrote it.

The side stands in the title ("Brief on behalf of Defendant-Appellant"), beside the lawyers ("Attorneys for
Petitioners"), or follows from the party whose name stands in either place. The office stands in the block of
lines with the lawyers' names and contact details.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import CaptionEntry, Party
from briefbank.extraction.parties import (
    AMICUS,
    ROLE,
    CaseWords,
    ends_with_role,
    in_title_case,
    side_of,
    sovereign,
)
from briefbank.extraction.text import Line

_ROLES = rf"(?:{ROLE})(?:\s*(?:[-–—/]|\band\b)\s*(?:{ROLE})){{0,3}}"
_PAPER = (
    r"(?:letter[- ]?brief|brief|petition|memorandum|opposition|reply|response|answer|motion|appendix"
    r"|statement in lieu of brief)"
)
_BEHALF = re.compile(
    rf"\b{_PAPER}\b(?P<between>[^.:;]{{0,70}}?)\b(?:on behalf of|submitted by|for|of|by)\s+(?:the\s+)?"
    rf"(?P<role>{_ROLES})",
    re.IGNORECASE,
)
_POSSESSIVE = re.compile(
    rf"(?P<between>)\b(?P<role>{_ROLES})[’']?s?[’']?\s+(?:[\w’'&.,-]+\s+){{0,8}}?{_PAPER}\b", re.IGNORECASE
)
_AMICUS = re.compile(
    r"\bbriefs?\b(?P<between>[^.:;]{0,160}?)\bamic(?:us|i) curiae\b"
    r"|\bamic(?:us|i) curiae[’']?s?\s+(?:\w+\s+){0,3}brief\b",
    re.IGNORECASE,
)
_AGAINST = re.compile(r"\b(?:to|against|opposing|from)\s", re.IGNORECASE)
"""The words between a paper and the one that it answers."""
_ANSWERED = re.compile(r"\b(?:to|against|opposing|from)\s+(?:the\s+)?$", re.IGNORECASE)
_CONTEXT_CHARS = 24
_COUNSEL_FOR = re.compile(
    r"\b(?:attorneys?|counsel|solicitors?)\s+for\s+(?:the\s+)?(?P<whom>[^.;|]{3,80})", re.IGNORECASE
)
_BY_NAME = re.compile(
    rf"\b{_PAPER}\b[^.:;]{{0,70}}?\b(?:on behalf of|submitted by|for|of|by)\s+(?P<whom>[^.:;|]{{3,80}})",
    re.IGNORECASE,
)
_REPRESENTATION = re.compile(rf"\b(?:{_PAPER}|attorneys?|counsel|solicitors?|behalf)\b", re.IGNORECASE)
_PETITION = re.compile(
    r"^\W*(?:\w+\s+){0,2}petition for (?:an? )?(?:writ of )?(?:certiorari|certification|review|rehearing"
    r"|allowance)\b",
    re.IGNORECASE | re.MULTILINE,
)
_CONTINUES = re.compile(r"\b(?:of|and|for|by|the|&)$", re.IGNORECASE)
_ROLE_ALONE = re.compile(rf"^{_ROLES}", re.IGNORECASE)
_MAX_COVER_CHARS = 6000
"""The number of characters of the front that are examined."""


def side(lines: Sequence[Line], known: Sequence[Party]) -> CaptionEntry | None:
    """Return the side of a brief, from the cover's ``lines`` and the caption's parties; None when in
    doubt."""
    rows = "\n".join(_without_parties(lines))[:_MAX_COVER_CHARS]
    text = rows.replace("\n", " ")
    if _first_own_match(_AMICUS, text):
        return _side(AMICUS, 0.9, lines)
    for pattern, confidence in ((_BEHALF, 0.9), (_POSSESSIVE, 0.85)):
        if match := _first_own_match(pattern, text):
            return _side(side_of(match.group("role")), confidence, lines)
    whose = _sides_of_counsel(text, known)
    if len(whose) == 1:
        return _side(whose.pop(), 0.85, lines)
    named = {found for match in _BY_NAME.finditer(text) if (found := _role_of(match.group("whom"), known))}
    if len(named) == 1:
        return _side(named.pop(), 0.75, lines)
    return _side("Petitioner", 0.75, lines) if _PETITION.search(rows) and not whose else None


def side_of_signers(lines: Sequence[Line], known: Sequence[Party]) -> CaptionEntry | None:
    """Return the side that the signers represent; None when in doubt."""
    whose = _sides_of_counsel(" ".join(line.text[:200] for line in lines), known)
    entry = _side(whose.pop(), 0.7, lines) if len(whose) == 1 else None
    return entry and replace(entry, source="signature")


def _sides_of_counsel(text: str, known: Sequence[Party]) -> set[str]:
    found = {_client_side(match.group("whom"), known) for match in _COUNSEL_FOR.finditer(text)}
    return found - {""}


def _without_parties(lines: Sequence[Line]) -> list[str]:
    """Return the lines without those that close a party's block in the caption: any party has such a role."""
    before = ["", *(line.text for line in lines)]
    return [
        line.text
        for line, above in zip(lines, before[:-1], strict=True)
        if _CONTINUES.search(above) or _REPRESENTATION.search(line.text) or not ends_with_role(line.text)
    ]


def _first_own_match(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """Return the first match that concerns this paper, and not the one that it answers."""
    for match in pattern.finditer(text):
        before = text[max(0, match.start() - _CONTEXT_CHARS) : match.start()]
        if not _AGAINST.search(f"{match.group('between') or ''} ") and not _ANSWERED.search(before):
            return match
    return None


def _side(value: str, confidence: float, lines: Sequence[Line]) -> CaptionEntry | None:
    if not value:
        return None
    return CaptionEntry(CaptionField.SIDE, value, "caption", confidence, lines[0].page)


def _client_side(whom: str, known: Sequence[Party]) -> str:
    """Return the side of the clients in "Attorneys for …": their role, or the role of a party of that
    name."""
    if re.match(r"amic(?:us|i)\b", whom, re.IGNORECASE):
        return AMICUS
    match = _ROLE_ALONE.match(whom)
    return side_of(match.group()) if match else _role_of(whom, known)


def _role_of(whom: str, known: Sequence[Party]) -> str:
    """Return the side of the party whose name a text begins with; 'the State' means the State of New
    Jersey."""
    said = _plain(whom)
    for party in known:
        names = {_plain(party.name), _plain(sovereign(party.name))}
        if party.role and any(said == name or said.startswith(f"{name} ") for name in names):
            return side_of(party.role)
    return ""


def _plain(name: str) -> str:
    return re.sub(r"\W+", " ", name.casefold().removeprefix("the ")).strip()


# --- the office ----------------------------------------------------------------------------------

_OFFICE = re.compile(
    r"^(?:the )?(?:law )?offices? of (?!the (?:prosecutor|district attorney)$).{3,60}$"
    r"|^(?:.{2,60}[ ,])(?:LLP|L\.L\.P\.?|PLLC|P\.L\.L\.C\.?|LLC|L\.L\.C\.?|P\.?C\.?|P\.?A\.?|APC|Chartered"
    r"|& Associates)$"
    r"|^.{0,50}\blaw (?:group|firm|offices?|center|clinic|department)\b.{0,30}$|^.{2,50}\bschool of law$"
    r"|^.{2,60}\b(?:law school|clinic)\b.{0,40}$|^.{2,50}\b(?:defenders|advocates)(?: of [a-z ]{3,30})?$"
    r"|^center for .{3,40}$"
    r"|^.{0,40}\b(?:legal aid|legal services|legal defen[sc]e|innocence project)\b.{0,40}$"
    r"|^.{0,50}\b(?:prosecutor|defender|attorney|solicitor)(?:[’']s|s[’']) office\b.{0,40}$"
    r"|^(?:u\.s\. |united states |state )?department of (?:law|justice)\b.{0,40}$"
    r"|^american civil liberties union.{0,60}$",
    re.IGNORECASE,
)
_PUBLIC_OFFICE_HEAD = re.compile(
    r"^(?:acting )?(?:(?:state|federal|chief|appellate) )?public defender(?: (?:of|for) [a-z ]{3,30})?$"
    r"|^(?:acting )?attorney general(?: of (?:the )?[a-z ]{3,40})?$"
    r"|^(?:acting )?[a-z]+(?: [a-z]+)? county prosecutor$|^(?:acting )?united states attorney\b.{0,40}$"
    r"|^(?:acting )?(?:county )?district attorney\b.{0,40}$|^(?:acting )?solicitor general\b.{0,30}$",
    re.IGNORECASE,
)
"""The title of the head of a public office, who stands for the office."""
_CONTACT_DETAILS = re.compile(
    r"\b(?:attorneys?|counsel) for\b|\bcounsel of record\b|\bof counsel\b|@\w"
    r"|\bon the (?:letter[- ]?)?brief\b|\(?\d{3}\)?[-. ]{1,2}\d{3}[-.]\d{4}"
    r"|\bbar (?:no|id|number)|\battorney id|\bSBN\b|\b[A-Z]{2} \d{5}\b"
    r"|\b(?:new jersey|n\.j\.) \d{5}\b|\besq\b",
    re.IGNORECASE,
)
_OF_RECORD = re.compile(r"counsel of record", re.IGNORECASE)
_MAX_GAP, _COLUMN_TOLERANCE = 34.0, 60.0
"""Maximum distances in points: between the lines of one block, and between their left ends."""
_UNFINISHED = re.compile(r",$|union$", re.IGNORECASE)


def office(lines: Sequence[Line], taken: Iterable[str], words: CaseWords) -> CaptionEntry | None:
    """Return the office of the lawyers on the cover; None where no line names an office.

    ``taken`` are the caption's parties, which are not the office.
    """
    names = {_plain(name) for name in taken}
    found: list[tuple[bool, bool, CaptionEntry]] = []
    for block in _blocks(lines):
        if not any(_CONTACT_DETAILS.search(line.text[:200]) for line in block):
            continue
        record = any(_OF_RECORD.search(line.text[:200]) for line in block)
        for index, line in enumerate(block):
            text = line.text.strip(" ,;*")
            full = bool(_OFFICE.match(text[:120]))
            if (full or _PUBLIC_OFFICE_HEAD.match(text[:120])) and _plain(text) not in names:
                entry = _office(_continued_office(block, index) if full else text, line, words)
                found.append((record, full, entry))
    if not found:
        return None
    best = max(found, key=lambda each: each[:2])
    rivals = {entry.value for record, full, entry in found if (record, full) == best[:2]}
    return best[2] if len(rivals) == 1 else replace(best[2], confidence=0.5)


def _office(text: str, line: Line, words: CaseWords) -> CaptionEntry:
    value = in_title_case(" ".join(text.split()).strip(" ,;*"), words)
    return CaptionEntry(CaptionField.OFFICE, value, "caption", 0.75, line.page)


def _continued_office(block: Sequence[Line], index: int) -> str:
    """Return an office's name with its continuation lines: 'American Civil Liberties / Union …'."""
    text = block[index].text.strip()
    above = block[index - 1].text.strip() if index else ""
    if _CONTINUES.search(above) and not re.search(r"\d|@", above):
        text = f"{above} {text}"
    for later in block[index + 1 : index + 3]:
        if not (_CONTINUES.search(text) or _UNFINISHED.search(text)) or re.search(r"\d|@", later.text):
            break
        text = f"{text} {later.text.strip()}"
    return text


def _blocks(lines: Sequence[Line]) -> list[list[Line]]:
    """Return the groups of lines that stand below each other and begin at about the same place."""
    blocks: list[list[Line]] = []
    for line in lines:
        for block in blocks[::-1][:4]:
            last = block[-1]
            below = last.page == line.page and 0 <= line.middle - last.middle <= _MAX_GAP
            if below and abs(line.box.x0 - last.box.x0) <= _COLUMN_TOLERANCE:
                block.append(line)
                break
        else:
            blocks.append([line])
    return blocks
