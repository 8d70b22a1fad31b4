"""The details around a citation: pin cite, signal and parenthetical (Bluebook rules 1.2, 1.5 and 3.2)."""

from __future__ import annotations

import re

from briefbank.citations.mention import NAMED_KINDS, Mention
from briefbank.citations.spacing import DASH
from briefbank.domain.citations import CitationForm

_NOTE = rf"(?: ?&? ?(?:nn?\.|fn\.) ?\d{{1,3}}+(?:[{DASH}]\d{{1,3}}+)?)?"
_PAGE = rf"\*?\d{{1,6}}+[a-z]?(?:[{DASH}]\*?\d{{1,6}}+)?{_NOTE}"
_ENDS = rf"(?![\w§]|[.{DASH}]\w| [A-Z§])"
_PIN = re.compile(
    r"(?:,? at (?:pp?\. ?|¶¶? ?)?|, (?:pp?\. ?|¶¶? ?)?|,? ¶¶? ?)"
    rf"(?P<pin>{_PAGE}{_ENDS}(?:, {_PAGE}{_ENDS}){{0,8}})"
)
_PIN_INSIDE = re.compile(rf"(?: at|,? pp?\.| ¶¶?) ?(?:pp?\. ?)?(?P<pin>{_PAGE}(?:, ?{_PAGE})*)$")
_SIGNAL = re.compile(
    r"(?:(?<=[;,(] )|(?<=[(\[])|(?=[ABCES])\b)"
    r"(?P<signal>(?:[Ss]ee also|[Ss]ee generally|[Ss]ee,? e\. ?g\.|[Bb]ut see"
    r"|[Bb]ut cf\.|[Ss]ee|[Cc]f\.|[Aa]ccord|[Cc]ompare|[Cc]ontra|[Ee]\. ?g\.)),? (?=[A-Z§\d])"
)
_BREAK = re.compile(r"[;)]|[a-z]{3}[.?!]”? [A-Z]")
_COURT_OR_DATE = re.compile(
    r"[^)]{0,60}\b(?:1[6-9]|20)\d\d|(?:per curiam|plurality(?: opinion)?|en banc|mem\.|unpublished|West"
    r"|(?:opinion of )?[A-Z][\w.’' ]{0,30}, (?:C\. ?)?J+\..*)$",
    re.IGNORECASE,
)
_PARALLEL = re.compile(r", \d{1,4} [A-Z][\w.’ ]{0,20} \d{1,5}(?:, \d{1,5}(?:[-–]\d{1,5})?)?(?= ?\()")
_BRACKET = re.compile(r"[()]")
_LONGEST = 400
"""The most characters of a parenthetical; a longer one is a parenthesis that was never closed."""
_BACK = 160


def pin(text: str, mention: Mention) -> tuple[str, int]:
    """Return the pin cite as written, and where it ends; without one, an empty text and the mention's end."""
    inside = _PIN_INSIDE.search(text, max(mention.start, mention.end - 60), mention.end)
    if mention.form is not CitationForm.FULL and inside:
        return inside.group("pin"), mention.end
    if mention.form is CitationForm.FULL and mention.kind not in NAMED_KINDS:
        return "", mention.end
    after = _PIN.match(text, mention.end)
    return (after.group("pin"), after.end()) if after else ("", mention.end)


def signal(text: str, start: int, floor: int) -> str:
    """Return the signal that introduces the citation at ``start``, not before ``floor``; empty for none."""
    found = list(_SIGNAL.finditer(text, max(floor, start - _BACK), start))
    if not found or _BREAK.search(text, found[-1].end(), start):
        return ""
    return found[-1].group("signal").lower().replace("e. g.", "e.g.")


def parenthetical(text: str, end: int) -> str:
    """Return the first parenthetical after a citation that is no court or date; empty for none."""
    at = end
    if parallel := _PARALLEL.match(text, at):
        at = parallel.end()
    while text.startswith((" (", "("), at):
        begin = text.index("(", at) + 1
        close = _closing(text, begin)
        if close < 0:
            return ""
        said = text[begin:close]
        if not _COURT_OR_DATE.match(said):
            return said.strip()
        at = close + 1
    return ""


def _closing(text: str, begin: int) -> int:
    """Return where the parenthesis that opens before ``begin`` closes, or -1."""
    depth = 1
    for match in _BRACKET.finditer(text, begin, begin + _LONGEST):
        depth += 1 if match.group() == "(" else -1
        if depth == 0:
            return match.start()
    return -1
