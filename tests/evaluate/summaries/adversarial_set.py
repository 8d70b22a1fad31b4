"""Makes the adversarial set: summaries of real briefs with one known edit each, and the same without it.

The set is generated for every evaluation, so that it always fits the briefs at hand and no text of a brief is
stored. All random choices are seeded by the brief's own words and the edit: equal briefs give equal sets on
every computer. The kinds of edit take turns, so that a common one (a changed number) does not crowd out a
rare one (merged facts). Within a kind, each sentence of a brief is edited once before any is edited
again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random

from briefbank.domain.authorities import CitationKind
from briefbank.domain.summaries import Claim, SourceKind, SummaryPart
from briefbank.summary.checks.plain_form import FindCitations
from tests.evaluate.summaries import edits_exact, edits_meaning, edits_wording, honest
from tests.evaluate.summaries.edit_input import Change, EditInput
from tests.evaluate.summaries.values import (
    AdversarialSet,
    BriefMaterial,
    Edit,
    HonestRule,
    WrittenStatement,
    WrittenSummary,
)

SUMMARIES = 400  # The number of edited summaries, and of clean ones
FEWEST, MOST = 3, 6  # The fewest and the most sentences of a summary
MOST_WORDS = 120  # The word limit of a generated summary
_SEED = 9046

CHANGES: Mapping[Edit, Change] = {
    Edit.NUMBER: edits_exact.numbers,
    Edit.DATE: edits_exact.dates,
    Edit.NAME: edits_exact.names,
    Edit.CASE: edits_exact.authorities,
    Edit.CITATION: edits_exact.citations,
    Edit.QUOTATION: edits_exact.quotations,
    Edit.HOLDING: edits_meaning.holdings,
    Edit.DROPPED_NOT: edits_meaning.dropped_not,
    Edit.ADDED_NOT: edits_meaning.added_not,
    Edit.ROLES: edits_meaning.roles,
    Edit.INVENTED: edits_meaning.invented,
    Edit.MERGED: edits_meaning.merged,
    Edit.OVERCLAIM: edits_wording.overclaims,
    Edit.CAVEAT: edits_wording.caveats,
}
"""The functions for all edits of words; for an overruled authority the list changes and the words stay."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A possible edit of one honest statement."""

    brief: BriefMaterial
    honest: WrittenStatement
    edited: WrittenStatement


def build_set(
    briefs: Sequence[BriefMaterial], find: FindCitations, summaries: int = SUMMARIES
) -> AdversarialSet:
    """Make the set, smaller than ``summaries`` where the briefs give no more. Takes seconds for 40 briefs."""
    pools = {edit: list[list[_Candidate]]() for edit in Edit}
    clean: dict[int, list[WrittenStatement]] = {}
    for brief in briefs:
        clean[id(brief)] = statements = honest.statements(brief, find)
        for edit in Edit:
            pools[edit].append(_shuffled(_candidates(brief, statements, edit, find), brief, edit))
    edited, originals = list[WrittenSummary](), list[WrittenSummary]()
    for number, candidate in enumerate(_in_turn(pools)):
        if len(edited) == summaries:
            break
        chance = Random(f"{_SEED} {number} {candidate.brief.fingerprint}")
        others = _companions(candidate, clean[id(candidate.brief)], chance)
        if len(others) + 1 >= FEWEST:
            at = chance.randrange(len(others) + 1)
            for statement, summaries_so_far in ((candidate.edited, edited), (candidate.honest, originals)):
                statements_of_summary = (*others[:at], statement, *others[at:])
                summaries_so_far.append(WrittenSummary(candidate.brief, statements_of_summary))
    return AdversarialSet(tuple(edited), tuple(originals))


def _candidates(
    brief: BriefMaterial, statements: Sequence[WrittenStatement], edit: Edit, find: FindCitations
) -> Iterator[_Candidate]:
    """Yield every wrong sentence that an edit makes of the honest ones, each text once."""
    if edit is Edit.OVERRULED:
        yield from _overruled(brief, statements, find)
        return
    seen = {statement.claim.text for statement in statements}
    bases = _pairs(brief, statements) if edit is Edit.MERGED else ((item, item) for item in statements)
    for original, start in bases:
        chance = Random(f"{_SEED} {edit} {brief.fingerprint} {original.claim.text}")
        for text in CHANGES[edit](EditInput(start, brief, find, chance)):
            if text not in seen and len(text.split()) <= honest.MOST + 12:
                seen.add(text)
                claim = replace(start.claim, text=text)
                yield _Candidate(brief, original, replace(start, claim=claim, edit=edit))


def _pairs(
    brief: BriefMaterial, statements: Sequence[WrittenStatement]
) -> Iterator[tuple[WrittenStatement, WrittenStatement]]:
    """Yield each sentence unchanged, and the same naming a second source, because only two facts can be
    merged."""
    prose = {
        sentence.number
        for sentence in brief.material.sentences
        if sentence.kind in (SourceKind.FACT, SourceKind.OTHER)
    }
    plain = [
        statement
        for statement in statements
        if statement.way is HonestRule.VERBATIM and statement.claim.sources[0] in prose
    ]
    for first, second in combinations(plain, 2):
        sources = (*first.claim.sources, *second.claim.sources)
        yield first, replace(first, claim=Claim(first.claim.text, sources, SummaryPart.FACTS))


def _overruled(
    brief: BriefMaterial, statements: Sequence[WrittenStatement], find: FindCitations
) -> Iterator[_Candidate]:
    """Yield honest statements that rest on an authority, as of the day after the list speaks against it."""
    for statement in statements:
        named = brief.material.named(statement.claim.sources)
        cited = [
            authority.canonical
            for source in named
            for authority in find(source.text)
            if authority.kind is CitationKind.CASE
        ]
        if cited:
            against = tuple(dict.fromkeys(cited))
            yield _Candidate(brief, statement, replace(statement, edit=Edit.OVERRULED, against=against))


def _shuffled(candidates: Iterator[_Candidate], brief: BriefMaterial, edit: Edit) -> list[_Candidate]:
    """Return the candidates in random order, so that the first ones taken from the end are of different
    sentences."""
    results = list(candidates)
    Random(f"{_SEED} {edit.value} {brief.fingerprint}").shuffle(results)
    seen: dict[tuple[int, ...], int] = {}
    ranked = []
    for candidate in results:
        seen[candidate.honest.claim.sources] = turn = seen.get(candidate.honest.claim.sources, -1) + 1
        ranked.append((turn, candidate))
    return [candidate for _, candidate in sorted(ranked, key=lambda pair: -pair[0])]


def _in_turn(pools: Mapping[Edit, list[list[_Candidate]]]) -> Iterator[_Candidate]:
    """Yield candidates by turns of the edits, and within an edit by turns of the briefs, until none is left.

    Candidates are taken from the end of each pool.
    """
    queues = {edit: [pool for pool in brief_pools if pool] for edit, brief_pools in pools.items()}
    while any(queues.values()):
        for queue in queues.values():
            if queue:
                pool = queue.pop(0)
                yield pool.pop()
                if pool:
                    queue.append(pool)


def _companions(
    candidate: _Candidate, clean: Sequence[WrittenStatement], chance: Random
) -> list[WrittenStatement]:
    """Return honest statements of other sentences of the brief, as many as a summary has room for."""
    expected = chance.randint(FEWEST, MOST) - 1
    chosen, used = list[WrittenStatement](), set(candidate.edited.claim.sources)
    room = MOST_WORDS - max(len(item.claim.text.split()) for item in (candidate.edited, candidate.honest))
    for statement in chance.sample(clean, len(clean)):
        size = len(statement.claim.text.split())
        if len(chosen) < expected and size <= room and used.isdisjoint(statement.claim.sources):
            chosen.append(statement)
            used.update(statement.claim.sources)
            room -= size
    return sorted(chosen, key=lambda item: (item.claim.part is not SummaryPart.ISSUE, item.claim.sources))
