"""The words that the window puts around values: dates, pages, stages, counts and times, as plain English."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from briefbank.dates import in_words
from briefbank.models import (
    Document,
    Factor,
    FileProgress,
    FileStatus,
    Hit,
    Kind,
    Order,
    Stage,
    Verdict,
    Version,
)

KIND_WORDS = {
    Kind.BRIEF: "Brief",
    Kind.OPINION: "Opinion",
    Kind.STATUTE: "Statute",
    Kind.RULE: "Rule",
    Kind.DIRECTIVE: "Directive",
    Kind.MEMO: "Memo",
    Kind.OTHER: "Other document",
}

KIND_CHOICES = {
    Kind.BRIEF: "Briefs",
    Kind.OPINION: "Opinions",
    Kind.STATUTE: "Statutes",
    Kind.RULE: "Rules",
    Kind.DIRECTIVE: "Directives",
    Kind.MEMO: "Memos",
    Kind.OTHER: "Other documents",
}

STAGE_WORDS = {
    Stage.WAITING: "Waiting",
    Stage.COPYING: "Copying into the library",
    Stage.READING: "Reading",
    Stage.OCR: "Recognising scanned pages",
    Stage.CUTTING: "Finding its parts",
    Stage.INDEXING: "Making it searchable",
    Stage.DONE: "Finished",
}

STATUS_WORDS = {
    FileStatus.ADDED: "Added",
    FileStatus.ADDED_WITH_GAPS: "Added with gaps",
    FileStatus.ALREADY_HERE: "Already here",
    FileStatus.REFUSED: "Refused",
}

ADDED = (FileStatus.ADDED, FileStatus.ADDED_WITH_GAPS)

ORDER_WORDS = {Order.NEWEST: "newest first", Order.BEST: "best match first"}

SAMPLE_LABEL = "Sample: made up"


def day(value: date | None) -> str:
    """'3 March 2015', or that there is none."""
    return in_words(value) if value else "no date found"


def count(number: int, one: str, many: str = "") -> str:
    """'1 page', '1,200 pages'."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def counted(number: int, one: str, many: str, **values: object) -> str:
    """A sentence that is worded otherwise for one; both have a place {number}, and others for ``values``."""
    return (one if number == 1 else many).format(number=f"{number:,}", **values)


def files_wait(number: int) -> str:
    return f"{count(number, 'file')} {'waits' if number == 1 else 'wait'}"


def size(bytes_: int) -> str:
    """'412 MB', '1.3 GB': in thousands, as file managers count."""
    if bytes_ < 1000:
        return count(bytes_, "byte")
    value, units = bytes_ / 1000, ["kB", "MB", "GB", "TB"]
    while round(value) >= 1000 and len(units) > 1:
        value /= 1000
        units.pop(0)
    return (
        f"{value:.1f} {units[0]}" if value < 10 and units[0] in ("GB", "TB") else f"{value:,.0f} {units[0]}"
    )


def moment(value: datetime | None) -> str:
    """'3 March 2015, 14:05' by this computer's clock; 'never' for None."""
    if value is None:
        return "never"
    here = value.astimezone()
    return f"{day(here.date())}, {here:%H:%M}"


def page(label: str, index: int) -> str:
    """The printed page when there is one, else the place in the file."""
    return f"page {label}" if label else f"file page {index + 1}"


def page_of(label: str, index: int, total: int) -> str:
    """'page 12 (file page 15 of 60)'."""
    place = f"file page {index + 1} of {total}"
    return f"page {label} ({place})" if label else place


def place(kind: Kind, label: str, index: int) -> str:
    """'Brief, page 12'."""
    return f"{KIND_WORDS[kind]}, {page(label, index)}"


def beginning(text: str, most: int = 48) -> str:
    """The first words of a text, cut between words, with an ellipsis where it goes on."""
    text = " ".join(text.split())
    if len(text) <= most:
        return text
    return text[: max(text.rfind(" ", 0, most), most // 2)].rstrip(" ,;:.") + "…"


AROUND = 30
"""Characters of a query shown before and after the piece that a message speaks of."""


def piece_range(text: str, position: int) -> tuple[int, int]:
    """The range of the word or operator at a place of a query; a bracket or a quotation mark stands alone."""
    start = end = min(position, len(text))
    while start > 0 and start < len(text) and not _divides(text[start]) and not _divides(text[start - 1]):
        start -= 1
    while end < len(text) and not _divides(text[end]):
        end += 1
    return start, max(end, min(start + 1, len(text)))


def _divides(character: str) -> bool:
    return character.isspace() or character in '()[]"“”'


def piece(text: str, position: int) -> tuple[str, str, str]:
    """What stands before, at and after a place of a query: the piece that a message speaks of."""
    start, end = piece_range(text, position)
    before, after = text[max(0, start - AROUND) : start], text[end : end + AROUND]
    cut = "…" if start > AROUND else "", "…" if end + AROUND < len(text) else ""
    return cut[0] + before, text[start:end], after + cut[1]


def heading(path: Sequence[str]) -> str:
    return "  ›  ".join(part.strip() for part in path if part.strip())


def origin(document: Document) -> str:
    """Court and docket in one line; empty when neither was found."""
    return "  ·  ".join(part for part in (document.court, document.docket) if part)


def title(document: Document) -> str:
    return document.title or document.file_name


def version(title: str, filed: date | None) -> str:
    """A version of a document in a menu."""
    when = day(filed)
    return f"{when[0].upper()}{when[1:]}  ·  {title}"


def also_in(versions: Sequence[Version]) -> str:
    """The link below a result whose passage stands in other versions too; empty without any."""
    if not versions:
        return ""
    if len(versions) == 1:
        return f"Also in another version: {day(versions[0].filed)}"
    return f"Also in {len(versions)} other versions"


def same_text(copies: Sequence[Version]) -> str:
    """The link below a result whose text stands in other documents too; empty without any."""
    return f"and {len(copies):,} more with the same text" if copies else ""


def facts(hit: Hit) -> str:
    """The line under a result's title: date, page and kind."""
    where = page(hit.passage.page_label, hit.passage.first_page)
    when = day(hit.document.filed)
    return "  ·  ".join((when[0].upper() + when[1:], where, KIND_WORDS[hit.document.kind]))


def found(shown: int, total: int, order: Order, *, at_least: bool = False) -> str:
    """The number above the results; ``at_least``: there are more than ``total``."""
    if not total:
        return "No passages found"
    many = f"more than {count(total, 'passage')}" if at_least else count(total, "passage")
    if shown < total:
        many = f"{shown:,} of {many}"
    return f"{many[0].upper()}{many[1:]}, {ORDER_WORDS[order]}"


def like(text: str, where: str) -> str:
    """What a search was made from: 'More like “The stop should have ended…” (Brief, page 12)'."""
    return f"More like “{beginning(text)}” ({where})"


def why(hit: Hit) -> str:
    """The reasons as one sentence; each begins small unless it begins with a name or a number."""
    reasons = (r[0].lower() + r[1:] if r[1:2].islower() else r for r in hit.reasons if r)
    return "Why it is here: " + "; ".join(reasons) if hit.reasons else ""


def factor_value(factor: Factor) -> str:
    """'+0.42' for what was added to a score, '× 1.10' for what it was multiplied by."""
    if factor.name in ("recency", "authority"):
        return f"× {factor.value:.2f}"
    return f"{factor.value:+.2f}".replace("-", "−")


def factors(hit: Hit) -> str:
    """The factors of a result, a line for each."""
    return "\n".join(f"{factor_value(factor)}  {factor.text}" for factor in hit.factors)


def row_sentence(hit: Hit) -> str:
    """A result read aloud as one sentence."""
    parts = [f"Result {hit.rank}", title(hit.document), facts(hit).replace("  ·  ", ", ")]
    parts += [
        origin(hit.document).replace("  ·  ", ", "),
        heading(hit.passage.heading_path).replace("  ›  ", ", "),
    ]
    parts += [SAMPLE_LABEL if hit.document.sample else "", *hit.alerts, hit.passage.text]
    parts += [also_in(hit.versions), same_text(hit.copies)]
    parts.append(
        {None: "", Verdict.UP: "you marked it helpful", Verdict.DOWN: "you marked it not helpful"}[
            hit.verdict
        ]
    )
    return "; ".join(part for part in parts if part) + "."


def copied(hit: Hit) -> str:
    """A passage with its citation, for the clipboard."""
    return cited(hit.passage.text, hit.citation, hit.document.sample, hit.alerts)


def cited(text: str, citation: str, sample: bool, alerts: Sequence[str] = ()) -> str:
    """Text of a document with its citation; what speaks against it follows, a line each."""
    note = f" [{SAMPLE_LABEL}]" if sample else ""
    return "\n".join((f"{text}\n\n{citation}{note}", *(f"Note: {alert}" for alert in alerts)))


def time_left(seconds: float | None) -> str:
    """Rough on purpose: an estimate to the second would jump about."""
    if seconds is None or seconds < 0:
        return ""
    if seconds < 10:
        return "a few seconds left"
    if seconds < 60:
        return f"about {round(seconds / 10) * 10} seconds left"
    if seconds < 3600:
        return f"about {count(round(seconds / 60), 'minute')} left"
    return f"about {count(round(seconds / 3600), 'hour')} left"


def progress(event: FileProgress) -> str:
    """What is being done with a file."""
    if event.stage is Stage.OCR and not event.done:
        return (
            f"{count(event.total, 'scanned page')} to recognise"
            if event.total
            else "Scanned pages to recognise"
        )
    words = STAGE_WORDS[event.stage]
    if event.total > 1 and event.stage in (Stage.READING, Stage.OCR):
        words += f", page {min(event.done + 1, event.total)} of {event.total}"
    left = time_left(event.seconds_left)
    return f"{words}  ·  {left}" if left else words


def library_size(documents: int, passages: int) -> str:
    if not documents:
        return "The library is empty"
    return f"{count(documents, 'document')}, {count(passages, 'passage')}"
