"""The statements of a text that one authority treated another: overruled, amended or construed it.

A statement needs a verb of treatment (``treatment_words``) in a known place between citations of one sentence
(``treatment_rules``). What somebody requests, argues, doubts or denies is no statement, nor is what is said
of objections, judgments or complaints. "In part" and "on other grounds" belong to what is stated. A bare "as
amended" states nothing. A case that is distinguished still holds.

A sentence may also refer back ("That decision was overruled by ■"); ``treatment_references`` says to what.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from briefbank.citations.treatment_references import Sentence, referring_findings
from briefbank.citations.treatment_rules import TreatmentFinding, TreatmentParser
from briefbank.citations.treatment_text import Segment, segments
from briefbank.citations.treatment_words import SAYS, STEMS
from briefbank.domain.authorities import RelationKind
from briefbank.domain.citations import Citation, CitationKind
from briefbank.text.sentences import sentence_ends


@dataclass(frozen=True, slots=True)
class TreatmentStatement:
    """A statement of one sentence that one authority treated another."""

    kind: RelationKind
    source: int | None
    """The index of the citation that did it; None if the sentence names none."""
    target: int
    start: int
    """The start of the sentence in the text, or of the earlier one to which it refers back."""
    end: int
    """The end of the sentence in the text."""
    words: str
    """The words of the statement as written."""


def statements(text: str, citations: Sequence[Citation]) -> list[TreatmentStatement]:
    """Find the statements of a passage, in order.

    ``source`` and ``target`` are indexes into ``citations``; of parallel citations the first counts.
    Citations without a canonical form and cites to the record take no part. Any thread; never raises; linear
    time.
    """
    usable = [
        at for at, each in enumerate(citations) if each.canonical and each.kind is not CitationKind.RECORD
    ]
    if not usable or not _may_state_treatment(text):
        return []
    usable.sort(key=lambda at: citations[at].start)
    sentences = list(_sentences(text, citations, usable))
    unique: dict[tuple[object, ...], TreatmentStatement] = {}
    for number, (start, end, inside) in enumerate(sentences):
        if not SAYS.search(text, start, end):
            continue
        direct = _statements_of_sentence(text, citations, start, end, inside) if inside else ()
        referring = _statements_by_reference(text, citations, sentences[max(0, number - 2) : number + 1])
        for statement in (*direct, *referring):
            unique.setdefault((end, statement.kind, statement.target, statement.source), statement)
    return list(unique.values())


def _may_state_treatment(text: str) -> bool:
    lower = text.lower()
    return any(stem in lower for stem in STEMS)


def _sentences(text: str, citations: Sequence[Citation], usable: Sequence[int]) -> Iterator[Sentence]:
    """Yield the sentences, and which citations each holds; no sentence ends within a citation."""
    starts = [citations[at].start for at in usable]
    start = first = 0
    for end in (*sentence_ends(text), len(text)):
        last = bisect_left(starts, end, first)
        if last > first and citations[usable[last - 1]].end > end:
            continue
        yield start + len(text[start:end]) - len(text[start:end].lstrip()), end, list(usable[first:last])
        start, first = end, last


def _statements_of_sentence(
    text: str, citations: Sequence[Citation], start: int, end: int, inside: Sequence[int]
) -> Iterator[TreatmentStatement]:
    found = [
        (finding, segment)
        for segment in segments(text, start, end, citations, inside)
        if segment.units or segment.owner
        for finding in TreatmentParser(segment).findings()
    ]
    for finding, segment in sorted(found, key=lambda each: each[1].offset(each[0].start)):
        source = finding.source.citation if finding.source else None
        words = _words(text, finding, segment)
        yield TreatmentStatement(finding.kind, source, finding.target.citation, start, end, words)


def _statements_by_reference(
    text: str, citations: Sequence[Citation], sentences: Sequence[Sentence]
) -> Iterator[TreatmentStatement]:
    """Yield the statements of the last of adjacent sentences about what an earlier one cites."""
    end = sentences[-1][1]
    for reference in referring_findings(text, citations, sentences):
        kind, words = reference.finding.kind, _words(text, reference.finding, reference.segment)
        yield TreatmentStatement(kind, reference.source, reference.target, reference.start, end, words)


def _words(text: str, finding: TreatmentFinding, segment: Segment) -> str:
    first, last = segment.offset(finding.start), segment.offset(finding.end - 1)
    return " ".join(text[first : last + 1].split())
