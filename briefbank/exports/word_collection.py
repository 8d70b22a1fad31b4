"""A collection as one Word file: a person's notes, quotations with citations and alerts, authorities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from briefbank.domain.authorities import Authority
from briefbank.domain.citations import CitationKind
from briefbank.domain.collections import Collection, EntryState, ResolvedEntry, SharedCollection
from briefbank.domain.document_names import full_title
from briefbank.exports.quotations import of_hit
from briefbank.exports.word import WordFile
from briefbank.jobs import Reporter
from briefbank.text.dates import format_date

STAGE = "Writing"
GONE = "This passage’s document is not in the library now."
REREAD = "The document was read again since it was added here. This is what stands on that page now."
_GROUPS = (
    ("Cases", (CitationKind.CASE, CitationKind.DOCKET)),
    ("Statutes", (CitationKind.STATUTE,)),
    ("Constitutions", (CitationKind.CONSTITUTION,)),
    ("Court rules", (CitationKind.RULE,)),
    ("Regulations", (CitationKind.REGULATION,)),
    ("Other authorities", (CitationKind.DIRECTIVE, CitationKind.JOURNAL, CitationKind.OTHER)),
)


def written(
    collection: Collection | SharedCollection,
    gathered: Sequence[ResolvedEntry],
    cited: Mapping[Authority, Sequence[int]],
    day: date,
    reporter: Reporter,
) -> bytes:
    """Return the whole file. Raises Cancelled.

    ``cited`` has the authorities with the numbers (from 1) of the passages that cite them; if it is empty,
    the file has no table of authorities.
    """
    made = WordFile(collection.name, f"{collection.name[:90]}, {format_date(day)}")
    if collection.hearing:
        made.paragraph(f"Hearing: {format_date(collection.hearing)}")
    for number, each in enumerate(gathered, start=1):
        reporter.check()
        _put(made, number, each)
        reporter.progress(STAGE, number, len(gathered))
    if cited:
        _table(made, cited)
    return made.content()


def _put(made: WordFile, number: int, each: ResolvedEntry) -> None:
    hit, note = each.hit, each.entry.note.strip()
    document = hit.document if hit else None
    title = full_title(document) if document else "A passage that is not here now"
    made.heading(f"{number}. {title}")
    if note:
        made.paragraph(note)
    if hit is None:
        made.paragraph(f"{GONE} It stood on file page {each.entry.reference.page + 1}.", small=True)
        return
    if each.found is EntryState.REREAD:
        made.paragraph(REREAD, small=True)
    made.quotation(of_hit(hit))


def _table(made: WordFile, cited: Mapping[Authority, Sequence[int]]) -> None:
    made.heading("Authorities cited in these passages", level=1)
    for title, kinds in _GROUPS:
        group = sorted((str(each), numbers) for each, numbers in cited.items() if each.kind in kinds)
        if group:
            made.heading(title, level=2)
        for name, numbers in group:
            where = ", ".join(map(str, dict.fromkeys(numbers)))
            made.paragraph(f"{name}: {'passages' if ',' in where else 'passage'} {where}")
