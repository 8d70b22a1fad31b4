"""Results as a table for spreadsheets, with a row for each."""

from __future__ import annotations

from collections.abc import Iterable

from briefbank.domain.document_names import full_title
from briefbank.domain.searches import Hit, Tier
from briefbank.exports.csv_table import table
from briefbank.exports.quotations import of_hit

COLUMNS = (
    "Rank",
    "Title",
    "Kind",
    "Filed",
    "Court",
    "Docket",
    "Page",
    "File page",
    "Headings",
    "Passage",
    "Citation",
    "Notes",
    "Tier",
)


def written(hits: Iterable[Hit]) -> bytes:
    """Return the whole file."""
    return table(COLUMNS, map(_cells, hits))


def _cells(hit: Hit) -> tuple[str, ...]:
    document, passage, quoted = hit.document, hit.passage, of_hit(hit)
    return (
        str(hit.rank),
        full_title(document),
        document.kind.value,
        document.filed.isoformat() if document.filed else "",
        document.court,
        document.docket,
        passage.page_label,
        str(passage.first_page + 1),
        " › ".join(passage.heading_path),
        quoted.text,
        "".join(quoted.cited),
        "\n".join(quoted.notes),
        "Close" if hit.tier is Tier.CLOSE else "Less close",
    )
