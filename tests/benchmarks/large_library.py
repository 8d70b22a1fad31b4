"""Libraries of millions of passages, made of the 200,000 real paragraphs, written through the real stores.

*Texts.* The first lap is the paragraphs as they are. On every later one, a sentence of each is exchanged for
one of another, its numbers are others, and some of its names are made up, so that no two texts are equal and
the words stay as Zipf's law has them: few are frequent, and the more texts, the more are new. *Documents* of
40 passages are filed on days of 25 years, by a few courts. *Citations* of 20,000 authorities, a few of them
everywhere, stand behind every third text. *Vectors* are those of ``clustered_vectors``; they are as costly to
search as real ones, but not near the queries that their words are near to.

Documents go in by the hundred in one transaction; reading, embedding and comparing them with each other is
left out, which takes seconds a document in the program.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import date, timedelta
from hashlib import sha256
from itertools import accumulate, islice

import numpy as np
from sqlalchemy import Connection, insert, select

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
from briefbank.domain.authorities import Citation, CitationKind
from briefbank.domain.documents import Reading
from briefbank.embedding.dense import DenseIndex, DenseRow, marked_as
from briefbank.index.lexical import LexicalIndex
from briefbank.index.occurrences import citation_key
from briefbank.ingest.families import SCHEME as FAMILY_SCHEME
from briefbank.ingest.file_reading import MINIMA
from briefbank.paths import LibraryPaths
from briefbank.text.characters import text_hash
from tests.benchmarks.cited_library import AUTHORITIES, canonical
from tests.benchmarks.clustered_vectors import ClusteredVectors
from tests.benchmarks.library_factory import PASSAGES_EACH, reading

TOGETHER = 200  # The documents in one transaction
ROWS_TOGETHER = 4096
FIRST_DAY, DAYS = date(2001, 1, 1), 25 * 365
COURTS = 15
_WEIGHTS = list(accumulate(1 / (rank + 3) ** 0.8 for rank in range(AUTHORITIES)))
_AUTHORITY_IDS = {canonical(rank): rank + 1 for rank in range(AUTHORITIES)}
_NUMBER, _NAME = re.compile(r"\d+"), re.compile(r"(?<=[a-z,] )[A-Z][a-z]{3,}")
_SYLLABLES = (
    "bar",
    "den",
    "fol",
    "gan",
    "hel",
    "kin",
    "lom",
    "mer",
    "nor",
    "pes",
    "ric",
    "sta",
    "tor",
    "wel",
)


def build(
    paths: LibraryPaths, count: int, texts: Sequence[str], vectors: ClusteredVectors, encoder: str
) -> None:
    """Make a library of ``count`` passages, with the vectors of an encoder of this name."""
    paths.create()
    open_catalogue(paths.catalogue).close()
    with closing(SqliteDatabase(paths.catalogue)) as database:
        with closing(LexicalIndex(paths.lexical)) as lexical, lexical.batch() as change:
            readings = enumerate(_readings(texts, count))
            with database.writing() as connection:
                _add_authorities(connection)
            while some := list(islice(readings, TOGETHER)):
                with database.writing() as connection:
                    for stored in _stored(connection, some):
                        change.add(*stored)
        dimensions = vectors.rows(0, 1).shape[1]
        with closing(DenseIndex(paths.dense, encoder, dimensions)) as dense:
            dense.rebuild(_rows(database, vectors), lambda: None)
        with database.writing() as connection:
            ids = connection.execute(select(PassageRow.id)).scalars().all()
            passage_rows.mark_embedded(connection, ids, marked_as(encoder))


def altered(texts: Sequence[str], number: int) -> str:
    """Return the text of a passage: of the paragraph whose turn it is, altered from the second lap on."""
    text, chance = texts[number % len(texts)], random.Random(number)
    if number < len(texts):
        return text
    sentences, others = text.split(". "), texts[chance.randrange(len(texts))].split(". ")
    sentences[chance.randrange(len(sentences))] = others[chance.randrange(len(others))]
    text = _NAME.sub(
        lambda result: result[0] if chance.random() < 0.7 else _made_name(chance), ". ".join(sentences)
    )
    return _NUMBER.sub(lambda result: str(chance.randrange(1, 10 ** min(len(result[0]), 6))), text)


def _made_name(chance: random.Random) -> str:
    """Return a name by Zipf's law, without end."""
    rank, name = int(chance.paretovariate(0.9)), ""
    while rank:
        rank, at = divmod(rank, len(_SYLLABLES))
        name += _SYLLABLES[at]
    return name.capitalize()


def _readings(texts: Sequence[str], count: int) -> Iterator[Reading]:
    chance = random.Random(8)
    for number, first in enumerate(range(0, count, PASSAGES_EACH)):
        some = [altered(texts, at) for at in range(first, min(first + PASSAGES_EACH, count))]
        cited = [_citations(chance, text) for text in some]
        document = reading(number, [text for text, _ in cited])
        passages = (
            replace(passage, citations=citations)
            for passage, (_, citations) in zip(document.passages, cited, strict=True)
        )
        filed = FIRST_DAY + timedelta(days=chance.randrange(DAYS))
        caption = replace(
            document.caption, filed=filed, court=f"Court {int(chance.triangular(0, COURTS, 0))}"
        )
        yield replace(document, caption=caption, passages=tuple(passages))


def _citations(chance: random.Random, text: str) -> tuple[str, tuple[Citation, ...]]:
    """Return a text with what it cites behind it: nothing, or one or two authorities."""
    if chance.random() > 1 / 3:
        return text, ()
    uploads = []
    for rank in set(chance.choices(range(AUTHORITIES), cum_weights=_WEIGHTS, k=2)):
        start, name = len(text) + len(" See "), canonical(rank)
        text += f" See {name}."
        uploads.append(Citation(start, start + len(name), name, _kind(name)))
    return text, tuple(uploads)


def _kind(name: str) -> CitationKind:
    return CitationKind.STATUTE if name.startswith("N.J.S.A.") else CitationKind.CASE


def _add_authorities(connection: Connection) -> None:
    names = _AUTHORITY_IDS.items()
    rows = [{"id": id_, "canonical": name, "sort": _kind(name), "name": ""} for name, id_ in names]
    connection.execute(insert(AuthorityRow), rows)
    rows = [{"canonical": name, "key": citation_key(name), "authority_id": id_} for name, id_ in names]
    connection.execute(insert(AuthorityNameRow), rows)


def _stored(connection: Connection, readings: Sequence[tuple[int, Reading]]) -> list[Stored]:
    """Store documents with their part of the graph and a signature that is like no other."""
    stored = []
    for number, document_reading in readings:
        name = sha256(b"%d" % number).hexdigest()
        file = StoredFile(name, ".txt", f"{number}.txt", 1, copy_sha256="", sample=False)
        stored.append(document_rows.add(connection, document_reading, file))
    ids = [{"document_id": document.id} for document, _ in stored]
    cited = [
        (citation.canonical, {"passage_id": passage.id, "at": at, "document_id": document.id})
        for document, passages in stored
        for passage in passages
        for at, citation in enumerate(passage.citations)
    ]
    forms = {(row["document_id"], name) for name, row in cited}
    rows = [row | {"authority_id": _AUTHORITY_IDS[name], "treatment": ""} for name, row in cited]
    connection.execute(insert(CitedRow), rows)
    written = {"rank": 0, "beside": "", "name": ""}
    connection.execute(
        insert(FormRow),
        [
            {"document_id": id_, "canonical": name, "key": citation_key(name), "sort": _kind(name), **written}
            for id_, name in sorted(forms)
        ],
    )
    connection.execute(insert(GraphedRow), [item | {"scheme": GRAPH_SCHEME} for item in ids])
    minima = np.random.default_rng(readings[0][0]).integers(1 << 32, size=(len(ids), MINIMA), dtype=np.uint32)
    signatures = [np.uint32(5000).tobytes() + row.tobytes() for row in minima]
    rows = [
        row | {"scheme": FAMILY_SCHEME, "minhash": packed}
        for row, packed in zip(ids, signatures, strict=True)
    ]
    connection.execute(insert(SignatureRow), rows)
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
