"""Citations that point back to an earlier one: "Id. at 5", "Carty, supra, at 640", "Rule 12(b)(6)"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from briefbank.citations.mention import Mention
from briefbank.citations.spacing import DASH
from briefbank.domain.citations import CitationForm, CitationKind

_PAGES = (
    rf"\*?(?!\d{{1,2}}[A-Z]:)\d{{1,6}}[a-z]?(?:[{DASH}]\*?\d{{1,6}}[a-z]?)?"
    rf"(?:, ?\*?\d{{1,6}}(?:[{DASH}]\d{{1,6}})?(?![\w.]| ?[A-Z(]))*"
)
_AT = (
    rf"(?:,? at (?:pp?\. ?|¶¶? ?)?(?P<pin>{_PAGES})|,? (?:pp?\. ?|¶¶? ?)(?P<par>{_PAGES})"
    rf"|,? §§? ?(?P<section>\d(?:[\w.:{DASH}]*\w)?(?:\([A-Za-z0-9]{{1,4}}\))*))?(?: ?&? ?nn?\. ?\d{{1,3}})?"
)
_ID = re.compile(rf"[Ii](?<![\w.].)(?:d\.|bid\.?|(?<=I)[Dd](?=,? at \d|[,;)])|d(?=,? at \d)){_AT}")
_SUPRA = re.compile(
    rf"\b[Ss]upra(?P<note>,? (?:note|n\.) ?\d{{1,3}})?(?P<at>,? at (?:pp?\. ?)?{_PAGES}|,? ¶ ?\d{{1,4}})?"
    r"(?P<else>,? (?:\d{1,4} [A-Z]|§|Part|Section|[IVX]{1,4}\b|text|Point))?"
)
_NAMED = re.compile(
    r"(?:(?:[A-Z][\w.'’&-]*|of|and|the|v\.|&|in|re|ex|rel\.|de|la),? ){1,8}$|[A-Z][\w.'’&-]*,? ?$"
)
_RULE = re.compile(
    r"\bRules? (?P<number>\d{1,3}(?:\.\d{1,3})?)(?P<subs>(?: ?\((?:[A-Za-z]{1,4}|\d{1,2})\)){0,6})(?![\w:])"
)


def find_leaning(text: str) -> Iterator[Mention]:
    """Find every "id.", every "supra" after a name, and rules without the name of their book. Linear time."""
    for match in _ID.finditer(text):
        section, page = match.group("section") or "", match.group("pin") or ""
        yield Mention(
            match.start(), match.end(), "", CitationKind.OTHER, CitationForm.ID, key=section, points_at=page
        )
    if "upra" in text:
        for match in _SUPRA.finditer(text):
            name = _name_before(text, match.start())
            if name and not match.group("else"):
                yield Mention(
                    match.start(), match.end(), "", CitationKind.OTHER, CitationForm.SUPRA, key=name
                )
    if "Rule" in text:
        for match in _RULE.finditer(text):
            key = match.group("number") + match.group("subs").replace(" ", "")
            yield Mention(match.start(), match.end(), "", CitationKind.RULE, CitationForm.SHORT, key=key)


def _name_before(text: str, at: int) -> str:
    named = _NAMED.search(text[max(0, at - 80) : at])
    return named.group().strip(" ,") if named else ""
