"""Measures of a summary's text that need no judge, after those of HyPA-RAG (arXiv 2409.09046).

That paper has faithfulness, answer relevancy, context relevance, utilisation and precision judged by a large
model. Here the application's own checks decide what is supported, and the encoder's vectors what is similar.
The *issue* of a brief is its questions presented and point headings; a brief without any counts only in
faithfulness and utilisation. All measures lie in 0 to 1 and are means over briefs.

* faithfulness: of the sentences written, the share that the sentences they name support (no finding of an
  unsupported claim, a misquotation or a citation that is not there);
* answer relevance: the cosine of the shown text with the issue;
* context relevance: of the sentences that the summary was made from, without the issue itself, the share
  whose cosine with the nearest statement of the issue is NEAR or more;
* context utilisation: of the sentences that the summary was made from, the share that shown sentences name;
* context precision: of the named sentences, without the issue itself, the share that is similar to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from briefbank.domain.summaries import ClaimFault, SourceKind, SourceSentence, SummarySource
from briefbank.summary.checks.plain_form import Embed

NEAR = 0.3
"""The cosine from which on two sentences are about the same thing. With the default encoder one in a hundred
single sentences of unlike cases reaches it (median 0.11, one in twenty above 0.27). Half of the facts of a
brief reach it with their own issue (median 0.31), and a quarter with the issue of an unlike case, because an
issue has several statements, of which the nearest counts. Measured on 78 sentences of 23 filings by ``python
-m tests.evaluate.nearness``. So the shares that rest on it compare summaries of the same briefs; by
themselves they say little."""
NAMES = ("faithfulness", "answer_relevance", "context_relevance", "context_utilisation", "context_precision")
UNFAITHFUL = frozenset(
    item.value for item in (ClaimFault.UNSUPPORTED, ClaimFault.MISQUOTATION, ClaimFault.CITATION)
)
_ISSUE = (SourceKind.QUESTION, SourceKind.POINT)


@dataclass(frozen=True, slots=True)
class MeasuredSummary:
    """A summary in the form in which it is measured."""

    material: SummarySource
    shown: tuple[str, ...]  # The texts that a reader sees
    named: tuple[int, ...]  # The numbers of the sentences that these texts name
    written: int  # The number of sentences written, shown or not
    faithful: int  # The number of written sentences that their sources support


def measures(summaries: Sequence[MeasuredSummary], embed: Embed) -> dict[str, float | None]:
    """Return each measure's mean over the summaries for which it is defined; None where there is none."""
    values_by_summary = [_measures_of(summary, embed) for summary in summaries]
    return {name: _mean(values[name] for values in values_by_summary) for name in NAMES}


def _measures_of(summary: MeasuredSummary, embed: Embed) -> dict[str, float | None]:
    issue = [sentence for sentence in summary.material.sentences if sentence.kind in _ISSUE]
    context = [sentence for sentence in summary.material.sentences if sentence.kind not in _ISSUE]
    named = set(summary.named)
    is_near = _near_issue_counter(issue, embed)
    used = [item for item in context if item.number in named]
    return {
        "faithfulness": _share(summary.faithful, summary.written),
        "answer_relevance": _answer_relevance(summary, issue, embed),
        "context_relevance": _share(is_near(context), len(context)) if issue else None,
        "context_utilisation": _share(
            sum(sentence.number in named for sentence in summary.material.sentences),
            len(summary.material.sentences),
        ),
        "context_precision": _share(is_near(used), len(used)) if issue else None,
    }


def _near_issue_counter(
    issue: Sequence[SourceSentence], embed: Embed
) -> Callable[[Sequence[SourceSentence]], int]:
    """Return a function that counts sentences that are similar to any statement of the issue."""
    if not issue:
        return lambda sentences: 0
    issue_vectors: NDArray[np.float32] = embed([item.text for item in issue])

    def count(sentences: Sequence[SourceSentence]) -> int:
        if not sentences:
            return 0
        cosines = embed([sentence.text for sentence in sentences]) @ issue_vectors.T
        return int(np.count_nonzero(cosines.max(axis=1) >= NEAR))

    return count


def _answer_relevance(
    summary: MeasuredSummary, issue: Sequence[SourceSentence], embed: Embed
) -> float | None:
    if not issue or not summary.shown:
        return None
    answer, question = embed([" ".join(summary.shown), " ".join(item.text for item in issue)])
    return float(np.clip(answer @ question, 0.0, 1.0))


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
