"""What reads, or counts, all of 100,000 documents, each beside bare SQL for the same rows, in processor time.

The documents are rows without pages and passages, which none of these questions reads.
"""

from __future__ import annotations

import sqlite3
import tempfile
import time
from collections import deque
from collections.abc import Callable
from contextlib import closing, redirect_stdout
from functools import partial
from os import devnull
from pathlib import Path

from briefbank.catalogue import document_rows
from briefbank.catalogue.database import Database
from briefbank.catalogue.schema import open_catalogue
from briefbank.cli import json_values
from briefbank.cli.documents import view_documents
from briefbank.cli.output import Output
from briefbank.domain.documents import ALL
from tests.benchmarks.listed_documents import fill

DOCUMENTS = 100_000
EVERY_ROW = "SELECT * FROM document ORDER BY filed DESC, id"
BARE_TOTALS = "SELECT count(*), sum(passages) FROM document"


def measure() -> dict[str, object]:
    """Measure each question three times, in turns with its bare counterpart, and return the medians."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "catalogue.sqlite"
        fill(path, DOCUMENTS)
        with closing(open_catalogue(path)) as catalogue:
            questions: dict[str, tuple[Callable[[], object], str]] = {
                "totals": (partial(document_rows.totals, catalogue), BARE_TOTALS),
                "all": (lambda: deque(document_rows.iterate(catalogue, ALL), 0), EVERY_ROW),
                "list_json": (partial(_list, catalogue), EVERY_ROW),
            }
            result: dict[str, object] = {"documents": document_rows.totals(catalogue)[0]}
            with closing(sqlite3.connect(path)) as bare:
                for name, (ask, statement) in questions.items():
                    pairs = [(_timed(ask), _timed(partial(_rows, bare, statement))) for _ in range(3)]
                    ours, theirs = (sorted(times)[1] for times in zip(*pairs, strict=True))
                    result |= {
                        f"{name}_processor_ms": round(ours, 1),
                        f"{name}_bare_ms": round(theirs, 1),
                        f"ratio_of_{name}_to_bare": round(theirs / ours, 3),
                    }
        return result


def _list(catalogue: Database) -> None:
    with Path(devnull).open("w") as nowhere, redirect_stdout(nowhere):
        rows = list(map(json_values.document_json, document_rows.iterate(catalogue, ALL)))
        Output(as_json=True).show({"documents": rows}, view_documents)


def _rows(connection: sqlite3.Connection, statement: str) -> None:
    connection.execute(statement).fetchall()


def _timed(act: Callable[[], object]) -> float:
    """Return the processor milliseconds that something takes."""
    worked = time.process_time()
    act()
    return (time.process_time() - worked) * 1000
