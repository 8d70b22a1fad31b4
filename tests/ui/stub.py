"""A stand-in for Library with made-up briefs, kept in memory, to force states and faults upon the window."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from briefbank.domain.documents import Document
from briefbank.domain.maintenance import KnownBackup
from briefbank.domain.pages import OutlineEntry, Page, PageHighlight, PageSource
from briefbank.domain.passages import Passage
from briefbank.domain.searches import Hit
from briefbank.errors import NotInLibrary
from briefbank.extraction import navigation_outline
from briefbank.extraction.find_text import FindableText
from briefbank.extraction.highlight import highlights
from tests.ui.made_up import FIRST_NUMBERED, PAGES, SOURCES, StubPages, document, page_lines
from tests.ui.stub_audit import StubAudit
from tests.ui.stub_captions import StubCaptions
from tests.ui.stub_collections import StubGathering
from tests.ui.stub_drafts import StubDrafting
from tests.ui.stub_health import StubHealth
from tests.ui.stub_intake import StubIntake
from tests.ui.stub_law import StubLaw
from tests.ui.stub_model import StubAids, StubModel
from tests.ui.stub_personal import personal
from tests.ui.stub_search import StubSearch
from tests.ui.stub_summaries import StubSummaries


class StubLibrary(StubSearch, StubIntake, StubHealth, StubCaptions, StubLaw, StubDrafting):
    """The façade's methods over SOURCES. ``faults`` maps a method's name to what it should raise."""

    def __init__(self, *, empty: bool = False) -> None:
        self.folder = Path("/made-up/library")
        super().__init__()
        self.views: list[StubPages] = []
        self.broken_pages: frozenset[int] = frozenset()
        self.known_backups: tuple[KnownBackup, ...] = ()
        """Backups that hold whatever document is asked for."""
        self.changes = 0
        """The number of changes by another program so far."""
        self.viewer: tuple[str, ...] = ()
        """The command that opens a file at a page outside."""
        self.gaps: dict[int, str] = {}
        """Reasons why pages of every document have no text, by page index."""
        self.summaries = StubSummaries(self)
        self.audit = StubAudit(self)
        self.local_model, self.aids = StubModel(self), StubAids(self)
        self.noted: dict[int, Page] = {}
        """Pages that take the place of every document's, by page index."""
        self.law_here = not empty
        self.personal = personal(lambda: self._documents)
        self.gathering = StubGathering(self)
        self.exports = self.gathering.exports
        self.why_read_only = ""
        self._documents = [] if empty else [document(n, s) for n, s in enumerate(SOURCES, start=1)]

    # --- documents ---

    def documents(self) -> list[Document]:
        self._call("documents")
        return list(self._documents)

    def read_only(self) -> str:
        return self.why_read_only

    def revision(self) -> int:
        self._call("revision")
        return self.changes

    def document(self, document_id: int) -> Document:
        for found in self._documents:
            if found.id == document_id:
                return found
        raise NotInLibrary()

    def _as_read(self, document_id: int) -> Document:
        return document(document_id, SOURCES[document_id - 1])

    def pages(self, document_id: int) -> list[Page]:
        source = SOURCES[document_id - 1]
        return [
            self.noted.get(n)
            or Page(
                n,
                str(n - FIRST_NUMBERED + 1) if n >= FIRST_NUMBERED else "",
                "\n".join(page_lines(source, n)),
                PageSource.GAP if n in self.gaps else PageSource.TEXT,
                self.gaps.get(n, ""),
            )
            for n in range(PAGES)
        ]

    def passages(self, document_id: int) -> list[Passage]:
        return [found for found, document_ in self._passages() if document_.id == document_id]

    def change(self, document_id: int, **fields: Any) -> Document:
        """Let a document be otherwise from now on."""
        place = next(n for n, found in enumerate(self._documents) if found.id == document_id)
        self._documents[place] = replace(self._documents[place], **fields)
        return self._documents[place]

    def backups_with(self, document_id: int) -> tuple[KnownBackup, ...]:
        self._call("backups_with", document_id)
        return self.known_backups

    def remove(self, document_id: int, _reporter: object = None) -> None:
        self._call("remove", document_id)
        self._documents = [found for found in self._documents if found.id != document_id]

    # --- reader ---

    def highlights(self, hit: Hit) -> list[PageHighlight]:
        self._call("highlights", hit.passage.id)
        return highlights(hit.passage, hit.marks)

    def findable(self, document_id: int) -> FindableText:
        self._call("findable", document_id)
        return FindableText([page.raw for page in self.pages(document_id)], self.passages(document_id))

    def open_pages(self, document_id: int) -> StubPages:
        self._call("open_pages", document_id)
        view = StubPages(SOURCES[document_id - 1], self.broken_pages)
        self.views.append(view)
        return view

    def citation(self, document_id: int, page: int, last: int | None = None) -> str:
        self._call("citation", (document_id, page, page if last is None else last))
        return f"{self.document(document_id).title}, file page {page + 1}"

    def outline(self, document_id: int) -> tuple[OutlineEntry, ...]:
        self._call("outline", document_id)
        return navigation_outline.outline(self.passages(document_id))

    def pdf_path(self, document_id: int) -> Path:
        return self.folder / f"{document_id}.pdf"

    def readable_pdf_path(self, document_id: int) -> Path:
        self._call("readable_pdf_path", document_id)
        return self.pdf_path(document_id)

    def outside(self, document_id: int, page: int) -> tuple[Path, tuple[str, ...]]:
        self._call("outside", (document_id, page))
        return self.pdf_path(document_id), self.viewer

    def warm(self) -> None:
        self._call("warm")

    def prepare_pages(self) -> None:
        self._call("prepare_pages")

    def close(self) -> None:
        self._call("close")
