"""Statements whose sentence refers back to the treated authority: "That decision was overruled by ■".

A reference is a noun phrase ("that decision", "this section"), "it", or "and which". It stands for the one
authority that its own sentence cites before it or, if none does, one of the two sentences before. Authorities
in brackets do not count, and several are in doubt, so that there is no statement. The reference is then read
as a citation of that authority, by the same rules as any other sentence.

"It" and "which" refer to much else, so they count only where the sentence names the authority that did it.
The same holds for "reversed", "vacated" and "limited", which are also said of judgments of the case at hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from briefbank.citations import treatment_patterns as patterns
from briefbank.citations.treatment_rules import TreatmentFinding, TreatmentParser
from briefbank.citations.treatment_text import SIGN, CitedUnit, Segment, segments
from briefbank.citations.treatment_words import ALL, CASES, PROVISIONS
from briefbank.domain.authorities import RelationKind
from briefbank.domain.citations import Citation, CitationKind

Sentence = tuple[int, int, list[int]]
"""The start and end of a sentence, and the indexes of its usable citations in order."""

_CASE_NOUN = r"decision|case|holding|opinion|ruling|precedent|test|standard|doctrine|approach|interpretation"
_PROVISION_NOUN = r"statute|provision|section|subsection|act|regulation|ordinance|directive|amendment"
_NOUN = (
    r"(?:(?:same|earlier|prior|older|former|latter) )?"
    rf"(?:(?P<case>{_CASE_NOUN})|(?P<provision>{_PROVISION_NOUN})|rule|law)"
)
_REFERENCE = re.compile(
    rf"\b(?P<subject>(?:that|this|the|whose) (?!case\b){_NOUN}|that case"
    r"|an? (?:test|standard|doctrine|rule|approach|holding)(?=,? (?:which|that) )"
    rf"|it|(?<=and )which|(?<=but )which)(?=,? (?:which |that )?{patterns.BE_OR_HAS}|’s |'s )"
    r"|(?:\w(?:rul|gat|sed|peal|dat|mend|turn|vow)(?:ed|ing|e?s)|disapprov(?:ed|ing)(?: of)?|struck down) "
    rf"(?P<object>(?:that|this|the) {_NOUN.replace('P<', 'P<of_')}|it)(?![\w’'-])",
    re.IGNORECASE,
)
"""A reference before a passive verb, or behind an active one."""
_MOST = 4
"""The most references of a sentence that are read, each of which takes as long as the sentence."""
_VAGUE = re.compile(r"it$|which$|an? |(?:this|the) (?:decision|holding|opinion|ruling)", re.IGNORECASE)
_OF_LAW = frozenset(
    (
        *(RelationKind.OVERRULES, RelationKind.ABROGATES, RelationKind.DISAPPROVES, RelationKind.SUPERSEDES),
        *(RelationKind.REPEALS, RelationKind.INVALIDATES, RelationKind.AMENDS),
    )
)
"""The treatments that are rarely of anything but law."""
_NAMED_AGENT = re.compile(r"(?: (?:by|in))? [^.;]{0,80}? v\. [A-Z]")
_NAME = re.compile(r" v\. [A-Z]|\bIn re\b")
_OPENING_IN = re.compile(r"(?:[A-Z][a-z]+,? )?[Ii]n ")
_RIGHT_BEHIND = re.compile(r"[,\d\s–-]{0,30}(?:\([^()]{0,60}\))?,? ?")
"""The text between "In ■" that opens a sentence and "that decision was overruled", which ■ overruled."""
_IN_SOURCE = re.compile(rf" {SIGN},? (?:by|in) (?={SIGN})")
_AT_HAND = re.compile(r"\b(?:trial|motions?|judges?|jury|jurors|sentenced?|convict\w*|denied|granted)\b")
"""Words of a sentence about what a court decided in the case at hand."""


@dataclass(frozen=True, slots=True)
class ReferringFinding:
    """A finding about the authority that a sentence refers back to."""

    finding: TreatmentFinding
    segment: Segment
    source: int | None
    target: int
    """The indexes of the citations of both."""
    start: int
    """The start of the sentence that cites the target."""


def referring_findings(
    text: str, citations: Sequence[Citation], sentences: Sequence[Sentence]
) -> Iterator[ReferringFinding]:
    """Find what the last of some adjacent sentences states by a reference back. Linear time."""
    start, end, inside = sentences[-1]
    for match in islice(_REFERENCE.finditer(text, start, end), _MOST):
        reference = match["subject"] or match["object"]
        first, last = match.span("subject" if match["subject"] else "object")
        before = [at for at in inside if citations[at].start < first]
        if before and citations[before[-1]].end > first:
            continue
        kinds = _kinds(match)
        acting = None
        if (
            before
            and _OPENING_IN.match(text, start)
            and _RIGHT_BEHIND.fullmatch(text, citations[before[-1]].end, first)
        ):
            acting = before[0]
        own_first = before and match["subject"] and acting is None
        candidates = (
            [(start, first, before)] if own_first or reference[:2] in ("a ", "an") else sentences[:-1]
        )
        antecedent = _antecedent(text, citations, candidates, kinds)
        if antecedent is None:
            continue
        antecedent_name = citations[antecedent[0]].canonical
        known = [citations[at] for at in inside]
        known.insert(len(before), replace(citations[antecedent[0]], start=first, end=last))
        numbers = [*before, antecedent[0], *inside[len(before) :]]
        for segment in segments(text, start, end, known, range(len(known))):
            for finding in TreatmentParser(segment).findings():
                if finding.target.citation != len(before):
                    continue
                unit = finding.source or _source_behind(segment, finding)
                source = numbers[unit.citation] if unit else acting
                if source is not None and citations[source].canonical == antecedent_name:
                    continue
                cited_by = text[antecedent[1] : first]
                if _is_sure(finding, segment, match.group(), reference, cited_by, cited=source is not None):
                    yield ReferringFinding(finding, segment, source, *antecedent)


def _kinds(match: re.Match[str]) -> frozenset[CitationKind]:
    """Return the kinds of authority that a reference can name; "it" and "the rule" can be any."""
    if match["provision"] or match["of_provision"]:
        return PROVISIONS
    return CASES if match["case"] or match["of_case"] else ALL


def _antecedent(
    text: str, citations: Sequence[Citation], sentences: Sequence[Sentence], kinds: frozenset[CitationKind]
) -> tuple[int, int] | None:
    """Return the only authority of the last sentence that cites any of these kinds, as the index of its
    citation and the start of the sentence; None in doubt."""
    for start, end, inside in reversed(sentences):
        units = [
            unit
            for segment in (segments(text, start, end, citations, inside) if inside else ())
            if not segment.bracketed
            for unit in segment.marked
            if unit.kind in kinds
        ]
        if units:
            one = len({citations[unit.citation].canonical for unit in units}) == 1
            return (units[0].citation, start) if one else None
        if _NAME.search(text, start, end):
            return None
    return None


def _source_behind(segment: Segment, finding: TreatmentFinding) -> CitedUnit | None:
    """Return the authority in "overruled that decision in ■"; None for none."""
    behind = _IN_SOURCE.match(segment.text, finding.end)
    return segment.units[behind.end()] if behind else None


def _is_sure(
    finding: TreatmentFinding, segment: Segment, words: str, reference: str, cited_by: str, *, cited: bool
) -> bool:
    """Tell whether a finding is of an authority, and not of what was decided in the case at hand.

    ``words`` are the reference and the active verb before it, which without a subject may be no more than an
    idea ("overruling the precedent would …"). ``cited_by`` is the text from the sentence that cites the
    authority to the reference.
    """
    vague = _VAGUE.match(reference) is not None or "ing " in words.removesuffix(reference)
    if finding.kind.whole not in _OF_LAW:
        return cited and not vague and not _AT_HAND.search(cited_by)
    return cited or not vague or _NAMED_AGENT.match(segment.text, finding.end) is not None
