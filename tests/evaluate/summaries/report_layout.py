"""The view of the evaluation of summaries for a person at a terminal of 80 columns."""

from __future__ import annotations

from briefbank.cli.output import JsonObject, TerminalPage

MEASURES = {
    "faithfulness": "sentences that their sources support",
    "answer_relevance": "nearness of the summary to the issue",
    "context_relevance": "sentences read that are near the issue",
    "context_utilisation": "sentences read that the summary uses",
    "context_precision": "sentences used that are near the issue",
}


def _figure(value: float | None) -> str:
    return "not known" if value is None else f"{value:.3f}"


def _view_caught(page: TerminalPage, heading: str, faults: JsonObject) -> None:
    page.table(
        (heading, ">made", ">caught", ">recall", ">95 % interval", ">shown"),
        [
            (
                *(name, str(row.made), str(row.caught), _figure(row.recall)),
                "{:.3f} to {:.3f}".format(*row.interval) if row.made else "",
                str(row.shown),
            )
            for name, row in faults.items()
        ],
    )


def _goal(words: str, row: JsonObject) -> str:
    counts = f"{row.caught} of {row.made} caught"
    return f"{words}: {counts} (recall {_figure(row.recall)}), {row.shown} shown."


def view(page: TerminalPage, document: JsonObject) -> None:
    page.line(
        f"{document.edited} summaries with one wrong sentence each, and {document.clean} without, made from "
        f"{document.documents} documents."
    )
    _view_caught(page, "fault", document.faults)
    _view_caught(page, "what was changed", document.edits)
    page.line(_goal("Citations, quotations, names, numbers and dates that were changed", document.exact))
    page.line(_goal("Other claims that the source does not support", document.claims))
    sentences, summaries = document.clean_sentences, document.clean_summaries
    page.line(
        f"Right sentences: {sentences.withheld} of {sentences.made} withheld without need "
        f"({_figure(sentences.share)})."
    )
    by_check = [(name, str(count)) for name, count in sentences.by_check.items()]
    page.table(("withheld for", ">withheld"), by_check)
    by_way = [(name, f"{row.withheld} of {row.made}") for name, row in sentences.by_way.items()]
    page.table(("made as", ">withheld"), by_way)
    page.line(
        f"Right summaries: {summaries.withheld_whole} of {summaries.made} withheld as a whole, "
        f"{summaries.complete} shown complete."
    )
    for kind, means in document.metrics.items():
        if means:
            rows = [(words, _figure(means[name])) for name, words in MEASURES.items()]
            page.table(("", ">mean"), rows, title=f"{kind} summaries")
    if document.model:
        _view_model(page, document.model)


def _view_model(page: TerminalPage, model: JsonObject) -> None:
    noun = "summary" if model.summaries == 1 else "summaries"
    page.line(f"{model.name} wrote {model.summaries} {noun}, {model.withheld_whole} withheld as a whole.")
    sentences = model.sentences
    page.line(
        f"Of the sentences of the others, {sentences.shown} were shown, {sentences.corrected} put right and "
        f"shown, {sentences.withheld} withheld."
    )
