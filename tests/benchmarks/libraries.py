"""Libraries of any number of passages, made of 200,000 real paragraphs, written through the real stores.

*Texts.* The first lap is the paragraphs as they are. On every later one, a sentence of each is exchanged for
one of another, its numbers are others, and some of its names are made up, so that no two texts are equal and
the words stay as Zipf's law has them: few are frequent, and the more texts, the more are new. *Documents* of
40 passages are filed on days of 25 years, by a few courts. *Citations* of 20,000 authorities, a few of them
everywhere, stand behind every third text. *Vectors* lie as real ones do, and are as costly to search, but not
near the queries that their words are near to. So these libraries tell what a search costs, not what it finds.

Documents go in by the hundred in one transaction; reading, embedding and comparing them with each other is
left out, which takes seconds a document in the program.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from datetime import date, timedelta
from hashlib import sha256
from itertools import accumulate, islice
from pathlib import Path

import numpy as np
import tantivy
from numpy.typing import NDArray
from reportlab.pdfgen.canvas import Canvas
from sqlalchemy import Connection, insert, select

from briefbank import paths as places
from briefbank.catalogue import document_rows, passage_rows
from briefbank.catalogue.document_rows import Stored, StoredFile
from briefbank.catalogue.schema import open_catalogue
from briefbank.catalogue.sqlite_database import SqliteDatabase
from briefbank.catalogue.tables import (
    AuthorityNameRow,
    AuthorityRow,
    CitedRow,
    FormRow,
    GraphedRow,
    PassageRow,
    SignatureRow,
)
from briefbank.citator.graph import SCHEME as GRAPH_SCHEME
from briefbank.domain.authorities import Citation, CitationKind, Span
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Caption, Reading
from briefbank.domain.pages import Page, PageSource, Passage, Role
from briefbank.embedding.dense import DenseIndex, DenseRow, marked_as
from briefbank.embedding.encoders import Encoder
from briefbank.evaluate.data_sets import CachedEncoder
from briefbank.index.lexical import LexicalIndex
from briefbank.index.occurrences import citation_key
from briefbank.index.segments import WRITER_BYTES
from briefbank.ingest.families import SCHEME as FAMILY_SCHEME
from briefbank.ingest.file_reading import MINIMA
from briefbank.paths import LibraryPaths
from briefbank.text.characters import text_hash
from tests.support.measuring import paragraphs

PARAGRAPHS = 200_000
REAL = 50  # Every so many paragraphs one is embedded, which the vectors are made from
PASSAGES_PER_DOCUMENT, DOCUMENTS_TOGETHER, ROWS_TOGETHER = 40, 200, 4096
FIRST_DAY, DAYS, COURTS, AUTHORITIES = date(2001, 1, 1), 25 * 365, 15, 20_000
_NUMBER, _NAME = re.compile(r"\d+"), re.compile(r"(?<=[a-z,] )[A-Z][a-z]{3,}")
_SYLLABLES = re.findall("[a-z]{3}", "bardenfolganhelkinlommernorpesricstatorwel")
_WEIGHTS = list(accumulate(1 / (rank + 3) ** 0.8 for rank in range(AUTHORITIES)))
"""Of each authority and all that are cited more: few are cited everywhere, most rarely."""

Matrix = NDArray[np.float32]


def build(folder: Path, passages: int, encoder: Encoder) -> LibraryPaths:
    """Make a library with as many passages, and with vectors of this encoder."""
    paths, texts = LibraryPaths(folder), paragraphs(PARAGRAPHS)
    cached = CachedEncoder(encoder, places.models_folder() / "cache")
    vectors = ClusteredVectors(cached.encode_passages(texts[::REAL]))
    paths.create()
    open_catalogue(paths.catalogue).close()
    with closing(SqliteDatabase(paths.catalogue)) as database:
        with closing(LexicalIndex(paths.lexical)) as lexical, lexical.batch() as change:
            readings = enumerate(_readings(texts, passages))
            with database.writing() as connection:
                _add_authorities(connection)
            while some := list(islice(readings, DOCUMENTS_TOGETHER)):
                with database.writing() as connection:
                    for stored in _stored(connection, some):
                        change.add(*stored)
        with closing(DenseIndex(paths.dense, encoder.name, encoder.dimensions)) as dense:
            dense.rebuild(_rows(database, vectors), lambda: None)
        with database.writing() as connection:
            ids = connection.execute(select(PassageRow.id)).scalars().all()
            passage_rows.mark_embedded(connection, ids, marked_as(encoder.name))
    return paths


def build_bare(folder: Path, passages: int) -> None:
    """Make an index of Tantivy over the same texts: one stemmed field, and nothing else."""
    folder.mkdir()
    schema = tantivy.SchemaBuilder().add_text_field("text", tokenizer_name="en_stem").build()
    writer = tantivy.Index(schema, str(folder)).writer(WRITER_BYTES, 1)
    texts = paragraphs(PARAGRAPHS)
    for number in range(passages):
        document = tantivy.Document()
        document.add_text("text", altered(texts, number))
        writer.add_document(document)
    writer.commit()
    writer.wait_merging_threads()


def altered(texts: Sequence[str], number: int) -> str:
    """Return the text of a passage: of the paragraph whose turn it is, altered from the second lap on."""
    text, chance = texts[number % len(texts)], random.Random(number)
    if number < len(texts):
        return text
    sentences, others = text.split(". "), texts[chance.randrange(len(texts))].split(". ")
    sentences[chance.randrange(len(sentences))] = others[chance.randrange(len(others))]
    text = _NAME.sub(
        lambda match: match[0] if chance.random() < 0.7 else _made_name(chance), ". ".join(sentences)
    )
    return _NUMBER.sub(lambda match: str(chance.randrange(1, 10 ** min(len(match[0]), 6))), text)


def _made_name(chance: random.Random) -> str:
    """Return a name by Zipf's law, without end."""
    rank, name = int(chance.paretovariate(0.9)), ""
    while rank:
        rank, at = divmod(rank, len(_SYLLABLES))
        name += _SYLLABLES[at]
    return name.capitalize()


def _readings(texts: Sequence[str], count: int) -> Iterator[Reading]:
    chance = random.Random(8)
    for number, first in enumerate(range(0, count, PASSAGES_PER_DOCUMENT)):
        numbers = range(first, min(first + PASSAGES_PER_DOCUMENT, count))
        cited = [_citations(chance, altered(texts, at)) for at in numbers]
        pages = tuple(Page(at, str(at + 1), text, PageSource.TEXT) for at, (text, _) in enumerate(cited))
        passages = tuple(
            Passage(
                *(at, text, Role.BODY, ("ARGUMENT",), (Span(at, 0, len(text), 0, len(text)),), str(at + 1)),
                citations,
            )
            for at, (text, citations) in enumerate(cited)
        )
        filed = FIRST_DAY + timedelta(days=chance.randrange(DAYS))
        court = f"Court {int(chance.triangular(0, COURTS, 0))}"
        yield Reading(
            Kind.BRIEF, Caption(f"State v. Number {number}", filed=filed, court=court), pages, passages
        )


def _citations(chance: random.Random, text: str) -> tuple[str, tuple[Citation, ...]]:
    """Return a text with what it cites behind it: nothing, or one or two authorities."""
    if chance.random() > 1 / 3:
        return text, ()
    citations = []
    for rank in set(chance.choices(range(AUTHORITIES), cum_weights=_WEIGHTS, k=2)):
        start, name = len(text) + len(" See "), _canonical(rank)
        text += f" See {name}."
        citations.append(Citation(start, start + len(name), name, _kind(name)))
    return text, tuple(citations)


def _canonical(rank: int) -> str:
    """Return the name of the authority that is the ``rank``-th in the order of how much it is cited."""
    return f"N.J.S.A. 2C:{1 + rank // 60}-{rank}" if rank % 4 == 1 else f"{100 + rank % 300} N.J. {1 + rank}"


def _kind(name: str) -> CitationKind:
    return CitationKind.STATUTE if name.startswith("N.J.S.A.") else CitationKind.CASE


_AUTHORITY_IDS = {_canonical(rank): rank + 1 for rank in range(AUTHORITIES)}


def _add_authorities(connection: Connection) -> None:
    names = _AUTHORITY_IDS.items()
    rows = [{"id": id_, "canonical": name, "sort": _kind(name), "name": ""} for name, id_ in names]
    connection.execute(insert(AuthorityRow), rows)
    rows = [{"canonical": name, "key": citation_key(name), "authority_id": id_} for name, id_ in names]
    connection.execute(insert(AuthorityNameRow), rows)


def _stored(connection: Connection, readings: Sequence[tuple[int, Reading]]) -> list[Stored]:
    """Store documents with their part of the graph and a signature that is like no other."""
    stored = []
    for number, reading in readings:
        name = sha256(b"%d" % number).hexdigest()
        file = StoredFile(name, ".txt", f"{number}.txt", 1, copy_sha256="", sample=False)
        stored.append(document_rows.add(connection, reading, file))
    ids = [{"document_id": document.id} for document, _ in stored]
    cited = [
        (
            citation.canonical,
            {"passage_id": passage.id, "at": at, "document_id": document.id, "treatment": ""},
        )
        for document, passages in stored
        for passage in passages
        for at, citation in enumerate(passage.citations)
    ]
    connection.execute(
        insert(CitedRow), [row | {"authority_id": _AUTHORITY_IDS[name]} for name, row in cited]
    )
    forms = [
        {"document_id": id_, "canonical": name, "key": citation_key(name), "sort": _kind(name)}
        for id_, name in sorted({(row["document_id"], name) for name, row in cited})
    ]
    connection.execute(insert(FormRow), [form | {"rank": 0, "beside": "", "name": ""} for form in forms])
    connection.execute(insert(GraphedRow), [item | {"scheme": GRAPH_SCHEME} for item in ids])
    minima = np.random.default_rng(readings[0][0]).integers(1 << 32, size=(len(ids), MINIMA), dtype=np.uint32)
    signatures = [np.uint32(5000).tobytes() + row.tobytes() for row in minima]
    rows = (
        item | {"scheme": FAMILY_SCHEME, "minhash": packed}
        for item, packed in zip(ids, signatures, strict=True)
    )
    connection.execute(insert(SignatureRow), list(rows))
    return stored


def _rows(database: SqliteDatabase, vectors: ClusteredVectors) -> Iterator[list[DenseRow]]:
    """Yield a row for each passage, which has one vector whatever its length."""
    query = select(PassageRow.id, PassageRow.document_id, PassageRow.text).order_by(PassageRow.id)
    with database.reading() as connection:
        result = connection.execution_options(yield_per=ROWS_TOGETHER).execute(query)
        for number, part in enumerate(result.partitions()):
            matrix = vectors.rows(number * ROWS_TOGETHER, len(part))
            yield [
                DenseRow(id_, document_id, text_hash(text), vector)
                for (id_, document_id, text), vector in zip(part, matrix, strict=True)
            ]


class ClusteredVectors:
    """An endless table of unit vectors as clustered as the real ones that it is made from: row n is always
    the same. One thread.

    How much work a partitioned search has depends on how the vectors lie. Each lies among a real vector and
    some of its neighbours (as SMOTE does; Chawla et al. 2002), a little beside them. Every ``VERSION`` times
    as many as there are real ones are another version of the whole, turned within groups of successive
    principal axes: mean and covariance stay, and so do the distances within it, while its subjects are
    others. Vectors turned at random would lie around a mean of their own, which partitions tell apart at
    once.
    """

    VERSION = 5  # The vectors made of each real one before the whole is turned
    NEIGHBOURS = 8  # The neighbours of a real vector towards which others are moved
    MOVED = 0.7  # The share of the way to a neighbour, at most
    NOISE = 0.45  # The length of what lies beside, next to a vector of length one
    AXES_TURNED = 16  # The successive principal axes that are turned into each other
    BLOCK = 2048  # The rows made at once

    def __init__(self, real: Matrix) -> None:
        """``real``: unit vectors, shape (n, dimensions), which are the first n rows."""
        self._real, self._mean = real, real.mean(axis=0)
        self._axes = np.linalg.eigh(np.cov(real - self._mean, rowvar=False))[1].astype(np.float32)
        self._near = np.vstack(list(self._nearest_rows()))
        self._turns: dict[int, Matrix] = {}

    def rows(self, first: int, count: int) -> Matrix:
        """Return ``count`` rows from ``first`` on, shape (count, dimensions)."""
        blocks = range(first // self.BLOCK, (first + count - 1) // self.BLOCK + 1)
        matrix = np.vstack([self._block(number) for number in blocks])
        return matrix[first - blocks[0] * self.BLOCK :][:count]

    def _nearest_rows(self) -> Iterable[NDArray[np.intp]]:
        """Yield the numbers of the rows nearest to each real row, itself left out, in no order."""
        for first in range(0, len(self._real), self.BLOCK):
            scores = self._real[first : first + self.BLOCK] @ self._real.T
            scores[np.arange(len(scores)), first + np.arange(len(scores))] = -1
            yield np.argpartition(scores, -self.NEIGHBOURS, axis=1)[:, -self.NEIGHBOURS :]

    def _block(self, number: int) -> Matrix:
        numbers = np.arange(number * self.BLOCK, (number + 1) * self.BLOCK)
        real, chance = self._real[numbers % len(self._real)], np.random.default_rng(number)
        near, block = self._near[numbers % len(self._real)], real.copy()
        for _ in range(2):
            towards = near[np.arange(self.BLOCK), chance.integers(self.NEIGHBOURS, size=self.BLOCK)]
            block += self.MOVED * chance.random((self.BLOCK, 1), np.float32) * (self._real[towards] - real)
        block += chance.standard_normal(block.shape, np.float32) * (self.NOISE / block.shape[1] ** 0.5)
        version = numbers // (self.VERSION * len(self._real))
        for item in np.unique(version):
            turned = self._mean + (block[version == item] - self._mean) @ self._turn(int(item))
            block[version == item] = turned
        unit = block / np.maximum(np.linalg.norm(block, axis=1, keepdims=True), 1e-12)
        return np.where((numbers < len(self._real))[:, None], real, unit).astype(np.float32)

    def _turn(self, number: int) -> Matrix:
        """Return the rotation matrix of a version; that of the first is the identity."""
        dimensions = self._real.shape[1]
        if number not in self._turns:
            blocks, chance = np.eye(dimensions, dtype=np.float32), np.random.default_rng(1000 + number)
            for at in range(0, dimensions if number else 0, self.AXES_TURNED):
                shape = blocks[at : at + self.AXES_TURNED, at : at + self.AXES_TURNED].shape
                turn = np.linalg.qr(chance.standard_normal(shape))[0].astype(np.float32)
                blocks[at : at + self.AXES_TURNED, at : at + self.AXES_TURNED] = turn
            self._turns[number] = (self._axes @ blocks @ self._axes.T).astype(np.float32)
        return self._turns[number]


def write_files(folder: Path, count: int, pages: int) -> None:
    """Write ``count`` PDF files of ``pages`` pages each into a new folder; no page is like another."""
    folder.mkdir(parents=True)
    texts = iter(paragraphs(count * pages * 2, fewest_words=20))
    for number in range(count):
        canvas = Canvas(str(folder / f"{number:04}.pdf"))
        for _ in range(pages):
            words = f"{next(texts)} {next(texts)}".split()[:400]
            for line, start in enumerate(range(0, len(words), 10)):
                canvas.drawString(72, 780 - 18 * line, " ".join(words[start : start + 10]))
            canvas.showPage()
        canvas.save()


def write_long_file(path: Path, pages: int) -> None:
    """Write a PDF file of many pages as full as a brief's."""
    canvas = Canvas(str(path), pagesize=(612, 792))
    for page in range(pages):
        canvas.setFont("Times-Roman", 12)
        for line in range(38):
            text = (
                f"On page {page} the officer kept the driver at the roadside for minute {line} of the stop."
            )
            canvas.drawString(72, 730 - 17 * line, text)
        canvas.drawCentredString(306, 50, str(page + 1))
        canvas.showPage()
    canvas.save()
