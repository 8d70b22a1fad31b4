"""The command ``evaluate --summaries``: what the checks of summaries catch and withhold."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from briefbank import assembly, settings
from briefbank.cli import terminal
from briefbank.errors import BriefBankError, ModelFault, ModelRefused
from briefbank.evaluate.summaries import briefs, figures, report_tables
from briefbank.evaluate.summaries.briefs import ReadBrief, SourceError
from briefbank.evaluate.summaries.measured_summaries import Author
from briefbank.evaluate.summaries.run import SummaryRun, evaluate
from briefbank.jobs import Reporter
from briefbank.library import Library
from briefbank.summary.generator import LocalModelManager


class TwoMeasuresError(BriefBankError):
    """Raised when options of different measures are combined."""

    default_title = "These options cannot be used together."
    default_remedy = "With --summaries name only briefs to measure on, --limit and --model."


WRONG_USE = (SourceError, TwoMeasuresError, ModelRefused)
"""Errors that a person corrects by other options or by correcting the data.

A model is refused only if it was named. One that is merely set, and cannot be used, is left out.
"""
_SEARCH_OPTIONS = ("from_feedback", "compare", "save", "ablations", "without")
"""The options of the other measures."""


def run(library: Library | None, options: argparse.Namespace, output: terminal.Output) -> None:
    """Measure on the named briefs, or else on those of ``library``, and show the figures.

    A local model also writes summaries if one was named, or is set and can run. Raises one of ``WRONG_USE``,
    ModelFault (for a model that was named), Cancelled, and BriefBankError if the encoder cannot be loaded.
    """
    if not options.summaries or any(getattr(options, name) for name in _SEARCH_OPTIONS):
        raise TwoMeasuresError
    chosen = options.model.absolute() if options.model else settings.load().local_model
    with output.progress() as reporter, closing(LocalModelManager(lambda: chosen)) as generating:
        author = _author(generating, options.model, reporter)
        measured = _measured(_read(library, options, reporter), author, options, output, reporter)
    output.show(figures.of_summaries(measured), report_tables.summaries)


def _author(generating: LocalModelManager, named: Path | None, reporter: Reporter) -> Author | None:
    """Return the author of summaries, after inspecting a named model: a refusal must not come later."""
    if named is not None:
        generating.inspect(named, reporter)
    generator = generating.if_ready()
    return None if generator is None else Author(generator, generating.fitness)


def _read(library: Library | None, options: argparse.Namespace, reporter: Reporter) -> list[ReadBrief]:
    if options.dataset is not None:
        return briefs.of_source(options.dataset, options.limit, reporter)
    if library is None:
        raise SourceError
    return briefs.of_library(library, options.limit)


def _measured(
    read: Sequence[ReadBrief],
    author: Author | None,
    options: argparse.Namespace,
    output: terminal.Output,
    reporter: Reporter,
) -> SummaryRun:
    """Measure the checks. If a model that is only set fails, explain that and measure without it."""
    encoder = assembly.chosen_encoder()
    try:
        return evaluate(read, encoder, author, reporter)
    except (ModelRefused, ModelFault) as error:
        if options.model:
            raise
        output.explain(error)
        return evaluate(read, encoder, None, reporter)
