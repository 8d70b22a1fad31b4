"""Measures how near sentences of a brief lie to its issue and to another brief's. See ``relevance.NEAR``.

    python -m tests.evaluate.nearness SOURCE [--limit N]

``SOURCE`` is that of ``tests.evaluate.summaries.command``; briefs of unlike cases tell more than many of one.
Three cosines are taken of each sentence that a summary would be made from, without questions and point
headings: with the nearest statement of its own brief's issue, with the nearest of another brief's (the next
one that has an issue), and with one sentence of that other brief. Printed are the quantiles by the default
encoder, and the share that is NEAR or more.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from briefbank.domain.summaries import SourceKind, SummarySource
from briefbank.embedding.encoders import load_encoder
from briefbank.errors import SummaryError
from briefbank.jobs import QuietReporter
from briefbank.summary.extractive import select_material
from tests.evaluate.summaries import briefs
from tests.evaluate.summaries.relevance import NEAR
from tests.evaluate.summaries.run import cached_embed

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
OWN, OTHER, UNLIKE = "its own issue", "another brief's issue", "a sentence of another brief"
_ISSUE = (SourceKind.QUESTION, SourceKind.POINT)
Vectors = NDArray[np.float32]


def measured(materials: Sequence[SummarySource]) -> dict[str, list[float]]:
    """Return all cosines, by what the sentences are compared with."""
    embed = cached_embed(load_encoder())
    parted = [_parted(material) for material in materials]
    vectors = [(embed(issue), embed(context)) for issue, context in parted if issue and context]
    result: dict[str, list[float]] = {OWN: [], OTHER: [], UNLIKE: []}
    for (issue, context), (other_issue, other_context) in pairwise([*vectors, *vectors[:1]]):
        result[OWN] += _nearest(context, issue)
        result[OTHER] += _nearest(context, other_issue)
        result[UNLIKE] += _nearest(context, other_context[:1])
    return result


def _parted(source: SummarySource) -> tuple[list[str], list[str]]:
    """Statements of the issue, and the other sentences."""
    issue = [sentence.text for sentence in source.sentences if sentence.kind in _ISSUE]
    return issue, [sentence.text for sentence in source.sentences if sentence.kind not in _ISSUE]


def _nearest(sentences: Vectors, statements: Vectors) -> list[float]:
    return [float(item) for item in (sentences @ statements.T).max(axis=1)]


def _materials(source: Path, limit: int | None) -> Iterator[SummarySource]:
    for brief in briefs.of_source(source, limit, QuietReporter()):
        try:
            yield select_material(brief.document, brief.passages)
        except SummaryError:
            continue


def main() -> None:
    parser = argparse.ArgumentParser(description="How near sentences lie to the issue of a brief.")
    parser.add_argument("source", type=Path)
    parser.add_argument("--limit", type=int)
    options = parser.parse_args()
    materials = list(_materials(options.source, options.limit))
    print(f"{len(materials)} briefs; quantiles {QUANTILES}")
    for name, cosines in measured(materials).items():
        values = np.array(cosines)
        quantiles = "  ".join(f"{item:.2f}" for item in np.quantile(values, QUANTILES))
        print(f"{name:<28} {quantiles}   {NEAR} or more: {np.mean(values >= NEAR):.3f} of {len(values)}")


if __name__ == "__main__":
    main()
