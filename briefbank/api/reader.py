"""The pages of a document, and what is shown on them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from briefbank.domain.find_in_document import Findable
from briefbank.domain.links import PageLink
from briefbank.domain.pages import Box, OutlineEntry, PageHighlight, PageImage
from briefbank.domain.searches import Hit


class PageView(Protocol):
    """The pages of one PDF, rendered in a child process. Calls block: use a worker thread."""

    def sizes(self) -> list[tuple[float, float]]:
        """Return width and height of each page in points, as displayed."""

    def render(self, page: int, scale: float) -> PageImage:
        """Render one page at ``scale`` pixels per point."""

    def boxes(self, page: int, ranges: Sequence[tuple[int, int]]) -> list[Box]:
        """Return the boxes of ranges of the page's raw text: one for each piece of a line."""

    def characters(self, page: int) -> list[Box | None]:
        """Return the box of each character of the page's raw text; None for an invisible one."""

    def links(self, page: int) -> list[PageLink]:
        """Return the links on a page with their targets, which are not followed."""

    def attached(self) -> int:
        """Return the number of files embedded in this one."""

    def has_active_content(self) -> bool:
        """Tell whether it holds scripts, attached files or the like, which another program might run or
        open."""

    def close(self) -> None:
        """End the child process."""


class ReaderApi(Protocol):
    """The reading of documents."""

    def prepare_pages(self) -> None:
        """Keep a spare process from now on, so that documents open at once. Milliseconds."""

    def open_pages(self, document_id: int) -> PageView:
        """Return a renderer for a document's pages; the caller closes it. Raises the exceptions of
        ``readable_pdf_path``."""

    def pdf_path(self, document_id: int) -> Path:
        """Return the PDF to which the passages' spans refer: the reading copy, or else the original."""

    def readable_pdf_path(self, document_id: int) -> Path:
        """Return ``pdf_path`` after checking that it can be read. Raises NotInLibrary, StoreAway and
        FileAway."""

    def outside(self, document_id: int, page: int) -> tuple[Path, tuple[str, ...]]:
        """Return the PDF for the system's own viewer, and the command that opens it at a page (0-based),
        empty where no such command is known. Raises OutsideRefused, and the exceptions of
        ``readable_pdf_path``."""

    def highlights(self, hit: Hit) -> list[PageHighlight]:
        """Return the ranges to highlight for a result, page by page."""

    def findable(self, document_id: int) -> Findable:
        """Prepare the document's text for finding words in it; up to a second. Raises NotInLibrary."""

    def outline(self, document_id: int) -> tuple[OutlineEntry, ...]:
        """Return the document's headings in order; empty where none was detected."""

    def citation(self, document_id: int, page: int, last: int | None = None) -> str:
        """Return the citation of a page (0-based) of a document, or of pages up to ``last``. Raises
        NotInLibrary."""
