"""Parallel citations, which cite one decision in several reporters: "170 N.J. 632, 790 A.2d 903".

The citation of the official reporter, or the neutral one, comes first and names the case (Bluebook rule 10.3
and table T1): of the Supreme Court's decisions the United States Reports, then S. Ct., then L. Ed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import IntEnum, auto

from briefbank.domain.citations import Citation, CitationForm, CitationKind


class Rank(IntEnum):
    """The rank of a citation as a name; an authority goes by the form of the lowest rank."""

    UNITED_STATES_REPORTS = auto()
    OFFICIAL = auto()
    """The official or neutral citation of any other court, and whatever is in no other class."""
    REGIONAL = auto()
    SUPREME_COURT_REPORTER = auto()
    LAWYERS_EDITION = auto()
    PRIVATE = auto()
    UNREPORTED = auto()
    DOCKET = auto()
    ANNOTATION = auto()
    """American Law Reports, which reprint decisions beside an annotation."""


_REGIONAL = re.compile(r"(?:A|N\.E|N\.W|P|S\.E|S\.W|So)\.(?: ?\dd)?")
_PRIVATE = re.compile(
    r"Cal\. Rptr\.(?: \dd)?|N\.Y\.S\.(?: ?\dd)?|Ill\. Dec\.|Fed\. Appx\.|F\. App[’']x|U\.S\.L\.W\."
    r"|Fed\. R\. Serv\..*|Ohio (?:Op|Misc|Law Abs|Law\. Abs)\.(?: ?\dd)?|Ohio B\.|Am\. (?:Dec|Rep|St\. Rep)\."
    r"|(?:Am\. )?Ann\. Cas\."
)
_ANNOTATION = re.compile(r"(?:A\.L\.R\.|L\.R\.A\.?).*")
_SUPREME_COURT = {
    "U.S.": Rank.UNITED_STATES_REPORTS,
    "S. Ct.": Rank.SUPREME_COURT_REPORTER,
    "L. Ed.": Rank.LAWYERS_EDITION,
    "L. Ed. 2d": Rank.LAWYERS_EDITION,
}
_BETWEEN = re.compile(r"(?:, (?:at )?\*?\d{1,5}(?:[-–]\d{1,5})?(?: ?n\.\d{1,3})?){0,4}(?:, ?| ?\[| ?= ?)")
"""Text allowed between parallel citations: pin cites, a comma, California's bracket."""
_FARTHEST = 60
"""The most characters between two parallel citations."""


def rank(canonical: str, kind: CitationKind) -> Rank:
    """Return the rank of a citation's canonical name."""
    if kind is CitationKind.DOCKET:
        return Rank.DOCKET
    reporter = reporter_of(canonical)
    if reporter in _SUPREME_COURT:
        return _SUPREME_COURT[reporter]
    if reporter == "WL" or reporter.endswith("LEXIS"):
        return Rank.UNREPORTED
    if _ANNOTATION.fullmatch(reporter):
        return Rank.ANNOTATION
    if _PRIVATE.fullmatch(reporter):
        return Rank.PRIVATE
    return Rank.REGIONAL if _REGIONAL.fullmatch(reporter) else Rank.OFFICIAL


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
    official = (Rank.UNITED_STATES_REPORTS, Rank.OFFICIAL)
    both_official = all(rank(each.canonical, each.kind) in official for each in (first, second))
    return not both_official and _BETWEEN.fullmatch(" ".join(f"|{between}|".split())[1:-1]) is not None


def _is_whole_case(citation: Citation) -> bool:
    return (
        citation.kind is CitationKind.CASE and citation.form is CitationForm.FULL and bool(citation.canonical)
    )
