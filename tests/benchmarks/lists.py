"""What reads, or counts, all of 100,000 documents, each beside bare SQL for the same rows, in processor time.

The documents are rows without pages and passages, which none of these questions reads.
"""

from __future__ import annotations

import random
import sqlite3
import tempfile
import time
from collections import deque
from collections.abc import Callable
from contextlib import closing, redirect_stdout
from datetime import date, timedelta
from functools import partial
from hashlib import sha256
from os import devnull
from pathlib import Path

from briefbank.catalogue.store import Catalogue
from briefbank.catalogue.tables import DocumentRow
from briefbank.cli import json_schema, layouts
from briefbank.cli.terminal import Output
from briefbank.domain.document_lists import ALL
from briefbank.ingest.families import Families
from tests.catalogue.samples import add

DOCUMENTS = 100_000
EVERY_ROW = "SELECT * FROM document ORDER BY filed DESC, id"
BARE_TOTALS, BARE_FAMILIES = "SELECT count(*), sum(passages) FROM document", "SELECT id, family FROM document"


def measure() -> dict[str, object]:
    """Measure each question three times, in turns with its bare counterpart, and return the medians."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "catalogue.sqlite"
        with closing(Catalogue.open(path)) as catalogue:
            add(catalogue)
            _multiply(path)
            families = Families(catalogue)
            questions: dict[str, tuple[Callable[[], object], str]] = {
                "totals": (catalogue.totals, BARE_TOTALS),
                "families": (partial(families.wrong, lambda: None), BARE_FAMILIES),
                "all": (lambda: deque(catalogue.each_document(ALL), 0), EVERY_ROW),
                "list_json": (partial(_list, catalogue), EVERY_ROW),
            }
            found: dict[str, object] = {"documents": catalogue.totals()[0]}
            with closing(sqlite3.connect(path)) as bare:
                for name, (ask, statement) in questions.items():
                    pairs = [(_timed(ask), _timed(partial(_rows, bare, statement))) for _ in range(3)]
                    ours, theirs = (sorted(times)[1] for times in zip(*pairs, strict=True))
                    found |= {
                        f"{name}_processor_ms": round(ours, 1),
                        f"{name}_bare_ms": round(theirs, 1),
                        f"ratio_of_{name}_to_bare": round(theirs / ours, 3),
                    }
        return found


def _multiply(path: Path) -> None:
    """Copy the one document's row, with other contents, title, docket and date."""
    chance = random.Random(7)
    names = [column.name for column in DocumentRow.__table__.columns if column.name != "id"]
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.row_factory = sqlite3.Row
        first = dict(connection.execute("SELECT * FROM document").fetchone())
        rows = (
            first
            | {
                "sha256": sha256(str(number).encode()).hexdigest(),
                "title": f"State v. Ávila {chance.randrange(DOCUMENTS)}",
                "docket": f"A-{number:06}-20",
                "filed": (date(1990, 1, 1) + timedelta(chance.randrange(13_000))).isoformat(),
            }
            for number in range(DOCUMENTS - 1)
        )
        columns, values = ", ".join(names), ", ".join(f":{name}" for name in names)
        connection.executemany(f"INSERT INTO document ({columns}) VALUES ({values})", rows)


def _list(catalogue: Catalogue) -> None:
    with Path(devnull).open("w") as nowhere, redirect_stdout(nowhere):
        rows = map(json_schema.document_json, catalogue.each_document(ALL))
        Output(as_json=True).show_list("documents", rows, layouts.DOCUMENTS)


def _rows(connection: sqlite3.Connection, statement: str) -> None:
    connection.execute(statement).fetchall()


def _timed(act: Callable[[], object]) -> float:
    """Return the processor milliseconds that something takes."""
    worked = time.process_time()
    act()
    return (time.process_time() - worked) * 1000
