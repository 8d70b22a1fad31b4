"""The reading of the stand-in library's documents: made-up pages."""

from __future__ import annotations

from pathlib import Path

from briefbank.api.documents import ReaderApi
from briefbank.domain.pages import OutlineEntry, PageHighlight
from briefbank.domain.searches import Hit
from briefbank.extraction import sections
from briefbank.extraction.find_text import FindableText, highlights
from tests.stand_ins.library.calls import StubCalls
from tests.stand_ins.library.documents import StubDocuments
from tests.stand_ins.library.invented import SOURCES, StubPages


class StubReader(ReaderApi):
    """``views`` are the documents that were opened."""

    def __init__(self, calls: StubCalls, documents: StubDocuments, folder: Path) -> None:
        self._calls, self._documents, self._folder = calls, documents, folder
        self.views: list[StubPages] = []

    def prepare_pages(self) -> None:
        self._calls._call("prepare_pages")

    def open_pages(self, document_id: int) -> StubPages:
        self._calls._call("open_pages", document_id)
        view = StubPages(SOURCES[document_id - 1])
        self.views.append(view)
        return view

    def pdf_path(self, document_id: int) -> Path:
        return self._folder / f"{document_id}.pdf"

    def readable_pdf_path(self, document_id: int) -> Path:
        self._calls._call("readable_pdf_path", document_id)
        return self.pdf_path(document_id)

    def outside(self, document_id: int, page: int) -> tuple[Path, tuple[str, ...]]:
        self._calls._call("outside", (document_id, page))
        return self.pdf_path(document_id), ()

    def highlights(self, hit: Hit) -> list[PageHighlight]:
        self._calls._call("highlights", hit.passage.id)
        return highlights(hit.passage, hit.marks)

    def findable(self, document_id: int) -> FindableText:
        self._calls._call("findable", document_id)
        pages = self._documents.pages(document_id)
        return FindableText([page.raw for page in pages], self._documents.passages(document_id))

    def outline(self, document_id: int) -> tuple[OutlineEntry, ...]:
        self._calls._call("outline", document_id)
        return sections.outline(self._documents.passages(document_id))

    def citation(self, document_id: int, page: int, last: int | None = None) -> str:
        self._calls._call("citation", (document_id, page, page if last is None else last))
        return f"{self._documents.get(document_id).title}, file page {page + 1}"
