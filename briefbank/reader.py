"""Reads one document of a library for a person: pages, highlights, words to find, headings, citations."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Protocol

from briefbank.api.documents import DocumentsApi, PageView, ReaderApi
from briefbank.api.library import RecordsApi
from briefbank.domain.authorities import Span
from briefbank.domain.pages import Findable, OutlineEntry, PageHighlight, Passage, Role
from briefbank.domain.searches import Hit
from briefbank.errors import OutsideRefused
from briefbank.extraction import sections
from briefbank.extraction.find_text import FindableText, highlights, with_labels
from briefbank.extraction.page_server import PageServerFactory
from briefbank.paths import LibraryPaths
from briefbank.search.passage_citation import reference
from briefbank.storage.library_folder import require_readable
from briefbank.storage.viewer_command import page_command, refuse_unfit


class PdfStore(Protocol):
    """The PDFs of a library's documents on this computer."""

    def path(self, document_id: int) -> Path:
        """Return the path of a document's PDF. Raises NotInLibrary."""

    def readable(self, document_id: int) -> Path:
        """Return the path once it can be read. Raises also StoreAway and FileAway."""

    def holds(self, path: Path) -> bool:
        """Return whether a path is one of these PDFs."""


class LibraryPdfs:
    """The PDFs in the folder of a library: the reading copy of a document, or else the original."""

    def __init__(self, paths: LibraryPaths, documents: DocumentsApi) -> None:
        self._paths, self._documents = paths, documents

    def path(self, document_id: int) -> Path:
        document = self._documents.get(document_id)
        if document.has_reading_copy:
            return self._paths.reading_copy(document.sha256)
        return self._paths.original(document.sha256, document.suffix)

    def readable(self, document_id: int) -> Path:
        return require_readable(self.path(document_id), self._paths)

    def holds(self, path: Path) -> bool:
        return path.suffix == ".pdf" and path.parent in (self._paths.files, self._paths.reading)


class DocumentReader(ReaderApi):
    """The reader of one library's documents. Any thread."""

    def __init__(
        self, documents: DocumentsApi, records: RecordsApi, pdfs: PdfStore, pages: PageServerFactory
    ) -> None:
        self._documents, self._records = documents, records
        self._pdfs, self._pages = pdfs, pages

    def prepare_pages(self) -> None:
        self._pages.prepare()

    def open_pages(self, document_id: int) -> PageView:
        return self._pages.open(self.readable_pdf_path(document_id))

    def pdf_path(self, document_id: int) -> Path:
        return self._pdfs.path(document_id)

    def readable_pdf_path(self, document_id: int) -> Path:
        return self._pdfs.readable(document_id)

    def outside(self, document_id: int, page: int) -> tuple[Path, tuple[str, ...]]:
        path = self.readable_pdf_path(document_id)
        if not self._pdfs.holds(path):
            raise OutsideRefused(detail="not of this library")
        refuse_unfit(path)
        return path, page_command(path, page, os.environ)

    def highlights(self, hit: Hit) -> list[PageHighlight]:
        marked = highlights(hit.passage, hit.marks)
        if not hit.pages_asked:
            return marked
        raws = {page.index: page.raw for page in self._documents.pages(hit.document.id)}
        return [with_labels(highlight, raws.get(highlight.page, ""), hit.pages_asked) for highlight in marked]

    def findable(self, document_id: int) -> Findable:
        self._documents.get(document_id)
        pages = self._documents.pages(document_id)
        return FindableText([page.raw for page in pages], self._documents.passages(document_id))

    def outline(self, document_id: int) -> tuple[OutlineEntry, ...]:
        return sections.outline(self._documents.passages(document_id))

    def citation(self, document_id: int, page: int, last: int | None = None) -> str:
        ends = page, page if last is None else last
        places = self._records.page_places((document_id, end) for end in ends)
        first_label, last_label = (
            places[document_id, end].label if (document_id, end) in places else "" for end in ends
        )
        there = Passage(0, "", Role.BODY, (), tuple(Span(end, 0, 0, 0, 0) for end in ends), first_label)
        return reference(self._documents.get(document_id), there, last_label)
