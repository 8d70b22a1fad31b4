"""Time of an authority's page in a library of 200,000 passages, beside what SQLite alone takes for its rows.

The library is made (``cited_library``): real paragraphs with made citations. Nothing is kept between two
answers, so each is found anew.
"""

from __future__ import annotations

import gc
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import select

from briefbank.catalogue import authority_rows, document_rows
from briefbank.catalogue.database import Database
from briefbank.catalogue.schema import open_catalogue
from briefbank.catalogue.sqlite_database import SqliteDatabase
from briefbank.catalogue.tables import CitedRow
from briefbank.citator.authorities import AuthorityDirectory
from briefbank.citator.good_law import GoodLaw
from briefbank.citator.provision_versions import Validity
from briefbank.paths import LibraryPaths
from tests.benchmarks.cited_library import fill
from tests.benchmarks.machine import paragraphs

PASSAGES = 200_000
ROUNDS = 20


def measure() -> dict[str, object]:
    """Milliseconds: median and 95th percentile."""
    with tempfile.TemporaryDirectory() as folder:
        paths = LibraryPaths(Path(folder))
        paths.create()
        catalogue = open_catalogue(paths.catalogue)
        fill(catalogue, paragraphs(PASSAGES), PASSAGES)
        figures = of_library(catalogue, paths)
        catalogue.close()
    return figures


def of_library(catalogue: Database, paths: LibraryPaths) -> dict[str, object]:
    """The figures of a library that is there."""
    authorities = AuthorityDirectory(catalogue, GoodLaw(catalogue), Validity(catalogue))
    most = authorities.find("", 1)[0].authority
    median = _median_authority(catalogue)
    document = list(document_rows.iterate(catalogue))[-1].id
    page = authorities.page(most.id)
    database = SqliteDatabase(paths.catalogue)
    return {
        "passages": document_rows.totals(catalogue)[1],
        "most_cited_in_passages": page.passages,
        "bare_rows_of_most_cited": _times(lambda: _rows(database, most.id)),
        "page_of_most_cited": _times(lambda: authorities.page(most.id)),
        "page_of_median": _times(lambda: authorities.page(median)),
        "find_by_citation": _times(lambda: authorities.find(most.canonical)),
        "find_by_name": _times(lambda: authorities.find(most.name)),
        "find_most_cited": _times(lambda: authorities.find("")),
        "mentions": _times(lambda: authorities.mentions(most.id)),
        "of_document": _times(lambda: authorities.of_document(document)),
        "same": _times(lambda: authorities.same(document)),
    }


def _median_authority(catalogue: Database) -> int:
    spread = authority_rows.spread(catalogue)
    return sorted(spread, key=lambda id_: (spread[id_], id_))[len(spread) // 2]


def _rows(database: SqliteDatabase, authority_id: int) -> None:
    query = select(CitedRow.document_id, CitedRow.passage_id)
    with database.reading() as connection:
        connection.execute(query.where(CitedRow.authority_id == authority_id)).all()


def _times(work: Callable[[], object]) -> dict[str, float]:
    """Garbage is not collected meanwhile, as in the window (``ui.kit.garbage``): a collection takes 60 ms."""
    work()
    gc.collect()
    gc.disable()
    taken = sorted(_milliseconds(work) for _ in range(ROUNDS))
    gc.enable()
    at = round(0.95 * (ROUNDS - 1))
    return {"p50_ms": round(statistics.median(taken), 1), "p95_ms": round(taken[at], 1)}


def _milliseconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000
