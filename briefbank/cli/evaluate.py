"""The command ``evaluate``: measures on a data set or the office's feedback, and compares two saved runs."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TypeVar

from briefbank import settings
from briefbank.api.library import LibraryApi
from briefbank.cli.commands import Command, Parser, local, positive
from briefbank.cli.output import WRONG_USE, JsonObject, Output, TerminalPage, counted, phrase, warm
from briefbank.domain.searches import Order
from briefbank.embedding.encoders import load_encoder
from briefbank.embedding.reranking import CrossEncoder
from briefbank.errors import BriefBankError, ModelRefused
from briefbank.evaluate import metrics, runs
from briefbank.evaluate.data_sets import DataSetError, SearchParts, part_names
from briefbank.evaluate.runs import SavedRunError, evaluate
from briefbank.library import Library
from briefbank.paths import LibraryPaths, default_library
from briefbank.search import channels
from briefbank.storage.library_folder import is_library
from briefbank.text.messages import Message


class MeasureRefused(BriefBankError):
    """Raised when nothing was named to be measured, or what cannot be measured at once or here."""

    default_title = Message("Nothing was named to be measured.")
    default_remedy = Message("Name a data set’s folder, two saved runs with --compare, or --from-feedback.")


WRONGLY_USED = (DataSetError, SavedRunError, MeasureRefused, ModelRefused)
"""Errors that a person corrects by other options or by correcting the data.

A model is refused only if it was named. One that is merely set, and cannot be used, is left out.
"""
_Model = TypeVar("_Model")


def _options(command: Parser) -> None:
    ways = ["fused", *channels.names()]
    source = command.add_mutually_exclusive_group()
    source.add_argument("dataset", type=Path, nargs="?", metavar="DATASET_DIR")
    source.add_argument(
        "--from-feedback", action="store_true", help="measure by the marks given in this library instead"
    )
    command.add_argument(
        "--order",
        choices=[order.value for order in Order],
        default=Order.BEST.value,
        help="newest: measure the results as people see them first, the newest relevant ones on top",
    )
    command.add_argument("--channels", nargs="+", choices=ways, default=ways, help="ways of finding to show")
    command.add_argument("--limit", type=positive, help="the first so many queries only")
    command.add_argument(
        "--encoder", type=Path, metavar="FOLDER", help="the model for meaning to measure; otherwise your own"
    )
    command.add_argument(
        "--reranker",
        type=Path,
        metavar="FOLDER",
        help="the model for comparing results to measure; otherwise your own, if one is set",
    )
    command.add_argument(
        "--without",
        nargs="+",
        choices=channels.part_names(),
        default=[],
        metavar="PART",
        help="turn parts of search off: " + ", ".join(channels.part_names()),
    )
    command.add_argument("--ablations", action="store_true", help="show what is lost without each part")
    command.add_argument("--save", type=Path, metavar="FILE", help="keep what each query gained")
    command.add_argument(
        "--compare", type=Path, nargs=2, metavar=("FIRST", "SECOND"), help="compare two saved runs"
    )


def _run(library: LibraryApi | None, options: argparse.Namespace, output: Output) -> int:
    """Show the measures that the options request, those of feedback by ``library``.

    Search is measured with what searches use: the models of the settings, or those named, and the thesaurus
    of the library that the options or the settings name.
    """
    try:
        if (options.encoder or options.reranker) and (options.from_feedback or options.compare):
            raise MeasureRefused(
                Message("These options cannot be used together."),
                Message("With --encoder or --reranker name a data set’s folder."),
            )
        if library is not None:
            return _measure_feedback(local(library), output)
        if options.compare:
            first, second = map(runs.read, options.compare)
            return output.show(runs.of_comparison(first, second), _view_comparison)
        if options.dataset is None:
            raise MeasureRefused
        return _measure_search(options, output)
    except WRONGLY_USED as error:
        output.error(error)
        return WRONG_USE


def _measure_feedback(library: Library, output: Output) -> int:
    warm(library, output)
    with output.progress() as reporter:
        measured = metrics.of_feedback(library.feedback.all(), library.ranked, reporter)
    encoder, reranker = library.embedding.encoder_if_ready(), library.reranker.if_ready()
    parts = part_names(encoder, reranker, library.thesaurus)  # no encoder where words alone are searched
    return output.show({**measured, **asdict(parts)}, _view_feedback, success=measured["enough"])


def _measure_search(options: argparse.Namespace, output: Output) -> int:
    """Measure, after making sure that the figures can be saved: measuring takes minutes."""
    if options.save is not None:
        runs.require_place(options.save)
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
        runs.write(options.save, measured)
    return output.show(runs.of_run(measured, options.channels), view_evaluation)


def _search_parts(options: argparse.Namespace, output: Output) -> SearchParts:
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
    try:
        return load(folder)
    except BriefBankError as error:
        raise MeasureRefused(error.title, error.remedy, detail=error.detail) from error


def _reranker(folder: Path | None, output: Output) -> CrossEncoder | None:
    try:
        return CrossEncoder(folder) if folder else None
    except BriefBankError as error:
        output.say(str(error))
        return None


def _view_parts(page: TerminalPage, document: JsonObject) -> None:
    thesaurus = document.thesaurus
    page.line(f"Model for meaning: {document.encoder or 'none'}.")
    page.line(f"Model for comparing results: {document.reranker or 'none'}.")
    groups = counted(thesaurus.built_in, "group")
    page.line(f"Thesaurus: {groups} of BriefBank, {thesaurus.own} of your office.")


def _view_measures(
    page: TerminalPage, heading: str, rows: Sequence[tuple[str, JsonObject, JsonObject]]
) -> None:
    """Draw tables of names with their metrics, and the ends of its interval below each figure."""
    for names in (metrics.RANKING, metrics.SHOWN):  # as many as have room on 80 columns
        cells = [
            (label, *(f"{figures[name]:.3f}\n{ends[name][0]:.3f}\n{ends[name][1]:.3f}" for name in names))
            for label, figures, ends in rows
        ]
        page.table((heading, *(f">{name.replace('recall', 'r')}" for name in names)), cells)


def view_evaluation(page: TerminalPage, run: JsonObject) -> None:
    page.line(f"{run.queries} queries over {run.documents} documents.")
    _view_parts(page, run)
    page.line(phrase("Turned off: {}.", ", ".join(run.without)))
    if run.order == Order.NEWEST.value:
        page.line(
            "Newest first, as people see the results; without a filing date, a day was drawn by the id: "
            f"{run.drawn_days} of {run.documents} documents."
        )
    page.line(f"A whole search: {run.latency_ms.p50} ms, 95 % within {run.latency_ms.p95} ms.")
    page.line("Below each figure are the ends of its 95 % interval.")
    channels = run.by_channel.items()
    intervals = run.intervals_by_channel
    _view_measures(page, "channel", [(name, figures, intervals[name]) for name, figures in channels])
    classes = run.get("by_class", {}).items()
    _view_measures(
        page, "class", [(f"{name} ({row.queries})", row.metrics, row.intervals) for name, row in classes]
    )
    columns = ("recall@5", "ndcg@10")
    page.table(
        ("without", ">recall@5", ">p", ">ndcg@10", ">p "),
        [
            (name, *(cell for column in columns for cell in _difference(row.differences[column])))
            for name, row in run.get("ablations", {}).items()
        ],
    )


def _difference(row: JsonObject) -> tuple[str, str]:
    return f"{row.difference:+.4f}", f"{row.p:.4f}"


def _view_comparison(page: TerminalPage, shown: JsonObject) -> None:
    page.line(f"{shown.queries} queries of {shown.data_set}; second run less first.")
    for number, name in enumerate(("First", "Second")):
        encoder = shown.encoder[number] or "a model that was not kept"
        page.line(f"{name} run: {encoder}, reranker {shown.reranker[number] or 'none'}.")
    page.line(f"First run: {shown.order[0]} first; second run: {shown.order[1]} first.")
    for number, name in enumerate(("First", "Second")):
        page.line(phrase(f"{name} run without {{}}.", ", ".join(shown.without[number])))
    for channel, measures in shown.differences.items():
        page.line(channel, "bold", gap=True)
        rows = []
        for name, row in measures.items():
            difference, p = _difference(row)
            low, high = row.interval
            rows.append((name, difference, f"{low:+.4f} to {high:+.4f}", p))
        page.table(("", ">difference", ">95 % interval", ">p"), rows)


_WAYS = {
    "without_learning": "With nothing learned",
    "from_other_searches": "Learned from other searches only",
    "as_searched": "As you search now (these very marks count, which flatters)",
}


def _share(figure: float | None) -> str:
    return "not known" if figure is None else f"{figure:.0%}"


def _view_feedback(page: TerminalPage, document: JsonObject) -> None:
    _view_parts(page, document)
    page.line(
        "Helpful ones of those marked in the first 5 and 10; helpful ones found at all, and in the first 10."
    )
    months = document.by_month if len(document.by_month) > 1 else []
    for title, period in (("All marks", document), *((f"Marks of {row.month}", row) for row in months)):
        counts = f"(thumbs up: {period.up}; searches: {period.queries})"
        page.line(f"{title}: {period.marks} {counts}", "bold", gap=True)
        names = ("precision@5", "precision@10", "recall", "recall@10")
        page.table(
            ("", ">first 5", ">first 10", ">found", ">found in 10"),
            [(words, *(_share(period[way][name]) for name in names)) for way, words in _WAYS.items()],
        )
    if document.not_here:
        page.line(f"Marks on documents that are not here, left out: {document.not_here}.")
    page.line(document.note)


COMMANDS = {"evaluate": Command(_options, _run, lambda options: bool(options.from_feedback))}
