"""The layout of the evaluation of summaries for a person at a terminal of 80 columns."""

from __future__ import annotations

from typing import Any

from briefbank.cli.layout import Each, Paragraph, Piece, Table, rows_named

Json = dict[str, Any]

MEASURES = {
    "faithfulness": "sentences that their sources support",
    "answer_relevance": "nearness of the summary to the issue",
    "context_relevance": "sentences read that are near the issue",
    "context_utilisation": "sentences read that the summary uses",
    "context_precision": "sentences used that are near the issue",
}


def _caught(heading: str, field: str) -> Table:
    columns: dict[str, Piece] = {
        heading: "{name}",
        "made": "{made}",
        "caught": "{caught}",
        "recall": "{recall:.3f else not known}",
        "95 % interval": lambda row: "{:.3f} to {:.3f}".format(*row["interval"]) if row["made"] else "",
        "shown": "{shown}",
    }
    return Table(rows_named(field), columns, numbers=list(columns)[1:])


def _goal(words: str, field: str) -> Paragraph:
    counts = f"{{{field}[caught]}} of {{{field}[made]}} caught"
    return Paragraph(
        f"{words}: {counts} (recall {{{field}[recall]:.3f else not known}}), {{{field}[shown]}} shown."
    )


def _by_check(document: Json) -> list[Json]:
    return [{"check": name, "count": n} for name, n in document["clean_sentences"]["by_check"].items()]


def _by_way(document: Json) -> list[Json]:
    return [{"way": name, **row} for name, row in document["clean_sentences"]["by_way"].items()]


def _measured(document: Json) -> list[Json]:
    """Return the measures of the kinds of summaries that there are."""
    return [
        {"kind": kind, "means": [{"words": words, "mean": means[name]} for name, words in MEASURES.items()]}
        for kind, means in document["metrics"].items()
        if means
    ]


def _model(document: Json) -> list[Json]:
    return [document["model"]] if document["model"] else []


LAYOUT = (
    Paragraph(
        "{edited} summaries with one wrong sentence each, and {clean} without, made from {documents}"
        " documents."
    ),
    _caught("fault", "faults"),
    _caught("what was changed", "edits"),
    _goal("Citations, quotations, names, numbers and dates that were changed", "exact"),
    _goal("Other claims that the source does not support", "claims"),
    Paragraph(
        "Right sentences: {clean_sentences[withheld]} of {clean_sentences[made]} withheld without need"
        " ({clean_sentences[share]:.3f else not known})."
    ),
    Table(_by_check, {"withheld for": "{check}", "withheld": "{count}"}, numbers=("withheld",)),
    Table(_by_way, {"made as": "{way}", "withheld": "{withheld} of {made}"}, numbers=("withheld",)),
    Paragraph(
        "Right summaries: {clean_summaries[withheld_whole]} of {clean_summaries[made]} withheld as a whole,"
        " {clean_summaries[complete]} shown complete."
    ),
    Each(
        _measured,
        Table(
            "means",
            {"": "{words}", "mean": "{mean:.3f else not known}"},
            numbers=("mean",),
            title="{kind} summaries",
        ),
    ),
    Each(
        _model,
        (
            Paragraph(
                lambda model: (
                    f"{model['name']} wrote {model['summaries']}"
                    f" {'summary' if model['summaries'] == 1 else 'summaries'}, {model['withheld_whole']}"
                    " withheld as a whole."
                )
            ),
            Paragraph(
                "Of the sentences of the others, {sentences[shown]} were shown, {sentences[corrected]} put"
                " right and shown, {sentences[withheld]} withheld."
            ),
            Paragraph("As a second reader it was heard.", when="second_reader"),
            Paragraph("As a second reader it was not heard.", when=lambda model: not model["second_reader"]),
        ),
    ),
)
