"""Builds a temporary library from a data set's collection, with the application's own reading and indexing.

Each row becomes one document. Its text goes through the same cleaning, passage splitting and citation reading
as the paragraphs of a file, so that a long row gives several passages and a short one stays one. Only what
needs pages is left out: rows have no layout, so their title is the heading of all their passages. Vectors of
the collection are cached between runs (see ``vector_cache``); the lexical index is built anew each time.

Documents are undated unless filing dates are asked for, which only the order by date needs. A row without one
then gets a day that its id decides, out of ``YEARS`` years: what is relevant has nothing to do with it.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from pathlib import Path

from briefbank import paths as places
from briefbank.assembly import searcher_of
from briefbank.catalogue import documents
from briefbank.catalogue.documents import StoredFile
from briefbank.catalogue.sqlite_database import SqliteDatabase
from briefbank.catalogue.store import Catalogue
from briefbank.citations import citations
from briefbank.domain.documents import Caption, Reading
from briefbank.domain.kinds import Kind
from briefbank.domain.pages import Box, Page, PageSource
from briefbank.domain.passages import Passage, Role
from briefbank.embedding.background_indexer import EmbeddingIndexer
from briefbank.embedding.encoders import Encoder, load_encoder
from briefbank.embedding.reranking import CrossEncoder
from briefbank.evaluate.beir import CorpusDocument, DataSet
from briefbank.evaluate.vector_cache import CachedEncoder
from briefbank.extraction.blocks import Block
from briefbank.extraction.joining import Vocabulary
from briefbank.extraction.passages import divide_sections
from briefbank.extraction.structure import Section
from briefbank.extraction.text import Line, pieces_of, storable
from briefbank.index.lexical import LexicalIndex
from briefbank.jobs import Reporter
from briefbank.paths import LibraryPaths
from briefbank.search.searcher import Searcher
from briefbank.search.thesaurus_files import ThesaurusFiles
from briefbank.storage.locks import ProcessLock
from briefbank.text.hashes import text_hash

BATCH = 250
"""The number of rows added in one transaction."""
FIRST_DAY = date(2000, 1, 1)
YEARS = 25
"""The years from FIRST_DAY on over which the days of rows without a filing date are spread."""
_NO_BOX = Box(0, 0, 0, 0)
_LETTER_SIZE = 12.0


@dataclass(frozen=True, slots=True)
class SearchParts:
    """The models and the thesaurus to search with; by default those that come with BriefBank."""

    encoder: Encoder = field(default_factory=load_encoder)
    """The encoder; making the default one raises BriefBankError when it cannot be loaded."""
    reranker: CrossEncoder | None = None
    thesaurus: Path | None = None
    """The office's own file, beside the built-in thesaurus."""


@dataclass(frozen=True, slots=True)
class PartNames:
    """The names of the models and the size of the thesaurus with which a collection was searched."""

    encoder: str | None
    reranker: str | None
    thesaurus: Mapping[str, int]
    """The numbers of its groups: 'built_in' and the office's 'own'."""


@dataclass(frozen=True, slots=True)
class IndexedCollection:
    """A searcher over a collection, the row id of each passage, and what it searches with."""

    searcher: Searcher
    ids: dict[int, str]
    parts: PartNames


@contextmanager
def collection(
    data: DataSet, parts: SearchParts, reporter: Reporter, *, dated: bool = False
) -> Iterator[IndexedCollection]:
    """Open the collection's temporary library, its documents with filing dates where ``dated``. Raises
    Cancelled."""
    with ExitStack() as stack:
        root = LibraryPaths(Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="briefbank-"))))
        root.create()
        catalogue = stack.enter_context(closing(Catalogue.open(root.catalogue)))
        lexical = stack.enter_context(closing(LexicalIndex(root.lexical)))
        ids = _add_rows(data.rows, root, lexical, reporter, dated=dated)
        cache = places.models_folder() / "cache"
        cached_encoder = CachedEncoder(parts.encoder, cache, reporter.check)
        lock = ProcessLock(root.lock, wait_s=0.0)
        meaning = stack.enter_context(
            closing(EmbeddingIndexer(root, catalogue, lock, lambda: cached_encoder))
        )
        meaning.embed_pending(reporter)
        meaning.warm()
        thesaurus = ThesaurusFiles(parts.thesaurus or root.thesaurus)
        searcher = searcher_of(catalogue, lexical, meaning, thesaurus, reranker=lambda: parts.reranker)
        yield IndexedCollection(searcher, ids, part_names(parts.encoder, parts.reranker, thesaurus))


def part_names(
    encoder: Encoder | None, reranker: CrossEncoder | None, thesaurus: ThesaurusFiles
) -> PartNames:
    """Return what a search with these parts is said to have used."""
    groups = thesaurus.state()
    return PartNames(
        encoder.name if encoder else None,
        reranker.name if reranker else None,
        {"built_in": groups.built_in, "own": groups.own},
    )


def filing_day(row: CorpusDocument) -> date:
    """Return the row's filing date; where it has none, a day that its id decides."""
    days = (FIRST_DAY.replace(year=FIRST_DAY.year + YEARS) - FIRST_DAY).days
    return row.filed or FIRST_DAY + timedelta(days=int(text_hash(row.id), 16) % days)


def reading_of(row: CorpusDocument, filed: date | None = None) -> Reading:
    """Return the row as a read document, cut into passages; without any when it has neither text nor
    title."""
    raw = storable(row.text)
    title = " ".join(_clean(row.title).split())
    blocks = [Block([line]) for line in _lines(raw)]
    headings = [] if blocks else [Block([line]) for line in _lines(title)]
    section = Section(Role.BODY, (title,) if title else (), headings, blocks)
    passages = divide_sections([section], [""], Vocabulary([]))
    page = Page(0, "", raw, PageSource.TEXT)
    return Reading(Kind.OTHER, Caption(title=title, filed=filed), (page,), _with_citations(passages))


def _with_citations(passages: Sequence[Passage]) -> tuple[Passage, ...]:
    cited = citations.of_document([p.text for p in passages], [p.role for p in passages])
    return tuple(replace(p, citations=each) for p, each in zip(passages, cited, strict=True))


def _lines(raw: str) -> list[Line]:
    """Return a line for each paragraph, as parted by line feeds."""
    found, start = [], 0
    for paragraph in raw.split("\n"):
        end = start + len(paragraph)
        if pieces := pieces_of(raw, start, end):
            text = "".join(piece for _, _, piece in pieces)
            found.append(Line(0, start, end, text, _NO_BOX, _LETTER_SIZE, False, tuple(pieces)))
        start = end + 1
    return found


def _clean(text: str) -> str:
    return "".join(piece for _, _, piece in pieces_of(text, 0, len(text)))


def _add_rows(
    rows: Sequence[CorpusDocument],
    root: LibraryPaths,
    lexical: LexicalIndex,
    reporter: Reporter,
    *,
    dated: bool,
) -> dict[int, str]:
    """Add every row, many to a transaction because each transaction waits for the disk. Return the row id of
    each passage."""
    ids: dict[int, str] = {}
    with closing(SqliteDatabase(root.catalogue)) as database, lexical.batch():
        for start in range(0, len(rows), BATCH):
            reporter.check()
            reporter.progress("Indexing", start, len(rows))
            batch = rows[start : start + BATCH]
            with database.writing() as connection:
                read = [(row, reading_of(row, filing_day(row) if dated else None)) for row in batch]
                stored = [documents.add(connection, reading, _file(row)) for row, reading in read]
            for row, (document, passages) in zip(batch, stored, strict=True):
                lexical.add(document, passages)
                ids.update((passage.id, row.id) for passage in passages)
    return ids


def _file(row: CorpusDocument) -> StoredFile:
    """Return the catalogue's file record for a row, which has no file."""
    sha256 = hashlib.sha256(row.id.encode("utf-8", "surrogatepass")).hexdigest()
    size = len(row.text.encode("utf-8", "surrogatepass"))
    return StoredFile(sha256, ".txt", storable(row.id), size, copy_sha256="", sample=False)
