"""Tables of the evaluation of search, for a person at a terminal: narrow enough for 80 columns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from briefbank.evaluate import metrics

Json = dict[str, Any]

ABLATED = ("recall@5", "ndcg@10")
"""The measures whose differences the table of parts shows."""


def evaluation(console: Console, document: Json) -> None:
    """Print every channel and class with its intervals, the times, and what each part of search
    contributes."""
    console.print(Text(f"{document['queries']} queries over {document['documents']} documents."))
    if document["without"]:
        console.print(Text(f"Turned off: {', '.join(document['without'])}."))
    times = document["latency_ms"]
    console.print(Text(f"A whole search: {times['p50']} ms, 95 % within {times['p95']} ms."))
    console.print(Text("Below each figure are the ends of its 95 % interval."))
    by_channel = {
        name: (figures, document["intervals_by_channel"][name])
        for name, figures in document["by_channel"].items()
    }
    console.print(_measures_table("channel", by_channel))
    by_class = {
        f"{name} ({each['queries']})": (each["metrics"], each["intervals"])
        for name, each in document["by_class"].items()
    }
    console.print(_measures_table("class", by_class))
    if "ablations" in document:
        console.print(_ablation_table(document["ablations"]))


def comparison(console: Console, document: Json) -> None:
    """Print each measure's difference between two saved runs, by channel."""
    console.print(Text(f"{document['queries']} queries of {document['data_set']}; second run less first."))
    for words, without in zip(("First", "Second"), document["without"], strict=True):
        if without:
            console.print(Text(f"{words} run without {', '.join(without)}."))
    for channel, differences in document["differences"].items():
        table = _table(channel, "difference", "95 % interval", "p")
        for name, each in differences.items():
            low, high = each["interval"]
            table.add_row(name, _signed(each["difference"]), f"{low:+.4f} to {high:+.4f}", f"{each['p']:.4f}")
        console.print(table)


def _measures_table(
    heading: str, rows: Mapping[str, tuple[Mapping[str, float], Mapping[str, list[float]]]]
) -> Table:
    """Return a table with three lines for each row: the figures, and both ends of their intervals."""
    table = _table(heading, *(name.replace("recall", "r") for name in metrics.NAMES))
    for name, (figures, intervals) in rows.items():
        table.add_row(name, *(f"{figures[measure]:.3f}" for measure in metrics.NAMES))
        for end in (0, 1):
            ends = (f"{intervals[measure][end]:.3f}" for measure in metrics.NAMES)
            table.add_row("", *ends, style="dim", end_section=bool(end))
    return table


def _ablation_table(ablations: Mapping[str, Json]) -> Table:
    """Return a table of what is lost without each part: a minus says that the part helps."""
    table = _table("without", *(column for name in ABLATED for column in (name, "p")))
    for part, each in ablations.items():
        found = [each["differences"][name] for name in ABLATED]
        table.add_row(part, *(t for d in found for t in (_signed(d["difference"]), f"{d['p']:.4f}")))
    return table


def _table(first: str, *columns: str) -> Table:
    table = Table(first, box=None, pad_edge=False)
    for column in columns:
        table.add_column(column, justify="right", no_wrap=True)
    return table


def _signed(value: float) -> str:
    return f"{value:+.4f}"
