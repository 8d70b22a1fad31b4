"""From summaries to painted pieces: the document's own sentences, and what is left of a model's."""

from __future__ import annotations

from collections.abc import Sequence

from briefbank.claims import CheckedClaim, GeneratedSummary, Outcome, Part, SourceSentence
from briefbank.models import Summary
from ui import summary_words, words
from ui.tongue import told, tr
from ui.widgets.painted_layout import Link, Look, Piece

EXTRACT_HEADINGS = {
    "issue": tr("The issue, in the document’s own words"),
    "facts": tr("The facts, in the document’s own words"),
    "opening": tr("How the document begins, in its own words"),
}

Sources = tuple[SourceSentence, ...]
"""What a sentence by a model leads to."""


def note(text: str) -> list[Piece]:
    return [Piece(text, Look.NOTE)]


def extract(summary: Summary, labels: Sequence[str]) -> list[Piece]:
    """A sentence leads to its page, 0-based; ``labels`` are the printed page labels, possibly fewer."""
    pieces = [Piece(told(summary.disclaimer), Look.DISCLAIMER)]
    for part, title in EXTRACT_HEADINGS.items():
        sentences = [sentence for sentence in summary.sentences if sentence.part == part]
        pieces += [Piece(title, Look.HEADING)] if sentences else []
        for each in sentences:
            link = Link(_page(each.page, labels), each.page)
            pieces.append(Piece(each.text, Look.SENTENCE, each.page, (link,)))
    if summary.withheld:
        left_out = words.count(summary.withheld, tr("sentence"), tr("sentences"))
        pieces += note(
            tr("Left out, because the document does not bear it out: {left_out}.").format(left_out=left_out)
        )
    return pieces


def gate() -> list[Piece]:
    """What stands before anything that a model wrote."""
    return [
        Piece(summary_words.BY_A_MODEL, Look.HEADING),
        Piece(summary_words.DISCLAIMER, Look.DISCLAIMER),
        Piece(summary_words.BEHIND_THE_GATE, Look.NOTE),
    ]


def under_way(text: str) -> list[Piece]:
    """Something is being done, was stopped, failed, or led to nothing that can be shown."""
    return [Piece(summary_words.BY_A_MODEL, Look.HEADING), Piece(text, Look.NOTE)]


def generated(summary: GeneratedSummary, labels: Sequence[str]) -> list[Piece]:
    """A sentence leads to all its sources, each link to those on its page."""
    pieces = gate()[:2]
    for part in Part:
        claims = [each for each in summary.claims if each.claim.part is part]
        pieces += [Piece(summary_words.HEADINGS[part], Look.HEADING)] if claims else []
        pieces += [_claim(each, summary.sources, labels) for each in claims]
    pieces.append(Piece(summary_words.checked(summary.model, summary.withheld), Look.SMALL))
    pieces.append(Piece(summary_words.NOT_A_LOCK, Look.SMALL))
    return pieces


def _claim(checked: CheckedClaim, all_sources: Sources, labels: Sequence[str]) -> Piece:
    if checked.outcome is Outcome.WITHHELD:
        return Piece(summary_words.withheld(checked.findings), Look.WITHHELD)
    sources = tuple(each for each in all_sources if each.number in checked.claim.sources)
    mark = f"({summary_words.PUT_RIGHT})" if checked.outcome is Outcome.CORRECTED else ""
    return Piece(checked.claim.text, Look.SENTENCE, sources or None, _links(sources, labels), mark)


def _links(sources: Sources, labels: Sequence[str]) -> tuple[Link, ...]:
    """One for each page, pages in order."""
    pages = sorted({each.page for each in sources})
    return tuple(
        Link(_page(page, labels), tuple(each for each in sources if each.page == page)) for page in pages
    )


def _page(page: int, labels: Sequence[str]) -> str:
    return words.page(labels[page] if page < len(labels) else "", page)
