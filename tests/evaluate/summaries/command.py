"""What ``briefbank evaluate --summaries`` does: measure what the checks of summaries catch and withhold."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from briefbank import settings
from briefbank.cli.output import Output
from briefbank.domain.summaries import Generator
from briefbank.embedding.encoders import chosen_encoder
from briefbank.errors import ModelFault, ModelRefused
from briefbank.jobs import Reporter
from briefbank.library import Library
from briefbank.summary.local_model_manager import LocalModelManager
from tests.evaluate.summaries import briefs, figures, report_layout
from tests.evaluate.summaries.briefs import ReadBrief, SourceError
from tests.evaluate.summaries.run import SummaryRun, evaluate


def run(library: Library | None, options: argparse.Namespace, output: Output) -> None:
    """Measure on the named briefs, or else on those of ``library``, and show the figures.

    A local model also writes summaries if one was named, or is set and can run. Raises SourceError,
    ModelRefused and ModelFault (for a model that was named), Cancelled, and BriefBankError if the encoder
    cannot be loaded.
    """
    chosen = options.model.absolute() if options.model else settings.load().local_model
    with output.progress() as reporter, closing(LocalModelManager(lambda: chosen)) as generating:
        author = _author(generating, options.model, reporter)
        measured = _measured(_read(library, options, reporter), author, options, output, reporter)
    output.show(figures.of_summaries(measured), report_layout.view)


def _author(generating: LocalModelManager, named: Path | None, reporter: Reporter) -> Generator | None:
    """Return the author of summaries, after inspecting a named model: a refusal must not come later."""
    if named is not None:
        generating.inspect(named, reporter)
    generator = generating.if_ready()
    return None if generator is None else generator


def _read(library: Library | None, options: argparse.Namespace, reporter: Reporter) -> list[ReadBrief]:
    if options.dataset is not None:
        return briefs.of_source(options.dataset, options.limit, reporter)
    if library is None:
        raise SourceError
    return briefs.of_library(library, options.limit)


def _measured(
    read: Sequence[ReadBrief],
    author: Generator | None,
    options: argparse.Namespace,
    output: Output,
    reporter: Reporter,
) -> SummaryRun:
    """Measure the checks. If a model that is only set fails, explain that and measure without it."""
    encoder = chosen_encoder()
    try:
        return evaluate(read, encoder, author, reporter)
    except (ModelRefused, ModelFault) as error:
        if options.model:
            raise
        output.say(str(error))
        return evaluate(read, encoder, None, reporter)
