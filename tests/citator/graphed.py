"""Documents of plain paragraphs, cited as an intake finds them, in a real catalogue with its graph."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from briefbank.catalogue import authority_rows, ingest_ledger
from briefbank.catalogue.database import Database
from briefbank.catalogue.document_rows import StoredFile
from briefbank.citations import citations
from briefbank.citator.graph import Graph
from briefbank.domain.authorities import Span
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Caption, Document, Reading
from briefbank.domain.pages import Page, PageSource, Passage, Role


def reading(
    texts: Sequence[str],
    *,
    kind: Kind = Kind.BRIEF,
    title: str = "State v. Doe",
    docket: str = "",
    filed: date | None = None,
    headings: Sequence[tuple[str, ...]] = (),
    roles: Sequence[Role] = (),
) -> Reading:
    """A page and a passage for each text."""
    roles = list(roles) or [Role.BODY] * len(texts)
    headings = list(headings) or [()] * len(texts)
    cited = citations.of_document(texts, roles)
    passages = tuple(
        Passage(
            at, text, role, path, (Span(at, 0, len(text), 0, len(text)),), str(at + 1), result, section=at
        )
        for at, (text, role, path, result) in enumerate(zip(texts, roles, headings, cited, strict=True))
    )
    pages = tuple(Page(at, str(at + 1), text, PageSource.TEXT) for at, text in enumerate(texts))
    return Reading(kind, Caption(title=title, docket=docket, filed=filed), pages, passages)


class GraphedCatalogue:
    """A catalogue and its graph, to which documents are added as an intake does."""

    def __init__(self, catalogue: Database) -> None:
        self.catalogue, self.graph = catalogue, Graph(catalogue)
        self.files = 0

    def store(self, what: Reading, replacing: int | None = None) -> tuple[Document, list[Passage]]:
        """Store a document without updating the graph."""
        self.files += 1
        file = StoredFile(f"{self.files:064x}", ".txt", "brief.txt", 1, False, False)
        return ingest_ledger.add_document(self.catalogue, what, file, replacing=replacing)

    def put(self, what: Reading, replacing: int | None = None) -> Document:
        document, passages = self.store(what, replacing)
        self.graph.update(document, passages)
        return document

    def add(self, *texts: str, kind: Kind = Kind.BRIEF, title: str = "State v. Doe") -> Document:
        return self.put(reading(texts, kind=kind, title=title))

    def id_of(self, canonical: str) -> int:
        return authority_rows.ids_of(self.catalogue, [canonical])[canonical]

    def name_of(self, canonical: str) -> str:
        id_ = self.id_of(canonical)
        return authority_rows.by_ids(self.catalogue, [id_])[id_].name

    def rows(self, sql: str) -> list[tuple[object, ...]]:
        """Return the rows of a query over the catalogue's tables, as sorted tuples."""
        with self.catalogue.reading() as connection:
            results = connection.exec_driver_sql(sql)
            return sorted((tuple(row) for row in results), key=repr)
