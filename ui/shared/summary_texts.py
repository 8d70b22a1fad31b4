"""Texts around summaries: before, beside and in place of what a local model wrote."""

from __future__ import annotations

from collections.abc import Sequence

from briefbank.domain.summaries import ClaimFault, ClaimFinding, SummaryPart
from briefbank.text.messages import Message
from ui.i18n.translate import tr
from ui.shared import wording

LOOKING = tr("Looking for the summary …")
NO_MODEL = tr("Settings says how a model on this computer can add a summary in its own words.")
BY_A_MODEL = tr("By a model on this computer")
DISCLAIMER = tr(
    "Written by a language model on this computer. It can be wrong, even where it sounds certain. "
    "Do not rely on it and do not cite it. Read the brief."
)
BEHIND_THE_GATE = tr("It only helps to decide whether this document is worth opening.")
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
    ClaimFault.OUTDATED: tr("your office’s list says something against an authority that it rests on"),
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


def source(text: str) -> str:
    """Return the sentences of the document below a claim that rests on them."""
    return tr("The document says: “{text}”").format(text=text)


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
        "sounds, what it leaves out, and your office’s list of what still holds. The checks "
        "can miss an error."
    )
    return " ".join(part for part in (by, was_checked, out) if part)
