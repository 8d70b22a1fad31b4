"""Finds on a brief's cover which side it is filed for.

The side stands in the title ("Brief on behalf of Defendant-Appellant"), beside the lawyers ("Attorneys for
Petitioners"), or follows from the party whose name stands in either place. The comment after a pattern is an
example.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import CaptionEntry, Party
from briefbank.extraction.caption_finders import Front
from briefbank.extraction.caption_finders.filed import signature_lines
from briefbank.extraction.caption_names import AMICUS, ROLE, any_of, ends_with_role, plain_name, side_of
from briefbank.extraction.text import Line
from briefbank.text.case_names import sovereign

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
_AGAINST = any_of(_ANSWERS)  # Response to: what stands between a paper and the one that it answers
_ANSWERED = any_of(rf"{_ANSWERS}+(?:the\s+)?$")  # to the: what stands before a paper that is answered
_CONTEXT_CHARS = 24
_COUNSEL_FOR = any_of(
    r"\b(?:attorneys?|counsel|solicitors?)\s+for\s+(?:the\s+)?(?P<whom>[^.;|]{3,80})"  # Counsel for Doe
)
_BY_NAME = any_of(rf"\b{_PAPER}\b[^.:;]{{0,70}}?{_FOR}(?P<whom>[^.:;|]{{3,80}})")  # Memorandum of Jane Doe
_REPRESENTATION = any_of(rf"\b(?:{_PAPER}|attorneys?|counsel|solicitors?|behalf)\b")
_PETITION = re.compile(
    r"(?im)^\W*(?:\w+\s+){0,2}petition for (?:an? )?(?:writ of )?"  # Verified Petition for Certiorari
    r"(?:certiorari|certification|review|rehearing|allowance)\b"
)
_CONTINUES = any_of(r"\b(?:of|and|for|by|the|&)$")
_ROLE_FIRST = any_of(rf"^{_ROLES}")
_MAX_COVER_CHARS = 6000  # The number of characters of the front that are examined


def find(front: Front) -> CaptionEntry | None:
    """Return the side of a brief, from its cover or else from those who sign it; None when in doubt."""
    if not front.pleads:
        return None
    side, confidence = _side_on_cover(front.first, front.parties)
    if side:
        return CaptionEntry(CaptionField.SIDE, side, "caption", confidence, front.first[0].page)
    signers = signature_lines(front.pages)
    represented = _sides_of_counsel(" ".join(line.text[:200] for line in signers), front.parties)
    if len(represented) != 1:
        return None
    return CaptionEntry(CaptionField.SIDE, represented.pop(), "signature", 0.7, signers[0].page)


def _side_on_cover(lines: Sequence[Line], known: Sequence[Party]) -> tuple[str, float]:
    """Return the side that a cover names and its confidence; empty where it names none."""
    above = ["", *(line.text for line in lines)]
    rows = "\n".join(  # without lines that close a party's block in the caption: any party has such a role
        line.text
        for line, before in zip(lines, above, strict=False)
        if _CONTINUES.search(before) or _REPRESENTATION.search(line.text) or not ends_with_role(line.text)
    )[:_MAX_COVER_CHARS]
    text = rows.replace("\n", " ")
    if _first_own_match(_AMICUS, text):
        return AMICUS, 0.9
    for pattern, confidence in ((_BEHALF, 0.9), (_POSSESSIVE, 0.85)):
        if match := _first_own_match(pattern, text):
            return side_of(match["role"]), confidence
    represented = _sides_of_counsel(text, known)
    named = {_side_of_name(match["whom"], known) for match in _BY_NAME.finditer(text)} - {""}
    if len(represented) == 1:
        return represented.pop(), 0.85
    if len(named) == 1:
        return named.pop(), 0.75
    return ("Petitioner", 0.75) if _PETITION.search(rows) and not represented else ("", 0.0)


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
    """Return the side of the party whose name a text begins with; 'the State' is one."""
    text = plain_name(whom)
    for party in known:
        names = {plain_name(party.name), plain_name(sovereign(party.name))}
        if party.role and any(text == name or text.startswith(f"{name} ") for name in names):
            return side_of(party.role)
    return ""
