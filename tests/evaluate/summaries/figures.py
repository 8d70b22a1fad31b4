"""Figures of the evaluation of summaries, as the command line's JSON document: counts, shares and names of
kinds.

The document holds no text of a brief or of a model.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from briefbank.domain.summaries import ClaimFault, ClaimOutcome
from tests.evaluate.confidence_intervals import wilson
from tests.evaluate.summaries.judging import JudgedStatement, JudgedSummary
from tests.evaluate.summaries.run import SummaryRun
from tests.evaluate.summaries.values import CLAIMS, EXACT, EXPECTED, Edit, HonestRule, WrittenStatement

Json = dict[str, Any]
PLACES = 4


def of_summaries(run: SummaryRun) -> Json:
    """Return all figures; intervals are ``[low, high]``, of 95 %.

    * ``summaries`` made in all, ``edited`` and ``clean`` ones, from ``documents``;
    * ``faults`` by kind of fault and ``edits`` by kind of edit: ``made``; ``caught``, with any finding;
      ``recall``; ``interval``; ``named``, with a finding of the very kind; ``shown``, those that a reader
      would have seen. ``exact`` is the same for numbers, dates, names, citations and quotations together, and
      ``claims`` for unsupported claims without these;
    * ``clean_sentences``: ``made``, each counted once; ``withheld``, ``share``, ``interval``; ``by_check``,
      how many each kind of finding withheld; ``by_way``, those made in each way;
    * ``clean_summaries``: ``made``; ``withheld_whole``; ``complete``, shown with every sentence;
    * ``metrics``: those of ``relevance`` for ``extractive`` and ``generated`` summaries, null where not
      known;
    * ``model``: null, or its ``name``, the ``summaries`` it wrote, how many ``withheld_whole``, its
      ``sentences`` by outcome; ``second_reader`` is false since no model reads its sentences again.
    """
    wrong = [
        (summary, statement)
        for summary in run.edited
        for statement in summary.statements
        if statement.statement.edit
    ]
    return {
        "summaries": len(run.edited) + len(run.clean),
        "documents": run.documents,
        "edited": len(run.edited),
        "clean": len(run.clean),
        "faults": {
            fault.value: _row([pair for pair in wrong if _expected(pair[1]) is fault]) for fault in ClaimFault
        },
        "edits": {
            edit.value: {"fault": EXPECTED[edit].value, **_row(_of_edits(wrong, (edit,)))} for edit in Edit
        },
        "exact": _row(_of_edits(wrong, EXACT)),
        "claims": _row(_of_edits(wrong, CLAIMS)),
        "clean_sentences": _clean_sentences([*run.edited, *run.clean]),
        "clean_summaries": {
            "made": len(run.clean),
            "withheld_whole": sum(item.withheld_whole for item in run.clean),
            "complete": sum(len(item.shown) == len(item.statements) for item in run.clean),
        },
        "metrics": {"extractive": _rounded(run.extractive), "generated": _rounded(run.generated)},
        "model": _model(run),
    }


def _row(wrong: Sequence[tuple[JudgedSummary, JudgedStatement]]) -> Json:
    caught = sum(statement.caught for _, statement in wrong)
    return {
        "made": len(wrong),
        "caught": caught,
        "recall": _share(caught, len(wrong)),
        "interval": _interval(caught, len(wrong)),
        "named": sum(_expected(statement).value in statement.faults for _, statement in wrong),
        "shown": sum(statement in summary.shown for summary, statement in wrong),
    }


def _expected(judged: JudgedStatement) -> ClaimFault:
    edit = judged.statement.edit
    if edit is None:
        raise ValueError("an honest statement has no fault")
    return EXPECTED[edit]


def _of_edits(
    wrong: Sequence[tuple[JudgedSummary, JudgedStatement]], edits: Sequence[Edit]
) -> list[tuple[JudgedSummary, JudgedStatement]]:
    return [pair for pair in wrong if pair[1].statement.edit in edits]


def _clean_sentences(summaries: Iterable[JudgedSummary]) -> Json:
    """Count each honest sentence once, wherever it was used. Left out are those checked while the list spoke
    against an authority, because what rests on that is rightly withheld."""
    honest: dict[tuple[int, WrittenStatement], JudgedStatement] = {}
    for summary in summaries:
        if summary.written.edited is None or not summary.written.edited.against:
            number = summary.written.brief.material.document_id
            honest.update({(number, e.statement): e for e in summary.statements if e.statement.edit is None})
    withheld = [fitness for fitness in honest.values() if fitness.caught]
    written_by = Counter(item.statement.way for item in honest.values())
    withheld_by = Counter(item.statement.way for item in withheld)
    checks = Counter(fault for item in withheld for fault in item.faults)
    return {
        "made": len(honest),
        "withheld": len(withheld),
        "share": _share(len(withheld), len(honest)),
        "interval": _interval(len(withheld), len(honest)),
        "by_check": dict(checks.most_common()),
        "by_way": {
            way.value: {"made": written_by[way], "withheld": withheld_by[way]}
            for way in HonestRule
            if written_by[way]
        },
    }


def _model(run: SummaryRun) -> Json | None:
    if not run.model:
        return None
    outcomes = Counter(claim.outcome for summary in run.written for claim in summary.claims)
    return {
        "name": run.model,
        "summaries": len(run.written),
        "withheld_whole": sum(bool(item.withheld_whole) for item in run.written),
        "sentences": {outcome.value: outcomes[outcome] for outcome in ClaimOutcome},
        "second_reader": False,
    }


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, PLACES) if whole else None


def _interval(part: int, whole: int) -> list[float]:
    return [round(end, PLACES) for end in wilson(part, whole)]


def _rounded(values: dict[str, float | None] | None) -> Json | None:
    if values is None:
        return None
    return {name: None if value is None else round(value, PLACES) for name, value in values.items()}
