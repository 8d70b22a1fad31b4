"""The words around summaries: what is said before, beside and in place of what a local model wrote."""

from __future__ import annotations

from collections.abc import Sequence

from briefbank.claims import Fault, Finding, Part
from ui import words

LOOKING = "Looking for the summary …"
NO_MODEL = "Settings says how a model on this computer can add a summary in its own words."
BY_A_MODEL = "By a model on this computer"
DISCLAIMER = (
    "Written by a language model on this computer. It can be wrong, even where it sounds certain. "
    "Do not rely on it and do not cite it. Read the brief."
)
BEHIND_THE_GATE = "It only helps to decide whether this document is worth opening."
READING = "The local model is reading this document …"
NOTHING_KEPT = "Stopped. Nothing of what the model wrote is kept."
NOT_BORNE_OUT = (
    "Nothing that the local model wrote could be borne out by the document, so nothing of it is shown. "
    "The document’s own sentences are above."
)
NOT_A_LOCK = (
    "It cannot be selected, copied, dragged, printed or searched, and stays out of screenshots where the "
    "system allows that. This is a deterrent, not a lock: nobody is kept from typing it out."
)
WHY_WITHHELD = {
    Fault.UNSUPPORTED: "the document does not say this",
    Fault.MISQUOTATION: "it quoted words that do not stand there so",
    Fault.CITATION: "it named an authority that does not stand there so",
    Fault.OUTDATED: "your office’s list says something against an authority that it rests on",
    Fault.OVERCONFIDENT: "it told as certain what is argued, alleged or asked",
    Fault.CAVEAT: "it left out a limit that the document sets",
}
PUT_RIGHT = "put right once after a check"
NOT_READ_ALOUD = "The settings of this office say that what a model wrote is not read aloud."
NOT_MARKED = "The words could not be marked on this page."

HEADINGS = {Part.ISSUE: "The issue, as the model puts it", Part.FACTS: "The facts, as the model puts them"}
LONGEST_NAME = 60
"""Characters of a model's name, which its file chooses."""
WORDS_PER_TOKEN = 0.5
"""Of English text it is about 0.75 with the tokenizers of today's models, and about a third of an answer is
the form that it is asked for. Shown rounded to tens."""


def progress(stage: str, done: int, total: int) -> str:
    """What the model, or the check of it, is doing; the stages are those of ``Summaries.write``."""
    if stage == "Checking":
        which = f": sentence {min(done + 1, total)} of {total}" if total else ""
        return f"Checking what the model wrote against the document{which} …"
    written = round(done * WORDS_PER_TOKEN / 10) * 10
    return f"The local model is writing: about {written:,} words so far …" if written else READING


def withheld(findings: Sequence[Finding]) -> str:
    """What stands in place of a sentence that failed its checks: the kinds of fault, and nothing of what the
    model made up."""
    found = {finding.fault for finding in findings}
    reasons = "; ".join(WHY_WITHHELD[fault] for fault in Fault if fault in found)
    return f"A sentence was withheld: {reasons}." if reasons else "A sentence was withheld."


def checked(model: str, left_out: int) -> str:
    """The small print: which model, and what its sentences were checked for."""
    name = words.beginning(model, LONGEST_NAME)
    by = f"Written by {name}. " if name else ""
    out = f" {words.count(left_out, 'sentence')} withheld." if left_out else ""
    return (
        f"{by}Each sentence was checked against the sentences that it names: citations, quotations, names, "
        "numbers and dates, whether they bear it out, how certain it sounds, what it leaves out, and your "
        f"office’s list of what still holds. The checks can miss an error.{out}"
    )
