"""Finds on a brief's cover which side it is filed for and which lawyers' office wrote it.

The side stands in the title ("Brief on behalf of Defendant-Appellant"), beside the lawyers ("Attorneys for
Petitioners"), or follows from the party whose name stands in either place. The office stands in the block of
lines with the lawyers' names and contact details. The comment after a pattern is an example.
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
    any_of,
    ends_with_role,
    in_title_case,
    side_of,
    sovereign,
)
from briefbank.extraction.text import Line

_ROLES = rf"(?:{ROLE})(?:\s*(?:[-–—/]|\band\b)\s*(?:{ROLE})){{0,3}}"
"""Defendant-Appellant; Appellee and Cross-Appellant"""
_PAPER = (
    r"(?:letter[- ]?brief|brief|petition|memorandum|opposition|reply|response|answer|motion|appendix"
    r"|statement in lieu of brief)"
)
_FOR = r"\b(?:on behalf of|submitted by|for|of|by)\s+"
_BEHALF = any_of(rf"\b{_PAPER}\b(?P<between>[^.:;]{{0,70}}?){_FOR}(?:the\s+)?(?P<role>{_ROLES})")
"""Brief and Appendix on Behalf of Defendant-Appellant"""
_POSSESSIVE = any_of(rf"(?P<between>)\b(?P<role>{_ROLES})[’']?s?[’']?\s+(?:[\w’'&.,-]+\s+){{0,8}}?{_PAPER}\b")
"""Appellant's Opening Brief"""
_AMICUS = any_of(
    r"\bbriefs?\b(?P<between>[^.:;]{0,160}?)\bamic(?:us|i) curiae\b",  # Brief of the ACLU as Amicus Curiae
    r"\bamic(?:us|i) curiae[’']?s?\s+(?:\w+\s+){0,3}brief\b",  # Amicus Curiae's Supporting Brief
)
_ANSWERS = r"\b(?:to|against|opposing|from)\s"
_AGAINST = any_of(_ANSWERS)
"""Response to: what stands between a paper and the one that it answers"""
_ANSWERED = any_of(rf"{_ANSWERS}+(?:the\s+)?$")
"""to the: what stands before a paper that is answered"""
_CONTEXT_CHARS = 24
_COUNSEL_FOR = any_of(
    r"\b(?:attorneys?|counsel|solicitors?)\s+for\s+(?:the\s+)?(?P<whom>[^.;|]{3,80})"  # Counsel for Doe
)
_BY_NAME = any_of(rf"\b{_PAPER}\b[^.:;]{{0,70}}?{_FOR}(?P<whom>[^.:;|]{{3,80}})")
"""Memorandum of Jane Doe"""
_REPRESENTATION = any_of(rf"\b(?:{_PAPER}|attorneys?|counsel|solicitors?|behalf)\b")
_PETITION = re.compile(
    r"^\W*(?:\w+\s+){0,2}petition for (?:an? )?(?:writ of )?"  # Verified Petition for a Writ of Certiorari
    r"(?:certiorari|certification|review|rehearing|allowance)\b",
    re.IGNORECASE | re.MULTILINE,
)
_CONTINUES = any_of(r"\b(?:of|and|for|by|the|&)$")
_ROLE_FIRST = any_of(rf"^{_ROLES}")
_MAX_COVER_CHARS = 6000
"""The number of characters of the front that are examined."""
_OFFICE = any_of(
    r"^(?:the )?(?:law )?offices? of (?!the (?:prosecutor|district attorney)$).{3,60}$",  # Law Office of Doe
    r"^.{2,60}[ ,](?:LLP|L\.L\.P\.?|PLLC|P\.L\.L\.C\.?|LLC|L\.L\.C\.?|P\.?C\.?|P\.?A\.?)$",  # Doe & Roe, LLP
    r"^.{2,60}[ ,](?:APC|Chartered|& Associates)$",  # Doe & Associates
    r"^.{0,50}\blaw (?:group|firm|offices?|center|clinic|department)\b.{0,30}$",  # Newark Law Department
    r"^.{2,50}\bschool of law$",  # Rutgers School of Law
    r"^.{2,60}\b(?:law school|clinic)\b.{0,40}$",  # Harvard Law School Clinic
    r"^.{2,50}\b(?:defenders|advocates)(?: of [a-z ]{3,30})?$",  # Federal Defenders of San Diego
    r"^center for .{3,40}$",  # Center for Appellate Litigation
    r"^.{0,40}\b(?:legal aid|legal services|legal defen[sc]e|innocence project)\b.{0,40}$",  # Legal Aid
    r"^.{0,50}\b(?:prosecutor|defender|attorney|solicitor)(?:[’']s|s[’']) office\b.{0,40}$",
    r"^(?:u\.s\. |united states |state )?department of (?:law|justice)\b.{0,40}$",  # Department of Law
    r"^american civil liberties union.{0,60}$",
)
_PUBLIC_OFFICE_HEAD = any_of(
    r"^(?:acting )?(?:(?:state|federal|chief|appellate) )?public defender(?: (?:of|for) [a-z ]{3,30})?$",
    r"^(?:acting )?attorney general(?: of (?:the )?[a-z ]{3,40})?$",  # Attorney General of New Jersey
    r"^(?:acting )?[a-z]+(?: [a-z]+)? county prosecutor$",  # Cape May County Prosecutor
    r"^(?:acting )?united states attorney\b.{0,40}$",
    r"^(?:acting )?(?:county )?district attorney\b.{0,40}$",
    r"^(?:acting )?solicitor general\b.{0,30}$",
)
"""The title of the head of a public office, who stands for the office."""
_CONTACT_DETAILS = any_of(
    r"\b(?:attorneys?|counsel) for\b|\bcounsel of record\b|\bof counsel\b|\besq\b",
    r"\bon the (?:letter[- ]?)?brief\b",
    r"@\w|\(?\d{3}\)?[-. ]{1,2}\d{3}[-.]\d{4}",  # doe@example.org; (609) 555-0100
    r"\bbar (?:no|id|number)|\battorney id|\bSBN\b",  # Bar No. 12345
    r"\b[A-Z]{2} \d{5}\b|\b(?:new jersey|n\.j\.) \d{5}\b",  # NJ 08625
)
_OF_RECORD = any_of(r"counsel of record")
_MAX_GAP, _COLUMN_TOLERANCE = 34.0, 60.0
"""Maximum distances in points: between the lines of one block, and between their left ends."""
_UNFINISHED = any_of(r",$|union$")


def side(lines: Sequence[Line], known: Sequence[Party]) -> CaptionEntry | None:
    """Return the side of a brief, from the cover's ``lines`` and the caption's parties; None when in
    doubt."""
    above = ["", *(line.text for line in lines)]
    rows = "\n".join(  # without lines that close a party's block in the caption: any party has such a role
        line.text
        for line, before in zip(lines, above, strict=False)
        if _CONTINUES.search(before) or _REPRESENTATION.search(line.text) or not ends_with_role(line.text)
    )[:_MAX_COVER_CHARS]
    text = rows.replace("\n", " ")
    if _first_own_match(_AMICUS, text):
        return _side(AMICUS, 0.9, lines)
    for pattern, confidence in ((_BEHALF, 0.9), (_POSSESSIVE, 0.85)):
        if match := _first_own_match(pattern, text):
            return _side(side_of(match["role"]), confidence, lines)
    represented = _sides_of_counsel(text, known)
    if len(represented) == 1:
        return _side(represented.pop(), 0.85, lines)
    named = {_side_of_name(match["whom"], known) for match in _BY_NAME.finditer(text)} - {""}
    if len(named) == 1:
        return _side(named.pop(), 0.75, lines)
    return _side("Petitioner", 0.75, lines) if _PETITION.search(rows) and not represented else None


def side_of_signers(lines: Sequence[Line], known: Sequence[Party]) -> CaptionEntry | None:
    """Return the side that the signers represent; None when in doubt."""
    represented = _sides_of_counsel(" ".join(line.text[:200] for line in lines), known)
    return _side(represented.pop(), 0.7, lines, "signature") if len(represented) == 1 else None


def _side(
    value: str, confidence: float, lines: Sequence[Line], source: str = "caption"
) -> CaptionEntry | None:
    return CaptionEntry(CaptionField.SIDE, value, source, confidence, lines[0].page) if value else None


def _first_own_match(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """Return the first match that concerns this paper, and not the one that it answers."""
    for match in pattern.finditer(text):
        before = text[max(0, match.start() - _CONTEXT_CHARS) : match.start()]
        if not _AGAINST.search(f"{match['between'] or ''} ") and not _ANSWERED.search(before):
            return match
    return None


def _sides_of_counsel(text: str, known: Sequence[Party]) -> set[str]:
    """Return the sides of the clients in "Attorneys for …": their roles, or those of parties of that name."""
    sides = set()
    for match in _COUNSEL_FOR.finditer(text):
        whom = match["whom"]
        if re.match(r"amic(?:us|i)\b", whom, re.IGNORECASE):
            sides.add(AMICUS)
        elif role := _ROLE_FIRST.match(whom):
            sides.add(side_of(role.group()))
        else:
            sides.add(_side_of_name(whom, known))
    return sides - {""}


def _side_of_name(whom: str, known: Sequence[Party]) -> str:
    """Return the side of the party whose name a text begins with; 'the State' means the State of New
    Jersey."""
    text = _plain(whom)
    for party in known:
        names = {_plain(party.name), _plain(sovereign(party.name))}
        if party.role and any(text == name or text.startswith(f"{name} ") for name in names):
            return side_of(party.role)
    return ""


def _plain(name: str) -> str:
    return re.sub(r"\W+", " ", name.casefold().removeprefix("the ")).strip()


def office(lines: Sequence[Line], taken: Iterable[str], words: CaseWords) -> CaptionEntry | None:
    """Return the office of the lawyers on the cover; None where no line names an office.

    ``taken`` are the caption's parties, which are not the office.
    """
    names = {_plain(name) for name in taken}
    candidates: list[tuple[bool, bool, CaptionEntry]] = []
    for block in _blocks(lines):
        if not any(_CONTACT_DETAILS.search(line.text[:200]) for line in block):
            continue
        of_record = any(_OF_RECORD.search(line.text[:200]) for line in block)
        for index, line in enumerate(block):
            text = line.text.strip(" ,;*")
            full = bool(_OFFICE.match(text[:120]))
            if (full or _PUBLIC_OFFICE_HEAD.match(text[:120])) and _plain(text) not in names:
                text = _continued_office(block, index) if full else text
                value = in_title_case(" ".join(text.split()).strip(" ,;*"), words)
                entry = CaptionEntry(CaptionField.OFFICE, value, "caption", 0.75, line.page)
                candidates.append((of_record, full, entry))
    if not candidates:
        return None
    best = max(candidates, key=lambda candidate: candidate[:2])
    rivals = {entry.value for of_record, full, entry in candidates if (of_record, full) == best[:2]}
    return best[2] if len(rivals) == 1 else replace(best[2], confidence=0.5)


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
    """Return the groups of lines that stand below each other and begin at about the same left edge."""
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
