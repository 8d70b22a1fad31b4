"""The roles that captions give to parties: how they are written, and which side of an appeal each is.

"Plaintiff-Respondent", "Defendants—Appellants", "Respondent and Defendant", "Appellee/Cross-Appellant", "Real
Parties-in-Interest". Of several, the one of the court at hand counts for the side: a defendant who appeals is
the appellant.
"""

from __future__ import annotations

import re

ROLE = (
    r"(?:third[- ]party[- ]|counter[- ]?|cross[- ]?|proposed |nominal )?"
    r"(?:plaintiff|defendant|petitioner|respondent|appellant|appellee|movant|intervenor|applicant|claimant"
    r"|relator|complainant|debtor|employee|employer|juvenile|objector)s?\b"
    r"|(?:real )?part(?:y|ies)[- ]in[- ]interest\b"
)
"""One role, to be matched without regard to case; never nested in a repetition."""

AMICUS = "amicus curiae"
_ROLE = re.compile(rf"\b(?:{ROLE})", re.IGNORECASE)
_BETWEEN = re.compile(r"\s*(?:[-–—/,&]|\band\b)?\s*(?:and\b)?\s*", re.IGNORECASE)
_AFTER = re.compile(r"[\s.,;:)\]|*]*")
_BEFORE = " ,;:(-–—"
_OF_APPEAL = ("appellant", "appellee", "petitioner", "respondent")
_LONGEST = 600
"""Characters of one party's block that are looked at from its end: roles are short."""


def split_role(text: str) -> tuple[str, str]:
    """The names of a party's block, and the role at its end in title case; ('…', '') where there is none."""
    start = max(0, len(text) - _LONGEST)
    found = list(_ROLE.finditer(text, start))
    if not found or not _AFTER.fullmatch(text, found[-1].end()):
        return text, ""
    first = len(found) - 1
    while first and _BETWEEN.fullmatch(text, found[first - 1].end(), found[first].start()):
        first -= 1
    role = text[found[first].start() : found[-1].end()]
    return text[: found[first].start()].rstrip(_BEFORE), _as_written(role)


def ends_with_role(text: str) -> bool:
    """Whether a line closes a party's block."""
    return bool(split_role(text)[1])


def _as_written(role: str) -> str:
    """In title case, its parts joined by the hyphen, stroke or 'and' that stood there."""
    plain = re.sub(r"\s*[–—-]+\s*", "-", " ".join(role.split()))
    words = re.split(r"([ /-])", plain)
    return "".join(word if word.lower() in ("and", "in") else word.capitalize() for word in words)


def side_of(role: str) -> str:
    """'Appellant' for 'Defendants-Appellants'; 'Appellee/Cross-Appellant' keeps both; '' for no role."""
    found = [_singular(match.group()) for match in _ROLE.finditer(role[:_LONGEST])]
    of_appeal = [each for each in found if each.lower().removeprefix("cross-") in _OF_APPEAL]
    return "/".join(dict.fromkeys(of_appeal or found[-1:]))


def _singular(role: str) -> str:
    one = _as_written(role)
    if one.endswith("Interest"):
        return "Real Party in Interest" if one.startswith("Real") else "Party in Interest"
    return re.sub(r"^(Cross|Counter)[- ]?(?=[A-Za-z])", r"\1-", one).rstrip("s")
