"""Parallel citations, which cite one decision in several reporters: "170 N.J. 632, 790 A.2d 903".

The citation of the official reporter, or the neutral one, comes first and names the case (Bluebook rule
10.3).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from briefbank.domain.citations import Citation, CitationForm, CitationKind

OFFICIAL, REGIONAL, PRIVATE, UNREPORTED, DOCKET = range(5)
"""The rank of a citation as a name; an authority goes by the form of the lowest rank."""
_REGIONAL = re.compile(r"(?:A|N\.E|N\.W|P|S\.E|S\.W|So)\.(?: ?\dd)?")
_PRIVATE = re.compile(
    r"S\. Ct\.|L\. Ed\.(?: 2d)?|Cal\. Rptr\.(?: \dd)?|N\.Y\.S\.(?: ?\dd)?|Ill\. Dec\.|Fed\. Appx\."
    r"|F\. App[’']x|U\.S\.L\.W\.|Fed\. R\. Serv\..*"
)
_BETWEEN = re.compile(r"(?:, (?:at )?\*?\d{1,5}(?:[-–]\d{1,5})?(?: ?n\.\d{1,3})?){0,4}(?:, ?| ?\[| ?= ?)")
"""Text allowed between parallel citations: pin cites, a comma, California's bracket."""
_FARTHEST = 60
"""The most characters between two parallel citations."""


def rank(canonical: str, kind: CitationKind) -> int:
    """Return the rank of a citation's canonical name."""
    if kind is CitationKind.DOCKET:
        return DOCKET
    reporter = reporter_of(canonical)
    if reporter == "WL" or reporter.endswith("LEXIS"):
        return UNREPORTED
    if _PRIVATE.fullmatch(reporter):
        return PRIVATE
    return REGIONAL if _REGIONAL.fullmatch(reporter) else OFFICIAL


def reporter_of(canonical: str) -> str:
    """Return the reporter of a canonical name: 'N.J.' for '170 N.J. 632'."""
    return canonical.partition(" ")[2].rpartition(" ")[0]


def leaders(text: str, citations: Sequence[Citation]) -> dict[int, int]:
    """Map each parallel citation to the first citation of its case.

    Keys and values are indexes into ``citations``. Any thread; never raises; linear time.
    """
    found: dict[int, int] = {}
    for at in range(1, len(citations)):
        if _of_one_case(text, citations[at - 1], citations[at]):
            found[at] = found.get(at - 1, at - 1)
    return found


def _of_one_case(text: str, first: Citation, second: Citation) -> bool:
    if not _is_whole_case(first) or not _is_whole_case(second) or not first.certain or not second.certain:
        return False
    between = text[first.end : second.start]
    if len(between) > _FARTHEST or reporter_of(first.canonical) == reporter_of(second.canonical):
        return False
    one, other = rank(first.canonical, first.kind), rank(second.canonical, second.kind)
    both_official = one == other == OFFICIAL
    return not both_official and _BETWEEN.fullmatch(" ".join(f"|{between}|".split())[1:-1]) is not None


def _is_whole_case(citation: Citation) -> bool:
    return (
        citation.kind is CitationKind.CASE and citation.form is CitationForm.FULL and bool(citation.canonical)
    )
