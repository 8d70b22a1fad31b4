"""Passages: the units that are searched, shown and cited."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from briefbank.domain.citations import Citation, Span


class Role(StrEnum):
    """A passage's role in its document; roles in UNSEARCHED_ROLES stay out of results."""

    CAPTION = "caption"
    """The cover, the caption, the head of a letter or memo."""
    CONTENTS = "contents"
    AUTHORITIES = "authorities"
    QUESTIONS = "questions"
    FACTS = "facts"
    BODY = "body"
    FOOTNOTE = "footnote"
    SERVICE = "service"
    """Certificates of service, of compliance and the like."""
    PRELIMINARY = "preliminary"
    """The preliminary statement or introduction."""
    PROCEDURE = "procedure"
    """The procedural history."""
    SIGNATURE = "signature"
    APPENDIX = "appendix"
    """Matter added after the document's own text: exhibits, orders below, statutes."""


UNSEARCHED_ROLES = frozenset({Role.CONTENTS, Role.AUTHORITIES, Role.SERVICE, Role.SIGNATURE})
"""The roles whose passages are kept for the reader but never appear in results."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A unit of search and display: 130 to 250 words as a rule, never across a heading."""

    ordinal: int
    """The position in the document, from 0."""
    text: str
    role: Role
    heading_path: tuple[str, ...]
    """The headings from outermost to innermost; empty before the first."""
    spans: tuple[Span, ...]
    page_label: str
    """What is printed on the first page as its label, or empty; see ``text.page_numbers`` for several."""
    citations: tuple[Citation, ...] = ()
    id: int = 0
    """The catalogue's id; 0 until stored."""
    document_id: int = 0
    section: int = 0
    """The document's section, from 0: the text directly under one heading."""
    runs_on: bool = False
    """True when its last paragraph continues in the next passage of its section and role."""
    later_labels: tuple[str, ...] = ()
    """The labels printed on its further pages, where there are such."""

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of its pages."""
        return (self.page_label, *self.later_labels)

    @property
    def first_page(self) -> int:
        return self.spans[0].page if self.spans else 0

    @property
    def last_page(self) -> int:
        return self.spans[-1].page if self.spans else 0
