"""Tables of the evaluation of summaries, for a person at a terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

Json = dict[str, Any]

MEASURES = {
    "faithfulness": "sentences that their sources support",
    "answer_relevance": "nearness of the summary to the issue",
    "context_relevance": "sentences read that are near the issue",
    "context_utilisation": "sentences read that the summary uses",
    "context_precision": "sentences used that are near the issue",
}


def summaries(console: Console, document: Json) -> None:
    """Print the counts of made, caught and needlessly withheld sentences, and the measures of the text."""
    console.print(
        Text(
            f"{document['edited']} summaries with one wrong sentence each, and {document['clean']} without, "
            f"made from {document['documents']} documents."
        )
    )
    console.print(_caught("fault", document["faults"]))
    console.print(_caught("what was changed", document["edits"]))
    for words, name in (
        ("Citations, quotations, names, numbers and dates that were changed", "exact"),
        ("Other claims that the source does not support", "claims"),
    ):
        console.print(Text(_goal(words, document[name])))
    _clean(console, document)
    for kind, values in document["metrics"].items():
        if values:
            console.print(_measures(f"{kind} summaries", values))
    if document["model"]:
        _model(console, document["model"])


def _caught(heading: str, rows: Mapping[str, Json]) -> Table:
    table = Table(heading, box=None, pad_edge=False)
    for column in ("made", "caught", "recall", "95 % interval", "shown"):
        table.add_column(column, justify="right", no_wrap=True)
    for name, row in rows.items():
        low, high = row["interval"]
        interval = f"{low:.3f} to {high:.3f}" if row["made"] else ""
        table.add_row(
            name, str(row["made"]), str(row["caught"]), _figure(row["recall"]), interval, str(row["shown"])
        )
    return table


def _goal(words: str, row: Json) -> str:
    recall = _figure(row["recall"])
    return f"{words}: {row['caught']} of {row['made']} caught (recall {recall}), {row['shown']} shown."


def _clean(console: Console, document: Json) -> None:
    sentences, whole = document["clean_sentences"], document["clean_summaries"]
    console.print(
        Text(
            f"Right sentences: {sentences['withheld']} of {sentences['made']} withheld without need "
            f"({_figure(sentences['share'])})."
        )
    )
    for heading, rows in (
        ("withheld for", {name: str(count) for name, count in sentences["by_check"].items()}),
        (
            "made as",
            {name: f"{row['withheld']} of {row['made']}" for name, row in sentences["by_way"].items()},
        ),
    ):
        if rows:
            table = Table(heading, box=None, pad_edge=False)
            table.add_column("withheld", justify="right")
            for name, count in rows.items():
                table.add_row(name, count)
            console.print(table)
    console.print(
        Text(
            f"Right summaries: {whole['withheld_whole']} of {whole['made']} withheld as a whole, "
            f"{whole['complete']} shown complete."
        )
    )


def _measures(heading: str, values: Mapping[str, float | None]) -> Table:
    table = Table(heading, box=None, pad_edge=False)
    table.add_column("mean", justify="right")
    for name, words in MEASURES.items():
        table.add_row(words, _figure(values[name]))
    return table


def _model(console: Console, model: Json) -> None:
    sentences, written = model["sentences"], model["summaries"]
    console.print(
        Text(
            f"{model['name']} wrote {written} {'summary' if written == 1 else 'summaries'},"
            f" {model['withheld_whole']} withheld as a whole. Of the sentences of the others,"
            f" {sentences['shown']} were shown, {sentences['corrected']} put right and shown,"
            f" {sentences['withheld']} withheld."
        )
    )
    console.print(Text(f"As a second reader it was {'' if model['second_reader'] else 'not '}heard."))


def _figure(value: float | None) -> str:
    return "not known" if value is None else f"{value:.3f}"
