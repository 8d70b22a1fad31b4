"""The limits of numbers and dates: "at least five", "almost two hours", "18 or older", "before May 3"."""

from __future__ import annotations

import re

from briefbank.summary.checks.plain import FUNCTION_WORDS
from briefbank.text.dates import WrittenDate

_BEFORE_NUMBERS = (
    (
        "most",
        "up to|at most|at the most|no more than|not more than|no longer than|a maximum of|not exceeding"
        "|not to exceed|no older than",
    ),
    ("least", "at least|at the least|no less than|not less than|no fewer than|not fewer than|a minimum of"),
    ("more", "more than|in excess of|exceeding|greater than|upwards of|longer than|older than"),
    ("less", "less than|fewer than|below|just short of|shorter than|younger than"),
    ("nearly", "almost|nearly|close to|approaching|just under|just shy of"),
    ("about", "about|around|approximately|roughly|an estimated"),
    ("over", "over"),
    ("under", "under"),
    ("early", "early|beginning of the|start of the"),
    ("mid", "mid-?|middle of the"),
    ("late", "late|end of the"),
)
_LIMIT = re.compile(
    rf"\b(?:{'|'.join(rf'(?P<{name}>{words})' for name, words in _BEFORE_NUMBERS)})"
    r"(?: the age of| an?| the)? ?$"
)
_TRAILING_LIMIT = (
    r"(?: \w+| years of age)?,? (?:(?:or (?:{words})|and {age})\b|(?:or|and) (?:{places})(?=\W*$|[.,;)]))"
)
_OR_MORE = re.compile(
    _TRAILING_LIMIT.format(words="more|older|greater|longer|higher", age="older", places="over|above")
)
_OR_LESS = re.compile(
    _TRAILING_LIMIT.format(words="fewer|less|younger|shorter|lower", age="younger", places="under|below")
)
_MEASURES = frozenset(
    str.split("dollar cent percent foot inch mile yard meter pound ounce gram kilogram milligram mph age")
)
_UNITS_OF_TIME = frozenset(str.split("minute hour day week month year decade century second"))
_MEASURING = re.compile(
    r"\b(?:for|of|after|at|with|in|to|by|lasted|lasts|took|takes|spent|served|serving|is|was|were|well|just|slightly"
    r"|received|waited|totaling|already) $"
)
"""The words before "over two hours" that make it mean more than two hours; otherwise it may mean during
them."""
_IMPLIED_LIMITS = frozenset(
    (
        ("more", "least"), ("less", "most"), ("nearly", "less"), ("nearly", "most"), ("nearly", "about"),
        ("", "about"), ("about", ""), ("", "over"), ("over", ""), ("", "under"), ("under", ""),
        ("more", "over"), ("over", "more"), ("less", "under"), ("under", "less"), ("nearly", "under"),
        ("over", "about"), ("under", "about"), ("early", ""), ("mid", ""), ("late", ""),
    )
)  # fmt: skip
"""Pairs of the source's limit and the claim's that may replace it: a wider limit that follows from it, or a
word that need not be a limit."""
_DATES = (
    ("before", "before|prior to|earlier than|ahead of|pre-"),
    ("by", "by|no later than|not later than|on or before"),
    ("until", "until|till|through|up to|ending"),
    ("after", "after|later than|following|subsequent to|on or after|post-"),
    ("since", "since|from|starting|beginning|effective|as of"),
    ("on", "on|in|during|dated|around|about"),
)
_PARTS = (
    ("early", "early|early in|(?:the )?(?:beginning|start) of"),
    ("mid", "mid-?|(?:the )?middle of"),
    ("late", "late|late in|(?:the )?(?:end|close) of"),
)
_RELATION = re.compile(
    rf"(?<![\w-])(?:(?:{'|'.join(rf'(?P<{name}>{words})' for name, words in _DATES)})"
    r"(?: or about| about| on)? ?)?"
    rf"(?:(?:{'|'.join(rf'(?P<{name}>{words})' for name, words in _PARTS)}) ?)?$"
)
_FOLLOWS = {
    "before": frozenset(("before", "by", "until")),
    "by": frozenset(("by", "before", "until", "since")),
    "until": frozenset(("until", "by", "before", "on", "")),
    "after": frozenset(("after", "since")),
    "since": frozenset(("since", "after", "on", "")),
    "on": frozenset(("on", "until", "since", "")),
}
"""The source's relations to a date from which a claim's relation follows; what began on a day holds since
then."""
_ELSEWHERE = {
    "before": re.compile(
        r"\b(?:previously|earlier|beforehand|preced\w+|until then|already)\b", re.IGNORECASE
    ),
    "after": re.compile(
        r"\b(?:thereafter|afterwards?|later|since|subsequent\w*|onwards?|follow(?:s|ed))\b", re.IGNORECASE
    ),
}
"""The words that may relate something to a date elsewhere in the source."""
_NOUN = re.compile(r" ([a-z]{3,})")
_YEARLY = {"early": (1, 6), "mid": (4, 9), "late": (7, 12)}
_MONTHLY = {"early": (1, 15), "mid": (8, 23), "late": (15, 31)}
_REACH = 32
"""The number of characters before a number or date that are searched for limiting words."""


def limit(text: str, start: int, end: int, unit: str) -> str:
    """Return the limit of the number in this range; empty without one.

    "Over" and "under" become 'more' and 'less' where they can mean nothing else.
    """
    if _OR_MORE.match(text, end):
        return "least"
    if _OR_LESS.match(text, end):
        return "most"
    before = text[max(0, start - _REACH) : start].lower().rstrip("$ ") + " "
    match = _LIMIT.search(before)
    name = (match.lastgroup or "") if match else ""
    if match is None or name not in ("over", "under"):
        return name
    certain = unit in _MEASURES or (unit in _UNITS_OF_TIME and _MEASURING.search(before[: match.start()]))
    return {"over": "more", "under": "less"}[name] if certain else name


def follows(said: str, known: str) -> bool:
    """Tell whether a number's limit follows from the source's."""
    return said == known or (known, said) in _IMPLIED_LIMITS


def relation(text: str, day: WrittenDate) -> tuple[str, str]:
    """Return the relation to a date ('before', 'by', 'until', 'after', 'since', 'on') and the part of its
    month or year that is meant ('early', 'mid', 'late'); empty where nothing is said."""
    match = _RELATION.search(text[max(0, day.start - _REACH) : day.start].lower())
    groups = match.groupdict() if match else {}
    name = next((name for name, _ in _DATES if groups.get(name)), "")
    part = next((name for name, _ in _PARTS if groups.get(name)), "")
    noun = _NOUN.match(text, day.end)
    if name == "by" and noun and noun[1] not in FUNCTION_WORDS:
        name = ""  # "amended by 1994 legislation"
    return name, part


def stands_so(said: str, known: str, source: str) -> bool:
    """Tell whether a relation to a date follows from the source's relation to it; ``source`` is all its
    text."""
    if said not in _FOLLOWS or known in _FOLLOWS[said]:
        return True
    return known in ("on", "") and said in _ELSEWHERE and bool(_ELSEWHERE[said].search(source))


def in_part(part: str, day: WrittenDate, known_part: str, known: WrittenDate) -> bool:
    """Tell whether the source's date, or the part of it that it names, lies in this part of the claim's."""
    if not part or part == known_part:
        return True
    if day.month and known.day and not day.day:
        first, last = _MONTHLY[part]
        return first <= known.day <= last
    if not day.month and known.month:
        first, last = _YEARLY[part]
        return first <= known.month <= last
    return False
