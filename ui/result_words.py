"""The words of one row of the list of results: on its card, and read aloud as one sentence."""

from __future__ import annotations

from briefbank.models import Document, Hit, Verdict
from ui import words
from ui.excerpts import excerpt
from ui.tongue import told, tr

BETWEEN = "  ·  "
WHY = tr("Why it is here")
SPOKEN = 260
"""Characters of a passage that are read aloud with its row: a person goes from row to row by ear."""
VERDICT_WORDS = {
    Verdict.UP: tr("you marked it helpful"),
    Verdict.DOWN: tr("you marked it not helpful"),
}


def place_of(hit: Hit) -> str:
    """The first line of a card under the heading of its brief: page and kind."""
    where = words.page(hit.passage.page_label, hit.passage.first_page)
    return BETWEEN.join((where[0].upper() + where[1:], words.KIND_WORDS[hit.document.kind]))


def doubt(hit: Hit) -> str:
    """That the passage was read from a scan with little certainty; empty where it was not."""
    if hit.doubt is None:
        return ""
    percent = int(100 * hit.doubt)
    return tr("Read from a scan with little certainty ({percent} %)").format(percent=percent)


def group_facts(document: Document, passages: int, *, complete: bool) -> str:
    """The line under the title of a brief's heading: its date and how many of its passages were found."""
    when, many = words.day(document.filed), words.count(passages, tr("passage"), tr("passages"))
    if not complete:
        many = tr("{passages} so far").format(passages=many)
    return BETWEEN.join((when[0].upper() + when[1:], many))


def group_sentence(document: Document, passages: int, *, collapsed: bool) -> str:
    """A brief's heading read aloud."""
    many = words.count(passages, tr("passage"), tr("passages"))
    state = tr("folded away") if collapsed else tr("shown below")
    return "; ".join((words.title(document), words.day(document.filed), many, state)) + "."


def row_sentence(hit: Hit) -> str:
    """A result read aloud as one sentence: what it is and what speaks against it, then how it begins."""
    text = hit.passage.text.replace("\n", " ")
    parts = [tr("Result {rank}").format(rank=hit.rank), words.title(hit.document)]
    parts += [words.facts(hit).replace(BETWEEN, ", "), words.SAMPLE_LABEL if hit.document.sample else ""]
    parts += [*map(told, hit.alerts), doubt(hit), excerpt(text, hit.marks, SPOKEN)[0]]
    parts += [words.also_in(hit.versions), words.same_text(hit.copies)]
    parts.append(VERDICT_WORDS[hit.verdict] if hit.verdict else "")
    return "; ".join(part for part in parts if part) + "."


def narrowed_by(number: int) -> str:
    """The button that opens the panel for narrowing, with how many filters are set."""
    return tr("Narrow ({number})").format(number=number) if number else tr("Narrow")
