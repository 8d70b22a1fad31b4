"""The command ``evaluate``: measures on a data set or the office's feedback, and compares two saved runs.

The measure of summaries serves those who work on BriefBank. It lies among the tests, so that only a source
tree has it, and ``--summaries`` reaches it from there.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import briefbank
from briefbank.cli import terminal
from briefbank.cli.exit_status import DONE, NOTHING
from briefbank.cli.json_schema import Json
from briefbank.cli.layout import Each, Line, Piece, Rows, Table, rows_named
from briefbank.errors import BriefBankError, ModelRefused
from briefbank.evaluate import feedback, json_figures, metrics, saved_runs
from briefbank.evaluate.beir import DataSetError
from briefbank.evaluate.run import evaluate
from briefbank.evaluate.saved_runs import SavedRunError

if TYPE_CHECKING:
    from briefbank.library import Library


class MeasureRefused(BriefBankError):
    """Raised when nothing was named to be measured, or what cannot be measured at once or here."""

    default_title = "Nothing was named to be measured."
    default_remedy = (
        "Name a data set's folder, two saved runs with --compare, --from-feedback or --summaries."
    )


WRONG_USE = (DataSetError, SavedRunError, MeasureRefused, ModelRefused)
"""Errors that a person corrects by other options or by correcting the data.

A model is refused only if it was named. One that is merely set, and cannot be used, is left out.
"""
_SEARCH_OPTIONS = ("from_feedback", "compare", "save", "ablations", "without")
"""The options that do not go with those on summaries."""
_SUMMARIES = "tests.evaluate.summaries.command"


def run(library: Library | None, options: argparse.Namespace, output: terminal.Output) -> int:
    """Show the measures that the options request, those of feedback and of no named briefs by ``library``.

    Raises one of ``WRONG_USE``, ModelFault (for a model that was named), Cancelled, and BriefBankError if the
    encoder cannot be loaded.
    """
    if options.summaries or options.model:
        _measure_summaries(library, options, output)
    elif options.from_feedback and library:
        return _measure_feedback(library, output)
    elif options.compare:
        first, second = (saved_runs.read(path) for path in options.compare)
        output.show(json_figures.of_comparison(first, second), _COMPARISON)
    elif options.dataset is None:
        raise MeasureRefused
    else:
        _measure_search(options, output)
    return DONE


def _measure_summaries(library: Library | None, options: argparse.Namespace, output: terminal.Output) -> None:
    if not options.summaries or any(getattr(options, name) for name in _SEARCH_OPTIONS):
        raise MeasureRefused(
            "These options cannot be used together.",
            "With --summaries name only briefs to measure on, --limit and --model.",
        )
    source = Path(briefbank.__file__).resolve().parents[1]
    if not source.joinpath(*_SUMMARIES.split(".")).with_suffix(".py").is_file():
        raise MeasureRefused("This measure comes with BriefBank's source only.", "Run it from the source.")
    if str(source) not in sys.path:
        sys.path.append(str(source))
    importlib.import_module(_SUMMARIES).run(library, options, output)


def _measure_feedback(library: Library, output: terminal.Output) -> int:
    """Measure the office's searches by its own feedback."""
    terminal.warm(library, output)
    with output.progress() as reporter:
        measured = feedback.evaluate(library.feedback.all(), library.ranked, reporter)
    output.show(measured, _FEEDBACK)
    return DONE if measured["enough"] else NOTHING


def _measure_search(options: argparse.Namespace, output: terminal.Output) -> None:
    """Measure, after making sure that the figures can be saved: measuring takes minutes."""
    if options.save is not None:
        saved_runs.require_place(options.save)
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
        saved_runs.write(options.save, measured)
    output.show(json_figures.of_run(measured, options.channels), EVALUATION)


# --- layouts, narrow enough for 80 columns --------------------------------------------------------


def _channels(document: Json) -> list[Json]:
    intervals = document["intervals_by_channel"]
    return [
        {"channel": name, "metrics": json_figures, "intervals": intervals[name]}
        for name, figures in document["by_channel"].items()
    ]


def _differences(document: Json) -> list[Json]:
    return [{"channel": name, "measures": found} for name, found in document["differences"].items()]


def _measures(heading: str, name: Piece) -> dict[str, Piece]:
    """Return the columns of the measures, with the ends of its interval below each figure."""
    figure = "{{metrics[{0}]:.3f}}\n{{intervals[{0}][0]:.3f}}\n{{intervals[{0}][1]:.3f}}"
    return {heading: name} | {each.replace("recall", "r"): figure.format(each) for each in metrics.NAMES}


def _table(rows: Rows, columns: dict[str, Piece]) -> Table:
    """Return a table whose columns are numbers but for the first."""
    return Table(rows, columns, numbers=list(columns)[1:])


EVALUATION = (
    Line("{queries} queries over {documents} documents."),
    Line("Turned off: {without:, }."),
    Line("A whole search: {latency_ms[p50]} ms, 95 % within {latency_ms[p95]} ms."),
    Line("Below each figure are the ends of its 95 % interval."),
    _table(_channels, _measures("channel", "{channel}")),
    _table(rows_named("by_class"), _measures("class", "{name} ({queries})")),
    _table(
        rows_named("ablations"),
        {
            "without": "{name}",
            "recall@5": "{differences[recall@5][difference]:+.4f}",
            "p": "{differences[recall@5][p]:.4f}",
            "ndcg@10": "{differences[ndcg@10][difference]:+.4f}",
            "p ": "{differences[ndcg@10][p]:.4f}",
        },
    ),
)
_COMPARISON = (
    Line("{queries} queries of {data_set}; second run less first."),
    Line("First run without {without[0]:, }."),
    Line("Second run without {without[1]:, }."),
    Each(
        _differences,
        (
            Line("{channel}", style="bold", gap=True),
            _table(
                rows_named("measures"),
                {
                    "": "{name}",
                    "difference": "{difference:+.4f}",
                    "95 % interval": "{interval[0]:+.4f} to {interval[1]:+.4f}",
                    "p": "{p:.4f}",
                },
            ),
        ),
    ),
)
_WAYS = {
    "without_learning": "With nothing learned",
    "from_other_searches": "Learned from other searches only",
    "as_searched": "As you search now (these very marks count, which flatters)",
}


def _periods(document: Json) -> list[Json]:
    months = document["by_month"] if len(document["by_month"]) > 1 else []
    return [
        {"period": "All marks", **document},
        *({"period": f"Marks of {month['month']}", **month} for month in months),
    ]


def _ways(period: Json) -> list[Json]:
    return [{"learned": words, **period[way]} for way, words in _WAYS.items()]


_SHARES: dict[str, Piece] = {
    "": "{learned}",
    "first 5": "{precision@5:.0% else not known}",
    "first 10": "{precision@10:.0% else not known}",
    "found": "{recall:.0% else not known}",
    "found in 10": "{recall@10:.0% else not known}",
}
_FEEDBACK = (
    Line(
        "Helpful ones of those marked in the first 5 and 10; helpful ones found at all, and in the first 10."
    ),
    Each(
        _periods,
        (
            Line("{period}: {marks} (thumbs up: {up}; searches: {queries})", style="bold", gap=True),
            _table(_ways, _SHARES),
        ),
    ),
    Line("Marks on documents that are not here, left out: {not_here}.", when="not_here"),
    Line("{note}"),
)
