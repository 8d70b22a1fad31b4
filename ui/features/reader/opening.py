"""Opens a document in the page lane: its file, the sizes of its pages, and their texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from briefbank.domain.documents import Document
from briefbank.domain.pages import Page, PageHighlight, PageSource
from briefbank.domain.searches import Hit
from ui.i18n.translate import tr
from ui.jobs import JobReporter

if TYPE_CHECKING:
    from briefbank.api.documents import PageView
    from briefbank.api.library import LibraryApi

NO_TEXT = tr("This page has no text that can be searched.")


@dataclass(frozen=True)
class OpenedDocument:
    """A document ready to be shown. The receiver has to close its view."""

    document: Document
    """The document as the library has it now: its title may have become one of several equal ones."""
    view: PageView
    sizes: list[tuple[float, float]]
    pages: list[Page]
    highlights: list[PageHighlight]
    attached: int  # The number of embedded files, which were not read

    @property
    def gaps(self) -> dict[int, str]:
        """The remarks on pages whose text could not be read."""
        unread = (page for page in self.pages if page.source is PageSource.GAP)
        return {page.index: f"{NO_TEXT} {page.gap_reason}".strip() for page in unread}

    @property
    def scanned(self) -> set[int]:
        """The pages that have no text of their own."""
        return {page.index for page in self.pages if page.source is not PageSource.TEXT}

    @property
    def labels(self) -> list[str]:
        """The printed label of each page of the file, empty where none is known."""
        known = {page.index: page.label for page in self.pages}
        return [known.get(index, "") for index in range(len(self.sizes))]

    @property
    def raws(self) -> list[str]:
        """The raw text of each page of the file."""
        known = {page.index: page.raw for page in self.pages}
        return [known.get(index, "") for index in range(len(self.sizes))]


def open_pages(
    library: LibraryApi, document_id: int, hit: Hit | None, reporter: JobReporter
) -> OpenedDocument:
    """Open a document. A job's work; the rendering process starts while the catalogue is read."""
    reporter.check()
    view = library.reader.open_pages(document_id)
    try:
        pages = library.documents.pages(document_id)
        highlights = library.reader.highlights(hit) if hit else []
        document = library.documents.get(document_id)
        return OpenedDocument(document, view, view.sizes(), pages, highlights, view.attached())
    except BaseException:
        view.close()
        raise


def close_pages(opened: OpenedDocument) -> None:
    """Close an opened document that nobody wants any more."""
    opened.view.close()
