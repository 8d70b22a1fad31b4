"""The parts of a citation in a plain text: its range, its name, and its tail of pages, court and year."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from briefbank.domain.citations import Citation
from briefbank.summary.checks.abbreviations import long

_TAIL = re.compile(
    r"(?:,? ?(?:at )?(?:pp?\. )?\*?\d[\d-]*(?: ?n\. ?\d+)?(?![\w.:]* [A-Z][\w.]*\.? \d))*(?: "
    r"?\([^()]{1,60}\))?"
)
"""Pages and a parenthesis, without a number that begins the next citation."""
_NAME = re.compile(
    r"(?:(?P<first>[A-Z][\w.'&-]*(?: (?:[A-Z&][\w.'-]*|of|the|and|for|ex|rel\.|de|la)){0,12}),? "
    r"(?:v\.?|vs\.?|versus) )(?P<second>[A-Z][\w.'&-]*(?:,? (?:[A-Z&][\w.'-]*|of|the|and|for|ex|rel\."
    r"|de|la))*)"
)
_IN_RE = re.compile(r"\b(?:In re|Matter of|Ex parte|In the Matter of) ([A-Z][\w'&.-]*)")
_BEFORE = 120
"""The number of characters before a citation that are searched for its name."""
NOT_NAMES = frozenset(
    str.split(
        "state people commonwealth united states in re ex parte matter of the and city county township "
        "borough board department dept new jersey u.s co inc corp v vs america comm'n commission division"
    )
)
"""Words that do not distinguish one case from another."""


def ranges(text: str, citations: Sequence[Citation]) -> list[tuple[int, int, int]]:
    """Return for each citation its start, its end, and the end of its tail."""
    return [(each.start, each.end, _tail_end(text, each.end)) for each in citations]


def _tail_end(text: str, end: int) -> int:
    match = _TAIL.match(text, end)
    return match.end() if match else end


def tail(text: str, citation: Citation) -> frozenset[str]:
    """Return the pages, court words and year after a citation, in lower case."""
    written = text[citation.end : _tail_end(text, citation.end)]
    return frozenset(re.findall(r"[^\W_]+", written.casefold())) - {"at", "p", "pp"}


def name_before(text: str, citation: Citation) -> tuple[str, ...]:
    """Return the distinctive words of the case name before a citation, in lower case; empty without one."""
    before = text[max(0, citation.start - _BEFORE) : citation.start]
    last = next(reversed([*_NAME.finditer(before)]), None)
    if last is None or before[last.end() :].strip(" ,"):
        found = list(_IN_RE.finditer(before))
        return (found[-1][1].casefold(),) if found and not before[found[-1].end() :].strip(" ,.") else ()
    return tuple(word for word in _words(f"{last['first']} {last['second']}") if word not in NOT_NAMES)


def find_case_parties(text: str) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the words of both parties of each case that a text names with "v.", abbreviations written out."""
    for match in _NAME.finditer(text):
        yield _words(match["first"]), _words(match["second"])


def _words(name: str) -> list[str]:
    found = re.findall(r"[^\W_]+(?:['.-][^\W_]+)*\.?", name.casefold())
    return [long(word.removesuffix("'s")) for word in found]
