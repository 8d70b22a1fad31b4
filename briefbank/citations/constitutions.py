"""Constitutions, cited as "U.S. Const. amend. IV" or as "the Fifth and Fourteenth Amendments"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from briefbank.citations.code_tables import STATES
from briefbank.citations.mention import Mention
from briefbank.domain.citations import CitationKind

_ORDINALS = {
    word: roman
    for words, roman in zip(
        [
            "First 1st",
            "Second 2d 2nd",
            "Third 3d 3rd",
            "Fourth 4th",
            "Fifth 5th",
            "Sixth 6th",
            "Seventh 7th",
            "Eighth 8th",
            "Ninth 9th",
            "Tenth 10th",
            "Eleventh 11th",
            "Twelfth 12th",
            "Thirteenth 13th",
            "Fourteenth 14th",
            "Fifteenth 15th",
            "Sixteenth 16th",
            "Seventeenth 17th",
            "Eighteenth 18th",
            "Nineteenth 19th",
        ],
        [
            "I",
            "II",
            "III",
            "IV",
            "V",
            "VI",
            "VII",
            "VIII",
            "IX",
            "X",
            "XI",
            "XII",
            "XIII",
            "XIV",
            "XV",
            "XVI",
            "XVII",
            "XVIII",
            "XIX",
        ],
        strict=True,
    )
    for word in words.split()
}
_ORDINAL = "|".join(sorted(_ORDINALS, key=len, reverse=True))
_ONE_ORDINAL = re.compile(rf"\b(?:{_ORDINAL})\b")
_AMENDMENTS = re.compile(
    rf"\b(?:(?:{_ORDINAL})(?:, and |, or |, | and | or | & )){{0,5}}(?:{_ORDINAL}) [Aa]mend(?:ments?\b|\.)"
    r"(?! (?:Coalition|Foundation|Center|Project|Alliance|Institute"
    r"|Clinic|Society|Committee|Council|Lawyers)\b)"
)


def _constitution(match: re.Match[str]) -> str:
    place = STATES.get(
        "".join(match.group("place").split()).replace(".", "").lower(), match.group("place").strip()
    )
    amendment = match.group("amendment")
    article = match.group("article")
    part = f"amend. {amendment.upper()}" if amendment else f"art. {article.upper()}"
    section = f", § {match.group('section')}" if match.group("section") else ""
    paragraph = f", ¶ {match.group('paragraph')}" if match.group("paragraph") else ""
    clause = f", cl. {match.group('clause')}" if match.group("clause") else ""
    return f"{place} Const. {part}{section}{paragraph}{clause}"


def _amendments(text: str) -> Iterator[Mention]:
    """Find each amendment named in words such as "the Fifth and Fourteenth Amendments"."""
    if "mend" not in text:
        return
    for match in _AMENDMENTS.finditer(text):
        ordinals = list(_ONE_ORDINAL.finditer(text, match.start(), match.end()))
        for each in ordinals:
            end = match.end() if each is ordinals[-1] else each.end()
            name = f"U.S. Const. amend. {_ORDINALS[each.group()]}"
            yield Mention(each.start(), end, name, CitationKind.CONSTITUTION, prose=True)


_WRITTEN = re.compile(
    r"\b(?P<place>U\. ?S\.|United States|US|N\. ?J\.|New Jersey|[NSWRD]\. ?[A-Z][a-z]?\."
    r"|(?:New|North|South|West|Rhode) [A-Z][a-z]{3,9}|[A-Z][a-z]{1,12}\.?) ?"
    r"C(?:onst|ONST)(?:\.|itution),? ?(?:\(\d{4}\),? ?)?"
    r"(?:(?:[Aa]mends?|AMEND)\.? ?(?P<amendment>[IVXivx]{1,6}|\d{1,2})|(?:[Aa]rt|ART)(?:\.|icle)? ?"
    r"(?P<article>[IVXivx]{1,6}|\d{1,2}))"
    r"(?:,? ?(?:§|[Ss]ec(?:\.|tion)) ?(?P<section>\d{1,2}))?(?:,? ?(?:¶|[Pp]ar(?:\.|a\.|agraph)) ?"
    r"(?P<paragraph>\d{1,2}))?(?:,? ?cl(?:\.|ause) ?(?P<clause>\d{1,2}))?"
)


def find_constitutions(text: str) -> Iterator[Mention]:
    """Find every mention of a constitution's article or amendment. Linear time."""
    if "Const" in text or "CONST" in text:
        for match in _WRITTEN.finditer(text):
            yield Mention(match.start(), match.end(), _constitution(match), CitationKind.CONSTITUTION)
    yield from _amendments(text)
