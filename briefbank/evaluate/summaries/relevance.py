"""Measures of a summary's text that need no judge, after those of HyPA-RAG (arXiv 2409.09046).

That paper has faithfulness, answer relevancy, context relevance, utilisation and precision judged by a large
model. Here the application's own checks say what is supported, and the encoder's vectors what is near. The
*issue* of a brief is its questions presented and point headings; a brief without any counts only in
faithfulness and utilisation. All measures lie in 0 to 1 and are means over briefs.

* faithfulness: of the sentences written, the share that the sentences they name support (no finding of an
  unsupported claim, a misquotation or a citation that is not there);
* answer relevance: the cosine of the shown text with the issue;
* context relevance: of the sentences that the summary was made from, the issue itself left out, the share
  whose cosine with the nearest statement of the issue is NEAR or more;
* context utilisation: of the sentences that the summary was made from, the share that shown sentences name;
* context precision: of the named sentences, the issue itself left out, the share that is near it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from briefbank.claims import Fault, Material, SourceKind, SourceSentence
from briefbank.summary.checks.types import Embed

NEAR = 0.3
"""Cosine from which a sentence is about what another one is about. By the default encoder one in a hundred
single sentences of unlike cases is so near (median 0.11, one in twenty above 0.27). Of the facts of a brief
and its own issue half are (median 0.31), of those and the issue of an unlike case a quarter, because an issue
has several statements, of which the nearest counts. From 78 sentences of 23 filings, ``python -m
tests.evaluate.nearness``. So the shares that rest on it compare summaries of the same briefs; by themselves
they say little."""
NAMES = ("faithfulness", "answer_relevance", "context_relevance", "context_utilisation", "context_precision")
UNFAITHFUL = frozenset(each.value for each in (Fault.UNSUPPORTED, Fault.MISQUOTATION, Fault.CITATION))
_ISSUE = (SourceKind.QUESTION, SourceKind.POINT)


@dataclass(frozen=True, slots=True)
class Told:
    """A summary as it is measured."""

    material: Material
    shown: tuple[str, ...]
    """The texts that a reader sees."""
    named: tuple[int, ...]
    """The numbers of the sentences that these name."""
    written: int
    """Sentences written, shown or not."""
    faithful: int
    """Of them, those that their sources support."""


def measures(told: Sequence[Told], embed: Embed) -> dict[str, float | None]:
    """Each measure's mean over the summaries of which it can be told; None where there is none."""
    each = [_of_one(summary, embed) for summary in told]
    return {name: _mean(values[name] for values in each) for name in NAMES}


def _of_one(told: Told, embed: Embed) -> dict[str, float | None]:
    issue = [each for each in told.material.sentences if each.kind in _ISSUE]
    context = [each for each in told.material.sentences if each.kind not in _ISSUE]
    named = set(told.named)
    is_near = _nearness(issue, embed)
    used = [each for each in context if each.number in named]
    return {
        "faithfulness": _share(told.faithful, told.written),
        "answer_relevance": _answer_relevance(told, issue, embed),
        "context_relevance": _share(is_near(context), len(context)) if issue else None,
        "context_utilisation": _share(
            sum(each.number in named for each in told.material.sentences), len(told.material.sentences)
        ),
        "context_precision": _share(is_near(used), len(used)) if issue else None,
    }


def _nearness(issue: Sequence[SourceSentence], embed: Embed) -> Callable[[Sequence[SourceSentence]], int]:
    """Counts sentences that are near any statement of the issue."""
    if not issue:
        return lambda sentences: 0
    wanted: NDArray[np.float32] = embed([each.text for each in issue])

    def count(sentences: Sequence[SourceSentence]) -> int:
        if not sentences:
            return 0
        cosines = embed([each.text for each in sentences]) @ wanted.T
        return int(np.count_nonzero(cosines.max(axis=1) >= NEAR))

    return count


def _answer_relevance(told: Told, issue: Sequence[SourceSentence], embed: Embed) -> float | None:
    if not issue or not told.shown:
        return None
    answer, asked = embed([" ".join(told.shown), " ".join(each.text for each in issue)])
    return float(np.clip(answer @ asked, 0.0, 1.0))


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
