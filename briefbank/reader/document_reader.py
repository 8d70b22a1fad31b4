"""Reads one document of a library for a person: pages, highlights, words to find, headings, citations."""

from __future__ import annotations

import os
from pathlib import Path

from briefbank.api.reader import PageView, ReaderApi
from briefbank.catalogue.store import Catalogue
from briefbank.domain.citations import Span
from briefbank.domain.find_in_document import Findable
from briefbank.domain.pages import OutlineEntry, PageHighlight
from briefbank.domain.passages import Passage, Role
from briefbank.domain.searches import Hit
from briefbank.errors import OutsideRefused
from briefbank.extraction import navigation_outline
from briefbank.extraction.find_text import FindableText
from briefbank.extraction.highlight import highlights
from briefbank.extraction.page_server import PageServerFactory
from briefbank.paths import LibraryPaths
from briefbank.search.passage_citation import reference
from briefbank.storage.availability import require_readable
from briefbank.storage.viewer_command import page_command, refuse_unfit


class DocumentReader(ReaderApi):
    """The reader of one library's documents. Any thread."""

    def __init__(self, paths: LibraryPaths, catalogue: Catalogue, pages: PageServerFactory) -> None:
        self._paths, self._catalogue, self._pages = paths, catalogue, pages

    def prepare_pages(self) -> None:
        self._pages.prepare()

    def open_pages(self, document_id: int) -> PageView:
        return self._pages.open(self.readable_pdf_path(document_id))

    def pdf_path(self, document_id: int) -> Path:
        document = self._catalogue.document(document_id)
        if document.has_reading_copy:
            return self._paths.reading_copy(document.sha256)
        return self._paths.original(document.sha256, document.suffix)

    def readable_pdf_path(self, document_id: int) -> Path:
        return require_readable(self.pdf_path(document_id), self._paths)

    def outside(self, document_id: int, page: int) -> tuple[Path, tuple[str, ...]]:
        path = self.readable_pdf_path(document_id)
        if path.suffix != ".pdf" or path.parent not in (self._paths.files, self._paths.reading):
            raise OutsideRefused(detail="not of this library")
        refuse_unfit(path)
        return path, page_command(path, page, os.environ)

    def highlights(self, hit: Hit) -> list[PageHighlight]:
        return highlights(hit.passage, hit.marks)

    def findable(self, document_id: int) -> Findable:
        self._catalogue.document(document_id)
        pages = self._catalogue.pages_of(document_id)
        return FindableText([page.raw for page in pages], self._catalogue.passages_of(document_id))

    def outline(self, document_id: int) -> tuple[OutlineEntry, ...]:
        return navigation_outline.outline(self._catalogue.passages_of(document_id))

    def citation(self, document_id: int, page: int, last: int | None = None) -> str:
        ends = page, page if last is None else last
        places = self._catalogue.page_places((document_id, end) for end in ends)
        first_label, last_label = (
            places[document_id, end].label if (document_id, end) in places else "" for end in ends
        )
        there = Passage(0, "", Role.BODY, (), tuple(Span(end, 0, 0, 0, 0) for end in ends), first_label)
        return reference(self._catalogue.document(document_id), there, last_label)
