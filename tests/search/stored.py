"""A small library in real stores (catalogue, citation graph, lexical index), searched lexically."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from briefbank.assembly import searcher_of
from briefbank.catalogue import authority_rows, ingest_ledger
from briefbank.catalogue.database import Database
from briefbank.catalogue.document_rows import StoredFile
from briefbank.catalogue.schema import open_catalogue
from briefbank.citations import citations
from briefbank.citator.graph import Graph
from briefbank.domain.authorities import Span
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Caption, Document, Reading
from briefbank.domain.pages import Page, PageSource, Passage, Role
from briefbank.domain.searches import SearchRequest
from briefbank.embedding.background_indexer import EmbeddingIndexer
from briefbank.index.lexical import LexicalIndex
from briefbank.paths import LibraryPaths
from briefbank.search.searcher import Searcher
from briefbank.search.thesaurus import ThesaurusFiles
from briefbank.storage.lease import ProcessLock
from tests.stand_ins.encoders import Buckets


@dataclass(frozen=True)
class Brief:
    """A document to be made; ``texts`` are its passages, one on each page."""

    texts: Sequence[str]
    filed: date | None = date(2020, 1, 1)
    court: str = ""
    office: str = ""
    kind: Kind = Kind.BRIEF
    doubtful: dict[int, float] = field(default_factory=dict)
    """Pages that were recognised, with their confidence."""


@dataclass(frozen=True)
class Stored:
    """The stores and a searcher over them."""

    catalogue: Database
    lexical: LexicalIndex
    searcher: Searcher

    def add(self, number: int, brief: Brief) -> Document:
        """Add a document as the intake does: catalogue, graph, lexical index."""
        document, passages = ingest_ledger.add_document(
            self.catalogue, _reading(number, brief), _file(number)
        )
        Graph(self.catalogue).update(document, passages)
        self.lexical.add(document, passages)
        return document

    def total(self, request: SearchRequest) -> int:
        """Return the total of a search, without computing its advice."""
        return len(self.searcher.relevant(request))


@contextmanager
def stored(folder: Path, briefs: Sequence[Brief]) -> Iterator[Stored]:
    """A library of these documents, numbered from 1 in their order."""
    paths = LibraryPaths(folder)
    paths.create()
    with (
        closing(open_catalogue(paths.catalogue)) as catalogue,
        closing(LexicalIndex(paths.lexical)) as lexical,
        closing(EmbeddingIndexer(paths, catalogue, ProcessLock(paths.lock, wait_s=0), Buckets)) as semantic,
    ):
        thesaurus = ThesaurusFiles(paths.thesaurus)
        stores = Stored(catalogue, lexical, searcher_of(catalogue, lexical, semantic, thesaurus))
        with lexical.batch():
            for number, brief in enumerate(briefs):
                stores.add(number, brief)
        yield stores


def authority(stores: Stored, canonical: str) -> int:
    """The number of an authority by its name."""
    return authority_rows.ids_of(stores.catalogue, [canonical])[canonical]


def _file(number: int) -> StoredFile:
    return StoredFile(f"{number:064x}", ".pdf", f"{number}.pdf", 1, copy_sha256="", sample=False)


def _reading(number: int, brief: Brief) -> Reading:
    cited = citations.of_document(list(brief.texts))
    passages = tuple(
        Passage(at, text, Role.BODY, (), (Span(at, 0, len(text), 0, len(text)),), str(at + 1), tuple(cites))
        for at, (text, cites) in enumerate(zip(brief.texts, cited, strict=True))
    )
    pages = tuple(
        Page(at, str(at + 1), text, PageSource.TEXT, confidence=brief.doubtful.get(at))
        for at, text in enumerate(brief.texts)
    )
    caption = Caption(f"State v. Number {number}", brief.court, filed=brief.filed, office=brief.office)
    return Reading(brief.kind, caption, pages, passages)
