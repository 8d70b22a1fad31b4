"""Recognises identifiers: rules, statutes, sections, dockets, and dates that only look like them.

"2C:44-1", "803(c)(27)", "R. 3:5-7" and "§ 1983" must be found exactly or not at all, and "A-1234-19" in the
forms of ``text.docket_numbers``, so they are recognised here, one blank-separated piece at a time. Each
expression is matched against one short piece and has no nested repetition, so that no input makes it slow.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from briefbank.search.question_phrases import word_set
from briefbank.text import docket_numbers
from briefbank.text.dates import MONTH

PIECE_LIMIT = 40
"""The longest piece; a longer one is no number that anyone cites."""

_NUMBER = r"\d{1,5}[A-Za-z]{0,2}"
_STRUCTURED = re.compile(rf"{_NUMBER}(?:[:.\-]{_NUMBER}){{0,6}}(?:\([A-Za-z0-9]{{1,6}}\)){{0,6}}")
_CODE = re.compile(
    r"[A-Za-z]{1,4}-\d{1,7}[A-Za-z]?(?:-\d{1,4}[A-Za-z]{0,2}\d?){0,2}(?:\([A-Za-z0-9]{1,6}\)){0,6}"
)
_PARENTHESES = re.compile(r"(?:\([A-Za-z0-9]{1,6}\)){1,6}")
_PLAIN = re.compile(r"\d{1,6}[A-Za-z]?")
_YEAR = re.compile(r"(?:1[6-9]|20)\d\d")
_YEARS = re.compile(r"(?:1[6-9]|20)\d\d-(?:1[6-9]|20)?\d\d")
_DAY = re.compile(r"\d{1,2}[-/.]\d{1,2}[-/.](?:\d{2}|(?:1[6-9]|20)\d{2})|\d{4}-\d{2}-\d{2}")
_VERSUS = frozenset({"v", "v.", "vs", "vs."})
_NAME = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_SEPARATORS = frozenset(":.-(")
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−﹘﹣－", "-"))

_MARKERS = word_set(
    """
    § §§ rule rules r section sections sec ss art article title no nos number njsa n.j.s.a n.j.s njre n.j.r.e
    docket dkt fre f.r.e u.s.c usc c.f.r directive statute chapter ch evid crim civ app
    """
)
_MONTH = re.compile(MONTH, re.IGNORECASE)
_BEFORE_YEAR = word_set("in since after before from until till during of to by between and through")


def joined(pieces: Sequence[str]) -> list[str]:
    """Return the same pieces, with "404" and a following "(b)" made one, and a docket number and what
    announces it; the pieces after the first are left empty."""
    result = docket_numbers.joined(pieces)
    for at in range(1, len(result)):
        follows = _PARENTHESES.fullmatch(result[at][:PIECE_LIMIT].rstrip(".,;:?"))
        if follows and _PLAIN.fullmatch(result[at - 1]):
            result[at - 1], result[at] = result[at - 1] + result[at], ""
    return result


def is_versus(piece: str) -> bool:
    """Tell whether a piece stands between the two parties of a case."""
    return piece.lower() in _VERSUS


def case_names(texts: Sequence[str]) -> list[str]:
    """Return cases named without a reporter, as "state v carty": a word on each side of the "v."."""
    names = []
    for at, text in enumerate(texts[1:-1], start=1):
        if is_versus(text):
            sides = (_NAME.findall(texts[at - 1]), _NAME.findall(texts[at + 1]))
            if all(sides):
                names.append(f"{sides[0][-1]} v {sides[1][0]}".lower())
    return names


def written_case(name: str) -> str:
    """Return a case as it is written, "State v. Carty"; citations are returned as typed."""
    if " v " not in name:
        return name
    left, right = (side.capitalize() for side in name.split(" v ", 1))
    return f"{left} v. {right}"


def bare(piece: str) -> str:
    """Return a piece without the punctuation around it, its section sign and unmatched parentheses.

    Every dash in a piece with a digit is a plain hyphen.
    """
    core = piece.translate(_DASHES) if any(map(str.isdigit, piece)) else piece
    core = core.strip(".,;:?!'’‘…[]{}<>§")
    if core.startswith("(") and core.count("(") >= core.count(")"):
        core = core[1:]
    while core.endswith(")") and core.count(")") > core.count("("):
        core = core[:-1]
    return core.strip(".,;:?!'’‘…")


def is_identifier(piece: str, before: str) -> bool:
    """Tell whether a bare piece names a rule, statute, section or docket; ``before`` precedes it."""
    if not piece or len(piece) > PIECE_LIMIT or _DAY.fullmatch(piece) or _YEARS.fullmatch(piece):
        return False
    if _STRUCTURED.fullmatch(piece):
        return not _SEPARATORS.isdisjoint(piece) or is_marker(before)
    return bool(_CODE.fullmatch(piece) or docket_numbers.typed_docket(piece))


def announces(piece: str, after: str) -> bool:
    """Tell whether a piece is the "Rule" of "Rule 404(b)", where the number says enough."""
    core = bare(after)
    return is_marker(piece) and not _SEPARATORS.isdisjoint(core) and is_identifier(core, "")


def is_marker(piece: str) -> bool:
    """Tell whether a piece announces a number: "§", "Rule", "N.J.S.A."."""
    core = piece.lower().strip(",;:")
    return core in _MARKERS or core.rstrip(".") in _MARKERS


def is_date(piece: str, before: str, after: str) -> bool:
    """Tell whether a bare piece is a date or part of one: "3/15/2015", "March 3, 2015", "in 2015"."""
    if _DAY.fullmatch(piece) or _YEARS.fullmatch(piece):
        return True
    previous = before.lower().strip(".,")
    if _YEAR.fullmatch(piece):
        return previous in _BEFORE_YEAR or _MONTH.fullmatch(previous) is not None or previous.isdigit()
    is_day = _MONTH.fullmatch(previous) and piece.isdigit() and len(piece) <= 2
    return bool(is_day and _YEAR.fullmatch(bare(after)))


def is_month(piece: str, after: str) -> bool:
    """Tell whether a piece is a month that a day or a year follows ("may" alone is a verb)."""
    follower = bare(after)
    named = _MONTH.fullmatch(piece.strip(".,")) is not None
    return named and follower.isdigit() and len(follower) in (1, 2, 4)
