"""Finds which lawyers' office wrote a brief.

The office stands in the block of lines with the lawyers' names and contact details, on the cover or below the
signature. The comment after a pattern is an example.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import CaptionEntry
from briefbank.extraction.caption_finders import Front
from briefbank.extraction.caption_finders.filed import signature_lines
from briefbank.extraction.caption_names import any_of, in_title_case, plain_name
from briefbank.extraction.text import Line

_CONTINUES = any_of(r"\b(?:of|and|for|by|the|&)$")
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


def find(front: Front) -> CaptionEntry | None:
    """Return the office of the lawyers on the cover, or else of those who sign; None without one."""
    if not front.pleads:
        return None
    if entry := _office(front.first, front):
        return entry
    entry = _office(signature_lines(front.pages), front)
    return entry and replace(entry, source="signature")


def _office(lines: Sequence[Line], front: Front) -> CaptionEntry | None:
    names = {plain_name(party.name) for party in front.parties}
    blocks: list[list[Line]] = []  # of lines that stand below each other, with about the same left edge
    for line in lines:
        for block in blocks[::-1][:4]:
            last = block[-1]
            below = last.page == line.page and 0 <= line.middle - last.middle <= _MAX_GAP
            if below and abs(line.box.x0 - last.box.x0) <= _COLUMN_TOLERANCE:
                block.append(line)
                break
        else:
            blocks.append([line])
    candidates: list[tuple[bool, bool, CaptionEntry]] = []
    for block in blocks:
        if not any(_CONTACT_DETAILS.search(line.text[:200]) for line in block):
            continue
        of_record = any(_OF_RECORD.search(line.text[:200]) for line in block)
        for index, line in enumerate(block):
            text = line.text.strip(" ,;*")
            full = bool(_OFFICE.match(text[:120]))
            if (full or _PUBLIC_OFFICE_HEAD.match(text[:120])) and plain_name(text) not in names:
                text = _continued_office(block, index) if full else text
                value = in_title_case(" ".join(text.split()).strip(" ,;*"), front.words)
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
