"""The texts of one row of the result list: on its card, and as one sentence for screen readers."""

from __future__ import annotations

from briefbank.domain.searches import Hit, Tier, Verdict
from ui.features.search.grouping import Group, Line, TierLine
from ui.i18n.translate import tr, translate_core
from ui.shared import wording
from ui.shared.excerpts import excerpt

BETWEEN = "  ·  "
WHY = tr("Why it is here")
NEW = tr("New since you last looked")
SPOKEN = 260  # The characters of a passage read aloud with its row: a person goes from row to row by ear
VERDICT_WORDS = {
    Verdict.UP: tr("marked as helpful"),
    Verdict.DOWN: tr("marked as not helpful"),
}


def place_of(hit: Hit) -> str:
    """Return the first line of a card beneath the first one of its brief: page and kind."""
    where = wording.page(hit.passage.page_label, hit.passage.first_page)
    return BETWEEN.join((where[0].upper() + where[1:], wording.KIND_WORDS[hit.document.kind]))


def doubt(hit: Hit) -> str:
    """Return the warning that the passage was read from a scan with little certainty; empty when it was
    not."""
    if hit.doubt is None:
        return ""
    percent = int(100 * hit.doubt)
    return tr("Read from a scan with little certainty ({percent} %)").format(percent=percent)


def further_passages(group: Group, *, new: bool) -> str:
    """Return the text of the line that folds further passages of a brief; ``new``: some of them are new."""
    one, many = tr("{number} more passage of this brief"), tr("{number} more passages of this brief")
    if group.at_least:
        one = tr("At least {number} more passage of this brief")
        many = tr("At least {number} more passages of this brief")
    text = wording.counted(group.more, one, many)
    return BETWEEN.join((text, NEW)) if new else text


def less_close(line: TierLine) -> str:
    """Return the text of the line above the less close results."""
    parts = [tr("Less close"), wording.count(line.passages, tr("passage"), tr("passages"))]
    if line.briefs and line.first:
        parts.append(wording.counted(line.briefs, tr("{number} more brief"), tr("{number} more briefs")))
    elif line.briefs:
        parts.append(wording.count(line.briefs, tr("brief"), tr("briefs")))
    return BETWEEN.join(parts)


def line_text(line: Line, *, new: bool) -> str:
    """Return the text of a line that folds results; ``new``: it folds new ones."""
    return less_close(line) if isinstance(line, TierLine) else further_passages(line, new=new)


def line_sentence(line: Line, *, new: bool) -> str:
    """Return the text of a line as it is read aloud."""
    state = tr("collapsed") if line.collapsed else tr("expanded")
    return f"{line_text(line, new=new)}, {state}."


def row_sentence(hit: Hit) -> str:
    """Return a result as one spoken sentence: what it is, what speaks against it, and how it begins."""
    text = hit.passage.text.replace("\n", " ")
    parts = [tr("Result {rank}").format(rank=hit.rank), wording.title(hit.document)]
    parts += [wording.facts(hit).replace(BETWEEN, ", "), wording.SAMPLE_LABEL if hit.document.sample else ""]
    parts.append(tr("Less close") if hit.tier is Tier.LESS_CLOSE else "")
    parts += [*map(translate_core, hit.alerts), doubt(hit), excerpt(text, hit.marks, SPOKEN)[0]]
    parts += [wording.also_in(hit.versions), wording.same_text(hit.copies)]
    parts.append(VERDICT_WORDS[hit.verdict] if hit.verdict else "")
    return "; ".join(part for part in parts if part) + "."


def narrowed_by(number: int) -> str:
    """Return the label of the button that opens the narrowing panel, with the number of filters set."""
    return tr("Narrow ({number})").format(number=number) if number else tr("Narrow")
