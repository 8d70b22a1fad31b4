"""Passages made for the tests of the summary: text, headings, and spans that say on which page it stands."""

from __future__ import annotations

from datetime import UTC, datetime

from briefbank.domain.authorities import Span
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Document
from briefbank.domain.pages import Passage, Role

DOCUMENT = Document(
    id=7,
    sha256="0" * 64,
    kind=Kind.BRIEF,
    title="State v. Doe",
    court="Superior Court of New Jersey, Appellate Division",
    docket="A-9999-20",
    filed=None,
    filed_source="",
    pages=9,
    ocr_pages=0,
    passages=3,
    gaps=0,
    has_reading_copy=False,
    file_name="doe.pdf",
    suffix=".pdf",
    size=1,
    added_at=datetime(2024, 1, 1, tzinfo=UTC),
)


def passage(
    text: str,
    role: Role = Role.BODY,
    path: tuple[str, ...] = (),
    *,
    ordinal: int = 0,
    pages: tuple[int, ...] = (0,),
) -> Passage:
    """A passage whose text is in equal parts on ``pages``; line feeds between paragraphs are on none."""
    part = -(-len(text) // len(pages)) or 1
    spans = [
        Span(page, 0, len(text[at : at + part]), at, len(text[at : at + part]))
        for page, at in zip(pages, range(0, len(text), part), strict=False)
    ]
    return Passage(ordinal, text, role, path, tuple(spans), "")
