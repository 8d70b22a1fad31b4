"""Reads the name by which a brief or petition calls itself: "APPELLANT'S REPLY BRIEF" gives "Reply Brief".

The name is a line of the first page that begins with it, after a party's name at most. Lines that only
mention a paper ("On petition for a writ of certiorari", "Response to the petition") do not count. The brief
of an amicus is called by who wrote it, over several lines: "Brief of the Cato Institute as Amicus Curiae".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import CaptionEntry
from briefbank.extraction.caption_finders import Front
from briefbank.extraction.caption_names import ROLE, CaseWords, in_title_case

_MAX_LINE_CHARS = 300
_PARTY = r"(?:(?!(?:on|to|of|in|for|the|and|granting|denying|re:?)\b)[\w.’'/-]+,? ){0,4}"
_A_WRIT = r"(?:an? |the )?(?:extraordinary )?writs? of"
_NAMES = tuple(
    (name, re.compile(rf"\W*(?:{_PARTY})(?P<name>{pattern})\b", re.IGNORECASE))
    for name, pattern in (
        ("Reply Brief", r"reply (?:letter )?brief"),
        ("Brief in Opposition", r"brief in opposition"),
        ("Supplemental Brief", r"supplemental (?:letter )?brief"),
        ("Petition for Writ of Certiorari", rf"petition for (?:{_A_WRIT} )?certiorari"),
        ("Petition for Writ of Habeas Corpus", rf"petition for {_A_WRIT} habeas corpus"),
        ("Petition for Writ of Mandamus", rf"petition for {_A_WRIT} mandamus"),
        ("Petition for Certification", r"petition for certification"),
        ("Petition for Rehearing", r"petition for (?:panel )?rehearing"),
        ("Petition for Review", r"petition for review"),
        ("Petition for Allowance of Appeal", r"petition for allowance of appeal"),
        ("Petition for Post-Conviction Relief", r"petition for post-?\s?conviction relief"),
        ("Verified Petition", r"verified petition"),
        ("Verified Complaint", r"verified complaint"),
    )
)
_AMICUS = re.compile(
    rf"(?i)\W*brief (?P<of>of|for) (?!(?:the )?{ROLE})(?P<who>[^:;|]{{2,300}}?),? "
    r"(?:as )?(?P<amicus>amic(?:us|i) curiae)\b"
)
_AMICUS_LINES = 10  # The most lines over which the name of an amicus extends
_MOST_AMICI = 90  # The characters of amici that are named; of more the first is, "et al."
_BAR = re.compile(r".*[):|§]\s")
_UNFINISHED = re.compile(r"\b(?:and|for|in|of|on|the|to|with)\W*$", re.IGNORECASE)
"""The end of a line whose sentence goes on with the next, which then only mentions a paper."""
_SMALL_LETTERS = re.compile(r"(?<![’'])\b(?!(?:an?|the|of|for|in|on|to|and|by|from|with|de|v)\b)[a-z]\w*")
"""A word in small letters that no title has."""


def find(front: Front) -> CaptionEntry | None:
    """Return the name of the paper; None where the first page has no line with one. Linear."""
    if not front.named or front.overprinted:
        return None
    first = [line for line in front.lines if line.page == front.lines[0].page]
    texts = [_BAR.sub("", line.text[:_MAX_LINE_CHARS]) for line in first]
    before = ""
    for number, (line, text) in enumerate(zip(first, texts, strict=True)):
        name, whole = "", " ".join([text, *texts[number + 1 : number + 2]])  # it may end on the next line
        if not _UNFINISHED.search(before) and not _SMALL_LETTERS.search(text):
            matches = ((name, pattern.match(whole)) for name, pattern in _NAMES)
            name = next((name for name, match in matches if match and match.start("name") < len(text)), "")
        name = name or _amicus_brief(texts[number : number + _AMICUS_LINES], front.words)
        before = text
        if name:
            return CaptionEntry(CaptionField.PAPER, name, "caption", 0.85, line.page)
    return None


def _amicus_brief(texts: Sequence[str], words: CaseWords) -> str:
    """Return the name of an amicus brief that begins with the first of the lines."""
    match = _AMICUS.match(" ".join(texts))
    if not match or not match["amicus"][0].isupper() or _SMALL_LETTERS.search(match["who"]):
        return ""
    who = re.sub(r"^The\b", "the", in_title_case(" ".join(match["who"].split()), words))
    if len(who) > _MOST_AMICI:
        first = re.split(r",| and ", who, maxsplit=1)[0]
        who = f"{first[:_MOST_AMICI]} et al."
    return f"Brief {match['of'].lower()} {who} as {match['amicus'].title()}"
