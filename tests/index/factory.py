"""Documents and passages for the tests of the indexes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path

from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Document
from briefbank.domain.pages import Passage, Role


def build_document(
    number: int,
    *,
    kind: Kind = Kind.BRIEF,
    title: str = "",
    court: str = "",
    docket: str = "",
    filed: date | None = None,
) -> Document:
    """A document with the fields that an index looks at."""
    return Document(
        id=number,
        sha256=f"{number:064x}",
        kind=kind,
        title=title,
        court=court,
        docket=docket,
        filed=filed,
        filed_source="",
        pages=1,
        ocr_pages=0,
        passages=1,
        gaps=0,
        file_name=f"{number}.pdf",
        suffix=".pdf",
        size=1,
        added_at=datetime(2024, 1, 1, tzinfo=UTC),
        has_reading_copy=False,
    )


def build_passages(
    document_id: int, texts: Sequence[str], *, role: Role = Role.BODY, headings: tuple[str, ...] = ()
) -> list[Passage]:
    """Passages with ids ``1000 * document_id + ordinal``."""
    return [
        Passage(
            ordinal, text, role, headings, (), "", id=1000 * document_id + ordinal, document_id=document_id
        )
        for ordinal, text in enumerate(texts)
    ]


def bytes_on_disk(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
