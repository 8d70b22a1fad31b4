"""The roles of parties in captions: their spelling, and the side of an appeal that each one means.

Examples are "Plaintiff-Respondent", "Defendants—Appellants", "Respondent and Defendant",
"Appellee/Cross-Appellant" and "Real Parties-in-Interest". Of several roles, the one in the court at hand
decides the side: a defendant who appeals is the appellant.
"""

from __future__ import annotations

import re

SPANISH_ROLE = (
    r"(?:(?:demandante|demandad[oa]|acusad[oa])[- ])?"
    r"(?:apelante|apelad[oa]|peticionari[oa]|recurrente|recurrid[oa])|demandante|demandad[oa]|acusad[oa]|imputad[oa]|querellante|querellad[oa]|promovente|promovid[oa]"
)
ROLE = (
    r"(?:third[- ]party[- ]|counter[- ]?|cross[- ]?|proposed |nominal )?"
    r"(?:plaintiff|defendant|petitioner|respondent|appellant|appellee|movant|intervenor|applicant|claimant"
    r"|relator|complainant|debtor|employee|employer|juvenile|objector)s?\b"
    r"|(?:real )?part(?:y|ies)[- ]in[- ]interest\b"
    rf"|(?:{SPANISH_ROLE})s?\b"
)
"""One role, to be matched without regard to case; never nested in a repetition."""

AMICUS = "amicus curiae"
_ROLE = re.compile(rf"\b(?:{ROLE})", re.IGNORECASE)
_BETWEEN = re.compile(r"\s*(?:[-–—/,&]|\band\b)?\s*(?:and\b)?\s*", re.IGNORECASE)
_AFTER = re.compile(r"[\s.,;:)\]|*]*")
_BEFORE = " ,;:(-–—"
_OF_APPEAL = (
    *("appellant", "appellee", "petitioner", "respondent"),
    *(
        "apelante",
        "apelado",
        "apelada",
        "peticionario",
        "peticionaria",
        "recurrido",
        "recurrida",
        "recurrente",
    ),
)
_MAX_ROLE_CHARS = 600
"""The number of characters at the end of a party's block that are examined: roles are short."""


def split_role(text: str) -> tuple[str, str]:
    """Return the names of a party's block, and the role at its end in title case; ('…', '') without a
    role."""
    start = max(0, len(text) - _MAX_ROLE_CHARS)
    found = list(_ROLE.finditer(text, start))
    if not found or not _AFTER.fullmatch(text, found[-1].end()):
        return text, ""
    first = len(found) - 1
    while first and _BETWEEN.fullmatch(text, found[first - 1].end(), found[first].start()):
        first -= 1
    role = text[found[first].start() : found[-1].end()]
    return text[: found[first].start()].rstrip(_BEFORE), _in_title_case(role)


def ends_with_role(text: str) -> bool:
    """Tell whether a line closes a party's block."""
    return bool(split_role(text)[1])


def _in_title_case(role: str) -> str:
    """Return the role in title case, its parts joined by their original hyphen, slash or 'and'."""
    plain = re.sub(r"\s*[–—-]+\s*", "-", " ".join(role.split()))
    words = re.split(r"([ /-])", plain)
    return "".join(word if word.lower() in ("and", "in") else word.capitalize() for word in words)


def side_of(role: str) -> str:
    """Return 'Appellant' for 'Defendants-Appellants'; 'Appellee/Cross-Appellant' keeps both; '' for no
    role."""
    found = [_singular(match.group()) for match in _ROLE.finditer(role[:_MAX_ROLE_CHARS])]
    of_appeal = [each for each in found if each.lower().removeprefix("cross-") in _OF_APPEAL]
    return "/".join(dict.fromkeys(of_appeal or found[-1:]))


def _singular(role: str) -> str:
    one = _in_title_case(role)
    if one.endswith("Interest"):
        return "Real Party in Interest" if one.startswith("Real") else "Party in Interest"
    return re.sub(r"^(Cross|Counter)[- ]?(?=[A-Za-z])", r"\1-", one).rstrip("s")
