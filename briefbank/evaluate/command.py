"""The command ``evaluate``: measure on a data set, keep what was measured, compare two kept runs."""

from __future__ import annotations

import argparse

from briefbank import terminal
from briefbank.errors import BriefBankError
from briefbank.evaluate import figures, saved, words
from briefbank.evaluate.beir import DataSetError
from briefbank.evaluate.run import evaluate
from briefbank.evaluate.saved import SavedRunError


class NothingToMeasure(BriefBankError):
    """Neither a data set nor two runs were named."""

    default_title = "Nothing was named to be measured."
    default_remedy = (
        "Name a data set's folder, two saved runs with --compare, --from-feedback or --summaries."
    )


WRONG_USE = (DataSetError, SavedRunError, NothingToMeasure)
"""What a person mends by typing something else, or by mending the data."""


def run(options: argparse.Namespace, output: terminal.Output) -> None:
    """Show what the options ask for. Raises one of ``WRONG_USE``, Cancelled, and BriefBankError when the
    encoder cannot be loaded."""
    if options.compare:
        first, second = (saved.read(path) for path in options.compare)
        output.show(figures.of_comparison(first, second), words.comparison)
    elif options.dataset is None:
        raise NothingToMeasure
    else:
        _measure(options, output)


def _measure(options: argparse.Namespace, output: terminal.Output) -> None:
    """What cannot be kept is found out before the minutes that measuring takes."""
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
    output.show(figures.of_run(measured, options.channels), words.evaluation)
