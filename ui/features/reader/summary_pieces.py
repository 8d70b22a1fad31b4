"""The texts of summaries as painted pieces: the document's own sentences, and those left of a model's."""

from __future__ import annotations

from collections.abc import Sequence

from briefbank.domain.summaries import (
    CheckedClaim,
    ClaimFault,
    ClaimFinding,
    ClaimOutcome,
    GeneratedSummary,
    SourceSentence,
    Summary,
    SummaryPart,
)
from briefbank.text.messages import Message
from ui.i18n.translate import tr, translate_core
from ui.kit.painted_text import Piece, PieceLink, PieceStyle
from ui.shared import wording

LOOKING = tr("Looking for the summary …")
NO_MODEL = tr("Settings says how a model on this computer can add a summary in its own words.")
BY_A_MODEL = tr("By a model on this computer")
DISCLAIMER = tr(
    "Written by a language model on this computer. It can be wrong, even where it sounds certain. "
    "Do not rely on it and do not cite it. Read the brief."
)
BEHIND_THE_GATE = tr(
    "It only helps to decide whether this document is worth opening. It cannot be copied: words that no "
    "lawyer wrote could then reach a court as if they stood in the brief. Copy from the brief itself. Below "
    "each sentence are the words of the brief that it was checked against; a click marks them on the page."
)
READING = tr("The local model is reading this document …")
NOTHING_KEPT = tr("Stopped. Nothing of what the model wrote is kept.")
NOT_BORNE_OUT = tr(
    "Nothing that the local model wrote could be borne out by the document, so nothing of it is shown. "
    "The document’s own sentences are above."
)
NOT_A_LOCK = tr(
    "It cannot be selected, copied, dragged, printed or searched, and stays out of screenshots where the "
    "system allows that. This is a deterrent, not a lock: nobody is kept from typing it out."
)
WHY_WITHHELD = {
    ClaimFault.UNSUPPORTED: tr("the document does not say this"),
    ClaimFault.MISQUOTATION: tr("it quoted words that do not stand there so"),
    ClaimFault.CITATION: tr("it named an authority that does not stand there so"),
    ClaimFault.OUTDATED: tr("your good-law list says something against an authority that it rests on"),
    ClaimFault.OVERCONFIDENT: tr("it told as certain what is argued, alleged or asked"),
    ClaimFault.CAVEAT: tr("it left out a limit that the document sets"),
}
PUT_RIGHT = tr("put right once after a check")
NOT_READ_ALOUD = tr("The settings of this office say that what a model wrote is not read aloud.")
NOT_MARKED = tr("The words could not be marked on this page.")

HEADINGS = {
    SummaryPart.ISSUE: tr("The issue, as the model puts it"),
    SummaryPart.FACTS: tr("The facts, as the model puts them"),
}
LONGEST_NAME = 60  # The most characters of a model's name, which its file chooses
WORDS_PER_TOKEN = 0.5
"""The words per token. For English text it is about 0.75 with the tokenizers of today's models, and about a
third of an answer is the form that it is asked for. Shown rounded to tens."""


def progress(stage: Message, done: int, total: int) -> str:
    """Return what the model, or the check of it, is doing; the stages are those of ``Summaries.write``."""
    if stage == "Checking":
        if not total:
            return tr("Checking what the model wrote against the document …")
        checking = tr("Checking what the model wrote against the document: sentence {at} of {total} …")
        return checking.format(at=min(done + 1, total), total=total)
    written = round(done * WORDS_PER_TOKEN / 10) * 10
    return (
        tr("The local model is writing: about {written:,} words so far …").format(written=written)
        if written
        else READING
    )


def withheld(findings: Sequence[ClaimFinding]) -> str:
    """Return the text in place of a sentence that failed its checks: the kinds of fault, and nothing of what
    the model made up."""
    faults = {finding.fault for finding in findings}
    reasons = "; ".join(WHY_WITHHELD[fault] for fault in ClaimFault if fault in faults)
    return (
        tr("A sentence was withheld: {reasons}.").format(reasons=reasons)
        if reasons
        else tr("A sentence was withheld.")
    )


def checked(model: str, left_out: int) -> str:
    """Return the small print: which model, and what its sentences were checked for."""
    name = wording.beginning(model, LONGEST_NAME)
    by = tr("Written by {name}.").format(name=name) if name else ""
    out = (
        wording.counted(left_out, tr("{number} sentence withheld."), tr("{number} sentences withheld."))
        if left_out
        else ""
    )
    was_checked = tr(
        "Each sentence was checked against the sentences that it names: citations, "
        "quotations, names, numbers and dates, whether they bear it out, how certain it "
        "sounds, what it leaves out, and your good-law list. The checks "
        "can miss an error."
    )
    return " ".join(part for part in (by, was_checked, out) if part)


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
        Piece(BY_A_MODEL, PieceStyle.HEADING),
        Piece(DISCLAIMER, PieceStyle.DISCLAIMER),
        Piece(BEHIND_THE_GATE, PieceStyle.NOTE),
    ]


def under_way(text: str) -> list[Piece]:
    """Return a note that work goes on, was stopped, failed, or led to nothing that can be shown."""
    return [Piece(BY_A_MODEL, PieceStyle.HEADING), Piece(text, PieceStyle.NOTE)]


def generated(summary: GeneratedSummary, labels: Sequence[str]) -> list[Piece]:
    """Return a generated summary; each sentence has a link to its sources on each page."""
    pieces = gate()[:2]
    for part in SummaryPart:
        claims = [claim for claim in summary.claims if claim.claim.part is part]
        pieces += [Piece(HEADINGS[part], PieceStyle.HEADING)] if claims else []
        for claim in claims:
            pieces += _claim(claim, summary.sources, labels)
    pieces.append(Piece(checked(summary.model, summary.withheld), PieceStyle.SMALL))
    pieces.append(Piece(NOT_A_LOCK, PieceStyle.SMALL))
    return pieces


def _claim(checked: CheckedClaim, all_sources: Sources, labels: Sequence[str]) -> list[Piece]:
    """Return a sentence of the model and, below it, each sentence of the document that it was checked
    against, which leads to its place on the page."""
    if checked.outcome is ClaimOutcome.WITHHELD:
        return [Piece(withheld(checked.findings), PieceStyle.WITHHELD)]
    sources = tuple(source for source in all_sources if source.number in checked.claim.sources)
    mark = f"({PUT_RIGHT})" if checked.outcome is ClaimOutcome.CORRECTED else ""
    words = tr("The document says: “{text}”")
    quoted = [
        Piece(words.format(text=source.text), PieceStyle.SOURCE, (source,), _links((source,), labels))
        for source in sources
        if source.text
    ]
    links = () if quoted else _links(sources, labels)
    return [Piece(checked.claim.text, PieceStyle.SENTENCE, sources or None, links, mark), *quoted]


def _links(sources: Sources, labels: Sequence[str]) -> tuple[PieceLink, ...]:
    """Return one link for each page, pages in order."""
    pages = sorted({source.page for source in sources})
    return tuple(
        PieceLink(_page(page, labels), tuple(source for source in sources if source.page == page))
        for page in pages
    )


def _page(page: int, labels: Sequence[str]) -> str:
    return wording.page(labels[page] if page < len(labels) else "", page)
