"""The command ``evaluate``: measures on a data set or the office's feedback, and compares two saved runs.

The measure of summaries serves those who work on BriefBank. It lies among the tests, so that only a source
tree has it, and ``--summaries`` reaches it from there.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import briefbank
from briefbank import settings
from briefbank.cli import terminal
from briefbank.cli.exit_status import DONE, NOTHING
from briefbank.cli.json_schema import Json
from briefbank.cli.layout import Each, Layout, Paragraph, Piece, Rows, Table, rows_named
from briefbank.domain.searches import Order
from briefbank.embedding.encoders import load_encoder
from briefbank.embedding.reranking import CrossEncoder
from briefbank.errors import BriefBankError, ModelRefused
from briefbank.evaluate import feedback, json_figures, metrics, saved_runs
from briefbank.evaluate.beir import DataSetError
from briefbank.evaluate.collection import PartNames, SearchParts, part_names
from briefbank.evaluate.run import evaluate
from briefbank.evaluate.saved_runs import SavedRunError
from briefbank.paths import LibraryPaths, default_library
from briefbank.storage.library_folder import is_library

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
_SEARCH_OPTIONS = ("from_feedback", "compare", "save", "ablations", "without", "encoder", "reranker")
"""The options that do not go with those on summaries."""
_SUMMARIES = "tests.evaluate.summaries.command"


_Model = TypeVar("_Model")


def run(library: Library | None, options: argparse.Namespace, output: terminal.Output) -> int:
    """Show the measures that the options request, those of feedback and of no named briefs by ``library``.

    Search is measured with what searches use: the models of the settings, or those named, and the thesaurus
    of the library that the options or the settings name.

    Raises one of ``WRONG_USE``, ModelFault (for a model that was named), Cancelled, and BriefBankError if the
    encoder cannot be loaded.
    """
    if (options.encoder or options.reranker) and (options.from_feedback or options.compare):
        raise MeasureRefused(
            "These options cannot be used together.", "With --encoder or --reranker name a data set's folder."
        )
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
    output.show({**measured, **asdict(_parts_in_use(library))}, _FEEDBACK)
    return DONE if measured["enough"] else NOTHING


def _parts_in_use(library: Library) -> PartNames:
    """Return what the library's searches use now; no encoder where words alone are searched."""
    encoder, reranker = library.embedding.encoder_if_ready(), library.reranker.if_ready()
    return part_names(encoder, reranker, library.thesaurus)


def _measure_search(options: argparse.Namespace, output: terminal.Output) -> None:
    """Measure, after making sure that the figures can be saved: measuring takes minutes."""
    if options.save is not None:
        saved_runs.require_place(options.save)
    parts = _search_parts(options, output)
    with output.progress() as reporter:
        measured = evaluate(
            options.dataset,
            parts,
            order=Order(options.order),
            channels=options.channels,
            without=options.without,
            ablations=options.ablations,
            limit=options.limit,
            reporter=reporter,
        )
    if options.save is not None:
        saved_runs.write(options.save, measured)
    output.show(json_figures.of_run(measured, options.channels), EVALUATION)


def _search_parts(options: argparse.Namespace, output: terminal.Output) -> SearchParts:
    """Load the models to measure, and find the office's thesaurus; the library itself is not opened.

    A reranker that is set and cannot be loaded is left out, as searches leave it out, and that is explained.
    """
    chosen = settings.load()
    library = LibraryPaths(options.library or chosen.library or default_library())
    return SearchParts(
        _named(load_encoder, options.encoder) if options.encoder else load_encoder(chosen.encoder),
        _named(CrossEncoder, options.reranker) if options.reranker else _reranker(chosen.reranker, output),
        library.thesaurus if is_library(library) else None,
    )


def _named(load: Callable[[Path], _Model], folder: Path) -> _Model:
    """Load a model that the options name. Raises MeasureRefused where it cannot be."""
    try:
        return load(folder)
    except BriefBankError as error:
        raise MeasureRefused(error.title, error.remedy, detail=error.detail) from error


def _reranker(folder: Path | None, output: terminal.Output) -> CrossEncoder | None:
    try:
        return CrossEncoder(folder) if folder else None
    except BriefBankError as error:
        output.explain(error)
        return None


# --- layouts, narrow enough for 80 columns --------------------------------------------------------


def _channels(document: Json) -> list[Json]:
    intervals = document["intervals_by_channel"]
    return [
        {"channel": name, "metrics": figures, "intervals": intervals[name]}
        for name, figures in document["by_channel"].items()
    ]


def _differences(document: Json) -> list[Json]:
    return [{"channel": name, "measures": found} for name, found in document["differences"].items()]


def _measures(heading: str, name: Piece, measures: Sequence[str]) -> dict[str, Piece]:
    """Return the columns of some measures, with the ends of its interval below each figure."""
    figure = "{{metrics[{0}]:.3f}}\n{{intervals[{0}][0]:.3f}}\n{{intervals[{0}][1]:.3f}}"
    return {heading: name} | {each.replace("recall", "r"): figure.format(each) for each in measures}


def _table(rows: Rows, columns: dict[str, Piece], title: Piece = "") -> Table:
    """Return a table whose columns are numbers but for the first."""
    return Table(rows, columns, numbers=list(columns)[1:], title=title)


_PARTS = (
    Paragraph("Model for meaning: {encoder: else none}."),
    Paragraph("Model for comparing results: {reranker: else none}."),
    Paragraph("Thesaurus: {thesaurus[built_in]:count group} of BriefBank, {thesaurus[own]} of your office."),
)
_MEASURES = (metrics.RANKING, metrics.SHOWN)
"""The measures of each table, as many as have room on 80 columns."""
_NEWEST = Order.NEWEST.value
EVALUATION: Layout = (
    Paragraph("{queries} queries over {documents} documents."),
    *_PARTS,
    Paragraph("Turned off: {without:, }."),
    Paragraph(
        "Newest first, as people see the results; without a filing date, a day was drawn by the id: "
        "{drawn_days} of {documents} documents.",
        when=lambda run: run["order"] == _NEWEST,
    ),
    Paragraph("A whole search: {latency_ms[p50]} ms, 95 % within {latency_ms[p95]} ms."),
    Paragraph("Below each figure are the ends of its 95 % interval."),
    *(_table(_channels, _measures("channel", "{channel}", each)) for each in _MEASURES),
    *(_table(rows_named("by_class"), _measures("class", "{name} ({queries})", each)) for each in _MEASURES),
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
    Paragraph("{queries} queries of {data_set}; second run less first."),
    Paragraph("First run: {encoder[0]: else a model that was not kept}, reranker {reranker[0]: else none}."),
    Paragraph("Second run: {encoder[1]: else a model that was not kept}, reranker {reranker[1]: else none}."),
    Paragraph("First run: {order[0]} first; second run: {order[1]} first."),
    Paragraph("First run without {without[0]:, }."),
    Paragraph("Second run without {without[1]:, }."),
    Each(
        _differences,
        (
            Paragraph("{channel}", style="bold", gap=True),
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
    *_PARTS,
    Paragraph(
        "Helpful ones of those marked in the first 5 and 10; helpful ones found at all, and in the first 10."
    ),
    Each(
        _periods,
        (
            Paragraph("{period}: {marks} (thumbs up: {up}; searches: {queries})", style="bold", gap=True),
            _table(_ways, _SHARES),
        ),
    ),
    Paragraph("Marks on documents that are not here, left out: {not_here}.", when="not_here"),
    Paragraph("{note}"),
)
