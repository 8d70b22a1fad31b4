"""What opening a document takes, in the lane of the pages: its file, the sizes of its pages, their texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from briefbank.models import Hit, Page, PageHighlight, PageSource
from ui.jobs import JobReporter
from ui.tongue import tr

if TYPE_CHECKING:
    from briefbank.library import Library, PageView

NO_TEXT = tr("This page has no text that can be searched.")


@dataclass(frozen=True)
class Opened:
    """A document that can be shown now; its view is the receiver's to close."""

    view: PageView
    sizes: list[tuple[float, float]]
    pages: list[Page]
    highlights: list[PageHighlight]
    attached: int
    """How many files are embedded in it, which were not read."""

    @property
    def gaps(self) -> dict[int, str]:
        """What is said on pages whose text could not be had."""
        without = (page for page in self.pages if page.source is PageSource.GAP)
        return {page.index: f"{NO_TEXT} {page.gap_reason}".strip() for page in without}

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


def open_pages(library: Library, document_id: int, hit: Hit | None, reporter: JobReporter) -> Opened:
    """A job's work. The process that draws comes up while the catalogue is read."""
    reporter.check()
    view = library.open_pages(document_id)
    try:
        pages = library.pages(document_id)
        highlights = library.highlights(hit) if hit else []
        return Opened(view, view.sizes(), pages, highlights, view.attached())
    except BaseException:
        view.close()
        raise


def close_pages(opened: Opened) -> None:
    """What becomes of an answer that nobody wants any more."""
    opened.view.close()


def highlights_of(library: Library, hit: Hit, _reporter: JobReporter) -> list[PageHighlight]:
    """What to mark for another result of the document that is open. A job's work."""
    return library.highlights(hit)
