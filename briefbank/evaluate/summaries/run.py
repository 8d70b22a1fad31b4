"""Measures summaries on real briefs: the checks on an adversarial set, and the summaries' own text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from briefbank.authority import citations
from briefbank.claims import GeneratedSummary, Material
from briefbank.errors import SummaryError
from briefbank.evaluate.summaries import making, relevance, telling
from briefbank.evaluate.summaries.briefs import ReadBrief
from briefbank.evaluate.summaries.judging import Bench, JudgedSummary
from briefbank.evaluate.summaries.telling import Author
from briefbank.evaluate.summaries.values import Brief, MadeSummary
from briefbank.evaluate.summaries.vocabulary import Vocabulary
from briefbank.index.embedding import Encoder
from briefbank.jobs import Reporter
from briefbank.summary.checks.types import Embed
from briefbank.summary.material import material

_REMEMBERED = 50_000


@dataclass(frozen=True, slots=True)
class SummaryRun:
    """All that was measured on some briefs."""

    documents: int
    """Of which a summary can be made."""
    edited: tuple[JudgedSummary, ...]
    clean: tuple[JudgedSummary, ...]
    """Those of ``edited`` without their edit, in the same order."""
    extractive: dict[str, float | None]
    generated: dict[str, float | None] | None
    """None where no local model was asked."""
    model: str
    """Its name, or empty."""
    written: tuple[GeneratedSummary, ...] = ()
    second_reader: bool = False
    """Whether the model was heard as a second reader of its own sentences."""


def evaluate(
    briefs: Sequence[ReadBrief],
    encoder: Encoder,
    author: Author | None,
    reporter: Reporter,
    summaries: int = making.SUMMARIES,
) -> SummaryRun:
    """Make the set, judge it, and measure the summaries' text: a minute or two, and a minute more for each
    brief that a model writes about. Raises Cancelled, ModelRefused and ModelFault."""
    find = lru_cache(_REMEMBERED)(citations.find)
    embed = remembering(encoder)
    usable = list(_with_material(briefs, reporter))
    told = [Brief(each, Vocabulary.of(p.text for p in brief.passages)) for brief, each in usable]
    reporter.progress("Making summaries", 0, len(told))
    made, bench = making.made(told, find, summaries), Bench(find, embed)
    materials = [each for _, each in usable]
    written = telling.generated(materials, bench, author, reporter) if author else None
    return SummaryRun(
        documents=len(usable),
        edited=tuple(_judged(made.edited, bench, reporter, "Judging edited summaries")),
        clean=tuple(_judged(made.clean, bench, reporter, "Judging clean summaries")),
        extractive=relevance.measures(telling.extracts(usable, bench, reporter), embed),
        generated=relevance.measures(written.told, embed) if written else None,
        model=author.generator.name if author else "",
        written=written.summaries if written else (),
        second_reader=author.is_heard() if author else False,
    )


def remembering(encoder: Encoder) -> Embed:
    """The encoder's vectors, each text encoded once: the same sources stand behind many sentences."""
    known: dict[str, NDArray[np.float32]] = {}

    def embed(texts: Sequence[str]) -> NDArray[np.float32]:
        new = [text for text in dict.fromkeys(texts) if text not in known]
        if new:
            known.update(zip(new, encoder.encode_passages(new), strict=True))
        return np.stack([known[text] for text in texts])

    return embed


def _with_material(briefs: Sequence[ReadBrief], reporter: Reporter) -> Iterator[tuple[ReadBrief, Material]]:
    """Those that a summary can be made from."""
    for brief in briefs:
        reporter.check()
        try:
            yield brief, material(brief.document, brief.passages)
        except SummaryError:
            continue


def _judged(
    made: Sequence[MadeSummary], bench: Bench, reporter: Reporter, stage: str
) -> Iterator[JudgedSummary]:
    for done, summary in enumerate(made):
        reporter.check()
        reporter.progress(stage, done, len(made))
        yield bench.judge(summary, _Checking(reporter))


class _Checking:
    """Lets work be stopped, and keeps what it reports of itself from being drawn between the summaries."""

    def __init__(self, reporter: Reporter) -> None:
        self.check, self.file = reporter.check, reporter.file

    def progress(self, stage: str, done: int, total: int) -> None:
        return
