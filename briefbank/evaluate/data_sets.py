"""Reads a data set in BEIR's layout, and builds a temporary library from its collection.

The files ``corpus.jsonl``, ``queries.jsonl`` and ``qrels/test.tsv`` are checked while they are read, and an
error names the file and the line. Judgements of unknown queries are skipped, because BEIR's query files hold
all splits. Unknown documents stay, because they count in the denominators.

Each row becomes one document. Its text goes through the same cleaning, passage splitting and citation reading
as the paragraphs of a file. Only what needs pages is left out: rows have no layout, so their title is the
heading of all their passages. Documents are undated unless filing dates are asked for, which only the order
by date needs; a row without one then gets a day that its id decides, out of ``YEARS`` years.

Vectors are cached between runs, since embedding takes most of the time of a measurement: in one SQLite file
for each encoder under the models folder (``cache/<encoder>.sqlite``), under a hash of the text, without the
texts. The file can be deleted at any time.
"""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from briefbank import paths as places
from briefbank.assembly import searcher_of
from briefbank.catalogue import document_rows
from briefbank.catalogue.document_rows import StoredFile
from briefbank.catalogue.schema import open_catalogue
from briefbank.catalogue.sqlite_database import SqliteDatabase
from briefbank.citations import citations
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Caption, Reading
from briefbank.domain.pages import Box, Page, PageSource, Role
from briefbank.embedding.background_indexer import EmbeddingIndexer
from briefbank.embedding.encoders import Encoder, load_encoder
from briefbank.embedding.reranking import CrossEncoder
from briefbank.errors import BriefBankError
from briefbank.extraction.layout import Block, Section
from briefbank.extraction.passages import divide_sections
from briefbank.extraction.text import Line, Vocabulary, pieces_of, storable
from briefbank.index.lexical import LexicalIndex
from briefbank.jobs import Reporter
from briefbank.paths import LibraryPaths
from briefbank.search.searcher import Searcher
from briefbank.search.thesaurus import ThesaurusFiles
from briefbank.storage.lease import ProcessLock
from briefbank.text.characters import text_hash
from briefbank.text.messages import Message

MEND = Message("Mend the line.")
CORPUS, QUERIES, JUDGEMENTS = "corpus.jsonl", "queries.jsonl", "qrels/test.tsv"


class DataSetError(BriefBankError):
    default_title = Message("This data set could not be read.")
    default_remedy = Message(
        "It must be a folder with {corpus}, {queries} and {judgements}.",
        corpus=CORPUS,
        queries=QUERIES,
        judgements=JUDGEMENTS,
    )


@dataclass(frozen=True, slots=True)
class CorpusDocument:
    id: str
    title: str
    text: str
    filed: date | None = None
    """The day of filing, ``metadata.filed`` as 2015-03-03; None where the row has none."""


class _Metadata(msgspec.Struct):
    filed: date | None = None


class _Row(msgspec.Struct):
    id: str = msgspec.field(name="_id")
    text: str
    title: str = ""
    metadata: _Metadata | str | None = None


@dataclass(frozen=True, slots=True)
class DataSet:
    """A collection with judged queries. ``judgements`` maps query id to document id to score."""

    rows: tuple[CorpusDocument, ...]
    queries: dict[str, str]
    judgements: dict[str, dict[str, int]]

    def judged_queries(self, limit: int | None = None) -> dict[str, str]:
        """Return the first ``limit`` queries that have a relevant document, in the file's order."""
        judged = [name for name in self.queries if any(s > 0 for s in self.judgements.get(name, {}).values())]
        return {name: self.queries[name] for name in judged[:limit]}

    def fingerprint(self, names: Iterable[str]) -> str:
        """Return a hash of queries' texts and judgements; only runs over the same ones are comparable."""
        judged = [[name, self.queries[name], sorted(self.judgements.get(name, {}).items())] for name in names]
        return hashlib.blake2b(json.dumps(judged).encode(), digest_size=16).hexdigest()


def load(folder: Path) -> DataSet:
    """Read a data set. Raises DataSetError with the file and the line."""
    rows: dict[str, CorpusDocument] = {}
    for where, row in _rows(folder / CORPUS):
        if row.id in rows:
            title = Message("{where}: the document “{id}” is there twice.", where=where, id=row.id)
            raise DataSetError(title)
        filed = row.metadata.filed if isinstance(row.metadata, _Metadata) else None
        rows[row.id] = CorpusDocument(row.id, row.title, row.text, filed)
    queries = {row.id: row.text for _, row in _rows(folder / QUERIES)}
    judgements = _judgements(folder / JUDGEMENTS)
    if not rows or not queries or not judgements:
        empty = CORPUS if not rows else QUERIES if not queries else JUDGEMENTS
        raise DataSetError(Message("{empty} is empty.", empty=empty))
    return DataSet(tuple(rows.values()), queries, judgements)


def _rows(path: Path) -> Iterator[tuple[str, _Row]]:
    """Yield each line's location, for messages, and its row; skip empty lines."""
    decoder = msgspec.json.Decoder(_Row)
    for number, line in _lines(path):
        where = f"{path.name}, line {number}"
        try:
            yield where, decoder.decode(line)
        except (msgspec.MsgspecError, UnicodeError) as error:
            title = Message("{where}: this line cannot be read: {error}.", where=where, error=str(error))
            raise DataSetError(title, MEND) from error


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    try:
        with path.open(encoding="utf-8-sig") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    yield number, line
    except FileNotFoundError as error:
        raise DataSetError(Message("The data set has no {name}.", name=path.name)) from error
    except UnicodeDecodeError as error:
        title = Message("{name} is not UTF-8 text.", name=path.name)
        raise DataSetError(title, Message("Save it as UTF-8.")) from error
    except OSError as error:
        title = Message("{name} could not be opened.", name=path.name)
        raise DataSetError(title, detail=error.strerror or "") from error


def _judgements(path: Path) -> dict[str, dict[str, int]]:
    """Map query id to document id to score; the first line may be a heading."""
    judgements: dict[str, dict[str, int]] = {}
    for number, line in _lines(path):
        cells = line.rstrip("\r\n").split("\t")
        if number == 1 and cells[-1].strip().lower() == "score":
            continue
        try:
            query, document, score = cells
            judgements.setdefault(query, {})[document] = int(score)
        except ValueError as error:
            where = f"{path.name}, line {number}"
            message = Message(
                "{place}: there must be a query, a document and a whole number, parted by tabs.", place=where
            )
            raise DataSetError(message, MEND) from error
    return judgements


BATCH = 250  # The number of rows added in one transaction
FIRST_DAY = date(2000, 1, 1)
YEARS = 25  # The years from FIRST_DAY on over which the days of rows without a filing date are spread
_NO_BOX = Box(0, 0, 0, 0)
_LETTER_SIZE = 12.0


@dataclass(frozen=True, slots=True)
class SearchParts:
    """The models and the thesaurus to search with; by default those that come with BriefBank."""

    encoder: Encoder = field(default_factory=load_encoder)
    """The encoder; making the default one raises BriefBankError when it cannot be loaded."""
    reranker: CrossEncoder | None = None
    thesaurus: Path | None = None  # The office's own file, beside the built-in thesaurus


@dataclass(frozen=True, slots=True)
class PartNames:
    """The names of the models and the size of the thesaurus with which a collection was searched."""

    encoder: str | None
    reranker: str | None
    thesaurus: Mapping[str, int]  # The numbers of its groups: 'built_in' and the office's 'own'


@dataclass(frozen=True, slots=True)
class IndexedCollection:
    searcher: Searcher
    ids: dict[int, str]
    parts: PartNames


@contextmanager
def collection(
    data: DataSet, parts: SearchParts, reporter: Reporter, *, dated: bool = False
) -> Iterator[IndexedCollection]:
    """Open the collection's temporary library, with filing dates where ``dated``. Raises Cancelled."""
    with ExitStack() as stack:
        root = LibraryPaths(Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="briefbank-"))))
        root.create()
        catalogue = stack.enter_context(closing(open_catalogue(root.catalogue)))
        lexical = stack.enter_context(closing(LexicalIndex(root.lexical)))
        ids = _add_rows(data.rows, root, lexical, reporter, dated)
        cache = places.models_folder() / "cache"
        cached_encoder = CachedEncoder(parts.encoder, cache, reporter.check)
        lock = ProcessLock(root.lock, wait_s=0.0)
        indexer = EmbeddingIndexer(root, catalogue, lock, lambda: cached_encoder)
        meaning = stack.enter_context(closing(indexer))
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
    """Return the row as a read document cut into passages; none when it has neither text nor title."""
    raw = storable(row.text)
    title = " ".join("".join(piece for *_, piece in pieces_of(row.title, 0, len(row.title))).split())
    blocks = [Block([line]) for line in _collection_lines(raw)]
    headings = [] if blocks else [Block([line]) for line in _collection_lines(title)]
    section = Section(Role.BODY, (title,) if title else (), headings, blocks)
    passages = divide_sections([section], [""], Vocabulary([]))
    page = Page(0, "", raw, PageSource.TEXT)
    cited = citations.of_document([p.text for p in passages], [p.role for p in passages])
    citing = tuple(replace(p, citations=its) for p, its in zip(passages, cited, strict=True))
    return Reading(Kind.OTHER, Caption(title=title, filed=filed), (page,), citing)


def _collection_lines(raw: str) -> list[Line]:
    """Return a line for each paragraph, as parted by line feeds."""
    lines, start = [], 0
    for paragraph in raw.split("\n"):
        end = start + len(paragraph)
        if pieces := pieces_of(raw, start, end):
            text = "".join(piece for _, _, piece in pieces)
            lines.append(Line(0, start, end, text, _NO_BOX, _LETTER_SIZE, False, tuple(pieces)))
        start = end + 1
    return lines


def _add_rows(
    rows: Sequence[CorpusDocument], root: LibraryPaths, lexical: LexicalIndex, reporter: Reporter, dated: bool
) -> dict[int, str]:
    """Add all rows, many to a transaction because each waits for the disk. Return each passage's row id."""
    ids: dict[int, str] = {}
    with closing(SqliteDatabase(root.catalogue)) as database, lexical.batch():
        for start in range(0, len(rows), BATCH):
            reporter.check()
            reporter.progress(Message("Indexing"), start, len(rows))
            batch = rows[start : start + BATCH]
            with database.writing() as connection:
                read = [(row, reading_of(row, filing_day(row) if dated else None)) for row in batch]
                stored = [document_rows.add(connection, reading, _file(row)) for row, reading in read]
            for row, (document, passages) in zip(batch, stored, strict=True):
                lexical.add(document, passages)
                ids.update((passage.id, row.id) for passage in passages)
    return ids


def _file(row: CorpusDocument) -> StoredFile:
    sha256 = hashlib.sha256(row.id.encode("utf-8", "surrogatepass")).hexdigest()
    size = len(row.text.encode("utf-8", "surrogatepass"))
    return StoredFile(sha256, ".txt", storable(row.id), size, copy_sha256="", sample=False)


CACHE_BATCH = 128  # The number of texts embedded between two commits

_TABLE = "CREATE TABLE IF NOT EXISTS vectors (text BLOB PRIMARY KEY, vector BLOB NOT NULL)"


class CachedEncoder:
    """An encoder with a cache on disk. Any thread; each call opens the file anew."""

    def __init__(self, encoder: Encoder, folder: Path, check: Callable[[], None] = lambda: None) -> None:
        """``check`` is called before each batch and may raise to stop."""
        self._encoder = encoder
        self._check = check
        readable = re.sub(r"[^A-Za-z0-9._-]+", "-", encoder.name)[:80]
        distinct = hashlib.sha256(encoder.name.encode()).hexdigest()[:8]
        self._path = folder / f"{readable}-{distinct}.sqlite"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    @property
    def name(self) -> str:
        return self._encoder.name

    @property
    def dimensions(self) -> int:
        return self._encoder.dimensions

    def encode_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return unit vectors of shape (n, dimensions), as the encoder itself gives them."""
        plain = [text.encode("utf-8", "surrogatepass") for text in texts]
        keys = [hashlib.blake2b(text, digest_size=16).digest() for text in plain]
        with closing(sqlite3.connect(self._path, timeout=60)) as database:
            database.execute(_TABLE)
            query = "SELECT text, vector FROM vectors WHERE text = ?"
            known = dict(row for key in keys for row in database.execute(query, (key,)))
            missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
            for start in range(0, len(missing), CACHE_BATCH):
                self._check()
                batch = list(missing)[start : start + CACHE_BATCH]
                vectors = self._encoder.encode_passages([missing[key] for key in batch]).astype(np.float32)
                rows = [(key, vector.tobytes()) for key, vector in zip(batch, vectors, strict=True)]
                with database:
                    database.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", rows)
                known.update(rows)
        stacked = [np.frombuffer(known[key], np.float32) for key in keys]
        return np.vstack(stacked) if stacked else np.zeros((0, self.dimensions), np.float32)

    def encode_query(self, text: str) -> NDArray[np.float32]:
        """Encode a query without the cache, because its time is part of what is measured."""
        return self._encoder.encode_query(text)
