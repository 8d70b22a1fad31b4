"""Converts summaries to painted pieces: the document's own sentences, and those left of a model's."""

from __future__ import annotations

from collections.abc import Sequence

from briefbank.domain.summaries import (
    CheckedClaim,
    ClaimOutcome,
    GeneratedSummary,
    SourceSentence,
    Summary,
    SummaryPart,
)
from ui.i18n.translate import tr, translate_core
from ui.kit.painted_layout import Piece, PieceLink, PieceStyle
from ui.shared import summary_texts, wording

EXTRACT_HEADINGS = {
    "issue": tr("The issue, in the document’s own words"),
    "facts": tr("The facts, in the document’s own words"),
    "opening": tr("How the document begins, in its own words"),
}

Sources = tuple[SourceSentence, ...]  # The target of a sentence by a model


def note(text: str) -> list[Piece]:
    return [Piece(text, PieceStyle.NOTE)]


def extract(summary: Summary, labels: Sequence[str]) -> list[Piece]:
    """Return the extract, each sentence with a link to its page, 0-based. ``labels`` are the printed page
    labels, possibly fewer than the pages."""
    pieces = [Piece(translate_core(summary.disclaimer), PieceStyle.DISCLAIMER)]
    for part, title in EXTRACT_HEADINGS.items():
        sentences = [sentence for sentence in summary.sentences if sentence.part == part]
        pieces += [Piece(title, PieceStyle.HEADING)] if sentences else []
        for sentence in sentences:
            link = PieceLink(_page(sentence.page, labels), sentence.page)
            pieces.append(Piece(sentence.text, PieceStyle.SENTENCE, sentence.page, (link,)))
    if summary.withheld:
        left_out = wording.count(summary.withheld, tr("sentence"), tr("sentences"))
        pieces += note(
            tr("Left out, because the document does not bear it out: {left_out}.").format(left_out=left_out)
        )
    return pieces


def gate() -> list[Piece]:
    """Return the gate before anything that a model wrote."""
    return [
        Piece(summary_texts.BY_A_MODEL, PieceStyle.HEADING),
        Piece(summary_texts.DISCLAIMER, PieceStyle.DISCLAIMER),
        Piece(summary_texts.BEHIND_THE_GATE, PieceStyle.NOTE),
    ]


def under_way(text: str) -> list[Piece]:
    """Return a note that work goes on, was stopped, failed, or led to nothing that can be shown."""
    return [Piece(summary_texts.BY_A_MODEL, PieceStyle.HEADING), Piece(text, PieceStyle.NOTE)]


def generated(summary: GeneratedSummary, labels: Sequence[str]) -> list[Piece]:
    """Return a generated summary; each sentence has a link to its sources on each page."""
    pieces = gate()[:2]
    for part in SummaryPart:
        claims = [claim for claim in summary.claims if claim.claim.part is part]
        pieces += [Piece(summary_texts.HEADINGS[part], PieceStyle.HEADING)] if claims else []
        for claim in claims:
            pieces += _claim(claim, summary.sources, labels)
    pieces.append(Piece(summary_texts.checked(summary.model, summary.withheld), PieceStyle.SMALL))
    pieces.append(Piece(summary_texts.NOT_A_LOCK, PieceStyle.SMALL))
    return pieces


def _claim(checked: CheckedClaim, all_sources: Sources, labels: Sequence[str]) -> list[Piece]:
    """Return a sentence of the model and, below it, the sentences of the document that it rests on."""
    if checked.outcome is ClaimOutcome.WITHHELD:
        return [Piece(summary_texts.withheld(checked.findings), PieceStyle.WITHHELD)]
    sources = tuple(source for source in all_sources if source.number in checked.claim.sources)
    mark = f"({summary_texts.PUT_RIGHT})" if checked.outcome is ClaimOutcome.CORRECTED else ""
    claim = Piece(checked.claim.text, PieceStyle.SENTENCE, sources or None, _links(sources, labels), mark)
    text = " ".join(source.text for source in sources)
    return [claim, Piece(summary_texts.source(text), PieceStyle.NOTE)] if text else [claim]


def _links(sources: Sources, labels: Sequence[str]) -> tuple[PieceLink, ...]:
    """Return one link for each page, pages in order."""
    pages = sorted({source.page for source in sources})
    return tuple(
        PieceLink(_page(page, labels), tuple(source for source in sources if source.page == page))
        for page in pages
    )


def _page(page: int, labels: Sequence[str]) -> str:
    return wording.page(labels[page] if page < len(labels) else "", page)
