"""Cases and journals by volume, reporter and page, in full ("170 N.J. 632") and short ("170 N.J. at 640")."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from briefbank.citations.mention import Mention, plain_number, unbroken
from briefbank.citations.reporters import ReporterName, eyecite_tokens, in_table, reporter
from briefbank.citations.spacing import DASH, SOFT
from briefbank.domain.citations import CitationForm, CitationKind

_CHUNK_LENGTH = 8_000
_OVERLAP = 250
_MIGHT_CITE = re.compile(r"\d[ -]?[A-Z(]|\d\s+(?:[a-z]|§)|§")
_SUBSECTIONS = re.compile(r"(?:\s?\((?:[A-Za-z]{1,4}|\d{1,3})\))+")
_LONGEST_RUN = re.compile(r"\S{1000,}")

_MISREAD = str.maketrans("lIOoSB|", "1100581")
_DIGITS = rf"[0-9lIOoSB|{SOFT}]"
_CITED = re.compile(
    r"(?P<volume>[1-9lISB|](?<![\w.$§#/†‡★].)(?<!\d \*.)(?<!\[\*.)"
    rf"(?:(?<=\d)|(?=[lIOoSB|]{{0,2}}\d)){_DIGITS}{{0,5}}) ?"
    r"(?=(?P<reporter>[A-Z](?:[A-Za-z .,&'’()*-]|[2-9] ?(?:d|nd|rd|th)(?![a-z])){0,60}))(?P=reporter)"
    rf"(?=(?P<page>\d{_DIGITS}{{0,8}}(?:,\d{{3}}(?!\d))?|_{{2,}}))"
)
"""A citation in full or short form.

A lookahead reads the page, because that number may be the volume of the next citation if the words before it
are no reporter.

A lookahead also reads the reporter, and a backreference then consumes it, so that no shorter reporter is
tried. Possessive repetition would do the same, but Python before 3.11.5 does not backtrack correctly over it
(https://github.com/python/cpython/issues/106052), and Debian 12 has 3.11.2.
"""
_HYPHENED = re.compile(
    rf"(?<![\w{DASH}])(?:19|20)\d\d[{DASH}] ?(?:Ohio|[A-Z]{{4,5}})[{DASH}] ?\d{{1,5}}(?!\w)"
)
"""Neutral citations of some states, such as "2003-Ohio-5" and "2022-NCSC-33"."""
_MISREAD_PAGE_START = re.compile(r"(?<=[ .])[lIOoSB|]{1,2}$")
"""Letters that OCR put in place of the first digits of a page."""
_SHORT = re.compile(r"(?:,|, supra,)? ?\bat (?:pp?\. ?)?\*?$")
_LAST_PAGE = re.compile(rf"[{DASH}]\d{{1,5}}")


def find_cases(text: str) -> Iterator[Mention]:
    """Find every citation by volume, reporter and page. Linear time."""
    for match in _CITED.finditer(text):
        mention = _cited(match)
        if mention:
            yield mention
    for match in _HYPHENED.finditer(text):
        yield Mention(match.start(), match.end(), plain_number(match.group()), CitationKind.CASE)
    yield from _find_with_eyecite(text)


def _cited(match: re.Match[str]) -> Mention | None:
    """Return the citation that a match makes up, or None if its words name no reporter."""
    written, page, end = match.group("reporter"), match.group("page"), match.end("page")
    if letters := _MISREAD_PAGE_START.search(written):
        written, page = written[: letters.start()], letters.group() + page
    volume, sure = _number(match.group("volume"))
    short = _SHORT.search(written)
    name = reporter((written[: short.start()] if short else written).rstrip(" ,"), volume)
    if name is None or not volume or _runs_on(match, page):
        return None
    page, page_sure = (page, True) if name.name == "Cong. Rec." else _number(page)
    certain = sure and page_sure
    if short:
        key = f"{volume} {name.name}"
        at = int(page) if page.isdecimal() else 0
        end = _end_of_range(match)
        return Mention(match.start(), end, "", name.kind, CitationForm.SHORT, certain, key, page=at)
    return Mention(match.start(), end, _canonical(volume, name, page), name.kind, certain=certain)


def _runs_on(match: re.Match[str], page: str) -> bool:
    """Tell whether the page is the beginning of a word, a decimal or a date."""
    after = match.string[match.end("page") : match.end("page") + 2]
    return bool(page) and (after[:1].isalpha() or (after[:1] == "." and after[1:].isdigit()))


def _end_of_range(match: re.Match[str]) -> int:
    """Return the end of the page range: the end of "635-36" in "at 635-36"."""
    last = _LAST_PAGE.match(match.string, match.end("page"))
    return last.end() if last else match.end("page")


def _number(written: str) -> tuple[str, bool]:
    """Return a volume or page in digits, and whether every character was a digit as written."""
    digits = unbroken(written)
    if digits.replace(",", "").isdigit() or digits.startswith("_"):
        return digits.replace("_", "") or "___", True
    return digits.translate(_MISREAD), False


def _canonical(volume: str, name: ReporterName, page: str) -> str:
    return f"{volume} {name.name} {page}"


# --- citations that only eyecite's own patterns find --------------------------------------------


def _find_with_eyecite(text: str) -> Iterator[Mention]:
    for start, piece in _chunks(text):
        last = start + len(piece) >= len(text)
        for mention in _eyecite_mentions(piece):
            begins_in_overlap = mention.start < _OVERLAP // 2 and start > 0
            ends_in_overlap = mention.start >= len(piece) - _OVERLAP // 2 and not last
            if not begins_in_overlap and not ends_in_overlap:
                mention.start += start
                mention.end += start
                yield mention


def _chunks(text: str) -> Iterator[tuple[int, str]]:
    """Return overlapping chunks that hold a digit in a place where a citation could be."""
    for start in range(0, max(1, len(text) - _OVERLAP), _CHUNK_LENGTH - _OVERLAP):
        piece = text[start : start + _CHUNK_LENGTH]
        if _MIGHT_CITE.search(piece) and not _LONGEST_RUN.search(piece):
            yield start, piece


def _eyecite_mentions(piece: str) -> Iterator[Mention]:
    for token in eyecite_tokens(piece):
        mention = _from_token(token, piece)
        if mention:
            yield mention


def _from_token(token: Any, piece: str) -> Mention | None:
    """Return one of eyecite's tokens as a mention, or None if the token has no page or no volume."""
    editions = token.exact_editions or token.variation_editions
    sources = {edition.reporter.source for edition in editions}
    groups: dict[str, str | None] = token.groups
    if not sources or in_table(groups.get("reporter") or ""):
        return None
    names = {str(edition.short_name) for edition in editions}
    name = names.pop() if len(names) == 1 else " ".join((groups.get("reporter") or "").split())
    if "laws" in sources and "reporters" not in sources:
        return _law_mention(token, name, groups, piece)
    page = (groups.get("page") or "").strip("_- ")
    if not page or not groups.get("volume", groups.get("year", "-")):
        return None
    kind = CitationKind.CASE if "reporters" in sources else CitationKind.JOURNAL
    canonical = " ".join(part for part in (groups.get("volume"), name, page) if part)
    return Mention(token.start, token.end, canonical, kind)


def _law_mention(token: Any, name: str, groups: dict[str, str | None], piece: str) -> Mention | None:
    number = groups.get("section") or groups.get("page")
    if not number:
        return None
    title = groups.get("title") or groups.get("volume") or groups.get("chapter")
    following = _SUBSECTIONS.match(piece, token.end)
    subsections = following.group() if following else ""
    prefix = " ".join(part for part in (title, name, "§") if part)
    canonical = f"{prefix} {number}{subsections.replace(' ', '')}"
    is_regulation = "Reg" in name or "Admin" in name
    kind = CitationKind.REGULATION if is_regulation else CitationKind.STATUTE
    return Mention(token.start, token.end + len(subsections), canonical, kind, prefix=prefix)
