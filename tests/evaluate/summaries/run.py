"""Evaluates summaries on real briefs: the checks on an adversarial set, and the summaries' own text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from briefbank.citations import citations
from briefbank.domain.summaries import GeneratedSummary, Generator, SummarySource
from briefbank.embedding.encoders import Encoder
from briefbank.errors import SummaryError
from briefbank.jobs import Reporter
from briefbank.summary.checks.plain_form import Embed
from briefbank.summary.extractive import select_material
from briefbank.text.messages import Message
from tests.evaluate.summaries import adversarial_set, measured_summaries, relevance
from tests.evaluate.summaries.briefs import ReadBrief
from tests.evaluate.summaries.judging import CachingChecks, JudgedSummary
from tests.evaluate.summaries.values import BriefMaterial, WrittenSummary
from tests.evaluate.summaries.vocabulary import DocumentVocabulary

_CACHE_SIZE = 50_000


@dataclass(frozen=True, slots=True)
class SummaryRun:
    """The measurements on some briefs."""

    documents: int  # The number of documents of which a summary can be made
    edited: tuple[JudgedSummary, ...]
    clean: tuple[JudgedSummary, ...]  # The summaries of ``edited`` without their edit, in the same order
    extractive: dict[str, float | None]
    generated: dict[str, float | None] | None
    """The measures of generated summaries; None where no local model was asked."""
    model: str  # The model's name, or empty
    written: tuple[GeneratedSummary, ...] = ()


def evaluate(
    briefs: Sequence[ReadBrief],
    encoder: Encoder,
    author: Generator | None,
    reporter: Reporter,
    summaries: int = adversarial_set.SUMMARIES,
) -> SummaryRun:
    """Make the set, judge it, and measure the summaries' text.

    Takes a minute or two, and a minute more for each brief that a model writes about. Raises Cancelled,
    ModelRefused and ModelFault.
    """
    find = lru_cache(_CACHE_SIZE)(citations.find)
    embed = cached_embed(encoder)
    usable = list(_with_material(briefs, reporter))
    adversarial_briefs = [
        BriefMaterial(material, DocumentVocabulary.of(p.text for p in brief.passages))
        for brief, material in usable
    ]
    reporter.progress("Making summaries", 0, len(adversarial_briefs))
    adversarial, bench = (
        adversarial_set.build_set(adversarial_briefs, find, summaries),
        CachingChecks(find, embed),
    )
    materials = [material for _, material in usable]
    written = measured_summaries.generated(materials, bench, author, reporter) if author else None
    return SummaryRun(
        documents=len(usable),
        edited=tuple(_judged(adversarial.edited, bench, reporter, "Judging edited summaries")),
        clean=tuple(_judged(adversarial.clean, bench, reporter, "Judging clean summaries")),
        extractive=relevance.measures(measured_summaries.extracts(usable, bench, reporter), embed),
        generated=relevance.measures(written.measured, embed) if written else None,
        model=author.name if author else "",
        written=written.summaries if written else (),
    )


def cached_embed(encoder: Encoder) -> Embed:
    """Return the encoder with a cache of its vectors, because the same sources support many sentences."""
    known: dict[str, NDArray[np.float32]] = {}

    def embed(texts: Sequence[str]) -> NDArray[np.float32]:
        new = [text for text in dict.fromkeys(texts) if text not in known]
        if new:
            known.update(zip(new, encoder.encode_passages(new), strict=True))
        return np.stack([known[text] for text in texts])

    return embed


def _with_material(
    briefs: Sequence[ReadBrief], reporter: Reporter
) -> Iterator[tuple[ReadBrief, SummarySource]]:
    """Yield the briefs of which a summary can be made."""
    for brief in briefs:
        reporter.check()
        try:
            yield brief, select_material(brief.document, brief.passages)
        except SummaryError:
            continue


def _judged(
    written: Sequence[WrittenSummary], bench: CachingChecks, reporter: Reporter, stage: str
) -> Iterator[JudgedSummary]:
    for done, summary in enumerate(written):
        reporter.check()
        reporter.progress(stage, done, len(written))
        yield bench.judge(summary, _CancellableReporter(reporter))


class _CancellableReporter:
    """A reporter that can be cancelled but hides the progress within one summary."""

    def __init__(self, reporter: Reporter) -> None:
        self.check, self.file = reporter.check, reporter.file

    def progress(self, stage: Message, done: int, total: int) -> None:
        return
