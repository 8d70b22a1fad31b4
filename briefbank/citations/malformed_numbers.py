"""Numbers of statutes and rules in a form that their code does not have: "2C-44:1", "U.S.C. § 1983"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from briefbank.citations.spacing import DASH

Saying = Callable[[re.Match[str]], str]

LAST_USC_TITLE, LAST_CFR_TITLE = 54, 50

_HALF_DOTTED = re.compile(
    r"(?<![\w.])(?P<written>(?:N\.J\.S\.A|N\.J\.SA\.|NJ\.S\.A\.|N\.JS\.A\.)) ?(?=\d{1,2}[A-Z]?:)"
)
_HALF_DOTTED_RULE = re.compile(r"(?<![\w.])(?P<written>(?:N\.J\.R\.E|N\.J\.RE\.|NJ\.R\.E\.)) (?=\d{3})")
_NEW_JERSEY = re.compile(
    rf"\bN\.? ?J\.? ?S\.? ?A?\.? ?(?:§ ?)?(?P<number>(?P<title>\d{{1,2}}[A-Z]?)(?:"
    rf"[{DASH}](?P<a>\d{{1,3}})[:{DASH}](?P<b>\d{{1,4}})|:(?P<c>\d{{1,3}}):(?P<d>\d{{1,4}})))(?![\d:{DASH}])"
)
_COURT_RULE = re.compile(
    rf"(?<![\w.])R\. (?P<number>(?P<a>[1-8])(?::(?P<b>\d{{1,3}}):|[{DASH}](?P<c>\d{{1,3}})[:{DASH}])"
    rf"(?P<d>\d{{1,2}}))(?![\d:.{DASH}])"
)
_EVIDENCE = re.compile(r"\bN\.J\.R\.E\. (?P<number>\d{1,2}|[2-9]\d{3}|\d{5,})(?![\d:])")
_USC_ALONE = re.compile(r"\bU\. ?S\. ?C\.(?: ?A\.)? §{1,2} ?\d{1,5}[a-z]?")
_NO_TITLE = "The title is missing before it. It is usually written “42 U.S.C. § 1983”."
_TITLED = re.compile(
    r"(?<![\w.\-–])(?P<title>\d{1,4}) (?P<code>U\. ?S\. ?C\.(?: ?A\.)?|C\. ?F\. ?R\.) (?:§{1,2} ?)?\d{1,5}"
)
_HAS_TITLE = re.compile(r"\d|[Tt]itle|[lIO] ?$|\b(?:the|of) ?$")
_TENNESSEE = re.compile(
    rf"\bTenn(?:\.|essee) Code Ann(?:\.|otated) §{{1,2}} ?"
    rf"(?P<a>\d{{1,2}})(?P<first>[.:{DASH}])(?P<b>\d{{1,3}})(?P<second>[.:{DASH}])(?P<c>\d{{3,4}})(?!\d)"
)


def wrong_numbers(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the range and message of each wrong number in a text with single spaces. Linear time."""
    for pattern, name, right in (
        (_HALF_DOTTED, "written", "N.J.S.A."),
        (_HALF_DOTTED_RULE, "written", "N.J.R.E."),
    ):
        for match in pattern.finditer(text):
            yield *match.span(name), f"A full stop is missing. It is usually written “{right}”."
    for pattern, saying in _NUMBERED:
        for match in pattern.finditer(text):
            if words := saying(match):
                yield match.start(), match.end(), words
    yield from _without_title(text)


def _new_jersey(match: re.Match[str]) -> str:
    first, second = match.group("a") or match.group("c"), match.group("b") or match.group("d")
    right = f"N.J.S.A. {match.group('title')}:{first}-{second}"
    return f"“{match.group('number')}” is no number of a New Jersey statute. It is usually written “{right}”."


def _court_rule(match: re.Match[str]) -> str:
    right = f"R. {match.group('a')}:{match.group('b') or match.group('c')}-{match.group('d')}"
    return f"“{match.group('number')}” is no number of a rule of court. It is usually written “{right}”."


def _evidence(match: re.Match[str]) -> str:
    return (
        f"There is no rule of evidence {match.group('number')}; they are numbered 101 to 1103. "
        "It is usually written “N.J.R.E. 403”."
    )


def _title(match: re.Match[str]) -> str:
    code = "".join(match.group("code").split())
    last = LAST_CFR_TITLE if code.startswith("C") else LAST_USC_TITLE
    if 1 <= int(match.group("title")) <= last:
        return ""
    name = "Code of Federal Regulations" if code.startswith("C") else "United States Code"
    return f"The {name} has {last} titles; there is no title {match.group('title')}."


def _tennessee(match: re.Match[str]) -> str:
    if match.group("first") not in ".:" and match.group("second") not in ".:":
        return ""
    right = f"{match.group('a')}-{match.group('b')}-{match.group('c')}"
    return f"Sections of the Tennessee Code have hyphens. It is usually written “Tenn. Code Ann. § {right}”."


_NUMBERED: tuple[tuple[re.Pattern[str], Saying], ...] = (
    (_NEW_JERSEY, _new_jersey),
    (_COURT_RULE, _court_rule),
    (_EVIDENCE, _evidence),
    (_TITLED, _title),
    (_TENNESSEE, _tennessee),
)


def _without_title(text: str) -> Iterator[tuple[int, int, str]]:
    """Find sections of the United States Code without a title before them."""
    for match in _USC_ALONE.finditer(text):
        if not _HAS_TITLE.search(text, max(0, match.start() - 30), match.start()):
            yield match.start(), match.end(), _NO_TITLE
