"""The command ``evaluate``: measures on a data set, saves the figures, and compares two saved runs."""

from __future__ import annotations

import argparse

from briefbank.cli import terminal
from briefbank.errors import BriefBankError
from briefbank.evaluate import figures, saved, tables
from briefbank.evaluate.beir import DataSetError
from briefbank.evaluate.run import evaluate
from briefbank.evaluate.saved import SavedRunError


class NothingToMeasure(BriefBankError):
    """Raised when neither a data set nor two runs were named."""

    default_title = "Nothing was named to be measured."
    default_remedy = (
        "Name a data set's folder, two saved runs with --compare, --from-feedback or --summaries."
    )


WRONG_USE = (DataSetError, SavedRunError, NothingToMeasure)
"""Errors that a person corrects by other options or by correcting the data."""


def run(options: argparse.Namespace, output: terminal.Output) -> None:
    """Show the measures that the options request.

    Raises one of ``WRONG_USE``, Cancelled, and BriefBankError if the encoder cannot be loaded.
    """
    if options.compare:
        first, second = (saved.read(path) for path in options.compare)
        output.show(figures.of_comparison(first, second), tables.comparison)
    elif options.dataset is None:
        raise NothingToMeasure
    else:
        _measure(options, output)


def _measure(options: argparse.Namespace, output: terminal.Output) -> None:
    """Measure, after making sure that the figures can be saved: measuring takes minutes."""
    if options.save is not None:
        saved.require_place(options.save)
    with output.progress() as reporter:
        measured = evaluate(
            options.dataset,
            channels=options.channels,
            without=options.without,
            ablations=options.ablations,
            limit=options.limit,
            reporter=reporter,
        )
    if options.save is not None:
        saved.write(options.save, measured)
    output.show(figures.of_run(measured, options.channels), tables.evaluation)
